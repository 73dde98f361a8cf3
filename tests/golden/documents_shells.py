# SPDX-License-Identifier: MIT
"""A golden document of meshes whose normals are nearly those of their faces."""
from __future__ import annotations

import numpy as np

from pavane_format import mesh_normals
from pavane_format.mesh_normals import Faces
from pavane_format.model import Document, Element, Info, Mesh, Node, Primitive, Scene


def ring(turn: int, sides: int, radius: float, height: float) -> list[tuple[float, float, float]]:
    """Points that no number of which is round; without sine and cosine, which are not the same everywhere."""
    made = []
    for i in range(sides):
        t = ((i * 2 + turn) % (2 * sides)) / sides - 1.0  # from -1 to 1, round once
        x, y = 1.0 - 2.0 * abs(t), 4.0 * t * (1.0 - abs(t))
        length = float(np.sqrt(x * x + y * y))
        made.append((radius * x / length, radius * y / length, height))
    return made


def shell(name: str, rough: bool, shift: int | None = None) -> Mesh:
    """A barrel of quads with a cap of triangles and one of seven corners; some of its normals are as one likes."""
    points = np.array([*ring(0, 7, 1.1, 0.0), *ring(1, 7, 1.7, 0.9), *ring(0, 7, 1.3, 2.1), (0.1, 0.2, 2.6)], np.float32)
    polygons, corners = [], []
    for base in (0, 7):
        for i in range(7):
            polygons.append(4)
            corners += [base + i, base + (i + 1) % 7, base + 7 + (i + 1) % 7, base + 7 + i]
    for i in range(7):
        polygons.append(3)
        corners += [14 + i, 14 + (i + 1) % 7, 21]
    polygons += [7, 2, 1]
    corners += [6, 5, 4, 3, 2, 1, 0, 3, 3, 5]
    sizes, used = np.array(polygons, np.int64), np.array(corners, np.int64)
    faces = Faces(points, sizes, used)
    flat = mesh_normals.flat(faces)
    smooth = mesh_normals.smooth(faces, flat, rough)
    own = np.arange(len(used)) % 5 == 0
    chosen = [np.where(own, a[faces.polygons], b[used]) for a, b in zip(flat, smooth)]
    normals = mesh_normals.expected(chosen)
    normals[3], normals[17, 1], normals[40, 0] = (0.6, 0.0, -0.8), normals[17, 1] * np.float32(1.000001), 0.0
    if shift is not None:
        normals = (np.rint(normals * 2.0**shift) / 2.0**shift + 0.0).astype(np.float32)
    triangles = np.array([[4 * i, 4 * i + 1, 4 * i + 2] for i in range(14)], np.uint32)
    return Mesh(name, points=points, polygons=np.array(polygons, np.uint32), corners=np.array(corners, np.uint32),
                vertices=np.arange(len(used), dtype=np.uint32), normals=normals, primitives=[Primitive(0, triangles)],
                smoothing="custom")


def shells() -> Document:
    meshes = [shell("Shell", False), shell("Rough", True), shell("Rounded", False, 9)]
    unit = np.array([0, 0, 0], np.float32)
    nodes = [Node(mesh.name, mesh=i, elements=[Element("location", "translate", unit)]) for i, mesh in enumerate(meshes)]
    return Document(Info("pavane golden", "0", "by hand"), Scene("Scene", nodes=nodes), meshes)
