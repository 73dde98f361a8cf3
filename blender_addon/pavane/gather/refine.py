# SPDX-License-Identifier: GPL-3.0-or-later
"""Which interpolation, rate, knots and cuts each sampled track of a clip needs, and what error is left.

All tracks share every evaluation of the scene. Beginning with whole frames, an interval of a track is halved while an
error in it is over a part of the bound, once for straight pieces and once for cubics; the one that comes to take more
numbers than the other is given up. The rate is then the one that costs least when the finer points are knots. In the
end the error is measured at moments of chance in every frame, with all tracks played together; what then is over the
bound is refined further, and measured at other moments.
"""
from __future__ import annotations

import numpy as np

from ..pavane_format import model
from .fits import SHORT, Fit, rounded
from .jumps import Jumps
from .sampling import Sampler, Samples
from .store import Known, Store
from .tracks import Cut, Track, TransformTrack, is_near_jump, play

TURNS = 60  # at most so many times intervals are halved, or begun again because a cut was found in them
SHARE = 0.3  # of the bound: what a track may use up, since those above it in the hierarchy add theirs
CHANCES = 3  # moments in each frame
ROUNDS = 3  # times that all is measured
MOST = 160  # points between two whole frames
MOST_CUTS = 12  # there, too: what needs more jumps about from moment to moment
KEPT_CUTS = 4  # of those: the largest
FEW = 4  # intervals between two whole frames that are over their limit: so many may be because of jumps
SMALLEST_WILD = 1 / 16  # frames: there no interval is made smaller


