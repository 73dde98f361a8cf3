# SPDX-License-Identifier: GPL-3.0-or-later
"""Gathers the open .blend and writes it, whole or not at all."""
from __future__ import annotations

import time

import bpy

from . import files
from .gather.scenes import Gatherer
from .pavane_format import mesh_rounding, writer
from .pavane_format.model import ReportLine
from .report import Report
from .settings import Settings

LONGEST = 1000  # characters of a line of the report in the file


class ExportError(Exception):
    """The scene holds something that a file cannot."""


def export(path: str, settings: Settings) -> Report:
    """Writes the file; it changes what is open in Blender, so this runs in a Blender of its own."""
    started = time.perf_counter()
    files.check_folder(path)
    report = Report(source=bpy.path.basename(bpy.data.filepath), blender=bpy.app.version_string)
    document = Gatherer(settings, report).gather()
    for mesh in document.meshes:
        mesh_rounding.round_mesh(mesh, settings.mesh_error)
    report.progress.at(0.9, "writing the file")
    document.info.report = report_lines(report)
    try:
        data = writer.write(document)
    except ValueError as error:
        raise ExportError(f"this cannot be written: {error}") from error
    files.replace(path, data)
    report.bytes = len(data)
    report.seconds = time.perf_counter() - started
    return report


def report_lines(report: Report) -> list[ReportLine]:
    """What the file itself tells of it; a text too long for the format is cut."""
    data = report.as_dict()
    return [
        *(ReportLine("left_out", _cut(row["what"]), _cut(row["reason"]), row["count"]) for row in data["left_out"]),
        *(ReportLine("cause", _cut(row["object"]), _cut(row["cause"])) for row in data["causes"]),
        *(ReportLine("note", _cut(row["what"]), _cut(row["note"]), row["count"]) for row in data["notes"]),
    ]


def _cut(text: str) -> str:
    text = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."
