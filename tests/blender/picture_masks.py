# SPDX-License-Identifier: MIT
"""Which object is seen in each pixel, on two sides, and how far they agree."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

BACKGROUND, SAME, THEIRS, OURS, OTHER = (40, 40, 40), (235, 235, 235), (220, 50, 47), (38, 100, 230), (240, 200, 40)
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def node_numbers(nodes: Sequence[Any], objects: Sequence[dict[str, str]]) -> np.ndarray:
    """For node + 1 the number of its object, 0 for none: 1 for the first of `objects`. Copies that a collection
    instance makes have the number of the original."""
    known = {(item["name"], item["library"]): number + 1 for number, item in enumerate(objects)}
    found = [0]
    for node in nodes:
        found.append(known.get((node.name, Path(node.library).name), -1) if node.kind == "object" else 0)
    return np.array(found, np.int64)


def share(one: np.ndarray, other: np.ndarray) -> float:
    """Intersection over union; 1 where neither has a pixel."""
    either = int((one | other).sum())
    return int((one & other).sum()) / either if either else 1.0


class Masks:
    """Numbers of objects, 0 for none: `theirs` is what Blender shows."""

    def __init__(self, theirs: np.ndarray, ours: np.ndarray, names: Sequence[str]) -> None:
        self.theirs, self.ours, self.names = theirs, ours, list(names)
        self.counted = np.ones(theirs.shape, bool)
        self.left_out: set[int] = set()

    def shares(self, least: int) -> dict[int, float]:
        """Of every object of more than `least` pixels on either side."""
        numbers = {number for side in (self.theirs, self.ours)
                   for number, count in zip(*np.unique(side, return_counts=True)) if number and count > least}
        return {int(number): share((self.theirs == number) & self.counted, (self.ours == number) & self.counted)
                for number in sorted(numbers - self.left_out)}

    def leave_out(self, causes: dict[str, str], bound: float, least: int) -> dict[str, str]:
        """Objects under the bound that have a cause count no more, nor does what lies behind them."""
        found = {}
        for number, value in self.shares(least).items():
            name = self.names[number - 1] if number > 0 else ""
            if value < bound and name in causes:
                found[name] = causes[name]
                self.left_out.add(number)
                self.counted &= (self.theirs != number) & (self.ours != number)
        return found

    def worst(self, least: int) -> tuple[float, str, int]:
        """The smallest share, whose it is, and how many objects have one."""
        shares = self.shares(least)
        if not shares:
            return 1.0, "", 0
        number = min(shares, key=lambda key: shares[key])
        return shares[number], self.names[number - 1] if number > 0 else "unknown", len(shares)

    def silhouette(self) -> float:
        return share((self.theirs != 0) & self.counted, (self.ours != 0) & self.counted)

    def picture(self) -> np.ndarray:
        colors = np.empty((*self.theirs.shape, 3), np.uint8)
        colors[:] = OTHER
        colors[self.theirs == self.ours] = SAME
        colors[(self.theirs == 0) & (self.ours != 0)] = OURS
        colors[(self.theirs != 0) & (self.ours == 0)] = THEIRS
        colors[(self.theirs == 0) & (self.ours == 0)] = BACKGROUND
        colors[~self.counted] //= 2
        return colors


# ---- Colours ----


def encode(linear: np.ndarray) -> np.ndarray:
    """Linear colours as Blender's view transform Standard shows them."""
    linear = np.clip(np.nan_to_num(linear), 0, 1)
    curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.rint(255 * curved).astype(np.uint8)


def decode(shown: np.ndarray) -> np.ndarray:
    value = shown / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def luminance(linear: np.ndarray, shown: np.ndarray, where: np.ndarray) -> tuple[float, float]:
    """The means of both sides in some pixels, of what a screen can show: linear, 0 to 1."""
    if not where.any():
        return 0.0, 0.0
    theirs = np.clip(np.nan_to_num(linear), 0, 1) @ LUMINANCE
    return float(theirs[where].mean()), float((decode(shown) @ LUMINANCE)[where].mean())


def write_png(path: Path, pixels: np.ndarray) -> None:
    height, width, _ = pixels.shape
    subprocess.run(["convert", "-size", f"{width}x{height}", "-depth", "8", "rgb:-", f"png:{path}"],
                   input=np.ascontiguousarray(pixels).tobytes(), check=True)
