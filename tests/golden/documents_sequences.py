# SPDX-License-Identifier: MIT
"""A golden document of absolute shape keys, made by hand."""
from __future__ import annotations

import numpy as np

from pavane_format.model import (
    Channel,
    Clip,
    Component,
    Curve,
    Document,
    Element,
    Info,
    Mesh,
    Morph,
    Node,
    Primitive,
    Scene,
    SequenceKey,
    Target,
)

FRAMES = (-2.0, 3.5, 4.0, 20.0, 31.25)
KINDS = ("linear", "cardinal", "catmull_rom", "bspline")


def triangle(name: str, keys: list[SequenceKey], eval_time: float) -> Mesh:
    """Each morph moves another number of the points, two of them the same point."""
    deltas = np.zeros((4, 3, 3), np.float32)
    deltas[0, 0] = deltas[1, 0] = 1, 0, 0.5
    deltas[2, 1], deltas[3, 2] = (0, 2, 0), (0.25, 0, -3)
    moved = ([0], [0], [1], [2])
    morphs = [Morph(f"Key {i}", delta_points=np.array(points, np.uint32), delta_positions=deltas[i, points])
              for i, points in enumerate(moved)]
    return Mesh(name, "", np.eye(3, dtype=np.float32), np.array([3], np.uint32), np.arange(3, dtype=np.uint32),
                np.arange(3, dtype=np.uint32), np.full((3, 3), 3**-0.5, np.float32),
                [Primitive(0, np.array([[0, 1, 2]], np.uint32))], morphs=morphs, sequence=keys, eval_time=eval_time)


def sequences() -> Document:
    """A sequence of each kind, one of all kinds in which two keys show one morph, and one of a single key."""
    shapes = (1, 0, None, 3, 2)
    given = {kind: [SequenceKey(frame, kind, shape) for frame, shape in zip(FRAMES, shapes)] for kind in KINDS}
    given["mixed"] = [SequenceKey(frame, kind, shape) for frame, kind, shape in
                      zip(FRAMES, ("bspline", "linear", "cardinal", "catmull_rom", "bspline"), (None, 2, 0, 2, 1))]
    given["single"] = [SequenceKey(7.0, "bspline", 3)]
    meshes = [triangle(name, keys, 5.0) for name, keys in given.items()]
    nodes = [Node(mesh.name, elements=[Element("location", "translate", np.float32([i, 0, 0]))], mesh=i)
             for i, mesh in enumerate(meshes)]
    times, values = np.float32([1, 41]), np.float32([-6, 36])
    handles = np.column_stack((times, values)).astype(np.float32)
    line = Curve(times, values, handles, handles, ["linear", "linear"])
    channels = [Channel(Target("mesh", mesh.name, "", "eval_time"), [Component(0, "curve", curve=line)])
                for mesh in meshes]
    clip = Clip("Through", frame_start=1, frame_end=41, channels=channels)
    return Document(Info("pavane golden", "0", "by hand"), Scene("Shapes", frame_start=1, frame_end=41, nodes=nodes),
                    meshes, [clip])
