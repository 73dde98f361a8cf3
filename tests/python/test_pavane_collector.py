# SPDX-License-Identifier: MIT
"""Garbage collection: each type takes part in it, and a cycle through any of them goes.  What is left behind by
thousands of uses is measured in test_pavane_package.py."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pavane
import pytest
from pavane import _pavane

HAVE_GC = 1 << 14  # Py_TPFLAGS_HAVE_GC
NOTHING_OF_PYTHON = {pavane.Clip, pavane.Channel, pavane.Mesh, pavane.Mask, _pavane.Builder}
"""They hold what is the library's alone, a document, so no cycle can go through them."""
TYPES = {value for value in vars(_pavane).values() if isinstance(value, type)}


class Token:
    """In a cycle: what is watched."""

    held: object


def document() -> pavane.Document:
    builder = pavane.Builder()
    builder.add_mesh("Mesh", [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    builder.add_node("Box", mesh="Mesh")
    builder.add_clip("Walk", frame_end=24)
    builder.add_channel("Walk", "Box", "location", [[(0, 0), (24, 24)]])
    builder.add_event("Walk", "step", 12)
    return builder.finish()


def instances() -> dict[type, object]:
    """One of each type of the extension, the array behind a memoryview among them."""
    made = document()
    scene = pavane.Scene(made)
    player = pavane.Player(scene)
    playback = player.play("Walk")
    clip = made.clips[0]
    parts = [made, scene, player, playback, clip, clip.channels[0], made.meshes[0], player.binding,
             pavane.Mask(made), pavane.Builder()._builder, scene.targets.obj]  # fmt: skip
    return {type(part): part for part in parts}


def test_each_type_that_holds_objects_is_tracked_and_visits_its_type() -> None:
    made = instances()
    assert TYPES <= set(made), "a type is not tested here"
    for type_, instance in made.items():
        if type_ in NOTHING_OF_PYTHON:
            assert not gc.is_tracked(instance) and gc.get_referents(instance) == [], type_
            with pytest.raises(AttributeError):
                instance.anything = instance  # type: ignore[attr-defined]
            continue
        assert type_.__flags__ & HAVE_GC, type_
        assert gc.is_tracked(instance), type_
        assert type_ in gc.get_referents(instance), f"{type_} does not visit its type, so its module would never go"


def test_a_type_visits_the_objects_that_it_holds() -> None:
    """As garbage is found: what an object holds and does not visit keeps a cycle alive for ever."""
    made = instances()
    scene: Any = made[pavane.Scene]
    player = made[pavane.Player]
    whole: Any = made[pavane.Document]
    held: dict[type, list[object]] = {
        pavane.Document: [whole.nodes],
        pavane.Scene: [whole],
        pavane.Player: [scene],
        pavane.Playback: [player],
        type(scene.targets.obj): [scene],
    }
    for type_, objects in held.items():
        instance = made[type_]
        referents = gc.get_referents(instance)
        for wanted in objects:
            assert any(referent is wanted for referent in referents), (type_, wanted)


def new_scene(**options: Any) -> pavane.Scene:
    return pavane.Scene(document(), **options)


def update_callback(token: Token) -> None:
    scene = new_scene()
    token.held = scene
    scene.add_callback(lambda s: token)


def update_callback_about_a_node(token: Token) -> None:
    scene = new_scene()
    token.held = scene
    scene.add_callback(lambda s, node: token, only="Box", phase=pavane.Phase.BEFORE)


def subclass(token: Token) -> None:
    callback: Any = pavane.UpdateCallback()
    callback.token = token
    token.held = new_scene(callbacks=[callback])


def event_callback(token: Token) -> None:
    player = pavane.Player(new_scene())
    token.held = player.play("Walk")
    player.add_event_callback(lambda event: token)


def binding_of_a_scene(token: Token) -> None:
    callback: Any = pavane.UpdateCallback()
    callback.token = token
    scene = new_scene(callbacks=[callback])
    token.held = pavane.Binding(scene.document, scene)


def view_of_memory(token: Token) -> None:
    scene = new_scene()
    token.held = scene.world_matrices
    scene.add_callback(lambda s: token)


def socket(token: Token) -> None:
    horse, rider = new_scene(), new_scene()
    horse.attach(rider, "Box")
    rider.add_callback(lambda s: (token, horse))
    token.held = horse


def sockets_one_on_the_other(token: Token) -> None:
    scenes = [new_scene() for _ in range(5)]
    for carrier, hung in zip(scenes, scenes[1:], strict=False):
        carrier.attach(hung, "Box")
    scenes[-1].add_callback(lambda s: token)
    token.held = scenes[0]


def exception(token: Token) -> None:
    """Its traceback holds the frame, which holds the scene."""
    scene = new_scene()

    def fail(s: pavane.Scene) -> None:
        token.held = error = RuntimeError(scene, token)
        raise error

    scene.add_callback(fail)
    with pytest.raises(RuntimeError):
        scene.update()


def exception_of_an_event(token: Token) -> None:
    player = pavane.Player(new_scene())

    def fail(event: pavane.PlayerEvent) -> None:
        token.held = (event, error := RuntimeError(player, token))
        raise error

    player.add_event_callback(fail)
    player.play("Walk")
    with pytest.raises(RuntimeError):
        player.update(0.75)


def builder(token: Token) -> None:
    made: Any = pavane.Builder()
    made.token, token.held = token, made


CYCLES = (update_callback, update_callback_about_a_node, subclass, event_callback, binding_of_a_scene, view_of_memory,
          socket, sockets_one_on_the_other, exception, exception_of_an_event, builder)  # fmt: skip


@pytest.mark.parametrize("cycle", CYCLES)
def test_a_cycle_is_collected(cycle: Callable[[Token], None]) -> None:
    gc.collect()
    tokens = []
    for _ in range(10):
        token = Token()
        cycle(token)
        tokens.append(weakref.ref(token))
        del token
    gc.collect()
    assert [ref() for ref in tokens] == [None] * 10


def test_what_is_in_no_cycle_goes_at_once() -> None:
    gc.collect()
    gc.disable()
    try:
        token = Token()
        scene = new_scene()
        scene.add_callback(lambda s, t=token: None)  # type: ignore[misc]
        player = pavane.Player(scene)
        player.add_event_callback(lambda event, t=token: None)  # type: ignore[misc]
        watched = weakref.ref(token)
        del token, scene, player
        assert watched() is None
    finally:
        gc.enable()
