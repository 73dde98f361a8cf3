# SPDX-License-Identifier: GPL-3.0-or-later
"""From F-curves to curves of the file."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..pavane_format import model

# Blender's numbers for the interpolations that the runtime evaluates; the easings have others.
INTERPOLATIONS = {0: "constant", 1: "linear", 2: "bezier"}
FRAME_LIMIT = 16777216.0


def read(fcurve: Any) -> model.Curve | None:
    """The F-curve as it is stored; None if it holds something that the runtime does not evaluate."""
    if any(not modifier.mute for modifier in fcurve.modifiers):
        return None
    count = len(fcurve.keyframe_points)
    if not count:
        return None
    points, lefts, rights = (_pairs(fcurve.keyframe_points, name, count)
                             for name in ("co", "handle_left", "handle_right"))
    kinds = np.empty(count, np.int32)
    fcurve.keyframe_points.foreach_get("interpolation", kinds)
    if not np.isin(kinds, list(INTERPOLATIONS)).all():
        return None
    if not all(np.isfinite(array).all() for array in (points, lefts, rights)):
        return None
    times = points[:, 0]
    # Blender looks for keys by halving, so keys out of order play in a way of their own.
    if (np.diff(times) < 0).any() or np.abs(times).max() > FRAME_LIMIT:
        return None
    return model.Curve(times.copy(), points[:, 1].copy(), lefts, rights,
                       [INTERPOLATIONS[kind] for kind in kinds.tolist()], fcurve.extrapolation.lower())


def _pairs(points: Any, name: str, count: int) -> np.ndarray:
    flat = np.empty(count * 2, np.float32)
    points.foreach_get(name, flat)
    return flat.reshape(-1, 2)


def flat_value(curve: model.Curve) -> float | None:
    """The value of a curve that is the same at all times; None for others."""
    value = curve.values[0]
    if (curve.values != value).any():
        return None
    if curve.extrapolation == "linear" or (len(curve.times) > 1 and "bezier" in curve.interpolations):
        if (curve.lefts[:, 1] != value).any() or (curve.rights[:, 1] != value).any():
            return None
    return float(value)


def is_flat(fcurve: Any) -> bool:
    curve = read(fcurve)
    return curve is not None and flat_value(curve) is not None


def evaluate(fcurve: Any, frames: np.ndarray) -> np.ndarray:
    """The F-curve's values as Blender computes them, modifiers included."""
    return np.array([fcurve.evaluate(frame) for frame in frames.tolist()], np.float64)


def component(number: int, fcurve: Any, values: np.ndarray) -> model.Component:
    """A component of a channel: the curve if it can travel, else its values at every frame, `values`."""
    curve = read(fcurve)
    if curve is None:
        return sampled(number, values)
    flat = flat_value(curve)
    if flat is not None:
        return model.Component(number, "constant", flat)
    return model.Component(number, "curve", curve=curve)


def sampled(number: int, values: np.ndarray) -> model.Component:
    samples = values.astype(np.float32)
    if (samples == samples[0]).all():
        return model.Component(number, "constant", float(samples[0]))
    return model.Component(number, "sampled", samples=samples, rate=1)
