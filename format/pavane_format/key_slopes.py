# SPDX-License-Identifier: MIT
"""Slopes at keys that are passed without a jump of the acceleration: a tridiagonal system for each run of them."""
from __future__ import annotations

import numpy as np

from .keys import Keys


def fixed(keys: Keys, frames: np.ndarray, values: np.ndarray, straight: np.ndarray) -> np.ndarray:
    """Of keys whose left handles are known: rows of the slope to the left, and that to the right."""
    reach = keys.times.astype(float) - frames
    slope = (keys.values.astype(float) - values) / np.where(reach == 0, 1.0, reach)
    chord = keys.rise_after.astype(float) / keys.after
    return np.stack([slope, np.where(straight, chord, slope)])


def _lengths(keys: Keys) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Before and after, and three times the slopes of the straight lines there."""
    before, after = (np.where(gap > 0, gap, 1.0).astype(float) for gap in (keys.before, keys.after))
    return before, after, 3.0 * (keys.rise_before / before), 3.0 * (keys.rise_after / after)


def between(keys: Keys, slopes: np.ndarray) -> np.ndarray:
    """The slope of each key that its neighbours' ask for."""
    before, after, line_before, line_after = _lengths(keys)
    previous, following = np.roll(slopes[1], 1), np.roll(slopes[0], -1)
    inner = (after * line_before + before * line_after - after * previous - before * following) / (
        2.0 * (before + after)
    )
    first, last = (line_after - following) / 2.0, (line_before - previous) / 2.0
    ends = np.where(keys.has_next, first, np.where(keys.has_previous, last, 0.0))
    return np.where(keys.has_previous & keys.has_next, inner, ends)


def solve(keys: Keys, free: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    """The slopes of the keys that are free, between those of the others."""
    before, after, line_before, line_after = _lengths(keys)
    inner = keys.has_previous & keys.has_next
    middle = np.where(inner, 2.0 * (before + after), 2.0)
    left = np.where(inner, after, np.where(keys.has_previous, 1.0, 0.0))  # of the key before
    right = np.where(inner, before, np.where(keys.has_next, 1.0, 0.0))  # of the key after
    wanted = np.where(
        inner, after * line_before + before * line_after, np.where(keys.has_next, line_after, line_before)
    )
    result, ratio, rest = np.zeros(len(free)), np.zeros(len(free)), np.zeros(len(free))
    for at, goes_on in _rows(free & keys.has_previous, free):
        previous = np.where(keys.has_previous[at], at - 1, at)
        known = np.where(goes_on, rest[previous], np.where(keys.has_previous[at], slopes[1][previous], 0.0))
        pivot = middle[at] - left[at] * np.where(goes_on, ratio[previous], 0.0)
        ratio[at] = right[at] / pivot
        rest[at] = (wanted[at] - left[at] * known) / pivot
    following = np.minimum(np.arange(len(free)) + 1, len(free) - 1)
    for at, goes_on in _rows((free & keys.has_next)[::-1], free[::-1]):
        at = len(free) - 1 - at
        other = np.where(keys.has_next[at], slopes[0][following[at]], 0.0)
        known = np.where(goes_on, result[following[at]], other)
        result[at] = rest[at] - ratio[at] * known
    return result


def _rows(linked: np.ndarray, free: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """The first key of every run of free ones, then the second ones ...; and whether each goes on from a free one."""
    before = np.append(np.zeros(min(len(free), 1), bool), free[:-1])
    goes_on = linked & before
    place = np.arange(len(free))
    depth = place - np.maximum.accumulate(np.where(goes_on, -1, place)) if len(free) else place
    rows = []
    sequence = np.argsort(np.where(free, depth, len(free)), kind="stable")[: int(free.sum())]
    bounds = np.searchsorted(depth[sequence], np.arange(int(depth[sequence].max(initial=-1)) + 2))
    for first, last in zip(bounds[:-1], bounds[1:]):
        at = sequence[first:last]
        rows.append((at, goes_on[at]))
    return rows
