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
from pavane_format.model import Channel, Clip, Component, Curve, Document, Target  # noqa: E402

INTERPOLATIONS = ("CONSTANT", "LINEAR", "BEZIER")


def curve_of(curve: Mapping[str, Any]) -> Curve | None:
    """The same curve in a file; None for one that a file has no place for."""
    keys = curve["keys"]
    if curve["modifiers"] or curve["samples"] or curve["property"] != "number" or not keys["time"]:
        return None
    if not set(keys["interpolation"]) <= set(INTERPOLATIONS):
        return None
    lefts, rights = (np.array(keys[name], np.float32).reshape(-1, 2) for name in ("left", "right"))
    return Curve(np.array(keys["time"], np.float32), np.array(keys["value"], np.float32), lefts, rights,
                 [name.lower() for name in keys["interpolation"]], curve["extrapolation"].lower())


class Runtime:
    """A document whose one clip has one channel per curve; seconds are frames."""

    def __init__(self, build_folder: Path, path: Path, curves: list[Mapping[str, Any]]) -> None:
        made = [curve_of(curve) for curve in curves]
        self.channel_numbers: list[int | None] = []
        channels: list[Channel] = []
        for curve in made:
            self.channel_numbers.append(None if curve is None else len(channels))
            if curve is not None:
                target = Target("object", f"Object {len(channels)}", element="location")
                channels.append(Channel(target, [Component(0, "curve", curve=curve)]))
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

    def evaluate(self, curve: int, times: np.ndarray) -> np.ndarray | None:
        """The values of one curve; None for one that is not in the file."""
        channel = self.channel_numbers[curve]
        if channel is None:
            return None
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
