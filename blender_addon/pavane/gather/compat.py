# SPDX-License-Identifier: GPL-3.0-or-later
"""What differs between Blender versions, mostly about actions: the only place that tells them apart.

From 4.4 on an action has slots, each with its own F-curves for one data-block; before, it is one list of
F-curves. A slot of None stands for that one list.
"""
from __future__ import annotations

from typing import Any

import bpy

Slot = Any

# What the value of a colour takes of red, green and blue.
LUMINANCE = (0.2126390, 0.7151687, 0.0721923) if bpy.app.version >= (5, 0) else (0.2126729, 0.7151522, 0.0721750)

# Whether a window takes the file for saved when a copy of it has been, so that it no longer asks before it quits.
COPY_COUNTS_AS_SAVED = bpy.app.version < (4, 0)

# How an armature modifier that preserves volume treats scale; measured in 3.4, 4.3 and 5.2.
DUAL_QUATERNION = "dual_quaternion" if bpy.app.version >= (4, 0) else "dual_quaternion_scaled"

# Whether the vertex group of a multi modifier says what stays of the modifiers before it, not what is new.
MULTI_MODIFIER_INVERTS = bpy.app.version < (4, 0)

HAS_SLOTS = "slots" in bpy.types.Action.bl_rna.properties
KEY_KINDS = tuple(bpy.types.Keyframe.bl_rna.properties["type"].enum_items.keys())


def is_layered(action: Any) -> bool:
    return hasattr(action, "slots")


def slots(action: Any) -> list[Slot]:
    return list(action.slots) if is_layered(action) else [None]


def slot_name(slot: Slot) -> str:
    return slot.identifier if slot is not None else ""


def same_slot(one: Slot, other: Slot) -> bool:
    if one is None or other is None:
        return one is other
    return one.handle == other.handle


def curves(action: Any, slot: Slot) -> list[Any]:
    """The F-curves of one slot, but those that animate nothing: without a key, or a modifier instead."""
    return [curve for curve in all_curves(action, slot) if not curve.is_empty]


def all_curves(action: Any, slot: Slot) -> list[Any]:
    return [curve for bag in _bags(action, slot) for curve in bag.fcurves]


def groups(action: Any, slot: Slot) -> list[Any]:
    return [group for bag in _bags(action, slot) for group in bag.groups]


def _bags(action: Any, slot: Slot) -> list[Any]:
    """What holds the F-curves and groups of one slot: before there were slots, the action itself."""
    if not is_layered(action):
        return [action]
    if slot is None:
        return []
    return [bag
            for layer in action.layers for strip in layer.strips if strip.type == "KEYFRAME"
            for bag in strip.channelbags if bag.slot_handle == slot.handle]


def new_bag(action: Any, identifier: str, kind: str) -> Any:
    """In a new action: what takes the F-curves and groups of a slot."""
    if not is_layered(action):
        if kind:
            action.id_root = kind
        return action
    layer = action.layers[0] if len(action.layers) else action.layers.new("Layer")
    strip = layer.strips[0] if len(layer.strips) else layer.strips.new(type="KEYFRAME")
    slot = action.slots.new(id_type=kind or "UNSPECIFIED", name=identifier[2:] or "Slot")
    return strip.channelbag(slot, ensure=True)


def used_slot(user: Any) -> tuple[bool, Slot]:
    """The slot that an AnimData or NLA strip plays of its action, and whether it plays any."""
    if user.action is None:
        return False, None
    if not is_layered(user.action):
        return True, None
    return user.action_slot is not None, user.action_slot


def slot_type(action: Any, slot: Slot) -> str:
    """The type of data-block that the slot is for; empty for any."""
    kind = action.id_root if slot is None else slot.target_id_type
    return "" if kind == "UNSPECIFIED" else kind


def is_muted(curve: Any) -> bool:
    """Whether Blender does not play the curve. A muted group counts only where actions have no slots."""
    if curve.mute:
        return True
    return not is_layered(curve.id_data) and curve.group is not None and curve.group.mute


def assign(data: Any, action: Any, slot: Slot) -> None:
    """Makes an AnimData play an action; without its slot a layered action would play nothing."""
    data.action = action
    if action is not None and is_layered(action):
        data.action_slot = slot
