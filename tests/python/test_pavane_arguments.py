# SPDX-License-Identifier: MIT
"""Every function, method and attribute is given what it cannot take, one argument at a time; what it raises is of a
documented kind, names the argument, and speaks Python."""

from __future__ import annotations

import ast
import contextlib
import inspect
import math
import re
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pavane
import pytest
from pavane import _viewing

Key = pavane.Key
SMALL = Path(__file__).resolve().parents[1] / "golden" / "small.pav"
PNG = b"\x89PNG\r\n\x1a\n"
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
TRIANGLE = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]


def filled() -> pavane.Builder:
    """One of everything that a call may ask for."""
    builder = pavane.Builder(scene_name="Stage")
    builder.add_image("Image", PNG, 1, 1)
    builder.add_material("Paint", {"base_color": (1, 0, 0, 1)})
    builder.add_camera("Lens")
    builder.add_light("Lamp")
    builder.add_mesh("Line", TRIANGLE, [(0, 1, 2)])
    builder.add_morph("Line", "Up", [(0, 0, 1)], points=[0])
    builder.set_sequence("Line", [(0, pavane.SequenceInterpolation.LINEAR, None)])
    builder.add_node("Box", mesh="Line", slots=["Paint"])
    builder.add_node("Rig", camera="Lens", light="Lamp")
    builder.add_bone("Hand", "Rig")
    builder.add_skin("Rig", [(0, "Hand", IDENTITY)])
    builder.add_property(pavane.TargetKind.OBJECT_PROPERTY, "Box", "gear", 2.0)
    builder.add_clip("Walk", frame_end=24)
    builder.add_channel("Walk", "Box", "location", [[Key(0, 0.0), Key(24, 1.0)]])
    builder.add_event("Walk", "step", 12)
    return builder


class Stage(NamedTuple):
    """What arguments are made of, new for every call."""

    builder: pavane.Builder
    document: pavane.Document
    scene: pavane.Scene
    player: pavane.Player
    playback: pavane.Playback

    @property
    def objects(self) -> dict[str, Any]:
        """By class, what its methods are called on."""
        return {"Document": self.document, "Clip": self.document.clip(0), "Channel": self.document.clip(0).channels[0],
                "Scene": self.scene, "Mask": pavane.Mask(self.document), "Player": self.player,
                "Playback": self.playback, "Builder": self.builder}  # fmt: skip


FILE = filled().finish()


def stage() -> Stage:
    scene = pavane.Scene(FILE, socket_capacity=4)
    player = pavane.Player(scene)
    return Stage(filled(), FILE, scene, player, player.play("Walk"))


# ---- What is right ----

Arguments = Callable[[Stage], dict[str, Any]]


def nothing(stage: Stage) -> dict[str, Any]:
    return {}


def target(stage: Stage) -> pavane.Target:
    return stage.scene.element_target("Box", "location")


