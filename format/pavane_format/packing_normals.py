# SPDX-License-Identifier: MIT
"""Packing `normals`: those of a mesh less what its faces let expect."""
from __future__ import annotations

import zlib

import numpy as np

from . import layout, mesh_normals
from .chunk import Table
from .cursor import Cursor
from .escaped import pack_escaped, unpack_escaped
from .mesh_normals import Faces
from .packing_columns import SHIFT_LIMIT, order, unorder, unwhole, unzigzag, whole, zigzag

Tables = dict[int, Table]
Both = tuple[np.ndarray, np.ndarray]
TABLES = layout.CHUNKS["MESH"].tables
WORDS = 255  # instead of a shift: in steps of a float's bits


def pack(tables: Tables, table: Table) -> bytes | None:
    try:
        faces, corners = _read(tables, table)
    except ValueError:
        return None
    words = np.frombuffer(table.data, "<u4").reshape(-1, 3).astype(np.uint32)
    forms, found = [(WORDS, order(words))], whole(words.reshape(-1))
    if found is not None:
        forms.append((found[0], found[1].reshape(-1, 3)))
    made = []
    for rough in (False, True):
        with np.errstate(all="ignore"):
            expected = _both(faces, corners, rough)
        made += [_pack(expected, rough, *form) for form in forms]
    return min(made, key=lambda packed: len(zlib.compress(packed, 6)))


def _pack(expected: Both, rough: bool, shift: int, numbers: np.ndarray) -> bytes:
    steps = [zigzag(numbers - _numbers(vectors, shift)) for vectors in expected]
    costs = [np.log2(1.0 + one).sum(1) for one in steps]
    kinds = (costs[1] < costs[0]).astype(np.uint8)
    chosen = np.where(kinds[:, None] == 1, steps[1], steps[0])
    return bytes([rough, shift]) + kinds.tobytes() + pack_escaped(chosen.T.reshape(-1))


def unpack(tables: Tables, table: Table, packed: bytes) -> bytes:
    faces, corners = _read(tables, table)
    cursor = Cursor(packed)
    rough, shift = cursor.bytes(2)
    if rough > 1 or (shift >= SHIFT_LIMIT and shift != WORDS):
        raise ValueError(f"mode {rough}, shift {shift}")
    kinds = cursor.array(table.count)
    if (kinds > 1).any():
        raise ValueError(f"kind {kinds.max()}")
    steps = unpack_escaped(cursor, 3 * table.count).reshape(3, -1).T
    if not cursor.ended():
        raise ValueError("there are bytes left")
    with np.errstate(all="ignore"):
        flat, smooth = (_numbers(vectors, shift) for vectors in _both(faces, corners, bool(rough)))
    numbers = np.where(kinds[:, None] == 1, smooth, flat) + unzigzag(steps)
    words = unorder(numbers) if shift == WORDS else unwhole(np.ascontiguousarray(numbers), shift)
    return words.astype("<u4").tobytes()


def _both(faces: Faces, corners: np.ndarray, rough: bool) -> Both:
    """What each vertex, which stands for that corner, is expected to have of its polygon and of its point."""
    flat = mesh_normals.flat(faces)
    smooth = mesh_normals.smooth(faces, flat, rough)
    return (mesh_normals.expected([part[faces.polygons[corners]] for part in flat]),
            mesh_normals.expected([part[faces.corners[corners]] for part in smooth]))


def _numbers(vectors: np.ndarray, shift: int) -> np.ndarray:
    if shift == WORDS:
        return order(np.ascontiguousarray(vectors).view(np.uint32))
    return np.floor(np.ldexp(vectors.astype(np.float64), shift) + 0.5).astype(np.int64).astype(np.uint32)


def _read(tables: Tables, table: Table) -> tuple[Faces, np.ndarray]:
    """The polygons, and of each vertex its corner."""
    points, polygons, corners, vertices = (
        _column(tables, name, size) for name, size in (("points", 12), ("polygons", 4), ("corners", 4), ("vertices", 4))
    )
    if not table.count or table.record_size != 12 or len(vertices) != 4 * table.count:
        raise ValueError("they are not of the vertices")
    sizes, corners, vertices = (np.frombuffer(data, "<u4").astype(np.int64) for data in (polygons, corners, vertices))
    points = np.frombuffer(points, "<f4").astype(np.float32).reshape(-1, 3)
    if sizes.sum() != len(corners) or (corners >= len(points)).any() or (vertices >= len(corners)).any():
        raise ValueError("the polygons are none")
    return Faces(points, sizes, corners), vertices


def _column(tables: Tables, name: str, size: int) -> bytes:
    table = tables.get(TABLES[name].id)
    if table is None or table.record_size != size:
        raise ValueError(f"there are no {name}")
    return table.data
