# SPDX-License-Identifier: GPL-3.0-or-later
"""What depends on the frames before: Blender shows now this, now that at the same frame.

Dependency cycles and solvers that remember do this: such a pose has no value of its own to be right about. Simulations
do it, too: they are right if every whole frame is played in order. Of both whole frames alone are known.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..report import Report
from .movables import Movables
from .poses import moved
from .sampling import Sampler, Samples
from .scope import with_dependencies
from .tracks import Track, TransformTrack

TOLERANCE = 1e-5  # far above what rounding does, and far below what anyone sees
CAUSE = "Blender's own result depends on the frames before (a dependency cycle, or a solver that remembers)"
SIMULATED = "it goes with a simulation: known at whole frames alone, it goes straight from one to the next"


@dataclass
class Looks:
    """Two at the same frames; what is not the same in both is unsteady."""

    before: Samples
    after: Samples

    def unsteady_movables(self) -> set[int]:
        known = np.flatnonzero(self.before.columns >= 0)
        first, second = self.before.of_movables(known), self.after.of_movables(known)
        size = np.maximum(np.abs(first).max((-1, -2)), 1e-30)
        with np.errstate(invalid="ignore"):
            differs = np.abs(second - first).max((-1, -2)) > TOLERANCE * size
        return set(known[differs.any(0)].tolist())

    def is_unsteady(self, track: Track) -> bool:
        first, second = (track.lanes_of(track.read(samples)) for samples in (self.before, self.after))
        with np.errstate(invalid="ignore"):
            return bool((np.abs(second - first) > TOLERANCE * np.maximum(np.abs(first), 1.0)).any())


def probes(count: int) -> list[int]:
    """Which of so many frames are evaluated again, in order."""
    return [0, count // 2, count - 1]


def looks(sampler: Sampler, before: Samples) -> Looks:
    """The second one at the last frame first."""
    backwards = np.arange(len(before.frames))[::-1]
    return Looks(before, sampler.at(before.frames[backwards]).rows(backwards))


def simulated(sampler: Sampler, before: Samples, movables: Movables, report: Report) -> Looks:
    """The second one where nothing is simulated. Names the objects that go with a simulation."""
    found = Looks(before, sampler.at(before.frames))
    for name in sorted({movables.list[index].ob.name for index in moved(movables, found.unsteady_movables())}):
        report.note(f"object {name!r}", SIMULATED)
    return found


def mark(movables: Movables, tracks: list[Track], unsteady: set[int], found: Looks) -> None:
    """Tells the tracks of a clip whether they are steady; so are not the movables that are unsteady in any clip."""
    unsteady = unsteady | found.unsteady_movables()
    in_rig, in_world = moved(movables, unsteady, in_world=False), moved(movables, unsteady)
    for track in tracks:
        if isinstance(track, TransformTrack):
            track.is_steady, track.stands_steady = track.index not in in_rig, track.index not in in_world
        else:
            track.is_steady = track.stands_steady = not found.is_unsteady(track)


def report_unsteady(objects: list[Any], unsteady_objects: set[int], report: Report) -> None:
    """Names the objects, those that hang on them, and the meshes that they deform."""
    for ob in objects:
        if any(other.as_pointer() in unsteady_objects for other in with_dependencies([ob])):
            report.cause(ob.name, CAUSE)
