# SPDX-License-Identifier: GPL-3.0-or-later
"""An F-curve that an NLA strip moves in time and plays at another speed."""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..pavane_format import model


@dataclass(eq=False)
class Placed:
    """Of the F-curve's frames `first` stands at `start`, and each lasts `scale` frames; `curve` is it there."""

    fcurve: Any
    start: float
    first: float
    scale: float
    curve: model.Curve

    def evaluate(self, frame: float) -> float:
        return self.fcurve.evaluate(self.first + (frame - self.start) / self.scale)


def place(fcurve: Any, curve: model.Curve | None, start: float, first: float, scale: float) -> Placed | None:
    """`curve` is the F-curve as it is stored; None if it cannot be told for the other frames.

    Keys must stand at frames that float32 holds; handles are rounded to such ones, as Blender rounds the frame itself.
    """
    if curve is None or not _is_free(curve):
        return None

    def moved(frames: np.ndarray) -> np.ndarray:
        return start + (frames.astype(np.float64) - first) * scale

    times = moved(curve.times)
    if (times.astype(np.float32) != times).any() or "sample" in curve.interpolations and (times % 1).any():
        return None
    lefts, rights = curve.lefts.copy(), curve.rights.copy()
    lefts[:, 0], rights[:, 0] = moved(curve.lefts[:, 0]), moved(curve.rights[:, 0])
    return Placed(fcurve, start, first, scale,
                  replace(curve, times=times.astype(np.float32), lefts=lefts, rights=rights))


def _is_free(curve: model.Curve) -> bool:
    """Whether nothing of it but its keys stands at frames of its own."""
    free = all(modifier.kind == "cycles" and "restricted" not in modifier.flags for modifier in curve.modifiers)
    return free and not {"elastic", "bounce"} & set(curve.interpolations)
