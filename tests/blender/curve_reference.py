# SPDX-License-Identifier: MIT
"""A float64 reference of Blender's F-curves, for many times at once.

Its rules were measured in Blender 3.4, 4.3 and 5.2.  It shares nothing with the runtime, which it judges.  A
curve is plain data, named as in Blender's Python:

    property       number, whole (an integer) or step (a boolean or an enum)
    extrapolation  CONSTANT or LINEAR
    keys           time, value, left and right (pairs), interpolation, easing, back, amplitude, period: lists
    samples        pairs of time and value, of a curve that has no keys but samples
    modifiers      see modifier_reference.py
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import modifier_reference
from easing_reference import Segments, eased

SNAP = 1e-4  # nearer to a key than this, a time has the key's value
HALVINGS = 64
LARGEST = float(np.finfo(np.float32).max)


# ---- A Bezier segment ----

def clamped(run: np.ndarray, rise: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A handle from its key, its time in parts of the segment, shortened to at most the segment's length."""
    excess = np.maximum(np.abs(run), 1.0)
    return run / excess, rise / excess


def bernstein(s: np.ndarray, one: np.ndarray, two: np.ndarray, three: np.ndarray | float) -> np.ndarray:
    """The cubic that starts at 0, with its other control points."""
    r = 1 - s
    return s * (3 * r * (r * one + s * two) + s * s * three)


