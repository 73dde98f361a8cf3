# SPDX-License-Identifier: GPL-3.0-or-later
"""How far an export is: told on standard output, where the Blender that has started it reads it."""
from __future__ import annotations

import re
import time

INTERVAL = 0.5  # seconds between two lines, so that a short export says nothing
_LINE = re.compile(r"pavane: +(\d+) % (.*)")


class Progress:
    def __init__(self) -> None:
        self._told = time.monotonic()
        self._part = 0.0
        self._doing = ""

    def at(self, part: float, doing: str) -> None:
        """How much of the whole is done, 0 to 1, and what comes now."""
        self._part, self._doing = part, doing
        self._tell(doing)

    def frame(self, frame: float) -> None:
        """Of what is being done: the frame that Blender evaluates."""
        self._tell(f"{self._doing}, frame {frame:g}")

    def _tell(self, doing: str) -> None:
        now = time.monotonic()
        if now - self._told >= INTERVAL:
            self._told = now
            print(line(self._part, doing), flush=True)


def line(part: float, doing: str) -> str:
    return f"pavane: {100 * part:3.0f} % {doing}"


def read(text: str) -> tuple[float, str] | None:
    """What a line says, if it is one of these."""
    found = _LINE.fullmatch(text)
    return (int(found[1]) / 100, found[2]) if found else None
