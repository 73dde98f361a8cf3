# SPDX-License-Identifier: MIT
"""A mesh that three skins deform, one after the other, each in a way of its own."""

from __future__ import annotations

import numpy as np
from pavane_format.model import Document, Element, Info, Joint, Mesh, Node, Primitive, Scene, Skin


def matrix(*location: float) -> np.ndarray:
    result = np.eye(4, dtype=np.float32)
    result[3, :3] = location or (0, 0, 0)
    return result.reshape(16)


def transform(*location: float) -> list[Element]:
    return [
        Element("location", "translate", np.array(location or (0, 0, 0), np.float32)),
        Element("rotation", "quaternion", np.array((0, 0, 0, 1), np.float32)),
        Element("scale", "scale", np.array((1, 1, 1, 0, 0, 0), np.float32)),
    ]


def bone(name: str, parent: int, *rest: float) -> Node:
    return Node(name, "bone", armature=1, parent=parent, length=1.0,
                elements=[Element("rest", "matrix", matrix(*rest)), *transform()])


def sheet() -> Mesh:
    """Four points: of the lower bone, of both, of the upper one, and again of both, masked by half."""
    return Mesh(
        "Sheet",
        points=np.array([(0, 0, 0), (1, 0, 0.5), (1, 0, 1.5), (0, 0, 1)], np.float32),
        polygons=np.array([4], np.uint32),
        corners=np.array([0, 1, 2, 3], np.uint32),
        vertices=np.array([0, 1, 2, 3], np.uint32),
        normals=np.array([(0, -1, 0)] * 4, np.float32),
        primitives=[Primitive(0, np.array([(0, 1, 2), (0, 2, 3)], np.uint32))],
        smoothing="corners",
        sharp_angle=0.5,
        flat_polygons=np.array([0], np.uint32),
        sharp_corners=np.array([1, 3], np.uint32),
        groups=["Lower", "Upper", "Mask"],
        influence_counts=np.array([2, 2, 2, 3], np.uint32),
        influence_groups=np.array([0, 2, 0, 1, 1, 2, 0, 1, 2], np.uint32),
        influence_weights=np.array([1, 1, 0.25, 0.75, 2, 1, 0.5, 0.5, 0.5], np.float32),
    )


def skins() -> Document:
    nodes = [
        Node("Sheet", elements=transform(0, 0, 0.5), mesh=0, skin=0),
        Node("Rig", elements=transform()),
        bone("Lower", 1),
        bone("Upper", 2, 0, 0, 1),
    ]
    joints = [Joint(0, 2, matrix()), Joint(1, 3, matrix(0, 0, -1))]
    chain = [
        Skin(1, joints, next=1),
        Skin(1, joints, "dual_quaternion", next=2, mask=2),
        Skin(1, joints[1:], "dual_quaternion_scaled", mask=2, invert_mask=True, from_first=True),
    ]
    return Document(Info("golden"), Scene("Skins", nodes=nodes, skins=chain), [sheet()])
