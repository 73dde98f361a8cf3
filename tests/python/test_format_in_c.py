# SPDX-License-Identifier: MIT
"""Whatever the Python writer writes, the C reader takes."""
from __future__ import annotations

import ctypes
import pathlib
import sys

import pytest
from hypothesis import HealthCheck, given, settings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "format"), str(ROOT / "tests" / "python")]

from format_keys import wild_keys  # noqa: E402
from format_strategies import documents  # noqa: E402
from pavane_format import container, writer  # noqa: E402
from pavane_format.chunk import pack_tables  # noqa: E402
from pavane_format.model import Clip, Document  # noqa: E402


class Error(ctypes.Structure):
    _fields_ = [("result", ctypes.c_int), ("message", ctypes.c_char * 256)]


@pytest.fixture(scope="session")
def library(build_folder: pathlib.Path) -> ctypes.CDLL:
    loaded = ctypes.CDLL(str(build_folder / "libpavane.so"))
    loaded.pav_document_load_memory.argtypes = [
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]
    for name in ("destroy", "clip_count", "mesh_count", "memory"):
        getattr(loaded, f"pav_document_{name}").argtypes = [ctypes.c_void_p]
    return loaded


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(document=documents())
def test_the_c_reader_takes_what_the_writer_writes(library, document):
    data, handle, error = writer.write(document), ctypes.c_void_p(), Error()
    result = library.pav_document_load_memory(
        data, len(data), None, ctypes.byref(handle), ctypes.byref(error)
    )
    assert result == 0, error.message.decode()
    assert library.pav_document_clip_count(handle) == len(document.clips)
    assert library.pav_document_mesh_count(handle) == len(document.meshes)
    library.pav_document_destroy(handle)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(tables=wild_keys())
def test_the_c_reader_makes_the_same_bits_of_packed_keys(library, tables):
    """It gets past the checksum of the raw bytes, to what such a clip lacks."""
    chunks = [writer.chunks(Document(clips=[Clip("")]))[0], container.Chunk("CLIP", 0, pack_tables(tables))]
    data, error, out = container.pack(chunks), Error(), ctypes.c_void_p()
    assert library.pav_document_load_memory(data, len(data), None, ctypes.byref(out), ctypes.byref(error)) != 0
    assert error.message == b"CLIP 0: clip: there are 0 records, but must be 1"
