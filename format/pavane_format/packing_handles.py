# SPDX-License-Identifier: MIT
"""Packing `key_handles`: each handle less where Blender would put it, in steps of binary32; see FORMAT.md.

Every operation below is one of + - * / in the precision that is written, so that all readers expect the same bits.
"""
from __future__ import annotations

import numpy as np

from . import key_slopes, layout
from .chunk import Table
from .cursor import Cursor
from .escaped import pack_escaped, unpack_escaped
from .keys import Keys, to_float
from .packing_columns import order, unorder, unzigzag, zigzag

TABLES = layout.CHUNKS["CLIP"].tables
THIRD, VECTOR, AUTO, MIRRORED = range(4)  # where its frame is expected
FLAT, SPLINE, SMOOTH, STRAIGHT, NEIGHBOUR, ALIGNED = range(6)  # where its value is expected
F = np.float32
FAR = 1 << 14  # steps that say nothing of where a handle is
NEAR = 1e-3  # of a handle's length in value: within this a key's slope follows from its neighbours'

Tables = dict[int, Table]


class Handles:
    """The handles of one side: what they are expected to be."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self.keys = Keys(tables, table.count)
        self.right = table.id == TABLES["key_rights"].id
        if self.right:
            lefts = tables.get(TABLES["key_lefts"].id)
            if lefts is None or lefts.count != table.count or lefts.record_size != 8:
                raise ValueError("there are no left handles")
            self.lefts = np.frombuffer(lefts.data, "<f4").reshape(-1, 2)

    def frames(self) -> dict[int, np.ndarray]:
        """Every frame that may be expected, by its number."""
        keys, sign = self.keys, F(1 if self.right else -1)
        own, other = (keys.after, keys.before) if self.right else (keys.before, keys.after)
        clipped = np.minimum(own, F(5) * other)
        result = {
            THIRD: keys.times + sign * (F(2) * (own / F(6))),
            VECTOR: keys.times + sign * (own * F(1 / 3)),
            AUTO: keys.times + sign * (F(2) * (clipped / F(5.1228))),
        }
        if self.right:
            result[MIRRORED] = keys.times + (keys.times - self.lefts[:, 0])
        return {number: np.where(np.isfinite(frame), frame, keys.times) for number, frame in result.items()}

    def values(self, frames: np.ndarray) -> dict[int, np.ndarray]:
        """Every value that may be expected but for a spline's, with handles at those frames."""
        keys, sign = self.keys, F(1 if self.right else -1)
        own, other = (keys.after, keys.before) if self.right else (keys.before, keys.after)
        clipped = np.minimum(own, F(5) * other)
        rise = keys.rise_after / keys.after + keys.rise_before / keys.before
        result = {ALIGNED: self.aligned(frames)} if self.right else {}
        result |= {
            FLAT: keys.values,
            SMOOTH: keys.values + sign * (rise * (clipped / F(5.1228))),
            STRAIGHT: keys.values + sign * ((keys.rise_after if self.right else keys.rise_before) * F(1 / 3)),
            NEIGHBOUR: keys.next_values if self.right else keys.previous_values,
        }
        return {number: np.where(np.isfinite(value), value, keys.values) for number, value in result.items()}

    def aligned(self, frames: np.ndarray) -> np.ndarray:
        """Values of right handles in line with the left ones."""
        times, values = self.keys.times.astype(float), self.keys.values.astype(float)
        reach = times - self.lefts[:, 0]
        ratio = (frames - times) / np.where(reach == 0, 1.0, reach)
        return to_float(values + (values - self.lefts[:, 1]) * ratio)

    def spline(self, frames: np.ndarray, values: np.ndarray, classes: np.ndarray) -> np.ndarray:
        """Values of the keys that are expected on a spline through the others, whose handles are known."""
        keys = self.keys
        slopes = key_slopes.solve(keys, classes == SPLINE, key_slopes.fixed(keys, frames, values, classes == STRAIGHT))
        return to_float(keys.values.astype(float) + slopes * (frames.astype(float) - keys.times))


