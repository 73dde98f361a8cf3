# SPDX-License-Identifier: GPL-3.0-or-later
"""From F-curves to curves of the file."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import bpy
import numpy as np

from ..pavane_format import model
from . import curve_modifiers
from .placed import Placed

# By Blender's numbers.
INTERPOLATIONS = ("constant", "linear", "bezier", "back", "bounce", "circ", "cubic", "elastic", "expo", "quad",
                  "quart", "quint", "sine")
EASINGS = ("auto", "in", "out", "in_out")
FIRST_EASED = INTERPOLATIONS.index("back")
FRAME_LIMIT = 16777216.0
PROBES = (0.313, 0.471, 0.729)  # parts of an interval, at which a curve that is not rounded has no whole number
NEAR = 1e-3  # frames: between such keys nothing is told by looking


def read(fcurve: Any) -> model.Curve | None:
    """The F-curve as it is stored; None if it holds something that the runtime does not evaluate."""
    if isinstance(fcurve, Placed):
        return fcurve.curve
    modifiers = curve_modifiers.read(fcurve)
    if modifiers is None:
        return None
    curve = samples(fcurve) if len(fcurve.sampled_points) else keys(fcurve)
    if curve is None or not len(curve.times) and not modifiers:
        return None
    arrays = (curve.times, curve.values, curve.lefts, curve.rights)
    if not all(np.isfinite(array).all() for array in arrays) or not _are_finite(curve.easings):
        return None
    # Blender looks for keys by halving, so keys out of order play in a way of their own.
    if (np.diff(curve.times) < 0).any() or np.abs(curve.times).max(initial=0.0) > FRAME_LIMIT:
        return None
    curve.modifiers = modifiers
    return curve


def _are_finite(easings: dict[int, model.Easing]) -> bool:
    return all(np.isfinite((easing.back, easing.amplitude, easing.period)).all() for easing in easings.values())


def keys(fcurve: Any) -> model.Curve | None:
    """None if Blender itself does not know an interpolation or easing, as in damaged files."""
    points, lefts, rights = (_pairs(fcurve.keyframe_points, name) for name in ("co", "handle_left", "handle_right"))
    kinds, sides = (_enums(fcurve, name) for name in ("interpolation", "easing"))
    if not _is_known(kinds, INTERPOLATIONS) or not _is_known(sides, EASINGS):
        return None
    return model.Curve(points[:, 0].copy(), points[:, 1].copy(), lefts, rights,
                       [INTERPOLATIONS[kind] for kind in kinds.tolist()], fcurve.extrapolation.lower(),
                       _easings(fcurve.keyframe_points, kinds, sides))


def samples(fcurve: Any) -> model.Curve | None:
    """None where the samples are not at whole frames, one frame apart: Blender makes no such ones."""
    points = _pairs(fcurve.sampled_points, "co")
    times = points[:, 0].astype(np.float64)
    if (times != np.floor(times)).any() or (np.diff(times) != 1).any():
        return None
    return model.Curve(points[:, 0].copy(), points[:, 1].copy(), points, points.copy(), ["sample"] * len(points))


def _is_known(numbers: np.ndarray, names: tuple[str, ...]) -> bool:
    return bool(((numbers >= 0) & (numbers < len(names))).all())


def _easings(points: Any, kinds: np.ndarray, sides: np.ndarray) -> dict[int, model.Easing]:
    """Of the keys whose easing, or what their interpolation reads beside it, is not the usual one."""
    if not (kinds >= FIRST_EASED).any():
        return {}
    backs, amplitudes, periods = (numbers(points, name, np.float32) for name in ("back", "amplitude", "period"))
    usual, found = model.Easing(), {}
    for key in np.flatnonzero(kinds >= FIRST_EASED).tolist():
        shape = {}
        if INTERPOLATIONS[kinds[key]] == "back":
            shape = {"back": float(backs[key])}
        elif INTERPOLATIONS[kinds[key]] == "elastic":
            shape = {"amplitude": float(amplitudes[key]), "period": float(periods[key])}
        easing = model.Easing(EASINGS[sides[key]], **shape)
        if easing != usual:
            found[key] = easing
    return found


def _enums(fcurve: Any, name: str) -> np.ndarray:
    """Blender's numbers. Of a linked action Blender 3.4 would give anything when asked for all at once."""
    points = fcurve.keyframe_points
    if fcurve.id_data.library is None:
        return numbers(points, name, np.int32)
    known = {item.identifier: item.value for item in bpy.types.Keyframe.bl_rna.properties[name].enum_items}
    return np.array([known.get(getattr(point, name), -1) for point in points], np.int32)


