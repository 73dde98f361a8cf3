# SPDX-License-Identifier: MIT
"""The size of the steps does not show through the package: whether a second is one step or a thousand, the
same events come in the same order, and the same playbacks are left at the same moments."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pavane
import pytest

EventKind = pavane.EventKind
FadeCurve = pavane.FadeCurve
PlayMode = pavane.PlayMode

HISTORIES = 100
SECONDS = 6
CLIPS = {"A": (32, (0, 8, 32)), "B": (32, (5, 16, 27)), "C": (16, (0, 7, 16)), "D": (48, (1, 24, 48))}
"""Ends of clips of a second or so, and frames of their events."""
EVENTS = "x", "y", "z"
SPEEDS = 1.0, 2.0, 0.5, -1.0, -2.0, -0.5, 0.0, 4.0


@pytest.fixture(scope="module")
def document() -> pavane.Document:
    builder = pavane.Builder()
    builder.add_node("Box")
    for name, (end, frames) in CLIPS.items():
        clip = builder.add_clip(name, fps=32, frame_end=end)
        for event, frame in zip(EVENTS, frames, strict=True):
            builder.add_event(clip, event, frame)
    return builder.finish()


class Run:
    """One history; all that it does is drawn from its seed.  It tells names and states in `words`, and times
    and fades in `moments`."""

    def __init__(self, document: pavane.Document, seed: int, exact: bool) -> None:
        self.chance, self.exact = random.Random(seed), exact
        scene = pavane.Scene(document, apply_capacity=64)
        self.player = pavane.Player(scene, transition_capacity=64, event_capacity=4096)
        for i, name in enumerate(CLIPS):
            self.player.add_event(name, "added", ratio=0.25 * i)
        self.numbers: dict[pavane.Playback | None, int] = {}
        self.words: list[tuple[object, ...]] = []
        self.moments: list[float] = []

    # ---- Chance ----

    def number(self, largest: float) -> float:
        """Exact ones are whole parts of 16, so that many moments are the same."""
        return largest * (self.chance.randrange(17) / 16 if self.exact else self.chance.random())

    def speed(self) -> float:
        if self.exact:
            return self.chance.choice(SPEEDS)
        return self.number(6) - 3 if self.chance.randrange(8) else 0.0

    def fade(self) -> float:
        return self.number(2) if self.chance.randrange(4) else 0.0

    def curve(self) -> pavane.FadeCurve:
        return self.chance.choice(list(FadeCurve))

    def mode(self) -> pavane.PlayMode:
        return self.chance.choice(list(PlayMode))

    def transition(self) -> pavane.Transition:
        """At the end, a ratio or an event, to another clip or to nothing."""
        moment = self.chance.randrange(3)
        return pavane.Transition(
            self.chance.choice(list(CLIPS)) if self.chance.randrange(5) else None,
            ratio=self.number(1) if moment == 1 else None,
            event=self.chance.choice([*EVENTS, "added"]) if moment == 2 else None,
            fade=self.fade(),
            curve=self.curve(),
            mode=self.mode(),
            speed=self.speed(),
            start=self.number(2) - 0.5,
            loop_count=self.chance.randrange(3),
        )

    # ---- What a program does ----

    def play_something(self) -> None:
        self.player.play(
            self.chance.choice(list(CLIPS)),
            mode=self.mode(),
            speed=self.speed(),
            start=self.number(2) - 0.5,
            loop_count=self.chance.randrange(3),
            fade=self.fade(),
            curve=self.curve(),
            cross_fade=self.chance.random() < 0.5,
            paused=self.chance.randrange(8) == 0,
            then=self.transition() if self.chance.randrange(3) else None,
        )

    def change_something(self) -> None:
        one, other = self.chance.choices(self.player.playbacks, k=2)
        match self.chance.randrange(8):
            case 0:
                one.fade_out(self.fade(), self.curve())
            case 1:
                source = one if self.chance.random() < 0.5 else None
                self.player.cross_fade(source, other, self.fade(), self.curve())
            case 2:
                one.speed = self.speed()
            case 3:
                one.seek(self.number(2), fire=self.chance.random() < 0.5)
            case 4:
                one.paused = self.chance.random() < 0.5
            case 5:
                one.add_transition(self.transition())
            case 6:
                one.fade_in(self.fade(), self.curve())
            case 7:
                other.stop()

    def act(self) -> None:
        playing = len(self.player.playbacks)
        if playing == 0 or (playing < 24 and self.chance.random() < 0.5):
            self.play_something()
        else:
            self.change_something()

    def live(self, steps: int) -> None:
        for _ in range(SECONDS):
            for _ in range(self.chance.randrange(4)):
                self.act()
            direction = 1 if self.chance.randrange(8) else -1
            if direction < 0:  # Who stands at an end tells so before he is taken back from there.
                self.player.update(0)
            for _ in range(steps):
                self.player.update(direction / steps)
            self.note()
        assert self.player.event_overflow == 0

    # ---- What is told ----

    def name(self, playback: pavane.Playback | None) -> int:
        """Its number among all that were told of."""
        return self.numbers.setdefault(playback, len(self.numbers))

    def note(self) -> None:
        """Events, then what is left after what has ended is taken away."""
        self.player.update(0)
        for event in iter(self.player.poll_event, None):
            number, clip = self.name(event.playback), event.clip and event.clip.name
            self.words.append((event.kind, event.name, number, clip, event.backwards))
            self.moments.append(event.time)
        for one in self.player.playbacks:
            self.words.append(("left", self.name(one), one.clip.name, one.leaving, one.finished))
            self.moments += [one.time, one.fade]
        self.words.append(("second",))


def compare(document: pavane.Document, seed: int, exact: bool, counts: tuple[int, ...]) -> Counter[object]:
    """How many events of each kind were told, how many seconds and what was left after them."""
    runs = [Run(document, seed, exact) for _ in counts]
    for run, steps in zip(runs, counts, strict=True):
        run.live(steps)
        assert run.words == runs[0].words, f"seed {seed}, {steps} steps a second"
        # Each of 6,000 steps may round a clock of some seconds in its last bit, and speeds are at most 3.
        np.testing.assert_allclose(run.moments, runs[0].moments, rtol=0, atol=0 if exact else 1e-11)
    return Counter(word[0] for word in runs[0].words)


@pytest.mark.parametrize(
    ("exact", "counts"),
    [
        pytest.param(False, (1, 24, 1000), id="any numbers"),
        # Many events, ends of fades and transitions lie at the very same moment, and at ends of steps.
        pytest.param(True, (1, 32, 1024), id="the same moments"),
    ],
)
def test_the_size_of_the_steps_does_not_show(
    document: pavane.Document, exact: bool, counts: tuple[int, ...]
) -> None:
    told: Counter[object] = Counter()
    for seed in range(HISTORIES):
        told += compare(document, seed, exact, counts)
    assert all(told[kind] > HISTORIES / 4 for kind in EventKind if kind != EventKind.SKIPPED), told
    assert told["left"] > 5 * HISTORIES
