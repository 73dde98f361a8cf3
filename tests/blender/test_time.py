# SPDX-License-Identifier: MIT
"""Test 15 of CASES.md: rates that are no whole numbers, ranges, and loops that have exactly the frames that they have."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pavane
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402

RATES = ("24/1.001", "30/1.001", "60/1.001", "60/10", "25", "24000/1001")
SPANS = {"Cycle": (1, 25), "Cycle of keys": (-11.5, 12.5), "Below zero": (-30, -6), "Part": (10.5, 34.5),
         "Wider": (-2.25, 21.75), "Keys": (-7.5, 16.25)}
LOOPS = ("Cycle", "Cycle of keys", "Below zero")
LOOP = 24  # frames of each of them
LIMIT = 1e-6  # of a place, over the larger of 1 and it: Blender computes in float32


@dataclass
class Exported:
    files: dict[str, Path]  # by rate
    seen: dict[str, Any]

    def scene(self, rate: str) -> pavane.Scene:
        return pavane.Scene(pavane.Document(self.files[rate]))

    def frame_length(self, rate: str) -> Fraction:
        """In seconds, of Blender's own numbers."""
        fps, base = self.seen["rates"][rate]
        return Fraction(base) / fps

    def places(self, name: str) -> np.ndarray:
        """(half frames, 2): frame and x in Blender."""
        return np.array(self.seen["places"][name])


@pytest.fixture(scope="module")
def exported(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("time")
    blend, out = folder / "time.blend", folder / "seen.json"
    done = blender.run(["--python", HERE / "scenes" / "time_scene.py", "--", blend, out])
    assert done.returncode == 0, done.stdout + done.stderr
    files = {}
    for i, rate in enumerate(RATES):
        files[rate] = folder / f"{i}.pav"
        done = blender.run([blend, "--python", corpus.COMMAND, "--", files[rate], "--scene", rate])
        assert done.returncode == 0, done.stdout + done.stderr
    return Exported(files, json.loads(out.read_text()))


def x_of(scene: pavane.Scene, name: str) -> float:
    return scene.world_matrix(name)[12]


def differs(x: float, blender: float) -> bool:
    return abs(x - blender) > LIMIT * max(1.0, abs(blender))


# ---- Rates ----


@pytest.mark.parametrize("rate", RATES)
def test_15_the_rate_is_blenders_own_to_the_last_bit(exported: Exported, rate: str) -> None:
    document = pavane.Document(exported.files[rate])
    assert {clip.name for clip in document.clips} == set(SPANS)
    for clip in document.clips:
        assert [clip.fps, clip.fps_base] == exported.seen["rates"][rate]
    assert [document.scene.fps, document.scene.fps_base] == exported.seen["rates"][rate]


@pytest.mark.parametrize("rate", RATES)
def test_15_seconds_are_the_nearest_to_that_rate(exported: Exported, rate: str) -> None:
    for clip in pavane.Document(exported.files[rate]).clips:
        start, end = SPANS[clip.name]
        length = Fraction(end) - Fraction(start)
        assert clip.duration == float(length * exported.frame_length(rate))
        for frame, _ in exported.places(clip.name):
            assert clip.seconds(frame) == float((Fraction(frame) - Fraction(start)) * exported.frame_length(rate))
            assert clip.frame(clip.seconds(frame)) == frame


def test_15_whole_numbers_make_the_standards_rate_exact(exported: Exported) -> None:
    clip = pavane.Document(exported.files["24000/1001"]).clip("Cycle")
    assert clip.duration == 1.001
    blenders = pavane.Document(exported.files["24/1.001"]).clip("Cycle").duration
    assert blenders == float(np.float32(1.001)) and 0 < blenders - 1.001 < 5e-8


# ---- Ranges ----


@pytest.mark.parametrize("name", SPANS)
def test_15_a_range_is_the_manual_one_or_that_of_the_keys(exported: Exported, name: str) -> None:
    """Of fractional and negative frames, too; the scene's preview range has no say in it."""
    clip = pavane.Document(exported.files["25"]).clip(name)
    assert (clip.frame_start, clip.frame_end) == SPANS[name]
    assert clip.play_mode == (pavane.PlayMode.LOOP if name in LOOPS else pavane.PlayMode.STAY)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("name", SPANS)
def test_15_at_its_seconds_each_half_frame_is_blenders(exported: Exported, name: str, rate: str) -> None:
    scene = exported.scene(rate)
    player, clip = pavane.Player(scene), scene.document.clip(name)
    playback = player.play(name, mode=pavane.PlayMode.STAY)
    wrong = []
    for frame, shown in exported.places(name):
        playback.time = clip.seconds(frame)
        player.update(0.0)
        if differs(x_of(scene, name), shown):
            wrong.append((frame, shown, x_of(scene, name)))
    assert wrong == []


# ---- Loops ----


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("name", LOOPS)
def test_15_a_loop_shows_each_of_its_frames_once(exported: Exported, name: str, rate: str) -> None:
    """A hundred periods in steps of a frame: the last frame is the first one of the next period."""
    scene = exported.scene(rate)
    player, step = pavane.Player(scene), float(exported.frame_length(rate))
    player.play(name)
    shown = exported.places(name)[::2, 1]
    assert len(shown) == LOOP + 1 and shown[0] == shown[-1]
    wrong = []
    for k in range(100 * LOOP):
        player.update(step if k else 0.0)
        if differs(x_of(scene, name), shown[k % LOOP]):
            wrong.append(k)
    assert wrong == []


@pytest.mark.parametrize("rate", RATES)
def test_15_a_period_is_as_long_as_its_frames_and_its_seam_does_not_jump(exported: Exported, rate: str) -> None:
    scene = exported.scene(rate)
    player, period = pavane.Player(scene), LOOP * exported.frame_length(rate)
    playback = player.play("Cycle")
    first = exported.places("Cycle")[0, 1]
    for passes in (1, 2, 1000, 86400):
        for nudge in (-1e-6, 0.0, 1e-6):
            playback.time = float(passes * period) + nudge
            player.update(0.0)
            assert abs(x_of(scene, "Cycle") - first) < 1e-3  # it moves by less than 40 a second
