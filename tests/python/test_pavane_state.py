# SPDX-License-Identifier: MIT
"""Everything that is told to a player, a scene, a mask or a binding can be read back.  The tables name every attribute
of the types, so that a new one has to be tested here."""

from __future__ import annotations

import math

import pavane
import pytest

PlayMode = pavane.PlayMode


@pytest.fixture
def document() -> pavane.Document:
    """ "Walk" takes the box from 0 to 24 in a second, with an event at its half; the rig "Rig" has a bone "Hand"."""
    builder = pavane.Builder()
    builder.add_node("Box")
    rig = builder.add_node("Rig")
    builder.add_bone("Hand", rig)
    walk = builder.add_clip("Walk", play_mode=PlayMode.STAY, frame_end=24)
    builder.add_channel(walk, "Box", "location", [[pavane.Key(0, 0, 1), pavane.Key(24, 24, 1)]])
    builder.add_channel(walk, "Bax", "location", [1.0])
    builder.add_event(walk, "half", 12)
    builder.add_clip("Idle", play_mode=PlayMode.LOOP, frame_end=24)
    builder.add_channel("Idle", "Box", "location", [100.0])
    return builder.finish()


def attributes(kind: type) -> set[str]:
    """Of a type those that are read, not called."""
    return {name for name in vars(kind) if not name.startswith("_") and not callable(getattr(kind, name))}


def test_all_of_a_playback(document: pavane.Document) -> None:
    player = pavane.Player(pavane.Scene(document))
    idle = player.play("Idle", priority=2, weight=0.5)
    mask = pavane.Mask(document, 0.25)
    then = pavane.Transition(document.clip("Idle"), ratio=0.125, fade=0.125, curve=pavane.FadeCurve.SMOOTH,
                             mode=PlayMode.LOOP, speed=2.0, start=0.5, loop_count=4)  # fmt: skip
    playback = player.play(
        "Walk", mode=PlayMode.PING_PONG, weight=0.75, priority=1, speed=0.5, start=1.0, owner="Box", loop_count=3,
        fade=2.0, curve=pavane.FadeCurve.EASE_OUT, then=then, mask=mask,
    )  # fmt: skip
    player.update(0.5)
    fade = 0.25 * (2 - 0.25)
    expected = {
        "active": True,
        "player": player,
        "clip": document.clip("Walk"),
        "owner": "Box",
        "additive": False,
        "reference": None,
        "mode": PlayMode.PING_PONG,
        "time": 1.25,
        "clip_time": 0.75,
        "ratio": 0.75,
        "speed": 0.5,
        "loops": 1,
        "loop_count": 3,
        "weight": 0.75,
        "priority": 1,
        "effective_priority": 1,
        "fade": fade,
        "fade_target": 1.0,
        "fade_left": 1.5,
        "fade_curve": pavane.FadeCurve.EASE_OUT,
        "leaving": False,
        "effective_weight": 0.5 * 0.75 * fade,
        "paused": False,
        "finished": False,
        "transitions": (then,),
    }
    objects = {"binding", "mask"}
    assert set(expected) | objects == attributes(pavane.Playback)
    assert {name: getattr(playback, name) for name in expected} == expected
    assert [link.text for link in playback.binding.links] == [link.text for link in player.binding.links]
    assert playback.mask is not None and playback.mask.weight(player.scene.element_target("Box", "location")) == 0.25
    assert idle.effective_weight == 0.5
    added = player.play("Walk", additive=True, reference=0.5, paused=True)
    assert (added.additive, added.reference, added.paused, added.owner, added.mask) == (True, 0.5, True, None, None)
    added.fade_out(4)
    assert (added.leaving, added.fade_target, added.fade_left, added.fade_curve) == (True, 0, 4, pavane.FadeCurve.LINEAR)


