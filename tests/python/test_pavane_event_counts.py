# SPDX-License-Identifier: MIT
"""Counts of events through the package against closed forms, over 100,000 random histories of modes, speeds,
steps and seeks.

All times are whole ticks, and every number is exact: the closed forms are about integers alone.  A second,
the clip's duration D, is 2^27 ticks.
"""

from __future__ import annotations

from collections import Counter
from operator import attrgetter
from typing import Any

import numpy as np
import pavane

EventKind = pavane.EventKind
PlayMode = pavane.PlayMode

HISTORIES = 100_000
STEPS = 8
AT_A_TIME = 16
D = 1 << 27
SPEED_UNIT = 128
"""The parts of a speed of 1.  All steps are multiples of it, so that a clip moves by whole ticks."""

KINDS = [(EventKind.MARKER, name) for name in ("start", "half", "end")]
KINDS += [(EventKind.LOOPED, "looped"), (EventKind.FINISHED, "finished")]
TOLD = attrgetter("playback", "kind", "name")
START, HALF, END, LOOPED, FINISHED = range(len(KINDS))

Integers = np.ndarray[Any, np.dtype[np.int64]]
Booleans = np.ndarray[Any, np.dtype[np.bool_]]


# ---- Chance ----


class Histories:
    """What happens in each: a clip is played, and sought before some steps.  16 share their steps."""

    def __init__(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.modes = chance.integers(0, len(PlayMode), HISTORIES)
        self.loop_counts = chance.integers(0, 3, HISTORIES)
        speeds = [SPEED_UNIT, 1, 64, 256, 50 * SPEED_UNIT]
        self.speeds = chance.choice(speeds, HISTORIES, p=[0.24, 0.24, 0.24, 0.24, 0.04])
        self.speeds *= chance.choice([-1, 1], HISTORIES)
        self.starts = random_times(chance, (HISTORIES,))
        choices = chance.integers(0, 6, (STEPS, HISTORIES))
        self.is_sought, self.fires = choices < 2, choices == 1
        self.sought_times = random_times(chance, (STEPS, HISTORIES))
        steps = [D, D // 2, D // 4, D // 60 // 128 * 128, 128, 0, D // 8, 3 * D // 2, 128 * 1000]
        self.steps = chance.choice(steps, (STEPS, HISTORIES // AT_A_TIME))
        self.steps[chance.integers(0, 200, self.steps.shape) == 0] = 10 * D


def random_times(chance: np.random.Generator, shape: tuple[int, ...]) -> Integers:
    """Many of them are moments of events."""
    places = chance.choice([0, D // 2, D, D // 4, -D // 2, 3 * D // 2, -D, 2 * D], shape)
    anywhere = chance.integers(-D // 2, 3 * D // 2, shape)
    return np.where(chance.integers(0, 12, shape) < 8, places, anywhere)


# ---- The closed form ----


def ceiling(a: Integers, b: int) -> Integers:
    return -(-a // b)


class ClosedForm:
    """Of all histories at once.  A playback's range is from `first` to `last`, counted in passes."""

    def __init__(self, of: Histories) -> None:
        self.turns = of.modes == PlayMode.PING_PONG
        self.loops = self.turns | (of.modes == PlayMode.LOOP)
        self.ends_once = of.modes == PlayMode.ONCE
        self.endless = self.loops & (of.loop_counts == 0)
        self.forwards = of.speeds > 0
        first = np.where(self.forwards, of.starts // D, ceiling(of.starts, D) - of.loop_counts)
        self.first = np.where(self.loops, first, 0)
        self.last = np.where(self.loops, first + of.loop_counts, 1)
        self.at = of.starts
        self.departed, self.told_finish, self.shown_end, self.gone = np.zeros((4, HISTORIES), np.bool_)
        self.counts = np.zeros((len(KINDS), HISTORIES), np.int64)

    def seek(self, sought: Booleans, to: Integers, fires: Booleans) -> None:
        sought = sought & ~self.gone
        fires = fires & sought
        self._depart(fires, np.where(to == self.at, self.forwards, to > self.at))
        self._go(fires, to)
        self.at = np.where(sought, to, self.at)
        self.departed = self.departed | sought
        self.told_finish = self.told_finish & (~sought | self._is_finished())
        self.shown_end = self.shown_end & ~sought

    def step(self, by: Integers) -> None:
        """Of once, what has shown its end is taken away before anything moves."""
        self.gone = self.gone | (self.ends_once & self.shown_end)
        moves, to = ~self.gone, self.at + by
        self._depart(moves, np.where(by == 0, self.forwards, by > 0))
        self._go(moves, to)
        low, high = np.minimum(self.at, to), np.maximum(self.at, to)
        touches = self.endless | ((high >= self.first * D) & (low <= self.last * D))
        self.departed = self.departed | (moves & touches)
        self.at = np.where(moves, to, self.at)
        self.shown_end = self._is_finished()
        self.counts[FINISHED] += moves & self.shown_end & ~self.told_finish
        self.told_finish = self.shown_end

    def _is_finished(self) -> Booleans:
        over = np.where(self.forwards, self.at >= self.last * D, self.at <= self.first * D)
        return np.where(self.endless, False, over)

    def _depart(self, which: Booleans, forwards: Booleans) -> None:
        """What lies at the very time that it departs from, in the pass that it goes into, or at an end of the
        range in the only one there is."""
        end, rest = self.at // D, self.at % D
        inside = self.endless | ((self.at >= self.first * D) & (self.at <= self.last * D))
        which = which & ~self.departed & inside
        into_first = ~self.endless & (end == self.first)
        into_last = ~self.endless & (end == self.last)
        starts = np.where(self.turns, end % 2 == 0, into_first | (forwards & ~into_last))
        self.counts[HALF] += which & (rest == D // 2)
        self.counts[START] += which & (rest == 0) & starts
        self.counts[END] += which & (rest == 0) & ~starts

    def _go(self, which: Booleans, to: Integers) -> None:
        """Pass k shows the half once.  Turning, the end k is the clip's start when k is even."""
        first, last = self.first, self.last
        half = self._count(to, D // 2, D, first, last - 1)
        start = self._count(to, 0, D, first, last - 1)
        end = self._count(to, D, D, first, last - 1)
        even = self._count(to, 0, 2 * D, ceiling(first, 2), last // 2)
        odd = self._count(to, D, 2 * D, ceiling(first - 1, 2), (last - 1) // 2)
        between = self._count(to, 0, D, first + 1, last - 1)
        self.counts[START] += which * np.where(self.turns, even, start)
        self.counts[HALF] += which * half
        self.counts[END] += which * np.where(self.turns, odd, end)
        self.counts[LOOPED] += which * self.loops * between

    def _count(self, to: Integers, offset: int, period: int, low: Integers, high: Integers) -> Integers:
        """How many k from `low` to `high` have offset + k * period in (at, to], or backwards in [to, at)."""
        onwards = to >= self.at
        first = np.where(onwards, (self.at - offset) // period + 1, ceiling(to - offset, period))
        last = np.where(onwards, (to - offset) // period, ceiling(self.at - offset, period) - 1)
        first = np.where(self.endless, first, np.maximum(first, low))
        last = np.where(self.endless, last, np.minimum(last, high))
        return np.where(last >= first, last - first + 1, 0)


def expect(of: Histories) -> tuple[Integers, Booleans]:
    """The counts by history and kind, and which playbacks are active after each step."""
    form = ClosedForm(of)
    active = np.empty((STEPS, HISTORIES), np.bool_)
    for k in range(STEPS):
        form.seek(of.is_sought[k], of.sought_times[k], of.fires[k])
        form.step(np.repeat(of.steps[k], AT_A_TIME) // SPEED_UNIT * of.speeds)
        active[k] = ~form.gone
    return form.counts.T, active


# ---- Playing ----


def new_player() -> pavane.Player:
    """The clip "Beat" has events at its start, its half and its end, and two that are never reached."""
    builder = pavane.Builder()
    builder.add_node("Box")
    beat = builder.add_clip("Beat", fps=24, frame_start=10, frame_end=34)
    for name, frame in ("before", 9), ("start", 10), ("half", 22), ("end", 34), ("after", 35):
        builder.add_event(beat, name, frame)
    return pavane.Player(pavane.Scene(builder.finish()), playback_capacity=AT_A_TIME, event_capacity=1 << 16)


def play_some(player: pavane.Player, of: Histories, which: slice) -> list[pavane.Playback]:
    columns = of.modes[which], of.speeds[which] / SPEED_UNIT, of.starts[which] / D, of.loop_counts[which]
    return [
        player.play("Beat", mode=PlayMode(mode), speed=speed, start=start, loop_count=loop_count)
        for mode, speed, start, loop_count in zip(*(column.tolist() for column in columns), strict=True)
    ]


def seek_some(playbacks: list[pavane.Playback], of: Histories, step: int, which: slice) -> None:
    times, fires = (of.sought_times[step, which] / D).tolist(), of.fires[step, which].tolist()
    for i in np.flatnonzero(of.is_sought[step, which]).tolist():
        if playbacks[i].active:
            playbacks[i].seek(times[i], fire=fires[i])


def count_events(
    player: pavane.Player, of: Histories, which: slice
) -> tuple[list[list[int]], list[list[bool]]]:
    """The counts by history and kind, and which playbacks are active by step."""
    playbacks = play_some(player, of, which)
    told: Counter[tuple[pavane.Playback, pavane.EventKind, str]] = Counter()
    active = []
    for step in range(STEPS):
        seek_some(playbacks, of, step, which)
        player.update(of.steps[step, which.start // AT_A_TIME] / D)
        told.update(map(TOLD, iter(player.poll_event, None)))
        active.append([playback.active for playback in playbacks])
    player.stop()
    counts = [[told[(playback, *kind)] for kind in KINDS] for playback in playbacks]
    assert told.total() == sum(sum(row) for row in counts)
    return counts, active


def test_counts_equal_the_closed_form() -> None:
    histories = Histories(seed=16)
    expected, expected_active = expect(histories)
    counted, active = np.empty_like(expected), np.empty_like(expected_active)
    player = new_player()
    for first in range(0, HISTORIES, AT_A_TIME):
        which = slice(first, first + AT_A_TIME)
        counted[which], active[:, which] = count_events(player, histories, which)
    assert player.event_overflow == 0
    wrong = np.flatnonzero((counted != expected).any(axis=1))
    assert [(i, PlayMode(histories.modes[i]), counted[i], expected[i]) for i in wrong[:5]] == []
    np.testing.assert_array_equal(active, expected_active)
    assert (counted.sum(axis=0) > HISTORIES / 2).all() and np.count_nonzero(~active[-1]) > HISTORIES / 10
