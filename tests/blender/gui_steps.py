# SPDX-License-Identifier: MIT
"""For scripts in a Blender with a window: steps with time between them, keys, the mouse and pictures."""
from __future__ import annotations

import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any, Callable, Iterator

import bpy

FOLDER = Path(sys.argv[sys.argv.index("--") + 1])
LONGEST = 180.0  # seconds that something may take to happen

Steps = Iterator[float]
"""A generator that yields how many seconds Blender may work before it goes on."""


def run(steps: Steps) -> None:
    """Takes the steps and ends Blender; an exception is written to a file, for whoever waits."""
    def step() -> float | None:
        try:
            return next(steps)
        except StopIteration:
            with bpy.context.temp_override(window=window()):
                bpy.ops.wm.quit_blender()
        except BaseException:
            (FOLDER / "failed.txt").write_text(traceback.format_exc())
            os._exit(3)
        return None

    bpy.context.preferences.view.show_splash = False
    bpy.context.preferences.view.filebrowser_display_type = "SCREEN"
    bpy.app.timers.register(step, first_interval=1.0, persistent=True)


def window() -> Any:
    return bpy.context.window_manager.windows[0]


def area(kind: str) -> Any:
    return next((found for found in window().screen.areas if found.type == kind), None)


def until(condition: Callable[[], Any]) -> Steps:
    end = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < end, "it has not happened"
        yield 0.1


def middle(found: Any, region: str = "WINDOW") -> tuple[int, int]:
    inside = next(part for part in found.regions if part.type == region)
    return inside.x + inside.width // 2, inside.y + inside.height // 2


def press(key: str, place: tuple[int, int] | None = None) -> Steps:
    x, y = place or (window().width // 2, window().height // 2)
    window().event_simulate("MOUSEMOVE", "NOTHING", x=x, y=y)
    yield 0.2
    window().event_simulate(key, "PRESS", x=x, y=y)
    window().event_simulate(key, "RELEASE", x=x, y=y)
    yield 0.2


def picture(name: str) -> Steps:
    yield 0.6  # for Blender to draw
    wanted = FOLDER / f"{name}.wanted"
    wanted.touch()
    yield from until(lambda: not wanted.exists())
