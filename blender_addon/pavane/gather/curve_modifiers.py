# SPDX-License-Identifier: GPL-3.0-or-later
"""From modifiers of F-curves to modifiers of curves in the file."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..pavane_format import model

FUNCTIONS = {"SIN": "sine", "COS": "cosine", "TAN": "tangent", "SQRT": "square_root", "LN": "logarithm",
             "SINC": "sinc"}
MODES = {"POLYNOMIAL": "polynomial", "POLYNOMIAL_FACTORISED": "factorised"}


def read(fcurve: Any) -> list[model.Modifier] | None:
    """Those that act, first to last; None if there is one that the runtime does not know."""
    made = []
    for modifier in fcurve.modifiers:
        if modifier.mute or not modifier.is_valid or modifier.type == "NULL":
            continue
        reader = READERS.get(modifier.type)
        found = reader(modifier) if reader is not None else None
        if found is None or not _is_playable(found, len(made)):
            return None
        made.append(_restricted(found, modifier))
    return made


def _is_playable(made: model.Modifier, place: int) -> bool:
    """Whether the file takes it, as it takes all but what Blender cannot compute or sort out itself."""
    numbers = [value for value in vars(made).values() if isinstance(value, float)]
    arrays = np.concatenate((made.coefficients, made.control_points.reshape(-1), numbers))
    in_order = bool((np.diff(made.control_points[:, 0]) >= 0).all())
    return (bool(np.isfinite(arrays).all()) and in_order and made.default_min != made.default_max
            and (place == 0 or made.kind != "cycles"))


def _restricted(made: model.Modifier, modifier: Any) -> model.Modifier:
    made.influence = modifier.influence if modifier.use_influence else 1.0
    if modifier.use_restricted_range:
        made.flags = ("restricted", *made.flags)
        made.blend_in, made.blend_out = modifier.blend_in, modifier.blend_out
    if modifier.use_restricted_range or modifier.type == "STEPPED":
        made.frame_start, made.frame_end = modifier.frame_start, modifier.frame_end
    return made


def _flags(modifier: Any, **properties: str) -> tuple[str, ...]:
    """The flags whose properties are set."""
    return tuple(flag for flag, name in properties.items() if getattr(modifier, name))


# ---- Kinds ----


def _cycles(modifier: Any) -> model.Modifier:
    made = model.Modifier("cycles")
    for side in ("before", "after"):
        count = getattr(modifier, f"cycles_{side}")
        if count >= 0:  # Blender repeats nothing a negative number of times.
            setattr(made, f"mode_{side}", getattr(modifier, f"mode_{side}").lower())
            setattr(made, f"cycles_{side}", count)
    return made


def _limits(modifier: Any) -> model.Modifier:
    flags = _flags(modifier, min_frame="use_min_x", max_frame="use_max_x", min_value="use_min_y",
                   max_value="use_max_y")
    return model.Modifier("limits", flags, min_frame=modifier.min_x, max_frame=modifier.max_x,
                          min_value=modifier.min_y, max_value=modifier.max_y)


def _stepped(modifier: Any) -> model.Modifier:
    flags = _flags(modifier, from_start="use_frame_start", to_end="use_frame_end")
    return model.Modifier("stepped", flags, step=modifier.frame_step, offset=modifier.frame_offset)


def _generator(modifier: Any) -> model.Modifier:
    mode = MODES[modifier.mode]
    count = modifier.poly_order + 1 if mode == "polynomial" else 2 * modifier.poly_order
    return model.Modifier("generator", _flags(modifier, additive="use_additive"), generator_mode=mode,
                          coefficients=np.array(list(modifier.coefficients)[:count], np.float32))


def _function(modifier: Any) -> model.Modifier:
    return model.Modifier("function", _flags(modifier, additive="use_additive"),
                          function=FUNCTIONS[modifier.function_type], amplitude=modifier.amplitude,
                          phase_multiplier=modifier.phase_multiplier, phase_offset=modifier.phase_offset,
                          value_offset=modifier.value_offset)


def _envelope(modifier: Any) -> model.Modifier:
    points = [(point.frame, point.min, point.max) for point in modifier.control_points]
    return model.Modifier("envelope", reference_value=modifier.reference_value, default_min=modifier.default_min,
                          default_max=modifier.default_max,
                          control_points=np.array(points, np.float32).reshape(-1, 3))


READERS: dict[str, Callable[[Any], model.Modifier]] = {
    "CYCLES": _cycles, "LIMITS": _limits, "STEPPED": _stepped, "GENERATOR": _generator,
    "FNGENERATOR": _function, "ENVELOPE": _envelope}
