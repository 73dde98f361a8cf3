# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene as Blender evaluates it, frame after frame."""
from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Iterator

import bpy
import numpy as np

from ..report import Report
from . import inherit, simulations
from . import transforms as tf
from .movables import Movable, Movables
from .properties import Key, Place
from .scope import with_dependencies

LARGEST = 64 << 20  # bytes of the matrices that are read before any of them are looked at
LOST = "what it hangs on has no size, and it stands where nothing on that could"
NOT_FINITE = "Blender's own result is not a number in some frames"


@dataclass
class Samples:
    frames: np.ndarray  # (frames,)
    matrices: np.ndarray  # f32 (frames, columns, 4, 4)
    columns: np.ndarray  # of each movable, where its matrices are; -1 if they are not kept
    weights: np.ndarray  # f32 (frames, shape keys)
    values: dict[Key, np.ndarray] = field(default_factory=dict)  # of animated properties: (frames, numbers)

    def of_place(self, place: Place) -> np.ndarray:
        return self.values[place.key]

    def base(self, movables: Movables, indices: np.ndarray) -> np.ndarray:
        """What those movables hang on, (frames, indices, 4, 4)."""
        chosen = [movables.list[i] for i in indices]
        result = np.tile(np.eye(4), (len(self.frames), len(chosen), 1, 1))
        hung = np.array([i for i, m in enumerate(chosen) if m.parent is not None], np.int64)
        result[:, hung] = self.of_movables(np.array([chosen[i].parent for i in hung], np.int64))
        hinged = np.array([i for i, m in enumerate(chosen) if m.hinge is not None], np.int64)
        if hinged.size:
            hinges = np.array([chosen[i].hinge for i in hinged], np.int64)
            result[:, hinged] = result[:, hinged] @ self.of_movables(hinges)
        return result

    def of_movables(self, indices: np.ndarray) -> np.ndarray:
        """Their matrices, f64 (frames, indices, 4, 4)."""
        return self.matrices[:, self.columns[indices]].astype(np.float64)

    def rows(self, indices: np.ndarray) -> Samples:
        """The same at some of the frames."""
        values = {key: numbers[indices] for key, numbers in self.values.items()}
        return Samples(self.frames[indices], self.matrices[indices], self.columns, self.weights[indices], values)

    def keep(self, indices: np.ndarray) -> Samples:
        """The same with the matrices of those movables alone."""
        columns = np.full(len(self.columns), -1)
        columns[indices] = np.arange(len(indices))
        matrices = self.matrices[:, self.columns[indices]]
        return Samples(self.frames, matrices, columns, self.weights, self.values)


def joined(parts: list[Samples]) -> Samples:
    """Samples of frames one after the other, all with the same columns."""
    if len(parts) == 1:
        return parts[0]
    values = {key: np.concatenate([part.values[key] for part in parts]) for key in parts[0].values}
    return Samples(np.concatenate([part.frames for part in parts]),
                   np.concatenate([part.matrices for part in parts]), parts[0].columns,
                   np.concatenate([part.weights for part in parts]), values)


def in_order(samples: Samples) -> Samples:
    """The same in the order of time, each frame once."""
    _, order = np.unique(samples.frames, return_index=True)
    return samples.rows(order)


