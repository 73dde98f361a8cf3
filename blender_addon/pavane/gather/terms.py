# SPDX-License-Identifier: GPL-3.0-or-later
"""What a number of a material is made of: a constant, a number of an animated property, or a computation.

A number that is just that of a property, or that times a factor, can travel as the property's F-curve; a computed one
is sampled.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator, Sequence, Union

import numpy as np

from . import compat
from .properties import Place, Values


@dataclass(frozen=True)
class Constant:
    value: float

    def numbers(self) -> Iterator["Number"]:
        return iter(())

    def at(self, values: Values) -> Any:
        return self.value


@dataclass(frozen=True)
class Number:
    place: Place
    index: int

    def numbers(self) -> Iterator["Number"]:
        yield self

    def at(self, values: Values) -> Any:
        return values(self.place)[:, self.index]


@dataclass(frozen=True)
class Scaled:
    number: Number
    factor: float

    def numbers(self) -> Iterator[Number]:
        yield self.number

    def at(self, values: Values) -> Any:
        return self.number.at(values) * self.factor


@dataclass(frozen=True)
class Clamped:
    """A number that counts only between two limits: its curve may leave them all the same."""

    number: Number
    low: float
    high: float

    def numbers(self) -> Iterator[Number]:
        yield self.number

    def at(self, values: Values) -> Any:
        return np.clip(self.number.at(values), self.low, self.high)


@dataclass(frozen=True)
class Computed:
    function: Callable[..., Any]
    terms: tuple["Term", ...]

    def numbers(self) -> Iterator[Number]:
        for part in self._parts():
            for term in part.terms:
                if not isinstance(term, Computed):
                    yield from term.numbers()

    def at(self, values: Values) -> Any:
        known: dict[int, Any] = {}
        with np.errstate(all="ignore"):
            for part in self._parts():
                known[id(part)] = part.function(*(
                    known[id(term)] if isinstance(term, Computed) else term.at(values)
                    for term in part.terms))
        return known[id(self)]

    def _parts(self) -> list["Computed"]:
        """All computations in it, each once however many take its result, and after those that it takes."""
        found: dict[int, Computed] = {}
        waiting = [self]
        while waiting:
            last = waiting[-1]
            fresh = [term for term in last.terms if isinstance(term, Computed) and id(term) not in found]
            if fresh:
                waiting += fresh
            else:
                found[id(waiting.pop())] = last
        return list(found.values())


Term = Union[Constant, Number, Scaled, Clamped, Computed]
ZERO, ONE = Constant(0.0), Constant(1.0)


def computed(function: Callable[..., Any], *terms: Term) -> Term:
    """Computes at once what is made of constants."""
    made = Computed(function, terms)
    if all(isinstance(term, Constant) for term in terms):
        return Constant(float(np.ravel(made.at(_nothing))[0]))
    return made


def multiply(one: Term, other: Term) -> Term:
    if one == ONE or other == ZERO:
        return other
    if other == ONE or one == ZERO:
        return one
    for term, factor in ((one, other), (other, one)):
        if isinstance(factor, Constant) and isinstance(term, Number):
            return Scaled(term, factor.value)
        if isinstance(factor, Constant) and isinstance(term, Scaled):
            return Scaled(term.number, term.factor * factor.value)
    return computed(np.multiply, one, other)


def add(one: Term, other: Term) -> Term:
    if one == ZERO:
        return other
    if other == ZERO:
        return one
    return computed(np.add, one, other)


def complement(term: Term) -> Term:
    return computed(lambda value: 1.0 - value, term)


def mix(one: Term, other: Term, factor: Term) -> Term:
    if factor == ZERO or one == other:
        return one
    if factor == ONE:
        return other
    return computed(lambda a, b, f: a + (b - a) * f, one, other, factor)


def at_rest(term: Term) -> Term:
    """What it is now, as a constant."""
    return Constant(float(np.ravel(term.at(_now))[0]))


def luminance(terms: Sequence[Term]) -> Term:
    """What Blender takes for the value of a colour."""
    if terms[0] == terms[1] == terms[2]:
        return terms[0]
    red, green, blue = compat.LUMINANCE
    return computed(lambda r, g, b: red * r + green * g + blue * b, *terms[:3])


def average(terms: Sequence[Term]) -> Term:
    """What Blender takes for the value of a vector."""
    return computed(lambda x, y, z: (x + y + z) / 3.0, *terms[:3])


def unit(term: Term) -> Term:
    """Cut to 0 and 1."""
    return computed(lambda value: np.clip(value, 0.0, 1.0), term)


def _nothing(place: Place) -> np.ndarray:
    raise LookupError("a constant has no place")


def _now(place: Place) -> np.ndarray:
    return np.array([place.read()], np.float64)