# The arguments that have no default, of every method that has such.
RIGHT: dict[str, Arguments] = {
    "Document": lambda s: {"source": SMALL},
    "Document.clip": lambda s: {"key": "Walk"},
    "Document.mesh": lambda s: {"key": "Line"},
    "Document.node": lambda s: {"key": "Box"},
    "Clip.frame": lambda s: {"seconds": 0.5},
    "Clip.seconds": lambda s: {"frame": 12},
    "Channel.evaluate": lambda s: {"seconds": 0.5},
    "Scene": lambda s: {"document": s.document},
    "Scene.apply": lambda s: {"binding": s.player.binding, "clip": "Walk", "seconds": 0.5},
    "Scene.add_callback": lambda s: {"callback": print},
    "Scene.remove_callback": lambda s: {"handle": 7},
    "Scene.set_local": lambda s: {"node": "Box", "matrix": IDENTITY},
    "Scene.set_world": lambda s: {"node": "Box", "matrix": IDENTITY},
    "Scene.attach": lambda s: {"hung": "Box", "to": ("Rig", "Hand")},
    "Scene.detach": lambda s: {"handle": 7},
    "Scene.set_override": lambda s: {"target": target(s), "values": (1, 2, 3)},
    "Scene.clear_override": lambda s: {"target": target(s)},
    "Scene.override": lambda s: {"target": target(s)},
    "Scene.element_target": lambda s: {"node": "Box", "element": "location"},
    "Scene.morph_target": lambda s: {"mesh": "Line", "morph": "Up"},
    "Scene.mesh_target": lambda s: {"mesh": "Line", "element": "eval_time"},
    "Scene.material_target": lambda s: {"material": "Paint", "input": "base_color"},
    "Scene.material_input": lambda s: {"material": "Paint", "input": "base_color"},
    "Scene.material_inputs": lambda s: {"material": "Paint"},
    "Scene.camera": lambda s: {"key": "Lens"},
    "Scene.light": lambda s: {"key": "Lamp"},
    "Scene.find_node": lambda s: {"key": "Box"},
    "Scene.camera_target": lambda s: {"camera": "Lens", "element": "lens"},
    "Scene.light_target": lambda s: {"light": "Lamp", "element": "energy"},
    "Scene.find_property": lambda s: {
        "owner_kind": pavane.TargetKind.OBJECT_PROPERTY, "owner": "Box", "name": "gear"},
    "Scene.property_values": lambda s: {"property": 0},
    "Scene.property_target": lambda s: {"property": 0},
    **{f"Scene.{name}": lambda s: {"node": "Box"} for name in (
        "local_matrix", "world_matrix", "skin_matrices", "points", "positions", "normals")},
    "Scene.morph_weights": lambda s: {"mesh": "Line"},
    "Scene.write_vertices": lambda s: {"node": "Box", "buffer": bytearray(36)},
    "Binding": lambda s: {"clips": s.document, "scene": s.scene},
    "Mask": lambda s: {"document": s.document},
    "Mask.set_node": lambda s: {"node": "Box"},
    "Mask.set_names": lambda s: {"names": ["Box", ("Rig", "Hand")]},
    "Mask.set_target": lambda s: {"target": target(s)},
    "Mask.weight": lambda s: {"target": target(s)},
    "Player": lambda s: {"scene": pavane.Scene(FILE)},
    "Player.play": lambda s: {"clip": "Walk"},
    "Player.cross_fade": lambda s: {"source": None, "to": s.playback},
    "Player.add_event_callback": lambda s: {"callback": print},
    "Player.remove_event_callback": lambda s: {"handle": 7},
    "Player.add_event": lambda s: {"clip": "Walk", "name": "half", "seconds": 0.5},
    "Player.remove_event": lambda s: {"handle": 7},
    "Player.set_root_motion": lambda s: {"node": "Box", "location": pavane.AxisFlag.X},
    "Player.update": lambda s: {"seconds": 0.1},
    "Playback.seek": lambda s: {"time": 0.5},
    "Playback.add_transition": lambda s: {"transition": pavane.Transition("Walk")},
    "view": lambda s: {"player": s.player},
    "Builder.add_node": lambda s: {"name": "New"},
    "Builder.add_bone": lambda s: {"name": "New", "armature": "Rig"},
    "Builder.set_mesh": lambda s: {"node": "Rig", "mesh": "Line"},
    "Builder.set_scene_camera": lambda s: {"node": "Rig"},
    "Builder.add_skin": lambda s: {"armature": "Rig", "joints": [(0, "Hand", IDENTITY)]},
    "Builder.set_skin": lambda s: {"skin": 0},
    "Builder.add_mesh": lambda s: {"name": "New", "points": TRIANGLE},
    "Builder.set_smoothing": lambda s: {"mesh": "Line", "smoothing": pavane.MeshSmoothing.NONE},
    "Builder.add_uv_layer": lambda s: {"mesh": "Line", "name": "UV", "values": [(0, 0)] * 3},
    "Builder.add_color_layer": lambda s: {"mesh": "Line", "name": "Color", "values": [(0, 0, 0, 1)] * 3},
    "Builder.set_weights": lambda s: {"mesh": "Line", "groups": ["G"], "weights": [{"G": 1}, {}, {}]},
    "Builder.add_morph": lambda s: {"mesh": "Line", "name": "New", "deltas": TRIANGLE},
    "Builder.set_sequence": lambda s: {"mesh": another_mesh(s), "keys": [(0, 0, None)]},
    "Builder.add_clip": lambda s: {"name": "New"},
    "Builder.add_samples": lambda s: {"clip": "Walk", "rate": 1, "samples": [0.0, 1.0]},
    "Builder.add_channel": lambda s: {"clip": "Walk", "owner": "Rig", "element": "location", "components": [0.5]},
    "Builder.add_morph_channel": lambda s: {"clip": "Walk", "mesh": "Line", "morph": "Up", "weight": 0.5},
    "Builder.add_event": lambda s: {"clip": "Walk", "name": "end", "frame": 24},
    "Builder.add_material": lambda s: {"name": "New"},
    "Builder.add_image": lambda s: {"name": "New", "data": PNG, "width": 1, "height": 1},
    "Builder.add_camera": lambda s: {"name": "New"},
    "Builder.add_light": lambda s: {"name": "New"},
    "Builder.add_property": lambda s: {
        "owner_kind": pavane.TargetKind.OBJECT_PROPERTY, "owner": "Box", "name": "new", "value": 1.0},
}  # fmt: skip


