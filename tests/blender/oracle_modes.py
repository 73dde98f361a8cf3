# SPDX-License-Identifier: MIT
"""The clips of a .blend in the modes beside Actions: the assigned actions, NLA tracks by name, the timeline.

Made before anything is stopped. Blender does the rest: a clip puts back what the artist had, or makes tracks solo. What is
at rest is the same in all modes, so the list of actions is made in any case (oracle_clips.py).
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterator

import numpy as np
from oracle_blocks import Block, library_name
from oracle_clips import Owner, has_slots, key_frames, slot_curves
from oracle_paths import Resolver

MODES = ("actions", "active", "nla-tracks", "scene")


@dataclass
class Stand:
    """What a data-block plays as the artist left it."""
    block: Block
    data: Any
    action: Any
    slot: Any
    use_nla: bool


@dataclass
class ModeClip:
    name: str
    library: str
    owners: list[Owner]
    start: float
    end: float
    stands: list[Stand]
    reason: str = ""
    nla: bool = False
    """Whether what the artist had is put back as a whole, or only the actions."""

    def play(self) -> None:
        for stand in self.stands:
            stand.data.action = stand.action
            if stand.action is not None and has_slots(stand.action):
                stand.data.action_slot = stand.slot
            stand.data.use_nla = self.nla and stand.use_nla
            stand.block.id.update_tag()

    def stop(self) -> None:
        for stand in self.stands:
            stand.data.action = None
            stand.data.use_nla = False
            stand.block.id.update_tag()


@dataclass
class TrackClip(ModeClip):
    tracks: list[tuple[Block, list[Any]]] = field(default_factory=list)
    """By data-block its tracks of the name: one is made solo, of several all others are muted."""
    muted: list[tuple[Any, bool]] = field(default_factory=list)

    def play(self) -> None:
        for block, tracks in self.tracks:
            data = block.id.animation_data
            data.use_nla = True
            for track in data.nla_tracks:
                track.is_solo = False
            if len(tracks) == 1:
                tracks[0].is_solo = True
            else:
                self.muted += [(track, track.mute) for track in data.nla_tracks]
                names = {track.name for track in tracks}
                for track in data.nla_tracks:
                    track.mute = track.name not in names
            block.id.update_tag()

    def stop(self) -> None:
        for track, mute in self.muted:
            track.mute = mute
        self.muted = []
        for block, tracks in self.tracks:
            for track in tracks:
                track.is_solo = False
            block.id.animation_data.use_nla = False
            block.id.update_tag()


def mode_clips(mode: str, scene: Any, blocks: list[Block], scope: set[int], resolver: Resolver) -> list[Any]:
    stands = [Stand(block, data, data.action, getattr(data, "action_slot", None), data.use_nla)
              for block, data in animated(blocks)]
    if mode == "active":
        return active(scene, stands, scope, resolver)
    if mode == "scene":
        return [timeline(scene, stands, scope, resolver)]
    return nla_tracks(stands, scope, resolver)


def animated(blocks: list[Block]) -> Iterator[tuple[Block, Any]]:
    for block in blocks:
        data = getattr(block.id, "animation_data", None)
        if data is not None:
            yield block, data


def owner_of(block: Block, user: Any, resolver: Resolver) -> Owner | None:
    """What an AnimData or strip plays on the data-block; None if that is nothing."""
    action, slot = user.action, getattr(user, "action_slot", None)
    if action is None or (has_slots(action) and slot is None):
        return None
    curves = [curve for curve in slot_curves(action, slot)
              if not curve.is_empty and resolver.resolves(block.id, curve.data_path, curve.array_index)]
    return Owner(block, slot, curves) if curves else None


# ---- Active actions ----


def active(scene: Any, stands: list[Stand], scope: set[int], resolver: Resolver) -> list[ModeClip]:
    owners, ranges = [], []
    for stand in stands:
        owner = owner_of(stand.block, stand.data, resolver)
        if owner is not None and stand.block.pointer in scope:
            owners.append(owner)
            ranges.append(action_range(stand.action, owner))
    if not owners:
        return []
    start, end = min(r[0] for r in ranges), max(r[1] for r in ranges)
    return [ModeClip(scene.name, library_name(scene), owners, start, end, stands)]


def action_range(action: Any, owner: Owner) -> tuple[float, float]:
    if action.use_frame_range:
        return action.frame_start, action.frame_end
    keys = np.concatenate([key_frames(curve) for curve in owner.curves])
    keys = keys[np.isfinite(keys)]
    return (float(keys.min()), float(keys.max())) if keys.size else (0.0, 0.0)


# ---- The timeline ----


def timeline(scene: Any, stands: list[Stand], scope: set[int], resolver: Resolver) -> ModeClip:
    owners = []
    for stand in stands:
        users = (stand.data, *(strip for track in stand.data.nla_tracks for strip in strips_of(track)))
        found = [owner_of(stand.block, user, resolver) for user in users]
        owners += [owner for owner in found if owner is not None and stand.block.pointer in scope]
    start, end = scene.frame_start, scene.frame_end
    if scene.use_preview_range:
        start, end = scene.frame_preview_start, scene.frame_preview_end
    return ModeClip(scene.name, library_name(scene), owners, float(start), float(end), stands, nla=True)


# ---- NLA tracks ----


def strips_of(track: Any) -> Iterator[Any]:
    """The strips that are not muted, and those within meta strips."""
    todo = [strip for strip in track.strips if not strip.mute]
    while todo:
        strip = todo.pop()
        if strip.type == "META":
            todo += [inner for inner in strip.strips if not inner.mute]
        else:
            yield strip


def nla_tracks(stands: list[Stand], scope: set[int], resolver: Resolver) -> list[TrackClip]:
    """Of each name the tracks that play anything, over all strips on their top level that do."""
    made: dict[str, TrackClip] = {}
    for stand in stands:
        for track in stand.data.nla_tracks if stand.block.pointer in scope else ():
            owners = [owner_of(stand.block, strip, resolver) for strip in strips_of(track)]
            owners = [owner for owner in owners if owner is not None]
            if not owners:
                continue
            clip = made.setdefault(track.name, TrackClip(track.name, "", [], np.inf, -np.inf, []))
            clip.owners += owners
            for strip in track.strips:
                if any(owner_of(stand.block, inner, resolver) for inner in inner_strips(strip)):
                    clip.start, clip.end = min(clip.start, strip.frame_start), max(clip.end, strip.frame_end)
            mine = [tracks for block, tracks in clip.tracks if block.pointer == stand.block.pointer]
            if mine:
                mine[0].append(track)
            else:
                clip.tracks.append((stand.block, [track]))
    return sorted(made.values(), key=lambda clip: clip.name.encode())


def inner_strips(strip: Any) -> Iterator[Any]:
    if not strip.mute and strip.type == "META":
        for inner in strip.strips:
            yield from inner_strips(inner)
    elif not strip.mute:
        yield strip
