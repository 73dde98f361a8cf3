# SPDX-License-Identifier: MIT
"""Events on the time bar: marks at their moments, and flashes with their names when they are fired.

Wave of `small` has Step at frame 1, Höhe and Step at frame 13, and an event after its end; it lasts from 1 to 25."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.viewer.conftest import SMALL, Viewer, read_png
from tests.viewer.test_python_view import SMALL_SCENE, good

BLUE = (117, 204, 255)  # of marks and flashes
BAR_LEFT, BAR_RIGHT = 34, 606  # of a picture 640 wide
AWAY = ("--distance", "1e6", "--no-grid")  # nothing of the scene is seen


def shown(viewer: Viewer, folder: Path, *options: str, clip: str = "Wave") -> np.ndarray:
    """Where the picture is blue."""
    path = folder / "picture.png"
    viewer.good(SMALL, "--clip", clip, "--others", "off", "--hud", "on", "--size", "640x400", *AWAY, *options,
                "--screenshot", path)
    return blue(path)


def blue(path: Path) -> np.ndarray:
    return np.abs(read_png(path).astype(int) - BLUE).max(axis=2) < 24


def frames(row: np.ndarray) -> list[float]:
    """Where on the bar a row of the picture is blue."""
    columns = np.flatnonzero(row)
    groups = np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1) if len(columns) else []
    return [float(1 + 24 * (group.mean() + 0.5 - BAR_LEFT) / (BAR_RIGHT - BAR_LEFT)) for group in groups]


def marks(picture: np.ndarray) -> list[float]:
    return frames(picture[338])


def flashes(picture: np.ndarray) -> list[float]:
    """Those that are bright: they reach higher than marks."""
    return frames(picture[334])


def names(picture: np.ndarray) -> int:
    """How many rows of names there are above the panel."""
    return sum(bool(picture[top:top + 26].any()) for top in (260, 232, 204))


def test_the_bar_has_a_mark_at_each_event_within_the_clip(viewer: Viewer, tmp_path: Path) -> None:
    picture = shown(viewer, tmp_path, "--frame", "20")
    assert np.allclose(marks(picture), [1, 13], atol=0.1)
    assert flashes(picture) == [] and names(picture) == 0
    assert not shown(viewer, tmp_path, "--frame", "15", clip="Smile").any()


@pytest.mark.parametrize(("press", "flash", "rows"), [
    ("0.45s", [], 0), ("0.46s", [13], 2), ("0.3s,0.15s", [], 0), ("0.3s,0.16s", [13], 2), ("0.46s,0.2s", [], 2),
    ("0.95s", [], 0), ("0.96s", [1], 1), ("0.46s,Space,9s", [13], 2), ("0.46s,2,0.1s", [], 0),
])  # fmt: skip
def test_an_event_flashes_when_it_is_fired_and_not_before(
    viewer: Viewer, tmp_path: Path, press: str, flash: list[float], rows: int
) -> None:
    """From frame 2 to frame 13 it takes 11 / 24 of a second, to the loop's end 23 / 24; a flash is seen well for 0.4."""
    picture = shown(viewer, tmp_path, "--frame", "2", "--press", press)
    assert np.allclose(flashes(picture), flash, atol=0.1) and names(picture) == rows


def test_an_event_at_the_very_start_flashes(viewer: Viewer, tmp_path: Path) -> None:
    picture = shown(viewer, tmp_path, "--press", "0s")
    assert np.allclose(flashes(picture), [1], atol=0.2) and names(picture) == 1


@pytest.mark.parametrize(("press", "flash"), [("Right", []), ("Right,Right", [13]), ("Right,Right,Right", [13]),
                                              (">,Right", []), ("Left", [])])
def test_stepping_to_an_event_fires_it(viewer: Viewer, tmp_path: Path, press: str, flash: list[float]) -> None:
    picture = shown(viewer, tmp_path, "--frame", "11", "--paused", "--press", press)
    assert np.allclose(flashes(picture), flash, atol=0.1)


PROGRAM = SMALL_SCENE + """
heard = []
player.add_event("Wave", "Added", ratio=0.25)
player.add_event_callback(lambda event: heard.append(event.name))
playback = player.play("Wave", mode=pavane.PlayMode.LOOP, start=0.1)
FILL
pavane.view(player, press=sys.argv[2], hud=True, size="640x400", distance=1e6, no_grid=True, screenshot=sys.argv[1])
queue = []
while (event := player.poll_event()) is not None:
    queue.append(event.name)
print(heard, queue)
"""


def test_events_of_the_program_flash_too_and_its_queue_is_left_to_it(viewer: Viewer, tmp_path: Path) -> None:
    told = good(viewer, PROGRAM.replace("FILL", ""), tmp_path / "a.png", "0.16s")
    assert told == "['Added'] ['Added']\n"
    picture = blue(tmp_path / "a.png")
    assert np.allclose(marks(picture), [1, 7, 13], atol=0.3) and np.allclose(flashes(picture), [7], atol=0.1)


def test_frames_that_are_stepped_through_tell_the_program_nothing(viewer: Viewer, tmp_path: Path) -> None:
    told = good(viewer, PROGRAM.replace("FILL", ""), tmp_path / "a.png", "Space,Right,Right,Right,Right,Right,Right")
    assert told == "[] []\n"


def test_without_room_for_a_callback_it_says_so(viewer: Viewer, tmp_path: Path) -> None:
    def notice(count: int) -> np.ndarray:
        fill = f"for _ in range({count}): player.add_event_callback(print)"
        good(viewer, PROGRAM.replace("FILL", fill).replace("Added", "A"), tmp_path / "a.png", "0s")
        return read_png(tmp_path / "a.png")[52:150, 240:].astype(int)

    assert np.abs(notice(7) - notice(0)).max() > 60
    assert np.array_equal(notice(6), notice(0))
