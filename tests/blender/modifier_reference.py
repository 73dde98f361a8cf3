# SPDX-License-Identifier: MIT
"""The modifiers of Blender's F-curves in float64, as measured.  A modifier is what Blender's Python calls its
properties, as plain data.

Part of the reference that the runtime is judged by; shares nothing with the runtime.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Modifier = Mapping[str, Any]


@dataclass(frozen=True)
class Range:
    """The first and the last key (or sample) of a curve."""

    time: tuple[float, float]
    value: tuple[float, float]


@dataclass
class State:
    """What the time stage leaves for the value stage, and for the judge."""

    time: np.ndarray
    offset: np.ndarray = field(init=False)  # of the value, by cycles with offset
    near_seam: np.ndarray = field(init=False)  # a cycle's end that Blender may put beside the time

    def __post_init__(self) -> None:
        self.offset = np.zeros_like(self.time)
        self.near_seam = np.zeros(self.time.shape, bool)


# ---- Where and how much a modifier acts ----

def is_active(modifier: Modifier, time: np.ndarray) -> np.ndarray:
    if not modifier["use_restricted_range"]:
        return np.ones(time.shape, bool)
    return (time >= modifier["frame_start"]) & (time <= modifier["frame_end"])


def influence(modifier: Modifier, time: np.ndarray) -> np.ndarray:
    """The share at times where it is active; where the blends overlap the one in counts."""
    share = np.full_like(time, modifier["influence"] if modifier["use_influence"] else 1.0)
    if not modifier["use_restricted_range"]:
        return share
    start, end = modifier["frame_start"], modifier["frame_end"]
    blend_in, blend_out = modifier["blend_in"], modifier["blend_out"]
    rising = (time <= start + blend_in) if blend_in else np.zeros(time.shape, bool)
    falling = ((time >= end - blend_out) if blend_out else np.zeros(time.shape, bool)) & ~rising
    share[rising] *= (time[rising] - start) / (blend_in or 1)
    share[falling] *= (end - time[falling]) / (blend_out or 1)
    return share


def blended(modifier: Modifier, time: np.ndarray, old: np.ndarray, new: np.ndarray) -> np.ndarray:
    share = influence(modifier, time)
    return np.where(is_active(modifier, time), old * (1 - share) + new * share, old)


# ---- Time ----

def is_near_seam(time: np.ndarray, keys: Range, beyond: np.ndarray) -> np.ndarray:
    """Within one float32 step of a cycle's end, of the time or of what elapsed since the first key, unless
    exactly there and Blender's subtractions have no error.  The end lies where a length in float32 puts it,
    or one in float64."""
    start, length = keys.time[0], keys.time[1] - keys.time[0]
    elapsed = time - start
    count = np.round(elapsed / length)
    seam, single = start + count * length, start + count * float(np.float32(length))
    largest = np.maximum(np.maximum(np.abs(time), abs(start)), np.abs(elapsed))
    step = np.spacing(largest.astype(np.float32)).astype(np.float64)
    exact = (time == seam) & (seam == single) & (elapsed.astype(np.float32) == elapsed)
    exact &= time.astype(np.float32) == time
    return beyond & (np.minimum(np.abs(time - seam), np.abs(time - single)) <= step) & ~exact


def cycle_side(modifier: Modifier, keys: Range, time: np.ndarray, after: bool, state: State) -> np.ndarray:
    mode, count = (modifier[name + ("_after" if after else "_before")] for name in ("mode", "cycles"))
    start, end = keys.time
    beyond = time > end if after else time < start
    if mode == "NONE" or not beyond.any():
        return time
    length = end - start
    away = (time - end if after else start - time) / length
    state.near_seam |= is_near_seam(time, keys, beyond) & is_active(modifier, time)
    if count:
        beyond = beyond & (away <= count)
    repetition = np.floor((time - start) / length)
    rest = np.fmod(time - start, length)
    rest = np.where(rest < 0, rest + length, rest)
    at_end = (rest == 0) & after  # a seam after the keys is the last key, one before them the first
    repetition, rest = np.where(at_end, repetition - 1, repetition), np.where(at_end, length, rest)
    if mode == "MIRROR":
        rest = np.where(repetition % 2 != 0, length - rest, rest)
    if mode == "REPEAT_OFFSET":
        state.offset[beyond] = (repetition * (keys.value[1] - keys.value[0]))[beyond]
    return np.where(beyond, start + rest, time)


def cycles_time(modifier: Modifier, keys: Range | None, time: np.ndarray, state: State) -> np.ndarray:
    if keys is None or keys.time[0] == keys.time[1]:
        return time
    before = cycle_side(modifier, keys, time, False, state)
    after = cycle_side(modifier, keys, time, True, state)
    return np.where(time > keys.time[1], after, before)


def stepped_time(modifier: Modifier, time: np.ndarray) -> np.ndarray:
    """Held toward the offset from both of its sides; a step of nothing holds the offset for ever.  A step
    begins where the number of steps is whole in float32, as it is at 0.3 with steps of 0.1."""
    step, offset = modifier["frame_step"], modifier["frame_offset"]
    held = np.full_like(time, offset)
    if step:
        held += np.trunc(((time - offset) / step).astype(np.float32)).astype(np.float64) * step
    if modifier["use_frame_start"]:
        held = np.where(time < modifier["frame_start"], time, held)
    if modifier["use_frame_end"]:
        held = np.where(time > modifier["frame_end"], time, held)
    return held


def limited(modifier: Modifier, axis: str, numbers: np.ndarray) -> np.ndarray:
    if modifier["use_min_" + axis]:
        numbers = np.maximum(numbers, modifier["min_" + axis])
    if modifier["use_max_" + axis]:
        numbers = np.minimum(numbers, modifier["max_" + axis])
    return numbers


def change_time(modifiers: Sequence[Modifier], keys: Range | None, times: np.ndarray) -> State:
    """The time stage: from the last modifier to the first, each sees what the ones behind it left."""
    state = State(times)
    for modifier in reversed(modifiers):
        time = state.time
        if modifier["type"] == "CYCLES":
            new = cycles_time(modifier, keys, time, state)
        elif modifier["type"] == "STEPPED":
            new = stepped_time(modifier, time)
        elif modifier["type"] == "LIMITS":
            new = limited(modifier, "x", time)
        else:
            continue
        state.time = blended(modifier, time, time, new)
    return state


# ---- Value ----

def generated(modifier: Modifier, time: np.ndarray, value: np.ndarray) -> np.ndarray:
    numbers = modifier["coefficients"]
    if modifier["mode"] == "POLYNOMIAL":
        result = np.polynomial.polynomial.polyval(time, numbers) if numbers else np.zeros_like(time)
    else:
        result = np.ones_like(time)
        for slope, constant in zip(numbers[0::2], numbers[1::2], strict=True):
            result = result * (slope * time + constant)
    return value + result if modifier["use_additive"] else result


def argument(modifier: Modifier, time: np.ndarray) -> np.ndarray:
    return modifier["phase_multiplier"] * time + modifier["phase_offset"]


def shifted_time(modifiers: Sequence[Modifier], time: np.ndarray) -> np.ndarray:
    """The largest of a time and of the times that functions make of it before they are scaled."""
    largest = np.abs(time)
    for modifier in modifiers:
        if modifier["type"] == "FNGENERATOR" and modifier["phase_multiplier"]:
            largest = np.maximum(largest, np.abs(argument(modifier, time) / modifier["phase_multiplier"]))
    return largest


FUNCTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "SIN": np.sin,
    "COS": np.cos,
    "TAN": np.tan,
    "SQRT": lambda x: np.sqrt(np.where(x > 0, x, np.nan)),
    "LN": lambda x: np.log(np.where(x > 1, x, np.nan)),  # nothing up to 1, where the logarithm is negative
    "SINC": np.sinc,
}


def function(modifier: Modifier, time: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Where a function has no value it adds nothing, or stands as 0."""
    result = FUNCTIONS[modifier["function_type"]](argument(modifier, time))
    result = modifier["amplitude"] * result + modifier["value_offset"]
    if modifier["use_additive"]:
        return np.where(np.isnan(result), value, value + result)
    return np.nan_to_num(result, nan=0.0)


