# SPDX-License-Identifier: MIT
"""The tables that the real osgAnimation printed, and a document of Pavane from each set-up.

Its matrices are of row vectors, row by row, which is how ours of column vectors lie column by column.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pavane
from pavane import Builder, Conversion, ElementKind, Interpolation, Key, TargetKind

FPS = 10  # so that their keys lie on whole frames, which 32 bits hold
Record = dict[str, str]
Setup = dict[str, Any]

KINDS = {
    "translate": ElementKind.TRANSLATE,
    "rotate_axis": ElementKind.ROTATE_AXIS,
    "quaternion": ElementKind.QUATERNION,
    "scale": ElementKind.SCALE,
    "matrix": ElementKind.MATRIX,
}
MODES = {
    "ONCE": pavane.PlayMode.ONCE,
    "STAY": pavane.PlayMode.STAY,
    "LOOP": pavane.PlayMode.LOOP,
    "PPONG": pavane.PlayMode.PING_PONG,
}


@dataclass(frozen=True)
class Row:
    """One row of a table: where it stands in it, and what the two libraries say of each column."""

    table: str
    record: Record
    ours: dict[str, float | str]

    @property
    def case(self) -> str:
        return self.record.get("case") or self.record.get("mode", "")

    @property
    def time(self) -> float:
        return float(self.record["time"])

    def number(self, column: str) -> float:
        return float(self.record[column])


class Tables:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def setup(self, name: str) -> Setup:
        return json.loads((self.folder / f"{name}.json").read_text())

    def records(self, name: str) -> list[Record]:
        with (self.folder / f"{name}.csv").open(newline="") as file:
            return list(csv.DictReader(file))

    def cases(self, name: str, key: str = "case") -> dict[str, list[Record]]:
        """The records of each case, in the order of the table."""
        found: dict[str, list[Record]] = {}
        for record in self.records(name):
            found.setdefault(record[key], []).append(record)
        return found


# ---- Set-ups ----


def numbers(value: object) -> list[float]:
    return [float(number) for number in value] if isinstance(value, Sequence) else [float(value)]  # type: ignore[arg-type]


def element(given: Setup) -> tuple[str, ElementKind, list[float]]:
    kind, initial = KINDS[given["type"]], numbers(given["initial"])
    if kind is ElementKind.ROTATE_AXIS:
        return given["name"], kind, numbers(given["axis"]) + initial
    return given["name"], kind, initial + [0.0] * 3 if kind is ElementKind.SCALE else initial


def stack(node: Setup) -> list[tuple[str, ElementKind, list[float]]]:
    return [element(given) for given in node["stack"]]


def bezier_keys(keys: Sequence[Setup], component: int) -> list[Key]:
    """Theirs is even in time, as ours is with handles a third of the way; both of a segment's are its first key's."""
    places = [FPS * float(key["t"]) for key in keys]
    values = [[numbers(key[name])[component] for name in ("p", "c1", "c2")] for key in keys]
    made = []
    for i, (place, (value, first, _)) in enumerate(zip(places, values, strict=True)):
        before, after = places[max(i - 1, 0)], places[min(i + 1, len(keys) - 1)]
        left = (place - (place - before) / 3, values[max(i - 1, 0)][2])
        right = (place + (after - place) / 3, first)
        made.append(Key(place, value, Interpolation.BEZIER, left, right))
    return made


def components(channel: Setup) -> list[list[Key]]:
    keys = channel["keys"]
    if channel["interpolation"] == "bezier":
        return [bezier_keys(keys, i) for i in range(len(numbers(keys[0]["p"])))]
    kind = Interpolation.CONSTANT if channel["interpolation"] == "step" else Interpolation.LINEAR
    width = len(numbers(keys[0][1]))
    return [[Key(FPS * time, numbers(value)[i], kind) for time, value in keys] for i in range(width)]


def add_channel(builder: Builder, clip: int, channel: Setup, kind: TargetKind, owner: str, part: str = "") -> None:
    conversion = Conversion.SLERP if channel["value_type"] == "quat" else Conversion.NONE
    builder.add_channel(
        clip, owner, channel["name"], components(channel), part=part, kind=kind, conversion=conversion
    )


def add_clip(builder: Builder, animation: Setup, kind: TargetKind = TargetKind.OBJECT) -> int:
    """The clip of an animation whose channels are of objects or materials by the names of their targets."""
    clip = builder.add_clip(animation["name"], play_mode=MODES[animation["play_mode"]])
    for channel in animation["channels"]:
        add_channel(builder, clip, channel, kind, channel["target_name"])
    return clip


def add_mesh(builder: Builder, name: str, points: Sequence[Sequence[float]], normals: Iterable[Sequence[float]]) -> int:
    """A mesh of which each point is drawn once: a strip of triangles through all of them."""
    strip = [(i, i + 1, i + 2) for i in range(len(points) - 2)]
    drawn = [3 * i for i in range(len(strip))] + [3 * len(strip) - 2, 3 * len(strip) - 1]
    return builder.add_mesh(name, points, strip, vertices=drawn, normals=list(normals), triangles=strip)