def another_mesh(stage: Stage) -> int:
    return stage.builder.add_mesh("Another", TRIANGLE)


# ---- What there is to call ----


class Parameter(NamedTuple):
    call: str  # "Scene.attach", of a new object "Scene", of an attribute "Playback.time".
    name: str
    annotation: str
    by_position: bool = False
    is_attribute: bool = False


def stub_parameters() -> Iterator[Parameter]:
    stub = ast.parse((Path(pavane.__file__).parent / "_pavane.pyi").read_text(encoding="utf-8"))
    for kind in (node for node in stub.body if isinstance(node, ast.ClassDef) and node.name != "Builder"):
        for node in kind.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                name = node.target.id
                yield Parameter(f"{kind.name}.{name}", name, ast.unparse(node.annotation), is_attribute=True)
            elif isinstance(node, ast.FunctionDef) and (node.name == "__new__" or node.name[0] != "_"):
                call = kind.name if node.name == "__new__" else f"{kind.name}.{node.name}"
                for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    if argument.annotation and not any("overload" in ast.unparse(d) for d in node.decorator_list):
                        by_position = argument in node.args.posonlyargs
                        yield Parameter(call, argument.arg, ast.unparse(argument.annotation), by_position)


def python_parameters() -> Iterator[Parameter]:
    for name, function in inspect.getmembers(pavane.Builder, inspect.isfunction):
        if name == "__init__" or name[0] != "_":
            call = "Builder" if name == "__init__" else f"Builder.{name}"
            for parameter in list(inspect.signature(function).parameters.values())[1:]:
                yield Parameter(call, parameter.name, str(parameter.annotation))
    for parameter in inspect.signature(pavane.view).parameters.values():
        yield Parameter("view", parameter.name, str(parameter.annotation))


OVERLOADED = [
    Parameter("Scene.add_callback", "callback", "UpdateCallback | Callable[[Scene], object]"),
    Parameter("Scene.add_callback", "phase", "Phase | None"),
    Parameter("Scene.add_callback", "name", "str | None"),
    Parameter("Scene.add_callback", "only", "_NodeKey | None"),
]
PARAMETERS = [*stub_parameters(), *OVERLOADED, *python_parameters()]


def call(name: str, **given: object) -> None:
    """With the right arguments, apart from these."""
    call_on(stage(), name, given)


def call_on(made: Stage, name: str, given: dict[str, object]) -> None:
    owner, _, method = name.partition(".")
    function = getattr(made.objects[owner], method) if method else getattr(pavane, owner)
    arguments = RIGHT.get(name, nothing)(made) | given
    names = [p.name for p in PARAMETERS if p.call == name and p.by_position]
    positions = [arguments.pop(name) for name in names if name in arguments]
    function(*positions, **arguments)


# ---- What is wrong ----

