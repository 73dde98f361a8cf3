# SPDX-License-Identifier: MIT
"""The clips of a .blend in Actions mode: one per action, with the data-blocks that own it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterator

import bpy
import numpy as np
from oracle_blocks import Block, library_name
from oracle_paths import Resolver


@dataclass
class Owner:
    """A data-block that an action animates, and the F-curves that reach something on it."""
    block: Block
    slot: Any
    curves: list[Any]

    def describe(self) -> dict[str, str]:
        return {**self.block.describe(), "slot": self.slot.identifier if self.slot else ""}


@dataclass
class Clip:
    action: Any
    owners: list[Owner]
    """Owners in scope: they play the clip."""
    others: list[Owner] = field(default_factory=list)
    """Owners out of scope: they count only for the rest value of their own properties."""
    start: float = 0.0
    end: float = 0.0
    first_key: float = 0.0
    reason: str = ""

    @property
    def name(self) -> str:
        return self.action.name

    @property
    def library(self) -> str:
        return library_name(self.action)

    def play(self) -> None:
        for owner in self.owners:
            data = owner.block.id.animation_data or owner.block.id.animation_data_create()
            data.use_nla = False
            data.action = self.action
            if has_slots(self.action):
                data.action_slot = owner.slot
            if data.action != self.action:
                raise RuntimeError(f"{owner.block.id.name}: Blender does not take action {self.name}")

    def stop(self) -> None:
        for owner in self.owners:
            owner.block.id.animation_data.action = None

    def sort_key(self) -> tuple[bytes, bytes]:
        return self.action.name.encode(), library_name(self.action).encode()


# ---- Actions in all Blenders ----


def has_slots(action: Any) -> bool:
    return hasattr(action, "slots")


def action_slots(action: Any) -> list[Any]:
    """The action's slots; before 4.4 it has one, which is None."""
    return list(action.slots) if has_slots(action) else [None]


def slot_curves(action: Any, slot: Any) -> list[Any]:
    if not has_slots(action):
        return list(action.fcurves)
    return [curve for layer in action.layers for strip in layer.strips if strip.type == "KEYFRAME"
            for bag in strip.channelbags if slot is not None and bag.slot_handle == slot.handle
            for curve in bag.fcurves]


def slot_type(action: Any, slot: Any) -> str:
    """The type of data-block it is for; '' is any."""
    kind = slot.target_id_type if slot is not None else action.id_root
    return "" if kind == "UNSPECIFIED" else kind


def is_muted(curve: Any) -> bool:
    """Whether Blender ignores the curve; a group's mute counts only before actions had slots."""
    group = curve.group
    return curve.mute or (group is not None and group.mute and not has_slots(curve.id_data))


def action_users(blocks: list[Block]) -> dict[int, list[tuple[Block, Any]]]:
    """By action: the data-blocks (with slot) that play it, as active action or in an NLA strip."""
    users: dict[int, list[tuple[Block, Any]]] = {}
    for block in blocks:
        data = getattr(block.id, "animation_data", None)
        for user in () if data is None else (data, *strips_of(data)):
            action, slot = user.action, getattr(user, "action_slot", None)
            if action is None or (has_slots(action) and slot is None):
                continue
            entry = users.setdefault(action.as_pointer(), [])
            if not any(known.pointer == block.pointer and same_slot(s, slot) for known, s in entry):
                entry.append((block, slot))
    return users


def same_slot(a: Any, b: Any) -> bool:
    return (a is None and b is None) or (a is not None and b is not None and a.handle == b.handle)


def strips_of(data: Any) -> Iterator[Any]:
    def walk(strips: Any) -> Iterator[Any]:
        for strip in strips:
            if strip.type == "META":
                yield from walk(strip.strips)
            else:
                yield strip

    for track in data.nla_tracks:
        yield from walk(track.strips)


# ---- The list of clips ----


