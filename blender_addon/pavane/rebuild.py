# SPDX-License-Identifier: GPL-3.0-or-later
"""From actions of a file to actions in Blender."""
from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from .gather import compat
from .pavane_format import actions as model

STREAMS = {"co": ("times", "values"), "handle_left": ("lefts",), "handle_right": ("rights",)}


def rebuild(action: model.Action) -> list[Any]:
    """New actions in the open file, of one slot each where actions have no slots."""
    slots = action.action_slots or [model.ActionSlot()]
    if compat.HAS_SLOTS:
        return [_build(action, slots)]
    return [_build(action, [slot]) for slot in slots]


def _build(action: model.Action, slots: list[model.ActionSlot]) -> Any:
    made = bpy.data.actions.new(action.name)
    made.use_fake_user = True  # nothing uses it yet, and Blender would not save it
    for slot in slots:
        _fill(compat.new_bag(made, slot.identifier, slot.kind), slot)
    made.use_frame_range, made.use_cyclic = action.manual_range, action.cyclic
    made.frame_start, made.frame_end = action.frame_start, action.frame_end
    for marker in action.markers:
        made.pose_markers.new(marker.name).frame = int(marker.frame)
    return made


def _fill(bag: Any, slot: model.ActionSlot) -> None:
    for group in slot.groups:
        _fill_group(bag.groups.new(group.name), group)
    for curve in slot.fcurves:
        made = bag.fcurves.new(curve.path, index=curve.array_index)
        if curve.group is not None:
            made.group = bag.groups[curve.group]
        _fill_curve(made, curve)


def _fill_group(made: Any, group: model.Group) -> None:
    made.color_set = group.color_set
    for place, name in enumerate(("normal", "select", "active")):
        if made.is_custom_color_set:
            setattr(made.colors, name, group.colors[3 * place:3 * place + 3])
    made.mute, made.lock = group.muted, group.locked


def _fill_curve(made: Any, curve: model.FCurve) -> None:
    """The keys last: Blender moves handles when it is told something else of a curve."""
    made.extrapolation = curve.extrapolation.upper()
    made.auto_smoothing = curve.smoothing
    made.color_mode, made.color = curve.color_mode, curve.color
    made.mute, made.hide, made.lock = curve.muted, curve.hidden, curve.locked
    for modifier in curve.modifiers:
        _add_modifier(made, modifier)
    _fill_keys(made.keyframe_points, curve)
    if "sample" in curve.interpolations:
        made.convert_to_samples(int(curve.times[0]), int(curve.times[-1]) + 1)


def _fill_keys(points: Any, curve: model.FCurve) -> None:
    points.add(len(curve.times))
    for point, kind in zip(points, curve.interpolations):
        point.interpolation = "LINEAR" if kind == "sample" else kind.upper()
    for point, left, right in zip(points, curve.left_handles, curve.right_handles):
        point.handle_left_type, point.handle_right_type = left.upper(), right.upper()
    for point, kind, easing in zip(points, curve.key_kinds, curve.easings):
        point.easing = "AUTO" if easing == "auto" else f"EASE_{easing.upper()}"
        if kind.upper() in compat.KEY_KINDS:
            point.type = kind.upper()
    usual = model.KeyShape()
    for key, point in enumerate(points):
        shape = curve.shapes.get(key, usual)
        point.back, point.amplitude, point.period = shape.back, shape.amplitude, shape.period
    for name, parts in STREAMS.items():
        numbers = np.column_stack([getattr(curve, part) for part in parts])
        points.foreach_set(name, np.ascontiguousarray(numbers, np.float32).reshape(-1))


# ---- Modifiers ----


def _add_modifier(fcurve: Any, modifier: model.FCurveModifier) -> None:
    """Twice, because one setting may bound another."""
    made = fcurve.modifiers.new(modifier.kind)
    if made is None:
        return  # a CYCLES that is not the first, which does nothing
    for setting in [*modifier.settings, *modifier.settings]:
        if setting.name == "control_points":
            _set_control_points(made.control_points, setting.numbers.reshape(-1, 3))
        elif hasattr(made, setting.name):  # another Blender may have it
            setattr(made, setting.name, _value(made, setting))


def _value(made: Any, setting: model.Setting) -> Any:
    declared = made.bl_rna.properties[setting.name]
    if declared.type in ("ENUM", "STRING"):
        return setting.text
    kind = {"INT": int, "BOOLEAN": bool, "FLOAT": float}[declared.type]
    values = [kind(number) for number in setting.numbers.tolist()]
    return values if declared.is_array else values[0]


def _set_control_points(points: Any, rows: np.ndarray) -> None:
    """All points at once: Blender 3.4 takes a point whose own property is set for a modifier, and may crash."""
    while len(points) < len(rows):
        points.add(float(rows[len(points), 0]))
    for column, name in enumerate(("frame", "min", "max")):
        points.foreach_set(name, np.ascontiguousarray(rows[:, column], np.float32))
