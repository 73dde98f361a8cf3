# SPDX-License-Identifier: MIT
"""A large file: the window is there at once and tells how much of it is loaded."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pavane_format import reader, writer
from pavane_format.model import Image

from tests.viewer.conftest import SMALL, Viewer, Window
from tests.viewer.test_window import CLOSE


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """SMALL with 160 MB of images that nothing shows."""
    document = reader.read(SMALL.read_bytes())
    data = b"\x89PNG\r\n\x1a\n" + random.Random(1).randbytes(10000) * 1000
    document.images = [Image(f"Image {i}", data=data, width=8, height=8) for i in range(16)]
    path = tmp_path_factory.mktemp("large") / "small.pav"
    path.write_bytes(writer.write(document))
    return path


def test_the_window_tells_how_much_is_loaded(open_window: Callable[..., Window], large: Path) -> None:
    window = open_window("--clip", "Wave", "--paused", file=large)
    told: list[int] = []

    def look() -> str:
        title = window.title
        if match := re.fullmatch(r"loading, (\d+) %", title):
            told.append(int(match[1]))
        return title if title == "Wave, frame 1, paused" else ""

    window.wait_for(look)
    assert told and told == sorted(told) and told[0] < 100


def test_closing_it_meanwhile_is_no_failure(open_window: Callable[..., Window], large: Path) -> None:
    window = open_window(file=large)
    subprocess.run([sys.executable, "-c", CLOSE, window.identity], env=window.environment, check=True)
    assert window.end() == 0
    assert window.process.stderr is not None and window.process.stderr.read() == ""


def test_a_file_that_is_not_valid_closes_the_window(viewer: Viewer, tmp_path: Path) -> None:
    path = tmp_path / "broken.pav"
    path.write_bytes(SMALL.read_bytes()[:-1])
    assert viewer.bad(path).startswith(f"pavane-viewer: {path}: ")
