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

from format_strategies import documents  # noqa: E402
from pavane_format import writer  # noqa: E402


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
