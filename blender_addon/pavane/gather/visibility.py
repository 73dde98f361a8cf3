# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects are hidden when.

Blender does not evaluate what is hidden, so while exporting nothing hides anything: the F-curves of visibility are
muted and read by themselves, and a driver drives a property made for it instead. Where the NLA plays, and where a driver
reads the flag, F-curves lead to that property, too; and there such a driver reads it.
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
        self._nla = nla
        self._objects = {ob.as_pointer(): ob for ob in objects}
        self.hidden = {key: tuple(bool(getattr(ob, flag)) for flag in FLAGS) for key, ob in self._objects.items()}
        self._muted: set[int] = set()  # curves, by address, that the artist has muted
        self._driven: dict[Flag, Place] = {}
        self._drivers: set[Flag] = set()
        self._shut: dict[str, set[int]] = {flag: set() for flag in FLAGS}
        self._aside: dict[int, str] = {}  # by address of F-curve: the flag
        read = self._redirect_readers(everything)
        self._put_curves_away(clips, read)
        for block in everything:
            self._put_drivers_aside(block, paths)

    def _redirect_readers(self, everything: list[Block]) -> set[Flag]:
        """Lets drivers that read a flag read what stands in for it: which flags of objects these are."""
        found: set[Flag] = set()
        for block in everything:
            for curve in blocks.drivers(block.id):
                for target in (target for variable in curve.driver.variables for target in variable.targets):
                    owner, flag = flag_read(target)
                    if flag:
                        self._redirect(target, owner, flag)
                        found.add((owner.as_pointer(), flag))
        return found

    def _redirect(self, target: Any, owner: Any, flag: str) -> None:
        if owner.as_pointer() in self._objects:
            self._make_aside(owner, flag)
        else:
            set_aside(owner, flag, getattr(owner, flag))
        target.data_path = target.data_path[:-len(flag)].removesuffix(".") + custom_path(ASIDE + flag)

    def _put_curves_away(self, clips: Clips, read: set[Flag]) -> None:
        found = [(curve, owner.block) for clip in (*clips.clips, *clips.foreign)
                 for owner in (*clip.owners, *clip.outside) for curve in owner.curves if curve.data_path in FLAGS]
        self._muted = {curve.as_pointer() for curve, _ in found if compat.is_muted(curve)}
        for curve, block in found:
            is_read = (block.key, self._aside.get(curve.as_pointer(), curve.data_path)) in read
            if curve.as_pointer() in self._muted or not (self._nla or is_read):
                curve.mute = True
                continue
            flag = self._aside.setdefault(curve.as_pointer(), curve.data_path)
            curve.data_path = custom_path(ASIDE + flag)
            curve.mute = False
            if block.key in self._objects:
                self._make_aside(block.id, flag)

    def _make_aside(self, ob: Any, flag: str) -> None:
        """What stands in for the flag."""
        set_aside(ob, flag, self.hidden[ob.as_pointer()][FLAGS.index(flag)])
        self._driven.setdefault((ob.as_pointer(), flag), Place(ob, ob, custom_path(ASIDE + flag)))

    def _put_drivers_aside(self, block: Block, paths: Paths) -> None:
        for driver in blocks.drivers(block.id):
            flag = driver.data_path
            if flag not in FLAGS or driver.mute:
                continue
            if block.key not in self._objects or not paths.reaches(block.id, driver):
                driver.mute = True
                continue
            self._make_aside(block.id, flag)
            self._drivers.add((block.key, flag))
            driver.data_path = custom_path(ASIDE + flag)

    def restore(self) -> None:
        """Puts back what clips have left behind."""
        for key, flag in self._driven:
            self._objects[key][ASIDE + flag] = int(self.hidden[key][FLAGS.index(flag)])

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

    def flag_aside(self, block: Block, curve: Any) -> Flag | None:
        """Which flag's place such a curve has taken."""
        flag = self._aside.get(curve.as_pointer())
        return None if flag is None else (block.key, flag)

    def reason_aside(self, flag: Flag) -> str:
        """Why a curve that was put aside does not travel; empty if it does."""
        if flag[0] in self._shut[flag[1]]:
            return BY_COLLECTION
        return "not in effect: a driver decides" if flag in self._drivers else ""

    @property
    def plays_curves(self) -> bool:
        """Whether a curve alone says what is hidden, and no NLA plays it."""
        return not self._nla

    def reason(self, found: Any, curve: Any) -> str:
        """Why the curve does not travel; empty if it does."""
        key = found.owner.as_pointer()
        if curve.as_pointer() in self._muted:
            return "muted"
        if key in self._shut[found.name]:
            return BY_COLLECTION
        return "not in effect: a driver decides" if (key, found.name) in self._drivers else ""

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


def flag_read(target: Any) -> tuple[Any, str]:
    """The object or collection whose flag a variable of a driver reads, and which; an empty one if it reads none."""
    flag = next((flag for flag in FLAGS if target.data_path.endswith(flag)), "")
    if not flag or target.id is None:
        return None, ""
    before = target.data_path[:-len(flag)].removesuffix(".")
    try:
        owner = target.id.path_resolve(before) if before else target.id
    except ValueError:
        return None, ""  # Blender finds the driver invalid
    return (owner, flag) if isinstance(owner, (bpy.types.Object, bpy.types.Collection)) else (None, "")


def set_aside(owner: Any, flag: str, value: bool) -> None:
    """Gives it what stands in for the flag: a number, since in Blender 3.4 a boolean of one's own is none."""
    owner[ASIDE + flag] = int(value)
    owner.id_properties_ui(ASIDE + flag).update(min=0, max=1)


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