class Refiner:
    def __init__(self, clip: model.Clip, tracks: list[Track], store: Store, bound: float) -> None:
        self._clip = clip
        self._whole = clip.sample_frames(1)
        self._tracks = tracks
        self._store = store
        self._bound = bound
        self._jumps = Jumps(store.add, self._lanes_at)
        self._known = Known(store)
        self._missed_at: list[np.ndarray] = []  # moments that were measured to be over the bound
        self._fits = [[self._fit(track, "linear")] for track in tracks]  # of each track: ways to write it

    # ---- Points ----

    def split(self, borders: np.ndarray) -> None:
        """Makes points of these moments between frames, where a track is not straight there."""
        if not len(borders) or not self._store.can_hold(len(borders)):
            return
        self._store.add(borders)
        rows = self._store.rows(borders)
        samples = self._store.samples(rows)
        for (fit,) in self._steady_fits():
            errors = fit.track.errors(samples, self._known.at(fit.track, rows),
                                      self._played(fit, borders), {})
            fit.keep(borders[errors > fit.limit])

    def _steady_fits(self) -> list[list[Fit]]:
        return [fits for fits in self._fits if fits[0].track.is_steady]

    def refine(self, sampler: Sampler) -> None:
        for fits in self._steady_fits():
            if not fits[0].track.is_whole:
                fits.append(self._fit(fits[0].track, "cubic"))
                fits[1].keep(fits[0].kept)
        self._halve_all()
        for fits in self._fits:
            fits[:] = [min(fits, key=lambda fit: (not fit.is_good, fit.least_cost(self._clip)))]
            fits[0].take_rate(self._clip)
        self._add_uniform()
        self._halve_all()
        for i in range(ROUNDS):
            missed = self._measure_all(sampler, i)
            if not missed or i == ROUNDS - 1:
                return
            self._store.add(np.concatenate(self._missed_at))
            self._open_again(missed, 1.0 if i == 0 else 0.5)
            self._halve_all()

    def _fit(self, track: Track, interpolation: str) -> Fit:
        return Fit(track, interpolation, self._whole, SHARE * self._bound)

    def _halve_all(self) -> None:
        for _ in range(TURNS):
            self._give_up()
            fits = [fit for fits in self._fits for fit in fits if not fit.is_good and not fit.is_stuck]
            if not fits:
                break
            wanted = np.unique(np.concatenate([part for fit in fits for part in (fit.points, fit.probes())]))
            known = np.union1d(wanted, self._store.frames)
            if not self._store.can_hold(len(known) - len(self._store.frames)):
                break
            self._store.add(wanted)
            self._halve(fits)
        self._drop_unknown_points()

    def _halve(self, fits: list[Fit]) -> None:
        for track in self._tracks:
            self._jumps.refresh(track)
        off: dict[Fit, np.ndarray] = {}
        for fit in fits:
            off[fit], errors = self._off(fit)
            fit.watch(off[fit], errors)
        cut = self._jumps.find((fit, self._intervals(fit, off[fit], True)) for fit in fits)
        cut += self._jumps.settle((fit, self._intervals(fit, off[fit], False)) for fit in fits)
        places: dict[int, set[int]] = {}  # of each track, where it was cut
        for track, frame in cut:
            places.setdefault(id(track), set()).add(int(self._place(frame)))
        for fit in fits:
            begun = sorted(places.get(id(fit.track), ()))
            fit.halve(off[fit][~np.isin(fit.place(fit.points[off[fit]]), begun)])
        for fit in (fit for fits in self._fits for fit in fits):
            for place in places.get(id(fit.track), ()):
                fit.begin_again(place, self._clip.sample_frames(fit.rate))
        self._give_up_cuts()

    def _give_up_cuts(self) -> None:
        """Where a track jumps about from moment to moment it is followed less closely, with its largest jumps alone."""
        for fits in self._fits:
            track = fits[0].track
            for place in np.flatnonzero(self._is_wild(fits[-1])).tolist():
                track.wild.add(place)
                inside = [cut for cut in track.cuts if self._place(cut.frame) == place]
                inside.sort(key=lambda cut: -float(track.distances(cut.before[None], cut.after[None])[0]))
                lost = set(map(id, inside[KEPT_CUTS:]))
                track.cuts = [cut for cut in track.cuts if id(cut) not in lost]
                for fit in fits:
                    fit.begin_again(place, self._clip.sample_frames(fit.rate))
            if len(fits) > 1 and self._is_wild(fits[0]).any():
                del fits[0]

    def _is_wild(self, fit: Fit) -> np.ndarray:
        """Between which whole frames it takes too much."""
        if len(self._whole) < 2:
            return np.zeros(0, bool)
        cuts = np.array([self._place(cut.frame) for cut in fit.track.cuts], np.int64)
        wild = fit.is_hopeless() | (fit.count_points() > MOST) | (np.bincount(cuts, minlength=len(self._whole) - 1) > MOST_CUTS)
        wild[list(fit.track.wild)] = False
        return wild

    def _place(self, frame: float) -> int:
        """After which whole frame a cut lies: at a whole frame it belongs to the interval before."""
        return int(np.searchsorted(self._whole, frame)) - 1

    def _add_uniform(self) -> None:
        rates = {fit.rate for fits in self._fits for fit in fits}
        self._store.add(np.unique(np.concatenate([self._clip.sample_frames(rate) for rate in rates])))

    def _give_up(self) -> None:
        """What costs no less than another way of the same track that is good already."""
        for fits in self._fits:
            good = [fit for fit in fits if fit.is_good]
            if good and len(fits) > 1:
                best = min(good, key=lambda fit: fit.least_cost(self._clip))
                least = best.least_cost(self._clip)
                fits[:] = [fit for fit in fits if fit is best or fit.least_cost(self._clip) < least]

    def _drop_unknown_points(self) -> None:
        for fits in self._fits:
            for fit in fits:
                fit.drop(np.setdiff1d(fit.points, self._store.frames))

    def _open_again(self, missed: list[Track], part: float) -> None:
        """Refines these, and what they hang on, with that part of their limit."""
        by_index = {track.index: track for track in self._tracks if isinstance(track, TransformTrack)}
        found: dict[int, Track] = {}
        todo = list(missed)
        while todo:
            track = todo.pop()
            if id(track) not in found:
                found[id(track)] = track
                above = track.movables.above(track.index) if isinstance(track, TransformTrack) else ()
                todo += [by_index[index] for index in above if index in by_index]
        for (fit,) in self._fits:
            if id(fit.track) in found:
                fit.limit *= part
                fit.reopen()

    def fill(self) -> None:
        """Writes what was found into the tracks."""
        self._add_uniform()
        for track in self._tracks:
            self._jumps.refresh(track)
            if track.is_whole and not track.is_steady:
                self._hold(track)
        for fits in self._fits:
            fit, track = fits[0], fits[0].track
            frames, knots = self._clip.sample_frames(fit.rate), fit.knots(self._clip)
            track.rate = fit.rate
            track.fill(self._lanes_at(track, frames), fit.interpolation, knots, self._lanes_at(track, knots))

    def _hold(self, track: Track) -> None:
        """Whole numbers that are known at whole frames alone stay until the next one."""
        lanes = self._lanes_at(track, self._whole)
        track.cuts = [Cut(self._whole[i + 1], self._whole[i], self._whole[i + 1], lanes[i], lanes[i + 1])
                      for i in np.flatnonzero((lanes[1:] != lanes[:-1]).any(1)).tolist()]

    # ---- Errors ----

    def _played(self, fit: Fit, at: np.ndarray) -> np.ndarray:
        points = np.union1d(self._clip.sample_frames(fit.rate), fit.knots(self._clip))
        return play(points, self._lanes_at(fit.track, points), fit.track.cuts, at, fit.interpolation)

    def _off(self, fit: Fit) -> tuple[np.ndarray, np.ndarray]:
        """Which of its intervals are over their limit at any known frame, and how large their errors are."""
        if len(fit.points) < 2:
            return np.zeros(0, np.int64), np.zeros(0)
        frames = self._store.frames
        rows = np.flatnonzero(fit.is_open[fit.interval(frames)] & self._counts(fit.track, frames))
        samples = self._store.samples(rows, fit.track.concerns())
        parts = self._known.at(fit.track, rows)
        errors = fit.track.errors(samples, parts, self._played(fit, samples.frames), {})
        worst = np.zeros(len(fit.points) - 1)
        np.maximum.at(worst, fit.interval(samples.frames), errors)
        is_off = worst > fit.limits()
        if fit.track.is_whole and fit.track.is_steady:
            is_off |= self._has_ramp(fit)
        found = np.flatnonzero(is_off & ~(fit.is_wild() & (np.diff(fit.points) < 1.5 * SMALLEST_WILD)))
        return found, worst[found]

    def _counts(self, track: Track, frames: np.ndarray) -> np.ndarray:
        """Whether they lie in the clip, not where a jump may be, and what the track is there is known."""
        inside = (frames >= self._whole[0]) & (frames <= self._whole[-1]) & ~is_near_jump(track.cuts, frames)
        return inside if track.is_steady else inside & np.isin(frames, self._whole)

    def _has_ramp(self, fit: Fit) -> np.ndarray:
        """In which intervals of whole numbers a line would be played, whatever it is at known frames."""
        ends = self._lanes_at(fit.track, fit.points)
        found = (ends[:-1] != ends[1:]).any(1)
        cuts_of: dict[int, list[np.ndarray]] = {}
        for cut in fit.track.cuts:
            place = int(np.searchsorted(fit.points, cut.frame)) - 1
            cuts_of.setdefault(place, []).extend((cut.before, cut.after))
        for i, between in cuts_of.items():
            values = [ends[i], *between, ends[i + 1]]
            found[i] = any((low != high).any() for low, high in zip(values[::2], values[1::2]))
        return found

    def _intervals(self, fit: Fit, places: np.ndarray, long: bool) -> np.ndarray:
        """Those that are long enough to be halved, or not, and whose middle is known: (intervals, 2)."""
        intervals = np.stack((fit.points[places], fit.points[places + 1]), 1)
        chosen = ((np.diff(intervals)[:, 0] > SHORT) == long) & ~fit.is_wild()[places]
        if not fit.track.is_whole:
            chosen &= fit.counts[fit.place(intervals[:, 0])] <= FEW
        return intervals[chosen & np.isin(rounded(intervals.mean(1)), self._store.frames)]

    def _measure_all(self, sampler: Sampler, number: int) -> list[Track]:
        """The error of each track at moments of chance, and at all that were looked at before; the tracks that miss
        the bound where they are not wild."""
        for track in self._tracks:
            track.error = track.wild_error = 0.0
            self._jumps.refresh(track)
        self._missed_at = [np.zeros(0)]
        self._measure(self._store.samples())
        for samples in sampler.stretches(self.chances(number)):
            self._measure(samples)
        return [track for track in self._tracks if track.error > self._bound]

    def _measure(self, samples: Samples) -> None:
        poses: dict[int, np.ndarray] = {}
        for (fit,) in self._fits:
            parts = fit.track.read(samples)
            errors = fit.track.errors(samples, parts, self._played(fit, samples.frames), poses)
            errors[~self._counts(fit.track, samples.frames)] = 0.0
            self._missed_at.append(samples.frames[errors > self._bound])
            is_wild = np.isin(fit.place(samples.frames), list(fit.track.wild))
            fit.track.error = max(fit.track.error, float(errors[~is_wild].max(initial=0.0)))
            fit.track.wild_error = max(fit.track.wild_error, float(errors[is_wild].max(initial=0.0)))

    def chances(self, number: int) -> np.ndarray:
        """The same in each frame for all clips, so that those of one sweep share them."""
        starts = self._whole[:-1]
        parts = np.array([np.random.default_rng([abs(int(frame)), number]).random(CHANCES) for frame in starts.tolist()])
        moments = starts[:, None] + parts.reshape(-1, CHANCES) * np.diff(self._whole)[:, None]
        return np.sort(moments, axis=1).reshape(-1)

    # ---- Lanes ----

    def _lanes_at(self, track: Track, frames: np.ndarray) -> np.ndarray:
        """At known frames."""
        return track.lanes_of(self._known.at(track, self._store.rows(frames)))
