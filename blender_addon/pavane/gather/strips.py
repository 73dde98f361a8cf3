# SPDX-License-Identifier: GPL-3.0-or-later
"""What the NLA tracks of a data-block play, and which of it is just an F-curve, perhaps moved in time."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator

import numpy as np

from ..pavane_format import model
from . import compat, curves
from .clips import Owner
from .placed import place

MOST_BORDERS = 1000  # of the repetitions of one strip


@dataclass
class Layer:
    """An action that a strip plays, or that is assigned over all tracks; `strip` is None for the latter."""

    action: Any
    owner: Owner
    strip: Any
    is_plain: bool  # whether its F-curves come out as they are, but for the time of the strip

    def played(self, curve: Any) -> Any:
        if self.strip is None:
            return curve
        strip = self.strip
        return place(curve, curves.read(curve), strip.frame_start, strip.action_frame_start, strip.scale)


def heard(data: Any) -> tuple[list[Any], bool]:
    """The tracks that play as the artist left it, and whether the assigned action does, too."""
    if not data.use_nla:
        return [], True
    solo = [track for track in data.nla_tracks if track.is_solo]
    return solo or [track for track in data.nla_tracks if not track.mute], not solo


def playing(track: Any) -> Iterator[tuple[Any, Any]]:
    """The strips that are not muted and play an action, those in meta strips too, each with that on the track."""
    for top in track.strips:
        todo = [top]
        while todo:
            strip = todo.pop(0)
            if strip.mute:
                continue
            if strip.type == "META":
                todo = [*strip.strips, *todo]
            elif compat.used_slot(strip)[0]:
                yield strip, top


def is_plain(strip: Any, track: Any, start: float, end: float) -> bool:
    """Whether from `start` to `end` what it plays is not blended, nor repeated, nor cut off."""
    if (strip.type != "CLIP" or strip.repeat != 1.0 or strip.use_reverse or strip.blend_type != "REPLACE"
            or strip.blend_in or strip.blend_out or strip.use_auto_blend
            or strip.use_animated_influence or strip.use_animated_time):
        return False
    if strip.frame_start <= start and end <= strip.frame_end:
        return True
    lasts = strip.extrapolation == "HOLD" or strip.extrapolation == "HOLD_FORWARD" and strip.frame_start <= start
    return lasts and len(track.strips) == 1


def is_plain_action(data: Any) -> bool:
    """Whether an assigned action comes out as it is where there are tracks below it."""
    return (data.action_blend_type == "REPLACE" and data.action_influence == 1.0
            and data.action_extrapolation == "HOLD")


def mixed(layers: list[Layer]) -> set[tuple[str, int]]:
    """Of a data-block the paths and indices where more comes together than one F-curve."""
    count: dict[tuple[str, int], int] = {}
    spoiled, top = set(), set()
    for layer in layers:
        for curve in layer.owner.curves:
            if not compat.is_muted(curve):
                key = (curve.data_path, curve.array_index)
                count[key] = count.get(key, 0) + 1
                if not layer.is_plain:
                    spoiled.add(key)
                top -= {key}
                if layer.strip is None and layer.is_plain:
                    top.add(key)  # it covers all below
    return {key for key, number in count.items() if key not in top and (number > 1 or key in spoiled)}


def borders(strip: Any) -> list[float]:
    """The frames where it may jump: its ends and those of its repetitions, and where it is blended."""
    length = (strip.action_frame_end - strip.action_frame_start) * abs(strip.scale)
    times = min(int(np.ceil(strip.repeat)), MOST_BORDERS) if length > 0 else 0
    frames = [strip.frame_start + number * length for number in range(times)]
    return [*frames, strip.frame_end, strip.frame_start + strip.blend_in, strip.frame_end - strip.blend_out]


# ---- Markers ----


def events(strip: Any) -> list[model.Event] | None:
    """The pose markers of its action, where it plays them; None if that cannot be told."""
    if strip.use_animated_time:
        return None
    first, last = strip.action_frame_start, strip.action_frame_end
    found = []
    for marker in strip.action.pose_markers:
        if not first <= marker.frame <= last:
            continue
        within = last - marker.frame if strip.use_reverse else marker.frame - first
        for number in range(min(int(np.ceil(strip.repeat)), MOST_BORDERS)):
            frame = strip.frame_start + (number * (last - first) + within) * strip.scale
            if frame <= strip.frame_end:
                found.append(model.Event(frame, marker.name))
    return found
