# SPDX-License-Identifier: MIT
"""Events through the package; test_pavane_event_counts.py counts them, tests/c/test_event.c has the rest."""

from __future__ import annotations

import gc
import sys
import weakref

import pavane
import pytest

EventKind = pavane.EventKind
PlayMode = pavane.PlayMode


@pytest.fixture
def player() -> pavane.Player:
    """The clip "Beat" lasts a second; it has events at its start, its half and its end."""
    return new_player()


def new_player(**options: int) -> pavane.Player:
    builder = pavane.Builder()
    builder.add_node("Box")
    beat = builder.add_clip("Beat", fps=24, frame_start=0, frame_end=24)
    for name, frame in ("start", 0), ("half", 12), ("end", 24):
        builder.add_event(beat, name, frame)
    return pavane.Player(pavane.Scene(builder.finish()), **options)


def polled(player: pavane.Player) -> list[str]:
    events = []
    while event := player.poll_event():
        events.append(event.name)
    return events


def test_events_are_polled_and_told_once_each_in_order(player: pavane.Player) -> None:
    told: list[pavane.PlayerEvent] = []
    player.add_event_callback(told.append)
    playback = player.play("Beat", mode=PlayMode.LOOP)
    player.update(1.25)
    names = ["start", "half", "end", "looped", "start"]
    assert [event.name for event in told] == names and polled(player) == names
    kinds = [EventKind.MARKER] * 3 + [EventKind.LOOPED, EventKind.MARKER]
    assert [event.kind for event in told] == kinds
    half = told[1]
    assert (half.playback, half.clip, half.index, half.backwards) == (playback, playback.clip, 1, False)
    assert (half.time, half.clip_time, half.skipped) == (0.5, 0.5, 0)
    assert [event.time for event in told] == [0, 0.5, 1, 1, 1] and told[3].index is None
    assert player.poll_event() is None


@pytest.mark.parametrize("steps", [1, 24, 1000])
def test_the_size_of_the_steps_does_not_show(player: pavane.Player, steps: int) -> None:
    """The first gives way at 0.5 and is gone at 0.75; the other runs backwards meanwhile."""
    then = pavane.Transition("Beat", ratio=0.5, fade=0.25, mode=PlayMode.STAY)
    player.play("Beat", mode=PlayMode.LOOP, then=then)
    player.play("Beat", mode=PlayMode.STAY, start=0.875, speed=-1)
    for _ in range(steps):
        player.update(2 / steps)
    assert polled(player) == ["start", "half", "half", "start", "start", "finished", "half", "end", "finished"]


def test_added_events_are_fired_until_they_are_removed(player: pavane.Player) -> None:
    handle = player.add_event("Beat", "late", ratio=0.75)
    player.add_event("Beat", "early", seconds=0.25)
    beat = player.scene.document.clip("Beat")
    assert [event[1:] for event in player.added_events] == [(beat, "early", 0.25), (beat, "late", 0.75)]
    assert player.added_events[1].handle == handle
    player.play("Beat", mode=PlayMode.STAY)
    player.update(1)
    assert polled(player) == ["start", "early", "half", "late", "end", "finished"]
    player.remove_event(handle)
    player.playbacks[0].seek(0, fire=True)
    player.update(0)
    assert polled(player) == ["half", "early", "start"]
    with pytest.raises(TypeError, match="either seconds or ratio"):
        player.add_event("Beat", "x", seconds=0, ratio=0)
    with pytest.raises(ValueError, match="2 seconds into clip"):
        player.add_event("Beat", "x", seconds=2)
    with pytest.raises(KeyError, match="no clip 'Bea'"):
        player.add_event("Bea", "x", seconds=0)


def test_seek_fires_or_not_as_asked(player: pavane.Player) -> None:
    playback = player.play("Beat", mode=PlayMode.LOOP)
    player.update(0)
    polled(player)
    playback.seek(0.75)
    player.update(0)
    assert polled(player) == []
    playback.seek(0.25, fire=True)
    player.update(0)
    assert polled(player) == ["half"]
    playback.time = 0.75
    player.update(0)
    assert polled(player) == []
    with pytest.raises(ValueError, match="finite"):
        playback.seek(float("inf"))
    playback.stop()
    with pytest.raises(pavane.NotFoundError):
        playback.seek(0)


def test_a_callback_may_play_stop_seek_and_remove_itself(player: pavane.Player) -> None:
    def act(event: pavane.PlayerEvent) -> None:
        assert event.playback is not None
        if event.name == "half":
            player.remove_event_callback(handle)
            event.playback.stop()
            player.play("Beat", mode=PlayMode.ONCE, speed=2)

    handle = player.add_event_callback(act)
    player.play("Beat", mode=PlayMode.LOOP)
    player.update(0.75)
    assert polled(player) == ["start", "half"]
    player.update(0.5)
    assert polled(player) == ["start", "half", "end", "finished"]


def test_an_exception_is_raised_when_all_is_fired(player: pavane.Player) -> None:
    told: list[str] = []

    def fail(event: pavane.PlayerEvent) -> None:
        if event.name == "half":
            raise LookupError("at the half")

    player.add_event_callback(fail)
    player.add_event_callback(lambda event: told.append(event.name))
    player.play("Beat", mode=PlayMode.STAY)
    with pytest.raises(LookupError, match="at the half"):
        player.update(1)
    assert told == ["start", "half", "end", "finished"]
    player.update(1)


def test_an_update_inside_an_event_is_refused(player: pavane.Player) -> None:
    def again(event: pavane.PlayerEvent) -> None:
        with pytest.raises(pavane.CallbackError):
            player.update(0.1)
        with pytest.raises(RuntimeError):
            player.close()

    player.add_event_callback(again)
    player.play("Beat")
    player.update(0.25)


def test_capacities_and_overflow_are_told() -> None:
    player = new_player(event_capacity=2, event_callback_capacity=1, added_event_capacity=1)
    player.add_event("Beat", "x", ratio=0.25)
    with pytest.raises(pavane.CapacityError):
        player.add_event("Beat", "y", ratio=0.25)
    player.add_event_callback(print)
    with pytest.raises(pavane.CapacityError):
        player.add_event_callback(print)
    with pytest.raises(TypeError):
        player.add_event_callback(1)  # type: ignore[arg-type]


def test_a_full_queue_counts_what_it_loses() -> None:
    player = new_player(event_capacity=2)
    player.play("Beat", mode=PlayMode.STAY)
    player.update(1)
    assert player.event_overflow == 2 and polled(player) == ["start", "half"]


def test_what_is_too_much_is_skipped(player: pavane.Player) -> None:
    last: list[pavane.PlayerEvent] = []

    def keep(event: pavane.PlayerEvent) -> None:
        last[:] = [event]

    player.add_event_callback(keep)
    player.play("Beat", mode=PlayMode.LOOP)
    player.update(1e6)
    assert last[0].kind is EventKind.SKIPPED and last[0].skipped == 4_000_001 - 65_536
    assert last[0].playback is None and last[0].clip is None


def test_callbacks_do_not_leak() -> None:
    def told(event: pavane.PlayerEvent) -> object:
        return player

    player = new_player()
    player.add_event_callback(told)
    count = sys.getrefcount(told)
    player.play("Beat", mode=PlayMode.LOOP)
    for _ in range(100):
        player.update(0.3)
    assert sys.getrefcount(told) == count
    gone = weakref.ref(told)
    del player, told  # a cycle
    gc.collect()
    assert gone() is None
