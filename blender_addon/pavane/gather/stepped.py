# SPDX-License-Identifier: GPL-3.0-or-later
"""A sampled track that is told in steps: from its components, what of it is told, and how that will be played."""
from __future__ import annotations

import numpy as np

from ..pavane_format import grids, model, quantise
from ..pavane_format.grids import Grid
from .poses import Poses
from .sampling import Samples, solve
from .tracks import Cut, Parts, Track, TransformTrack, is_near_jump, matrix_errors, play

WHOLE = 64  # the exponent of a step of 1
TINY = 1e-30
EXACT = 2.0**-24  # finer steps than this part of a number float32 would not tell
PLAIN = 0.01  # of the bound: what steps may use up of a number that moves nothing; there are few of them

Lanes = tuple[int, ...]  # of one number, or the four of a rotation


class Stepped:
    """Its rows are what the file tells: the samples, the knots, and two of each cut."""

    def __init__(self, clip: model.Clip, track: Track) -> None:
        self.track = track
        self._components = track.components
        self._whole = clip.sample_frames(1)
        self._frames = clip.sample_frames(track.rate)
        lead = next((component for component in track.components if component.kind == "sampled"), None)
        self._knots = np.zeros(0) if lead is None else lead.knots[:, 0].astype(np.float64)
        self._cuts = np.zeros(0) if lead is None else lead.cuts[:, 0].astype(np.float64)
        self._interpolation = "linear" if lead is None else lead.interpolation
        self._points = np.concatenate((self._frames, self._knots))
        self._rows = self._read_rows()
        self._units = self._find_units()
        self._step = 1.0

    def _read_rows(self) -> np.ndarray:
        rows = np.empty((len(self._points) + 2 * len(self._cuts), len(self._components)))
        for lane, component in enumerate(self._components):
            rows[:, lane] = component.value
            if component.kind == "sampled":
                rows[:, lane] = np.concatenate((component.samples, component.knots[:, 1], component.cuts[:, 1:].reshape(-1)))
        return rows

    def _find_units(self) -> list[Lanes]:
        return [(lane,) for lane, component in enumerate(self._components) if component.kind == "sampled"]

    def told_frames(self) -> np.ndarray:
        return self._points if self._units else np.zeros(0)

    # ---- How it will be played ----

    def play(self, rows: np.ndarray, at: np.ndarray) -> np.ndarray:
        """(frames, lanes)"""
        count, order = len(self._points), np.argsort(self._points, kind="stable")
        cuts = [Cut(frame, frame, frame, rows[count + 2 * i], rows[count + 2 * i + 1])
                for i, frame in enumerate(self._cuts.tolist())]
        return play(self._points[order], rows[:count][order], cuts, at, self._interpolation)

    def near(self, frames: np.ndarray) -> np.ndarray:
        """Whether it may jump there, where it stands is not known there, or the clip does not go so far."""
        outside = (frames < self._whole[0]) | (frames > self._whole[-1]) | is_near_jump(self.track.cuts, frames)
        return outside if self.track.stands_steady else outside | ~np.isin(frames, self._whole)

    def wild(self, frames: np.ndarray) -> np.ndarray:
        places = np.clip(np.searchsorted(self._whole, frames, side="right") - 1, 0, max(0, len(self._whole) - 2))
        return np.isin(places, list(self.track.wild))

    def errors(self, samples: Samples, poses: Poses) -> np.ndarray:
        """As the components are now."""
        lanes = self.play(self._read_rows(), samples.frames)
        return self.track.errors(samples, self.track.read(samples), lanes, {})

    # ---- Steps ----

    def allow(self, bound: float, more: float) -> None:
        """Its error may become larger by so much."""
        self._step = 2 * min(more, PLAIN * bound)

    def grids(self) -> list[Grid] | None:
        """Of a number that stands for itself."""
        if not self._units:
            return []
        values = self._rows[:, 0]
        if self.track.is_whole:
            made = grids.number_grid(values, WHOLE)
            return [made] if made is not None and (made.values()[:, 0] == values).all() else None
        made = quantise.grid(values, max(self._step * self.track.size, float(np.abs(values).max()) * EXACT))
        return None if made is None else [made]

    def rows_of(self, values: list[np.ndarray]) -> np.ndarray:
        """From the values of each unit."""
        rows = self._rows.copy()
        for unit, given in zip(self._units, values):
            rows[:, unit] = given
        return rows

    def write(self, made: list[Grid]) -> None:
        """Gives the components what these say."""
        rows = self.rows_of([grid.values() for grid in made]).astype(np.float32)
        for unit, grid in zip(self._units, made):
            for lane in unit:
                self._write_component(self._components[lane], rows[:, lane], grid)

    def _write_component(self, component: model.Component, values: np.ndarray, grid: Grid) -> None:
        if grid.is_rotation and not np.ptp(values):
            component.kind, component.value, component.samples = "constant", float(values[0]), None
            component.knots, component.cuts = np.zeros((0, 2), np.float32), np.zeros((0, 3), np.float32)
            return
        ends = np.cumsum((len(self._frames), len(self._knots)))
        component.kind, component.rate, component.grid = "sampled", self.track.rate, grid
        component.interpolation, component.samples = self._interpolation, values[:ends[0]]
        component.knots = np.column_stack((self._knots, values[ends[0]:ends[1]])).astype(np.float32)
        component.cuts = np.column_stack((self._cuts, values[ends[1]:].reshape(-1, 2))).astype(np.float32)


