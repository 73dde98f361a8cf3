# SPDX-License-Identifier: MIT
"""A display that is no screen, and the viewer in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
SMALL = GOLDEN / "small.pav"  # clips Wave (a bone, 1 to 25), Smile (a shape key), Bounce (an object)


@dataclass(frozen=True)
class Viewer:
    program: Path
    display: str

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.display, "LIBGL_ALWAYS_SOFTWARE": "1"}

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.program, *arguments], env=self.environment, capture_output=True, text=True, timeout=120
        )

    def good(self, *arguments: str | Path) -> str:
        ran = self.run(*arguments)
        assert ran.returncode == 0, ran.stderr
        assert ran.stderr == ""
        return ran.stdout

    def bad(self, *arguments: str | Path) -> str:
        """The one line that it fails with."""
        ran = self.run(*arguments)
        assert ran.returncode == 1, ran.stderr
        assert ran.stdout == ""
        lines = ran.stderr.splitlines()
        assert len(lines) == 1, ran.stderr
        return lines[0]

    def picture(self, folder: Path, *arguments: str | Path, size: str = "200x150") -> np.ndarray:
        path = folder / "picture.png"
        self.good(SMALL, "--screenshot", path, "--size", size, *arguments)
        return read_png(path)


def read_png(path: Path) -> np.ndarray:
    """Rows of pixels of red, green and blue."""
    size = subprocess.run(["identify", "-format", "%w %h", path], capture_output=True, text=True, check=True)
    width, height = map(int, size.stdout.split())
    bytes_ = subprocess.run(["convert", path, "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout
    return np.frombuffer(bytes_, np.uint8).reshape(height, width, 3)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """The server itself looks for a free number, so that tests may run side by side."""
    if not shutil.which("Xvfb"):
        pytest.skip("Xvfb is not installed")
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x1024x24", "-nolisten", "tcp",
         "-noreset"],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as numbers:
        number = numbers.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture(scope="session")
def viewer(build_folder: Path, display: str) -> Viewer:
    program = build_folder / "pavane-viewer"
    if not program.is_file():
        pytest.fail(f"{program} is missing: ./dev build")
    return Viewer(program, display)
