# SPDX-License-Identifier: GPL-3.0-or-later
"""The export's operator. From the file browser it runs beside the artist's work, until it is done or Esc ends it;
from a script or a collection exporter it is done when the call returns."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import background, panels, progress, remembered, report, report_dialog, settings


class PAVANE_OT_export(bpy.types.Operator, ExportHelper):
    """Export animation, and the meshes, rigs, cameras and lights that it moves, exactly as it plays here"""

    bl_idname = "export_scene.pavane"
    bl_label = "Export Pavane"
    bl_options = {"PRESET"}
    filename_ext = ".pav"
    running: background.Job | None = None  # of the one that was started from the file browser

    filter_glob: StringProperty(default="*.pav", options={"HIDDEN"})
    remember: BoolProperty(
        name="Remember Export Settings", options={"SKIP_SAVE"},
        description="Keep these settings with the scene, in the .blend, and start from them next time. "
        "This alone changes the file; without it an export leaves the file as it is")
    selected: BoolProperty(name="Selected Objects", description="Only selected objects")
    visible: BoolProperty(name="Visible Objects", description="Only objects that are shown in the viewport")
    renderable: BoolProperty(name="Renderable Objects", description="Only objects that are rendered")
    collection: StringProperty(name="Collection", description="Only objects of this collection")
    clips: EnumProperty(
        name="Clips", description="What becomes a clip of the file", default=settings.Settings.clips,
        items=[(value, title, told) for value, (title, told) in settings.CLIPS.items()])
    error_bound: FloatProperty(
        name="Error Bound", default=settings.Settings.error_bound, min=1e-6, max=0.1, precision=6, step=0.001,
        description="How far sampled motion may be from Blender's, in parts of the size of what moves. "
        "Motion that travels as curves is exact")

    topology: EnumProperty(
        name="Keep", description="Of a mesh whose topology a modifier changes with its shape keys",
        default=settings.Settings.topology,
        items=[(value, title, told) for value, (title, told) in settings.TOPOLOGY.items()])
    mesh_error: FloatProperty(
        name="Mesh Error", default=settings.Settings.mesh_error, min=0.0, max=0.1, precision=6, step=0.001,
        description="Round meshes to save bytes: points by no more than this part of the mesh's size, normals and UV "
        "coordinates by no more than this. 0 keeps every bit")
    editing_data: BoolProperty(
        name="Editing Data", default=settings.Settings.editing_data,
        description="Write, too, what only an import into Blender needs: handle types, groups, colours, muted "
        "F-curves. Nothing that plays reads it")

    problems: Sequence[str] = ()  # with what the scene has kept
    _timer: Any = None
    _is_asked = False

    def draw(self, context: Any) -> None:
        panels.draw(self.layout, self, context)

    def invoke(self, context: Any, event: Any) -> set[str]:
        self._is_asked = True
        self.problems = remembered.recall(self, context.scene)
        return ExportHelper.invoke(self, context, event)

    def execute(self, context: Any) -> set[str]:
        given = {name: getattr(self, name) for name in settings.IN_PANEL}
        asked = settings.Settings(context.scene.name, context.view_layer.name, **given)
        self.filepath = bpy.path.abspath(self.filepath)
        try:
            if self._is_asked and not bpy.app.background:
                return self._begin(context, asked)
            data = background.export(self.filepath, asked, _teller(context))
            if self.remember:
                remembered.keep(self, context.scene)
            return self._told(data)
        except (OSError, RuntimeError) as error:
            return self._failed(error)
        finally:
            context.window_manager.progress_end()

    # ---- Beside the artist's work ----

    def _begin(self, context: Any, asked: settings.Settings) -> set[str]:
        if PAVANE_OT_export.running is not None:
            raise RuntimeError("another export is running; Esc ends it")
        PAVANE_OT_export.running = background.Job(self.filepath, asked)
        remembered.keep(self, context.scene)  # now that the copy has been made
        self._timer = context.window_manager.event_timer_add(background.WAIT, window=context.window)
        context.window_manager.modal_handler_add(self)
        context.workspace.status_text_set(_draw_status)
        return {"RUNNING_MODAL"}

    def modal(self, context: Any, event: Any) -> set[str]:
        if event.type == "ESC" and event.value == "PRESS":
            self.cancel(context)
            self.report({"WARNING"}, f"The export was cancelled: {self.filepath} is as it was before")
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        job = PAVANE_OT_export.running
        if not job.wait(0):
            context.workspace.status_text_set(_draw_status)  # draws it anew
            return {"PASS_THROUGH"}
        try:
            data = job.result()
        except (OSError, RuntimeError) as error:
            return self._failed(error)
        finally:
            self.cancel(context)
        if report.differs(data):
            report_dialog.show(data, self.filepath)
        return self._told(data)

    def cancel(self, context: Any) -> None:
        """Also by Blender, when it ends or opens another file."""
        if self._timer is None:
            return  # the file browser was closed
        PAVANE_OT_export.running.close()
        PAVANE_OT_export.running = None
        context.window_manager.event_timer_remove(self._timer)
        self._timer = None
        context.workspace.status_text_set(None)

    # ---- What is told ----

    def _told(self, data: dict[str, Any]) -> set[str]:
        report_dialog.remember(data, self.filepath)
        self.report({"WARNING" if report.differs(data) else "INFO"}, report.line(data))
        return {"FINISHED"}

    def _failed(self, error: Exception) -> set[str]:
        reason = report.failure(error, self.filepath) if isinstance(error, OSError) else error
        self.report({"ERROR"}, f"Nothing was exported: {reason}")
        return {"CANCELLED"}


def _draw_status(header: Any, context: Any) -> None:
    """In place of the status bar, in every workspace, because the artist may go to another one meanwhile."""
    job, layout = PAVANE_OT_export.running, header.layout
    if job is None:
        return
    part, doing = job.progress
    if hasattr(layout, "progress"):  # since 4.0
        layout.progress(factor=part, text=f"{100 * part:.0f} %")
        layout.label(text=f"Export to {job.name}: {doing}")
    else:
        layout.label(text=f"Export to {job.name}: {100 * part:.0f} %, {doing}")
    layout.label(text="Cancel", icon="EVENT_ESC")


def _teller(context: Any) -> background.Tell:
    """For an export that Blender waits for: a number at the cursor, or lines where there is no window."""
    if bpy.app.background:
        return lambda part, doing: print(progress.line(part, doing), flush=True)
    context.window_manager.progress_begin(0, 1)
    return lambda part, doing: context.window_manager.progress_update(part)
