# SPDX-License-Identifier: GPL-3.0-or-later
"""Which clips there are: by actions, or in one of the other modes.

What is at rest is the same in all of them, since rest values come from all actions of the file.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy

from ..pavane_format import model
from ..report import Report
from . import blocks, compat
from .blocks import Block
from .clips import (TOO_LONG, ActionClip, Clips, Owner, find_owner, is_too_long, key_range, manual_range, report_lost,
                    users_of_actions)
from .paths import Paths
from .scope import ScopeError
from .takes import Cast, Keying, Take

NOT_ASSIGNED = "it is not what is assigned there; clips by Actions have it"
UNUSED = "nothing uses it; clips by Actions have it where it is clear what it is for"


@dataclass
class Lister:
    """Lists takes while the artist's state still stands."""

    scene: Any
    everything: list[Block]
    scope: set[int]
    clips: Clips
    paths: Paths
    report: Report
    _playing: set[tuple[int, int]] = field(default_factory=set)  # pointers of data-block and action

    def takes(self, mode: str) -> list[Take]:
        if mode == "actions":
            return [_of_action(clip) for clip in self.clips.clips]
        if mode == "active":
            found = self._active()
            self._report_idle(NOT_ASSIGNED)
            return found
        raise ScopeError(f"clips by {mode!r} are not made yet; there are 'actions' and 'active'")

    def _active(self) -> list[Take]:
        """All that is assigned, as one clip with the scene's name; what is not exported plays along."""
        keyings, casts, ranges, actions = [], [], [], {}
        for block in self.everything:
            data = blocks.animation_data(block.id)
            plays, slot = compat.used_slot(data) if data is not None else (False, None)
            if not plays:
                continue
            casts.append(Cast(block, data.action, slot))
            owner = self._owner(block, data.action, slot)
            if owner is not None and owner.curves:
                keyings += [Keying(data.action, block, curve, curve) for curve in owner.curves]
                ranges += [manual_range(data.action) or key_range(owner.curves) or (0.0, 0.0)]
                actions[data.action.as_pointer()] = data.action
        if not keyings:
            return []
        events = [event for action in actions.values() for event in pose_events(action)]
        start, end = min(first for first, _ in ranges), max(last for _, last in ranges)
        return self._kept(Take(self.scene.name, blocks.library(self.scene), start, end, keyings, casts,
                               _play_mode(list(actions.values())), events))

    def _owner(self, block: Block, action: Any, slot: Any) -> Owner | None:
        """The data-block with what the action moves on it, if it is exported; from then on it is no idle one."""
        if block.key not in self.scope:
            return None
        self._playing.add((block.key, action.as_pointer()))
        owner = find_owner(action, block, slot, self.paths)
        report_lost(action, owner, self.report)
        return owner

    def _kept(self, take: Take) -> list[Take]:
        if not is_too_long(take.start, take.end):
            return [take]
        self.report.left_out(f"clip {take.name!r}, frames {take.start:g} to {take.end:g}", TOO_LONG)
        return []

    def _report_idle(self, reason: str) -> None:
        """Names each action that plays in no take, and on which data-block."""
        users = users_of_actions(self.everything)
        for action in sorted(bpy.data.actions, key=blocks.order):
            found = users.get(action.as_pointer(), [])
            for block, _ in found:
                if (block.key, action.as_pointer()) not in self._playing:
                    exported = block.key in self.scope
                    self.report.left_out(f"action {action.name!r} on {block.label}",
                                         reason if exported else "it is not exported")
            if not found:
                self.report.left_out(f"action {action.name!r}", UNUSED)


def _of_action(clip: ActionClip) -> Take:
    action = clip.action
    keyings = [Keying(action, owner.block, curve, curve) for owner in clip.owners for curve in owner.curves]
    casts = [Cast(owner.block, action, owner.slot) for owner in clip.owners]
    return Take(action.name, blocks.library(action), clip.start, clip.end, keyings, casts, _play_mode([action]),
                pose_events(action))


def pose_events(action: Any) -> list[model.Event]:
    return [model.Event(float(marker.frame), marker.name) for marker in action.pose_markers]


def _play_mode(actions: list[Any]) -> str:
    return "loop" if all(action.use_cyclic for action in actions) else "stay"