def steps(actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """From one to the other, in zigzag."""
    return zigzag(order(actual.view(np.uint32)) - order(expected.view(np.uint32)))


def stepped(expected: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    return unorder(order(expected.view(np.uint32)) + unzigzag(numbers)).view(F)


def choose(candidates: dict[int, np.ndarray], classes: np.ndarray) -> np.ndarray:
    result = candidates[min(candidates)].copy()
    for number, candidate in candidates.items():
        result[classes == number] = candidate[classes == number]
    return result


def nearest(candidates: dict[int, np.ndarray], actual: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The class of each that needs the fewest steps, of equal ones, or if all are far off, the one in front; and how many."""
    numbers = list(candidates)
    away = np.stack([steps(actual, candidates[number]) for number in numbers])
    best = np.where(away.min(axis=0) < FAR, away.argmin(axis=0), 0)
    return np.array(numbers, np.uint8)[best], np.take_along_axis(away, best[np.newaxis], axis=0)[0]


# ---- Packing ----


@np.errstate(all="ignore")
def pack(tables: Tables, table: Table) -> bytes | None:
    if table.record_size != 8:
        return None
    try:
        handles = Handles(tables, table)
    except ValueError:
        return None
    actual = np.frombuffer(table.data, "<f4").reshape(-1, 2).astype(F)
    frames, values = actual[:, 0].copy(), actual[:, 1].copy()
    frame_classes, frame_steps = nearest(handles.frames(), frames)
    candidates = handles.values(frames)
    classes, value_steps = nearest(candidates, values)
    if not handles.right:
        classes, value_steps = _with_spline(handles, frames, values, classes, value_steps)
    return (frame_classes | classes << 4).tobytes() + pack_escaped(np.concatenate([frame_steps, value_steps]))


def _with_spline(
    handles: Handles, frames: np.ndarray, values: np.ndarray, classes: np.ndarray, value_steps: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Those that follow from their neighbours better than from themselves are put on a spline."""
    fixed = key_slopes.fixed(handles.keys, frames, values, classes == STRAIGHT)
    local = key_slopes.between(handles.keys, fixed)
    expected = to_float(handles.keys.values.astype(float) + local * (frames.astype(float) - handles.keys.times))
    near = np.abs(expected - values) <= NEAR * np.abs(handles.keys.values - values)
    on_spline = (value_steps > 0) & (steps(values, expected) < value_steps) & near
    for _ in range(4):
        tried = np.where(on_spline, np.uint8(SPLINE), classes)
        tried_steps = steps(values, handles.spline(frames, values, tried))
        worse = on_spline & (tried_steps >= value_steps)
        if not worse.any():
            break
        on_spline &= ~worse
    tried = np.where(on_spline, np.uint8(SPLINE), classes)
    on_steps = steps(values, handles.spline(frames, values, tried))
    return tried, np.where(on_spline, on_steps, value_steps)


# ---- Unpacking ----


@np.errstate(all="ignore")
def unpack(tables: Tables, table: Table, packed: bytes) -> bytes:
    if table.record_size != 8:
        raise ValueError("these are no handles")
    handles, cursor, count = Handles(tables, table), Cursor(packed), table.count
    classes = cursor.array(count)
    numbers = unpack_escaped(cursor, 2 * count)
    if not cursor.ended():
        raise ValueError("there are bytes left")
    frame_classes, value_classes = classes & 15, classes >> 4
    if (frame_classes > (MIRRORED if handles.right else AUTO)).any():
        raise ValueError("an unknown class")
    if (value_classes > (ALIGNED if handles.right else NEIGHBOUR)).any() or (
        handles.right and (value_classes == SPLINE).any()
    ):
        raise ValueError("an unknown class")
    frames = stepped(choose(handles.frames(), frame_classes), numbers[:count])
    expected = choose(handles.values(frames), value_classes)
    values = stepped(expected, numbers[count:])
    if (value_classes == SPLINE).any():
        on_spline = value_classes == SPLINE
        values[on_spline] = stepped(handles.spline(frames, values, value_classes), numbers[count:])[on_spline]
    return np.stack([frames, values], axis=1).astype("<f4").tobytes()
