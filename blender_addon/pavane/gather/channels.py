# SPDX-License-Identifier: GPL-3.0-or-later
"""The channels of clips: each F-curve that alone explains what Blender shows, samples for everything else."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..pavane_format import model
from ..report import Report
from . import blocks, curves, history, material_keys, sampling
from . import transforms as tf
from .attributes import Attributes
from .history import Looks
from .keyed import Keyed
from .materials import Materials
from .morphs import MorphList
from .movables import IDENTITY, Movable, Movables
from .poses import concerned
from .refine import Refiner
from .sampling import Sampler, Samples
from .sharing import Others
from .sizes import Sizes
from .steps import Steps, followers
from .store import Store
from .takes import Take
from .tracks import NumberTrack, Track, TransformTrack
from .visibility import Visibility

BATCH = 200_000  # matrices compared at once
PARTS = (1.0, 0.4)  # of the bound, for what is sampled: where that alone keeps it, but not all that goes with it
HALVES = 8  # how many half frames are compared, too


@dataclass
class Motion:
    """What one clip's curves say of one movable, at the frames of `samples` and then those of `halves`."""

    components: dict[str, dict[int, Any]]  # by element and component, the F-curve; None: no curve says it
    values: dict[str, np.ndarray] = field(default_factory=dict)  # by element, as its target's numbers
    numbers: dict[str, np.ndarray] = field(default_factory=dict)  # by element, as the curves' components


