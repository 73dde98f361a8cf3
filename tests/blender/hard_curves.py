# SPDX-License-Identifier: MIT
"""A grid of hand-made F-curves that are hard to evaluate, as plain data like the random ones (see
random_curves.py)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from random_curves import EASED, EASINGS, INTERPOLATIONS
from random_modifiers import FUNCTIONS, Curve, Modifier, modifier

Hard = tuple[str, Curve, np.ndarray]

NEAR = (0.0, 5e-5, 9.9e-5, 1e-4, 1.01e-4, 2e-4, 1e-3)
MODES = ("NONE", "REPEAT", "REPEAT_OFFSET", "MIRROR")


# ---- Making one ----

def curve(points: Sequence[tuple[float, float]], interpolation: str = "LINEAR", easing: str = "AUTO",
          right: tuple[float, float] = (1.0, 2.0), left: tuple[float, float] = (-1.0, 2.0),
          **rest: Any) -> Curve:
    """All keys are of one kind; handles are relative to their key."""
    count = len(points)
    keys = {"time": [float(time) for time, _ in points], "value": [float(value) for _, value in points],
            "left": [[time + left[0], value + left[1]] for time, value in points],
            "right": [[time + right[0], value + right[1]] for time, value in points],
            "interpolation": [interpolation] * count, "easing": [easing] * count}
    for name, usual in (("back", 1.70158), ("amplitude", 0.8), ("period", 4.1)):
        keys[name] = [rest.pop(name, usual)] * count
    return {"property": "number", "extrapolation": "CONSTANT", "keys": keys, "samples": [], "modifiers": [],
            "update": False, "sampled": None, "handles": ["FREE"] * count, **rest}


def around(times: Sequence[float]) -> list[float]:
    return [time + sign * offset for time in times for offset in NEAR for sign in (-1, 1)]


def steps_around(time: float, count: int = 4) -> list[float]:
    """A time and its float32 neighbours; around 0, where they are nothing, those of 1."""
    exact = np.float32(time)
    if exact == 0:
        step = float(np.spacing(np.float32(1)))
        return [number * step for number in range(-count, count + 1)]
    below = above = exact
    near = [exact]
    for _ in range(count):
        below, above = np.nextafter(below, np.float32(-np.inf)), np.nextafter(above, np.float32(np.inf))
        near += [below, above]
    return [float(number) for number in near]


def hard(name: str, made: Curve, times: Sequence[float]) -> Hard:
    return name, made, np.array(times, np.float32)


# ---- Segments ----

SEGMENTS = (((0, 0), (10, 5)), ((-3, 2), (7, 2)), ((1000, 0), (1001, -1)), ((-0.25, 40), (0.5, -40)))


def bezier(name: str, runs: Sequence[tuple[float, float]]) -> Iterator[Hard]:
    """Handles of these parts of the segment, the left key's and the right key's."""
    for points, (one, two), (rise, fall) in product(SEGMENTS, runs, ((0, 0), (5, -8), (-3, 3))):
        (start, _), (end, _) = points
        length = end - start
        made = curve(points, "BEZIER", right=(one * length, rise), left=(-two * length, fall))
        yield hard(name, made, [*np.linspace(start, end, 33), *around((start, end))])


def segments() -> Iterator[Hard]:
    inside = (0.05, 1 / 3, 0.5, 0.999, 1.0, 1.001, 3.0)
    yield from bezier("bezier hard", list(product(inside, inside)))
    upright = (0.0, 1e-6, 1e-3)
    yield from bezier("bezier vertical hard", [*product(upright, inside), *product(inside, upright),
                                               *product(upright, upright)])
    backward = (-0.1, -0.5, -1.0, -3.0)
    yield from bezier("bezier backward hard", [*product(backward, inside), *product(inside, backward),
                                               *product(backward, backward)])


def shapes(interpolation: str) -> Iterator[dict[str, Any]]:
    if interpolation == "BACK":
        yield from ({"back": back} for back in (0, 1.70158, 10, -2))
    elif interpolation == "ELASTIC":
        yield from ({"amplitude": amplitude, "period": period}
                    for amplitude, period in product((0, 0.5, 5, 30), (0, 0.5, 4.1, 40, -3)))
    else:
        yield {}


def easings() -> Iterator[Hard]:
    for interpolation, easing in product(EASED, EASINGS):
        for shape, length, change in product(shapes(interpolation), (0.5, 10, 250), (0, 5, -5, 1e-3)):
            made = curve(((0, 1), (length, 1 + change)), interpolation, easing, **shape)
            yield hard("easings hard", made, [*np.linspace(0, length, 33), *around((0, length))])


# ---- Ends and keys ----

def ends() -> Iterator[Hard]:
    handles = ((1.0, 2.0), (0.0, 2.0), (-1.0, 2.0), (1.0, 0.0), (1e-3, 2.0))
    for interpolation, extrapolation, (run, rise), count, kind in product(
            INTERPOLATIONS, ("CONSTANT", "LINEAR"), handles, (0, 1, 2, 3), ("number", "whole", "step")):
        points = ((2, 0.5), (5, -1.5), (9, 2.5))[:count]
        made = curve(points, interpolation, right=(run, rise), left=(-run, rise), extrapolation=extrapolation,
                     property=kind)
        yield hard("ends hard", made, [*around((2, 5, 9)), -1e5, -100, 0, 1, 7, 10, 100, 1e5, *range(2, 10)])


def crowds() -> Iterator[Hard]:
    """Duplicates and keys within the snap of each other, at the ends and between."""
    patterns = ((0, 0, 10), (0, 10, 10), (0, 10, 10, 10, 20), (0, 5, 5, 5, 5, 10, 12), (5, 5, 5), (5, 5),
                (0, 9e-5, 1.8e-4, 10), (0, 1e-4, 2e-4, 10), (3, 10, 10.00005, 10.0001, 10.00015, 20),
                (0, 1e-3, 2e-3),
                (100000, 100000.0078125, 100001))
    kinds = ("CONSTANT", "LINEAR", "BEZIER", "SINE")
    for times, interpolation, update in product(patterns, kinds, (False, True)):
        points = [(time, 3 * (i % 3) - i) for i, time in enumerate(times)]
        made = curve(points, interpolation, right=(0.5, 0), left=(-0.5, 0), update=update)
        near = [step for time in times for step in steps_around(time)]
        everywhere = np.linspace(times[0] - 1, times[-1] + 1, 41)
        yield hard("crowds hard", made, [*around(times), *near, *everywhere])


# ---- Modifiers ----

def cycles() -> Iterator[Hard]:
    ranges = ((1, 11), (0.1, 0.7), (-5, -2), (0, 1000), (99990, 100010), (3, 3))
    everywhere: dict[str, Any] = {}
    half = {"use_influence": True, "influence": 0.5}
    within = {"use_restricted_range": True, "frame_start": -20, "frame_end": 30, "blend_in": 10,
              "blend_out": 7}
    for (start, end), mode, count, part in product(ranges, MODES, (0, 1, 2), (everywhere, half, within)):
        cycled = modifier("CYCLES", mode_before=mode, mode_after=mode, cycles_before=count,
                          cycles_after=count, **part)
        points = ((start, 1), ((start + end) / 2, -2), (end, 4))
        length = end - start
        seams = [start + k * length for k in (-3, -2, -1, 0, 1, 2, 3, 4, 50)]
        times = [*np.linspace(start - 3 * length, end + 3 * length, 37),
                 *(step for seam in seams for step in steps_around(seam, 2))]
        yield hard("cycles hard", curve(points, extrapolation="LINEAR", modifiers=[cycled]), times)


def function(kind: str, multiplier: float, offset: float, additive: bool) -> Modifier:
    return modifier("FNGENERATOR", function_type=kind, amplitude=1.5, phase_multiplier=multiplier,
                    phase_offset=offset, value_offset=0.25, use_additive=additive)


def limits(**on: float) -> Modifier:
    numbers: dict[str, Any] = {name: on.get(name, 0.0) for name in ("min_x", "max_x", "min_y", "max_y")}
    return modifier("LIMITS", **numbers, **{"use_" + name: name in on for name in numbers})


def stepped(step: float, offset: float, **rest: Any) -> Modifier:
    return modifier("STEPPED", **{"frame_step": step, "frame_offset": offset, "use_frame_start": False,
                                  "use_frame_end": False, **rest})


def envelope(*points: tuple[float, float, float]) -> Modifier:
    return modifier("ENVELOPE", reference_value=0.5, default_min=-1.0, default_max=2.0,
                    control_points=[list(point) for point in points])


def generator(mode: str, additive: bool, *numbers: float) -> Modifier:
    return modifier("GENERATOR", mode=mode, use_additive=additive, coefficients=list(numbers))


def alone() -> Iterator[Modifier]:
    offsets = (0, 1, np.pi / 2)
    for kind, multiplier, offset, additive in product(FUNCTIONS, (0, 1, -0.5), offsets, (False, True)):
        yield function(kind, multiplier, offset, additive)
    yield from (limits(), limits(min_x=3, max_x=-3), limits(min_y=2, max_y=-2), limits(min_x=2, max_y=1))
    for step, offset in product((0, 1, -2, 0.1, 7, 1000), (0, 0.5, -3)):
        yield from (stepped(step, offset), stepped(step, offset, use_frame_start=True, use_frame_end=True,
                                                   frame_start=2, frame_end=8))
    yield from (envelope(), envelope((3, -2, 1)), envelope((0, -2, 1), (5, 1, 1), (9, 3, -4)))
    for additive in (False, True):
        yield generator("POLYNOMIAL", additive, 0, 0)
        yield generator("POLYNOMIAL", additive, 1, -2, 0.5, 0.01, -0.001)
        yield generator("POLYNOMIAL_FACTORISED", additive, 0, 0)
        yield generator("POLYNOMIAL_FACTORISED", additive, 1, -2, 0.5, 1, 0.1, -1)


PARTS: tuple[dict[str, Any], ...] = (
    {}, {"use_influence": True, "influence": 0.0}, {"use_influence": True, "influence": 0.25},
    {"use_restricted_range": True, "frame_start": 2, "frame_end": 8, "blend_in": 5, "blend_out": 5},
    {"use_restricted_range": True, "frame_start": 4, "frame_end": 4, "blend_in": 0, "blend_out": 1},
    {"mute": True},
)


def modifiers() -> Iterator[Hard]:
    points = ((0, 1), (4, -2), (10, 4))
    times = [*np.linspace(-4, 14, 37),
             *(step for time in (0, 1, 2, 3, 4, 8, 10) for step in steps_around(time, 2))]
    for made, part in product(alone(), PARTS):
        yield hard("modifiers hard", curve(points, modifiers=[{**made, **part}]), times)
    kinds = (limits(min_x=1, max_x=9, min_y=-1, max_y=3), stepped(2, 0), function("SIN", 1, 0, True),
             generator("POLYNOMIAL", True, 1, 0.5), envelope((0, -2, 1), (9, 3, -4)))
    both = modifier("CYCLES", mode_before="MIRROR", mode_after="REPEAT_OFFSET", cycles_before=0,
                    cycles_after=2)
    for first, second, part in product((both, *kinds), kinds, PARTS[:4]):
        for kind in ("number", "whole", "step"):
            made = curve(points, modifiers=[{**first, **part}, {**second, **part}], property=kind)
            yield hard("modifiers in order hard", made, times)


def hard_curves() -> list[Hard]:
    return [*segments(), *easings(), *ends(), *crowds(), *cycles(), *modifiers()]
