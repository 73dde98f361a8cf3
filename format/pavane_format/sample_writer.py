# SPDX-License-Identifier: MIT
"""The sampled components of a clip, in groups of lanes that have their moments in common; equal lanes are written once."""
from __future__ import annotations

import numpy as np

from . import layout, packing_samples
from .model import Clip, Component
from .pack import enum, floats, records
from .packing_samples import Group, Unit
from .tables import Arrays

RATES = (1, 2, 4, 8)
TABLES = layout.CHUNKS["CLIP"].tables
GroupKey = tuple[int, int, tuple[float, ...], tuple[float, ...]]
"""Interpolation, rate, frames of the cuts and of the knots."""


class SampleWriter:
    def __init__(self, clip: Clip, where: str) -> None:
        self._clip = clip
        self._where = where
        self._groups: dict[GroupKey, list[Component]] = {}
        self._places: dict[tuple[GroupKey, bytes], int] = {}  # which lane of its group has those numbers

    def add(self, component: Component, where: str) -> dict:
        """Group and lane of a sampled component. A group goes by its key until `arrays` numbers it."""
        if component.rate not in RATES:
            raise ValueError(f"{where}: its rate is {component.rate}, but must be one of {RATES}")
        if component.samples is None:
            raise ValueError(f"{where}: is sampled, but has no samples")
        uniform = self._clip.sample_frames(component.rate)
        floats(component.samples, (len(uniform),), f"{where}: samples")
        cuts, knots = self._frames(component.cuts, "cuts", 3, where), self._frames(component.knots, "knots", 2, where)
        taken = np.intersect1d(knots, np.concatenate((uniform, cuts, [np.float32(self._clip.frame_end)])))
        if taken.size:
            raise ValueError(f"{where}: it has a knot at frame {taken[0]:g}, where there is a sample or a cut")
        interpolation = enum("sample_interpolation", component.interpolation, where)
        key = interpolation, component.rate, tuple(cuts.tolist()), tuple(knots.tolist())
        values = (component.samples, component.knots, component.cuts)
        identity = key, b"".join(np.asarray(part, np.float32).tobytes() for part in values)
        lanes = self._groups.setdefault(key, [])
        if identity not in self._places:
            self._places[identity] = len(lanes)
            lanes.append(component)
        return {"group": key, "lane": self._places[identity]}

    def _frames(self, rows: np.ndarray, kind: str, width: int, where: str) -> np.ndarray:
        """Of a lane's cuts or knots."""
        frames = floats(rows, (len(rows), width), f"{where}: {kind}")[:, 0]
        start, end = np.float32(self._clip.frame_start), np.float32(self._clip.frame_end)
        if (np.diff(frames) <= 0).any() or (frames <= start).any() or (frames > end).any():
            raise ValueError(
                f"{where}: its {kind} are at {frames.tolist()}, but must increase, after frame {start:g} and not "
                f"after {end:g}"
            )
        return frames

    def arrays(self, components: list[dict]) -> Arrays:
        """The groups in the order of their keys; keys in the components' rows become indices."""
        keys = sorted(self._groups)
        numbers = {key: i for i, key in enumerate(keys)}
        for row in components:
            row["group"] = numbers.get(row["group"], layout.NONE)
        rows, samples = [], [np.zeros(0, np.float32)]
        cuts, knots = _Moments("cuts", "cut_values"), _Moments("knots", "knot_values")
        for key in keys:
            lanes = self._groups[key]
            together = np.stack([np.asarray(lane.samples, np.float32) for lane in lanes], axis=1)
            rows.append(
                {
                    "interpolation": key[0],
                    "rate": key[1],
                    "sample_count": together.shape[0],
                    "lane_count": together.shape[1],
                    "samples_first": sum(map(len, samples)),
                    "samples_count": together.size,
                    **cuts.add([lane.cuts for lane in lanes]),
                    **knots.add([lane.knots for lane in lanes]),
                }
            )
            samples.append(together.reshape(-1))
        return {
            "sample_groups": records(TABLES["sample_groups"], rows, lambda i: f"{self._where}: samples {i}"),
            "samples": np.concatenate(samples),
            **cuts.arrays(self._where),
            **knots.arrays(self._where),
        }

    # ---- Whole numbers ----

    def packed(self) -> dict[int, bytes]:
        """By table the packed form of its floats; none if some of them have no grid."""
        groups = [self._groups[key] for key in sorted(self._groups)]
        if any(lane.grid is None for lanes in groups for lane in lanes):
            return {}
        found: dict[str, list[Group]] = {"samples": [], "knot_values": [], "cut_values": []}
        for lanes in groups:
            ends = np.cumsum([len(lanes[0].samples), len(lanes[0].knots), 2 * len(lanes[0].cuts)])
            for made, first, end in zip(found.values(), [0, *ends], ends):
                if end > first:
                    made.append(Group(int(end - first), [unit.rows(first, end) for unit in _units(lanes)]))
        return {TABLES[name].id: packing_samples.pack(made) for name, made in found.items() if made}


def _units(lanes: list[Component]) -> list[Unit]:
    """The grids of the lanes: those of one rotation follow each other."""
    units: list[Unit] = []
    for lane in lanes:
        if lane.grid.is_rotation and units and units[-1].grid is lane.grid:
            units[-1].given |= 1 << lane.component
        else:
            units.append(Unit(lane.grid, 1 << lane.component if lane.grid.is_rotation else 0))
    return units


class _Moments:
    """The cuts or the knots of all groups."""

    def __init__(self, table: str, stream: str) -> None:
        self._table = table
        self._stream = stream
        self._rows: list[dict] = []
        self._values: list[np.ndarray] = [np.zeros(0, np.float32)]

    def add(self, lanes: list[np.ndarray]) -> dict:
        """Those of one group: of each lane frames and values. Their span."""
        together = np.stack([np.asarray(lane, np.float32) for lane in lanes], axis=2)  # (moments, 1 + values, lanes)
        span = {f"{self._table}_first": len(self._rows), f"{self._table}_count": len(together)}
        first, wide = sum(map(len, self._values)), (together.shape[1] - 1) * len(lanes)
        self._rows += [
            {"frame": moment[0, 0], "values_first": first + i * wide, "values_count": wide}
            for i, moment in enumerate(together)
        ]
        self._values.append(together[:, 1:].reshape(-1))
        return span

    def arrays(self, where: str) -> Arrays:
        rows = records(TABLES[self._table], self._rows, lambda i: f"{where}: {self._table} {i}")
        return {self._table: rows, self._stream: np.concatenate(self._values)}
