# SPDX-License-Identifier: GPL-3.0-or-later
"""Colour ramps, whose stops may be keyed: what they make of a factor, computed by Blender itself."""
from __future__ import annotations

from typing import Any, Callable

import bpy
import numpy as np

from . import terms
from .properties import Key, Place
from .terms import Constant, Number, Term

STOP = 5  # numbers of one: its position, its colour with alpha
MODES = ("color_mode", "interpolation", "hue_interpolation")


def ramp_terms(node: Any, tree: Any, factor: Term, picked: tuple[int, ...],
               is_animated: Callable[[Key], bool]) -> tuple[Term, ...]:
    """The picked numbers of the colour that a ramp's node shows for the factor."""
    stops = [number for stop in node.color_ramp.elements for number in _stop(tree, stop, is_animated)]
    if all(isinstance(number, Constant) for number in stops):
        return tuple(terms.computed(_fixed(node.color_ramp, index), factor) for index in picked)
    scratch = _copy(node.color_ramp)
    return tuple(terms.computed(_moving(scratch, index), factor, *stops) for index in picked)


def _stop(tree: Any, stop: Any, is_animated: Callable[[Key], bool]) -> list[Term]:
    found: list[Term] = []
    for name in ("position", "color"):
        place = Place(tree, stop, name)
        numbers = place.read()
        if is_animated(place.key):
            found += [Number(place, index) for index in range(len(numbers))]
        else:
            found += [Constant(float(number)) for number in numbers]
    return found


def _fixed(ramp: Any, index: int) -> Callable[[Any], Any]:
    def at(factors: Any) -> Any:
        return np.array([ramp.evaluate(float(factor))[index] for factor in np.atleast_1d(factors)])

    return at


def _copy(ramp: Any) -> Any:
    """A ramp of a tree that nothing uses, whose stops may be set."""
    tree = bpy.data.node_groups.new("pavane", "ShaderNodeTree")
    made = tree.nodes.new("ShaderNodeValToRGB").color_ramp
    for mode in MODES:
        setattr(made, mode, getattr(ramp, mode))
    while len(made.elements) < len(ramp.elements):
        made.elements.new(1.0)
    while len(made.elements) > len(ramp.elements):
        made.elements.remove(made.elements[-1])
    return made


def _moving(scratch: Any, index: int) -> Callable[..., Any]:
    def at(*numbers: Any) -> Any:
        rows = np.stack(np.broadcast_arrays(*(np.atleast_1d(given) for given in numbers)), axis=1)
        return np.array([_evaluate(scratch, row.tolist())[index] for row in rows])

    return at


def _evaluate(ramp: Any, row: list[float]) -> Any:
    for i, stop in enumerate(ramp.elements):
        first = 1 + STOP * i
        stop.position, stop.color = row[first], row[first + 1:first + STOP]
    return ramp.evaluate(row[0])
