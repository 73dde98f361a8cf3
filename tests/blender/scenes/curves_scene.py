# SPDX-License-Identifier: MIT
"""Every interpolation, easing, extrapolation and modifier, one F-curve each, and what Blender evaluates them to.

    blender -b --factory-startup --python curves_scene.py -- OUT.blend OUT.npz

All of them are custom properties of the object "Curves", played by one action; the array `names` of OUT.npz
says what each is, `values` (curves, frames) what it is at `frames`.
"""
from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import bpy
import numpy as np

START, END = -30, 90
EASED = ("BACK", "BOUNCE", "CIRC", "CUBIC", "ELASTIC", "EXPO", "QUAD", "QUART", "QUINT", "SINE")
SIDES = ("AUTO", "EASE_IN", "EASE_OUT", "EASE_IN_OUT")
FUNCTIONS = ("SIN", "COS", "SQRT", "LN", "SINC", "TAN")
CYCLES = ("NONE", "REPEAT", "REPEAT_OFFSET", "MIRROR")
Recipe = Callable[[Any, random.Random], None]


def keys(curve: Any, chance: random.Random, kind: str = "BEZIER", side: str = "AUTO") -> None:
    times = sorted(chance.sample(range(0, 120), 4))
    for time in times:
        key = curve.keyframe_points.insert(time / 2, chance.uniform(-5, 5))
        key.interpolation, key.easing = kind, side
        key.back, key.amplitude, key.period = chance.uniform(0, 4), chance.choice((0, 2, 12)), chance.choice((0, 3, 9))


# ---- Modifiers ----


def cycles(modifier: Any, chance: random.Random) -> None:
    modifier.mode_before, modifier.mode_after = chance.choice(CYCLES), chance.choice(CYCLES[1:])
    modifier.cycles_before, modifier.cycles_after = chance.randint(0, 2), chance.randint(0, 2)


def limits(modifier: Any, chance: random.Random) -> None:
    for name, low, high in (("x", 5, 20), ("y", -2, 1)):
        setattr(modifier, f"use_min_{name}", chance.random() < 0.6)
        setattr(modifier, f"use_max_{name}", chance.random() < 0.6)
        setattr(modifier, f"min_{name}", low)
        setattr(modifier, f"max_{name}", high)


def stepped(modifier: Any, chance: random.Random) -> None:
    modifier.frame_step, modifier.frame_offset = chance.choice((2, 2.5, 1.1, 7, -3, 0)), chance.choice((0, 1, 0.5))
    modifier.frame_start, modifier.frame_end = 10, 30
    modifier.use_frame_start, modifier.use_frame_end = chance.random() < 0.5, chance.random() < 0.5


def generator(modifier: Any, chance: random.Random) -> None:
    modifier.mode = chance.choice(("POLYNOMIAL", "POLYNOMIAL_FACTORISED"))
    modifier.poly_order = chance.randint(1, 2)
    modifier.use_additive = chance.random() < 0.5
    for i in range(len(modifier.coefficients)):
        modifier.coefficients[i] = chance.uniform(-0.125, 0.125)


def function(modifier: Any, chance: random.Random, name: str = "") -> None:
    modifier.function_type = name or chance.choice(FUNCTIONS[:-1])
    modifier.use_additive = chance.random() < 0.5
    modifier.amplitude, modifier.value_offset = chance.uniform(-3, 3), chance.uniform(-1, 1)
    # A tangent of a short stretch of its argument has no pole.
    modifier.phase_multiplier = 0.0125 if name == "TAN" else chance.uniform(0.05, 0.5)
    modifier.phase_offset = chance.uniform(-0.3, 0.3)


def envelope(modifier: Any, chance: random.Random) -> None:
    modifier.reference_value, modifier.default_min, modifier.default_max = 0.5, -2, chance.uniform(0.5, 3)
    points = [(frame, chance.uniform(-3, 0), chance.uniform(0, 3)) for frame in sorted(chance.sample(range(-20, 80), 3))]
    for frame, *_ in points:
        modifier.control_points.add(frame)
    for column, name in enumerate(("min", "max"), 1):  # all at once: a point's own property may crash Blender 3.4
        modifier.control_points.foreach_set(name, [point[column] for point in points])


def noise(modifier: Any, chance: random.Random) -> None:
    modifier.strength, modifier.scale = 2.0, 3.0


MODIFIERS: dict[str, Callable[[Any, random.Random], None]] = {
    "CYCLES": cycles, "LIMITS": limits, "STEPPED": stepped, "GENERATOR": generator, "FNGENERATOR": function,
    "ENVELOPE": envelope}
