# SPDX-License-Identifier: MIT
"""The easings of Blender's F-curves in float64, as measured: what of a segment's change is done at a part of
its time.

Part of the reference that the runtime is judged by; shares nothing with the runtime.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

BACK_IN_OUT = 1.525  # both halves of an in-out back overshoot this much farther
OUT_BY_DEFAULT = ("BACK", "BOUNCE", "ELASTIC")


@dataclass(frozen=True)
class Segments:
    """For each time asked for, what its segment and its left key say."""

    part: np.ndarray  # 0 to 1, of the segment's time
    duration: np.ndarray  # frames
    change: np.ndarray  # of the value
    back: np.ndarray
    amplitude: np.ndarray
    period: np.ndarray


# ---- Easing in: the fraction of the change; the other modes mirror it ----

def expo(u: np.ndarray) -> np.ndarray:
    """An exponential moved and scaled so that it starts at 0."""
    start = 2.0**-10
    return (2.0 ** (10 * (u - 1)) - start) / (1 - start)


def circ(u: np.ndarray) -> np.ndarray:
    return 1 - np.sqrt((1 - u) * (1 + u))


def bounce(u: np.ndarray) -> np.ndarray:
    """Four parabolas, the highest last; each as wide as it is because all have one curvature."""
    left = 1 - u
    centers, floors = np.array([0, 1.5, 2.25, 2.625]) / 2.75, np.array([0, 0.75, 0.9375, 0.984375])
    which = np.searchsorted(np.array([1, 2, 2.5]) / 2.75, left, side="right")
    return 1 - (7.5625 * (left - centers[which]) ** 2 + floors[which])


FRACTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "SINE": lambda u: 1 - np.cos(u * (np.pi / 2)),
    "QUAD": lambda u: u**2,
    "CUBIC": lambda u: u**3,
    "QUART": lambda u: u**4,
    "QUINT": lambda u: u**5,
    "EXPO": expo,
    "CIRC": circ,
    "BOUNCE": bounce,
}


def mirrored(ease_in: Callable[[np.ndarray], np.ndarray], mode: str, u: np.ndarray) -> np.ndarray:
    if mode == "EASE_IN":
        return ease_in(u)
    if mode == "EASE_OUT":
        return 1 - ease_in(1 - u)
    first = u < 0.5
    rising, falling = ease_in(np.where(first, 2 * u, 0)), ease_in(np.where(first, 0, 2 - 2 * u))
    return np.where(first, rising / 2, 1 - falling / 2)


def back(segments: Segments, mode: str) -> np.ndarray:
    overshoot = segments.back * (BACK_IN_OUT if mode == "EASE_IN_OUT" else 1.0)
    return mirrored(lambda u: u * u * ((overshoot + 1) * u - overshoot), mode, segments.part)


# ---- Elastic: an offset, for its amplitude is in the value's own unit ----

def damping(segments: Segments, distance: np.ndarray, shift: np.ndarray, small: np.ndarray) -> np.ndarray:
    """An amplitude smaller than the change makes the oscillation that much smaller, fading to none of it
    within the frames of the shift around the end where the curve joins."""
    size = np.abs(segments.change)
    factor = np.divide(segments.amplitude, size, out=np.ones_like(size), where=small & (size != 0))
    near = np.abs(shift)
    inside = small & (size != 0) & (distance < near)
    part = np.divide(distance, near, out=np.ones_like(near), where=inside)
    return np.where(inside, factor * part + 1 - part, factor)


def elastic(segments: Segments, mode: str) -> np.ndarray:
    u, change, amplitude, duration = segments.part, segments.change, segments.amplitude, segments.duration
    usual = duration * (0.45 if mode == "EASE_IN_OUT" else 0.3)
    period = np.where(segments.period != 0, segments.period, usual)
    small = (amplitude == 0) | (amplitude < np.abs(change))
    ratio = np.divide(change, amplitude, out=np.ones_like(change), where=~small)
    shift = np.where(small, period / 4, period / (2 * np.pi) * np.arcsin(ratio))
    from_join = {"EASE_IN": u - 1, "EASE_OUT": -u, "EASE_IN_OUT": 2 * u - 1}[mode]
    x = -np.abs(from_join)
    wave = np.where(small, change, amplitude) * 2.0 ** (10 * x)
    wave *= np.sin((x * duration - shift) * 2 * np.pi / period)
    wave *= damping(segments, np.abs(x * duration), shift, small)
    if mode == "EASE_IN":
        return -wave
    if mode == "EASE_OUT":
        return wave + change
    return np.where(from_join < 0, -wave / 2, wave / 2 + change)


# ---- What the curve asks for ----

def eased(interpolation: str, easing: str, segments: Segments) -> np.ndarray:
    """What is added to the left key's value."""
    mode = easing
    if easing == "AUTO":
        mode = "EASE_OUT" if interpolation in OUT_BY_DEFAULT else "EASE_IN"
    if interpolation == "ELASTIC":
        return elastic(segments, mode)
    if interpolation == "BACK":
        return segments.change * back(segments, mode)
    return segments.change * mirrored(FRACTIONS[interpolation], mode, segments.part)
