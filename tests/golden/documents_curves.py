# SPDX-License-Identifier: MIT
"""A golden document of every interpolation, easing and modifier, made by hand."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from pavane_format import layout
from pavane_format.model import (
    Channel,
    Clip,
    Component,
    Curve,
    Document,
    Easing,
    Element,
    Info,
    Modifier,
    Node,
    Scene,
    Target,
)


def through(keys: list[tuple[float, float]], interpolation: str, extrapolation: str = "constant") -> Curve:
    """A curve through keys with level handles of three frames."""
    times, values = np.array(keys, np.float32).T
    lefts, rights = (np.stack([times + reach, values], axis=1) for reach in np.float32([-3, 3]))
    return Curve(times, values, lefts, rights, [interpolation] * len(keys), extrapolation)


def eased(interpolations: list[str], easings: dict[int, Easing], extrapolation: str = "constant") -> Curve:
    """A curve up and down, a key every 8 frames."""
    count = len(interpolations)
    made = through([(1 + 8 * i, i % 2 * 3) for i in range(count)], "linear", extrapolation)
    return replace(made, interpolations=interpolations, easings=easings)


def modified(*modifiers: Modifier, rounding: str = "none") -> Curve:
    made = through([(9, 1), (17, 3), (25, 2)], "bezier", "linear")
    return replace(made, modifiers=list(modifiers), rounding=rounding)


def modified_curves() -> list[Curve]:
    points = np.array([[10, -1, 1], [30, -2, 4], [30, 0, 1], [40, 0, 2]], np.float32)
    limits = ("min_frame", "max_frame", "min_value", "max_value")
    none = np.zeros(0, np.float32)
    return [
        modified(
            Modifier("cycles", mode_before="mirror", mode_after="repeat_offset", cycles_after=2),
            Modifier("limits", limits, min_frame=3, max_frame=40, min_value=1.25, max_value=6, influence=0.75),
            Modifier("function", ("additive",), function="sine", amplitude=0.5, phase_multiplier=0.75),
            Modifier("envelope", default_max=2, reference_value=0.5, control_points=points),
        ),
        modified(
            Modifier("stepped", ("from_start",), frame_start=5, frame_end=30, step=3, offset=1),
            Modifier(
                "generator",
                ("restricted", "additive"),
                8,
                24,
                4,
                6,
                generator_mode="factorised",
                coefficients=np.array([0.5, 1, 0.25, -2], np.float32),
            ),
            rounding="integer",
        ),
        replace(
            through([(1, 0)], "linear"),
            times=none, values=none, lefts=none.reshape(0, 2), rights=none.reshape(0, 2), interpolations=[],
            modifiers=[
                Modifier("generator", coefficients=np.array([1, 0.5, -0.0625], np.float32)),
                Modifier("function", ("additive",), function="sinc", phase_multiplier=0.5, phase_offset=-8),
            ],
        ),
        modified(rounding="hold"),
    ]


def sampled(first: int, values: list[float], *modifiers: Modifier, rounding: str = "none") -> Curve:
    """An F-curve made of samples, which has no outside to extrapolate to."""
    made = through([(first + i, value) for i, value in enumerate(values)], "sample", "linear")
    return replace(made, modifiers=list(modifiers), rounding=rounding)


def sampled_curves() -> list[Curve]:
    return [
        sampled(-5, [0, 2, 1, 4, 3, 7, 5, 8, 2, 6, 1, 0], Modifier("cycles", mode_after="repeat_offset")),
        sampled(-6, [1, 3, 2, 5, 4], Modifier("cycles", mode_after="mirror")),
        sampled(10, [0, 0.25, 0.75, 2, 1, 1.75], rounding="hold"),
    ]


def slerped() -> Channel:
    """A rotation of keys that are turned the long way round, of another length, equal, and held."""
    keys = np.float32([[0, 0, 0, 1], [0, 0, -0.6, -0.8], [2, 0, 0, 2], [2, 0, 0, 2], [0, 1, 0, 0]])
    kinds = ["linear", "linear", "constant", "linear", "linear"]
    made = [
        replace(through([(1 + 8 * i, value) for i, value in enumerate(values)], "linear"), interpolations=kinds)
        for values in keys.T
    ]
    components = [Component(i, "curve", curve=curve) for i, curve in enumerate(made)]
    return Channel(Target("object", "Slerped", element="rotation"), components, "slerp")


def curves() -> Document:
    names = list(layout.ENUMS["interpolation"])
    eases = {1: Easing("in_out", back=3.0), 3: Easing("out"), 4: Easing("in_out", amplitude=4.0, period=0.0)}
    turns = {
        0: Easing("in_out", amplitude=1.0, period=5.0),
        1: Easing("in"),
        2: Easing("out", back=-1.0),
    }
    first = [
        eased(names[:6], {}, "linear"),
        eased(["elastic", "bounce", "back"], turns, "linear"),
        eased([*names[6:11], "sine"], eases),
    ]
    drives = {"Eased": first, "Modified": modified_curves()[:3], "Held": modified_curves()[3:],
              "Sampled": sampled_curves()}
    channels = [
        Channel(
            Target("object", owner, element="location"),
            [Component(i, "curve", curve=each) for i, each in enumerate(found)],
        )
        for owner, found in drives.items()
    ]
    location = Element("location", "translate", np.zeros(3, np.float32))
    nodes = [Node(name, elements=[location]) for name in drives]
    nodes.append(Node("Slerped", elements=[Element("rotation", "quaternion", np.float32([0, 0, 0, 1]))]))
    channels.append(slerped())
    scene = Scene("Curves", frame_start=1, frame_end=48, nodes=nodes)
    clip = Clip("Curves", frame_start=1, frame_end=48, channels=channels)
    return Document(Info("pavane golden", "0", "by hand"), scene, clips=[clip])
