# SPDX-License-Identifier: MIT
"""The custom properties of a SCNE chunk."""
from __future__ import annotations

import numpy as np

from . import layout
from .model import Property
from .pack import Text, enum, floats, records
from .tables import Arrays

TABLES = layout.CHUNKS["SCNE"].tables
NUMBER_LIMIT = 16
WHOLE_LIMIT = 1 << 24  # up to here a float32 holds every whole number


def order(given: Property) -> tuple:
    """Rule `property_order`: by bytes, the library last, so that a name is found without it."""
    names = (given.owner, given.part, given.name, given.library)
    return (layout.ENUMS["target_kind"].get(given.owner_kind, -1), *(name.encode("utf-8") for name in names))


def label(given: Property) -> str:
    parts = [given.owner, given.part, given.name]
    return f"{given.owner_kind} " + " ".join(repr(part) for part in parts if part)


def arrays(properties: list[Property], text: Text) -> Arrays:
    """The tables, sorted; their strings go into `text`."""
    rows: list[dict] = []
    numbers: list[float] = []
    ordered = sorted(properties, key=order)
    for i, given in enumerate(ordered):
        where = label(given)
        if i and order(given) == order(ordered[i - 1]):
            raise ValueError(f"{where}: stands twice among the properties")
        values = _values(given, where)
        row = {name: text.add(getattr(given, name), where) for name in
               ("library", "owner", "part", "name", "text")}
        rows.append({
            **row,
            "owner_kind": enum("target_kind", given.owner_kind, where),
            "kind": enum("property_kind", given.kind, where),
            "values_first": len(numbers),
            "values_count": len(values),
        })
        numbers += values.tolist()
    return {
        "properties": records(TABLES["properties"], rows, lambda i: label(ordered[i])),
        "property_values": floats(numbers, (-1,), "property values"),
    }


def _values(given: Property, where: str) -> np.ndarray:
    if not given.owner_kind.endswith("_property"):
        raise ValueError(f"{where}: {given.owner_kind!r} has no custom properties")
    values = floats(given.values, (-1,), where)
    wanted = (0, 0) if given.kind == "string" else (1, NUMBER_LIMIT)
    if not wanted[0] <= len(values) <= wanted[1]:
        raise ValueError(f"{where}: has {len(values)} values, but its kind takes "
                         f"{wanted[0]} to {wanted[1]}")
    if given.kind == "integer" and (values != np.floor(values)).any() | (abs(values) > WHOLE_LIMIT).any():
        raise ValueError(f"{where}: is {values.tolist()}, but an integer is a whole number from "
                         f"{-WHOLE_LIMIT} to {WHOLE_LIMIT}")
    if given.kind == "boolean" and not np.isin(values, (0, 1)).all():
        raise ValueError(f"{where}: is {values.tolist()}, but a boolean is 0 or 1")
    return values
