# SPDX-License-Identifier: MIT
"""A golden document of a clip with the action that it was made of, made by hand."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from pavane_format.actions import (
    Action,
    ActionSlot,
    FCurve,
    FCurveModifier,
    Group,
    KeyShape,
    Marker,
    Setting,
)
from pavane_format.model import Document


def fcurves(document: Document) -> list[FCurve]:
    """One whose keys the clip has, and two that it has not: a muted one, and one of samples."""
    played = document.clips[0].channels[0].components[0].curve
    keys = dict(times=played.times, values=played.values, lefts=played.lefts, rights=played.rights)
    moves = FCurve("location", 0, **keys, interpolations=["linear"] * 2, left_handles=["auto", "vector"],
                   right_handles=["free", "aligned"], key_kinds=["keyframe", "extreme"], easings=["auto", "in_out"],
                   shapes={1: KeyShape(2.5, 1.0, 3.0)}, group=1, smoothing="CONT_ACCEL")
    moves.modifiers = [
        FCurveModifier("CYCLES", [Setting("mode_after", "REPEAT"),
                                  Setting("cycles_after", numbers=np.array([3], np.float32))]),
        FCurveModifier("ENVELOPE", [Setting("control_points", numbers=np.array([1, -1, 1, 9, -2, 2], np.float32))]),
    ]
    muted = replace(moves, array_index=1, values=played.values + 1, left_handles=["auto_clamped"] * 2, shapes={},
                    key_kinds=["jitter", "breakdown"], group=None, muted=True, hidden=True, locked=True,
                    color_mode="CUSTOM", color=(0.25, 0.5, 1.0), extrapolation="linear", modifiers=[])
    times = np.arange(3, dtype=np.float32)
    points = np.stack([times, times * times], axis=1)
    baked = FCurve("location", 2, times, points[:, 1].copy(), points, points, ["sample"] * 3)
    return [moves, muted, baked]


def actions(document: Document) -> Document:
    """The document with an action of two slots in its first clip."""
    clip = document.clips[0]
    groups = [Group("Object Transforms"),
              Group("Mine", True, True, "CUSTOM", (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))]
    slots = [ActionSlot("OBCube", "OBJECT", groups, fcurves(document)), ActionSlot("KEKey", "KEY")]
    clip.actions = [Action(clip.name, "", True, True, 1.0, 25.5, slots, [Marker(3.0, "step"), Marker(9.0, "step")])]
    return document
