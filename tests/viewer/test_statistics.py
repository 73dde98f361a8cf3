# SPDX-License-Identifier: MIT
"""The statistics: parts of an update that are measured apart, and what they are parts of."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.viewer.conftest import GOLDEN, SMALL, Viewer, Window

# Each of up to four numbers is rounded to a thousandth of a millisecond.
ROUNDING = 4 * 0.0005


def read(path: Path) -> tuple[dict[str, float], dict[str, int]]:
    times, counts = {}, {}
    for line in path.read_text().splitlines():
        label, value = line.strip().split(": ")
        if value.endswith(" ms"):
            times[label] = float(value.removesuffix(" ms"))
        else:
            counts[label] = int(value)
    return times, counts


def check_times(times: dict[str, float]) -> None:
    assert list(times) == ["frame", "update", "sampling", "posing", "deforming", "drawing"]
    assert min(times.values()) >= 0
    assert times["sampling"] + times["posing"] + times["deforming"] <= times["update"] + ROUNDING
    assert times["update"] + times["drawing"] <= times["frame"] + ROUNDING


def test_the_parts_are_there_and_sum_to_no_more_than_the_whole(viewer: Viewer, tmp_path: Path) -> None:
    path = tmp_path / "statistics.txt"
    viewer.good(GOLDEN / "demo.pav", "--frames", "1..12", "--size", "64x64", "--statistics-file", path)
    times, counts = read(path)
    check_times(times)
    # Thousands of points are deformed here: work that a clock sees.
    assert times["deforming"] > 0.02 and times["sampling"] > 0 and times["posing"] > 0
    assert counts["pictures measured"] == 10  # Neither the first nor the last, which no other follows.
    assert counts["vertices"] > 10000 and counts["clips"] > 3


def test_a_window_writes_them_when_it_is_closed(open_window: Callable[..., Window], tmp_path: Path) -> None:
    path = tmp_path / "statistics.txt"
    window = open_window("--clip", "Wave", "--statistics", "--statistics-file", str(path))
    window.wait_for_title("Wave")
    window.press("space")
    window.wait_for_title(r"Wave, frame [\d.]+, paused")
    window.press("q")
    assert window.end() == 0
    check_times(read(path)[0])


def test_a_file_that_cannot_be_written_is_told_of(viewer: Viewer) -> None:
    message = viewer.bad(SMALL, "--frames", "1..2", "--size", "64x64", "--statistics-file", "/nowhere/a.txt")
    assert message == "pavane-viewer: /nowhere/a.txt: cannot be written: No such file or directory"


@pytest.mark.parametrize("option", ["--statistics", "--press=S"])
def test_a_picture_tells_no_times(viewer: Viewer, tmp_path: Path, option: str) -> None:
    paths = [tmp_path / "1_%d.png", tmp_path / "2_%d.png"]
    for path in paths:
        viewer.good(SMALL, "--frames", "1..4", "--size", "320x240", "--screenshot", path, option)
    assert all(
        Path(str(paths[0]) % frame).read_bytes() == Path(str(paths[1]) % frame).read_bytes()
        for frame in range(1, 5)
    )


