# SPDX-License-Identifier: MIT
"""Evaluates curves by what FORMAT.md says under *Curves*, *Keys* and *Modifiers*, in its order, and nothing else."""
from __future__ import annotations

import math

import numpy as np
from pavane_format import model

NEAR = 0.0001
MOST = float(np.finfo(np.float32).max)


def clamped(number: float) -> float:
    return min(max(number, -MOST), MOST)


def curve_value(curve: model.Curve, frame: float) -> float:
    time, added = frame, 0.0
    for modifier in reversed(curve.modifiers):
        made, found = other_time(modifier, curve, time)
        if acts(modifier, time):
            time, added = weighed(modifier, time, time, made), added + found
    value = clamped(key_value(curve, time)) if len(curve.times) else 0.0
    for modifier in curve.modifiers:
        if acts(modifier, time):
            value = weighed(modifier, time, value, other_value(modifier, time, value, added))
    return clamped(value if curve.rounding == "none" else math.floor(clamped(value) + 0.5))


# ---- Keys ----


def slope(start: np.ndarray, end: np.ndarray) -> float:
    return float((end[1] - start[1]) / (end[0] - start[0])) if end[0] != start[0] else 0.0


def near_key(times: np.ndarray, time: float) -> int | None:
    near, last = np.abs(times - time) < NEAR, len(times) - 1
    if near[0] or near[last]:
        return 0 if near[0] else last
    low, high = 0, last + 1
    while low <= high:
        middle = (low + high) // 2
        if middle > last:
            return None
        if near[middle]:
            return middle
        low, high = (middle + 1, high) if time > times[middle] else (low, middle - 1)
    return None


def sampled_value(curve: model.Curve, time: float) -> float:
    times, values = curve.times.astype(float), curve.values.astype(float)
    if time <= times[0] or time >= times[-1]:
        return float(values[0 if time <= times[0] else -1])
    x, i = time - math.floor(time), math.trunc(time) - int(times[0])
    return float((1 - x) * values[i] + x * values[min(i + 1, len(values) - 1)])


def key_value(curve: model.Curve, time: float) -> float:
    if curve.interpolations[0] == "sample":
        return sampled_value(curve, time)
    times = curve.times.astype(float)
    keys = np.stack([times, curve.values.astype(float)], 1)
    rights, lefts, last = curve.rights.astype(float), curve.lefts.astype(float), len(times) - 1
    kinds = ["constant"] * len(times) if curve.rounding == "hold" else curve.interpolations
    for end, neighbour, handles, outside in ((0, min(1, last), lefts, time <= times[0]),
                                             (last, max(last - 1, 0), rights, time >= times[last])):
        if outside:
            steep = 0.0
            if curve.extrapolation == "linear" and kinds[end] != "constant":
                steep = slope(keys[end], keys[neighbour] if kinds[end] == "linear" else handles[end])
            return float(keys[end, 1] + steep * (time - times[end]))
    k = int(np.nonzero(times <= time)[0][-1])
    if min(abs(time - times[k]), abs(time - times[k + 1])) < NEAR:
        near = near_key(times, time)
        if near is not None:
            return float(keys[near, 1])
    if kinds[k] == "constant":
        return float(keys[k, 1])
    if kinds[k] == "linear":
        return float(keys[k, 1] + slope(keys[k], keys[k + 1]) * (time - times[k]))
    if kinds[k] == "bezier":
        length, right, left = times[k + 1] - times[k], rights[k] - keys[k], lefts[k + 1] - keys[k + 1]
        right, left = (handle * min(1.0, length / max(abs(handle[0]), 1e-300)) for handle in (right, left))
        return bezier(keys[k], keys[k] + right, keys[k + 1] + left, keys[k + 1], time)
    easing = curve.easings.get(k, model.Easing())
    return eased(kinds[k], easing, keys[k], keys[k + 1], time)


def bezier(p0: np.ndarray, p1: np.ndarray, p2: np.ndarray, p3: np.ndarray, time: float) -> float:
    def at(u: float) -> np.ndarray:
        return (1 - u) ** 3 * p0 + 3 * u * (1 - u) ** 2 * p1 + 3 * u**2 * (1 - u) * p2 + u**3 * p3

    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle)[0] < time else (low, middle)
    return float(at(low)[1])


# ---- Easings ----


def bounced(x: float) -> float:
    w = 2.75 * x
    for limit, middle, floor in ((1, 0, 0), (2, 1.5, 0.75), (2.5, 2.25, 0.9375)):
        if w < limit:
            return (w - middle) ** 2 + floor
    return (w - 2.625) ** 2 + 0.984375


def eased(kind: str, easing: model.Easing, start: np.ndarray, end: np.ndarray, time: float) -> float:
    (t, v), (d, c) = start, end - start
    u, way = (time - t) / d, easing.easing
    if way == "auto":
        way = "out" if kind in ("back", "bounce", "elastic") else "in"
    if kind == "elastic":
        return float(v + elastic(easing, way, u, d, c))
    s = easing.back * (1.525 if way == "in_out" else 1)
    start_slowly = {
        "quad": lambda u: u**2, "cubic": lambda u: u**3, "quart": lambda u: u**4, "quint": lambda u: u**5,
        "sine": lambda u: 1 - math.cos(u * math.pi / 2),
        "expo": lambda u: (2 ** (10 * (u - 1)) - 2**-10) / (1 - 2**-10),
        "circ": lambda u: 1 - math.sqrt(1 - u**2),
        "back": lambda u: u**2 * ((s + 1) * u - s),
        "bounce": lambda u: 1 - bounced(1 - u),
    }[kind]
    if way == "in":
        e = start_slowly(u)
    elif way == "out":
        e = 1 - start_slowly(1 - u)
    else:
        e = start_slowly(2 * u) / 2 if u < 0.5 else 1 - start_slowly(2 - 2 * u) / 2
    return float(v + c * e)


