# SPDX-License-Identifier: MIT
"""The window shows its file anew when that changes, and keeps what it shows when the file is broken."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pavane_format import reader, writer
from pavane_format.model import Document, MaterialInput

from tests.viewer.conftest import SMALL, Window, shown


def painted(color: tuple[float, float, float]) -> bytes:
    """The small scene in one colour; its third clip is called after the colour."""
    document: Document = reader.read(SMALL.read_bytes())
    for material in document.scene.materials:
        material.unlit, material.alpha_mode, material.double_sided = True, "opaque", True
        material.inputs = [MaterialInput("base_color", np.array(color, np.float32))]
    document.clips[2].name = f"Bounce {color[0]:g}"
    return writer.write(document)


def replace(path: Path, data: bytes) -> None:
    """At once, as an exporter does it."""
    beside = path.with_suffix(".new")
    beside.write_bytes(data)
    os.replace(beside, path)


def share(picture: np.ndarray, channel: int) -> float:
    """How much of the picture is purely of one channel."""
    others = np.delete(picture, channel, axis=2)
    return float(((picture[:, :, channel] > 200) & (others.max(axis=2) < 40)).mean())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.pav"
    path.write_bytes(painted((1, 0, 0)))
    return path


def wait_for_color(window: Window, folder: Path, channel: int) -> None:
    window.wait_for(lambda: "there" if share(shown(window, folder), channel) > 0.01 else "")


@pytest.mark.parametrize("write", [replace, Path.write_bytes], ids=["replaced", "rewritten"])
def test_a_changed_file_is_shown_at_the_same_moment(
    open_window: Callable[..., Window],
    tmp_path: Path,
    file: Path,
    write: Callable[[Path, bytes], object],
) -> None:
    window = open_window("--clip", "Wave", "--frame", "5", "--paused", "--hud", "off", file=file)
    window.wait_for_title("Wave, frame 5, paused")
    wait_for_color(window, tmp_path, 0)
    write(file, painted((0, 0, 1)))
    wait_for_color(window, tmp_path, 2)
    assert share(shown(window, tmp_path), 0) == 0
    assert window.title == "Wave, frame 5, paused"
    window.press("3")
    window.wait_for_title(r"Bounce 0, frame 1, paused")


def test_the_camera_stays(open_window: Callable[..., Window], tmp_path: Path, file: Path) -> None:
    window = open_window("--clip", "Wave", "--paused", "--hud", "off", "--yaw", "100", "--no-grid", file=file)
    wait_for_color(window, tmp_path, 0)
    before = shown(window, tmp_path)
    replace(file, painted((0, 0, 1)))
    wait_for_color(window, tmp_path, 2)
    after = shown(window, tmp_path)
    assert np.array_equal(before[:, :, 0] > before[:, :, 1] + 100, after[:, :, 2] > after[:, :, 1] + 100)


def test_a_broken_file_leaves_the_last_good_one(
    open_window: Callable[..., Window], tmp_path: Path, file: Path
) -> None:
    window = open_window("--clip", "Wave", "--frame", "5", "--paused", "--hud", "off", file=file)
    window.wait_for_title("Wave, frame 5, paused")
    wait_for_color(window, tmp_path, 0)
    whole = shown(window, tmp_path)
    replace(file, painted((0, 0, 1))[:-7])
    window.wait_for_title(r"Wave, frame 5, paused \(the file cannot be shown\)")
    window.wait_for(lambda: "" if np.array_equal(shown(window, tmp_path), whole) else "told")
    told = shown(window, tmp_path)
    assert share(told, 0) > 0.01
    assert not np.array_equal(told[85:140], whole[85:140])  # in several lines
    assert np.array_equal(told[140:], whole[140:])  # the message is at the top
    replace(file, painted((0, 0, 1)))
    wait_for_color(window, tmp_path, 2)
    assert window.title == "Wave, frame 5, paused"
    window.press("q")
    assert window.end() == 0 and window.process.stderr is not None
    lines = window.process.stderr.read().splitlines()
    assert len(lines) == 1 and lines[0].startswith(f"the file has changed and cannot be shown: {file}: ")


def test_it_stops_watching_on_request(
    open_window: Callable[..., Window], tmp_path: Path, file: Path
) -> None:
    window = open_window("--clip", "Wave", "--paused", "--hud", "off", "--no-watch", file=file)
    wait_for_color(window, tmp_path, 0)
    replace(file, painted((0, 0, 1)))
    with pytest.raises(subprocess.TimeoutExpired):
        window.process.wait(timeout=2)
    assert share(shown(window, tmp_path), 0) > 0.01
