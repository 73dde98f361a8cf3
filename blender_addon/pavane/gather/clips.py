# SPDX-License-Identifier: GPL-3.0-or-later
"""Which actions are clips, and who plays them."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np

from ..report import Report
from . import blocks, compat
from .blocks import Block
from .paths import Paths

MOST_FRAMES = 100_000  # Blender is asked for every one of them
LAST_FRAME = 1_048_574  # of Blender, in both directions
TOO_LONG = f"longer than {MOST_FRAMES} frames, or beyond frame {LAST_FRAME}"


@dataclass
class Owner:
    """A data-block that plays an action, and those of its F-curves that reach something there."""

    block: Block
    slot: Any
    curves: list[Any]
    lost: list[Any]


@dataclass
class ActionClip:
    """An action with its owners in scope. Those out of scope count only for their own rest values."""

    action: Any
    owners: list[Owner]
    outside: list[Owner] = field(default_factory=list)
    first_key: float = 0.0
    start: float = 0.0
    end: float = 0.0

    @property
    def order(self) -> tuple[bytes, bytes]:
        return blocks.order(self.action)

    @property
    def is_too_long(self) -> bool:
        return is_too_long(self.start, self.end)


def is_too_long(start: float, end: float) -> bool:
    return end - start > MOST_FRAMES or max(abs(start), abs(end)) > LAST_FRAME


class Clips:
    """All clips, and the actions that only data-blocks out of scope play, each in byte order of name."""

    def __init__(self, everything: list[Block], scope: set[int], paths: Paths, report: Report) -> None:
        self._inside = [block for block in everything if block.key in scope]
        self._scope = scope
        self._paths = paths
        self._report = report
        self.clips: list[ActionClip] = []
        self.foreign: list[ActionClip] = []
        users = users_of_actions(everything)
        for action in sorted(bpy.data.actions, key=blocks.order):
            self._add(action, users.get(action.as_pointer(), []))

    def _add(self, action: Any, users: list[tuple[Block, Any]]) -> None:
        if users:
            owners = [find_owner(action, block, slot, self._paths) for block, slot in users]
        else:
            owners = self._guess_owners(action)
        inside = [owner for owner in owners if owner.block.key in self._scope]
        outside = [owner for owner in owners if owner.block.key not in self._scope]
        for owner in inside:
            report_lost(action, owner, self._report)
        inside = [owner for owner in inside if owner.curves]
        outside = [owner for owner in outside if owner.curves]
        clip = ActionClip(action, inside, outside)
        _set_range(clip)
        if inside and clip.is_too_long:
            self.foreign.append(clip)
            self._report.left_out(f"action {action.name!r}, frames {clip.start:g} to {clip.end:g}",
                                  f"{TOO_LONG}; a manual frame range in the action mends that")
        elif inside:
            self.clips.append(clip)
        elif outside:
            self.foreign.append(clip)
            self._report.left_out(f"action {action.name!r}", "only data-blocks that are not exported use it")
        elif users:
            self._report.left_out(f"action {action.name!r}", "none of its channels reaches anything")

    def _guess_owners(self, action: Any) -> list[Owner]:
        """Of an action that nothing uses: the one data-block that each of its slots can be meant for."""
        owners = []
        for slot in compat.slots(action) or [None]:
            label = f"action {action.name!r}" + (f", slot {slot.identifier!r}" if slot is not None else "")
            curves = compat.curves(action, slot)
            if not curves:
                self._report.left_out(label, "unused, and it has no channels")
                continue
            whole, rigs = self._candidates(curves, compat.slot_type(action, slot))
            choice = whole if len(whole) == 1 else rigs
            if len(choice) == 1:
                owners.append(find_owner(action, choice[0], slot, self._paths))
            elif whole or rigs:
                self._report.left_out(label, "unused, ambiguous: it could be meant for several data-blocks")
            else:
                self._report.left_out(label, "unused, and nothing exported has what it animates")
        return owners

    def _candidates(self, curves: list[Any], kind: str) -> tuple[list[Block], list[Block]]:
        """The data-blocks on which all curves resolve, and the armature objects with any of the bones."""
        fitting = [block for block in self._inside if not kind or block.type == kind]
        whole = [block for block in fitting if all(self._paths.reaches(block.id, curve) for curve in curves)]
        bones = [curve for curve in curves if curve.data_path.startswith("pose.bones[")]
        rigs = [block for block in fitting if block.type == "OBJECT" and block.id.type == "ARMATURE"
                and any(self._paths.reaches(block.id, curve) for curve in bones)]
        return whole, rigs


def find_owner(action: Any, block: Block, slot: Any, paths: Paths) -> Owner:
    owner = Owner(block, slot, [], [])
    for curve in compat.curves(action, slot):
        (owner.curves if paths.reaches(block.id, curve) else owner.lost).append(curve)
    return owner


def report_lost(action: Any, owner: Owner, report: Report) -> None:
    for curve in owner.lost:
        report.left_out(f"action {action.name!r} on {owner.block.label}: {curve.data_path}",
                        "its path resolves to nothing")


def users_of_actions(everything: list[Block]) -> dict[int, list[tuple[Block, Any]]]:
    """By action: the data-blocks, in order, that play it as their active action or in an NLA strip."""
    users: dict[int, list[tuple[Block, Any]]] = {}
    for block in everything:
        data = blocks.animation_data(block.id)
        for user in (data, *blocks.strips(data)) if data is not None else ():
            plays, slot = compat.used_slot(user)
            if not plays:
                continue
            known = users.setdefault(user.action.as_pointer(), [])
            if not any(other.key == block.key and compat.same_slot(slot, taken) for other, taken in known):
                known.append((block, slot))
    return users


def key_frames(curve: Any) -> np.ndarray:
    points = curve.keyframe_points if len(curve.keyframe_points) else curve.sampled_points
    flat = np.empty(len(points) * 2, np.float32)
    points.foreach_get("co", flat)
    return flat[::2]


def _set_range(clip: ActionClip) -> None:
    """The action's manual range, else that of the keys of all its channels."""
    owners = clip.owners or clip.outside
    keys = key_range([curve for owner in owners for curve in owner.curves])
    clip.start, clip.end = manual_range(clip.action) or keys or (0.0, 0.0)
    clip.first_key = keys[0] if keys else clip.start


def key_range(curves: list[Any]) -> tuple[float, float] | None:
    frames = [key_frames(curve) for curve in curves]
    keys = np.concatenate(frames) if frames else np.empty(0, np.float32)
    keys = keys[np.isfinite(keys)]
    return (float(keys.min()), float(keys.max())) if keys.size else None


def manual_range(action: Any) -> tuple[float, float] | None:
    found = (action.frame_start, action.frame_end)
    return found if action.use_frame_range and np.isfinite(found).all() else None
