# SPDX-License-Identifier: MIT
"""Seconds and frames at rates that are no whole numbers, and loops of whole frames."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pavane
import pytest
from pavane import Builder, Key, Keys

LOOP = 24
RATES = [(24, 1.0), (25, 1.0), (24, 1.001), (30, 1.001), (60, 1.001), (60, 10.0), (24000, 1001.0), (30000, 1001.0)]


def build(fps: int, fps_base: float, start: float) -> pavane.Document:
    """A ball whose x is its frame."""
    builder = Builder(fps=fps, fps_base=fps_base)
    builder.add_node("Ball")
    builder.add_clip("Loop", play_mode=pavane.PlayMode.LOOP)
    ends = [Key(frame, frame, interpolation=pavane.Interpolation.LINEAR) for frame in (start, start + LOOP)]
    builder.add_channel("Loop", "Ball", "location", [Keys(tuple(ends))])
    return builder.finish()


def ratio(fps: int, fps_base: float) -> Fraction:
    """Seconds of a frame; the base as the file holds it."""
    return Fraction(float(np.float32(fps_base))) / fps


@pytest.mark.parametrize(("fps", "fps_base"), RATES)
def test_seconds_are_those_of_the_ratio(fps: int, fps_base: float) -> None:
    clip = build(fps, fps_base, -3.25).clips[0]
    assert clip.fps == fps and clip.fps_base == np.float32(fps_base)
    assert clip.duration == float(LOOP * ratio(fps, fps_base))
    for k in range(5000):
        frame = -3.25 + k / 2
        assert clip.seconds(frame) == float(Fraction(k, 2) * ratio(fps, fps_base))
        assert clip.frame(clip.seconds(frame)) == frame


@pytest.mark.parametrize(("fps", "fps_base"), RATES)
@pytest.mark.parametrize("start", [1.0, -3.25, 0.5])
def test_a_loop_shows_each_frame_once(fps: int, fps_base: float, start: float) -> None:
    scene = pavane.Scene(build(fps, fps_base, start))
    player = pavane.Player(scene)
    player.play("Loop")
    step, seen = float(ratio(fps, fps_base)), []
    for k in range(10 * LOOP):
        player.update(step if k else 0.0)
        seen.append(scene.world_matrix("Ball")[12])
    assert seen == [start + i for i in range(LOOP)] * 10
