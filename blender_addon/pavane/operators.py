# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Export > Pavane, the collection exporter, and `blender --command pavane_export`."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import background, report, settings


class PAVANE_OT_export(bpy.types.Operator, ExportHelper):
    """Export animation, and the meshes, rigs, cameras and lights that it moves, exactly as it plays here"""

    bl_idname = "export_scene.pavane"
    bl_label = "Export Pavane"
    bl_options = {"PRESET"}
    filename_ext = ".pav"

    filter_glob: StringProperty(default="*.pav", options={"HIDDEN"})
    visible: BoolProperty(name="Visible", description="Only objects that are shown in the viewport")
    selected: BoolProperty(name="Selected", description="Only selected objects")
    renderable: BoolProperty(name="Renderable", description="Only objects that are rendered")
    collection: StringProperty(name="Collection", description="Only objects of this collection")
    clips: EnumProperty(
        name="Clips", description="What becomes a clip of the file", default=settings.Settings.clips,
        items=[(value, title, told) for value, (title, told) in settings.CLIPS.items()])
    error_bound: FloatProperty(
        name="Error Bound", default=settings.Settings.error_bound, min=1e-6, max=0.1, precision=6, step=0.001,
        description="How far sampled motion may be from Blender's, in parts of the size of what moves. "
        "Motion that travels as curves is exact")

    def draw(self, context: Any) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        include = layout.column(heading="Only Objects")
        include.prop(self, "visible")
        include.prop(self, "selected")
        include.prop(self, "renderable")
        include.prop_search(self, "collection", bpy.data, "collections")
        animation = layout.column(heading="Animation")
        animation.prop(self, "clips")
        animation.prop(self, "error_bound")

    def execute(self, context: Any) -> set[str]:
        asked = settings.Settings(context.scene.name, context.view_layer.name, self.collection, self.visible,
                                  self.selected, self.renderable, self.clips, self.error_bound)
        try:
            data = background.export(self.filepath, asked)
        except (OSError, RuntimeError) as error:
            reason = report.failure(error, self.filepath) if isinstance(error, OSError) else error
            self.report({"ERROR"}, f"Nothing was exported: {reason}")
            return {"CANCELLED"}
        differs = data["causes"] or data["left_out"]
        self.report({"WARNING" if differs else "INFO"}, report.line(data))
        return {"FINISHED"}


def _menu(self: Any, context: Any) -> None:
    self.layout.operator(PAVANE_OT_export.bl_idname, text="Pavane (.pav)")


def _command(words: list[str]) -> int:
    """`blender IN.blend --command pavane_export OUT.pav`: as from the menu, by another Blender, whose
    settings are those of the factory and which runs no script of the file."""
    try:
        arguments = settings.parser("pavane_export").parse_args(words)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        data = background.export(arguments.output, settings.from_arguments(arguments))
        if arguments.report:
            Path(arguments.report).write_text(report.as_json(data), encoding="utf-8")
    except (OSError, RuntimeError) as error:
        reason = report.failure(error, arguments.output) if isinstance(error, OSError) else error
        print(f"pavane: {reason}", file=sys.stderr)
        return 1
    print("\n".join(report.lines(data)))
    return 0


_classes: list[type] = [PAVANE_OT_export]
_commands: list[Any] = []

if hasattr(bpy.types, "FileHandler"):
    class IO_FH_pavane(bpy.types.FileHandler):
        """Makes the operator an exporter of collections."""

        bl_idname = "IO_FH_pavane"
        bl_label = "Pavane"
        bl_export_operator = PAVANE_OT_export.bl_idname
        bl_file_extensions = ".pav"

        @classmethod
        def poll_drop(cls, context: Any) -> bool:
            return False

    _classes.append(IO_FH_pavane)


def register() -> None:
    for made in _classes:
        bpy.utils.register_class(made)
    bpy.types.TOPBAR_MT_file_export.append(_menu)
    if hasattr(bpy.utils, "register_cli_command"):
        _commands.append(bpy.utils.register_cli_command("pavane_export", _command))


def unregister() -> None:
    while _commands:
        bpy.utils.unregister_cli_command(_commands.pop())
    bpy.types.TOPBAR_MT_file_export.remove(_menu)
    for made in reversed(_classes):
        bpy.utils.unregister_class(made)
