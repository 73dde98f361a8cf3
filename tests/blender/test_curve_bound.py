# SPDX-License-Identifier: MIT
"""The bound of the curves, on a part of what `./dev curves` compares; and that the judge finds what is
wrong."""
from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import curve_bound  # noqa: E402
import hard_curves  # noqa: E402
import random_curves  # noqa: E402
from curve_bound import Group  # noqa: E402

RANDOM_PAIRS = 50_000
HARD_PART = 8  # every eighth


@pytest.fixture(scope="module")
def groups(blender, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Group]:
    folder = tmp_path_factory.mktemp("curves")
    pairs = hard_curves.hard_curves()[::HARD_PART] + random_curves.random_curves(RANDOM_PAIRS, seed=2)
    curve_bound.write_curves(folder, pairs)
    ran = blender.run(["--python", HERE / "curves_in_blender.py", "--", folder])
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found = curve_bound.compare(folder, pairs, build_folder)
    print(f"\nBlender {blender.version}\n{curve_bound.table(found)}")
    return found


def test_every_group_is_compared(groups: dict[str, Group]) -> None:
    assert set(random_curves.GROUPS) < set(groups)
    assert sum(group.pairs for group in groups.values()) > 100_000
    assert all(group.judged > 0.5 * group.pairs for group in groups.values())


def test_blender_lies_within_the_reference(groups: dict[str, Group]) -> None:
    assert [found for found in curve_bound.findings(groups) if "Blender" in found] == []


def test_the_runtime_gives_the_reference(groups: dict[str, Group]) -> None:
    assert [found for found in curve_bound.findings(groups) if "runtime" in found] == []


# ---- The judge ----

def judged(runtime_error: float = 0.0, blender_error: float = 0.0, name: str = "linear", **curve) -> Group:
    """Of a ramp from 0 to 100 in ten frames."""
    group = Group(name)
    times = np.array([1.0, 2.5, 5.0])
    made = hard_curves.curve(((0, 0), (10, 100)), **curve)
    values = 10 * times
    curve_bound.judge(group, made, times, values + 100 * blender_error, values + 100 * runtime_error)
    return group


def test_values_of_the_reference_hold() -> None:
    assert judged().broken() == []
    assert judged(runtime_error=0.9e-6, blender_error=0.9e-5).broken() == []


def test_the_judge_finds_a_runtime_that_is_wrong() -> None:
    group = judged(runtime_error=1.1e-6)
    assert group.broken() == ["runtime over 1e-06"] and group.runtime_over == 3


def test_the_judge_finds_a_runtime_that_gives_no_number() -> None:
    assert judged(runtime_error=float("nan")).runtime_error == float("inf")


def test_the_judge_finds_a_blender_that_differs() -> None:
    group = judged(blender_error=2e-5)
    assert group.broken() == ["Blender outside"] and group.outside == 3
    assert group.excess == pytest.approx(2e-5, rel=0.1)


def test_steep_groups_may_miss_by_little_and_seldom() -> None:
    small = judged(blender_error=1e-4, name="bezier auto")
    assert small.broken() == []
    assert judged(blender_error=3e-3, name="bezier auto").broken() == ["Blender outside by 0.002 or more"]
    assert curve_bound.findings({"bezier auto": small}) == [
        "bezier, steep: Blender outside more often than 1 in 10000"]


def test_the_judge_finds_a_curve_that_the_runtime_lacks() -> None:
    group = Group("linear")
    made = hard_curves.curve(((0, 0), (10, 100)))
    curve_bound.judge(group, made, np.array([1.0]), np.array([10.0]), None)
    assert group.broken() == ["not in the runtime yet"]


def test_a_whole_number_may_be_rounded_either_way_only_at_a_tie() -> None:
    group = Group("whole numbers")
    made = hard_curves.curve(((0, 0), (10, 100)), property="whole")
    times = np.array([0.25, 0.25, 0.26])  # 2.5 twice, 2.6
    curve_bound.judge(group, made, times, np.array([2.0, 3.0, 2.0]), np.array([2.0, 3.0, 2.0]))
    assert (group.outside, group.runtime_over) == (1, 1)


def test_poles_and_inexact_seams_are_counted_and_not_judged() -> None:
    tangent = hard_curves.function("TAN", 1, 0, False)
    group = Group("tan")
    pole = float(np.float32(np.pi / 2))
    times = np.array([1.0, pole])
    values = np.array([1.5 * np.tan(1.0) + 0.25, 0.0])
    curve_bound.judge(group, hard_curves.curve((), modifiers=[tangent]), times, values, values)
    assert (group.poles, group.judged, group.broken()) == (1, 1, [])
