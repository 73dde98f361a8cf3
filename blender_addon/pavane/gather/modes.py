# SPDX-License-Identifier: GPL-3.0-or-later
"""Which clips there are: by actions, or in one of the other modes.

What is at rest is the same in all of them, since rest values come from all actions of the file.
"""
from __future__ import annotations

from typing import Any

from ..pavane_format import model
from . import blocks, compat, nla_takes
from .clips import ActionClip, Clips, key_range, manual_range
from .lister import Lister
from .takes import Cast, Keying, Take

IDLE = {"active": "it is not what is assigned there; clips by Actions have it",
        "nla-tracks": "no NLA track plays it there; clips by Actions have it",
        "scene": "it does not play in the timeline; clips by Actions have it"}


def takes(mode: str, clips: Clips, lister: Lister) -> list[Take]:
    """In the order of the file."""
    if mode == "actions":
        return [_of_action(clip) for clip in clips.clips]
    if mode == "active":
        found = _active(lister)
    else:
        found = nla_takes.by_track(lister) if mode == "nla-tracks" else [nla_takes.timeline(lister)]
    lister.report_idle(IDLE[mode])
    return [take for take in found if lister.is_kept(take)]


def _active(lister: Lister) -> list[Take]:
    """All that is assigned, as one clip with the scene's name; what is not exported plays along."""
    keyings, casts, ranges, actions = [], [], [], {}
    for block in lister.everything:
        data = blocks.animation_data(block.id)
        plays, slot = compat.used_slot(data) if data is not None else (False, None)
        if not plays:
            continue
        casts.append(Cast(block, data.action, slot))
        owner = lister.owner(block, data)
        if owner is not None and owner.curves:
            keyings += [Keying(data.action, block, curve, curve) for curve in owner.curves]
            ranges += [manual_range(data.action) or key_range(owner.curves) or (0.0, 0.0)]
            actions[data.action.as_pointer()] = data.action
    if not keyings:
        return []
    events = [event for action in actions.values() for event in pose_events(action)]
    start, end = min(first for first, _ in ranges), max(last for _, last in ranges)
    return [Take(lister.scene.name, blocks.library(lister.scene), start, end, keyings, casts,
                 _play_mode(list(actions.values())), events)]


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
