# SPDX-License-Identifier: MIT
"""What the examples share: a sphere, and a main that shows a scene in a window, in a picture or in numbers.

./dev python runtime/examples/NAME.py                        a window
./dev python runtime/examples/NAME.py PICTURE.png SECONDS    a picture of that moment
./dev python runtime/examples/NAME.py --print                numbers, a line each quarter of a second
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

import pavane

Vector = Sequence[float]

SEGMENTS, RINGS = 24, 12


def sphere() -> tuple[list[Vector], list[list[int]]]:
    """Points of a sphere of radius 1, which are its normals too, and its polygons, from the lower pole up."""

    def number(ring: int, segment: int) -> int:
        if ring in (0, RINGS):
            return 0 if ring == 0 else SEGMENTS * (RINGS - 1) + 1
        return 1 + (ring - 1) * SEGMENTS + segment % SEGMENTS

    points: dict[int, Vector] = {}
    polygons = []
    for ring in range(RINGS + 1):
        for segment in range(SEGMENTS):
            across, around = math.pi * ring / RINGS, 2 * math.pi * segment / SEGMENTS
            place = math.sin(across) * math.cos(around), math.sin(across) * math.sin(around), -math.cos(across)
            points[number(ring, segment)] = array("f", place)
            corners = [(ring, segment), (ring, segment + 1), (ring + 1, segment + 1), (ring + 1, segment)]
            if ring < RINGS:
                polygons.append(list(dict.fromkeys(number(*corner) for corner in corners)))
    return [points[i] for i in range(len(points))], polygons


def standing(height: float) -> list[tuple[str, pavane.ElementKind, Vector]]:
    """The elements of a node that stands that high above the ground."""
    return [("location", pavane.ElementKind.TRANSLATE, (0, 0, height))]


def usage(file: str = "") -> SystemExit:
    """`file` is what a program takes first."""
    return SystemExit(f"usage: {Path(sys.argv[0]).name} {file}{' ' if file else ''}[--print | PICTURE.png SECONDS]")


def take_seconds(text: str, file: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise usage(file) from None
    if not 0 <= seconds < math.inf:
        raise usage(file)
    return seconds


def run(
    player: pavane.Player,
    describe: Callable[[], Sequence[float]],
    seconds: float,
    update: Callable[[float], object] | None = None,
    click: Callable[[], object] | None = None,
    below_player: bool = False,
    file: str = "",
) -> None:
    """`describe` gives the numbers of a moment, `seconds` is how long they are printed.  `update` stands in place of
    the player's; `below_player`: it does without the player, of which no clip plays.  `file` is what it took first."""
    step = update or player.update
    if sys.argv[1:] == ["--print"]:
        for i in range(int(4 * seconds) + 1):
            step(0.25 if i else 0)
            print(" ".join([f"{0.25 * i:.2f}", *(f"{number:.4f}" for number in describe())]))
        return
    if len(sys.argv) not in (1, 3) or sys.argv[1:2] and sys.argv[1].startswith("-"):
        raise usage(file)
    left = take_seconds(sys.argv[2], file) if len(sys.argv) == 3 else 0
    while left > 0:
        step(min(left, 0.25))
        left -= 0.25
    picture = sys.argv[1] if len(sys.argv) == 3 else None
    pavane.view(player, update=update, click=click, rest=below_player, screenshot=picture)
