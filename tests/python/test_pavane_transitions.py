# SPDX-License-Identifier: MIT
"""Automatic transitions through the package; tests/c/test_transition.c has the rest."""

from __future__ import annotations

import pavane
import pytest

FadeCurve = pavane.FadeCurve
PlayMode = pavane.PlayMode
Transition = pavane.Transition


@pytest.fixture
def player() -> pavane.Player:
    """ "Attack" takes x from 0 to 24 in a second, with an event "hit" at 6; "Idle" stands at 100."""
    builder = pavane.Builder()
    builder.add_node("Box")
    attack = builder.add_clip("Attack", play_mode=PlayMode.ONCE, fps=24, frame_end=24)
    builder.add_channel(attack, "Box", "location", [[(0, 0.0), (24, 24.0)]])
    builder.add_event(attack, "hit", 6)
    idle = builder.add_clip("Idle", play_mode=PlayMode.LOOP, fps=24, frame_end=24)
    builder.add_channel(idle, "Box", "location", [100.0])
    return pavane.Player(pavane.Scene(builder.finish()))


def x(player: pavane.Player) -> float:
    return player.scene.world_matrix("Box")[12]


def test_attack_and_at_a_ratio_back_to_idle_is_one_call(player: pavane.Player) -> None:
    attack = player.play("Attack", then=Transition("Idle", ratio=0.75, fade=0.5))
    player.update(0.75)
    assert attack.active and len(player.playbacks) == 2
    player.update(0.25)
    idle = player.playbacks[1]
    assert (idle.clip.name, idle.fade, attack.fade, idle.time) == ("Idle", 0.5, 0.5, 0.25)
    assert x(player) == pytest.approx(24 * 0.5 + 50)
    player.update(0.5)
    player.update(0)
    assert player.playbacks == (idle,) and x(player) == 100


@pytest.mark.parametrize(
    ("transition", "expected"),
    [(Transition("Idle"), 1.0), (Transition(1, event="hit"), 0.25), (Transition(None, ratio=0.5), 0.5)],
)
def test_it_begins_at_the_end_a_ratio_or_an_event(
    player: pavane.Player, transition: pavane.Transition, expected: float
) -> None:
    attack = player.play("Attack")
    attack.add_transition(transition)
    player.update(expected - 0.01)
    assert not attack.leaving and len(attack.transitions) == 1
    player.update(0.02)
    assert attack.leaving and attack.transitions == ()


def test_transitions_are_read_back_and_cleared(player: pavane.Player) -> None:
    attack = player.play("Attack", paused=True)
    given = Transition("Idle", event="hit", fade=1.0, curve=FadeCurve.SMOOTH, mode=PlayMode.STAY, speed=2.0, start=0.5)
    attack.add_transition(given)
    attack.add_transition(Transition(player.scene.document.clip("Idle"), ratio=0.5, loop_count=3))
    first, second = attack.transitions
    assert first == given._replace(clip=player.scene.document.clip("Idle"))
    assert (second.ratio, second.event, second.mode, second.loop_count) == (0.5, None, None, 3)
    attack.clear_transitions()
    assert attack.transitions == ()


@pytest.mark.parametrize(
    ("transition", "exception", "message"),
    [
        (Transition("Idel"), KeyError, "no clip 'Idel'; the nearest is 'Idle'"),
        (Transition("Idle", event="hti"), KeyError, 'it has no event "hti"'),
        (Transition("Idle", ratio=2), ValueError, "ratio 2"),
        (Transition("Idle", fade=-1), ValueError, "fade of -1"),
        (Transition("Idle", ratio=0.5, event="hit"), TypeError, "not at both"),
        ("Idle", TypeError, "a Transition is wanted"),
    ],
)
def test_what_cannot_be_is_refused(
    player: pavane.Player, transition: pavane.Transition, exception: type[Exception], message: str
) -> None:
    with pytest.raises(exception, match=message):
        player.play("Attack", then=transition)
    assert player.playbacks == ()
    attack = player.play("Attack")
    with pytest.raises(exception, match=message):
        attack.add_transition(transition)
    attack.stop()
    with pytest.raises(pavane.NotFoundError, match="has ended"):
        attack.add_transition(Transition("Idle"))
