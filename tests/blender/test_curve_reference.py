# SPDX-License-Identifier: MIT
"""The reference of the curves against numbers that were worked out by hand or in rational numbers, or seen in
Blender."""
from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from curve_reference import CurveReference  # noqa: E402
from hard_curves import curve, function, modifier, stepped  # noqa: E402
from random_curves import GROUPS  # noqa: E402


def values(made: dict, *times: float) -> list[float]:
    reference = CurveReference(made)
    return reference.rounded(reference.evaluate(np.array(times))).tolist()


# ---- Bezier segments, in rational numbers ----

def cubic(points: tuple[Fraction, ...], s: Fraction) -> Fraction:
    while len(points) > 1:
        points = tuple(a + (b - a) * s for a, b in zip(points, points[1:]))
    return points[0]


def exact_bezier(made: dict, time: float) -> float:
    """The time halved in rational numbers until nothing is left of it."""
    keys = made["keys"]
    i = int(np.searchsorted(keys["time"], time, side="right")) - 1
    start, end = Fraction(keys["time"][i]), Fraction(keys["time"][i + 1])
    value, last = Fraction(keys["value"][i]), Fraction(keys["value"][i + 1])

    def handle(pair: list[float], at: Fraction, of: Fraction) -> tuple[Fraction, Fraction]:
        run, rise = Fraction(pair[0]) - at, Fraction(pair[1]) - of
        shorter = min(Fraction(1), (end - start) / abs(run)) if run else Fraction(1)
        return at + run * shorter, of + rise * shorter

    right, left = handle(keys["right"][i], start, value), handle(keys["left"][i + 1], end, last)
    low, high = Fraction(0), Fraction(1)
    for _ in range(80):
        middle = (low + high) / 2
        if cubic((start, right[0], left[0], end), middle) < Fraction(time):
            low = middle
        else:
            high = middle
    return float(cubic((value, right[1], left[1], last), low))


@pytest.mark.parametrize("name", [name for name in GROUPS if name.startswith("bezier")])
def test_bezier_segments_are_exact(name: str) -> None:
    chance = Random(name)
    for _ in range(10):
        made = GROUPS[name](chance)
        first, last = made["keys"]["time"][0], made["keys"]["time"][-1]
        times = [chance.uniform(first, last) for _ in range(5)]
        size = max(1.0, np.abs(made["keys"]["value"]).max())
        for time, value in zip(times, values(made, *times)):
            assert value == pytest.approx(exact_bezier(made, time), abs=1e-10 * size)


def test_a_stationary_point_is_exact() -> None:
    made = curve(((0, 0), (10, 4)), "BEZIER", right=(10, 8), left=(-10, 0))
    assert values(made, 5.0) == [0.375 * 8 + 0.375 * 4 + 0.125 * 4]


# ---- Rules, as all three Blenders show them ----

def test_the_snap_is_a_ten_thousandth_of_a_frame() -> None:
    made = curve(((-10, 5), (0, 0), (10, 10000)))
    assert values(made, 9.9e-5, 2e-4) == [0.0, pytest.approx(0.2)]


def test_of_duplicate_keys_the_one_that_halving_meets_first_counts() -> None:
    made = curve(((0, 0), (5, 1), (5, 2), (5, 3), (10, 4)), "CONSTANT")
    assert values(made, 5.0, 5.001) == [2.0, 3.0]


@pytest.mark.parametrize("mode, wanted", [("REPEAT", [1, 1, 4, 4]), ("REPEAT_OFFSET", [-2, 1, 7, 10]),
                                          ("MIRROR", [4, 1, 1, 4])])
def test_a_seam_after_the_keys_is_the_last_key_and_one_before_the_first(
        mode: str, wanted: list[float]) -> None:
    cycles = modifier("CYCLES", mode_before=mode, mode_after=mode, cycles_before=0, cycles_after=0)
    assert values(curve(((1, 1), (11, 4)), modifiers=[cycles]), -9, 1, 21, 31) == wanted


def test_steps_are_cut_toward_their_offset() -> None:
    made = curve(((-100, -100), (100, 100)), modifiers=[stepped(4, 1)])
    assert values(made, -5, -2.5, 0, 4.9, 5) == [-3, 1, 1, 1, 5]


def test_a_step_of_nothing_stays_at_its_offset() -> None:
    assert values(curve(((0, 0), (10, 10)), modifiers=[stepped(0, 3)]), 0, 5, 9) == [3, 3, 3]


def test_logarithms_and_roots_that_are_not_positive_are_left_out() -> None:
    ramp = ((0, 0), (10, 10))
    assert values(curve(ramp, modifiers=[function("LN", 0, 1, True)]), 5) == [5]
    assert values(curve(ramp, modifiers=[function("SQRT", 0, 0, False)]), 5) == [0]


def test_samples_before_frame_0_are_taken_as_blender_takes_them() -> None:
    samples = [[-2, 10], [-1, 20], [0, 50], [1, 60]]
    made = {**curve(()), "samples": samples}
    assert values(made, -3, -2, -1.75, -1, -0.5, 0.25, 0.99995, 2) == [10, 10, 22.5 + 5, 20, 55, 52.5,
                                                                       pytest.approx(59.9995), 60]


def test_whole_numbers_are_rounded_and_steps_hold() -> None:
    points = ((0, 0.4), (10, 5.5), (20, 2.5))
    assert values(curve(points, property="whole"), 2, 9.9, 10, 20) == [1, 5, 6, 3]
    assert values(curve(points, property="step"), 2, 9.9, 10, 20) == [0, 0, 6, 3]
