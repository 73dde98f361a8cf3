# SPDX-License-Identifier: GPL-3.0-or-later
"""The rest value of every animated or driven property, and the stage on which clips play one at a time.

A muted F-curve animates nothing; its property keeps the stored value. Bones and shape keys rest as a whole
property, others component by component.
"""
from __future__ import annotations

from typing import Any, Iterable

from ..report import Report
from . import blocks, compat
from .blocks import Block
from .clips import ActionClip, Clips, Owner
from .paths import BONE_REST, Paths, Property


def stop_everything(everything: list[Block]) -> None:
    """No action, no NLA: after it only drivers and constraints move anything."""
    for block in everything:
        data = blocks.animation_data(block.id)
        if data is not None:
            data.use_nla = False
            if data.action is not None:
                data.action = None


def leave_tweak_mode(everything: list[Block]) -> None:
    """While a strip is tweaked its action stands in for the data-block's own, which only then comes back."""
    for block in everything:
        data = blocks.animation_data(block.id)
        if data is not None and data.use_tweak_mode:
            data.use_tweak_mode = False


class Rest:
    """Rest values by property; `restore` writes them, since an action leaves its last values behind."""

    def __init__(self, clips: Clips, everything: list[Block], paths: Paths, report: Report) -> None:
        self._paths = paths
        self._report = report
        self._values: dict[tuple[int, str], tuple[Property, Any]] = {}
        self._keyed: set[tuple[int, str, int]] = set()
        self._failed: set[tuple[int, str]] = set()
        for clip in (*clips.clips, *clips.foreign):
            for owner in (*clip.owners, *clip.outside):
                self._add_curves(clip, owner)
        for block in everything:
            for driver in blocks.drivers(block.id):
                if not driver.mute and paths.reaches(block.id, driver):
                    self._entry(block, driver.data_path)

    def _add_curves(self, clip: ActionClip, owner: Owner) -> None:
        for curve in owner.curves:
            if compat.is_muted(curve):
                continue
            found, value = self._entry(owner.block, curve.data_path)
            key = (owner.block.key, curve.data_path, curve.array_index if found.size else 0)
            if key in self._keyed or found.is_bone_transform or found.is_shape_key_value:
                continue
            self._keyed.add(key)
            number = found.from_curve(curve.evaluate(clip.first_key))
            if found.size:
                value[curve.array_index] = number
            else:
                self._values[key[:2]] = found, number

    def _entry(self, block: Block, path: str) -> tuple[Property, Any]:
        key = (block.key, path)
        if key not in self._values:
            found = self._paths.find(block.id, path)
            value = found.get()
            if found.is_bone_transform:
                value = list(BONE_REST[found.name])
            elif found.is_shape_key_value:
                value = 0.0
            self._values[key] = found, value
        return self._values[key]

    def restore(self) -> None:
        for key, (found, value) in self._values.items():
            try:
                found.set(value)
            except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as error:
                if key not in self._failed:
                    self._failed.add(key)
                    self._report.note(key[1], f"cannot be set to its rest value: {error}")

    def forget(self, names: Iterable[str]) -> None:
        """From now on these properties of objects are somebody else's to set."""
        self._values = {key: entry for key, entry in self._values.items() if key[1] not in names}
