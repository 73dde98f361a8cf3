# SPDX-License-Identifier: GPL-3.0-or-later
"""What the takes of the modes beside Actions are made from, while the artist's state still stands."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy

from ..report import Report
from . import blocks, compat
from .blocks import Block
from .clips import TOO_LONG, Owner, find_owner, is_too_long, report_lost, users_of_actions
from .paths import Paths
from .takes import Take

UNUSED = "nothing uses it; clips by Actions have it where it is clear what it is for"


@dataclass
class Lister:
    scene: Any
    everything: list[Block]
    scope: set[int]
    paths: Paths
    report: Report
    _playing: set[tuple[int, int]] = field(default_factory=set)  # pointers of data-block and action

    def exported(self) -> list[Block]:
        return [block for block in self.everything if block.key in self.scope]

    def owner(self, block: Block, user: Any) -> Owner | None:
        """The data-block with what an AnimData or strip moves on it; None if that is nothing, or it is not exported."""
        plays, slot = compat.used_slot(user)
        if not plays or block.key not in self.scope:
            return None
        known = (block.key, user.action.as_pointer())
        owner = find_owner(user.action, block, slot, self.paths)
        if known not in self._playing:
            self._playing.add(known)
            report_lost(user.action, owner, self.report)
        return owner

    def reaches(self, block: Block, user: Any) -> bool:
        plays, slot = compat.used_slot(user)
        return plays and bool(find_owner(user.action, block, slot, self.paths).curves)

    def is_kept(self, take: Take) -> bool:
        if is_too_long(take.start, take.end):
            self.report.left_out(f"clip {take.name!r}, frames {take.start:g} to {take.end:g}", TOO_LONG)
            return False
        return True

    def report_idle(self, reason: str) -> None:
        """Names each action that plays in no take, and on which data-block."""
        users = users_of_actions(self.everything)
        for action in sorted(bpy.data.actions, key=blocks.order):
            found = users.get(action.as_pointer(), [])
            for block, _ in found:
                if (block.key, action.as_pointer()) not in self._playing:
                    exported = block.key in self.scope
                    self.report.left_out(f"action {action.name!r} on {block.label}",
                                         reason if exported else "that data-block is not exported")
            if not found:
                self.report.left_out(f"action {action.name!r}", UNUSED)