def enveloped(modifier: Modifier, time: np.ndarray, value: np.ndarray) -> np.ndarray:
    points = modifier["control_points"]
    if not points:
        return value
    frames, lows, highs = (np.array(column, np.float64) for column in zip(*points, strict=True))
    low, high = np.interp(time, frames, lows), np.interp(time, frames, highs)
    bottom = modifier["reference_value"] + modifier["default_min"]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = (value - bottom) / (modifier["default_max"] - modifier["default_min"])
        return low + part * (high - low)


def change_value(modifiers: Sequence[Modifier], state: State, value: np.ndarray) -> np.ndarray:
    """The value stage: from the first modifier to the last, all at the time that the time stage found."""
    kinds = {"GENERATOR": generated, "FNGENERATOR": function, "ENVELOPE": enveloped}
    for modifier in modifiers:
        if modifier["type"] == "CYCLES":
            new = value + state.offset
        elif modifier["type"] == "LIMITS":
            new = limited(modifier, "y", value)
        elif modifier["type"] in kinds:
            new = kinds[modifier["type"]](modifier, state.time, value)
        else:
            continue
        value = blended(modifier, state.time, value, new)
    return value


def is_near_pole(modifiers: Sequence[Modifier], time: np.ndarray) -> np.ndarray:
    """Whether a tangent has a pole within one float32 step of the time or of its own argument."""
    near = np.zeros(time.shape, bool)
    for modifier in modifiers:
        if modifier["type"] == "FNGENERATOR" and modifier["function_type"] == "TAN":
            x = argument(modifier, time)
            step = np.spacing(np.abs(x).astype(np.float32)).astype(np.float64)
            step += np.spacing(np.abs(time).astype(np.float32)) * abs(modifier["phase_multiplier"])
            from_pole = np.abs(np.mod(x, np.pi) - np.pi / 2)
            near |= (from_pole <= step) & is_active(modifier, time)
    return near
