# SPDX-License-Identifier: GPL-3.0-or-later
"""What of the NLA does not travel in a mode, and in which it does."""
from __future__ import annotations

from typing import Any

from ..report import Report
from . import blocks, compat
from .blocks import Block

ADVICE = "clips by NLA Tracks or by Scene have it"


def report_strips(everything: list[Block], mode: str, report: Report) -> None:
    for block in everything:
        data = blocks.animation_data(block.id)
        for strip in blocks.strips(data) if data is not None else ():
            what = f"NLA strip {strip.name!r} of {block.label}"
            reason = _empty(strip, mode)
            if reason:
                report.left_out(what, reason)
            for path in _keyed(strip):
                reason = _unkeyed(strip, path, mode)
                if reason:
                    report.left_out(f"{what}: {path}", reason)
            if mode in ("actions", "active") and not strip.mute and strip.action is not None and _changes(strip):
                report.note(what, f"how it plays its action does not travel, the action does; {ADVICE}")


def _empty(strip: Any, mode: str) -> str:
    """Why a strip plays nothing; empty if it does."""
    if strip.type == "SOUND":
        return "sounds do not travel"
    if strip.type == "TRANSITION":
        return f"transitions of the NLA do not travel; {ADVICE}" if mode in ("actions", "active") else ""
    if strip.action is None:
        return "it has no action"
    return "" if compat.used_slot(strip)[0] else "it plays no slot of its action"


def _keyed(strip: Any) -> list[str]:
    return [curve.data_path for curve in strip.fcurves if len(curve.keyframe_points)]


def _unkeyed(strip: Any, path: str, mode: str) -> str:
    """Why keys of a setting of the strip do not travel; empty if they do, in what they bring about."""
    if mode in ("actions", "active"):
        return f"settings of NLA strips do not travel; the action does; {ADVICE}"
    in_use = {"influence": strip.use_animated_influence, "strip_time": strip.use_animated_time}
    return "" if in_use.get(path, True) and not strip.mute else "not in effect"


def _changes(strip: Any) -> bool:
    """Whether what it plays is any other than its action, but for when it begins."""
    return (strip.scale != 1.0 or strip.repeat != 1.0 or strip.use_reverse or strip.blend_type != "REPLACE"
            or strip.blend_in > 0.0 or strip.blend_out > 0.0)


def report_markers(scene: Any, mode: str, report: Report) -> None:
    """Names the markers of the timeline that take another camera, and those that no clip has as events."""
    for marker in scene.timeline_markers:
        if marker.camera is not None:
            report.left_out(f"marker {marker.name!r}", "markers that change the camera do not travel yet")
        elif mode != "scene":
            report.note(f"marker {marker.name!r}", "markers of the timeline are events of clips by Scene alone")
