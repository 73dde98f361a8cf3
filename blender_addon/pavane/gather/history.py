# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames that Blender evaluates differently each time: what it shows depends on the frames before.

Dependency cycles and solvers that remember do this. Such a pose has no value of its own to be right about.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..report import Report
from .sampling import Sampler, Samples
from .scope import with_dependencies

TOLERANCE = 1e-5  # far above what rounding does, and far below what anyone sees
CAUSE = "Blender's own result depends on the frames before (a dependency cycle, or a solver that remembers)"


def unsteady(sampler: Sampler, samples: Samples, count: int) -> set[int]:
    """The movables that stand elsewhere when three of the first `count` frames are evaluated again."""
    if sampler.simulation_start is not None:
        return set()
    chosen = np.array([count - 1, count // 2, 0])
    again = sampler.at(samples.frames[chosen]).matrices.astype(np.float64)
    before = samples.matrices[chosen].astype(np.float64)
    size = np.maximum(np.abs(before).max((-1, -2)), 1e-30)
    with np.errstate(invalid="ignore"):
        moved = np.abs(again - before).max((-1, -2)) > TOLERANCE * size
    return set(np.flatnonzero(moved.any(0)).tolist())


def report_unsteady(objects: list[Any], unsteady_objects: set[int], report: Report) -> None:
    """Names the objects, those that hang on them, and the meshes that they deform."""
    for ob in objects:
        if any(other.as_pointer() in unsteady_objects for other in with_dependencies([ob])):
            report.cause(ob.name, CAUSE)
