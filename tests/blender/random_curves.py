# SPDX-License-Identifier: MIT
"""Random F-curves as plain data, and the times to compare them at; the same for the same seed.

A curve is what curve_reference.py describes, with what Blender needs to build it: `handles`, a type for each
key; `update`, whether Blender tidies the curve; `sampled`, a range of frames that it is then turned into
samples of.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

import random_modifiers
from random_modifiers import Curve

EASED = ("SINE", "QUAD", "CUBIC", "QUART", "QUINT", "EXPO", "CIRC", "BACK", "BOUNCE", "ELASTIC")
EASINGS = ("AUTO", "EASE_IN", "EASE_OUT", "EASE_IN_OUT")
INTERPOLATIONS = ("CONSTANT", "LINEAR", "BEZIER", *EASED)
TIMES_PER_CURVE = 250

Times = Callable[[Random], list[float]]
Place = Callable[[Curve, Random], None]


# ---- Key times ----

def spread(chance: Random) -> list[float]:
    times = [chance.uniform(-20, 20)]
    for _ in range(chance.randint(1, 7)):
        times.append(times[-1] + chance.uniform(0.5, 30))
    return times


def whole(chance: Random) -> list[float]:
    times = [float(chance.randint(-20, 20))]
    for _ in range(chance.randint(1, 7)):
        times.append(times[-1] + chance.randint(1, 24))
    return times


def one(chance: Random) -> list[float]:
    return [chance.uniform(-20, 20)]


def none(chance: Random) -> list[float]:
    return []


def far(chance: Random) -> list[float]:
    start = chance.choice((1e4, 1e5, -1e5))
    return [start + time for time in spread(chance)]


def crowded(*gaps: float) -> Times:
    """Keys with these gaps, and now and then a wide one."""
    def times(chance: Random) -> list[float]:
        result = [chance.uniform(-20, 20)]
        for _ in range(chance.randint(2, 11)):
            wide = chance.random() < 0.4
            result.append(result[-1] + (chance.uniform(0.5, 10) if wide else chance.choice(gaps)))
        return result
    return times


# ---- Handles ----

def free(shortest: float, longest: float) -> Place:
    """Free handles, as long as the way to the neighbour times a number in the range; negative: backward."""
    def place(curve: Curve, chance: Random) -> None:
        keys = curve["keys"]
        times = keys["time"]
        gaps = [5.0, *(after - before or 3.0 for before, after in zip(times, times[1:])), 5.0]
        for i, (time, value) in enumerate(zip(times, keys["value"])):
            for side, gap in (("left", -gaps[i]), ("right", gaps[i + 1])):
                run, rise = gap * chance.uniform(shortest, longest), chance.uniform(-10, 10)
                keys[side].append([time + run, value + rise])
        curve["handles"] = ["FREE"] * len(times)
    return place


def typed(*types: str) -> Place:
    """Handles that Blender places."""
    def place(curve: Curve, chance: Random) -> None:
        free(0.2, 0.4)(curve, chance)
        curve["handles"] = [chance.choice(types) for _ in curve["handles"]]
        curve["update"] = True
    return place


def thirds(curve: Curve, chance: Random) -> None:
    free(1 / 3, 1 / 3)(curve, chance)


def vertical(curve: Curve, chance: Random) -> None:
    """Some of a curve's handles stand upright; Blender may tidy them, which 5.2 does by leaning them
    aside."""
    free(0, 0)(curve, chance)
    curve["update"] = chance.random() < 0.5


# ---- A curve ----

def make(chance: Random, times: Times, interpolations: Sequence[str], place: Place,
         easings: Sequence[str] = EASINGS) -> Curve:
    stations = times(chance)
    size = chance.choice((1, 1, 1, 1, 0.01, 100))
    count = range(len(stations))
    keys: dict[str, list] = {
        "time": stations,
        "value": [0.0 if chance.random() < 0.1 else size * chance.uniform(-10, 10) for _ in count],
        "left": [], "right": [],
        "interpolation": [chance.choice(interpolations) for _ in count],
        "easing": [chance.choice(easings) for _ in count],
        "back": [chance.uniform(0, 4) for _ in count],
        "amplitude": [chance.choice((0, 0.8, chance.uniform(0, 5), chance.uniform(0, 30))) for _ in count],
        "period": [chance.choice((0, 4.1, chance.uniform(0.5, 12))) for _ in count],
    }
    extrapolation = chance.choice(("CONSTANT", "LINEAR"))
    curve: Curve = {"property": "number", "extrapolation": extrapolation, "keys": keys, "samples": [],
                    "modifiers": [], "update": False, "sampled": None}
    place(curve, chance)
    return curve


Maker = Callable[[Random], Curve]


def keyed(times: Times, interpolations: Sequence[str], place: Place,
          easings: Sequence[str] = EASINGS) -> Maker:
    return lambda chance: make(chance, times, interpolations, place, easings)


def flat(chance: Random) -> Curve:
    curve = make(chance, spread, ("BEZIER", "ELASTIC", "BACK", "EXPO"), free(0.01, 0.99))
    keys = curve["keys"]
    for i in range(1, len(keys["time"])):
        if chance.random() < 0.7:
            keys["value"][i] = keys["left"][i][1] = keys["right"][i][1] = keys["value"][0]
    return curve


def updated(maker: Maker) -> Maker:
    return lambda chance: {**maker(chance), "update": True}


def of_property(name: str, maker: Maker) -> Maker:
    return lambda chance: {**maker(chance), "property": name}


def sampled(maker: Maker) -> Maker:
    """They end after frame 0: of samples that end before it, Blender reads one too many."""
    def samples(chance: Random) -> Curve:
        start = chance.randint(-20, 20)
        return {**maker(chance), "sampled": [start, max(start, 0) + chance.randint(2, 40)]}
    return samples


ANY = keyed(spread, INTERPOLATIONS, free(0.01, 0.99))
ANY_WHOLE = keyed(whole, INTERPOLATIONS, free(0.01, 0.99))
CROWDED = ("CONSTANT", "LINEAR", "SINE", "BEZIER")

GROUPS: dict[str, Maker] = {
    "constant": keyed(spread, ("CONSTANT",), free(0, 0.9)),
    "linear": keyed(spread, ("LINEAR",), free(0, 0.9)),
    "bezier thirds": keyed(spread, ("BEZIER",), thirds),
    "bezier inside": keyed(spread, ("BEZIER",), free(0.01, 0.99)),
    "bezier whole frames": keyed(whole, ("BEZIER",), free(0.1, 0.7)),
    "bezier overlapping": keyed(spread, ("BEZIER",), free(0.9, 2.5)),
    "bezier any length": keyed(spread, ("BEZIER",), free(0.01, 2.5)),
    "bezier vector": keyed(spread, ("BEZIER",), typed("VECTOR")),
    "bezier auto": keyed(spread, ("BEZIER",), typed("AUTO", "AUTO_CLAMPED", "VECTOR", "ALIGNED")),
    "bezier vertical": keyed(spread, ("BEZIER",), vertical),
    "bezier backward": keyed(spread, ("BEZIER",), free(-1.5, 1.5)),
    **{f"{kind.lower()} {easing.lower()}": keyed(spread, (kind,), free(0.1, 0.9), (easing,))
       for kind in EASED for easing in EASINGS},
    "mixed": ANY,
    "mixed whole frames": ANY_WHOLE,
    "one key": keyed(one, INTERPOLATIONS, free(0.2, 1)),
    "no keys": keyed(none, INTERPOLATIONS, thirds),
    "duplicate keys": keyed(crowded(0), CROWDED, thirds),
    "duplicate keys updated": updated(keyed(crowded(0), CROWDED, thirds)),
    "keys within the snap": keyed(crowded(0, 2e-5, 5e-5, 9e-5, 1.1e-4, 1.5e-4, 4e-4), CROWDED, thirds),
    "keys close together": keyed(crowded(1e-3, 5e-3, 2e-2), CROWDED, thirds),
    "flat segments": flat,
    "far from frame 0": keyed(far, ("LINEAR", "BEZIER", "SINE"), free(0.01, 0.99)),
    "samples": sampled(ANY),
    "whole numbers": of_property("whole", ANY),
    "steps": of_property("step", ANY),
    **random_modifiers.groups(ANY, ANY_WHOLE, keyed(none, INTERPOLATIONS, thirds)),
    "modified samples": random_modifiers.modified(sampled(ANY), random_modifiers.stack),
    "modified whole numbers": random_modifiers.modified(of_property("whole", ANY), random_modifiers.stack),
    "modified steps": random_modifiers.modified(of_property("step", ANY), random_modifiers.stack),
}


# ---- Times ----

def times_of(curve: Curve, chance: Random, count: int) -> np.ndarray:
    """Anywhere in and around the keys, whole and half frames, far away, and on, near and just off what is
    special."""
    special = random_modifiers.special_times(curve)
    first, last = (min(special), max(special)) if special else (0.0, 50.0)
    if curve["sampled"]:
        first, last = curve["sampled"]
    length = max(last - first, 1.0)
    times = [chance.uniform(first - 0.5 * length, last + 0.5 * length) for _ in range(count * 3 // 5)]
    times += [chance.uniform(first - 8 * length, last + 8 * length) for _ in range(count // 20)]
    offsets = (0, -2e-4, -5e-5, 5e-5, 2e-4, 1e-3, -1e-3)
    for time in chance.sample(special, min(len(special), count // 40)):
        times += [time + offset for offset in offsets[:5]] + [chance.choice(special) + chance.choice(offsets)]
    while len(times) < count:
        times.append(chance.randint(int(2 * (first - length)), int(2 * (last + length))) / 2)
    return np.array(times[:count], np.float32)


def random_curves(pairs: int, seed: int, wanted: str = "") -> list[tuple[str, Curve, np.ndarray]]:
    """At least so many (curve, time) pairs in all groups together; `wanted` is a part of the groups'
    names."""
    per_group = -(-pairs // len(GROUPS))
    curves = []
    for name, maker in GROUPS.items():
        if wanted not in name:
            continue
        chance = Random(f"{seed} {name}")
        for _ in range(-(-per_group // TIMES_PER_CURVE)):
            curve = maker(chance)
            curves.append((name, curve, times_of(curve, chance, TIMES_PER_CURVE)))
    return curves