class ChannelGatherer:
    def __init__(self, movables: Movables, morphs: MorphList, materials: Materials, attributes: Attributes,
                 visibility: Visibility, sampler: Sampler, sizes: Sizes, bound: float, report: Report) -> None:
        self._movables = movables
        self._morphs = morphs
        self._materials = materials
        self._attributes = attributes
        self._visibility = visibility
        self._sampler = sampler
        self._sizes = sizes
        self._bound = bound
        self._report = report
        self.unsteady: set[int] = set()  # movables of which Blender shows now this, now that
        self._statics = np.stack([movable.static for movable in movables.list] or [np.eye(4)])
        self._rests = np.stack([movable.locals({}) for movable in movables.list] or [np.eye(4)])

    def moments(self, clip: model.Clip, borders: list[float]) -> np.ndarray:
        """The clip's whole frames, and some halves and `borders` that are compared too; simulated, only whole frames."""
        frames = clip.sample_frames(1)
        simulated = self._sampler.simulation_start is not None
        return frames if simulated else np.concatenate((frames, half_frames(frames), between(frames, borders)))

    def gather(self, clip: model.Clip, take: Take, keyed: Keyed, others: Others) -> None:
        """Fills the clip's channels; the take plays when this is called, and those of the others."""
        frames = clip.sample_frames(1)
        moments = self.moments(clip, take.borders)
        different, samples, motions, looks = self._look(moments, len(frames), keyed)
        different &= ~np.array([others.move(movable.ob) for movable in self._movables.list], bool)
        tracks: list[Track] = []
        for index, movable in enumerate(self._movables.list):
            motion = motions.get(index)
            if motion is None and index in keyed.movables:
                motion = self._motion(index, keyed.movables[index], samples.frames)
            if different[index]:
                track = self._add_sampled(clip, index, motion, samples, self._is_unknown(index, keyed))
                tracks += [track] if track.components else []
            elif motion:
                self._add_curves(clip, index, motion)
        self._morphs.add_channels(clip, keyed.weights, samples)
        material_keys.add_channels(clip, self._materials, keyed.values, samples)
        self._attributes.add_channels(clip, keyed.values, samples)
        self._visibility.add_channels(clip, keyed.visibility, samples)
        clip.channels = [channel for channel in clip.channels if not others.drive(channel.target)]
        tracks += [NumberTrack(channel.target.owner, [component], np.zeros(1), source=component.source,
                               size=component.size, is_whole=component.is_whole)
                   for channel in clip.channels for component in channel.components
                   if isinstance(component, curves.Sampled)]
        if tracks:
            with self._sampler.without_simulation():
                looks = looks or history.simulated(self._sampler, samples, self._movables, self._report)
                self._settle(clip, tracks, samples, between(frames, take.borders), looks)

    def _look(self, moments: np.ndarray, count: int,
              keyed: Keyed) -> tuple[np.ndarray, Samples, dict[int, Motion], Looks | None]:
        """Which movables are to be sampled; their samples; motions, unless the clip is too long for that; and looks at
        some frames, unless something is simulated.

        A clip with more matrices than are to be held at once is evaluated twice: only what is sampled is kept.
        """
        different = np.array([index in keyed.movables and (self._is_unknown(index, keyed)
                                                           or is_mixed(keyed.movables[index]))
                              for index in range(len(self._movables.list))], bool)
        parts, probed, first = [], [], 0
        for part in self._sampler.stretches(moments):
            length = len(part.frames)
            motions = {index: self._motion(index, found, part.frames)
                       for index, found in keyed.movables.items()}
            different |= self._compare(motions, part)
            rows = [row - first for row in history.probes(count) if first <= row < first + length]
            probed.append(part.rows(np.array(rows, np.int64)))
            first += length
            parts.append(part if length == len(moments) else part.keep(np.empty(0, np.int64)))
        if len(parts) > 1:
            motions = {}
            if different.any():
                kept = concerned(self._movables, np.flatnonzero(different))
                parts = [part.keep(kept) for part in self._sampler.stretches(moments)]
        if self._sampler.simulation_start is not None:
            return different, sampling.joined(parts), motions, None
        looks = history.looks(self._sampler, sampling.joined(probed))
        self.unsteady |= looks.unsteady_movables()
        return different, sampling.joined(parts), motions, looks

    def _is_unknown(self, index: int, keyed: Keyed) -> bool:
        """Whether its curves alone never say how it moves."""
        return index in keyed.modes

    # ---- What the curves say ----

    def _motion(self, index: int, components: dict[str, dict[int, Any]], frames: np.ndarray) -> Motion:
        movable = self._movables.list[index]
        motion = Motion(components)
        for element, found in components.items():
            raw = movable.raw[element] if element in movable.conversions else movable.rest[element]
            numbers = np.repeat(raw[None], len(frames), 0)
            for component, fcurve in found.items():
                numbers[:, component] = np.nan if fcurve is None else curves.evaluate(fcurve, frames)
            motion.numbers[element] = numbers
            conversion = movable.conversions.get(element, "none")
            motion.values[element] = tf.to_quaternion(numbers, conversion)
        return motion

    def _compare(self, motions: dict[int, Motion], samples: Samples) -> np.ndarray:
        """Of each movable: whether Blender shows anything else than its curves, and its rest, say."""
        count = len(self._movables.list)
        step = max(1, BATCH // max(1, len(samples.frames)))
        different = np.zeros(count, bool)
        for first in range(0, count, step):
            indices = np.arange(first, min(first + step, count))
            local = np.repeat(self._rests[None, indices], len(samples.frames), 0)
            for index in motions.keys() & set(indices.tolist()):
                local[:, index - first] = self._movables.list[index].locals(motions[index].values)
            base = samples.base(self._movables, indices)
            shown = samples.of_movables(indices)
            different[indices] = sampling.differs(shown, base, self._statics[indices], local).any(0)
            for i, movable in enumerate(self._movables.list[first:first + step]):
                if movable.inherit:
                    frame = movable.inherit.frame(base[:, i])
                    different[first + i] = sampling.differs_partly(shown[:, i], frame, local[:, i]).any()
        return different

    # ---- Channels ----

    def _add_curves(self, clip: model.Clip, index: int, motion: Motion) -> None:
        for element in IDENTITY:
            if element in motion.components:
                self._add_element(clip, index, element, motion)

    def _add_element(self, clip: model.Clip, index: int, element: str, motion: Motion) -> None:
        movable = self._movables.list[index]
        found, numbers = motion.components[element], motion.numbers[element]
        conversion = movable.conversions.get(element, "none")
        components = []
        for number in range(numbers.shape[1]):
            if number in found:
                component = curves.component(number, found[number])
                if isinstance(component, curves.Sampled) and "location" in element:
                    component.size = self._sizes.of(index)
                components.append(component)
            elif conversion != "none":
                components.append(model.Component(number, "base", float(numbers[0, number])))
        clip.channels.append(model.Channel(target_of(movable, element), components, conversion))

    def _add_sampled(self, clip: model.Clip, index: int, motion: Motion | None, samples: Samples,
                     is_unknown: bool) -> TransformTrack:
        """Samples what differs from the curves and the rest; of an unknown formula, whatever moves."""
        movable = self._movables.list[index]
        value = samples.of_movables(np.array([index]))[:, 0]
        base = samples.base(self._movables, np.array([index]))[:, 0]
        track = TransformTrack(movable.ob.name, [], np.zeros(0), index=index, movables=self._movables,
                               size=self._sizes.of(index))
        noises = []
        local = sampling.solve(movable, value, base)
        if sampling.is_lost(movable, value, base, local):
            self._report.cause(movable.ob.name, sampling.LOST)
        for element, values in movable.take_apart(local).items():
            noise = sampling.TOLERANCE * _magnitude(value, base, movable, element, values)
            keyed = motion is not None and element in motion.components
            if keyed and not is_unknown and _agrees(element, motion.values[element], values, noise):
                self._add_element(clip, index, element, motion)
                continue
            numbers = _moving(element, values, movable.rest[element], noise,
                              set(motion.components[element]) if keyed else set())
            components = [model.Component(number, "sampled") for number in numbers]
            track.components += components
            track.lanes += [(element, number) for number in numbers]
            noises += [noise] * len(numbers)
            if components:
                conversion = "quaternion" if element == "rotation" else "none"
                clip.channels.append(model.Channel(target_of(movable, element), components, conversion))
        track.noise = np.array(noises)
        return track

    # ---- Samples ----

    def _settle(self, clip: model.Clip, tracks: list[Track], samples: Samples, borders: np.ndarray,
                looks: Looks) -> None:
        """Gives all that is sampled its rate, cuts, samples and steps, and the clip its error."""
        kept = concerned(self._movables, [track.index for track in tracks if isinstance(track, TransformTrack)])
        store = Store(self._sampler, kept, samples)
        everything = followers(self._movables, tracks, kept, self._sizes.of)
        history.mark(self._movables, everything, self.unsteady, looks)
        for part in PARTS:
            refiner = Refiner(clip, tracks, store, part * self._bound)
            refiner.split(borders)
            refiner.refine(self._sampler)
            refiner.fill()
            steps = Steps(clip, self._movables, everything, store.samples(),
                          lambda: store.judges(refiner.chances(0)))
            if not steps.misses_only_followers(self._bound):
                break
        steps.settle(self._bound)
        tracks = everything
        clip.error_bound = self._bound
        clip.error = max(max(track.error, track.wild_error) for track in tracks)
        self._report_misses(tracks)

    def _report_misses(self, tracks: list[Track]) -> None:
        for track in tracks:
            if track.error > self._bound:
                self._report.cause(track.label, f"sampled {track.rate} times a frame its error is up to "
                                   f"{track.error:.1e}, over the bound of {self._bound:.1e}")
            if track.wild_error > self._bound:
                where = f"between {len(track.wild)} of its frames" if track.wild else "in what it hangs on"
                self._report.cause(track.label, f"Blender's own result jumps about from moment to moment {where}; "
                                   f"there its error is up to {track.wild_error:.1e}, over the bound of "
                                   f"{self._bound:.1e}")


def is_mixed(components: dict[str, dict[int, Any]]) -> bool:
    """Whether some component of a movable is keyed by more than a curve."""
    return any(fcurve is None for found in components.values() for fcurve in found.values())


def half_frames(frames: np.ndarray) -> np.ndarray:
    """A few halves between whole frames, spread over the clip."""
    gaps = frames[:-1][np.diff(frames) > 0.75]
    chosen = np.unique(np.linspace(0, len(gaps) - 1, min(HALVES, len(gaps))).astype(np.int64))
    return gaps[chosen] + 0.5


def between(frames: np.ndarray, borders: list[float]) -> np.ndarray:
    """Those that lie between frames, as float32 has them."""
    found = np.unique(np.array(borders, np.float32)).astype(np.float64)
    return np.setdiff1d(found[(found > frames[0]) & (found < frames[-1])], frames)


def target_of(movable: Movable, element: str) -> model.Target:
    return model.Target("bone" if movable.bone else "object", movable.ob.name, movable.bone, element,
                        blocks.library(movable.ob))


def _magnitude(value: np.ndarray, base: np.ndarray, movable: Movable, element: str,
               values: np.ndarray) -> float:
    """How large the numbers were that an element came from: what Blender's rounding is relative to."""
    if element == "rotation":
        return 4.0
    if element in ("scale", "delta_scale"):
        return 4.0 * max(float(np.abs(values).max()), tf.TINY)
    outer = movable.placing(base)
    size = np.linalg.norm(outer[:, :3, :3], axis=(1, 2))
    ratio = np.abs(value[:, :3, 3]).max(1) / np.where(size > 0, size, 1.0)
    return float(max(np.abs(values).max(), ratio[np.isfinite(ratio)].max(initial=0.0)))


def _agrees(element: str, said: np.ndarray, shown: np.ndarray, noise: float) -> bool:
    """Whether the curves alone explain this element of what Blender shows."""
    if np.isnan(said).any():
        return False  # no curve says it
    if element == "rotation":
        length = np.linalg.norm(said, axis=1, keepdims=True)
        said = np.where(length > 0, said / np.where(length > 0, length, 1.0), tf.IDENTITY_QUATERNION)
        said = said * np.where((said * shown).sum(1) < 0, -1.0, 1.0)[:, None]
    return bool(np.abs(said - shown).max() <= noise)


def _moving(element: str, values: np.ndarray, rest: np.ndarray, noise: float, keyed: set[int]) -> list[int]:
    """The numbers that do not stay at rest, or that the artist has keyed; of a rotation all or none."""
    if element == "rotation":
        signed = values * np.where((values * rest).sum(1) < 0, -1.0, 1.0)[:, None]
        return list(range(4)) if keyed or np.abs(signed - rest).max() > noise else []
    return [number for number in range(values.shape[1])
            if number in keyed or np.abs(values[:, number] - rest[number]).max() > noise]
