# SPDX-License-Identifier: MIT
"""Actions as they were in Blender: what only an import needs."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Setting:
    """A property of a modifier: a text, or numbers."""

    name: str
    text: str = ""
    numbers: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))


@dataclass
class FCurveModifier:
    kind: str  # Blender's name for it
    settings: list[Setting] = field(default_factory=list)


@dataclass
class KeyShape:
    """What shapes an interpolation from back on; the defaults are those of a new key."""

    back: float = 1.70158
    amplitude: float = 0.8
    period: float = 4.1


@dataclass
class FCurve:
    """`times` to `interpolations` are the keys, or the samples, which have no `styles`."""

    path: str
    array_index: int
    times: np.ndarray  # (keys,)
    values: np.ndarray
    lefts: np.ndarray  # (keys, 2): frame, value
    rights: np.ndarray
    interpolations: list[str]
    left_handles: list[str] = field(default_factory=list)  # free, aligned, vector, auto, auto_clamped
    right_handles: list[str] = field(default_factory=list)
    key_kinds: list[str] = field(default_factory=list)  # keyframe, breakdown, moving_hold, extreme, jitter, generated
    easings: list[str] = field(default_factory=list)
    shapes: dict[int, KeyShape] = field(default_factory=dict)  # by key, of those that are not as in a new one
    group: int | None = None  # of its slot
    muted: bool = False
    hidden: bool = False
    locked: bool = False
    color_mode: str = "AUTO_RAINBOW"
    color: tuple[float, ...] = (0.0, 0.0, 0.0)
    smoothing: str = "NONE"
    extrapolation: str = "constant"
    modifiers: list[FCurveModifier] = field(default_factory=list)


@dataclass
class Group:
    name: str
    muted: bool = False
    locked: bool = False
    color_set: str = "DEFAULT"
    colors: tuple[float, ...] = (0.0,) * 9  # normal, selected, active


@dataclass
class ActionSlot:
    """What an action does to one kind of data-block; before Blender 4.4 an action has one without identifier."""

    identifier: str = ""
    kind: str = ""  # empty: any
    groups: list[Group] = field(default_factory=list)
    fcurves: list[FCurve] = field(default_factory=list)


@dataclass
class Marker:
    frame: float
    name: str


@dataclass
class Action:
    name: str
    library: str = ""
    manual_range: bool = False
    cyclic: bool = False
    frame_start: float = 0.0
    frame_end: float = 0.0
    action_slots: list[ActionSlot] = field(default_factory=list)
    markers: list[Marker] = field(default_factory=list)
