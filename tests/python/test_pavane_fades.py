# SPDX-License-Identifier: MIT
"""Fades and cross-fades through the package; tests/c/test_fade.c has the rest."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pavane
import pytest

PLAYBACK = Path(__file__).resolve().parents[2] / "tests" / "c" / "fixtures" / "playback.pav"
FadeCurve = pavane.FadeCurve


@pytest.fixture
def player() -> pavane.Player:
    return pavane.Player(pavane.Scene(pavane.Document(PLAYBACK)))


def x(player: pavane.Player) -> float:
    return player.scene.world_matrix("Cube")[12]


def test_a_cross_fade_gives_one_what_it_takes_from_the_other(player: pavane.Player) -> None:
    sink = player.play("Sink")
    player.update(0)
    pose = player.play("Pose", fade=1, curve=FadeCurve.SMOOTH, cross_fade=True)
    player.update(0.25)
    share = 0.25**2 * (3 - 2 * 0.25)
    assert (pose.fade, sink.fade) == (share, 1 - share)
    assert pose.effective_weight + sink.effective_weight == 1
    assert sink.leaving and not pose.leaving
    assert (pose.fade_target, sink.fade_target, pose.fade_left) == (1, 0, 0.75)
    assert x(player) == pytest.approx(-5 + 9 * share, abs=1e-6)
    player.update(1)
    player.update(0)
    assert player.playbacks == (pose,) and x(player) == 4


def test_fades_in_and_out_share_with_rest(player: pavane.Player) -> None:
    sink = player.play("Sink", fade=2)
    player.update(0.5)
    assert x(player) == pytest.approx(1 - 6 * 0.25)
    sink.fade_in()
    player.update(0)
    assert x(player) == -5
    sink.fade_out(seconds=1, curve=FadeCurve.EASE_IN)
    player.update(0.5)
    assert sink.fade == 0.75
    player.update(0.5)
    player.update(0)
    assert not sink.active


@pytest.mark.parametrize("layer", [{"additive": True}, {"priority": 1}, {"priority": -1}])
def test_other_layers_stay_when_all_of_one_is_faded_from(player: pavane.Player, layer: dict[str, Any]) -> None:
    sink, other = player.play("Sink"), player.play("Move", mode=pavane.PlayMode.LOOP, **layer)
    player.update(0)
    pose = player.play("Pose", fade=1, cross_fade=True)
    player.update(0.5)
    assert (sink.fade, pose.fade, other.fade) == (0.5, 0.5, 1) and not other.leaving
    player.update(1)
    player.update(0)
    assert player.playbacks == (other, pose)
    player.play("Sink", cross_fade=True, **layer)
    player.update(0)
    assert pose.active and not other.active


def test_between_two_playbacks_the_others_stay(player: pavane.Player) -> None:
    sink, pose, move = player.play("Sink"), player.play("Pose"), player.play("Move")
    player.cross_fade(sink, pose, 1)
    assert pose.fade == 0  # Just started.
    player.update(0.5)
    assert (sink.fade, pose.fade, move.fade) == (0.5, 0.5, 1)
    player.cross_fade(None, move, seconds=1)
    player.update(1)
    player.update(0)
    assert player.playbacks == (move,)


def test_from_a_layer_above_what_it_hides_is_uncovered(player: pavane.Player) -> None:
    pose, sink = player.play("Pose"), player.play("Sink", priority=1)
    player.update(0)
    player.cross_fade(sink, pose, 1)
    assert pose.fade == 0  # Hidden.
    for step in range(1, 5):
        player.update(0.25)
        assert x(player) == pytest.approx(-5 + 9 * step / 4)
        assert pose.effective_weight + sink.effective_weight == pytest.approx(1)


def test_taps_that_interrupt_each_other_never_fail(player: pavane.Player) -> None:
    player.play("Pose")
    player.update(0)
    for tap in range(200):
        before = x(player)
        newest = player.play(("Sink", "Move", "Pose")[tap % 3], mode=pavane.PlayMode.LOOP, fade=0.3, cross_fade=True)
        player.update(0)
        assert x(player) == pytest.approx(before, abs=1e-4) and len(player.playbacks) <= 16
        player.update(0.2)
        assert sum(one.effective_weight for one in player.playbacks) == pytest.approx(1)
    player.update(1)
    player.update(0)
    assert player.playbacks == (newest,)


def test_counted_loops_and_passes_are_told(player: pavane.Player) -> None:
    move = player.play("Move", loop_count=2, owner="Cube")
    player.update(1.25)
    assert (move.loops, move.loop_count, move.ratio, move.finished, move.owner) == (1, 2, 0.25, False, "Cube")
    player.update(5)
    assert (move.loops, move.ratio, move.finished) == (2, 1, True)
    assert x(player) == 24
    assert player.play("Sink").owner is None


def test_what_cannot_fade_is_refused(player: pavane.Player) -> None:
    sink = player.play("Sink")
    for seconds in -1, math.nan, math.inf:
        with pytest.raises(ValueError, match="finite and not negative"):
            sink.fade_out(seconds)
        with pytest.raises(ValueError, match="a fade of"):
            player.play("Sink", fade=seconds)
    with pytest.raises(ValueError, match="curve: 4 is no FadeCurve"):
        sink.fade_in(1, 4)
    other = pavane.Player(pavane.Scene(player.scene.document)).play("Sink")
    with pytest.raises(ValueError, match="no playback of this player"):
        player.cross_fade(sink, other)
    sink.stop()
    with pytest.raises(pavane.NotFoundError, match="has ended"):
        sink.fade_in(1)
    with pytest.raises(pavane.NotFoundError, match="has ended"):
        player.cross_fade(None, sink, 1)


# ---- At the edges ----


def _three_loops() -> pavane.Document:
    line = [[pavane.Key(0, 1, pavane.Interpolation.LINEAR), pavane.Key(24, 1, pavane.Interpolation.LINEAR)]]
    builder = pavane.Builder()
    builder.add_node("Node", elements=[("location", pavane.ElementKind.TRANSLATE, (0, 0, 0))])
    for name in ("Steps", "Run", "Turn"):
        builder.add_clip(name, play_mode=pavane.PlayMode.LOOP)
        builder.add_channel(name, "Node", "location", line)
    builder.add_event("Steps", "foot", 12)
    return builder.finish()


@pytest.mark.parametrize("steps", [[0.25], [0.1, 0.1], [0.05] * 5])
def test_what_has_faded_out_does_not_come_back_with_a_fade_from_all(steps: list[float]) -> None:
    player = pavane.Player(pavane.Scene(_three_loops()))
    fired: list[str] = []
    player.add_event_callback(lambda event: fired.append(event.name))
    player.play("Steps")
    player.update(0.1)
    player.play("Run", fade=0.2, cross_fade=True)
    for seconds in steps:
        player.update(seconds)
    player.play("Turn", fade=2.0, cross_fade=True)
    for _ in range(8):
        player.update(0.1)
    assert [playback.clip.name for playback in player.playbacks] == ["Run", "Turn"]
    assert "foot" not in fired


@pytest.mark.parametrize("additive", [False, True])
@pytest.mark.parametrize("between", [None, 0.0, 0.1])
def test_a_full_player_keeps_the_whole_weight(additive: bool, between: float | None) -> None:
    player = pavane.Player(pavane.Scene(_three_loops()), playback_capacity=2)
    player.play("Steps", additive=additive)
    player.update(0.1)
    for name in ("Run", "Turn", "Steps"):
        player.play(name, fade=0.3, cross_fade=True, additive=additive)
        if between is not None:
            player.update(between)
            assert sum(playback.fade for playback in player.playbacks) == pytest.approx(1.0)
    player.update(0.1)
    assert sum(playback.fade for playback in player.playbacks) == pytest.approx(1.0)
