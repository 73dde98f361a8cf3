# SPDX-License-Identifier: GPL-3.0-or-later
"""Gathers the open .blend and writes it, whole or not at all."""
from __future__ import annotations

import errno
import os
import tempfile
import time

import bpy

from .gather.scenes import Gatherer
from .pavane_format import writer
from .pavane_format.model import ReportLine
from .report import Report
from .settings import Settings

LONGEST = 1000  # characters of a line of the report in the file


class ExportError(Exception):
    """The scene holds something that a file cannot."""


def export(path: str, settings: Settings) -> Report:
    """Writes the file; it changes what is open in Blender, so this runs in a Blender of its own."""
    started = time.perf_counter()
    check_folder(path)
    report = Report(source=bpy.path.basename(bpy.data.filepath), blender=bpy.app.version_string)
    document = Gatherer(settings, report).gather()
    document.info.report = report_lines(report)
    try:
        data = writer.write(document)
    except ValueError as error:
        raise ExportError(f"this cannot be written: {error}") from error
    replace(path, data)
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


def check_folder(path: str) -> None:
    """Told at once, not after a long export."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {folder}", path)


def replace(path: str, data: bytes) -> None:
    """Writes beside the file and then takes its place, so that a failure leaves the old one as it was."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(errno.EINVAL, "it is a folder or a device, not a file", path)
    check_folder(path)
    try:
        _replace(os.path.realpath(path), data)  # a link stays one
    except OSError as error:  # of the file that was asked for, not of the one beside it
        raise OSError(error.errno, error.strerror, path) from error


def _replace(path: str, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=os.path.basename(path) + ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, _permissions())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _permissions() -> int:
    """What a newly made file would get; a temporary file is for its owner alone."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