class Sampler:
    """Reads the matrices of all movables the values of all shape keys and of `places`, at any frames."""

    def __init__(self, scene: Any, movables: Movables, keys: list[Any], places: dict[Key, Place],
                 report: Report) -> None:
        self._scene = scene
        self.simulation_start = simulations.first_frame(scene, [m.ob for m in movables.list if not m.bone])
        self._movables = movables
        self._keys = keys
        self._values = places
        self._report = report
        self._remembered: Samples | None = None  # in the order of time
        self._places = [i for i, movable in enumerate(movables.list) if not movable.bone]
        self._objects = [movables.list[i].ob for i in self._places]
        self._bones = []  # of each armature: its object and, for each of its pose bones, the movable
        for ob in movables.armatures():
            order = [movables.index(ob, bone.name) for bone in ob.pose.bones]
            self._bones.append((ob, np.array(order, np.int64)))
        self._first_weights = np.cumsum([0, *(len(key.key_blocks) for key in keys)])

    @contextmanager
    def without_simulation(self) -> Iterator[None]:
        """Meanwhile nothing is simulated, so that frames need none before them."""
        first, self.simulation_start = self.simulation_start, None
        try:
            with simulations.stopped(self._scene, self._objects) if first is not None else nullcontext():
                yield
        finally:
            self.simulation_start = first

    def at(self, frames: np.ndarray) -> Samples:
        return joined(list(self._sweep(frames)))

    def remember(self, frames: np.ndarray) -> None:
        """From now on nothing else changes: frames are evaluated once, as long as they are not too many."""
        if self._fits(len(frames)):
            self._remembered = in_order(self.at(frames))

    def forget(self) -> None:
        self._remembered = None

    def stretches(self, frames: np.ndarray) -> Iterator[Samples]:
        """Samples of the frames, remembered ones, or so many at a time as LARGEST allows."""
        known = self._remembered
        missing = frames if known is None else np.setdiff1d(frames, known.frames)
        if known is None or not self._fits(len(known.frames) + len(missing)):
            yield from self._sweep(frames)
            return
        if len(missing):
            self._remembered = known = in_order(joined([known, *self._sweep(missing)]))
        yield known.rows(np.searchsorted(known.frames, frames))

    def _fits(self, count: int) -> bool:
        return count * 64 * max(1, len(self._movables.list)) <= LARGEST

    def _sweep(self, frames: np.ndarray) -> Iterator[Samples]:
        if self.simulation_start is not None:
            for frame in range(self.simulation_start, int(np.floor(frames[0]))):
                self._report.progress.frame(frame)
                self._scene.frame_set(frame)
        step = max(1, LARGEST // (64 * max(1, len(self._movables.list))))
        for first in range(0, len(frames), step):
            yield self._stretch(frames[first:first + step])

    def _stretch(self, frames: np.ndarray) -> Samples:
        matrices = np.empty((len(frames), len(self._movables.list), 4, 4), np.float32)
        weights = np.empty((len(frames), self._first_weights[-1]), np.float32)
        values = {key: [] for key in self._values}
        for i, frame in enumerate(frames.tolist()):
            self._report.progress.frame(whole := int(np.floor(frame)))
            self._scene.frame_set(whole, subframe=frame - whole)
            depsgraph = bpy.context.evaluated_depsgraph_get()
            self._read(depsgraph, matrices[i], weights[i])
            for key, place in self._values.items():
                values[key].append(place.read(depsgraph))
        self._report_not_finite(matrices)
        columns = np.arange(len(self._movables.list))
        return Samples(frames, matrices, columns, weights,
                       {key: np.array(rows) for key, rows in values.items()})

    def _report_not_finite(self, matrices: np.ndarray) -> None:
        """Names the objects whose matrices are not finite, and the meshes that they deform."""
        bad = np.flatnonzero(~np.isfinite(matrices).all((0, 2, 3)))
        pointers = {self._movables.list[index].ob.as_pointer() for index in bad.tolist()}
        for ob in self._objects if pointers else ():
            if any(other.as_pointer() in pointers for other in with_dependencies([ob])):
                self._report.cause(ob.name, NOT_FINITE)

    def _read(self, depsgraph: Any, matrices: np.ndarray, weights: np.ndarray) -> None:
        numbers = []
        for ob in self._objects:
            evaluated = ob.evaluated_get(depsgraph)
            if not evaluated.is_evaluated:
                self._report.cause(ob.name, "Blender does not evaluate it")
            # The copy is much faster to read: it does not ask Blender for each number again.
            numbers += [number for row in evaluated.matrix_world.copy() for number in row]
        matrices[self._places] = np.array(numbers, np.float32).reshape(-1, 4, 4)
        for ob, order in self._bones:
            flat = np.empty(len(order) * 16, np.float32)
            ob.evaluated_get(depsgraph).pose.bones.foreach_get("matrix", flat)
            matrices[order] = flat.reshape(-1, 4, 4).transpose(0, 2, 1)
        for key, first in zip(self._keys, self._first_weights):
            blocks = key.evaluated_get(depsgraph).key_blocks
            values = np.empty(len(blocks), np.float32)
            blocks.foreach_get("value", values)
            muted = np.empty(len(blocks), bool)
            blocks.foreach_get("mute", muted)
            weights[first:first + len(blocks)] = np.where(muted, 0, values)


# ---- Comparison ----

TOLERANCE = 1e-6  # Blender computes in float32; one step of its chain differs from ours by less than this


def differs(value: np.ndarray, base: np.ndarray, static: np.ndarray, local: np.ndarray) -> np.ndarray:
    """Whether `base . static . local` is not `value` but for rounding; all are (..., 4, 4)."""
    with np.errstate(all="ignore"):
        outer = base @ static
        error = np.abs(outer @ local - value)
        bound = np.abs(base) @ np.abs(static) @ np.abs(local)
        linear = error[..., :3, :3].max((-1, -2)) > TOLERANCE * bound[..., :3, :3].max((-1, -2)) + tf.TINY
        moved = error[..., :3, 3].max(-1) > TOLERANCE * bound[..., :3, 3].max(-1) + tf.TINY
        return linear | moved | ~np.isfinite(error).all((-1, -2))


def differs_partly(value: np.ndarray, frame: inherit.Frame, local: np.ndarray) -> np.ndarray:
    """The same of one bone that does not inherit all, (frames, 4, 4) each."""
    with np.errstate(all="ignore"):
        error = np.abs(frame.pose(local) - value)
        linear, moved = frame.bound(local)
        return ((error[:, :3, :3].max((1, 2)) > TOLERANCE * linear + tf.TINY)
                | (error[:, :3, 3].max(1) > TOLERANCE * moved + tf.TINY) | ~np.isfinite(error).all((1, 2)))


def is_elsewhere(movable: Movable, value: np.ndarray, base: np.ndarray) -> bool:
    """Whether the movable stands anywhere, in (frames, 4, 4), but where its rest says."""
    local = movable.locals({})
    if movable.inherit:
        whole = np.broadcast_to(local, value.shape)
        return bool(differs_partly(value, movable.inherit.frame(base), whole).any())
    return bool(differs(value, base, movable.static, local).any())


def solve(movable: Movable, value: np.ndarray, base: np.ndarray) -> np.ndarray:
    """The local matrices of one movable, (frames, 4, 4); where there is none, the last one stays."""
    value = value.astype(np.float64)
    if movable.inherit:
        result = inherit.solve(movable.inherit.frame(base), value)
    else:
        result = _solve_whole(value, base @ movable.static)
    good = np.isfinite(result).all((1, 2))
    last = np.maximum.accumulate(np.where(good, np.arange(len(good)), -1))
    held = np.flatnonzero(~good)
    result[held] = np.where((last[held] >= 0)[:, None, None], result[last[held]], movable.locals({}))
    return result


def is_lost(movable: Movable, value: np.ndarray, base: np.ndarray, local: np.ndarray) -> bool:
    """Whether, in (frames, 4, 4), an object stands where no local matrix would put it: what it hangs on is flat."""
    outer = base @ movable.static
    rows = np.flatnonzero(np.isfinite(outer).all((1, 2)) & np.isfinite(value).all((1, 2)))
    with np.errstate(all="ignore"):
        rows = rows[np.linalg.cond(outer[rows, :3, :3]) >= 1e6]
    return not movable.bone and bool(differs(value[rows], base[rows], movable.static, local[rows]).any())


def _solve_whole(value: np.ndarray, outer: np.ndarray) -> np.ndarray:
    """Not a number where what it hangs on has no size."""
    linear = outer[:, :3, :3]
    size = np.abs(linear).max((1, 2))
    good = np.isfinite(outer).all((1, 2)) & np.isfinite(value).all((1, 2)) & (size > 0)
    good[good] = np.linalg.cond(linear[good]) < 1e6
    result = np.full_like(outer, np.nan)
    result[good] = np.linalg.solve(outer[good], value[good])
    result[good, 3] = (0.0, 0.0, 0.0, 1.0)
    return result
