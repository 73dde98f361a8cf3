# SPDX-License-Identifier: MIT
"""The runtime's values of F-curves given as plain data (see curve_reference.py): each becomes a channel of a
.pav that is evaluated through the public C interface."""
from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import writer  # noqa: E402
from pavane_format.model import (  # noqa: E402
    Channel, Clip, Component, Curve, Document, Easing, Modifier, Target,
)

EASINGS = {"AUTO": "auto", "EASE_IN": "in", "EASE_OUT": "out", "EASE_IN_OUT": "in_out"}
ROUNDINGS = {"number": "none", "whole": "integer", "step": "hold"}
KINDS = {"CYCLES": "cycles", "LIMITS": "limits", "STEPPED": "stepped", "GENERATOR": "generator",
         "FNGENERATOR": "function", "ENVELOPE": "envelope"}
FUNCTIONS = {"SIN": "sine", "COS": "cosine", "TAN": "tangent", "SQRT": "square_root", "LN": "logarithm",
             "SINC": "sinc"}
FLAGS = {"use_restricted_range": "restricted", "use_additive": "additive", "use_min_x": "min_frame",
         "use_max_x": "max_frame", "use_min_y": "min_value", "use_max_y": "max_value",
         "use_frame_start": "from_start", "use_frame_end": "to_end"}
NUMBERS = {"frame_start": "frame_start", "frame_end": "frame_end", "blend_in": "blend_in",
           "blend_out": "blend_out", "cycles_before": "cycles_before", "cycles_after": "cycles_after",
           "min_x": "min_frame", "max_x": "max_frame", "min_y": "min_value", "max_y": "max_value",
           "frame_step": "step", "frame_offset": "offset", "amplitude": "amplitude",
           "phase_multiplier": "phase_multiplier", "phase_offset": "phase_offset",
           "value_offset": "value_offset", "reference_value": "reference_value",
           "default_min": "default_min", "default_max": "default_max"}


def modifier_of(modifier: Mapping[str, Any]) -> Modifier:
    flags = tuple(flag for name, flag in FLAGS.items() if modifier.get(name))
    made = Modifier(KINDS[modifier["type"]], flags)
    for name, ours in NUMBERS.items():
        if name in modifier:
            setattr(made, ours, modifier[name])
    if modifier["use_influence"]:
        made.influence = modifier["influence"]
    if modifier["type"] == "CYCLES":
        made.mode_before, made.mode_after = (modifier[name].lower() for name in ("mode_before", "mode_after"))
    elif modifier["type"] == "GENERATOR":
        made.generator_mode = modifier["mode"].lower().removeprefix("polynomial_")
        made.coefficients = np.array(modifier["coefficients"], np.float32)
    elif modifier["type"] == "FNGENERATOR":
        made.function = FUNCTIONS[modifier["function_type"]]
    elif modifier["type"] == "ENVELOPE":
        made.control_points = np.array(modifier["control_points"], np.float32).reshape(-1, 3)
    return made


def curve_of(curve: Mapping[str, Any]) -> Curve:
    keys = curve["keys"]
    shapes = zip(keys["easing"], keys["back"], keys["amplitude"], keys["period"], strict=True)
    easings = {i: Easing(EASINGS[easing], *numbers) for i, (easing, *numbers) in enumerate(shapes)}
    lefts, rights = (np.array(keys[name], np.float32).reshape(-1, 2) for name in ("left", "right"))
    return Curve(np.array(keys["time"], np.float32), np.array(keys["value"], np.float32), lefts, rights,
                 [name.lower() for name in keys["interpolation"]], curve["extrapolation"].lower(), easings)


def curve_of_samples(samples: list[list[float]]) -> Curve:
    points = np.array(samples, np.float32)
    return Curve(points[:, 0], points[:, 1], points, points, ["sample"] * len(points))


def component_of(curve: Mapping[str, Any]) -> Component:
    """What a file holds of a curve."""
    made = curve_of_samples(curve["samples"]) if curve["samples"] else curve_of(curve)
    made.modifiers = [modifier_of(modifier) for modifier in curve["modifiers"] if not modifier["mute"]]
    made.rounding = ROUNDINGS[curve["property"]]
    if not len(made.times) and not made.modifiers:
        return Component(0, "constant", 0.0)
    return Component(0, "curve", curve=made)


class Runtime:
    """A document whose one clip has one channel per curve; seconds are frames."""

    def __init__(self, build_folder: Path, path: Path, curves: list[Mapping[str, Any]]) -> None:
        channels = [Channel(Target("object", f"Object {i}", element="location"), [component_of(curve)])
                    for i, curve in enumerate(curves)]
        clip = Clip("Clip", fps=1, frame_end=1.0, channels=channels)
        path.write_bytes(writer.write(Document(clips=[clip])))
        self.library = ctypes.CDLL(str(build_folder / "libpavane.so"))
        self.library.pav_document_load_file.argtypes = [ctypes.c_char_p] + [ctypes.c_void_p] * 3
        self.library.pav_document_destroy.argtypes = [ctypes.c_void_p]
        self.library.pav_channel_evaluate.argtypes = [
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_double, *[ctypes.c_void_p] * 2]
        self.library.pav_channel_evaluate.restype = None
        self.document = ctypes.c_void_p()
        load = self.library.pav_document_load_file
        result = load(str(path).encode(), None, ctypes.byref(self.document), None)
        if result != 0:
            raise RuntimeError(f"{path}: the runtime does not load it, result {result}")

    def evaluate(self, channel: int, times: np.ndarray) -> np.ndarray:
        """The values of the curve of that number."""
        values, count = (ctypes.c_float * 16)(), ctypes.c_uint32()
        pointers = ctypes.addressof(values), ctypes.addressof(count)
        evaluate, document, result = self.library.pav_channel_evaluate, self.document, np.empty(len(times))
        for i, time in enumerate(times.tolist()):
            evaluate(document, 0, channel, time, *pointers)
            result[i] = values[0]
        if count.value != 1:
            raise RuntimeError(f"channel {channel} has {count.value} numbers, not one")
        return result

    def close(self) -> None:
        self.library.pav_document_destroy(self.document)