def bezier_parameter(time: np.ndarray, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Where the cubic from 0 to 1 reaches a time strictly between: it does so once, as both handles are
    clamped.  An exact hit ends the search; the one stationary point that two clamped handles can make is
    one."""
    low, high = np.zeros_like(time), np.ones_like(time)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        reached = bernstein(middle, one, two, 1.0)
        low, high = np.where(reached <= time, middle, low), np.where(reached >= time, middle, high)
    return (low + high) / 2


def bezier(elapsed: np.ndarray, left: np.ndarray, duration: np.ndarray, change: np.ndarray,
           right_handle: np.ndarray, left_handle: np.ndarray) -> np.ndarray:
    """What is added to the left key's value.  `elapsed` frames after the left key are `left` frames before
    the right one; handles are relative to their keys.  Solved from the nearer end, where a small parameter
    has most digits."""
    run_one, rise_one = clamped(right_handle[:, 0] / duration, right_handle[:, 1])
    run_two, rise_two = clamped(left_handle[:, 0] / duration, left_handle[:, 1])
    late = elapsed > left
    one, two = np.where(late, -run_two, run_one), np.where(late, 1 - run_one, 1 + run_two)
    s = bezier_parameter(np.minimum(elapsed, left) / duration, one, two)
    forward = bernstein(s, rise_one, change + rise_two, change)
    return np.where(late, change + bernstein(s, rise_two, rise_one - change, -change), forward)


# ---- A curve ----

class CurveReference:
    """One curve; `evaluate` gives its values, which `rounded` makes those of its property.  After that
    `near_seam` and `near_pole` tell about the same times."""

    def __init__(self, curve: Mapping[str, Any]) -> None:
        self.curve = curve
        keys = curve["keys"]
        self.modifiers = [modifier for modifier in curve["modifiers"] if not modifier["mute"]]
        self.times, self.values = (np.array(keys[name], np.float64) for name in ("time", "value"))
        self.lefts, self.rights = (np.array(keys[name], np.float64).reshape(-1, 2)
                                   for name in ("left", "right"))
        self.shape = np.array([keys[name] for name in ("back", "amplitude", "period")], np.float64)
        self.kinds = list(zip(keys["interpolation"], keys["easing"], strict=True))
        self.different_kinds = sorted(set(self.kinds))
        self.kind_numbers = np.array([self.different_kinds.index(kind) for kind in self.kinds], np.intp)
        self.samples = np.array(curve["samples"], np.float64).reshape(-1, 2)
        self.near_seam = self.near_pole = np.zeros(0, bool)

    @property
    def largest_key(self) -> float:
        return float(np.abs(np.concatenate((self.values, self.samples[:, 1]))).max(initial=0.0))

    def range(self) -> modifier_reference.Range | None:
        points = self.samples if len(self.samples) else np.column_stack((self.times, self.values))
        if not len(points):
            return None
        return modifier_reference.Range((points[0, 0], points[-1, 0]), (points[0, 1], points[-1, 1]))

    def evaluate(self, times: np.ndarray) -> np.ndarray:
        times = np.asarray(times, np.float64)
        state = modifier_reference.change_time(self.modifiers, self.range(), times)
        self.near_seam = state.near_seam
        self.near_pole = modifier_reference.is_near_pole(self.modifiers, state.time)
        with np.errstate(over="ignore"):
            values = modifier_reference.change_value(self.modifiers, state, self.unmodified(state.time))
        return np.clip(values, -LARGEST, LARGEST)

    def rounded(self, values: np.ndarray) -> np.ndarray:
        return values if self.curve["property"] == "number" else np.floor(values + 0.5)

    def largest_time(self, times: np.ndarray) -> np.ndarray:
        """That Blender computes with: of each time, where modifiers lead it, and the two keys around that."""
        changed = modifier_reference.change_time(self.modifiers, self.range(), times).time
        largest = np.maximum(np.abs(times), modifier_reference.shifted_time(self.modifiers, changed))
        if len(self.times):
            key = np.searchsorted(self.times, changed, side="right")
            for neighbour in (key - 1, key):
                largest = np.maximum(largest, np.abs(self.times[np.clip(neighbour, 0, len(self.times) - 1)]))
        return largest

    def unmodified(self, times: np.ndarray) -> np.ndarray:
        if len(self.samples):
            return self.sampled(times)
        if not len(self.times):
            return np.zeros_like(times)
        values = np.empty_like(times)
        before = times <= self.times[0]
        after = (times >= self.times[-1]) & ~before
        between = ~(before | after)
        values[before] = self.extrapolated(times[before], 0, 1, self.lefts)
        values[after] = self.extrapolated(times[after], -1, -2, self.rights)
        if between.any():
            values[between] = self.between(times[between])
        return values

    def sampled(self, times: np.ndarray) -> np.ndarray:
        """Samples are a frame apart.  Before frame 0 Blender takes the sample that truncation gives, not the
        one before, but the fraction from the frame before."""
        frames, values = self.samples.T
        last = len(values) - 1
        first = np.clip(np.trunc(times) - np.trunc(frames[0]), 0, last).astype(np.intp)
        part = times - np.floor(times)
        between = values[first] + (values[np.minimum(first + 1, last)] - values[first]) * part
        return np.where(times <= frames[0], values[0], np.where(times >= frames[-1], values[-1], between))

    def extrapolated(self, times: np.ndarray, end: int, neighbour: int, handles: np.ndarray) -> np.ndarray:
        """Along the end key's outer handle, or along the last segment where that is linear."""
        time, value = self.times[end], self.values[end]
        interpolation = self.kinds[end][0]
        flat = self.curve["extrapolation"] == "CONSTANT" or self.curve["property"] == "step"
        if flat or interpolation == "CONSTANT" or (interpolation == "LINEAR" and len(self.times) == 1):
            return np.full_like(times, value)
        if interpolation == "LINEAR":
            run, rise = self.times[neighbour] - time, self.values[neighbour] - value
        else:
            run, rise = handles[end] - (time, value)
        return value + (rise / run if run else 0.0) * (times - time)

    def between(self, times: np.ndarray) -> np.ndarray:
        """Strictly between the first and the last key."""
        key = np.searchsorted(self.times, times, side="right") - 1
        values = np.empty_like(times)
        numbers = self.kind_numbers[key]
        for number in np.unique(numbers):
            mask = numbers == number
            interpolation, easing = self.different_kinds[number]
            values[mask] = self.segment(interpolation, easing, key[mask], times[mask])
        near = (times - self.times[key] < SNAP) | (self.times[key + 1] - times < SNAP)
        for i in np.flatnonzero(near):
            snapped = self.snap(times[i])
            if snapped is not None:
                values[i] = self.values[snapped]
        return values

    def segment(self, interpolation: str, easing: str, key: np.ndarray, times: np.ndarray) -> np.ndarray:
        start, value = self.times[key], self.values[key]
        if interpolation == "CONSTANT" or self.curve["property"] == "step":
            return value
        duration, change = self.times[key + 1] - start, self.values[key + 1] - value
        if interpolation == "LINEAR":
            return value + change * ((times - start) / duration)
        if interpolation == "BEZIER":
            own = np.column_stack((self.times, self.values))
            right, left = (self.rights - own)[key], (self.lefts - own)[key + 1]
            return value + bezier(times - start, self.times[key + 1] - times, duration, change, right, left)
        part = (times - start) / duration
        return value + eased(interpolation, easing, Segments(part, duration, change, *self.shape[:, key]))

    def snap(self, time: float) -> int | None:
        """Of the keys near to a time, the one that Blender's search meets first: the two ends, then by
        halving."""
        last = len(self.times) - 1
        for end in (0, last):
            if abs(time - self.times[end]) < SNAP:
                return end
        low, high = 0, last + 1
        while low <= high:
            middle = (low + high) // 2
            if middle > last:
                return None
            if abs(time - self.times[middle]) < SNAP:
                return middle
            low, high = (middle + 1, high) if time > self.times[middle] else (low, middle - 1)
        return None
