# SPDX-License-Identifier: GPL-3.0-or-later
"""What NLA strips have of their own beside the action that they play, which is a clip."""
from __future__ import annotations

from typing import Any

from ..report import Report
from . import blocks
from .blocks import Block

WITHOUT_ACTION = {"SOUND": "sounds do not travel", "TRANSITION": "transitions of the NLA do not travel"}


def report_strips(everything: list[Block], report: Report) -> None:
    for block in everything:
        data = blocks.animation_data(block.id)
        for strip in blocks.strips(data) if data is not None else ():
            what = f"NLA strip {strip.name!r} of {block.label}"
            if strip.action is None:
                report.left_out(what, WITHOUT_ACTION.get(strip.type, "it has no action"))
            for path in _keyed(strip):
                report.left_out(f"{what}: {path}", "settings of NLA strips do not travel; the action does")


def _keyed(strip: Any) -> list[str]:
    return [curve.data_path for curve in strip.fcurves if len(curve.keyframe_points)]


def report_cuts(scene: Any, report: Report) -> None:
    """Names the markers of the timeline that take another camera."""
    for marker in scene.timeline_markers:
        if marker.camera is not None:
            report.left_out(f"marker {marker.name!r}", "markers that change the camera do not travel yet")
