# SPDX-License-Identifier: MIT
"""A golden document of samples that are whole numbers of steps, made by hand."""
from __future__ import annotations

import numpy as np

from pavane_format.grids import Grid
from pavane_format.model import Channel, Clip, Component, Document, Element, Info, Node, Scene, Target


def components(grid: Grid, given: str = "xyzw", knots: tuple[float, ...] = (), cuts: tuple[float, ...] = ()) \
        -> list[Component]:
    """Lanes of a grid whose last rows are those of knots and cuts at these frames."""
    values, count = grid.values(), len(grid.numbers) - len(knots) - 2 * len(cuts)
    frames, jumps = np.array(knots, np.float32), np.array(cuts, np.float32)
    made = []
    for lane, column in enumerate(values.T):
        if not grid.is_rotation or "xyzw"[lane] in given:
            made.append(Component(
                lane, "sampled", samples=column[:count], grid=grid,
                knots=np.stack((frames, column[count : count + len(knots)]), 1),
                cuts=np.column_stack((jumps, column[count + len(knots) :].reshape(-1, 2)))))
        else:
            assert not np.ptp(column)
            made.append(Component(lane, "constant", float(column[0])))
    return made


def steps() -> Document:
    """Lanes of all orders and classes; rotations of all kinds: whole, about one axis, all round, with a base."""
    rows = np.arange(26)
    swing = (rows - 9) * (rows - 20) * rows // 8
    bumpy = rows**3 + (rows * 7919 % 23) * 100
    still = np.where(rows == 17, 1, 0)
    leap = np.where(rows < 24, rows * 3, 70000)
    round_ = np.where(rows < 12, rows * 130, rows * 130 - 2800)
    signs = (rows >= 12).astype(int)

    def grid(exponent: int, *lanes: np.ndarray, base: tuple[int, int, int] = (0, 0, 0)) -> Grid:
        return Grid(exponent, np.stack(lanes, 1).astype(np.int32), base)

    zero, knots, cuts = np.zeros(26, int), (4.5, 7.25), (6.75, 20.0)
    jumping = {"knots": knots, "cuts": cuts}
    location = []
    for component, numbers in enumerate((swing, bumpy, leap)):
        (made,) = components(grid(100 + component, numbers), **jumping)
        made.component = component
        location.append(made)
    (level,) = components(grid(81, still[:20]))
    channels = [
        Channel(Target("object", "Top", element="location"), location),
        Channel(Target("object", "Top", element="rotation"),
                components(grid(92, swing, bumpy, rows * 11, base=(40, -1000, 7)), **jumping), "quaternion"),
        Channel(Target("object", "Wheel", element="location"), [level]),
        Channel(Target("object", "Wheel", element="rotation"),
                components(grid(90, *(lane[:20] for lane in (round_ * 4, zero, zero, signs))), "xw"), "quaternion"),
        Channel(Target("object", "Door", element="rotation"),
                components(grid(93, zero, swing * 3, zero), "yw", **jumping), "quaternion"),
    ]
    for channel in channels[:2] + channels[4:]:
        for component in channel.components:
            component.interpolation = "cubic" if component.kind == "sampled" else "linear"
    clip = Clip("Steps", frame_start=1, frame_end=20, channels=channels, error=2**-15, error_bound=2**-14)
    transform = [Element("location", "translate", np.zeros(3, np.float32)),
                 Element("rotation", "quaternion", np.array([0, 0, 0, 1], np.float32))]
    nodes = [Node(name, elements=transform) for name in ("Top", "Wheel", "Door")]
    return Document(Info("pavane golden", "0", "by hand"),
                    Scene("Scene", frame_start=1, frame_end=20, nodes=nodes), clips=[clip])
