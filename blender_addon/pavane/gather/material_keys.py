# SPDX-License-Identifier: GPL-3.0-or-later
"""The channels of material inputs: the F-curve where it alone is what Blender shows, samples elsewhere."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..pavane_format import model
from . import curves
from .materials import Gathered, Materials
from .properties import Key
from .sampling import Samples
from .terms import Number, Term

TOLERANCE = 1e-6

KeyedValues = dict[Key, dict[int, Any]]
"""F-curves by property and its component."""


def add_channels(clip: model.Clip, materials: Materials, keyed: KeyedValues, samples: Samples,
                 frames: int) -> None:
    """`samples` has the clip's `frames` and after them some halves, which are only compared."""
    for entry in sorted(materials.gathered, key=_order):
        for name in entry.inputs:
            components = _components(entry, name, keyed, samples, frames)
            if components:
                target = model.Target("material", entry.model.name, "", name, entry.model.library)
                clip.channels.append(model.Channel(target, components))


def _order(entry: Gathered) -> tuple[bytes, bytes]:
    return entry.model.name.encode(), entry.model.library.encode()


def _components(entry: Gathered, name: str, keyed: KeyedValues, samples: Samples,
                frames: int) -> list[model.Component]:
    rest = next(given.values for given in entry.model.inputs if given.name == name)
    found = [_component(number, term, float(rest[number]), keyed, samples, frames)
             for number, term in enumerate(entry.inputs[name])]
    return [component for component in found if component is not None]


def _component(number: int, term: Term, rest: float, keyed: KeyedValues, samples: Samples,
               frames: int) -> model.Component | None:
    numbers = list(term.numbers())
    if not numbers:
        return None
    shown = np.broadcast_to(np.asarray(term.at(samples.of_place), np.float64), (len(samples.frames),))
    if isinstance(term, Number) and term.index in keyed.get(term.place.key, {}):
        fcurve = keyed[term.place.key][term.index]
        values = curves.evaluate(fcurve, samples.frames)
        if _agrees(values, shown):
            return curves.component(number, fcurve, values[:frames])
        return curves.sampled(number, shown[:frames])
    is_keyed = any(number.index in keyed.get(number.place.key, {}) for number in numbers)
    if is_keyed or not _agrees(np.full(len(shown), rest), shown):
        return curves.sampled(number, shown[:frames])
    return None


def _agrees(said: np.ndarray, shown: np.ndarray) -> bool:
    return bool((np.abs(said - shown) <= TOLERANCE * np.maximum(1.0, np.abs(said))).all())