SAMPLED: dict[str, Callable[[Any, random.Random], None]] = {"NOISE": noise}


def add_modifier(curve: Any, kind: str, chance: random.Random, *more: str) -> None:
    modifier = curve.modifiers.new(kind)
    (MODIFIERS | SAMPLED)[kind](modifier, chance, *more)
    if chance.random() < 0.4:
        modifier.use_influence, modifier.influence = True, chance.uniform(0.2, 1)
    if chance.random() < 0.4:
        modifier.use_restricted_range = True
        modifier.frame_start, modifier.frame_end = chance.randint(-15, 15), chance.randint(20, 70)
        modifier.blend_in, modifier.blend_out = chance.choice((0, 8)), chance.choice((0, 30))


# ---- Curves ----


def stack(*kinds: str, keyed: bool = True) -> Recipe:
    def make(curve: Any, chance: random.Random) -> None:
        if keyed:
            keys(curve, chance, chance.choice(("LINEAR", "BEZIER", "SINE")))
        for kind in kinds:
            add_modifier(curve, kind, chance)

    return make


def muted(curve: Any, chance: random.Random) -> None:
    keys(curve, chance)
    for kind in ("CYCLES", "GENERATOR", "NOISE"):
        curve.modifiers.new(kind).mute = True


def made_of_samples(curve: Any, chance: random.Random) -> None:
    keys(curve, chance)
    curve.convert_to_samples(0, 50)


def one_function(name: str) -> Recipe:
    return lambda curve, chance: add_modifier(curve, "FNGENERATOR", chance, name)


def recipes(chance: random.Random) -> Iterator[tuple[str, Recipe]]:
    for kind in ("CONSTANT", "LINEAR", "BEZIER"):
        yield kind, lambda curve, chance, kind=kind: keys(curve, chance, kind)
    for kind, side in itertools.product(EASED, SIDES):
        yield f"{kind} {side}", lambda curve, chance, kind=kind, side=side: keys(curve, chance, kind, side)
    for kind, i in itertools.product(MODIFIERS, range(6)):
        yield f"{kind} {i}", stack(kind)
    for kind in ("GENERATOR", "FNGENERATOR", "LIMITS", "STEPPED"):
        yield f"{kind} alone", stack(kind, keyed=False)
    for name in FUNCTIONS:
        yield f"function {name}", one_function(name)
    for i in range(40):
        first = ["CYCLES"] if chance.random() < 0.5 else []
        kinds = (*first, *chance.choices(list(MODIFIERS)[1:], k=chance.randint(1, 3)))
        yield f"stack {i} {' '.join(kinds)}", stack(*kinds)
    yield "muted modifiers", muted
    yield "samples", made_of_samples
    yield "sampled noise", stack("NOISE")


# ---- The file ----


def new_curve(ob: Any, action: Any, path: str) -> Any:
    if hasattr(action, "fcurve_ensure_for_datablock"):
        return action.fcurve_ensure_for_datablock(ob, path)
    return action.fcurves.new(path)


def moments(chance: random.Random) -> np.ndarray:
    whole = np.arange(START, END + 1, dtype=np.float64)
    between = np.float32([chance.uniform(START, END) for _ in range(150)]).astype(np.float64)
    return np.concatenate((whole, whole[:-1] + 0.5, np.sort(between)))


def build(path: str) -> None:
    chance = random.Random(15)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    ob = bpy.data.objects.new("Curves", None)
    bpy.context.scene.collection.objects.link(ob)
    action = bpy.data.actions.new("Curves")
    action.use_frame_range, action.frame_start, action.frame_end = True, START, END
    ob.animation_data_create().action = action
    frames, names, values = moments(chance), [], []
    for extrapolation in ("CONSTANT", "LINEAR"):
        for name, recipe in recipes(random.Random(3)):
            number = f"curve {len(names)}"
            ob[number] = 0.0
            curve = new_curve(ob, action, f'["{number}"]')
            curve.extrapolation = extrapolation
            recipe(curve, chance)
            curve.extrapolation = extrapolation
            names.append(f"{name} {extrapolation}")
            values.append([curve.evaluate(frame) for frame in frames.tolist()])
    np.savez(path, names=np.array(names), frames=frames, values=np.array(values, np.float64))


if __name__ == "__main__":
    blend, values = sys.argv[sys.argv.index("--") + 1:]
    build(values)
    bpy.ops.wm.save_as_mainfile(filepath=blend)