WRONG = (
    "2", "", "a\0b", "\udcff", b"x", None, True, -1, 2**31, 2**40, 10**400, math.nan, math.inf, 1e300, 1j, [], ["x"],
    [math.nan] * 16, {"x": "y"}, {"x": 1}, (1, 2), object(),
)  # fmt: skip
DOCUMENTED = (pavane.Error, TypeError, ValueError, IndexError, BufferError)
FOREIGN = re.compile(
    r"pav_|PAV_|options[.>-]|\bNULL\b|argument \d|but there are 4294967295|struct|unsigned|O&|C (int|long)"
)
# Arguments that go by the name of what they are.
NOUNS = {"clips": "clip", "owners": "owner", "stride": "stride|buffer", "position": "position|buffer",
         "normal": "normal|buffer", "lanes": "lanes|samples", "groups": "group", "name": "name|property",
         "key": "clip|mesh|node|bone|armature|camera|light", "names": "names", "only": "only", "components": "component",
         "armature": "armature|node", "parent": "parent|node", "instancer": "instancer|node",
         "input": "input", "fps": "fps|frames", "fps_base": "fps_base|frames"}  # fmt: skip


def may_take(annotation: str, given: object) -> bool:
    """Whether an argument of that annotation may be this, as far as simple ones go."""
    kinds = set(re.split(r" \| ", annotation))
    if isinstance(given, str) and re.search(r"\b(Iterable|Sequence|Numbers)\b", annotation) and not {
        "str", "_ClipKey", "_NodeKey", "_MeshKey", "_MaterialKey", "Index", "str | Sequence[str]"} & kinds:
        return False
    if given == "\udcff" and annotation.startswith("_Path"):
        return True  # A file's name may have any byte.
    if isinstance(given, str) and ("\0" in given or "\udcff" in given):
        return annotation == "bool"
    if kinds == {"bool"}:
        return True
    if given is None:
        return "None" in annotation
    if kinds <= {"float", "None"}:
        return isinstance(given, int | float) and math.isfinite(given)
    if kinds <= {"int", "None"}:
        return isinstance(given, int) and not isinstance(given, bool) and given < 2**32
    if kinds <= {"str", "None"}:
        return isinstance(given, str)
    return True


def complaint(parameter: Parameter, given: object) -> str:
    """What is wrong with how a wrong argument is answered; empty: nothing."""
    try:
        if parameter.is_attribute:
            setattr(stage().objects[parameter.call.partition(".")[0]], parameter.name, given)
        else:
            call(parameter.call, **{parameter.name: given})
    except DOCUMENTED as error:
        noun = NOUNS.get(parameter.name, parameter.name.rstrip("_"))
        said = str(error)
        named = re.search(noun, said, re.IGNORECASE)
        if isinstance(error, OSError | pavane.FormatError) and parameter.name == "source":
            return "" if said else "says nothing"
        return "" if said and named and not FOREIGN.search(said) else f"{type(error).__name__}: {said!r}"
    except OSError as error:
        return "" if parameter.name == "source" else f"OSError: {error}"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    return "" if may_take(parameter.annotation, given) else "is taken"


@pytest.fixture(autouse=True)
def no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_viewing, "_load", lambda: lambda *given: None)


@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda p: f"{p.call}({p.name})")
def test_an_argument_that_cannot_be_is_refused_by_its_name(parameter: Parameter) -> None:
    wrong = [given for given in WRONG if given != 2**31 or "capacity" not in parameter.name]  # That may even be had.
    complaints = {repr(given)[:40]: complaint(parameter, given) for given in wrong}
    assert not {given: said for given, said in complaints.items() if said}


@pytest.mark.parametrize("name", dict.fromkeys(p.call for p in PARAMETERS if not p.is_attribute))
def test_what_is_right_is_taken(name: str) -> None:
    call(name)


# ---- What it says ----