class ClipList:
    """All clips in byte order of name, and the actions that are none, with the reason."""

    def __init__(self, blocks: list[Block], scope: set[int], resolver: Resolver) -> None:
        self.resolver = resolver
        self.blocks = [block for block in blocks if block.pointer in scope]
        self.scope = scope
        self.unused: list[dict[str, str]] = []
        self.foreign: list[Clip] = []
        """Actions that only data-blocks out of scope play; they give those their rest values."""
        self.clips: list[Clip] = []
        users = action_users(blocks)
        for action in bpy.data.actions:
            self.add(action, users.get(action.as_pointer(), []))
        self.clips.sort(key=Clip.sort_key)
        self.foreign.sort(key=Clip.sort_key)
        self.unused.sort(key=lambda entry: (entry["name"], entry["library"], entry["slot"]))

    def add(self, action: Any, users: list[tuple[Block, Any]]) -> None:
        if users:
            owners = [self.make_owner(action, block, slot) for block, slot in users]
        else:
            owners = self.find_owners(action)
        owners = sorted((o for o in owners if o.curves), key=lambda o: o.block.sort_key())
        inside = [o for o in owners if o.block.pointer in self.scope]
        others = [o for o in owners if o.block.pointer not in self.scope]
        clip = Clip(action, inside, others)
        set_range(clip)
        if inside:
            self.clips.append(clip)
            return
        if others:
            self.foreign.append(clip)
        if users:
            self.reject(action, None, "no owner in scope" if others else "no channel resolves")

    def reject(self, action: Any, slot: Any, reason: str) -> None:
        self.unused.append({"name": action.name, "library": library_name(action),
                            "slot": slot.identifier if slot else "", "reason": reason})

    def make_owner(self, action: Any, block: Block, slot: Any) -> Owner:
        curves = [c for c in slot_curves(action, slot)
                  if self.resolver.resolves(block.id, c.data_path, c.array_index)]
        return Owner(block, slot, curves)

    def find_owners(self, action: Any) -> list[Owner]:
        """For an action without a user: the one data-block that each slot can only be meant for."""
        owners = []
        if not action_slots(action):
            self.reject(action, None, "no channel")
        for slot in action_slots(action):
            curves = slot_curves(action, slot)
            if not curves:
                self.reject(action, slot, "no channel")
                continue
            candidates = self.candidates(curves, slot_type(action, slot))
            if len(candidates) == 1:
                owners.append(self.make_owner(action, candidates[0], slot))
            else:
                self.reject(action, slot, "unused, ambiguous" if candidates else "no channel resolves")
        return owners

    def candidates(self, curves: list[Any], kind: str) -> list[Block]:
        blocks = [b for b in self.blocks if not kind or b.type == kind]
        whole = [b for b in blocks
                 if all(self.resolver.resolves(b.id, c.data_path, c.array_index) for c in curves)]
        if len(whole) == 1:
            return whole
        bones = [c for c in curves if c.data_path.startswith("pose.bones[")]
        rigs = [b for b in blocks if b.type == "OBJECT" and b.id.type == "ARMATURE"
                and any(self.resolver.resolves(b.id, c.data_path, c.array_index) for c in bones)]
        return rigs if len(rigs) == 1 else whole or rigs


def key_frames(curve: Any) -> np.ndarray:
    """Frames of the curve's keys, or of its samples where it was converted to samples."""
    points = curve.keyframe_points if len(curve.keyframe_points) else curve.sampled_points
    values = np.empty(len(points) * 2, np.float32)
    points.foreach_get("co", values)
    return values[::2]


def set_range(clip: Clip) -> None:
    """The manual range, else that of the keys of all channels of its owners (muted ones too)."""
    owners = clip.owners or clip.others
    frames = [key_frames(curve) for owner in owners for curve in owner.curves]
    keys = np.concatenate(frames) if frames else np.empty(0, np.float32)
    keys = keys[np.isfinite(keys)]
    if keys.size:
        clip.start, clip.end = float(keys.min()), float(keys.max())
        clip.first_key = clip.start
    else:
        clip.reason = "no key"
    manual = (clip.action.frame_start, clip.action.frame_end)
    if clip.action.use_frame_range and np.isfinite(manual).all():
        clip.start, clip.end = manual
        if not keys.size:
            clip.first_key = clip.start
