# SPDX-License-Identifier: MIT
"""The BLND chunk of a clip into actions."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import layout
from .actions import Action, ActionSlot, FCurve, FCurveModifier, Group, KeyShape, Marker, Setting
from .chunk import FormatError

KEYS = {"times": "key_times", "values": "key_values", "lefts": "key_lefts", "rights": "key_rights",
        "interpolations": "key_interpolations"}
STYLES = {"left_handles": "handle_kind", "right_handles": "handle_kind", "key_kinds": "key_kind",
          "key_easings": "easing"}


def actions(view: Any, clip: Any, where: str) -> list[Action]:
    """From the views of the chunk itself and of the clip's, whose keys it refers to."""
    slots, markers = _slots(view, clip, where), view.rows("markers")
    found = []
    for row in view.rows("actions"):
        row["action_slots"] = slots[row["action_slots"]]
        row["markers"] = [Marker(**marker) for marker in markers[row["markers"]]]
        found.append(Action(**_with_bits("action_flag", row)))
    return found


def _slots(view: Any, clip: Any, where: str) -> list[ActionSlot]:
    curves, groups = _curves(view, clip, where), view.rows("groups")
    found = []
    for i, row in enumerate(view.rows("action_slots")):
        own = row["groups"]
        row["fcurves"] = curves[row["fcurves"]]
        row["groups"] = [Group(**{**_with_bits("group_flag", group), "colors": tuple(group["colors"].tolist())})
                         for group in groups[own]]
        for curve in row["fcurves"]:
            if curve.group is not None:
                curve.group -= own.start
                if not 0 <= curve.group < len(row["groups"]):
                    raise FormatError(f"{where}: action_slot {i}: {curve.path} is in a group of another slot")
        found.append(ActionSlot(**row))
    return found


def _curves(view: Any, clip: Any, where: str) -> list[FCurve]:
    of_clip, clip_keys = clip.rows("curves"), {name: clip.stream(stream) for name, stream in KEYS.items()}
    own_keys = {name: view.stream(stream) for name, stream in KEYS.items()}
    styles = {name: _named(ref, view.stream(name)) for name, ref in STYLES.items()}
    shapes, modifiers = view.rows("key_shapes"), _modifiers(view)
    found = []
    for i, row in enumerate(view.rows("fcurves")):
        place, own, index = f"{where}: fcurve {i}", row.pop("styles"), row.pop("clip_curve")
        keys, span = own_keys, row.pop("keys")
        if index != layout.NONE:
            if index >= len(of_clip):
                raise FormatError(f"{place}: clip_curve is {index}, but there are {len(of_clip)} curves")
            keys, span = clip_keys, of_clip[index]["keys"]
        row |= {name: array[span] for name, array in keys.items()}
        row["interpolations"] = _named("interpolation", row["interpolations"])
        if own.stop - own.start not in (0, len(row["times"])):
            raise FormatError(f"{place}: has {own.stop - own.start} styles, but {len(row['times'])} keys")
        row |= {name: values[own] for name, values in styles.items()}
        row["easings"] = row.pop("key_easings")
        row["shapes"] = _shapes(shapes[row["shapes"]], len(row["times"]), place)
        row["modifiers"], row["color"] = modifiers[row["modifiers"]], tuple(row["color"].tolist())
        found.append(FCurve(**_with_bits("fcurve_flag", row)))
    return found


def _shapes(rows: list[dict], count: int, where: str) -> dict[int, KeyShape]:
    found = {}
    for row in rows:
        row = dict(row)
        key = row.pop("key")
        if key >= count:
            raise FormatError(f"{where}: has a shape of key {key}, but {count} keys")
        found[key] = KeyShape(**row)
    return found


def _modifiers(view: Any) -> list[FCurveModifier]:
    numbers = view.stream("numbers")
    settings = [Setting(**{**row, "numbers": numbers[row["numbers"]]}) for row in view.rows("settings")]
    return [FCurveModifier(row["kind"], settings[row["settings"]]) for row in view.rows("modifiers")]


def _named(enum: str, numbers: np.ndarray) -> list[str]:
    names = {number: name for name, number in layout.ENUMS[enum].items()}
    return [names[number] for number in numbers.tolist()]


def _with_bits(enum: str, row: dict) -> dict:
    bits = row["flags"]
    plain = {name: value for name, value in row.items() if name != "flags"}
    return {**plain, **{name: bool(bits & bit) for name, bit in layout.ENUMS[enum].items()}}
