# SPDX-License-Identifier: MIT
"""The real window, driven by real key presses; its title says what it shows."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.viewer.conftest import SMALL, Viewer, Window, shown

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


def test_without_opengl_3_3_a_picture_is_refused(viewer: Viewer) -> None:
    old = Viewer(viewer.program, viewer.display, {"MESA_GL_VERSION_OVERRIDE": "2.1"})
    assert old.bad(SMALL, "--screenshot", "none.png").startswith("pavane-viewer: OpenGL 3.3 is needed")


def test_without_opengl_3_3_the_window_says_so(viewer: Viewer, tmp_path: Path) -> None:
    if not shutil.which("xdotool"):
        pytest.skip("xdotool is not installed")
    window = Window(Viewer(viewer.program, viewer.display, {"MESA_GL_VERSION_OVERRIDE": "2.1"}))
    try:
        window.wait_for(lambda: "text" if shown(window, tmp_path).std() > 10 else "")
        window.press("space")
        assert window.end() == 1
        assert window.process.stderr is not None
        assert window.process.stderr.read().startswith("pavane-viewer: OpenGL 3.3 is needed")
    finally:
        window.close()


def test_the_list_is_scrolled_and_clicked(open_window: Callable[..., Window], tmp_path: Path) -> None:
    """Two rows have room: Wave and Smile, then Smile and Bounce."""
    window = open_window("--clip", "Wave", "--paused")
    window.wait_for_title("Wave, frame 1, paused")
    window.tool("mousemove", "--window", window.identity, "80", "37", "click", "5", "click", "1")
    window.wait_for_title("Smile, frame 10, paused")
    window.tool("mousemove", "--window", window.identity, "80", "61", "click", "1")
    window.wait_for_title("Bounce, frame 1, paused")
    window.tool("mousemove", "--window", window.identity, "80", "37", "click", "4", "click", "1")
    window.wait_for_title("Wave, frame 1, paused")


def test_the_wheel_over_the_list_does_not_zoom(open_window: Callable[..., Window], tmp_path: Path) -> None:
    def scene() -> bytes:
        return shown(window, tmp_path)[:140, 245:].tobytes()

    window = open_window("--clip", "Wave", "--paused")
    window.wait_for_title("Wave, frame 1, paused")
    window.wait_for(lambda: "drawn" if len(set(scene())) > 8 else "")
    before = scene()
    window.tool("mousemove", "--window", window.identity, "80", "37", "click", "5", "click", "1")
    window.wait_for_title("Smile, frame 10, paused")
    window.press("1")
    window.wait_for_title("Wave, frame 1, paused")
    window.wait_for(lambda: "same" if scene() == before else "")
    window.tool("mousemove", "--window", window.identity, "280", "120", "click", "5")
    window.wait_for(lambda: "zoomed" if scene() != before else "")
