# SPDX-License-Identifier: MIT
"""Sockets and overrides through the package; tests/c/test_socket.c has the rest."""

from __future__ import annotations

import gc
import math
import weakref

import pavane
import pytest

SocketFlag = pavane.SocketFlag
SHIFT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 2, 0, 1]


def new_scene(**options: int) -> pavane.Scene:
    """A horse with a saddle at y = 3, scaled by 2, and a sword at x = 5; "Walk" takes the horse from 0 to 24."""
    builder = pavane.Builder()
    horse = builder.add_node("Horse")
    builder.add_node(
        "Saddle",
        horse,
        elements=[
            pavane.Element("location", pavane.ElementKind.TRANSLATE, (0.0, 3.0, 0.0)),
            pavane.Element("scale", pavane.ElementKind.SCALE, (2.0, 2.0, 2.0, 0.0, 0.0, 0.0)),
        ],
    )
    builder.add_node(
        "Sword", elements=[pavane.Element("location", pavane.ElementKind.TRANSLATE, (5.0, 0.0, 0.0))]
    )
    walk = builder.add_clip("Walk", fps=24, frame_end=24)
    builder.add_channel(walk, "Horse", "location", [[(0, 0.0), (24, 24.0)]])
    return pavane.Scene(builder.finish(), **options)


def world(scene: pavane.Scene, node: str) -> list[float]:
    return list(scene.world_matrix(node))


def test_a_node_hangs_on_another_in_the_same_update() -> None:
    scene = new_scene()
    handle = scene.attach("Sword", "Saddle", offset=SHIFT, flags=SocketFlag.NO_SCALE)
    assert world(scene, "Sword")[12:15] == [0, 5, 0]
    player = pavane.Player(scene)
    player.play("Walk")
    player.update(0.5)
    assert world(scene, "Sword")[12:15] == [12, 5, 0] and world(scene, "Sword")[0] == 1
    (socket,) = scene.sockets
    assert socket == (handle, 2, None, 1, tuple(SHIFT), SocketFlag.NO_SCALE)
    scene.detach(handle)
    player.update(0)
    assert world(scene, "Sword")[12] == 5 and scene.sockets == ()


def rig_scene() -> pavane.Scene:
    """ "Hand" of "Rig" is turned and moved by "Raise" and by "Swing"; "Sword" is a node of its own."""
    builder = pavane.Builder()
    rig = builder.add_node("Rig")
    arm = builder.add_bone("Arm", rig)
    builder.add_bone("Hand", rig, arm)
    builder.add_node("Sword")
    for name, end in ("Raise", (0.6, 0.0, 0.0, 0.8)), ("Swing", (0.0, 0.8, 0.0, -0.6)):
        builder.add_clip(name, play_mode=pavane.PlayMode.PING_PONG, frame_end=24)
        turn = [[pavane.Key(0, float(i == 3), 1), pavane.Key(24, end[i], 1)] for i in range(4)]
        builder.add_channel(name, "Rig", "rotation", turn, part="Arm", conversion=pavane.Conversion.QUATERNION)
        builder.add_channel(name, "Rig", "location", [[(0, 1.0), (24, 5.0)], 2.0], part="Hand")
        builder.add_channel(name, "Rig", "location", [3.0 * end[0]])
    return pavane.Scene(builder.finish())


@pytest.mark.parametrize("whole", [False, True], ids=["a node", "another scene"])
def test_it_is_where_the_bone_is_in_each_update_of_a_fade(whole: bool) -> None:
    hero, armory = rig_scene(), rig_scene()
    hung = armory if whole else hero
    hero.attach(armory if whole else "Sword", ("Rig", "Hand"), offset=SHIFT)
    player = pavane.Player(hero)
    player.play("Raise")
    player.update(0.3)
    two = player.play("Swing", fade=1, curve=pavane.FadeCurve.SMOOTH, cross_fade=True)
    seen = set()
    for step in range(1, 21):
        if step == 10:
            two.priority = 3  # Waits for the end of the fade.
        player.update(0.05)
        hand, sword = list(hero.world_matrix(("Rig", "Hand"))), world(hung, "Sword")
        moved = [hand[12 + row] + 2 * hand[4 + row] for row in range(3)]  # The offset is 2 along the bone's y.
        assert sword[:12] == hand[:12] and sword[12:15] == pytest.approx(moved, abs=1e-5)
        seen.add(round(sword[12], 4))
        assert sum(playback.effective_weight for playback in player.playbacks) == pytest.approx(1, abs=1e-12)
    assert len(seen) == 20 and (two.effective_priority, two.effective_weight) == (3, 1)


def test_another_scene_hangs_on_it_and_is_kept() -> None:
    horse = new_scene()
    rider = new_scene()
    handle = horse.attach(rider, "Saddle")
    assert world(rider, "Sword") == [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 3, 0, 1]
    assert horse.sockets[0].scene is rider and horse.sockets[0].node is None
    gone = weakref.ref(rider) if hasattr(rider, "__weakref__") else None
    del rider
    gc.collect()
    kept = horse.sockets[0].scene
    assert kept is not None and (gone is None or gone() is kept)
    player = pavane.Player(horse)
    player.play("Walk")
    player.update(0.5)
    assert world(kept, "Sword")[12] == 22
    horse.detach(handle)
    kept.update()
    assert world(kept, "Sword")[12] == 5


def test_a_scene_that_is_closed_is_detached() -> None:
    horse, rider = new_scene(), new_scene()
    horse.attach(rider, "Saddle")
    rider.close()
    horse.update()
    assert horse.sockets == ()
    rider = new_scene()
    horse.attach(rider, "Saddle")
    horse.close()
    rider.update()
    assert world(rider, "Sword")[12] == 5


def test_what_cannot_hang_is_refused() -> None:
    scene = new_scene(socket_capacity=1)
    with pytest.raises(ValueError, match="hang on itself"):
        scene.attach("Horse", "Saddle")
    with pytest.raises(ValueError, match="hang on itself"):
        scene.attach(scene, "Saddle")
    with pytest.raises(KeyError, match="Sadle"):
        scene.attach("Sword", "Sadle")
    with pytest.raises(ValueError, match="offset: a finite number is wanted, not nan"):
        scene.attach("Sword", "Saddle", offset=[math.nan] * 16)
    scene.attach("Sword", "Saddle")
    with pytest.raises(pavane.CapacityError):
        scene.attach(new_scene(), "Saddle")
    scene.detach(77)


def test_an_override_wins_until_it_is_cleared() -> None:
    scene = new_scene()
    player = pavane.Player(scene)
    player.play("Walk")
    location = scene.element_target("Horse", "location")
    assert scene.override(location) is None
    scene.set_override(location, (1, 2, 3))
    player.update(0.5)
    assert world(scene, "Horse")[12:15] == [1, 2, 3] and scene.override(location) == (1, 2, 3)
    scene.clear_override(location)
    player.update(0)
    assert world(scene, "Horse")[12] == 12
    hidden = scene.element_target("Horse", "hide_viewport")
    scene.set_override(hidden, 1)
    player.update(0)
    assert scene.node_flags[0] & pavane.NodeFlag.HIDDEN_VIEWPORT
    scene.clear_overrides()
    player.update(0)
    assert not scene.node_flags[0] & pavane.NodeFlag.HIDDEN_VIEWPORT
    with pytest.raises(ValueError, match="finite"):
        scene.set_override(hidden, math.inf)
    with pytest.raises(IndexError, match="target floats"):
        scene.override(pavane.Target(pavane.Value.FLOAT, 10**6))
    with pytest.raises((TypeError, ValueError)):
        scene.set_override(location, 1.0)