def test_all_of_a_player(document: pavane.Document) -> None:
    scene = pavane.Scene(document)
    player = pavane.Player(scene, event_capacity=1)
    walk = player.play("Walk")
    handle = player.add_event("Walk", "late", ratio=0.75)
    player.set_root_motion("Box", pavane.AxisFlag.X)
    player.update(1)
    expected = {
        "scene": scene,
        "playbacks": (walk,),
        "added_events": (pavane.AddedEvent(handle, document.clip("Walk"), "late", 0.75),),
        "event_overflow": 2,  # half, then late and finished
        "root_motion": pavane.RootMotion((24, 0, 0), (0, 0, 0, 1), (24, 0, 0), (0, 0, 0, 1)),
        "root_motion_options": (0, pavane.AxisFlag.X, pavane.AxisFlag(0)),
    }
    assert set(expected) | {"binding"} == attributes(pavane.Player)
    assert {name: getattr(player, name) for name in expected} == expected
    event = player.poll_event()
    assert event is not None and event._replace(playback=None) == pavane.PlayerEvent(
        pavane.EventKind.MARKER, None, document.clip("Walk"), 0, "half", 0.5, 0.5, False, 0
    )
    assert event.playback == walk and player.poll_event() is None


def test_what_is_bound(document: pavane.Document) -> None:
    binding = pavane.Player(pavane.Scene(document)).binding
    assert attributes(pavane.Binding) == {"clips", "links", "missed"}
    assert binding.clips == document
    bound, missed, idle = binding.links
    assert (bound.clip, bound.channel, bound.status, bound.target_count) == (0, 0, pavane.LinkStatus.BOUND, 1)
    assert (missed.clip, missed.channel, missed.status, missed.target_count) == (0, 1, pavane.LinkStatus.UNBOUND, 0)
    assert idle.clip == 1 and binding.missed == (missed,) and "Bax" in missed.text


def test_all_of_a_scene(document: pavane.Document) -> None:
    scene = pavane.Scene(document)
    offset = (1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 2, 1, 1)
    handle = scene.attach("Box", ("Rig", "Hand"), offset=offset, flags=pavane.SocketFlag.NO_ROTATION)
    callback = scene.add_callback(lambda scene, node: None, phase=pavane.Phase.BEFORE, name="mine", only="Rig")
    location = scene.element_target("Rig", "location")
    scene.set_override(location, (1, 2, 3))
    scene.update()
    assert attributes(pavane.Scene) == {"document", "callbacks", "sockets", "targets", "local_matrices", "world_matrices",
                                        "node_flags", "world_color", "world_color_target"}  # fmt: skip
    assert scene.document == document
    assert scene.sockets == (pavane.Socket(handle, 0, None, 2, offset, pavane.SocketFlag.NO_ROTATION),)
    assert scene.callbacks[-1] == pavane.ListedCallback(
        callback, "mine", pavane.Phase.BEFORE, 1, pavane.TargetKind.OBJECT
    )
    assert scene.override(location) == (1, 2, 3)
    assert list(scene.targets[location.first : location.first + 3]) == [1, 2, 3]
    for matrices in scene.world_matrices, scene.local_matrices:
        assert [matrices[1, 3, row] for row in range(4)] == [1, 2, 3, 1]
    assert len(scene.node_flags) == 3 and list(scene.world_color) == [0, 0, 0]
    assert scene.world_color_target.value is pavane.Value.VECTOR


def test_a_mask(document: pavane.Document) -> None:
    scene, mask = pavane.Scene(document), pavane.Mask(document, 0.5)
    mask.set_node("Rig", 0.25, below=True)
    mask.set_target(scene.element_target("Box", "location"), 0.75)
    weights = [mask.weight(scene.element_target(node, "location")) for node in ("Box", "Rig", ("Rig", "Hand"))]
    assert weights == [0.75, 0.25, 0.25]
    assert mask.weight(scene.element_target("Box", "rotation")) == 0.5
    assert not math.isnan(sum(weights)) and attributes(pavane.Mask) == set()