def elastic(easing: model.Easing, way: str, u: float, d: float, c: float) -> float:
    a, p = easing.amplitude, easing.period or d * (0.45 if way == "in_out" else 0.3)
    small = a == 0 or a < abs(c)
    height, s = (c, p / 4) if small else (a, p / (2 * math.pi) * math.asin(c / a))

    def damping(x: float) -> float:
        if not small or c == 0:
            return 1.0
        q = abs(x) * d
        return a / abs(c) if q >= abs(s) else a / abs(c) * q / abs(s) + 1 - q / abs(s)

    def swing(x: float) -> float:
        return damping(x) * height * 2 ** (10 * x) * math.sin((x * d - s) * 2 * math.pi / p)

    if way == "in":
        return -swing(u - 1)
    if way == "out":
        return c + swing(-u)
    return -swing(2 * u - 1) / 2 if u < 0.5 else c + swing(1 - 2 * u) / 2


# ---- Modifiers ----


def acts(modifier: model.Modifier, time: float) -> bool:
    return "restricted" not in modifier.flags or modifier.frame_start <= time <= modifier.frame_end


def weighed(modifier: model.Modifier, time: float, given: float, made: float) -> float:
    weight = modifier.influence
    if "restricted" in modifier.flags:
        if modifier.blend_in and time <= modifier.frame_start + modifier.blend_in:
            weight *= (time - modifier.frame_start) / modifier.blend_in
        elif modifier.blend_out and time >= modifier.frame_end - modifier.blend_out:
            weight *= (modifier.frame_end - time) / modifier.blend_out
    return given if math.isnan(made) else given + (clamped(made) - given) * weight


def other_time(modifier: model.Modifier, curve: model.Curve, time: float) -> tuple[float, float]:
    """The time that a modifier makes, and what it adds to the value later on."""
    if modifier.kind == "cycles" and len(curve.times):
        return cycled(modifier, curve, time)
    if modifier.kind == "stepped":
        early = "from_start" in modifier.flags and time < modifier.frame_start
        late = "to_end" in modifier.flags and time > modifier.frame_end
        if not early and not late:
            steps = float(np.float32((time - modifier.offset) / modifier.step)) if modifier.step else 0.0
            return modifier.offset + modifier.step * math.trunc(steps), 0.0
    if modifier.kind == "limits":
        return limited(modifier, "frame", time), 0.0
    return time, 0.0


def limited(modifier: model.Modifier, of: str, number: float) -> float:
    if f"min_{of}" in modifier.flags:
        number = max(number, getattr(modifier, f"min_{of}"))
    return min(number, getattr(modifier, f"max_{of}")) if f"max_{of}" in modifier.flags else number


def cycled(modifier: model.Modifier, curve: model.Curve, time: float) -> tuple[float, float]:
    start, end = float(curve.times[0]), float(curve.times[-1])
    length, rise = end - start, float(curve.values[-1]) - float(curve.values[0])
    before = time < start
    mode, count = (modifier.mode_before, modifier.cycles_before) if before else \
        (modifier.mode_after, modifier.cycles_after)
    distance = start - time if before else time - end
    if length == 0 or start <= time <= end or mode == "none" or (count and distance > count * length):
        return time, 0.0
    rest = math.fmod(distance, length)
    whole = round((distance - rest) / length)
    if mode == "mirror":
        even = whole % 2 == 0
        return (start + rest if before == even else end - rest), 0.0
    added = 0.0 if mode == "repeat" else (whole + (rest > 0)) * (-rise if before else rise)
    if before:
        return (end - rest if rest else start), added
    return (start + rest if rest else end), added


def other_value(modifier: model.Modifier, time: float, value: float, added: float) -> float:
    base = value if "additive" in modifier.flags else 0.0
    if modifier.kind == "cycles":
        return value + added
    if modifier.kind == "limits":
        return limited(modifier, "value", value)
    if modifier.kind == "generator":
        numbers = modifier.coefficients.astype(float)
        if modifier.generator_mode == "polynomial":
            return base + sum(c * time**i for i, c in enumerate(numbers))
        return base + math.prod(a * time + b for a, b in numbers.reshape(-1, 2))
    if modifier.kind == "function":
        return base + function_value(modifier, modifier.phase_multiplier * time + modifier.phase_offset)
    if modifier.kind == "envelope" and len(modifier.control_points):
        low, high = envelope_range(modifier.control_points.astype(float), time)
        share = (value - modifier.reference_value - modifier.default_min) / (modifier.default_max - modifier.default_min)
        return float(low + share * (high - low))
    return value


def envelope_range(points: np.ndarray, time: float) -> np.ndarray:
    if time <= points[0, 0] or time >= points[-1, 0]:
        return points[0 if time <= points[0, 0] else -1, 1:]
    after = int((points[:, 0] >= time).argmax())
    here, there = points[after - 1], points[after]
    return here[1:] + (there - here)[1:] * (time - here[0]) / (there[0] - here[0])


def function_value(modifier: model.Modifier, x: float) -> float:
    if (modifier.function == "square_root" and x <= 0) or (modifier.function == "logarithm" and x <= 1):
        return 0.0
    found = {
        "sine": math.sin, "cosine": math.cos, "tangent": math.tan, "square_root": math.sqrt, "logarithm": math.log,
        "sinc": lambda x: 1.0 if abs(x) < 0.0001 else math.sin(math.pi * x) / (math.pi * x),
    }[modifier.function](x)
    return modifier.amplitude * found + modifier.value_offset
