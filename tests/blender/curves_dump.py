# SPDX-License-Identifier: MIT
"""Runs in Blender: makes random F-curves and writes their keys, and what Blender evaluates, to an .npz.

    blender -b --python curves_dump.py -- OUT.npz CURVES_PER_GROUP SEED
"""
from __future__ import annotations

import random
import sys

import bpy
import numpy as np

INTERPOLATIONS = ("CONSTANT", "LINEAR", "BEZIER")
EXTRAPOLATIONS = ("CONSTANT", "LINEAR")


def new_curve():
    action = bpy.data.actions.new("action")
    if hasattr(action, "fcurves"):
        return action, action.fcurves.new("location", index=0)
    slot = action.slots.new("OBJECT", "slot")
    strip = action.layers.new("layer").strips.new(type="KEYFRAME")
    return action, strip.channelbag(slot, ensure=True).fcurves.new("location", index=0)


# ---- Key times ----

def spread(chance: random.Random) -> list[float]:
    times = [chance.uniform(-20, 20)]
    for _ in range(chance.randint(1, 7)):
        times.append(times[-1] + chance.uniform(0.5, 30))
    return times


def whole(chance: random.Random) -> list[float]:
    times = [float(chance.randint(-20, 20))]
    for _ in range(chance.randint(1, 7)):
        times.append(times[-1] + chance.randint(1, 24))
    return times


def one(chance: random.Random) -> list[float]:
    return [chance.uniform(-20, 20)]


def crowded(chance: random.Random) -> list[float]:
    """Duplicates, keys nearer than the snap distance and a little farther."""
    times = [chance.uniform(-20, 20)]
    for _ in range(chance.randint(2, 10)):
        times.append(times[-1] + chance.choice((0, 5e-5, 9e-5, 1.5e-4, 1e-3, 2e-2, chance.uniform(0.5, 5))))
    return times


# ---- Handles ----

def free_handles(shortest: float, longest: float):
    """Free handles, as long as the distance to the neighbour times a number in the range; negative: backward."""
    def place(curve, chance: random.Random) -> None:
        keys = list(curve.keyframe_points)
        for i, key in enumerate(keys):
            key.handle_left_type = key.handle_right_type = "FREE"
            before = key.co[0] - keys[i - 1].co[0] if i else 5
            after = keys[i + 1].co[0] - key.co[0] if i + 1 < len(keys) else 5
            key.handle_left = (key.co[0] - before * chance.uniform(shortest, longest),
                               key.co[1] + chance.uniform(-10, 10))
            key.handle_right = (key.co[0] + after * chance.uniform(shortest, longest),
                                key.co[1] + chance.uniform(-10, 10))
    return place


def handles_of_type(*types: str):
    """Handles that Blender places itself."""
    def place(curve, chance: random.Random) -> None:
        for key in curve.keyframe_points:
            key.handle_left_type = key.handle_right_type = chance.choice(types)
        curve.update()
    return place


GROUPS = {
    "constant": (spread, ("CONSTANT",), free_handles(0, 0.9)),
    "linear": (spread, ("LINEAR",), free_handles(0, 0.9)),
    "bezier inside": (spread, ("BEZIER",), free_handles(0.01, 0.99)),
    "bezier whole frames": (whole, ("BEZIER",), free_handles(0.1, 0.7)),
    "bezier overlapping": (spread, ("BEZIER",), free_handles(0.9, 2.5)),
    "bezier any length": (spread, ("BEZIER",), free_handles(0.01, 2.5)),
    "mixed": (spread, INTERPOLATIONS, free_handles(0.01, 2.5)),
    "one key": (one, INTERPOLATIONS, free_handles(0.2, 1)),
    "crowded": (crowded, ("CONSTANT", "LINEAR"), free_handles(0.2, 0.8)),
    "steep auto": (spread, ("BEZIER",), handles_of_type("AUTO", "AUTO_CLAMPED", "VECTOR", "ALIGNED")),
    "steep vertical": (spread, ("BEZIER",), free_handles(0, 0)),
    "steep crowded": (crowded, INTERPOLATIONS, free_handles(0.2, 0.8)),
    "steep backward": (spread, ("BEZIER",), free_handles(-1.5, 1.5)),
}


def fill(curve, chance: random.Random, times: list[float], interpolations, place_handles) -> None:
    curve.keyframe_points.add(len(times))
    for key, time in zip(curve.keyframe_points, times):
        key.co = (time, 0 if chance.random() < 0.1 else chance.uniform(-10, 10))
        key.interpolation = chance.choice(interpolations)
    place_handles(curve, chance)
    curve.extrapolation = chance.choice(EXTRAPOLATIONS)


def sample_times(curve, chance: random.Random) -> np.ndarray:
    """Anywhere in and around the keys, whole and half frames, and on, near and just off each key."""
    keys = [key.co[0] for key in curve.keyframe_points]
    length = max(keys[-1] - keys[0], 1)
    times = [chance.uniform(keys[0] - 0.5 * length, keys[-1] + 0.5 * length) for _ in range(60)]
    times += [chance.randint(int(2 * (keys[0] - length)), int(2 * (keys[-1] + length))) / 2 for _ in range(30)]
    for key in keys:
        times += [key + offset for offset in (0, -2e-4, -5e-5, 5e-5, 2e-4, 1e-3)]
    return np.array(times, np.float32)


def read_keys(curve) -> dict[str, np.ndarray]:
    points = curve.keyframe_points
    pairs = {}
    for name in ("co", "handle_left", "handle_right"):
        pairs[name] = np.empty(2 * len(points), np.float32)
        points.foreach_get(name, pairs[name])
    return {
        "times": pairs["co"][0::2], "values": pairs["co"][1::2],
        "lefts": pairs["handle_left"].reshape(-1, 2), "rights": pairs["handle_right"].reshape(-1, 2),
        "interpolations": np.array([INTERPOLATIONS.index(key.interpolation) for key in points], np.uint8),
    }


def main(path: str, curves_per_group: int, seed: int) -> None:
    chance = random.Random(seed)
    parts: dict[str, list] = {}

    def note(name: str, value) -> None:
        parts.setdefault(name, []).append(np.atleast_1d(value))

    for group, (make_times, interpolations, place_handles) in enumerate(GROUPS.values()):
        for _ in range(curves_per_group):
            action, curve = new_curve()
            fill(curve, chance, make_times(chance), interpolations, place_handles)
            times = sample_times(curve, chance)
            note("group", group)
            note("extrapolation", EXTRAPOLATIONS.index(curve.extrapolation))
            note("key_count", len(curve.keyframe_points))
            note("sample_count", len(times))
            for name, value in read_keys(curve).items():
                note(name, value)
            note("sample_times", times)
            note("sample_values", np.array([curve.evaluate(float(time)) for time in times], np.float32))
            bpy.data.actions.remove(action)
    np.savez(path, group_names=np.array(list(GROUPS)), **{name: np.concatenate(part) for name, part in parts.items()})


arguments = sys.argv[sys.argv.index("--") + 1:]
main(arguments[0], int(arguments[1]), int(arguments[2]))
