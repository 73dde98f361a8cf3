# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of the last export in a window that stays until it is closed: what did not travel, counts first."""
from __future__ import annotations

import os
import textwrap
from typing import Any

import bpy

from . import report

WIDTH = 640
COLUMNS = 96  # characters in a line of that width
MOST = 28  # lines, so that the window fits on a small screen

_last: dict[str, Any] = {}


class PAVANE_OT_report(bpy.types.Operator):
    """Show what did not travel in the last export, and why"""

    bl_idname = "pavane.report"
    bl_label = "Pavane: Export Report"

    @classmethod
    def poll(cls, context: Any) -> bool:
        return bool(_last)

    def invoke(self, context: Any, event: Any) -> set[str]:
        return context.window_manager.invoke_props_dialog(self, width=WIDTH)

    def execute(self, context: Any) -> set[str]:
        return {"FINISHED"}

    def draw(self, context: Any) -> None:
        data, column = _last["data"], self.layout.column(align=True)
        column.label(text=f"{os.path.basename(_last['path'])}: {report.counts(data)}",
                     icon="ERROR" if report.differs(data) else "CHECKMARK")
        column.label(text=report.summary(data))
        lines = _wrapped(report.lines(data)[1:])
        for line in lines[:MOST]:
            column.label(text=line)
        if len(lines) > MOST:
            column.label(text=f"... and {len(lines) - MOST} more lines")
        self.layout.operator(PAVANE_OT_copy_report.bl_idname, icon="COPYDOWN")


class PAVANE_OT_copy_report(bpy.types.Operator):
    """Copy the whole report, with every name, to the clipboard"""

    bl_idname = "pavane.copy_report"
    bl_label = "Copy Whole Report"

    @classmethod
    def poll(cls, context: Any) -> bool:
        return bool(_last)

    def execute(self, context: Any) -> set[str]:
        context.window_manager.clipboard = "\n".join([_last["path"], *report.lines(_last["data"], every=True)])
        return {"FINISHED"}


def remember(data: dict[str, Any], path: str) -> None:
    _last.update(data=data, path=path)


def show(data: dict[str, Any], path: str) -> None:
    remember(data, path)
    bpy.ops.pavane.report("INVOKE_DEFAULT")


def _wrapped(lines: list[str]) -> list[str]:
    found = []
    for line in lines:
        indent = " " * 4 * line.startswith(" ")
        found += textwrap.wrap(line.strip(), COLUMNS, initial_indent=indent, subsequent_indent=indent + "    ")
    return found


classes = [PAVANE_OT_report, PAVANE_OT_copy_report]
