# SPDX-License-Identifier: MIT
"""The curves of a CLIP chunk: keys, easings and modifiers."""
from __future__ import annotations

from dataclasses import fields

import numpy as np

from . import layout
from .model import Curve, Modifier
from .pack import enum, floats, records
from .tables import Arrays

TABLES = layout.CHUNKS["CLIP"].tables
KEY_STREAMS = ("key_times", "key_values", "key_lefts", "key_rights", "key_interpolations")
MODIFIER_ENUMS = {
    "kind": "modifier_kind",
    "mode_before": "cycle_mode",
    "mode_after": "cycle_mode",
    "generator_mode": "generator_mode",
    "function": "modifier_function",
}
MODIFIER_NUMBERS = {field.name for field in fields(Modifier)} - {
    *MODIFIER_ENUMS,
    "flags",
    "coefficients",
    "control_points",
}


class CurveWriter:
    """Collects the curves of a clip; equal ones are written once."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.indices: dict[bytes, int] = {}
        self.rows: dict[str, list[dict]] = {name: [] for name in ("curves", "easings", "modifiers")}
        self.names: dict[str, list[str]] = {name: [] for name in self.rows}
        self.streams: dict[str, list[np.ndarray]] = {name: [] for name in (*KEY_STREAMS, "coefficients")}
        self.counts = {"keys": 0, "coefficients": 0, "control_points": 0}
        self.control_points: list[np.ndarray] = []

    def arrays(self) -> Arrays:
        result = {
            name: records(TABLES[name], rows, lambda i, name=name: self.names[name][i])
            for name, rows in self.rows.items()
        }
        result |= {name: np.concatenate(parts) for name, parts in self.streams.items() if parts}
        if self.control_points:
            points = np.concatenate(self.control_points)
            result["control_points"] = points.view(TABLES["control_points"].dtype).reshape(-1)
        return result

    def add(self, curve: Curve, where: str) -> int:
        """The index of the curve in the file."""
        keys = self.keys(curve, where)
        modifiers = [
            self.modifier(modifier, i, f"{where}: modifier {i}") for i, modifier in enumerate(curve.modifiers)
        ]
        identity = self.identity(curve, keys, modifiers)
        if identity not in self.indices:
            self.indices[identity] = len(self.indices)
            self.append(curve, keys, modifiers, where)
        return self.indices[identity]

    @staticmethod
    def identity(curve: Curve, keys: Arrays, modifiers: list[dict]) -> bytes:
        plain = (curve.extrapolation, curve.rounding, sorted(curve.easings.items()), [
            {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in row.items()}
            for row in modifiers
        ])
        return repr(plain).encode() + b"".join(array.tobytes() for array in keys.values())

    def append(self, curve: Curve, keys: Arrays, modifiers: list[dict], where: str) -> None:
        row = {
            "extrapolation": enum("extrapolation", curve.extrapolation, where),
            "keys_first": self.counts["keys"],
            "keys_count": len(keys["key_times"]),
            "easings_first": len(self.rows["easings"]),
            "easings_count": len(curve.easings),
            "modifiers_first": len(self.rows["modifiers"]),
            "modifiers_count": len(modifiers),
            "rounding": enum("rounding", curve.rounding, where),
        }
        self.add_row("curves", row, where)
        for key, easing in sorted(curve.easings.items()):
            name = f"{where}: easing of key {key}"
            number = enum("easing", easing.easing, name)
            row = {"key": self.counts["keys"] + key, **vars(easing), "easing": number}
            self.add_row("easings", row, name)
        for name, array in keys.items():
            self.streams[name].append(array)
        self.counts["keys"] += len(keys["key_times"])
        for i, row in enumerate(modifiers):
            self.append_modifier(row, f"{where}: modifier {i}")

    def add_row(self, table: str, row: dict, where: str) -> None:
        self.rows[table].append(row)
        self.names[table].append(where)

    # ---- Keys ----

    def keys(self, curve: Curve, where: str) -> Arrays:
        times = floats(curve.times, (-1,), f"{where}: key times")
        count = len(times)
        if not count and not curve.modifiers:
            raise ValueError(f"{where}: its curve has neither a key nor a modifier")
        if (np.diff(times) < 0).any():
            raise ValueError(
                f"{where}: key {int((np.diff(times) < 0).argmax()) + 1} is before the one before it"
            )
        if len(curve.interpolations) != count:
            raise ValueError(
                f"{where}: there are {len(curve.interpolations)} interpolations, but {count} keys"
            )
        for key in curve.easings:
            if not 0 <= key < count:
                raise ValueError(f"{where}: there is an easing of key {key}, but there are {count} keys")
        self.check_samples(curve, times, where)
        interpolations = [enum("interpolation", name, where) for name in curve.interpolations]
        return {
            "key_times": times,
            "key_values": floats(curve.values, (count,), f"{where}: key values"),
            "key_lefts": floats(curve.lefts, (count, 2), f"{where}: left handles"),
            "key_rights": floats(curve.rights, (count, 2), f"{where}: right handles"),
            "key_interpolations": np.array(interpolations, np.uint8),
        }

    @staticmethod
    def check_samples(curve: Curve, times: np.ndarray, where: str) -> None:
        if "sample" not in curve.interpolations:
            return
        if set(curve.interpolations) != {"sample"}:
            raise ValueError(f"{where}: some keys are samples, and others are not")
        if (times != np.floor(times)).any() or (np.diff(times.astype(np.float64)) != 1).any():
            raise ValueError(f"{where}: its samples are not at whole frames, one frame apart")

    # ---- Modifiers ----

    @staticmethod
    def modifier(modifier: Modifier, place: int, where: str) -> dict:
        """The record's numbers, and what its spans are to hold."""
        if modifier.kind == "cycles" and place:
            raise ValueError(f"{where}: cycles must be the first modifier")
        row = {name: getattr(modifier, name) for name in MODIFIER_NUMBERS}
        row |= {name: enum(of, getattr(modifier, name), where) for name, of in MODIFIER_ENUMS.items()}
        row["flags"] = sum(enum("modifier_flag", name, where) for name in set(modifier.flags))
        row["coefficients"] = floats(modifier.coefficients, (-1,), f"{where}: coefficients")
        row["control_points"] = floats(modifier.control_points, (-1, 3), f"{where}: control points")
        if modifier.generator_mode == "factorised" and len(row["coefficients"]) % 2:
            raise ValueError(f"{where}: has {len(row['coefficients'])} coefficients, but they must be pairs")
        if np.float32(modifier.default_min) == np.float32(modifier.default_max):
            raise ValueError(f"{where}: default_min and default_max are both {modifier.default_min}")
        if (np.diff(row["control_points"][:, 0]) < 0).any():
            raise ValueError(f"{where}: its control points are not in the order of their frames")
        return row

    def append_modifier(self, row: dict, where: str) -> None:
        row = dict(row)
        for name, parts in (("coefficients", self.streams["coefficients"]),
                            ("control_points", self.control_points)):
            values = row.pop(name)
            row |= {f"{name}_first": self.counts[name], f"{name}_count": len(values)}
            self.counts[name] += len(values)
            parts.append(values)
        self.add_row("modifiers", row, where)
