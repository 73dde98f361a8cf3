# SPDX-License-Identifier: GPL-3.0-or-later
"""What plays together and becomes one clip of the file."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..pavane_format import model
from . import compat
from .blocks import Block


@dataclass
class Keying:
    """An F-curve that plays in a take, on one data-block; `played` is the curve that may be all that comes out there,
    None where the NLA makes something else of it."""

    action: Any
    block: Block
    curve: Any
    played: Any


@dataclass
class Cast:
    """What a data-block plays in a take: an action, or None, and NLA tracks, if it has any and `mutes` is not None."""

    block: Block
    action: Any = None
    slot: Any = None
    mutes: list[bool] | None = None

    def play(self) -> None:
        data = self.block.id.animation_data or self.block.id.animation_data_create()
        data.use_nla = self.mutes is not None
        for track, mute in zip(data.nla_tracks, self.mutes or ()):
            track.mute = mute
        compat.assign(data, self.action, self.slot)
        if self.mutes:
            self.block.id.update_tag()  # Blender itself does not notice a change of tracks

    def stop(self) -> None:
        data = self.block.id.animation_data
        data.use_nla = False
        data.action = None


@dataclass
class Take:
    """`keyings` are of data-blocks in scope; the casts may hold others that play along."""

    name: str
    library: str
    start: float
    end: float
    keyings: list[Keying]
    casts: list[Cast]
    play_mode: str = "stay"
    events: list[model.Event] = field(default_factory=list)
    borders: list[float] = field(default_factory=list)  # frames where it may jump

    def play(self) -> None:
        for cast in self.casts:
            cast.play()

    def stop(self) -> None:
        for cast in self.casts:
            cast.stop()

    def clip(self, render: Any) -> model.Clip:
        """The clip of the file, still without channels."""
        events = sorted(self.events, key=lambda event: (event.frame, event.name.encode()))
        return model.Clip(self.name, self.library, self.play_mode, render.fps, render.fps_base, self.start,
                          max(self.start, self.end), events=events)
