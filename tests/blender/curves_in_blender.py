# SPDX-License-Identifier: MIT
"""Runs in Blender: builds F-curves from plain data, reads back what Blender made of them, and evaluates them.

    blender -b --python curves_in_blender.py -- FOLDER

FOLDER holds curves.json (a list of curves), times.npy (float32, of all curves one after the other) and
counts.npy (how many of each curve); stored.json and values.npy are written beside them.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path

import bpy
import numpy as np

OWNER = bpy.data.objects.new("owner", None)
PATHS = {"number": "location", "whole": "pass_index", "step": "hide_viewport"}
EVERY = ("mute", "use_restricted_range", "blend_in", "blend_out", "use_influence", "influence", "frame_start",
         "frame_end")
OWN = {
    "CYCLES": ("mode_before", "mode_after", "cycles_before", "cycles_after"),
    "LIMITS": ("use_min_x", "use_max_x", "use_min_y", "use_max_y", "min_x", "max_x", "min_y", "max_y"),
    "STEPPED": ("frame_step", "frame_offset", "use_frame_start", "use_frame_end"),
    "GENERATOR": ("mode", "use_additive"),
    "FNGENERATOR": ("function_type", "amplitude", "phase_multiplier", "phase_offset", "value_offset",
                    "use_additive"),
    "ENVELOPE": ("reference_value", "default_min", "default_max"),
}


# ---- Building ----

def new_curve(path: str):
    action = bpy.data.actions.new("action")
    if hasattr(action, "fcurves"):
        return action, action.fcurves.new(path, index=0)
    slot = action.slots.new("OBJECT", "slot")
    strip = action.layers.new("layer").strips.new(type="KEYFRAME")
    return action, strip.channelbag(slot, ensure=True).fcurves.new(path, index=0)


def add_keys(curve, keys: dict, handles: list[str]) -> None:
    curve.keyframe_points.add(len(keys["time"]))
    for i, key in enumerate(curve.keyframe_points):
        key.handle_left_type = key.handle_right_type = handles[i]
        key.co = keys["time"][i], keys["value"][i]
        key.handle_left, key.handle_right = keys["left"][i], keys["right"][i]
        for name in ("interpolation", "easing", "back", "amplitude", "period"):
            setattr(key, name, keys[name][i])


def add_modifier(curve, made: dict) -> None:
    modifier = curve.modifiers.new(made["type"])
    for name in (*OWN[made["type"]], *EVERY):
        setattr(modifier, name, made[name])
    if made["type"] == "GENERATOR":
        count = len(made["coefficients"])
        modifier.poly_order = count - 1 if made["mode"] == "POLYNOMIAL" else count // 2
        modifier.coefficients = made["coefficients"]
    elif made["type"] == "ENVELOPE":
        for frame, *_ in made["control_points"]:
            modifier.control_points.add(frame)
        for i, name in enumerate(("min", "max"), 1):  # all at once: a point's own property may crash Blender
            modifier.control_points.foreach_set(name, [point[i] for point in made["control_points"]])


def build(made: dict):
    action, curve = new_curve(PATHS[made["property"]])
    curve.update_autoflags(OWNER)
    curve.extrapolation = made["extrapolation"]  # before the keys: it makes Blender tidy those that are there
    add_keys(curve, made["keys"], made["handles"])
    if made["update"]:
        curve.update()
    for modifier in made["modifiers"]:
        add_modifier(curve, modifier)
    if made["sampled"]:  # last: Blender may crash where a modifier of samples is changed
        curve.convert_to_samples(*made["sampled"])
    return action, curve


# ---- Reading back ----

def read_keys(curve) -> dict:
    points = list(curve.keyframe_points)
    keys = {"time": [key.co[0] for key in points], "value": [key.co[1] for key in points],
            "left": [list(key.handle_left) for key in points],
            "right": [list(key.handle_right) for key in points]}
    for name in ("interpolation", "easing", "back", "amplitude", "period"):
        keys[name] = [getattr(key, name) for key in points]
    return keys


def read_modifier(modifier) -> dict:
    made = {name: getattr(modifier, name) for name in ("type", *OWN[modifier.type], *EVERY)}
    if modifier.type == "GENERATOR":
        order = modifier.poly_order
        count = order + 1 if modifier.mode == "POLYNOMIAL" else 2 * order
        made["coefficients"] = list(modifier.coefficients)[:count]
    elif modifier.type == "ENVELOPE":
        made["control_points"] = [[point.frame, point.min, point.max] for point in modifier.control_points]
    return made


def read(curve, made: dict) -> dict:
    valid = [modifier for modifier in curve.modifiers if modifier.is_valid]
    if len(valid) != len(made["modifiers"]):
        raise ValueError(f"Blender refuses the modifiers of {made}")
    return {"property": made["property"], "extrapolation": curve.extrapolation, "keys": read_keys(curve),
            "samples": [list(point.co) for point in curve.sampled_points],
            "modifiers": [read_modifier(modifier) for modifier in curve.modifiers]}


def main(folder: Path) -> None:
    made = json.loads((folder / "curves.json").read_text())
    times = np.split(np.load(folder / "times.npy"), np.cumsum(np.load(folder / "counts.npy"))[:-1])
    stored, values = [], []
    for number, curve_times in enumerate(times):
        action, curve = build(made[number])
        stored.append(read(curve, made[number]))
        values.append(np.array([curve.evaluate(time) for time in curve_times.tolist()], np.float32))
        bpy.data.actions.remove(action)
    (folder / "stored.json").write_text(json.dumps(stored))
    np.save(folder / "values.npy", np.concatenate(values))


main(Path(sys.argv[-1]))
