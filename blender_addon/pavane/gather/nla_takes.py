# SPDX-License-Identifier: GPL-3.0-or-later
"""The clips that NLA tracks and the timeline make."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..pavane_format import model
from . import blocks, compat, strips
from .blocks import Block
from .lister import Lister
from .strips import Layer
from .takes import Cast, Keying, Take

Range = tuple[float, float]
OTHER_MARKERS = "the clip of the scene has the markers of the timeline"
NO_MARKERS = "markers of actions in meta strips, or in strips whose time is keyed, do not travel"


# ---- Tracks by name ----


def by_track(lister: Lister) -> list[Take]:
    """Of each name the tracks of everything that is exported: those alone play, whether muted or not."""
    named: dict[str, dict[int, Block]] = {}
    for block in lister.exported():
        data = blocks.animation_data(block.id)
        for track in data.nla_tracks if data is not None else ():
            track.is_solo = False  # or no other track would be heard
            if _range_of(lister, block, track) is not None:
                named.setdefault(track.name, {})[block.key] = block
            else:
                lister.report.left_out(f"NLA track {track.name!r} of {block.label}", "no strip of it plays anything")
    return [_of_name(lister, name, list(named[name].values())) for name in sorted(named, key=str.encode)]


def _of_name(lister: Lister, name: str, owners: list[Block]) -> Take:
    tracks = [(block, track) for block in owners for track in block.id.animation_data.nla_tracks if track.name == name]
    ranges = [found for block, track in tracks if (found := _range_of(lister, block, track)) is not None]
    start, end = min(first for first, _ in ranges), max(last for _, last in ranges)
    take = Take(name, "", start, end, [], [])
    for block in owners:
        data = block.id.animation_data
        mine = [track for track in data.nla_tracks if track.name == name]
        take.casts.append(Cast(block, mutes=[track.name != name for track in data.nla_tracks]))
        take.keyings += _keyings(lister, block, _layers(lister, block, mine, (start, end)))
        take.borders += _borders(mine)
    take.events = _track_events(lister, [track for _, track in tracks])
    return take


def _range_of(lister: Lister, block: Block, track: Any) -> Range | None:
    """From the first start to the last end of the strips that play anything on the data-block."""
    tops = [top for strip, top in strips.playing(track) if lister.reaches(block, strip)]
    return (min(top.frame_start for top in tops), max(top.frame_end for top in tops)) if tops else None


def _track_events(lister: Lister, tracks: list[Any]) -> list[model.Event]:
    found: dict[tuple[float, str], model.Event] = {}
    for track in tracks:
        for strip, top in strips.playing(track):
            events = strips.events(strip) if strip == top else None
            for event in events or ():
                found[event.frame, event.name] = event
            _report_markers(lister, [strip.action] if events is None else [], NO_MARKERS)
    return list(found.values())


def _report_markers(lister: Lister, actions: list[Any], reason: str) -> None:
    for action in actions:
        for marker in action.pose_markers:
            lister.report.left_out(f"marker {marker.name!r} of action {action.name!r}", reason)


# ---- The timeline ----


def timeline(lister: Lister) -> Take:
    """All that plays in Blender, also what is not exported: over the preview range if it is used."""
    scene = lister.scene
    start, end = float(scene.frame_start), float(scene.frame_end)
    if scene.use_preview_range:
        start, end = float(scene.frame_preview_start), float(scene.frame_preview_end)
    take = Take(scene.name, blocks.library(scene), start, end, [], [])
    for block in lister.everything:
        data = blocks.animation_data(block.id)
        if data is None or data.action is None and not len(data.nla_tracks):
            continue
        is_nla = data.use_nla and len(data.nla_tracks) > 0
        mutes = [track.mute for track in data.nla_tracks] if is_nla else None
        _, slot = compat.used_slot(data)
        take.casts.append(Cast(block, data.action, slot, mutes))
        tracks, has_action = strips.heard(data)
        take.borders += _borders(tracks)
        if block.key in lister.scope:
            layers = _layers(lister, block, tracks, (start, end))
            layers += _action_layer(lister, block, data) if has_action else []
            take.keyings += _keyings(lister, block, layers)
            _report_markers(lister, [layer.action for layer in layers], OTHER_MARKERS)
    take.events = [model.Event(float(marker.frame), marker.name) for marker in scene.timeline_markers]
    return take


def _action_layer(lister: Lister, block: Block, data: Any) -> list[Layer]:
    owner = lister.owner(block, data)
    is_plain = not (data.use_nla and len(data.nla_tracks)) or strips.is_plain_action(data)
    return [Layer(data.action, owner, None, is_plain)] if owner is not None else []


# ---- Both ----


def _layers(lister: Lister, block: Block, tracks: list[Any], over: Range) -> list[Layer]:
    """Lowest first."""
    found = []
    for track in tracks:
        for strip, top in strips.playing(track):
            owner = lister.owner(block, strip)
            if owner is not None:
                plain = strip == top and strips.is_plain(strip, track, *over)
                found.append(Layer(strip.action, owner, strip, plain))
    return found


def _keyings(lister: Lister, block: Block, layers: list[Layer]) -> list[Keying]:
    """The uppermost layer comes last and so decides, where it is not mixed with others."""
    mixed = strips.mixed(layers)
    return [Keying(layer.action, block, curve,
                   None if (curve.data_path, curve.array_index) in mixed else layer.played(curve))
            for layer in layers for curve in layer.owner.curves]


def _borders(tracks: list[Any]) -> list[float]:
    frames = [frame for track in tracks for strip, top in strips.playing(track)
              for frame in (*strips.borders(strip), *strips.borders(top))]
    return [frame for frame in frames if np.isfinite(frame)]
