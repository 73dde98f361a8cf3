# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects are hidden when.

Blender does not evaluate what is hidden, so while exporting nothing hides anything: the F-curves of visibility are
muted and read by themselves, and a driver drives a property made for it instead. Where the NLA plays, F-curves lead to
that property, too.
"""
from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from ..pavane_format import model
from ..report import Report
from . import blocks, compat, curves, term_channels
from .blocks import Block
from .clips import Clips
from .paths import Paths
from .properties import Key, Place, custom_path
from .sampling import Samples

FLAGS = ("hide_viewport", "hide_render")
ASIDE = "pavane "  # before a flag's name: the property that its driver drives
BY_COLLECTION = "not in effect: its collections hide it"

Flag = tuple[int, str]
"""An object, by its address, and one of FLAGS."""


class Visibility:
    """Made when everything has its rest value; `hidden` is what the objects say of themselves then."""

    def __init__(self, objects: list[Any], clips: Clips, everything: list[Block], paths: Paths,
                 nla: bool, report: Report) -> None:
        self._report = report
        self._objects = {ob.as_pointer(): ob for ob in objects}
        self.hidden = {key: tuple(bool(getattr(ob, flag)) for flag in FLAGS) for key, ob in self._objects.items()}
        self._muted: set[int] = set()  # curves, by address, that the artist has muted
        self._driven: dict[Flag, Place] = {}
        self._drivers: set[Flag] = set()
        self._shut: dict[str, set[int]] = {flag: set() for flag in FLAGS}
        self._aside: dict[int, str] = {}  # by address of F-curve: the flag
        self._put_curves_away(clips, nla)
        for block in everything:
            self._put_drivers_aside(block, paths)

    def _put_curves_away(self, clips: Clips, nla: bool) -> None:
        found = [(curve, owner.block) for clip in (*clips.clips, *clips.foreign)
                 for owner in (*clip.owners, *clip.outside) for curve in owner.curves if curve.data_path in FLAGS]
        self._muted = {curve.as_pointer() for curve, _ in found if compat.is_muted(curve)}
        for curve, block in found:
            if not nla or curve.as_pointer() in self._muted:
                curve.mute = True
                continue
            flag = self._aside.setdefault(curve.as_pointer(), curve.data_path)
            curve.data_path = custom_path(ASIDE + flag)
            if block.key in self._objects:
                self._make_aside(block, flag)

    def _make_aside(self, block: Block, flag: str) -> None:
        """What stands in for the flag."""
        block.id[ASIDE + flag] = float(self.hidden[block.key][FLAGS.index(flag)])
        self._driven.setdefault((block.key, flag), Place(block.id, block.id, custom_path(ASIDE + flag)))

    def _put_drivers_aside(self, block: Block, paths: Paths) -> None:
        for driver in blocks.drivers(block.id):
            flag = driver.data_path
            if flag not in FLAGS or driver.mute:
                continue
            if block.key not in self._objects or not paths.reaches(block.id, driver):
                driver.mute = True
                continue
            self._make_aside(block, flag)
            self._drivers.add((block.key, flag))
            driver.data_path = custom_path(ASIDE + flag)

    def restore(self) -> None:
        """Puts back what the NLA has left behind."""
        for key, flag in self._driven:
            self._objects[key][ASIDE + flag] = float(self.hidden[key][FLAGS.index(flag)])

    def places(self) -> dict[Key, Place]:
        return {place.key: place for place in self._driven.values()}

    def set_rest(self, samples: Samples) -> None:
        """What drivers say at rest."""
        for (key, flag), place in self._driven.items():
            value = bool(samples.of_place(place)[0, 0] > term_channels.TRUE)
            viewport, render = self.hidden[key]
            self.hidden[key] = (value, render) if flag == "hide_viewport" else (viewport, value)

    def shut(self, hidden: dict[str, set[int]]) -> None:
        """Tells which objects their collections hide, by "viewport" and "render"."""
        for flag in FLAGS:
            self._shut[flag] = hidden[flag.removeprefix("hide_")]

    # ---- Keys ----

    def is_aside(self, curve: Any) -> bool:
        return curve.as_pointer() in self._aside

    def reason_aside(self, block: Block, curve: Any) -> str:
        """Why such a curve does not travel; empty if it does."""
        flag = self._aside[curve.as_pointer()]
        if block.key in self._shut[flag]:
            return BY_COLLECTION
        return "not in effect: a driver decides" if (block.key, flag) in self._drivers else ""

    def reason(self, found: Any, curve: Any) -> str:
        """Why the curve does not travel; empty if it does."""
        key = found.owner.as_pointer()
        if curve.as_pointer() in self._muted:
            return "muted"
        if key in self._shut[found.name]:
            return BY_COLLECTION
        return "not in effect: a driver decides" if (key, found.name) in self._driven else ""

    def add_channels(self, clip: model.Clip, keyed: dict[Flag, Any], samples: Samples) -> None:
        for key, flag in sorted({*keyed, *self._driven}, key=self._order):
            if key in self._shut[flag]:
                continue
            rest = self.hidden[key][FLAGS.index(flag)]
            if (key, flag) in keyed:
                component = _of_curve(keyed[key, flag])
            else:
                component = _of_driver(self._driven[key, flag], samples, rest)
            if component is not None:
                ob = self._objects[key]
                target = model.Target("object", ob.name, "", flag, blocks.library(ob))
                clip.channels.append(model.Channel(target, [component]))

    def _order(self, flag: Flag) -> tuple[bytes, bytes, str]:
        return (*blocks.order(self._objects[flag[0]]), flag[1])


def is_visibility(found: Any) -> bool:
    return found.name in FLAGS and not found.custom and isinstance(found.owner, bpy.types.Object)


def _of_curve(curve: Any) -> model.Component:
    def read(samples: Samples) -> np.ndarray:
        return term_channels.of_kind(curves.evaluate(curve, samples.frames), "boolean")

    return term_channels.from_curve(0, curve, "boolean", read)


def _of_driver(place: Place, samples: Samples, rest: bool) -> model.Component | None:
    def read(samples: Samples) -> np.ndarray:
        return term_channels.of_kind(samples.of_place(place)[:, 0], "boolean")

    return None if (read(samples) == rest).all() else curves.sampled(0, read, "boolean")
