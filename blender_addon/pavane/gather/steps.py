# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the samples of a clip whole numbers of steps, as large as the bound of its error allows.

What hangs on something sampled is told as seen from where that will be played, so that errors do not add up. The error
of all that moves is then measured as it will be played, what only goes with something sampled included.
"""
from __future__ import annotations

from dataclasses import replace
from typing import Callable, Iterator

import numpy as np

from ..pavane_format import model, quantise
from .movables import Movables
from .poses import Poses
from .sampling import Samples
from .stepped import Moving, Stepped
from .tracks import NumberTrack, Track, TransformTrack

USED = 0.95  # of the bound: what samples and steps may come to where steps are chosen
LEAST = 0.3  # of the bound: what steps may use up where samples alone use up all of it
OVER = 0.5  # of the bound: what steps may add there in the end
TRIES = 4  # how often steps are chosen, finer each time
BATCH = 2000  # frames that are judged at a time


class Steps:
    """Of the tracks of a clip. What only goes with them has tracks without components. Parents stand before children."""

    def __init__(self, clip: model.Clip, movables: Movables, tracks: list[Track], samples: Samples,
                 judges: Callable[[], Iterator[Samples]]) -> None:
        """Errors are measured at the frames of what `judges` gives."""
        self._movables = movables
        self._judges = judges
        self._tracks = tracks
        self._kept = [(component, replace(component)) for track in tracks for component in track.components]
        self._stepped = [Moving(clip, track) if isinstance(track, TransformTrack) else Stepped(clip, track)
                         for track in tracks]
        moving = [one for one in self._stepped if isinstance(one, Moving)]
        self._moving, self._numbers = moving, [one for one in self._stepped if not isinstance(one, Moving)]
        told = np.unique(np.concatenate([np.zeros(0), *(one.told_frames() for one in moving)]))
        self._samples = samples.rows(np.searchsorted(samples.frames, told))
        self._poses = Poses(movables, self._samples)
        self._measure()

    def misses_only_followers(self, bound: float) -> bool:
        """Whether what is sampled keeps the bound without steps, but not all that goes with it."""
        missed = [track for track in self._tracks if track.error > bound]
        return bool(missed) and not any(track.components for track in missed)

    def settle(self, bound: float) -> None:
        """Chooses the steps, and measures the errors that they leave."""
        for one in self._moving:
            one.watch(self._samples, self._poses)
        alone = [track.error for track in self._tracks]
        aim = bound
        for _ in range(TRIES):
            if not self._choose(aim, alone):
                break
            self._measure()
            over = max(track.error / max(bound, before + OVER * bound) for track, before in zip(self._tracks, alone))
            if over <= 1.0:
                return
            aim *= 0.8 / over
        self._undo()
        self._measure()

    def _choose(self, bound: float, alone: list[float]) -> bool:
        self._undo()
        for one, error in zip(self._stepped, alone):
            one.allow(bound, max(USED * bound - error, LEAST * bound))
        made = quantise.settle(self._moving, self._poses.restart)
        counted = [one.grids() for one in self._numbers]
        if made is None or None in counted:
            return False
        for one, grids in zip([*self._moving, *self._numbers], [*made, *counted]):
            one.write(grids)
        return True

    def _undo(self) -> None:
        for component, kept in self._kept:
            vars(component).update(vars(kept))

    def _measure(self) -> None:
        for track in self._tracks:
            track.error = track.wild_error = 0.0
        for samples in self._judges():
            for first in range(0, len(samples.frames), BATCH):
                self._judge(samples.rows(np.arange(first, min(first + BATCH, len(samples.frames)))))

    def _judge(self, samples: Samples) -> None:
        poses = Poses(self._movables, samples)
        near: dict[int, np.ndarray] = {}  # of movables: where they, or what they hang on, may jump
        wild: dict[int, np.ndarray] = {}  # and where they jump about
        for one in self._stepped:
            errors = one.errors(samples, poses)
            is_near, is_wild = one.near(samples.frames), one.wild(samples.frames)
            if isinstance(one, Moving):
                for index in one.above():
                    is_near = is_near | near.get(index, False)
                    is_wild = is_wild | wild.get(index, False)
                near[one.track.index], wild[one.track.index] = is_near, is_wild
            errors = np.where(is_near, 0.0, errors)
            one.track.error = max(one.track.error, float(errors[~is_wild].max(initial=0.0)))
            one.track.wild_error = max(one.track.wild_error, float(errors[is_wild].max(initial=0.0)))


def followers(movables: Movables, tracks: list[Track], kept: np.ndarray,
              size_of: Callable[[int], float]) -> list[Track]:
    """All tracks, and one without components of all else that is kept, parents before children."""
    transforms = {track.index: track for track in tracks if isinstance(track, TransformTrack)}
    for index in kept.tolist() if transforms else ():
        if index not in transforms:
            transforms[index] = TransformTrack(movables.list[index].ob.name, [], np.zeros(0), index=index,
                                               movables=movables, size=size_of(index))
    return [transforms[index] for index in sorted(transforms)] + [t for t in tracks if isinstance(t, NumberTrack)]
