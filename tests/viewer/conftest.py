# SPDX-License-Identifier: MIT
"""A display that is no screen, and the viewer in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
SMALL = GOLDEN / "small.pav"  # clips Wave (a bone, 1 to 25), Smile (a shape key), Bounce (an object)


PATIENCE = 60.0  # seconds: a software renderer on a busy machine


@dataclass(frozen=True)
class Viewer:
    program: Path
    display: str
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "DISPLAY": self.display, "LIBGL_ALWAYS_SOFTWARE": "1", **self.variables}

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


def shown(window: Window, folder: Path) -> np.ndarray:
    """What is to be seen in a window."""
    path = folder / "window.png"
    command = ["import", "-window", window.identity, str(path)]

    def read() -> str:
        """A window that has just been made may not be there to be read yet."""
        ran = subprocess.run(command, env=window.environment, capture_output=True)
        return "" if ran.returncode else "read"

    window.wait_for(read)
    return read_png(path)


class Window:
    def __init__(self, viewer: Viewer, *options: str, file: Path = SMALL) -> None:
        self.file = file
        self.environment = viewer.environment
        self.process = subprocess.Popen([viewer.program, file, "--size", "320x240", *options],
                                        env=self.environment, stderr=subprocess.PIPE, text=True)
        self.identity = ""
        self.identity = self.wait_for(lambda: self.tool("search", "--name", "small.pav").split("\n")[0])

    def tool(self, *arguments: str) -> str:
        ran = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True)
        return ran.stdout.strip()

    def wait_for(self, look: Callable[[], str]) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if found := look():
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited in vain; the window is called {self.title!r}")

    @property
    def title(self) -> str:
        name = self.tool("getwindowname", self.identity) if self.identity else ""
        return name.removeprefix(f"{self.file}: ")

    def wait_for_title(self, pattern: str) -> re.Match[str]:
        found: list[re.Match[str]] = []

        def look() -> str:
            match = re.fullmatch(pattern, self.title)
            found[:] = [match] if match else []
            return "found" if match else ""

        self.wait_for(look)
        return found[0]

    def press(self, *keys: str) -> None:
        """Once the window has drawn something: before that it cannot have the keyboard."""
        self.tool("windowfocus", self.identity)
        self.tool("key", *keys)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()

    def end(self) -> int:
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def open_window(viewer: Viewer) -> Iterator[Callable[..., Window]]:
    if not shutil.which("xdotool"):
        pytest.skip("xdotool is not installed")
    # A window needs the keyboard; tests that run side by side have displays of their own, one per process.
    windows: list[Window] = []

    def open_one(*options: str, file: Path = SMALL) -> Window:
        windows.append(Window(viewer, *options, file=file))
        return windows[-1]

    yield open_one
    for window in windows:
        window.close()
