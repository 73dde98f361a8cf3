# SPDX-License-Identifier: GPL-3.0-or-later
"""Sampled tracks: straight from sample to sample, with cuts where the motion jumps.

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


@dataclass
class Cut:
    frame: float
    before: np.ndarray  # (lanes,)
    after: np.ndarray

    @property
    def is_jump(self) -> bool:
        """Else it is a knot, where the lanes only bend."""
        return self.before is not self.after


@dataclass(eq=False)
class Track:
    """What all tracks have; `components` are filled from `samples` when the rate is known."""

    label: str  # for the report: what it moves
    components: list[model.Component]
    noise: np.ndarray  # (lanes,): a lane that varies by less is constant
    is_whole: bool = False  # whole numbers, which only jump
    rate: int = 1
    cuts: list[Cut] = field(default_factory=list)
    error: float = 0.0  # the largest that was measured

    def read(self, samples: Samples) -> np.ndarray:
        """The lanes at the samples' frames, which increase: (frames, lanes)."""
        raise NotImplementedError

    def errors(self, samples: Samples, lanes: np.ndarray, poses: dict[int, np.ndarray]) -> np.ndarray:
        """What it amounts to when the lanes are these instead of what the samples say, (frames,).

        `poses` are matrices of movables as they will be played, as far as they are sampled; a movable adds its own.
        """
        raise NotImplementedError

    def distances(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """How far apart two lots of lanes are, (frames, lanes) each: a rough measure, to tell jumps by."""
        return np.abs(a - b).max(1)

    def fill(self, frames: np.ndarray, values: np.ndarray) -> None:
        """Writes the samples, at the frames of the track's rate, into the components."""
        for lane, component in enumerate(self.components):
            jumps = [(cut.frame, cut.before[lane], cut.after[lane]) for cut in self.cuts]
            cuts = np.array(jumps, np.float32).reshape(-1, 3)
            every = np.concatenate((values[:, lane], cuts[:, 1:].reshape(-1)))
            if np.ptp(every) <= self.noise[lane]:
                component.kind, component.value = "constant", float(values[0, lane])
            else:
                component.kind, component.rate = "sampled", self.rate
                component.samples, component.cuts = values[:, lane].astype(np.float32), cuts


def play(frames: np.ndarray, values: np.ndarray, cuts: list[Cut], at: np.ndarray) -> np.ndarray:
    """What the runtime makes of samples (frames, lanes) and cuts at other frames: (at, lanes)."""
    cut_at = {cut.frame for cut in cuts}
    knots = [(frame, value, value) for frame, value in zip(frames.tolist(), values) if frame not in cut_at]
    knots += [(cut.frame, cut.before, cut.after) for cut in cuts]
    knots.sort(key=lambda knot: knot[0])
    times = np.array([knot[0] for knot in knots])
    lefts, rights = (np.array([knot[side] for knot in knots]) for side in (1, 2))
    last = len(times) - 1
    index = np.clip(np.searchsorted(times, at, side="right") - 1, 0, max(last - 1, 0))
    after = np.minimum(index + 1, last)
    length = times[after] - times[index]
    part = np.clip((at - times[index]) / np.where(length > 0, length, 1.0), 0.0, 1.0)[:, None]
    result = rights[index] * (1 - part) + lefts[after] * part
    result[at >= times[last]] = rights[last]
    return result


# ---- Numbers ----


@dataclass(eq=False)
class NumberTrack(Track):
    """A number of its own: a weight, an input of a material, an F-curve that does not travel."""

    source: Callable[[Samples], np.ndarray] | None = None  # (frames,)
    size: float = 1.0  # what an error is relative to

    def read(self, samples: Samples) -> np.ndarray:
        return np.asarray(self.source(samples), np.float64)[:, None]

    def errors(self, samples: Samples, lanes: np.ndarray, poses: dict[int, np.ndarray]) -> np.ndarray:
        values = self.read(samples)
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

    def _parts(self, samples: Samples) -> dict[str, np.ndarray]:
        return parts_of(self.movables, self.index, samples)

    def read(self, samples: Samples) -> np.ndarray:
        parts = self._parts(samples)
        return np.stack([parts[element][:, number] for element, number in self.lanes], 1)

    def errors(self, samples: Samples, lanes: np.ndarray, poses: dict[int, np.ndarray]) -> np.ndarray:
        parts = {element: values.copy() for element, values in self._parts(samples).items()}
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


def parts_of(movables: Movables, index: int, samples: Samples) -> dict[str, np.ndarray]:
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
