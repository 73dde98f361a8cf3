# SPDX-License-Identifier: MIT
"""Random histories of cross-fades through the package: whatever interrupts what, all weights sum to 1."""

from __future__ import annotations

import random
from pathlib import Path

import pavane
import pytest

PLAYBACK = Path(__file__).resolve().parents[2] / "tests" / "c" / "fixtures" / "playback.pav"
FadeCurve = pavane.FadeCurve
PlayMode = pavane.PlayMode

HISTORIES = 2000
STEPS = 25


class History:
    """What is played, and chance."""

    def __init__(self, document: pavane.Document, seed: int) -> None:
        self.chance = random.Random(seed)
        self.player = pavane.Player(pavane.Scene(document))
        self.last = self.player.play("Sink", mode=PlayMode.STAY)
        self.player.update(0)  # Shown, it is faded to from what it is.

    def play_something(self, priority: int, cross_fade: bool) -> None:
        """Once that ends in its fade, clips of one frame, loops, paused ones, backwards."""
        self.last = self.player.play(
            self.chance.choice(["Move", "Sink", "Pose", "Stand"]),
            mode=self.chance.choice(list(PlayMode)),
            speed=self.chance.randint(-4, 4),
            start=self.chance.choice([None, 0.0, 0.5, 1.0]),
            loop_count=self.chance.randrange(3),
            paused=self.chance.random() < 0.2,
            priority=priority,
            fade=self.chance.randrange(4) * 0.4,
            curve=self.chance.choice(list(FadeCurve)),
            cross_fade=cross_fade,
        )

    def play_next(self) -> None:
        """In its layer it takes the place of the last one, in another one a fade between the two does."""
        if self.chance.random() < 0.5:
            self.play_something(self.last.priority, cross_fade=True)
        else:
            last = self.last
            self.play_something(self.chance.randint(-1, 1), cross_fade=False)
            self.cross_fade(last, self.last)

    def cross_fade(self, source: pavane.Playback | None, to: pavane.Playback) -> None:
        seconds, curve = self.chance.randrange(4) * 0.3, self.chance.choice(list(FadeCurve))
        self.player.cross_fade(source, to, seconds, curve)
        self.last = to

    def do_something(self) -> None:
        """From the last one to itself nothing happens; one that is faded to may be leaving."""
        one, other = self.chance.choices(self.player.playbacks, k=2)
        match self.chance.randrange(6):
            case 0 if len(self.player.playbacks) < 12:
                self.play_next()
            case 1:
                self.cross_fade(None, one)
            case 2:
                self.cross_fade(self.last, other)
            case 3:
                one.priority = self.chance.randint(-2, 2)
                other.loop_count = self.chance.randrange(3)
            case 4:
                one.mode = self.chance.choice([PlayMode.STAY, PlayMode.LOOP, PlayMode.PING_PONG])
        # Nothing fades to nothing, so only a clip that was played once may leave the scene to rest.
        self.last.mode = PlayMode.LOOP


@pytest.fixture(scope="module")
def document() -> pavane.Document:
    return pavane.Document(PLAYBACK)


def test_all_weights_sum_to_1(document: pavane.Document) -> None:
    most, fading = 0, 0
    for seed in range(HISTORIES):
        history = History(document, seed)
        for step in range(STEPS):
            history.do_something()
            history.player.update(0.05 * history.chance.randrange(6))
            playbacks = history.player.playbacks
            total = sum(playback.effective_weight for playback in playbacks)
            assert abs(total - 1) <= 1e-12, (seed, step, total)
            assert all(0 <= playback.fade <= 1 for playback in playbacks), (seed, step)
            most = max(most, len(playbacks))
            fading += any(0 < playback.fade < 1 for playback in playbacks)
    assert most > 4 and fading > HISTORIES * STEPS / 4
