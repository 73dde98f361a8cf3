# SPDX-License-Identifier: MIT
"""Keys that leap in time, find clips and count; each also by --press, or an option of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pavane_format import reader, writer
from pavane_format.model import Channel, Clip, Component, Document, Target

from tests.golden.documents import curve
from tests.viewer.conftest import SMALL, Viewer, Window, read_png, shown


def many_clips(folder: Path, count: int) -> Path:
    """Clips that are called Step 000 and so on; the last is Jump and has keys at 1, 4.5, 9 and 25."""
    document: Document = reader.read(SMALL.read_bytes())
    keys: dict[int, list[tuple[float, float]]] = {0: [(1, 0), (9, 1), (25, 0)], 2: [(4.5, 0), (30, 1)]}
    channel = Channel(Target("object", "Ball", element="location"),
                      [Component(i, "curve", curve=curve(keys[i], "linear")) for i in keys])
    names = [f"Step {i:03}" for i in range(count)] + ["Jump"]
    document.clips = [Clip(name, frame_start=1, frame_end=25, channels=[channel]) for name in names]
    path = folder / "small.pav"
    path.write_bytes(writer.write(document))
    return path


def test_up_and_down_go_from_key_to_key(open_window: Callable[..., Window], tmp_path: Path) -> None:
    window = open_window("--clip", "Jump", "--frame", "2", "--paused", file=many_clips(tmp_path, 3))
    window.wait_for_title("Jump, frame 2, paused")
    for key, frame in (("Up", "4.5"), ("Up", "9"), ("Up", "25"), ("Up", "25"), ("Down", "9"), ("Down", "4.5"),
                       ("Down", "1"), ("Down", "1")):
        window.press(key)
        window.wait_for_title(f"Jump, frame {frame}, paused")


def test_first_and_last_frame(open_window: Callable[..., Window]) -> None:
    window = open_window("--clip", "Wave")
    window.wait_for_title("Wave")
    window.press("greater")
    window.wait_for_title("Wave, frame 25, paused")
    window.press("less")
    window.wait_for_title("Wave, frame 1, paused")


def test_a_clip_is_found_by_a_part_of_its_name(open_window: Callable[..., Window], tmp_path: Path) -> None:
    window = open_window("--clip", "Jump", "--paused", file=many_clips(tmp_path, 300))
    window.wait_for_title("Jump, frame 1, paused")
    window.press("slash", "1", "2", "3", "Return")
    window.wait_for_title("Step 123, frame 1, paused")
    window.press("slash", "S", "t", "e", "p", "space", "2", "9", "Down", "Down", "Up", "Return")
    window.wait_for_title("Step 291, frame 1, paused")
    window.press("slash", "x", "x", "Return", "BackSpace", "BackSpace", "j", "u", "Return")
    window.wait_for_title("Jump, frame 1, paused")
    window.press("slash", "1", "Escape", "2")
    window.wait_for_title("Step 001, frame 1, paused")


def test_what_is_typed_can_be_pressed_by_name(viewer: Viewer, tmp_path: Path) -> None:
    path, pictures = many_clips(tmp_path, 30), []
    for option, value in (("--find", "12"), ("--press", "/,1,2"), ("--press", "/,1,3,Backspace,2"),
                          ("--find", "1")):
        picture = tmp_path / "picture.png"
        viewer.good(path, "--clip", "Step 001", "--size", "640x400", "--screenshot", picture,
                    option, value)
        pictures.append(read_png(picture))
    assert np.array_equal(pictures[0], pictures[1])
    assert np.array_equal(pictures[0], pictures[2])
    assert not np.array_equal(pictures[0], pictures[3])


def test_a_key_that_means_nothing_is_told_of(viewer: Viewer) -> None:
    message = viewer.bad(SMALL, "--screenshot", "none.png", "--press", "Enter")
    assert message.startswith('pavane-viewer: no key "Enter"')


def test_statistics_by_option_and_key(viewer: Viewer, tmp_path: Path) -> None:
    by_option = viewer.picture(tmp_path, "--statistics", size="320x240")
    by_key = viewer.picture(tmp_path, "--press", "S", size="320x240")
    plain = viewer.picture(tmp_path, size="320x240")
    assert np.array_equal(by_option, by_key)
    assert (np.abs(by_option.astype(int) - plain).max(axis=2) > 60).mean() > 0.2


@pytest.mark.parametrize("size", ["1280x800", "800x600"])
def test_the_help_sheet_fits_into_the_window(viewer: Viewer, tmp_path: Path, size: str) -> None:
    sheet = viewer.picture(tmp_path, "--press", "H", size=size)
    plain = viewer.picture(tmp_path, size=size)
    rows = np.flatnonzero((np.abs(sheet.astype(int) - plain).max(axis=2) > 30).any(axis=1))
    assert 0 < rows[0] and rows[-1] < int(size.split("x")[1]) - 1


def test_space_plays_again_what_is_over(open_window: Callable[..., Window], tmp_path: Path) -> None:
    def sign() -> bytes:
        return shown(window, tmp_path)[145:170, 28:52].tobytes()

    window = open_window("--clip", "Wave", "--mode", "stay", "--speed", "0.5", "--others", "off")
    window.wait_for_title("Wave")
    window.wait_for(lambda: "drawn" if len(set(sign())) > 8 else "")
    moving = sign()
    window.wait_for(lambda: "over" if sign() != moving else "")
    window.press("space")
    window.wait_for(lambda: "again" if sign() == moving else "")
    assert window.title == "Wave"