class Moving(Stepped):
    """A `quantise.Track`: of something that moves, and is moved by what it hangs on; or is only moved."""

    track: TransformTrack

    def __init__(self, clip: model.Clip, track: TransformTrack) -> None:
        super().__init__(clip, track)
        self.steps: list[float] = []

    def _find_units(self) -> list[Lanes]:
        turned = tuple(lane for lane, (element, _) in enumerate(self.track.lanes) if element == "rotation")
        if not any(self._components[lane].kind == "sampled" for lane in turned):
            turned = ()
        others = [unit for unit in super()._find_units() if self.track.lanes[unit[0]][0] != "rotation"]
        return [turned, *others] if turned else others

    def above(self) -> list[int]:
        """What it hangs on at once; of a bone its armature's object, too."""
        movable, movables = self.track.movable, self.track.movables
        rig = movables.index(movable.ob) if movable.bone else None
        return [part for part in (movable.parent, movable.hinge, rig) if part is not None]

    def errors(self, samples: Samples, poses: Poses) -> np.ndarray:
        if self._components:
            self._pose(self.track.read(samples), self.play(self._read_rows(), samples.frames), poses)
        return matrix_errors(*poses.in_world(self.track.index), self.track.size)

    def _pose(self, parts: Parts, lanes: np.ndarray, poses: Poses) -> None:
        """Sets its pose with these lanes, and the other numbers from `parts`."""
        parts = {element: values.copy() for element, values in parts.items()}
        for lane, (element, number) in enumerate(self.track.lanes):
            parts[element][:, number] = lanes[:, lane]
        poses.set(self.track.index, self.track.movable.locals(parts))

    # ---- Steps ----

    def watch(self, samples: Samples, poses: Poses) -> None:
        """At these frames, among them all that is told of any, its error will be looked at; the poses are shared."""
        self._samples, self._poses = samples, poses
        self._told = np.searchsorted(samples.frames, self._points)
        self._judged = ~(self.near(samples.frames) | self.wild(samples.frames))
        if self._components:
            self._parts = self.track.read(samples)
            base = samples.base(self.track.movables, np.array([self.track.index]))[:, 0]
            self._sizes = self._lane_sizes(self.track.movable.placing(base))
        self._alone = self.errors(samples, poses)

    def _lane_sizes(self, placing: np.ndarray) -> list[float]:
        """What a change of 1 in each lane moves, over the size of all that moves."""
        track = self.track
        if track.movable.bone:
            placing = self._poses.shown(track.movables.index(track.movable.ob)) @ placing
        reach = float(np.linalg.norm(placing[:, :3, :3], axis=1).max(initial=0.0)) / track.size
        scale = max([TINY, *(float(np.abs(self._parts[name]).max(initial=0.0)) for name in self._parts if "scale" in name)])
        return [reach if "location" in element else 1.0 if element == "rotation" else 1.0 / scale
                for element, _ in track.lanes]

    def allow(self, bound: float, more: float) -> None:
        self._allowed = self._alone + more
        self.steps = [bound / max(self._sizes[unit[0]], TINY) for unit in self._units]

    def seen(self) -> list[np.ndarray]:
        if not self._units:
            return []
        base = self._poses.base(self.track.index)
        parts = self.track.movable.take_apart(solve(self.track.movable, self._poses.shown(self.track.index), base))
        rows = self._rows.copy()
        rows[:len(self._points)] = self.track.lanes_of(parts)[self._told]
        return [self._signed(rows, unit) if len(unit) > 1 else rows[:, unit[0]] for unit in self._units]

    def _signed(self, rows: np.ndarray, unit: Lanes) -> np.ndarray:
        """Quaternions on the side on which they were sampled, which is that of the cuts."""
        turned, before = rows[:, unit], self._rows[:, unit]
        return turned * np.where((turned * before).sum(1) < 0, -1.0, 1.0)[:, None]

    def take(self, values: list[np.ndarray]) -> float:
        if self._components:
            self._pose(self._parts, self.play(self.rows_of(values), self._samples.frames), self._poses)
        errors = matrix_errors(*self._poses.in_world(self.track.index), self.track.size)
        return float((errors / self._allowed)[self._judged].max(initial=0.0))
