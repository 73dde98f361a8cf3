# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Export > Pavane, File > Import > Pavane Actions, dropped files, the collection exporter, and
`blender --command pavane_export`."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import bpy

from . import background, panels, progress, report, report_dialog, settings
from .export_operator import PAVANE_OT_export
from .import_operator import PAVANE_OT_import

TAKES_FILES = ("VIEW_3D", "OUTLINER", "DOPESHEET_EDITOR", "GRAPH_EDITOR", "NLA_EDITOR")  # dropped ones


def _menu(self: Any, context: Any) -> None:
    self.layout.operator(PAVANE_OT_export.bl_idname, text="Pavane (.pav)")


def _import_menu(self: Any, context: Any) -> None:
    self.layout.operator(PAVANE_OT_import.bl_idname, text="Pavane Actions (.pav)")


def _command(words: list[str]) -> int:
    """`blender IN.blend --command pavane_export OUT.pav`: as from the menu, by another Blender, whose
    settings are those of the factory and which runs no script of the file."""
    try:
        arguments = settings.parser("pavane_export").parse_args(words)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        data = background.export(arguments.output, settings.from_arguments(arguments),
                                 lambda part, doing: print(progress.line(part, doing), flush=True))
        if arguments.report:
            Path(arguments.report).write_text(report.as_json(data), encoding="utf-8")
    except (OSError, RuntimeError) as error:
        reason = report.failure(error, arguments.output) if isinstance(error, OSError) else error
        print(f"pavane: {reason}", file=sys.stderr)
        return 1
    print("\n".join(report.lines(data)))
    return 0


_classes: list[type] = [PAVANE_OT_export, PAVANE_OT_import, *panels.classes, *report_dialog.classes]
_commands: list[Any] = []

if hasattr(bpy.types, "FileHandler"):
    class IO_FH_pavane(bpy.types.FileHandler):
        """Makes the export an exporter of collections, and the import that of dropped files."""

        bl_idname = "IO_FH_pavane"
        bl_label = "Pavane"
        bl_import_operator = PAVANE_OT_import.bl_idname
        bl_export_operator = PAVANE_OT_export.bl_idname
        bl_file_extensions = ".pav"

        @classmethod
        def poll_drop(cls, context: Any) -> bool:
            return context.area is not None and context.area.type in TAKES_FILES

    _classes.append(IO_FH_pavane)


def register() -> None:
    for made in _classes:
        bpy.utils.register_class(made)
    bpy.types.TOPBAR_MT_file_export.append(_menu)
    bpy.types.TOPBAR_MT_file_import.append(_import_menu)
    if hasattr(bpy.utils, "register_cli_command"):
        _commands.append(bpy.utils.register_cli_command("pavane_export", _command))


def unregister() -> None:
    while _commands:
        bpy.utils.unregister_cli_command(_commands.pop())
    bpy.types.TOPBAR_MT_file_export.remove(_menu)
    bpy.types.TOPBAR_MT_file_import.remove(_import_menu)
    for made in reversed(_classes):
        bpy.utils.unregister_class(made)
