# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames that Blender evaluates differently each time: what it shows depends on the frames before.

Dependency cycles and solvers that remember do this. Such a pose has no value of its own to be right about.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..report import Report
from .sampling import Sampler
from .scope import with_dependencies

TOLERANCE = 1e-5  # far above what rounding does, and far below what anyone sees
CAUSE = "Blender's own result depends on the frames before (a dependency cycle, or a solver that remembers)"


def probes(count: int) -> list[int]:
    """Which of so many frames are evaluated again, in order."""
    return [0, count // 2, count - 1]


def unsteady(sampler: Sampler, frames: np.ndarray, matrices: np.ndarray) -> set[int]:
    """The movables that stand elsewhere when frames are evaluated again, the last one first."""
    if sampler.simulation_start is not None:
        return set()
    again = sampler.at(frames[::-1]).matrices.astype(np.float64)
    before = matrices[::-1].astype(np.float64)
    size = np.maximum(np.abs(before).max((-1, -2)), 1e-30)
    with np.errstate(invalid="ignore"):
        moved = np.abs(again - before).max((-1, -2)) > TOLERANCE * size
    return set(np.flatnonzero(moved.any(0)).tolist())


def report_unsteady(objects: list[Any], unsteady_objects: set[int], report: Report) -> None:
    """Names the objects, those that hang on them, and the meshes that they deform."""
    for ob in objects:
        if any(other.as_pointer() in unsteady_objects for other in with_dependencies([ob])):
            report.cause(ob.name, CAUSE)