def numbers(points: Any, name: str, kind: type) -> np.ndarray:
    array = np.empty(len(points), kind)
    points.foreach_get(name, array)
    return array


def _pairs(points: Any, name: str) -> np.ndarray:
    flat = np.empty(len(points) * 2, np.float32)
    points.foreach_get(name, flat)
    return flat.reshape(-1, 2)


def flat_value(curve: model.Curve) -> float | None:
    """The value of a curve that is the same at all times; None for others."""
    if curve.modifiers or (curve.values != curve.values[0]).any():
        return None
    value, kinds = curve.values[0], set(curve.interpolations)
    if "elastic" in kinds:  # It swings between equal keys, too.
        return None
    if curve.extrapolation == "linear" or (len(curve.times) > 1 and "bezier" in kinds):
        if (curve.lefts[:, 1] != value).any() or (curve.rights[:, 1] != value).any():
            return None
    return float(value)


def is_flat(fcurve: Any) -> bool:
    curve = read(fcurve)
    return curve is not None and flat_value(curve) is not None


def evaluate(fcurve: Any, frames: np.ndarray) -> np.ndarray:
    """The F-curve's values as Blender computes them, modifiers included."""
    return np.array([fcurve.evaluate(frame) for frame in frames.tolist()], np.float64)


@dataclass
class Sampled(model.Component):
    """A component whose rate and samples are not yet known: `refine` finds them."""

    source: Callable[[Any], np.ndarray] | None = None  # the values, (frames,), from samples of the scene
    size: float = 1.0  # what an error is relative to
    is_whole: bool = False  # whole numbers, between which there is nothing
    is_curve: bool = False  # whether its F-curve alone says all, but cannot be told as one


def component(number: int, fcurve: Any, kind: str = "float") -> model.Component:
    """A component of a channel: the curve if it can travel, else one to be sampled; `kind` is the property's."""
    curve = read(fcurve)
    if curve is None:
        return Sampled(number, "sampled", source=lambda samples: evaluate(fcurve, samples.frames), is_curve=True)
    if kind != "float":
        curve.rounding = rounding(fcurve, curve, kind)
    flat = flat_value(curve)
    if flat is not None:
        return model.Component(number, "constant", flat if curve.rounding == "none" else float(np.floor(flat + 0.5)))
    return model.Component(number, "curve", curve=curve)


def rounding(fcurve: Any, curve: model.Curve, kind: str) -> str:
    """What Blender makes of the curve's values, which no property of it tells.

    Blender rounds those of whole numbers, and holds those of booleans from key to key; but only if it has looked at
    what they animate since they were made, which a script may have left out.
    """
    times = curve.times.astype(np.float64) if len(curve.times) else np.zeros(1)
    ends = np.concatenate((times[:1] - 3.37, times, times[-1:] + 3.41))
    gaps = np.diff(ends)
    values = evaluate(fcurve, np.concatenate([ends[:-1] + gaps * part for part in PROBES]))
    if (values != np.floor(values)).any():
        return "none"
    if curve.modifiers:
        return "hold" if kind == "boolean" else "integer"
    held = np.floor(np.concatenate((curve.values[:1], curve.values)) + 0.5)
    is_held = (values.reshape(len(PROBES), -1) == held) | (gaps < NEAR)
    return "hold" if is_held.all() else "integer"


def sampled(number: int, source: Callable[[Any], np.ndarray], kind: str = "float") -> Sampled:
    return Sampled(number, "sampled", source=source, is_whole=kind != "float")
