# SPDX-License-Identifier: MIT
"""Actions and their keys, written the same way in every Blender from 3.4 on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import bpy


@dataclass(frozen=True)
class Key:
    """A key; with `slopes` (value per frame before and after it) its handles are made by hand."""

    frame: float
    value: float
    interpolation: str = "BEZIER"
    slopes: tuple[float, float] | None = None


class Clip:
    """One action of one data-block while its curves are being written."""

    def __init__(self, owner: bpy.types.ID, name: str, first: int, last: int, cyclic: bool = False):
        self.owner = owner
        self.action = bpy.data.actions.new(name)
        self.action.use_fake_user = True
        self.action.use_frame_range = True
        self.action.frame_start, self.action.frame_end = first, last
        self.action.use_cyclic = cyclic
        self.slot = None
        self._channels = self._make_channels()

    def _make_channels(self):
        """Where curves are added: since 4.4 the channel bag of a slot, before that the action itself."""
        if not hasattr(self.action, "slots"):
            return self.action
        self.slot = self.action.slots.new(self.owner.id_type, self.owner.name)
        strip = self.action.layers.new("Layer").strips.new(type="KEYFRAME")
        return strip.channelbag(self.slot, ensure=True)

    def curve(self, path: str, index: int, group: str, keys: Iterable[Key]) -> bpy.types.FCurve:
        if hasattr(self.action, "slots"):
            curve = self._channels.fcurves.new(path, index=index, group_name=group)
        else:
            curve = self._channels.fcurves.new(path, index=index, action_group=group)
        keys = list(keys)
        curve.keyframe_points.add(len(keys))
        for point, key in zip(curve.keyframe_points, keys):
            point.co = key.frame, key.value
            point.interpolation = key.interpolation
            point.handle_left_type = point.handle_right_type = "AUTO_CLAMPED"
        curve.update()
        _set_slopes(curve, keys)
        return curve

    def assign(self) -> None:
        data = self.owner.animation_data_create()
        data.action = self.action
        if self.slot is not None:
            data.action_slot = self.slot

    def stash(self) -> None:
        """Keeps the action in a muted track, as Blender's own Stash does."""
        track = self.owner.animation_data_create().nla_tracks.new()
        track.name = "[Action Stash]"
        first, last = self.action.frame_start, self.action.frame_end
        strip = track.strips.new(self.action.name, int(first), self.action)
        if self.slot is not None:
            strip.action_slot = self.slot
        strip.action_frame_start, strip.action_frame_end = first, last
        strip.frame_end = last
        track.mute = True
        track.lock = True


def _set_slopes(curve: bpy.types.FCurve, keys: list[Key]) -> None:
    points = curve.keyframe_points
    for index, key in enumerate(keys):
        if key.slopes is None:
            continue
        before = key.frame - keys[index - 1].frame if index else 5.0
        after = keys[index + 1].frame - key.frame if index + 1 < len(keys) else 5.0
        point, (left, right) = points[index], key.slopes
        point.handle_left_type = point.handle_right_type = "ALIGNED" if left == right else "FREE"
        point.handle_left = key.frame - before / 3, key.value - left * before / 3
        point.handle_right = key.frame + after / 3, key.value + right * after / 3
    curve.update()


def loop_keys(frames: list[int], values: list[float]) -> list[Key]:
    """Keys of a loop (last value = first) whose ends meet with one slope, so that the seam does not show."""
    seam = (values[1] - values[-2]) / (frames[1] - frames[0] + frames[-1] - frames[-2])
    slopes: list[tuple[float, float] | None] = [None] * len(frames)
    slopes[0] = slopes[-1] = (seam, seam)
    return [Key(f, v, slopes=s) for f, v, s in zip(frames, values, slopes)]
