# SPDX-License-Identifier: MIT
"""The real window, driven by real key presses; its title says what it shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from tests.viewer.conftest import SMALL, Viewer

PATIENCE = 60.0  # seconds: a software renderer on a busy machine

# What a window manager sends when the window's cross is clicked.
CLOSE = """
import ctypes, struct, sys
x = ctypes.CDLL("libX11.so.6")
x.XOpenDisplay.restype = ctypes.c_void_p
x.XInternAtom.restype = ctypes.c_ulong
display = ctypes.c_void_p(x.XOpenDisplay(None))
protocols, delete = (x.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
window = int(sys.argv[1])
event = struct.pack("@iLiPLLi5l", 33, 0, 1, display.value, window, protocols, 32, delete, 0, 0, 0, 0)
x.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), event.ljust(192, bytes(1)))
x.XCloseDisplay(display)
"""


class Window:
    def __init__(self, viewer: Viewer, *options: str) -> None:
        self.environment = viewer.environment
        self.process = subprocess.Popen([viewer.program, SMALL, "--size", "320x240", *options],
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
        return name.removeprefix(f"{SMALL}: ")

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

    def end(self) -> int:
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def open_window(viewer: Viewer) -> Iterator[Callable[..., Window]]:
    if not shutil.which("xdotool"):
        pytest.skip("xdotool is not installed")
    # A window needs the keyboard; tests that run side by side have displays of their own, one per process.
    windows: list[Window] = []

    def open_one(*options: str) -> Window:
        windows.append(Window(viewer, *options))
        return windows[-1]

    yield open_one
    for window in windows:
        if window.process.poll() is None:
            window.process.kill()
            window.process.wait()
        if window.process.stderr:
            window.process.stderr.close()


def test_it_plays_and_space_pauses(open_window: Callable[..., Window]) -> None:
    window = open_window("--clip", "Wave")
    window.wait_for_title("Wave")
    window.press("space")
    window.wait_for_title(r"Wave, frame [\d.]+, paused")
    window.press("space")
    window.wait_for_title("Wave")


def test_arrows_step_whole_frames(open_window: Callable[..., Window]) -> None:
    window = open_window("--clip", "Wave", "--frame", "5", "--paused")
    window.wait_for_title("Wave, frame 5, paused")
    window.press("Right")
    window.wait_for_title("Wave, frame 6, paused")
    window.press("Left", "Left")
    window.wait_for_title("Wave, frame 4, paused")


def test_keys_choose_the_clip(open_window: Callable[..., Window]) -> None:
    window = open_window("--clip", "Wave", "--paused")
    window.wait_for_title("Wave, frame 1, paused")
    window.press("3")
    window.wait_for_title("Bounce, frame 1, paused")
    window.press("Prior")
    window.wait_for_title("Smile, frame 10, paused")
    window.press("bracketright")
    window.wait_for_title("Bounce, frame 1, paused")


def test_the_time_bar_is_dragged(open_window: Callable[..., Window]) -> None:
    window = open_window("--clip", "Wave", "--paused")
    window.wait_for_title("Wave, frame 1, paused")
    window.tool("mousemove", "--window", window.identity, "160", "192", "mousedown", "1")
    window.wait_for_title(r"Wave, frame 1[23](\.\d+)?, paused")
    window.tool("mousemove", "--window", window.identity, "318", "192")
    window.wait_for_title("Wave, frame 25, paused")
    window.tool("mouseup", "1")


@pytest.mark.parametrize("key", ["q", "Escape"])
def test_it_quits(open_window: Callable[..., Window], key: str) -> None:
    window = open_window("--clip", "Wave")
    window.wait_for_title("Wave")
    window.press("h", key)
    assert window.end() == 0


def test_closing_the_window_ends_it(open_window: Callable[..., Window]) -> None:
    window = open_window("--clip", "Wave", "--paused")
    window.wait_for_title("Wave, frame 1, paused")
    subprocess.run([sys.executable, "-c", CLOSE, window.identity], env=window.environment, check=True)
    assert window.end() == 0
