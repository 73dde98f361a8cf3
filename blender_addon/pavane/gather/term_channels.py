# SPDX-License-Identifier: GPL-3.0-or-later
"""Channels of numbers made of terms: the F-curve where it alone is what Blender shows, samples elsewhere."""
from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Sequence

import numpy as np

from ..pavane_format import model
from . import curves
from .properties import Key
from .sampling import Samples
from .terms import Number, Scaled, Term

TOLERANCE = 1e-6
TRUE = 1.0 - float(np.finfo(np.float32).eps)  # above it Blender takes a number for true
WHOLE_KINDS = ("integer", "boolean")

KeyedValues = dict[Key, dict[int, Any]]
"""F-curves by property and its component."""


def add_channel(clip: model.Clip, target: model.Target, terms: Sequence[Term], rest: Sequence[float],
                keyed: KeyedValues, samples: Samples, frames: int, kind: str = "float") -> None:
    """`samples` has the clip's `frames` and after them some halves, which are only compared."""
    found = [_component(number, term, float(rest[number]), keyed, samples, frames, kind)
             for number, term in enumerate(terms)]
    components = [component for component in found if component is not None]
    if components:
        clip.channels.append(model.Channel(target, components))


def _component(number: int, term: Term, rest: float, keyed: KeyedValues, samples: Samples, frames: int,
               kind: str) -> model.Component | None:
    numbers = list(term.numbers())
    if not numbers:
        return None

    def read(samples: Samples) -> np.ndarray:
        return np.broadcast_to(np.asarray(term.at(samples.of_place), np.float64), (len(samples.frames),))

    shown = read(samples)
    source, factor = _plain(term)
    fcurve = keyed.get(source.place.key, {}).get(source.index) if source is not None else None
    if fcurve is not None:
        values = curves.evaluate(fcurve, samples.frames) * factor
        if _agrees(of_kind(values, kind), shown):
            return scaled(from_curve(number, fcurve, values[:frames], samples.frames[:frames], kind), factor, read)
    is_keyed = any(given.index in keyed.get(given.place.key, {}) for given in numbers)
    if is_keyed or not _agrees(np.full(len(shown), rest), shown):
        if kind in WHOLE_KINDS:
            return stepped(number, shown[:frames], samples.frames[:frames])
        return curves.sampled(number, read)
    return None


def _plain(term: Term) -> tuple[Number | None, float]:
    """The one property that a term is, and what it is multiplied by."""
    if isinstance(term, Number):
        return term, 1.0
    if isinstance(term, Scaled):
        return term.number, term.factor
    return None, 1.0


def _agrees(said: np.ndarray, shown: np.ndarray) -> bool:
    return bool((np.abs(said - shown) <= TOLERANCE * np.maximum(1.0, np.abs(said))).all())


def scaled(component: model.Component, factor: float, read: Callable[[Samples], np.ndarray]) -> model.Component:
    """`read` gives the multiplied values: for samples, where the curve cannot be multiplied."""
    if factor == 1.0:
        return component
    if component.kind == "sampled":
        return curves.sampled(component.component, read)
    if component.kind == "constant":
        return replace(component, value=component.value * factor)
    curve = component.curve
    if getattr(curve, "modifiers", None) or "elastic" in curve.interpolations:
        return curves.sampled(component.component, read)
    high = np.array((1.0, factor))
    made = replace(curve, values=_floats(curve.values * factor), lefts=_floats(curve.lefts * high),
                   rights=_floats(curve.rights * high))
    return replace(component, curve=made)


def _floats(values: np.ndarray) -> np.ndarray:
    return values.astype(np.float32)


# ---- Whole numbers ----


def of_kind(values: np.ndarray, kind: str) -> np.ndarray:
    """What the file's player makes of a curve's values for a property of that kind."""
    if kind == "integer":
        return np.floor(values + 0.5)
    return np.where(values > TRUE, 1.0, 0.0) if kind == "boolean" else values


def from_curve(number: int, fcurve: Any, values: np.ndarray, frames: np.ndarray, kind: str) -> model.Component:
    made = curves.component(number, fcurve)
    if made.kind == "sampled" and kind in WHOLE_KINDS:
        return stepped(number, of_kind(values, kind), frames)
    if kind == "boolean" and made.curve is not None and _is_stepped(fcurve, made.curve.times):
        held = ["constant"] * len(made.curve.times)
        return replace(made, curve=replace(made.curve, interpolations=held, easings={}))
    return made


def _is_stepped(fcurve: Any, times: np.ndarray) -> bool:
    """Whether Blender holds each key until the next whatever its interpolation: its F-curves of booleans."""
    middles = (times[:-1].astype(np.float64) + times[1:]) / 2
    return bool((curves.evaluate(fcurve, middles) == curves.evaluate(fcurve, times[:-1].astype(np.float64))).all())


def stepped(number: int, values: np.ndarray, frames: np.ndarray) -> model.Component:
    """A key where whole numbers change, since nothing lies between them."""
    changes = np.concatenate(([0], 1 + np.flatnonzero(np.diff(values))))
    if len(changes) == 1:
        return model.Component(number, "constant", float(values[0]))
    times, kept = _floats(frames[changes]), _floats(values[changes])
    points = np.stack((times, kept), axis=1)
    curve = model.Curve(times, kept, points, points.copy(), ["constant"] * len(times))
    return model.Component(number, "curve", curve=curve)
