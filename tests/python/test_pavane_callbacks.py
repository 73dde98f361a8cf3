# SPDX-License-Identifier: MIT
"""Update callbacks in Python: their phases, exceptions, removal, and channels that they drive."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pavane
import pytest

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "c" / "fixtures"


@pytest.fixture
def scene() -> pavane.Scene:
    return pavane.Scene(pavane.Document(FIXTURES / "scene.pav"))


class Lift(pavane.UpdateCallback):
    """Sets the root three higher than its clip does."""

    phase = pavane.Phase.AFTER_WORLD

    def update(self, scene: pavane.Scene) -> None:
        matrix = scene.world_matrix("Root").tolist()
        matrix[14] += 3
        scene.set_world("Root", matrix)


def test_a_callback_sets_a_node_and_its_children_follow(scene: pavane.Scene) -> None:
    before = scene.world_matrix("Child")[14]
    scene.add_callback(Lift())
    scene.update()
    assert scene.world_matrix("Root")[14] == 6
    assert scene.world_matrix("Child")[14] == before + 3


def test_phases_run_in_their_order_whatever_the_order_of_adding(scene: pavane.Scene) -> None:
    ran: list[str] = []
    for phase in reversed(pavane.Phase):
        scene.add_callback(lambda s, name=phase.name: ran.append(name), phase=phase)  # type: ignore[misc]
    scene.update()
    assert ran == ["BEFORE", "TARGETS", "AFTER_WORLD", "AFTER_DEFORM"]


def test_a_callback_gets_the_very_scene(scene: pavane.Scene) -> None:
    seen: list[pavane.Scene] = []
    scene.add_callback(seen.append)
    scene.update()
    pavane.Player(scene).update(0.1)
    assert seen == [scene, scene] and seen[0] is scene


def test_a_phase_given_when_adding_counts_more_than_its_own(scene: pavane.Scene) -> None:
    ran: list[str] = []

    class Named(pavane.UpdateCallback):
        def update(self, scene: pavane.Scene) -> None:
            ran.append("named")

    scene.add_callback(Named(), phase=pavane.Phase.AFTER_DEFORM, name="last")
    scene.add_callback(lambda s: ran.append("plain"))
    scene.update()
    assert ran == ["plain", "named"]


# ---- What a callback is about ----


@pytest.mark.parametrize("phase", pavane.Phase)
def test_a_callable_about_a_node_is_told_which(scene: pavane.Scene, phase: pavane.Phase) -> None:
    told: list[tuple[pavane.Scene, int]] = []
    child = scene.find_node("Child")
    for key in "Child", child, scene.document.nodes[child]:
        scene.add_callback(lambda s, node: told.append((s, node)), phase=phase, only=key)
    scene.add_callback(lambda s: told.append((s, -1)), phase=phase)
    scene.update()
    assert told == [(scene, child)] * 3 + [(scene, -1)]
    listed = [(callback.phase, callback.only) for callback in scene.callbacks if callback.handle is not None]
    assert listed == [(phase, child)] * 3 + [(phase, None)]


def test_a_subclass_says_itself_what_it_is_about(scene: pavane.Scene) -> None:
    class Raise(pavane.UpdateCallback):
        def __init__(self, only: str) -> None:
            self.only = only

        def update(self, scene: pavane.Scene) -> None:
            assert self.only is not None
            matrix = scene.world_matrix(self.only).tolist()
            matrix[14] += 3
            scene.set_world(self.only, matrix)

    before = scene.world_matrix("Child")[14]
    handle = scene.add_callback(Raise("Child"), name="lift")
    scene.update()
    assert scene.world_matrix("Child")[14] == before + 3
    listed = pavane.ListedCallback(
        handle, "lift", pavane.Phase.AFTER_WORLD, scene.find_node("Child"), pavane.TargetKind.OBJECT
    )
    assert scene.callbacks[-1] == listed
    with pytest.raises(TypeError, match="its own `only`"):
        scene.add_callback(Raise("Child"), only="Root")  # type: ignore[call-overload]
    with pytest.raises(pavane.NotFoundError, match="Child"):
        scene.add_callback(Raise("Chidl"))
    with pytest.raises(IndexError):
        scene.add_callback(lambda s, node: None, only=999)


ITEMS = {"OBJECT": 3, "MESH": 0, "MATERIAL": 1, "CAMERA": 1, "LIGHT": 0}


def items_document() -> pavane.Document:
    """Two of each kind (of meshes and lights the first, of the others the last is a "Kettle"), and a clip with a
    channel that nothing knows for each, for its custom property, a bone and a morph."""
    kinds, builder = pavane.TargetKind, pavane.Builder()
    for kind in ("mesh", "light", "camera", "material", "node"):
        for name in ("Kettle", "Boiler") if kind in ("mesh", "light") else ("Boiler", "Kettle"):
            if kind == "mesh":
                builder.add_mesh(name, [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
            else:
                getattr(builder, f"add_{kind}")(name)
    builder.add_node("Rig")
    builder.add_bone("Kettle", "Rig")
    builder.add_clip("Heat", frame_end=1)
    for owner in "Boiler", "Kettle":
        for kind in ITEMS:
            builder.add_channel("Heat", owner, "pressure", [1.0], kind=kinds[kind])
            builder.add_channel("Heat", owner, "steam", [1.0], kind=kinds[f"{kind}_PROPERTY"])
        builder.add_channel("Heat", "Rig", "pressure", [1.0], part=owner, kind=kinds.BONE)
        builder.add_channel("Heat", owner, "value", [1.0], part="pressed", kind=kinds.MORPH)
    builder.add_channel("Heat", "Items", "pressure", [1.0], kind=kinds.SCENE)
    return builder.finish()


class Asked(pavane.UpdateCallback):
    """Keeps what it was asked for."""

    target_floats = 1

    def __init__(self, kind: pavane.TargetKind, only: str | tuple[str, str] | int | None) -> None:
        self.kind, self.only = kind, only
        self.asked: list[tuple[str, str, str]] = []

    def link(self, scene: pavane.Scene, channel: pavane.Channel, first: int) -> pavane.Target | None:
        self.asked.append((channel.kind.name, channel.owner, channel.part))
        return None


@pytest.mark.parametrize("kind", ITEMS)
def test_link_is_asked_for_the_channels_of_the_item_that_a_callback_is_about(kind: str) -> None:
    document, of = items_document(), pavane.TargetKind[kind]
    asked = [Asked(of, "Kettle"), Asked(of, ITEMS[kind] if kind != "OBJECT" else document.nodes[1].index)]
    scene = pavane.Scene(document, callbacks=asked)
    pavane.Binding(document, scene)
    wanted = [(kind, "Kettle", ""), (f"{kind}_PROPERTY", "Kettle", "")]
    wanted += [("MORPH", "Kettle", "pressed")] * (kind == "MESH")
    assert [callback.asked for callback in asked] == [wanted] * 2
    listed = [(callback.kind, callback.only) for callback in scene.callbacks if callback.handle is not None]
    assert listed == [(of, scene.find_node("Kettle") if kind == "OBJECT" else ITEMS[kind])] * 2


def test_link_is_asked_for_the_channels_of_a_bone_or_of_all() -> None:
    document = items_document()
    bone, every = (Asked(pavane.TargetKind.OBJECT, only) for only in (("Rig", "Kettle"), None))
    pavane.Binding(document, pavane.Scene(document, callbacks=[bone, every]))
    assert bone.asked == [("BONE", "Rig", "Kettle")]
    assert len(every.asked) == sum(len(clip.channels) for clip in document.clips)


@pytest.mark.parametrize("kind", ITEMS)
def test_a_callable_about_an_item_is_told_which(kind: str) -> None:
    scene, told = pavane.Scene(items_document()), []
    scene.add_callback(lambda s, item: told.append(item), only="Kettle", kind=pavane.TargetKind[kind])
    scene.update()
    assert told == [scene.find_node("Kettle") if kind == "OBJECT" else ITEMS[kind]]
    with pytest.raises(pavane.NotFoundError, match="Kettel"):
        scene.add_callback(lambda s, item: None, only="Kettel", kind=pavane.TargetKind[kind])


def test_a_mesh_and_a_material_say_what_they_are() -> None:
    document = items_document()
    scene, told = pavane.Scene(document), []
    for only in document.mesh("Kettle"), document.materials[1], document.nodes[0]:
        scene.add_callback(lambda s, item: told.append(item), only=only)
    scene.update()
    assert told == [0, 1, 0]
    assert [callback.kind.name for callback in scene.callbacks[7:]] == ["MESH", "MATERIAL", "OBJECT"]


def test_a_callback_is_about_nothing_of_another_kind(scene: pavane.Scene) -> None:
    with pytest.raises(ValueError, match="only: a callback is about an object, mesh, material, camera or light"):
        scene.add_callback(lambda s, item: None, only=0, kind=pavane.TargetKind.MORPH)
    with pytest.raises(TypeError, match="its own `kind`"):
        scene.add_callback(Asked(pavane.TargetKind.MESH, None), kind=pavane.TargetKind.MESH)


def test_the_list_begins_with_the_built_in_ones(scene: pavane.Scene) -> None:
    names = [callback.name for callback in scene.callbacks]
    assert names == ["UpdateTransform", "UpdateMorph", "UpdateMaterial", "UpdateCamera", "UpdateLight",
                     "UpdateVisibility", "UpdateProperty"]  # fmt: skip
    assert {callback[0] for callback in scene.callbacks} == {None}


@pytest.mark.parametrize("phase", pavane.Phase)
def test_a_callback_may_remove_itself_and_others_in_each_phase(scene: pavane.Scene, phase: pavane.Phase) -> None:
    ran: list[str] = []

    def first(scene: pavane.Scene) -> None:
        ran.append("first")
        scene.remove_callback(handles[0])
        scene.remove_callback(handles[1])
        handles.append(scene.add_callback(lambda s: ran.append("new"), phase=phase))

    handles = [scene.add_callback(first, phase=phase)]
    handles.append(scene.add_callback(lambda s: ran.append("second"), phase=phase))
    handles.append(scene.add_callback(lambda s: ran.append("third"), phase=phase))
    scene.update()
    scene.update()
    assert ran == ["first", "third", "new", "third", "new"]
    assert [callback.handle for callback in scene.callbacks[7:]] == handles[2:]


# ---- Exceptions ----


def test_an_exception_is_raised_after_the_frame_is_complete(scene: pavane.Scene) -> None:
    ran: list[str] = []

    def fail(scene: pavane.Scene) -> None:
        raise RuntimeError("boom")

    scene.add_callback(fail, phase=pavane.Phase.BEFORE)
    scene.add_callback(lambda s: ran.append("after"), phase=pavane.Phase.AFTER_DEFORM)
    scene.targets[scene.element_target(0, "location").first] = 6
    with pytest.raises(RuntimeError, match="boom") as raised:
        scene.update()
    assert ran == ["after"] and scene.world_matrix(0)[12] == 6
    assert raised.traceback[-1].name == "fail"
    with pytest.raises(RuntimeError, match="boom"):
        pavane.Player(scene).update(0.1)
    assert ran == ["after", "after"]


def test_of_several_exceptions_the_first_is_raised_and_the_others_are_shown(
    scene: pavane.Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda args: shown.append(str(args.exc_value)))

    def fail(number: int) -> None:
        raise ValueError(f"number {number}")

    for number in range(3):
        scene.add_callback(lambda s, n=number: fail(n))  # type: ignore[misc]
    with pytest.raises(ValueError, match="number 0"):
        scene.update()
    assert shown == ["number 1", "number 2"]


def test_keyboard_interrupts_pass_through(scene: pavane.Scene) -> None:
    def interrupt(scene: pavane.Scene) -> None:
        raise KeyboardInterrupt

    handle = scene.add_callback(interrupt)
    with pytest.raises(KeyboardInterrupt):
        scene.update()
    scene.remove_callback(handle)
    scene.update()


def test_an_update_inside_an_update_is_refused(scene: pavane.Scene) -> None:
    scene.add_callback(lambda s: s.update())
    with pytest.raises(pavane.CallbackError, match="a callback called Scene.update for the scene that runs it"):
        scene.update()


def test_a_scene_cannot_be_closed_by_its_callback(scene: pavane.Scene) -> None:
    player = pavane.Player(scene)
    handle = scene.add_callback(lambda s: s.close())
    with pytest.raises(RuntimeError, match="the scene is being updated"):
        scene.update()
    scene.remove_callback(handle)
    scene.add_callback(lambda s: player.close())
    with pytest.raises(RuntimeError, match="the player's scene is being updated"):
        player.update(0)


# ---- Adding and removing ----


def test_a_callback_may_remove_itself_and_add_another(scene: pavane.Scene) -> None:
    ran: list[str] = []

    def once(scene: pavane.Scene) -> None:
        ran.append("once")
        scene.remove_callback(handle)
        scene.add_callback(lambda s: ran.append("next"), phase=pavane.Phase.AFTER_DEFORM)

    handle = scene.add_callback(once)
    scene.update()
    scene.update()
    assert ran == ["once", "next", "next"]
    scene.remove_callback(handle)


def test_capacity_is_told(scene: pavane.Scene) -> None:
    for _ in range(16):
        scene.add_callback(lambda s: None)
    with pytest.raises(pavane.CapacityError, match="callback_capacity is used up"):
        scene.add_callback(lambda s: None)
    scene.update()


@pytest.mark.parametrize(
    ("callback", "options", "exception"),
    [
        (5, {}, TypeError),
        (print, {"phase": 4}, ValueError),
        (print, {"phase": "late"}, TypeError),
        (print, {"name": 3}, TypeError),
    ],
)
def test_what_cannot_be_a_callback_is_refused(
    scene: pavane.Scene, callback: object, options: dict[str, object], exception: type[Exception]
) -> None:
    with pytest.raises(exception):
        scene.add_callback(callback, **options)  # type: ignore[arg-type]
    scene.update()


# ---- Driving channels ----


class Gauge(pavane.UpdateCallback):
    """Takes every channel of an element that no node has."""

    target_floats = 1

    def __init__(self) -> None:
        self.linked: list[tuple[str, int]] = []
        self.shown: list[float] = []

    def link(self, scene: pavane.Scene, channel: pavane.Channel, first: int) -> pavane.Target | None:
        if channel.element != "pressure":
            return None
        self.linked.append((channel.owner, first))
        return pavane.Target(pavane.Value.FLOAT, first)

    def update(self, scene: pavane.Scene) -> None:
        self.shown.append(scene.targets[self.linked[0][1]] if self.linked else -1)


def gauge_document() -> pavane.Document:
    builder = pavane.Builder()
    builder.add_node("Boiler")
    builder.add_clip("Heat")
    builder.add_channel("Heat", "Boiler", "pressure", [[(0, 0, pavane.Interpolation.LINEAR), (24, 12)]])
    builder.add_channel("Heat", "Boiler", "colour", [1.0])
    return builder.finish()


def test_a_callback_drives_channels_that_no_other_knows() -> None:
    document, gauge = gauge_document(), Gauge()
    scene = pavane.Scene(document, callbacks=[gauge])
    binding = pavane.Binding(document, scene)
    assert [link.status.name for link in binding.links] == ["BOUND", "UNBOUND"]
    with pavane.Player(scene) as player:
        player.play("Heat", binding=binding)
        player.update(0.5)
    player = pavane.Player(scene)
    player.play("Heat")
    player.update(0.75)
    assert gauge.shown == [6.0, 9.0]
    assert [owner for owner, _ in gauge.linked] == ["Boiler"] * 3  # For the binding and the players'.


def test_a_callback_about_a_node_is_asked_for_its_channels_alone() -> None:
    class Whose(pavane.UpdateCallback):
        target_floats = 1

        def __init__(self, only: str | None) -> None:
            self.only = only
            self.owners: list[str] = []

        def link(self, scene: pavane.Scene, channel: pavane.Channel, first: int) -> pavane.Target | None:
            self.owners.append(channel.owner)
            return None

    builder = pavane.Builder()
    builder.add_clip("Heat", frame_end=1)
    for name in "Boiler", "Kettle":
        builder.add_node(name)
        builder.add_channel("Heat", name, "pressure", [1.0])
    document = builder.finish()
    kettle, every = Whose("Kettle"), Whose(None)
    scene = pavane.Scene(document, callbacks=[kettle, every])
    pavane.Binding(document, scene)
    assert (kettle.owners, every.owners) == (["Kettle"], ["Boiler", "Kettle"])


def test_a_binding_for_one_scene_is_refused_by_another() -> None:
    document = gauge_document()
    one, two = (pavane.Scene(document, callbacks=[Gauge()]) for _ in range(2))
    binding = pavane.Binding(document, one)
    with pytest.raises(ValueError, match="the binding is for another scene"):
        pavane.Player(two).play("Heat", binding=binding)
    with pytest.raises(ValueError, match="the binding is for another scene"):
        two.apply(binding, "Heat", 0.0)


@pytest.mark.parametrize(
    ("answer", "exception"),
    [("float", TypeError), (pavane.Target(pavane.Value.MATRIX, 10), ValueError), ((0, 999), ValueError)],
)
def test_what_link_returns_is_checked(answer: object, exception: type[Exception]) -> None:
    class Wrong(Gauge):
        def link(self, scene: pavane.Scene, channel: pavane.Channel, first: int) -> pavane.Target | None:
            return answer  # type: ignore[return-value]

    document = gauge_document()
    scene = pavane.Scene(document, callbacks=[Wrong()])
    with pytest.raises(exception):
        pavane.Binding(document, scene)
    scene.update()


def test_an_exception_in_link_is_raised_by_the_binding() -> None:
    class Failing(Gauge):
        def link(self, scene: pavane.Scene, channel: pavane.Channel, first: int) -> pavane.Target | None:
            raise LookupError("not today")

    document = gauge_document()
    with pytest.raises(LookupError, match="not today"):
        pavane.Binding(document, pavane.Scene(document, callbacks=[Failing()]))


# ---- Threads ----


def test_scenes_of_one_document_are_updated_by_many_threads() -> None:
    document = pavane.Document(FIXTURES / "chain.pav")
    expected = pavane.Scene(document).world_matrices.tobytes()
    results: list[bool] = []

    def work() -> None:
        scene = pavane.Scene(document)
        for _ in range(200):
            scene.update()
        results.append(scene.world_matrices.tobytes() == expected)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4


def test_a_scene_that_two_threads_use_at_once_never_breaks() -> None:
    scene = pavane.Scene(pavane.Document(FIXTURES / "chain.pav"))
    refused: list[str] = []
    done = threading.Event()

    def work() -> None:
        while not done.is_set():
            try:
                scene.update()
            except RuntimeError as error:
                refused.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(2000):
        try:
            scene.update()
            scene.reset_targets()
        except RuntimeError as error:
            refused.append(str(error))
    done.set()
    thread.join()
    assert set(refused) <= {"the scene is shown, or updated by another thread"}
    scene.update()
