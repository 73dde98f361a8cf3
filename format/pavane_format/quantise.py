# SPDX-License-Identifier: MIT
"""How coarse sampled tracks may be: the largest steps that keep what they move within a measured error.

Tracks stand in the order of their hierarchy. Each is told how those before it will be played, so that it makes up for
their error instead of adding its own to it.
"""
from __future__ import annotations

from typing import Callable, Protocol, Sequence

import numpy as np

from . import grids
from .grids import Grid

FINEST, COARSEST = 2.0**-20, 2.0**10  # factors of steps
HALVINGS = 5  # of the interval between a factor that is too coarse and half of it
BASE_BITS = 24  # what a base of its own costs at most


class Track(Protocol):
    """Sampled numbers and rotations that are played together."""

    steps: Sequence[float]  # of each, at a factor of 1

    def seen(self) -> list[np.ndarray]:
        """What is to be told, given how the tracks before it will be played: (rows,) of a number, (rows, 4)."""

    def take(self, values: list[np.ndarray]) -> float:
        """The error if it is played so, over the one that is allowed."""


def settle(tracks: Sequence[Track], restart: Callable[[], None]) -> list[list[Grid]] | None:
    """Of each track its grids, with one factor for all steps; none if nothing keeps the error.

    `restart` is called before the first of them is asked again.
    """
    low, found = 1.0, _attempt(tracks, restart, 1.0)
    if found is None:
        while found is None and low > FINEST:
            low /= 2
            found = _attempt(tracks, restart, low)
    else:
        while low < COARSEST and (coarser := _attempt(tracks, restart, 2 * low)) is not None:
            low, found = 2 * low, coarser
    high = 2 * low
    for _ in range(HALVINGS if found is not None else 0):
        middle = float(np.sqrt(low * high))
        coarser = _attempt(tracks, restart, middle)
        if coarser is None:
            high = middle
        else:
            low, found = middle, coarser
    return found


def _attempt(tracks: Sequence[Track], restart: Callable[[], None], factor: float) -> list[list[Grid]] | None:
    """Their grids with that factor of their steps, none if an error is too large."""
    restart()
    result = []
    for track in tracks:
        made = [grid(values, step * factor) for values, step in zip(track.seen(), track.steps)]
        if any(one is None for one in made):
            return None
        if track.take([one.values() for one in made]) > 1.0:
            return None
        result.append(made)
    return result


def grid(values: np.ndarray, step: float) -> Grid | None:
    """Of a number or a rotation, with a step not larger than this one."""
    exponent = grids.exponent_of(step)
    if values.ndim == 1:
        return grids.number_grid(values, exponent)
    plain = grids.rotation_grid(values, exponent)
    base = grids.base_of(values[0])
    based = grids.rotation_grid(values, exponent, base) if any(base) else None
    if plain is None or based is None:
        return plain or based
    return based if _width(plain) - _width(based) > BASE_BITS else plain


def _width(grid: Grid) -> float:
    """Bits that the chart is wider than at its centre."""
    points = grid.numbers[:, :3].astype(np.float64) * grids.step(grid.exponent)
    return 3.0 * float(np.log2(1.0 + (points * points).sum(1) / 16.0).sum())
