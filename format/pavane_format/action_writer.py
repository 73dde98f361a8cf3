# SPDX-License-Identifier: MIT
"""The BLND chunk of a clip: its actions as they were in Blender."""
from __future__ import annotations

import numpy as np

from . import layout
from .actions import Action, ActionSlot, FCurve, FCurveModifier, Group, Marker, Setting
from .curve_writer import KEY_STREAMS
from .pack import Text, enum, floats, optional, records
from .tables import Arrays

TABLES = layout.CHUNKS["BLND"].tables
RECORDS = tuple(name for name, table in TABLES.items() if table.fields)
STYLES = {"left_handles": "handle_kind", "right_handles": "handle_kind", "key_kinds": "key_kind",
          "key_easings": "easing"}


def arrays(actions: list[Action], clip_curves: Arrays, where: str) -> Arrays:
    """`clip_curves` are the arrays of the clip's own chunk: keys that it holds are not written again."""
    writer = _ActionWriter(clip_curves, where)
    for action in actions:
        writer.add(action)
    return writer.arrays()


def key_bytes(keys: Arrays, first: int, count: int) -> bytes:
    return b"".join(np.ascontiguousarray(keys[name][first:first + count]).tobytes() for name in KEY_STREAMS)


class _ActionWriter:
    def __init__(self, clip_curves: Arrays, where: str) -> None:
        self.where = where
        self.text = Text()
        self.rows: dict[str, list[dict]] = {name: [] for name in RECORDS}
        self.names: dict[str, list[str]] = {name: [] for name in RECORDS}
        self.streams: dict[str, list[np.ndarray]] = {name: [] for name in (*KEY_STREAMS, *STYLES, "numbers")}
        self.known = {}
        for index, row in reversed(list(enumerate(clip_curves.get("curves", ())))):
            self.known[key_bytes(clip_curves, row["keys_first"], row["keys_count"])] = index

    def arrays(self) -> Arrays:
        result = {name: records(TABLES[name], rows, lambda i, name=name: self.names[name][i])
                  for name, rows in self.rows.items()}
        result |= {name: np.concatenate(parts) for name, parts in self.streams.items() if parts}
        result["text"] = self.text.array()
        return result

    def add(self, action: Action) -> None:
        where = f"{self.where}: action {action.name!r}"
        row = {
            "name": self.text.add(action.name, where),
            "library": self.text.add(action.library, where),
            "flags": _bits("action_flag", action),
            "frame_start": action.frame_start,
            "frame_end": action.frame_end,
            **self.span("action_slots", [self.slot(slot, where) for slot in action.action_slots], where),
            **self.span("markers", [self.marker(marker, where) for marker in action.markers], where),
        }
        self.append("actions", row, where)

    def marker(self, marker: Marker, where: str) -> dict:
        return {"frame": marker.frame, "name": self.text.add(marker.name, where)}

    def slot(self, slot: ActionSlot, where: str) -> dict:
        groups = [self.group(group, f"{where}: group {group.name!r}") for group in slot.groups]
        for curve in slot.fcurves:
            if curve.group is not None and not 0 <= curve.group < len(groups):
                raise ValueError(f"{where}: {curve.path}: group is {curve.group}, but there are {len(groups)} groups")
        spans = self.span("groups", groups, where)
        curves = [self.curve(curve, spans["groups_first"], f"{where}: {curve.path}[{curve.array_index}]")
                  for curve in slot.fcurves]
        return {"identifier": self.text.add(slot.identifier, where), "kind": self.text.add(slot.kind, where),
                **spans, **self.span("fcurves", curves, where)}

    def group(self, group: Group, where: str) -> dict:
        return {"name": self.text.add(group.name, where), "flags": _bits("group_flag", group),
                "color_set": self.text.add(group.color_set, where),
                "colors": floats(group.colors, (9,), f"{where}: colors")}

    # ---- F-curves ----

    def curve(self, curve: FCurve, first_group: int, where: str) -> dict:
        shapes = [{"key": key, **vars(shape)} for key, shape in sorted(curve.shapes.items())]
        modifiers = [self.modifier(modifier, where) for modifier in curve.modifiers]
        return {
            "path": self.text.add(curve.path, where),
            "array_index": curve.array_index,
            "group": optional(None if curve.group is None else first_group + curve.group),
            "flags": _bits("fcurve_flag", curve),
            "color_mode": self.text.add(curve.color_mode, where),
            "color": floats(curve.color, (3,), f"{where}: color"),
            "smoothing": self.text.add(curve.smoothing, where),
            "extrapolation": enum("extrapolation", curve.extrapolation, where),
            **self.keys(curve, where),
            **self.styles(curve, where),
            **self.span("key_shapes", shapes, where, "shapes"),
            **self.span("modifiers", modifiers, where),
        }

    def keys(self, curve: FCurve, where: str) -> dict:
        count = len(curve.times)
        if len(curve.interpolations) != count:
            raise ValueError(f"{where}: there are {len(curve.interpolations)} interpolations, but {count} keys")
        kinds = [enum("interpolation", name, where) for name in curve.interpolations]
        keys = {
            "key_times": floats(curve.times, (count,), f"{where}: key times"),
            "key_values": floats(curve.values, (count,), f"{where}: key values"),
            "key_lefts": floats(curve.lefts, (count, 2), f"{where}: left handles"),
            "key_rights": floats(curve.rights, (count, 2), f"{where}: right handles"),
            "key_interpolations": np.array(kinds, np.uint8),
        }
        first = self.length("key_times")
        known = self.known.get(key_bytes(keys, 0, count))
        if known is not None:
            return {"clip_curve": known, "keys_first": first, "keys_count": 0}
        for name, array in keys.items():
            self.streams[name].append(array)
        return {"clip_curve": layout.NONE, "keys_first": first, "keys_count": count}

    def styles(self, curve: FCurve, where: str) -> dict:
        given = {"left_handles": curve.left_handles, "right_handles": curve.right_handles,
                 "key_kinds": curve.key_kinds, "key_easings": curve.easings}
        counts = {len(names) for names in given.values()}
        if counts not in ({len(curve.times)}, {0}):
            raise ValueError(f"{where}: there are {len(curve.times)} keys, but {sorted(counts)} styles")
        first = self.length("left_handles")
        for name, values in given.items():
            numbers = [enum(STYLES[name], value, where) for value in values]
            self.streams[name].append(np.array(numbers, np.uint8))
        return {"styles_first": first, "styles_count": counts.pop()}

    def modifier(self, modifier: FCurveModifier, where: str) -> dict:
        where = f"{where}: {modifier.kind}"
        settings = [self.setting(setting, f"{where}: {setting.name}") for setting in modifier.settings]
        return {"kind": self.text.add(modifier.kind, where), **self.span("settings", settings, where)}

    def setting(self, setting: Setting, where: str) -> dict:
        first, numbers = self.length("numbers"), floats(setting.numbers, (-1,), where)
        self.streams["numbers"].append(numbers)
        return {"name": self.text.add(setting.name, where), "text": self.text.add(setting.text, where),
                "numbers_first": first, "numbers_count": len(numbers)}

    # ---- Tables ----

    def length(self, stream: str) -> int:
        return sum(map(len, self.streams[stream]))

    def append(self, table: str, row: dict, where: str) -> None:
        self.rows[table].append(row)
        self.names[table].append(where)

    def span(self, table: str, rows: list[dict], where: str, name: str = "") -> dict:
        """Appends the rows; the two words of the span that they are."""
        first = len(self.rows[table])
        for row in rows:
            self.append(table, row, where)
        return {f"{name or table}_first": first, f"{name or table}_count": len(rows)}


def _bits(enum_name: str, thing: object) -> int:
    return sum(bit for name, bit in layout.ENUMS[enum_name].items() if getattr(thing, name))
