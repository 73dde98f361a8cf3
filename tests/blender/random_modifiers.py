# SPDX-License-Identifier: MIT
"""Random modifiers of F-curves as plain data, named as in Blender's Python."""
from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Curve = dict[str, Any]
Modifier = dict[str, Any]
Make = Callable[[Random], Modifier]
Maker = Callable[[Random], Curve]

FUNCTIONS = ("SIN", "COS", "TAN", "SQRT", "LN", "SINC")
CYCLES = ("REPEAT", "REPEAT_OFFSET", "MIRROR")


def modifier(kind: str, **properties: Any) -> Modifier:
    """One that acts everywhere and whole."""
    return {"type": kind, "mute": False, "use_restricted_range": False, "frame_start": 0.0, "frame_end": 0.0,
            "blend_in": 0.0, "blend_out": 0.0, "use_influence": False, "influence": 1.0, **properties}


def is_even(chance: Random) -> bool:
    return chance.random() < 0.5


# ---- The kinds ----

def cycles(*modes: str, counts: tuple[int, ...] = (0,)) -> Make:
    return lambda chance: modifier(
        "CYCLES", mode_before=chance.choice(modes), mode_after=chance.choice(modes),
        cycles_before=chance.choice(counts), cycles_after=chance.choice(counts))


def limits(chance: Random) -> Modifier:
    uses = {f"use_{name}": is_even(chance) for name in ("min_x", "max_x", "min_y", "max_y")}
    start = chance.uniform(-20, 20)
    return modifier("LIMITS", **uses, min_x=start, max_x=start + chance.uniform(1, 40),
                    min_y=chance.uniform(-8, 0), max_y=chance.uniform(0, 8))


def stepped(chance: Random) -> Modifier:
    start = chance.uniform(-10, 10)
    return modifier("STEPPED", frame_step=chance.choice((1, 2, 3.3, chance.uniform(0.5, 8))),
                    frame_offset=chance.choice((0, chance.uniform(-5, 5))),
                    use_frame_start=chance.random() < 0.4, use_frame_end=chance.random() < 0.4,
                    frame_start=start, frame_end=start + chance.uniform(1, 40))


def generator(chance: Random) -> Modifier:
    numbers = [chance.uniform(-1, 1) / 10**i for i in range(chance.randint(2, 4))]
    return modifier("GENERATOR", mode="POLYNOMIAL", coefficients=numbers, use_additive=is_even(chance))


def factorised(chance: Random) -> Modifier:
    numbers = [chance.uniform(-1, 1) for _ in range(2 * chance.randint(1, 3))]
    return modifier("GENERATOR", mode="POLYNOMIAL_FACTORISED", coefficients=numbers,
                    use_additive=is_even(chance))


def function(*kinds: str) -> Make:
    return lambda chance: modifier(
        "FNGENERATOR", function_type=chance.choice(kinds), amplitude=chance.uniform(-3, 3),
        phase_multiplier=chance.uniform(-1, 1), phase_offset=chance.uniform(-3, 3),
        value_offset=chance.uniform(-3, 3), use_additive=is_even(chance))


def envelope(chance: Random) -> Modifier:
    frame, points = chance.uniform(-20, 10), []
    for _ in range(chance.randint(0, 4)):
        points.append([frame, chance.uniform(-4, 0), chance.uniform(0, 4)])
        frame += chance.uniform(1, 20)
    return modifier("ENVELOPE", reference_value=chance.uniform(-3, 3), default_min=chance.uniform(-3, -0.5),
                    default_max=chance.uniform(0.5, 3), control_points=points)


# ---- Where they act, and several ----

def restricted(make: Make) -> Make:
    """Within a range, with blends that may overlap, with an influence, or with all of them."""
    def part(chance: Random) -> Modifier:
        made = make(chance)
        which = chance.choice(("range", "influence", "both"))
        if which != "influence":
            start, length = chance.uniform(-25, 30), chance.uniform(1, 60)
            made.update(use_restricted_range=True, frame_start=start, frame_end=start + length)
            for name in ("blend_in", "blend_out"):
                made[name] = chance.choice((0, chance.uniform(0, 0.5 * length), chance.uniform(0, length)))
        if which != "range":
            made.update(use_influence=True, influence=chance.choice((0, 1, chance.random())))
        return made
    return part


KINDS: dict[str, Make] = {
    "limits": limits, "stepped": stepped, "generator": generator, "factorised generator": factorised,
    **{f"function {kind.lower()}": function(kind) for kind in FUNCTIONS}, "envelope": envelope,
}
STACKED = (limits, stepped, generator, function("SIN", "COS", "SQRT", "LN", "SINC"), envelope)


def stack(chance: Random) -> list[Modifier]:
    """One to four; cycles can only be the first."""
    made: list[Modifier] = []
    if is_even(chance):
        make = cycles("NONE", *CYCLES, counts=(0, 0, 1, 2, 3))
        made.append((restricted(make) if is_even(chance) else make)(chance))
    for _ in range(chance.randint(0 if made else 1, 4 - len(made))):
        make = chance.choice(STACKED)
        made.append((restricted(make) if is_even(chance) else make)(chance))
        made[-1]["mute"] = chance.random() < 0.1
    return made


def modified(maker: Maker, make: Callable[[Random], list[Modifier]]) -> Maker:
    def curve(chance: Random) -> Curve:
        made = maker(chance)
        return {**made, "modifiers": make(chance)}
    return curve


def alone(make: Make) -> Callable[[Random], list[Modifier]]:
    return lambda chance: [make(chance)]


def groups(any_times: Maker, whole_times: Maker, no_keys: Maker) -> dict[str, Maker]:
    made: dict[str, Maker] = {}
    for mode in CYCLES:
        name = "cycles " + mode.lower()
        made[name] = modified(any_times, alone(cycles(mode)))
        made[name + " whole frames"] = modified(whole_times, alone(cycles(mode)))
    counted = cycles("NONE", *CYCLES, counts=(0, 0, 1, 2, 3))
    made["cycles counted"] = modified(any_times, alone(counted))
    made["cycles restricted"] = modified(whole_times, alone(restricted(counted)))
    for name, make in KINDS.items():
        made[name] = modified(any_times, alone(make))
        made[name + " restricted"] = modified(any_times, alone(restricted(make)))
    for name in ("generator", "factorised generator", "function sin"):
        made[name + " without keys"] = modified(no_keys, alone(KINDS[name]))
    made["modifiers stacked"] = modified(any_times, stack)
    made["modifiers stacked on whole frames"] = modified(whole_times, stack)
    return made


def special_times(curve: Curve) -> list[float]:
    """Where something begins or ends: keys, ranges, blends, limits, points of an envelope."""
    times = list(curve["keys"]["time"])
    for made in curve["modifiers"]:
        if made["use_restricted_range"]:
            start, end = made["frame_start"], made["frame_end"]
            times += [start, end, start + made["blend_in"], end - made["blend_out"]]
        times += [made[name] for name in ("min_x", "max_x") if made.get("use_" + name)]
        times += [made[name] for name in ("frame_start", "frame_end") if made.get("use_" + name)]
        times += [point[0] for point in made.get("control_points", ())]
    return times