MIDDLE = target(stage())._replace(first=target(stage()).first + 1)
SAID: dict[str, tuple[Callable[[Stage], object], type[Exception], str]] = {
    "a number": (lambda s: s.player.play("Walk", speed="2"),
                 TypeError, """clip "Walk": speed: a number is wanted, not '2'"""),
    "a play mode": (lambda s: s.player.play("Walk", mode="ping-pong"), TypeError,
                    """clip "Walk": mode: a PlayMode such as pavane.PlayMode.PING_PONG is wanted, not 'ping-pong'"""),
    "a curve": (lambda s: s.playback.fade_in(1, "linear"), TypeError,
                "curve: a FadeCurve such as pavane.FadeCurve.LINEAR is wanted, not 'linear'"),
    "a speed": (lambda s: s.player.play("Walk", speed=math.nan), ValueError, 'clip "Walk": a speed of nan'),
    "a duration": (lambda s: s.player.play("Walk", duration=-1), ValueError, 'clip "Walk": a duration of -1'),
    "a tiny duration": (lambda s: s.player.play("Walk", duration=1e-320), ValueError,
                        'clip "Walk": a duration of 9.99989e-321, which takes a speed of inf'),
    "a weight": (lambda s: s.player.play("Walk", weight=math.inf), ValueError, 'clip "Walk": a weight of inf'),
    "a weight of apply": (lambda s: s.scene.apply(s.player.binding, "Walk", 0, weight=math.nan), ValueError,
                          'clip "Walk": seconds, reference and weight must be finite, the weight not negative'),
    "an owner": (lambda s: s.player.play("Walk", owner="Bxo"), pavane.NotFoundError,
                 "there is no owner 'Bxo'; the nearest is 'Box'"),
    "a handle": (lambda s: s.player.remove_event(-1), ValueError,
                 "handle: what Player.add_event returned is wanted, not -1"),
    "names": (lambda s: pavane.Mask(s.document).set_names("Hand"), TypeError,
              "names: a sequence of nodes is wanted, not 'Hand'"),
    "clips": (lambda s: pavane.Document(SMALL, "Walk"), TypeError,
              "clips: a sequence of names is wanted, not 'Walk'"),
    "owners": (lambda s: pavane.Binding(s.document, s.scene, owners=["Box"]), TypeError,
               "owners: a mapping of owners in the clips to owners in the scene is wanted, not ['Box']"),
    "a bone": (lambda s: s.scene.attach("Box", ("Rig", "Hadn")), pavane.NotFoundError,
               "to: there is no bone ('Rig', 'Hadn'); the nearest is 'Hand'"),
    "only": (lambda s: s.scene.add_callback(print, only=True), TypeError,
             "only: a node is wanted (a name, (armature, bone), an index or a Node), not True"),
    "a matrix": (lambda s: s.scene.set_world("Box", [*IDENTITY[:15], math.nan]), ValueError,
                 'node "Box": matrix: a finite number is wanted, not nan'),
    "a local matrix": (lambda s: s.scene.set_local("Box", [1e300] * 16), ValueError,
                       'node "Box": matrix: a finite number is wanted, not 1e+300'),
    "an offset": (lambda s: s.scene.attach("Box", "Rig", offset=[math.inf] * 16), ValueError,
                  "offset: a finite number is wanted, not inf"),
    "flags": (lambda s: s.scene.attach("Box", "Rig", flags=255), ValueError, "flags: 255 is no SocketFlag"),
    "an override": (lambda s: s.scene.set_override(target(s), (0, math.nan, 0)), ValueError,
                    "values: a finite number is wanted, not nan"),
    "the middle of an element": (
        lambda s: s.scene.set_override(MIDDLE, (1, 2, 3)), IndexError,
        f"target: {MIDDLE} begins where no such value does"),
    "the middle of an element in a mask": (
        lambda s: pavane.Mask(s.document).set_target(MIDDLE), IndexError,
        f"no such target in the mask's document: {MIDDLE}"),
    "a property's owner": (
        lambda s: s.scene.find_property(pavane.TargetKind.OBJECT_PROPERTY, "Bxo", "gear"), pavane.NotFoundError,
        """owner "Bxo": there is no property 'gear'"""),
    "normals": (lambda s: pavane.Scene(s.document, deform=False, normals=1), ValueError,
                "normals: exact ones need points, but deform is False"),
    "a parent": (lambda s: s.builder.add_node("New", parent=True), TypeError,
                 "parent: node True: an index or a name is wanted"),
    "numbers": (lambda s: s.builder.add_mesh("New", "abc"), TypeError,
                "points: a sequence of numbers is wanted, not 'abc'"),
    "a number among them": (lambda s: s.builder.add_mesh("New", [(0, 0, "1")]), TypeError,
                            "points: a number is wanted, not '1'"),
    "a number that is none": (lambda s: s.builder.add_mesh("New", [(0, 0, math.nan)]), ValueError,
                              "points: a finite number is wanted, not nan"),
    "a buffer with infinity": (
        lambda s: s.builder.add_samples("Walk", 1, memoryview(array("f", [0, math.inf]))), ValueError,
        "samples: a finite number is wanted, not inf"),
    "what hangs": (lambda s: s.scene.attach("Rig", ("Rig", "Hand")), ValueError,
                   "hung: a node would hang on itself"),
    "root motion": (lambda s: s.player.set_root_motion("Box"), ValueError, "location, turn: neither names an axis"),
    "textures": (lambda s: s.builder.add_material("New", {"alpha": 1}, textures=["Image"]), TypeError,
                 "textures: a Texture is wanted, not 'Image'"),
    "frames": (lambda s: pavane.Builder(fps=0), ValueError, "0 frames per 1.0 seconds: both must be above 0"),
    "a key": (lambda s: s.builder.add_channel("Walk", "Rig", "location", [[(0, "x")]]), TypeError,
              "component 0, the key at frame 0: value: a number is wanted, not 'x'"),
    "a document in the viewer": (
        lambda s: pavane.view(s.document), TypeError,
        f"player: a Player is wanted, not {FILE!r}; pavane.Player(pavane.Scene(document)) makes one"),
    "a path in the viewer": (lambda s: pavane.view("a.pav"), TypeError, "player: a Player is wanted, not 'a.pav'"),
    "a text of the viewer": (lambda s: pavane.view(s.player, title="a\0b"), ValueError,
                             "title: a zero character in 'a\\x00b'"),
    "a name of the viewer": (lambda s: pavane.view(s.player, clip="\udcff"), ValueError,
                             "clip: a surrogate alone in '\\udcff'"),
}  # fmt: skip


