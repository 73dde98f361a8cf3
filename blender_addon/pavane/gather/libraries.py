# SPDX-License-Identifier: GPL-3.0-or-later
"""Library files that Blender did not find: what comes from them is not there, or an empty place-holder."""
from __future__ import annotations

import os

import bpy

from ..report import Report


def report_missing(report: Report) -> None:
    for library in bpy.data.libraries:
        path = bpy.path.abspath(library.filepath, library=library.library)
        if library.packed_file is None and not os.path.exists(path):
            report.left_out(f"library {library.filepath!r}",
                            "the file is not there, nor is what is linked from it")
