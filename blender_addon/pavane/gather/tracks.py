# SPDX-License-Identifier: GPL-3.0-or-later
"""Sampled tracks: straight or cubic from sample to sample, with knots between them and cuts where the motion jumps.

A track has one or more lanes that share their rate and cuts, and knows how to read itself from samples of the scene
and what an error of its lanes amounts to.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable

import numpy as np

from ..pavane_format import model
from .movables import Movable, Movables
from .sampling import Samples, solve

Parts = dict[str, np.ndarray]  # of a track, by name: (frames, numbers)
NEAR = 1 / 4096  # frames: a jump is found so exactly, and no error is measured nearer to it


@dataclass
class Cut:
    frame: float
    low: float  # the jump is after this frame, and not after `high`
    high: float
    before: np.ndarray  # (lanes,)
    after: np.ndarray


@dataclass(eq=False)
class Track:
    """What all tracks have; `components` are filled from `samples` when the rate is known."""

    label: str  # for the report: what it moves
    components: list[model.Component]
    noise: np.ndarray  # (lanes,): a lane that varies by less is constant
    is_whole: bool = False  # whole numbers, which only jump
    is_steady: bool = True  # where not, it depends on the frames before, and is known at whole frames alone
    stands_steady: bool = True  # the same of where it stands in the world
    rate: int = 1
    cuts: list[Cut] = field(default_factory=list)
    wild: set[int] = field(default_factory=set)  # after which whole frames it jumps about from moment to moment
    error: float = 0.0  # the largest that was measured where it is not wild
    wild_error: float = 0.0  # and where it is

    def concerns(self) -> np.ndarray:
        """The movables whose matrices it is read from, and judged by."""
        return np.empty(0, np.int64)

    def read(self, samples: Samples) -> Parts:
        """What it is at the samples' frames, which increase."""
        raise NotImplementedError

    def lanes_of(self, parts: Parts) -> np.ndarray:
        """(frames, lanes)"""
        raise NotImplementedError

    def errors(self, samples: Samples, parts: Parts, lanes: np.ndarray,
               poses: dict[int, np.ndarray]) -> np.ndarray:
        """What it amounts to when the lanes are these instead of what the samples and their parts say, (frames,).

        `poses` are matrices of movables as they will be played, as far as they are sampled; a movable adds its own.
        """
        raise NotImplementedError

    def distances(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """How far apart two lots of lanes are, (frames, lanes) each: a rough measure, to tell jumps by."""
        return np.abs(a - b).max(1)

    def fill(self, values: np.ndarray, interpolation: str, knots: np.ndarray, knot_values: np.ndarray) -> None:
        """Writes the samples, at the frames of the track's rate, and the knots into the components."""
        for lane, component in enumerate(self.components):
            jumps = [(cut.frame, cut.before[lane], cut.after[lane]) for cut in self.cuts]
            cuts = np.array(jumps, np.float32).reshape(-1, 3)
            every = np.concatenate((values[:, lane], knot_values[:, lane], cuts[:, 1:].reshape(-1)))
            if np.ptp(every) <= self.noise[lane]:
                component.kind, component.value = "constant", float(values[0, lane])
            else:
                component.kind, component.rate = "sampled", self.rate
                component.samples, component.cuts = values[:, lane].astype(np.float32), cuts
                component.interpolation = interpolation
                component.knots = np.stack((knots, knot_values[:, lane]), 1).astype(np.float32)


def play(frames: np.ndarray, values: np.ndarray, cuts: list[Cut], at: np.ndarray,
         interpolation: str) -> np.ndarray:
    """What the runtime makes of points (frames, lanes) and cuts at other frames: (at, lanes)."""
    jumps = np.array([cut.frame for cut in cuts])
    kept = ~np.isin(frames, jumps)
    times = np.concatenate((frames[kept], jumps, jumps))
    rows = np.concatenate((values[kept], np.array([cut.before for cut in cuts]).reshape(len(cuts), values.shape[1]),
                           np.array([cut.after for cut in cuts]).reshape(len(cuts), values.shape[1])))
    stretch = np.concatenate((np.searchsorted(jumps, frames[kept], side="right"), np.arange(len(cuts)),
                              np.arange(len(cuts)) + 1))
    order = np.lexsort((times, stretch))
    times, rows, stretch = times[order], rows[order], stretch[order]
    own = np.searchsorted(jumps, at, side="right")
    first, last = (np.searchsorted(stretch, own, side=side) for side in ("left", "right"))
    here = np.searchsorted(times, at, side="right") - 1
    result = _polynomials(times, rows, np.stack((first, np.maximum(first, last - 1), np.maximum(first, here)), 1), at,
                          4 if interpolation == "cubic" else 2)
    result[at >= frames[-1]] = values[-1]
    return result


def _polynomials(times: np.ndarray, rows: np.ndarray, places: np.ndarray, at: np.ndarray, most: int) -> np.ndarray:
    """Through the points that count at each moment; `places` has the first and last of its stretch, and the last
    that is not after it."""
    first, last, here = places.T
    counts = np.minimum(last - first + 1, most)
    starts = np.clip(here - most // 2 + 1, first, np.maximum(last - counts + 1, first))
    result = np.empty((len(at), rows.shape[1]))
    for count in np.unique(counts).tolist():
        chosen = np.flatnonzero(counts == count)
        points = starts[chosen, None] + np.arange(count)
        weights = np.ones(points.shape)
        for i in range(count):
            for k in range(count):
                if i != k:
                    weights[:, i] *= (at[chosen] - times[points[:, k]]) / (times[points[:, i]] - times[points[:, k]])
        result[chosen] = (weights[:, :, None] * rows[points]).sum(1)
    return result


def is_near_jump(cuts: list[Cut], frames: np.ndarray) -> np.ndarray:
    """Whether they lie where a jump may be."""
    near = np.zeros(len(frames), bool)
    for cut in cuts:
        near |= (frames > cut.frame - NEAR) & (frames < cut.frame)
    return near


# ---- Numbers ----


@dataclass(eq=False)
class NumberTrack(Track):
    """A number of its own: a weight, an input of a material, an F-curve that does not travel."""

    source: Callable[[Samples], np.ndarray] | None = None  # (frames,)
    size: float = 1.0  # what an error is relative to

    def read(self, samples: Samples) -> Parts:
        return {"value": np.asarray(self.source(samples), np.float64)[:, None]}

    def lanes_of(self, parts: Parts) -> np.ndarray:
        return parts["value"]

    def errors(self, samples: Samples, parts: Parts, lanes: np.ndarray,
               poses: dict[int, np.ndarray]) -> np.ndarray:
        values = parts["value"]
        return np.abs(lanes - values)[:, 0] / max(self.size, float(np.abs(values).max(initial=0.0)))

    def distances(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return np.abs(a - b)[:, 0] / self.size


# ---- Transforms ----


@dataclass(eq=False)
class TransformTrack(Track):
    """The elements of a movable that its curves do not explain."""

    index: int = 0
    movables: Movables | None = None
    lanes: list[tuple[str, int]] = field(default_factory=list)  # element and number of each
    size: float = 1.0  # D: what it moves is so large

    @property
    def movable(self) -> Movable:
        return self.movables.list[self.index]

    def concerns(self) -> np.ndarray:
        hung = (part for part in (self.movable.parent, self.movable.hinge) if part is not None)
        return np.array([self.index, *hung], np.int64)

    def read(self, samples: Samples) -> Parts:
        return parts_of(self.movables, self.index, samples)

    def lanes_of(self, parts: Parts) -> np.ndarray:
        return np.stack([parts[element][:, number] for element, number in self.lanes], 1)

    def errors(self, samples: Samples, parts: Parts, lanes: np.ndarray,
               poses: dict[int, np.ndarray]) -> np.ndarray:
        parts = {element: values.copy() for element, values in parts.items()}
        for lane, (element, number) in enumerate(self.lanes):
            parts[element][:, number] = lanes[:, lane]
        local = self.movable.locals(parts)
        base = base_of(self.movables, self.index, samples, poses)
        pose = self.movable.inherit.frame(base).pose(local) if self.movable.inherit else \
            base @ self.movable.static @ local
        poses[self.index] = pose
        return matrix_errors(pose, samples.of_movables(np.array([self.index]))[:, 0], self.size)

    def distances(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        scale = np.array([1 / self.size if element == "location" else 1.0 for element, _ in self.lanes])
        return (np.abs(a - b) * scale).max(1)


def parts_of(movables: Movables, index: int, samples: Samples) -> Parts:
    """The elements of a movable that give what Blender shows, by name: (frames, numbers)."""
    movable = movables.list[index]
    value = samples.of_movables(np.array([index]))[:, 0]
    base = samples.base(movables, np.array([index]))[:, 0]
    return movable.take_apart(solve(movable, value, base))


def base_of(movables: Movables, index: int, samples: Samples, poses: dict[int, np.ndarray]) -> np.ndarray:
    """What the movable hangs on, as it will be played."""
    movable = movables.list[index]
    base = np.tile(np.eye(4), (len(samples.frames), 1, 1))
    for part in (movable.parent, movable.hinge):
        if part is not None:
            found = poses.get(part)
            base = base @ (samples.of_movables(np.array([part]))[:, 0] if found is None else found)
    return base


def matrix_errors(played: np.ndarray, shown: np.ndarray, size: float) -> np.ndarray:
    """The matrix error that FORMAT.md defines, of (frames, 4, 4); 0 where Blender shows no numbers itself."""
    shown = shown.astype(np.float64)
    place = shown[:, :3, 3]
    ulps = 4 * np.spacing(np.linalg.norm(place, axis=1).astype(np.float32)).astype(np.float64)
    moved = np.maximum(0.0, np.linalg.norm(played[:, :3, 3] - place, axis=1) - ulps) / size
    norm = np.linalg.norm(shown[:, :3, :3], axis=1).max(1)
    turned = np.linalg.norm(played[:, :3, :3] - shown[:, :3, :3], axis=1).max(1) / np.where(norm > 0, norm, 1.0)
    return np.where(np.isfinite(shown).all((1, 2)), np.maximum(moved, turned), 0.0)
