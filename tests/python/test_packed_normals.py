# SPDX-License-Identifier: MIT
"""The packing `normals`: what is packed comes back in all readers to the bit, and takes next to no room."""
from __future__ import annotations

import ctypes
import pathlib
import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "format"), str(ROOT / "tests" / "python"), str(ROOT / "tests" / "golden")]

import broken_packed  # noqa: E402
import documents_shells  # noqa: E402
import format_unpack  # noqa: E402
from pavane_format import container, layout, packing_normals, writer  # noqa: E402
from pavane_format.chunk import Table, pack_tables, unpack_tables  # noqa: E402
from pavane_format.model import Document, Mesh  # noqa: E402

Load = Callable[[bytes], str]
FLOATS = st.one_of(st.sampled_from((0.0, 1.0, -1.0, 0.5, 1e-30, -3e38)), st.floats(width=32, allow_nan=True))


@st.composite
def meshes(draw: st.DrawFn, numbers: st.SearchStrategy[float] = FLOATS) -> list[Table]:
    """Tables of points, polygons, corners, vertices and normals, whatever their shape."""
    def vectors(count: int) -> np.ndarray:
        rows = st.lists(numbers, min_size=3, max_size=3)
        return np.array(draw(st.lists(rows, min_size=count, max_size=count)), np.float32)

    points = vectors(draw(st.integers(1, 6)))
    sizes = draw(st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any))
    corners = draw(st.lists(st.integers(0, len(points) - 1), min_size=sum(sizes), max_size=sum(sizes)))
    vertices = draw(st.lists(st.integers(0, sum(sizes) - 1), min_size=1, max_size=8))
    made = [(3, 12, points), (4, 4, np.array(sizes, "<u4")), (5, 4, np.array(corners, "<u4")),
            (6, 4, np.array(vertices, "<u4")), (7, 12, vectors(len(vertices)))]
    return [Table(id, size, len(array), array.tobytes()) for id, size, array in made]


def packed_normals(made: list[Table]) -> bytes:
    packed = packing_normals.pack({table.id: table for table in made}, made[-1])
    assert packed is not None
    return packed


@settings(max_examples=400, deadline=None)
@given(meshes())
def test_any_normals_come_back(made: list[Table]) -> None:
    packed, *before = packed_normals(made), *made[:-1]
    known = {table.id: table for table in before}
    assert packing_normals.unpack(known, made[-1]._replace(data=b""), packed) == made[-1].data
    if np.isfinite(np.frombuffer(made[0].data, "<f4")).all():  # of others Python raises where the page says 0
        plain = {table.id: (table.record_size, table.count, table.data) for table in before}
        assert format_unpack.normals(format_unpack.Bytes(packed), 12, made[-1].count, plain) == made[-1].data


# ---- In C ----


class Error(ctypes.Structure):
    _fields_ = [("result", ctypes.c_int), ("message", ctypes.c_char * 256)]


@pytest.fixture(scope="session")
def load(build_folder: pathlib.Path) -> Load:
    library = ctypes.CDLL(str(build_folder / "libpavane.so"))
    library.pav_document_load_memory.argtypes = [ctypes.c_char_p, ctypes.c_size_t, *[ctypes.c_void_p] * 3]
    library.pav_document_destroy.argtypes = [ctypes.c_void_p]

    def load(data: bytes) -> str:
        handle, error = ctypes.c_void_p(), Error()
        library.pav_document_load_memory(data, len(data), None, ctypes.byref(handle), ctypes.byref(error))
        library.pav_document_destroy(handle)
        return error.message.decode()

    return load


def file_of(made: list[Table]) -> bytes:
    """The tables as a mesh, its normals packed as such, whatever is smallest."""
    (info,) = writer.chunks(Document())
    parts = [(*table[:3], "stored", table.data) for table in made[:-1]]
    data = broken_packed.directory(*parts, (*made[-1][:3], "normals", packed_normals(made)))
    mesh = container.Chunk("MESH", 0, pack_tables(made))
    way = container.Stored(layout.CODECS["stored"], layout.FILTERS["packed"], data, len(data))
    return container.assemble([(info, container.store(info)), (mesh, way)])


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(made=meshes())
def test_the_c_reader_comes_to_the_same_bits(load: Load, made: list[Table]) -> None:
    """Those that the chunk's checksum is of; what is wrong with the mesh beside is found after that."""
    assert load(file_of(made)) == "MESH 0: mesh: there are 0 records, but must be 1"


# ---- What it is good for ----


@pytest.mark.parametrize("rough", (False, True))
def test_normals_of_the_faces_take_next_to_no_room(rough: bool) -> None:
    """All but a few, which are as one likes, are expected to the bit."""
    mesh = documents_shells.shell("Shell", rough)
    tables = unpack_tables("MESH", tables_of(mesh))
    packed, count = packing_normals.pack(tables, tables[7]), len(mesh.normals)
    assert packed is not None and packed[:2] == bytes([rough, 255])
    steps = np.frombuffer(packed[2 + count : 2 + 4 * count], np.uint8).reshape(3, -1)
    assert (steps == 0).all(0).sum() == count - 3 and set(packed[2 : 2 + count]) == {0, 1}


def test_rounded_normals_are_expected_on_their_grid() -> None:
    tables = unpack_tables("MESH", tables_of(documents_shells.shell("Rounded", False, 9)))
    packed = packing_normals.pack(tables, tables[7])
    assert packed is not None and packed[:2] == bytes([0, 9])


def test_normals_without_good_faces_are_not_packed_as_such() -> None:
    tables = unpack_tables("MESH", tables_of(documents_shells.shell("Shell", False)))
    tables[5] = tables[5]._replace(data=b"\xff" * len(tables[5].data))
    assert packing_normals.pack(tables, tables[7]) is None


def tables_of(mesh: Mesh) -> bytes:
    return writer.chunks(Document(meshes=[mesh]))[1].raw
