# SPDX-License-Identifier: MIT
"""The rest state: nothing plays, every animated property has its rest value, constraints and drivers live.

How the four rules are read here. A property is what one path leads to (all of `location`); rules 1 and 2 look
at whole properties, rule 3 at components. An F-curve that is muted animates nothing. "The first key of the
first clip" is the earliest key of all its channels, and the clip is the first that keys that component.
What only a data-block out of scope plays gives that data-block its rest values in the same way.
"""

from __future__ import annotations

from typing import Any

from oracle_blocks import VISIBILITY_PATHS, Block
from oracle_clips import Clip, ClipList, Owner, action_slots, is_muted, slot_curves
from oracle_paths import BONE_REST, Property, Resolver


class Rest:
    """Remembers the rest value of every animated or driven property, and puts it back."""

    def __init__(self, clip_list: ClipList, blocks: list[Block], resolver: Resolver) -> None:
        self.resolver = resolver
        self.values: dict[tuple[int, str], tuple[Property, Any]] = {}
        self.seen: set[tuple[int, str, int]] = set()
        self.failed: list[str] = []
        for clip in (*clip_list.clips, *clip_list.foreign):
            for owner in (*clip.owners, *clip.others):
                self.add_curves(clip, owner)
        for block in blocks:
            data = getattr(block.id, "animation_data", None)
            for driver in data.drivers if data else ():
                self.add_driven(block, driver)
        self.put_modes_first()

    def add_curves(self, clip: Clip, owner: Owner) -> None:
        for curve in owner.curves:
            if not is_muted(curve):
                found, value = self.entry(owner.block, curve.data_path)
                key = (owner.block.pointer, curve.data_path, curve.array_index if found.length else 0)
                if key in self.seen or found.is_bone_transform() or found.is_shape_key_value():
                    continue
                self.seen.add(key)
                number = found.convert(curve.evaluate(clip.first_key))
                if found.length:
                    value[curve.array_index] = number
                else:
                    self.values[key[:2]] = (found, number)

    def add_driven(self, block: Block, driver: Any) -> None:
        if self.resolver.resolves(block.id, driver.data_path, driver.array_index) and not driver.mute:
            self.entry(block, driver.data_path)

    def entry(self, block: Block, path: str) -> tuple[Property, Any]:
        """The property with its rest value: its rest pose, 0, or at first the stored value."""
        key = (block.pointer, path)
        if key not in self.values:
            found = self.resolver.property(block.id, path)
            value = found.get()
            if found.is_bone_transform():
                value = list(BONE_REST[found.name])
            elif found.is_shape_key_value():
                value = 0.0
            self.values[key] = (found, value)
        return self.values[key]

    def put_modes_first(self) -> None:
        """Setting a rotation mode converts the rotations, animated or not: they come after it."""
        modes = {key: value for key, value in self.values.items() if value[0].name == "rotation_mode"}
        kept = {(pointer, path[:-len("rotation_mode")] + name): Property(mode.owner, name, False)
                for (pointer, path), (mode, _) in modes.items()
                for name in ("rotation_euler", "rotation_quaternion", "rotation_axis_angle")}
        self.values = {**modes, **{key: (found, found.get()) for key, found in kept.items()}, **self.values}

    def restore(self) -> None:
        for (_, path), (found, value) in self.values.items():
            try:
                found.set(value)
            except (AttributeError, TypeError, ValueError, KeyError) as error:
                message = f"{path}: {error}"
                if message not in self.failed:
                    self.failed.append(message)


# ---- What plays ----


def leave_tweak_mode(blocks: list[Block]) -> None:
    """While a strip is tweaked, the action of the data-block is put away; afterwards it is back."""
    for block in blocks:
        data = getattr(block.id, "animation_data", None)
        if data is not None and data.use_tweak_mode:
            data.use_tweak_mode = False


def stop_everything(blocks: list[Block]) -> None:
    for block in blocks:
        data = getattr(block.id, "animation_data", None)
        if data is not None:
            data.use_nla = False
            if data.action is not None:
                data.action = None


def mute_visibility(actions: Any, blocks: list[Block]) -> None:
    for action in actions:
        for slot in action_slots(action):
            for curve in slot_curves(action, slot):
                if curve.data_path in VISIBILITY_PATHS:
                    curve.mute = True
    for block in blocks:
        data = getattr(block.id, "animation_data", None)
        for driver in data.drivers if data else ():
            if driver.data_path in VISIBILITY_PATHS:
                driver.mute = True
