# SPDX-License-Identifier: MIT
"""A chunk as numpy arrays by the names of its tables: from and to bytes, and the walk that checks them."""
from __future__ import annotations

import numpy as np

from . import layout
from .chunk import FormatError, Table, pack_tables, unpack_tables
from .container import Chunk

Arrays = dict  # name of a table -> array: structured records, or (count, width) numbers of a stream


def encode(type: str, id: int, arrays: Arrays) -> Chunk:
    """A chunk from its arrays; a table that is missing or empty is left out."""
    tables = []
    for table in layout.CHUNKS[type].tables.values():
        array = np.ascontiguousarray(arrays.get(table.name, np.zeros(0, table.dtype)), table.dtype)
        if array.size:
            size = table.dtype.itemsize * table.width
            tables.append(Table(table.id, size, array.nbytes // size, array.tobytes()))
    return Chunk(type, id, pack_tables(tables))


def decode(chunk: Chunk, chunk_counts: dict[str, int]) -> Arrays:
    """The arrays of a chunk, each reference in them checked."""
    where = chunk.where()
    stored = unpack_tables(where, chunk.raw)
    tables = layout.CHUNKS[chunk.type].tables
    arrays = {name: _decode_table(where, table, stored.get(table.id)) for name, table in tables.items()}
    if not arrays["text"].size:
        arrays["text"] = np.zeros((1, 1), np.uint8)
    _check_text(where, arrays["text"].tobytes())
    for table in tables.values():
        _check_counts(where, table, arrays)
        if table.fields:
            for field in table.fields:
                _check_field(where, table, field, arrays, chunk_counts)
        else:
            _check_stream(where, table, arrays)
    return arrays


def _decode_table(where: str, table: layout.Table, stored: Table | None) -> np.ndarray:
    shape = () if table.fields else (table.width,)
    if stored is None:
        return np.zeros((0, *shape), table.dtype)
    size = table.dtype.itemsize * table.width
    if not table.fields:
        if stored.record_size != size:
            raise FormatError(
                f"{where}: {table.name}: record size is {stored.record_size}, but must be {size}"
            )
        return np.frombuffer(stored.data, table.dtype).reshape(-1, table.width)
    if stored.record_size % 4 or not stored.record_size:
        raise FormatError(
            f"{where}: {table.name}: record size is {stored.record_size}, but must be a multiple of 4"
        )
    rows = np.frombuffer(stored.data, np.uint8).reshape(stored.count, stored.record_size)
    full = np.repeat(default_record(table)[np.newaxis], stored.count, axis=0).view(np.uint8)
    full = full.reshape(stored.count, size)
    known = min(size, stored.record_size)
    full[:, :known] = rows[:, :known]
    return full.reshape(-1).view(table.dtype)


def default_record(table: layout.Table) -> np.ndarray:
    record = np.zeros((), table.dtype)
    for field in table.fields:
        if field.type != "span":
            record[field.name] = field.default
    return record


# ---- The walk ----


def _name(table: layout.Table, i: int) -> str:
    return table.record if table.single else f"{table.record} {i}"


def _check_text(where: str, text: bytes) -> None:
    if text[0] or text[-1]:
        raise FormatError(f"{where}: text must start and end with a zero byte")
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"{where}: text is not UTF-8 at byte {error.start}") from None


def _check_counts(where: str, table: layout.Table, arrays: Arrays) -> None:
    count = len(arrays[table.name])
    if table.single and count != 1:
        raise FormatError(f"{where}: {table.name}: there are {count} records, but must be 1")
    if table.parallel and count != len(arrays[table.parallel]):
        raise FormatError(
            f"{where}: there are {count} {table.name}, but {len(arrays[table.parallel])} {table.parallel}"
        )


def _first(bad: np.ndarray) -> int | None:
    """The first record that has something bad in it."""
    if not bad.any():
        return None
    return int(bad.reshape(len(bad), -1).any(axis=1).argmax())


def _refuse(
    where: str, table: layout.Table, field: layout.Field, bad: np.ndarray, values: np.ndarray, reason: str
) -> None:
    i = _first(bad)
    if i is not None:
        raise FormatError(f"{where}: {_name(table, i)}: {field.name} is {values[i]}, {reason}")


def _check_field(
    where: str, table: layout.Table, field: layout.Field, arrays: Arrays, chunk_counts: dict[str, int]
) -> None:
    records = arrays[table.name]
    if field.type == "span":
        first, count = (records[f"{field.name}_{end}"].astype(np.uint64) for end in ("first", "count"))
        i = _first(first + count > len(arrays[field.ref]))
        if i is not None:
            raise FormatError(
                f"{where}: {_name(table, i)}: {field.name} go from {first[i]} to {first[i] + count[i]}, "
                f"but there are {len(arrays[field.ref])} {field.ref}"
            )
        return
    values = records[field.name]
    if field.type == "string":
        text = arrays["text"].reshape(-1)
        _refuse(where, table, field, values >= len(text), values, f"but text has {len(text)} bytes")
        _refuse(where, table, field, (text[values] & 0xC0) == 0x80, values, "inside a character")
    elif field.type == "index":
        count = chunk_counts[field.ref] if field.ref.isupper() else len(arrays[field.ref])
        bad = (values >= count) & ~((values == layout.NONE) & field.optional)
        _refuse(where, table, field, bad, values, f"but there are {count} {field.ref}")
    elif field.type == "enum":
        arrays[table.name] = records = _fall_back(records, field)
        bad = ~np.isin(records[field.name], list(layout.ENUMS[field.ref].values()))
        _refuse(where, table, field, bad, values, f"which is no {field.ref}")
    elif field.type == "flags":
        known = sum(layout.ENUMS[field.ref].values())
        _refuse(where, table, field, (values & ~np.uint32(known)) != 0, values, f"but only {known} are known")
    elif field.type == "f32":
        _refuse(where, table, field, ~np.isfinite(values), values, "but must be finite")
    if field.minimum is not None:
        _refuse(
            where, table, field, values < field.minimum, values, f"but must be at least {field.minimum:.8g}"
        )
    if field.maximum is not None:
        _refuse(
            where, table, field, values > field.maximum, values, f"but must be at most {field.maximum:.8g}"
        )


def _fall_back(records: np.ndarray, field: layout.Field) -> np.ndarray:
    """Unknown values of an enum that has one are read as its fallback."""
    if field.ref not in layout.ENUM_FALLBACKS:
        return records
    values = layout.ENUMS[field.ref]
    unknown = ~np.isin(records[field.name], list(values.values()))
    records[field.name][unknown] = values[layout.ENUM_FALLBACKS[field.ref]]
    return records


def _check_stream(where: str, table: layout.Table, arrays: Arrays) -> None:
    values = arrays[table.name]
    if table.dtype.kind == "f":
        bad, reason = ~np.isfinite(values), "but must be finite"
    elif table.ref in layout.ENUMS:
        bad, reason = ~np.isin(values, list(layout.ENUMS[table.ref].values())), f"which is no {table.ref}"
    elif table.ref:
        count = len(arrays[table.ref])
        bad, reason = values >= count, f"but there are {count} {table.ref}"
    else:
        return
    i = _first(bad)
    if i is not None:
        raise FormatError(f"{where}: {table.name}[{i}] is {values[i]}, {reason}")
