# SPDX-License-Identifier: GPL-3.0-or-later
"""Actions as they are, for an import: what is not played, too."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..pavane_format import actions as model
from ..pavane_format.pack import STRING_LIMIT
from ..report import Report
from . import blocks, compat, curves

KEY_KINDS = ("keyframe", "breakdown", "moving_hold", "extreme", "jitter", "generated")
USUAL = model.KeyShape()
OF_THE_WINDOW = ("active", "show_expanded", "is_valid")  # of a modifier, and no part of what it does
CANNOT = "it does not travel for an import into Blender: "


class _Unknown(Exception):
    """Something that Blender itself does not know, as in damaged files."""


def read(action: Any, report: Report) -> model.Action | None:
    """None, and a note, where it holds what no file can."""
    made = model.Action(action.name, blocks.library(action), action.use_frame_range, action.use_cyclic,
                        action.frame_start, action.frame_end)
    try:
        made.action_slots = [_slot(action, slot) for slot in compat.slots(action)]
    except _Unknown as error:
        report.note(f"action {action.name!r}", f"{CANNOT}{error}")
        return None
    made.markers = [model.Marker(float(marker.frame), marker.name) for marker in action.pose_markers]
    problem = _problem(made)
    if problem:
        report.note(f"action {action.name!r}", CANNOT + problem)
        return None
    return made


def _problem(action: model.Action) -> str:
    fcurves = [curve for slot in action.action_slots for curve in slot.fcurves]
    arrays = [array for curve in fcurves for array in (curve.times, curve.values, curve.lefts, curve.rights)]
    arrays += [setting.numbers for curve in fcurves for modifier in curve.modifiers for setting in modifier.settings]
    if not all(np.isfinite(array).all() for array in arrays):
        return "it has numbers that are not finite"
    if not np.isfinite((action.frame_start, action.frame_end)).all():
        return "its range is not finite"
    if any(len(curve.path.encode("utf-8", "surrogatepass")) > STRING_LIMIT for curve in fcurves):
        return "a path is too long"
    return ""


def _slot(action: Any, slot: Any) -> model.ActionSlot:
    made = model.ActionSlot(compat.slot_name(slot), compat.slot_type(action, slot))
    groups = compat.groups(action, slot)
    made.groups = [_group(group) for group in groups]
    places = {group.as_pointer(): place for place, group in enumerate(groups)}
    made.fcurves = [_fcurve(curve, places) for curve in compat.all_curves(action, slot)]
    return made


def _group(group: Any) -> model.Group:
    colors = group.colors
    numbers = [number for color in (colors.normal, colors.select, colors.active) for number in color]
    return model.Group(group.name, group.mute, group.lock, group.color_set, tuple(numbers))


def _fcurve(fcurve: Any, groups: dict[int, int]) -> model.FCurve:
    keys = curves.samples(fcurve) if len(fcurve.sampled_points) else curves.keys(fcurve)
    if keys is None:
        raise _Unknown(f"{fcurve.data_path} has keys of no known kind")
    made = model.FCurve(fcurve.data_path, fcurve.array_index, keys.times, keys.values, keys.lefts, keys.rights,
                        keys.interpolations)
    if not len(fcurve.sampled_points):
        _style(made, fcurve)
    made.group = groups[fcurve.group.as_pointer()] if fcurve.group is not None else None
    made.muted, made.hidden, made.locked = fcurve.mute, fcurve.hide, fcurve.lock
    made.color_mode, made.color = fcurve.color_mode, tuple(fcurve.color)
    made.smoothing, made.extrapolation = fcurve.auto_smoothing, fcurve.extrapolation.lower()
    made.modifiers = [_modifier(modifier) for modifier in fcurve.modifiers]
    return made


def _style(made: model.FCurve, fcurve: Any) -> None:
    points = fcurve.keyframe_points
    for point in points:
        made.left_handles.append(point.handle_left_type.lower())
        made.right_handles.append(point.handle_right_type.lower())
        made.key_kinds.append(point.type.lower() if point.type.lower() in KEY_KINDS else "keyframe")
        made.easings.append(point.easing.lower().removeprefix("ease_"))
    backs, amplitudes, periods = (curves.numbers(points, name, np.float32) for name in ("back", "amplitude", "period"))
    usual = np.array((USUAL.back, USUAL.amplitude, USUAL.period), np.float32)
    for key in np.flatnonzero((np.stack((backs, amplitudes, periods), 1) != usual).any(1)).tolist():
        made.shapes[key] = model.KeyShape(float(backs[key]), float(amplitudes[key]), float(periods[key]))


# ---- Modifiers ----


def _modifier(modifier: Any) -> model.FCurveModifier:
    settings = []
    for declared in modifier.bl_rna.properties:
        name = declared.identifier
        if name == "control_points":
            numbers = [number for point in modifier.control_points for number in (point.frame, point.min, point.max)]
            settings.append(model.Setting(name, numbers=np.array(numbers, np.float32)))
        elif not declared.is_readonly and name not in OF_THE_WINDOW:
            settings.append(_setting(declared, getattr(modifier, name)))
    return model.FCurveModifier(modifier.type, settings)


def _setting(declared: Any, value: Any) -> model.Setting:
    if declared.type in ("ENUM", "STRING"):
        return model.Setting(declared.identifier, value)
    values = list(value) if declared.is_array else [value]
    return model.Setting(declared.identifier, numbers=np.array(values, np.float32))
