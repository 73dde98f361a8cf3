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
from .terms import Clamped, Number, Scaled, Term

TOLERANCE = 1e-6
TRUE = 1.0 - float(np.finfo(np.float32).eps)  # above it Blender takes a number for true

KeyedValues = dict[Key, dict[int, Any]]
"""F-curves by property and its component."""


def add_channel(clip: model.Clip, target: model.Target, terms: Sequence[Term], rest: Sequence[float],
                keyed: KeyedValues, samples: Samples, kind: str = "float") -> None:
    found = [_component(number, term, float(rest[number]), keyed, samples, kind)
             for number, term in enumerate(terms)]
    components = [component for component in found if component is not None]
    if components:
        clip.channels.append(model.Channel(target, components))


def _component(number: int, term: Term, rest: float, keyed: KeyedValues, samples: Samples,
               kind: str) -> model.Component | None:
    numbers = list(term.numbers())
    if not numbers:
        return None

    def read(samples: Samples) -> np.ndarray:
        return np.broadcast_to(np.asarray(term.at(samples.of_place), np.float64), (len(samples.frames),))

    shown = read(samples)
    source, factor = _plain(term)
    low, high = (term.low, term.high) if isinstance(term, Clamped) else (-np.inf, np.inf)
    fcurve = keyed.get(source.place.key, {}).get(source.index) if source is not None else None
    if fcurve is not None:
        values = curves.evaluate(fcurve, samples.frames) * factor
        if _agrees(of_kind(np.clip(values, low, high), kind), shown):
            return scaled(from_curve(number, fcurve, kind, read), factor, read)
    is_keyed = any(given.index in keyed.get(given.place.key, {}) for given in numbers)
    if is_keyed or not _agrees(np.full(len(shown), rest), shown):
        return curves.sampled(number, read, kind)
    return None


def _plain(term: Term) -> tuple[Number | None, float]:
    """The one property that a term is, and what it is multiplied by."""
    if isinstance(term, Number):
        return term, 1.0
    if isinstance(term, Clamped):
        return term.number, 1.0
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


def from_curve(number: int, fcurve: Any, kind: str, read: Callable[[Samples], np.ndarray]) -> model.Component:
    """Its curve; or samples of what `read` sees."""
    made = curves.component(number, fcurve, kind)
    if made.kind == "sampled" and kind != "float":
        return replace(made, source=read, is_whole=True)
    if kind == "integer" and made.curve is not None and made.curve.rounding == "none":
        return curves.sampled(number, read, kind)  # Blender cuts such numbers off, the player would round them
    return made
