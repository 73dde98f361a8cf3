# SPDX-License-Identifier: MIT
"""Hypothesis strategies for the actions of a clip; some F-curves have the keys of its curves."""
from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from pavane_format.actions import Action, ActionSlot, FCurve, FCurveModifier, Group, KeyShape, Marker, Setting
from pavane_format.model import Clip, Curve

NAMES = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=8)
NUMBERS = st.floats(-1000, 1000, width=32)
FLAG = st.booleans()
HANDLES = st.sampled_from(["free", "aligned", "vector", "auto", "auto_clamped"])
KINDS = st.sampled_from(["keyframe", "breakdown", "moving_hold", "extreme", "jitter", "generated"])
EASINGS = st.sampled_from(["auto", "in", "out", "in_out"])
MODIFIERS = st.lists(st.builds(FCurveModifier, NAMES, st.lists(
    st.builds(Setting, NAMES, NAMES, st.lists(NUMBERS, max_size=3).map(lambda found: np.array(found, np.float32))),
    max_size=2)), max_size=2)
GROUPS = st.lists(st.builds(Group, NAMES, FLAG, FLAG, NAMES, st.tuples(*[NUMBERS] * 9)), max_size=2)


@st.composite
def own_curves(draw: Any) -> Curve:
    count = draw(st.integers(0, 3))
    rows = np.array(draw(st.lists(st.tuples(*[NUMBERS] * 6), min_size=count, max_size=count)), np.float32)
    rows = rows.reshape(count, 6)
    return Curve(rows[:, 0].copy(), rows[:, 1].copy(), rows[:, 2:4].copy(), rows[:, 4:].copy(), ["linear"] * count)


@st.composite
def fcurves(draw: Any, known: list[Curve], groups: int) -> FCurve:
    curve = draw(st.sampled_from(known) | own_curves() if known else own_curves())
    count = len(curve.times)
    made = FCurve(draw(NAMES), draw(st.integers(0, 15)), curve.times, curve.values, curve.lefts, curve.rights,
                  list(curve.interpolations))
    if "sample" not in curve.interpolations:
        each = {"min_size": count, "max_size": count}
        made.left_handles, made.right_handles = draw(st.lists(HANDLES, **each)), draw(st.lists(HANDLES, **each))
        made.key_kinds, made.easings = draw(st.lists(KINDS, **each)), draw(st.lists(EASINGS, **each))
        keys = draw(st.sets(st.integers(0, count - 1), max_size=2)) if count else ()
        made.shapes = {key: KeyShape(draw(NUMBERS), draw(NUMBERS), draw(NUMBERS)) for key in sorted(keys)}
    made.group = draw(st.none() | st.integers(0, groups - 1)) if groups else None
    made.muted, made.hidden, made.locked = draw(FLAG), draw(FLAG), draw(FLAG)
    made.color_mode, made.color, made.smoothing = draw(NAMES), draw(st.tuples(*[NUMBERS] * 3)), draw(NAMES)
    made.extrapolation, made.modifiers = draw(st.sampled_from(["constant", "linear"])), draw(MODIFIERS)
    return made


@st.composite
def slots(draw: Any, known: list[Curve]) -> ActionSlot:
    groups = draw(GROUPS)
    return ActionSlot(draw(NAMES), draw(NAMES), groups, draw(st.lists(fcurves(known, len(groups)), max_size=3)))


def actions(clip: Clip) -> st.SearchStrategy[list[Action]]:
    known = [component.curve for channel in clip.channels for component in channel.components if component.curve]
    markers = st.lists(st.builds(Marker, NUMBERS, NAMES), max_size=2)
    return st.lists(st.builds(Action, NAMES, NAMES, FLAG, FLAG, NUMBERS, NUMBERS,
                              st.lists(slots(known), max_size=2), markers), max_size=2)