@pytest.mark.parametrize("case", SAID)
def test_what_is_wrong_is_said(case: str) -> None:
    wrong, kind, message = SAID[case]
    with pytest.raises(kind) as caught:
        wrong(stage())
    assert (type(caught.value), str(caught.value)) == (kind, message)


def test_what_a_programs_own_object_raises_comes_as_it_is() -> None:
    class Late:
        def __float__(self) -> float:
            raise ValueError("not now")

    class Closing:
        def __float__(self) -> float:
            made.player.close()
            return 1.0

    made = stage()
    with pytest.raises(ValueError, match="^not now$"):
        made.player.play("Walk", speed=Late())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the player is closed"):
        made.playback.speed = Closing()  # type: ignore[assignment]


class Closing:
    """A number of a program's own, which closes player and scene as it is asked for."""

    def __init__(self, made: Stage) -> None:
        self.made = made

    def __index__(self) -> int:
        for one in (self.made.player, self.made.scene):
            with contextlib.suppress(RuntimeError, BufferError):
                one.close()
        return 1

    def __float__(self) -> float:
        return float(self.__index__())


SHAPES: dict[str, Callable[[Closing], object]] = {
    "a number": lambda one: one,
    "many": lambda one: [one] * 16,
    "a target": lambda one: pavane.Target(one, one),  # type: ignore[arg-type]
    "a pair": lambda one: (one, one),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda p: f"{p.call}({p.name})")
def test_an_argument_may_close_what_it_is_given_to(parameter: Parameter, shape: str) -> None:
    """What comes of it is an exception or nothing, never what was there before."""
    made = stage()
    given = SHAPES[shape](Closing(made))
    with contextlib.suppress(*DOCUMENTED, RuntimeError, OverflowError):
        if parameter.is_attribute:
            setattr(made.objects[parameter.call.partition(".")[0]], parameter.name, given)
        else:
            call_on(made, parameter.call, {parameter.name: given})


def test_a_number_may_close_the_scene_that_is_hung() -> None:
    made = stage()
    other = pavane.Scene(made.scene.document)

    class ClosingOther(Closing):
        def __index__(self) -> int:
            other.close()
            return 1

    with pytest.raises(ValueError, match="the scene is closed"):
        made.scene.attach(other, "Box", offset=[ClosingOther(made)] * 16)  # type: ignore[list-item]


def test_a_handle_may_be_an_index_of_ones_own() -> None:
    class Handle:
        def __index__(self) -> int:
            return handle

    made = stage()
    other = pavane.Scene(made.scene.document)
    handle = made.scene.attach(other, "Box")
    held = sys.getrefcount(other)
    made.scene.detach(Handle())  # type: ignore[arg-type]
    assert sys.getrefcount(other) == held - 1
