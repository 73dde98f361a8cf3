# SPDX-License-Identifier: GPL-3.0-or-later
"""File > Import > Pavane Actions, and .pav files that are dropped: the actions of the clips, to work on."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
from bpy.props import StringProperty
from bpy_extras.io_utils import ImportHelper


class PAVANE_OT_import(bpy.types.Operator, ImportHelper):
    """Make the actions of a file's clips anew, as they were when it was exported: keys, handles, groups, slots"""

    bl_idname = "import_scene.pavane"
    bl_label = "Import Pavane Actions"
    bl_options = {"UNDO"}
    filename_ext = ".pav"

    filter_glob: StringProperty(default="*.pav", options={"HIDDEN"})
    filepath: StringProperty(subtype="FILE_PATH", options={"SKIP_SAVE"})

    def invoke(self, context: Any, event: Any) -> set[str]:
        return self.execute(context) if self.filepath else ImportHelper.invoke(self, context, event)

    def execute(self, context: Any) -> set[str]:
        from . import rebuild  # not before it is needed: a Blender may be without numpy
        from .pavane_format import reader

        path = bpy.path.abspath(self.filepath)
        try:
            clips = reader.read(Path(path).read_bytes()).clips
            made = [action for wanted in _once(clips) for action in rebuild.rebuild(wanted)]
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, f"Nothing was imported: {path}: {getattr(error, 'strerror', None) or error}")
            return {"CANCELLED"}
        bare = [clip.name for clip in clips if not clip.actions]
        told = f"Actions of {Path(path).name}: {', '.join(action.name for action in made) or 'none'}"
        if bare:
            told += f". Exported without editing data: {', '.join(bare)}"
        self.report({"WARNING" if bare or not made else "INFO"}, told)
        return {"FINISHED"} if made else {"CANCELLED"}


def _once(clips: list[Any]) -> list[Any]:
    """The actions of all clips; one may be in several."""
    found = {(action.name, action.library): action for clip in clips for action in clip.actions}
    return list(found.values())
