# SPDX-License-Identifier: GPL-3.0-or-later
"""What the export's panel shows: sections with the names, and in the order, of Blender's own exporters."""
from __future__ import annotations

from typing import Any

import bpy

# Since 4.1; a collection exporter can show only these.
HAS_LAYOUT_PANELS = "panel" in bpy.types.UILayout.bl_rna.functions
OPERATOR = "EXPORT_SCENE_OT_pavane"


def _include(layout: Any, operator: Any, context: Any) -> None:
    limit = layout.column(heading="Limit to", align=True)
    limit.prop(operator, "selected")
    limit.prop(operator, "visible")
    limit.prop(operator, "renderable")
    if _is_file_browser(context):  # a collection exporter has its collection
        layout.prop_search(operator, "collection", bpy.data, "collections")


def _data(layout: Any, operator: Any, context: Any) -> None:
    layout.prop(operator, "mesh_error")
    layout.prop(operator, "topology")


def _animation(layout: Any, operator: Any, context: Any) -> None:
    layout.prop(operator, "clips")
    layout.prop(operator, "error_bound")
    layout.prop(operator, "editing_data")


SECTIONS = (("include", "Include", _include), ("data", "Data", _data), ("animation", "Animation", _animation))


def draw(layout: Any, operator: Any, context: Any) -> None:
    _prepare(layout)
    if _is_file_browser(context):
        row = layout.row()
        row.use_property_split = False  # its name needs the width
        row.prop(operator, "remember")
        for problem in operator.problems:
            layout.label(text=problem, icon="ERROR")
    for name, title, contents in SECTIONS if HAS_LAYOUT_PANELS else ():
        header, body = layout.panel(f"PAVANE_export_{name}")
        header.label(text=title)
        if body is not None:
            contents(body, operator, context)


def _prepare(layout: Any) -> None:
    layout.use_property_split = True
    layout.use_property_decorate = False


def _is_file_browser(context: Any) -> bool:
    return context.space_data is not None and context.space_data.type == "FILE_BROWSER"


def _panel_class(number: int, name: str, title: str, contents: Any) -> type:
    """A panel below the operator's own in the file browser, where a layout has none."""

    def poll(cls: Any, context: Any) -> bool:
        operator = context.space_data.active_operator
        return operator is not None and operator.bl_idname == OPERATOR

    def draw_panel(self: Any, context: Any) -> None:
        _prepare(self.layout)
        contents(self.layout, context.space_data.active_operator, context)

    return type(f"PAVANE_PT_export_{name}", (bpy.types.Panel,), {
        "bl_space_type": "FILE_BROWSER", "bl_region_type": "TOOL_PROPS", "bl_parent_id": "FILE_PT_operator",
        "bl_label": title, "bl_order": number, "poll": classmethod(poll), "draw": draw_panel})


classes = [] if HAS_LAYOUT_PANELS else [_panel_class(number, *section) for number, section in enumerate(SECTIONS)]
