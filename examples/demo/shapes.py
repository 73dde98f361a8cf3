# SPDX-License-Identifier: MIT
"""Closed smooth surfaces (tubes, ellipsoids, sheets over a ball) and the mesh that they are collected in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import cos, pi, sin

import bpy
from mathutils import Matrix, Vector

Weigh = Callable[[Vector], "dict[str, float]"]


@dataclass
class Surface:
    vertices: list[Vector]
    faces: list[tuple[int, ...]]

    def mapped(self, function: Callable[[Vector], Vector]) -> Surface:
        return Surface([function(vertex) for vertex in self.vertices], self.faces)

    def mirrored(self) -> Surface:
        """The same surface on the other side of x = 0, still facing outwards."""
        vertices = [Vector((-v.x, v.y, v.z)) for v in self.vertices]
        return Surface(vertices, [tuple(reversed(face)) for face in self.faces])


@dataclass
class Section:
    """One cross-section of a tube: an ellipse with a radius along the tube's side and one across it."""

    center: Vector
    side: float
    depth: float


@dataclass
class Figure:
    """Surfaces joined to one mesh; `weigh` gives a vertex its bone weights."""

    vertices: list[Vector] = field(default_factory=list)
    faces: list[tuple[int, ...]] = field(default_factory=list)
    face_materials: list[str] = field(default_factory=list)
    weights: list[dict[str, float]] = field(default_factory=list)

    def add(self, surface: Surface, material: str, weigh: Weigh | None = None) -> None:
        first = len(self.vertices)
        self.vertices += surface.vertices
        self.faces += [tuple(first + corner for corner in face) for face in surface.faces]
        self.face_materials += [material] * len(surface.faces)
        self.weights += [weigh(v) if weigh else {} for v in surface.vertices]

    def add_pair(self, surface: Surface, material: str, weigh: Callable[[str], Weigh]) -> None:
        """Adds the surface (built on the left, x > 0) and its mirror image."""
        self.add(surface, material, weigh(".L"))
        self.add(surface.mirrored(), material, weigh(".R"))

    def make_mesh(self, name: str, materials: dict[str, bpy.types.Material]) -> bpy.types.Mesh:
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata([tuple(v) for v in self.vertices], [], self.faces)
        used = list(dict.fromkeys(self.face_materials))
        for material in used:
            mesh.materials.append(materials[material])
        mesh.polygons.foreach_set("material_index", [used.index(m) for m in self.face_materials])
        mesh.polygons.foreach_set("use_smooth", [True] * len(self.faces))
        mesh.update()
        mesh.validate()
        return mesh


def add_object(scene: bpy.types.Scene, name: str, data: bpy.types.ID) -> bpy.types.Object:
    added = bpy.data.objects.new(name, data)
    scene.collection.objects.link(added)
    return added


def add_uvs(mesh: bpy.types.Mesh, place: Callable[[Vector], tuple[float, float]]) -> None:
    """A UV map that follows from where a vertex is."""
    layer = mesh.uv_layers.new(name="UVMap")
    uvs = [place(vertex.co) for vertex in mesh.vertices]
    layer.data.foreach_set("uv", [number for loop in mesh.loops for number in uvs[loop.vertex_index]])


def section(center: tuple[float, float, float], side: float, depth: float | None = None) -> Section:
    return Section(Vector(center), side, side if depth is None else depth)


def tube(sections: list[Section], side: Vector, sides: int = 12, steps: int = 2, cap: float = 1.0) -> Surface:
    """A smooth tube through the sections, closed by caps that bulge by `cap` times the end's radius."""
    rings = _capped(_resampled(sections, steps), cap)
    vertices: list[Vector] = []
    for index, ring in enumerate(rings):
        vertices += _ring_points(ring, _tangent(rings, index), side, sides)
    return _closed(vertices, len(rings), sides, *_poles(rings, cap))


def torus(center: Vector, radii: tuple[float, float], thickness: tuple[float, float],
          sides: int = 24) -> Surface:
    """A ring around the z axis: `radii` along x and y, `thickness` outwards and upwards."""
    round_sides = 10
    vertices = []
    for i in range(sides):
        turn = 2 * pi * i / sides
        for j in range(round_sides):
            angle = 2 * pi * j / round_sides
            out = thickness[0] * cos(angle)
            vertices.append(center + Vector((
                (radii[0] + out) * cos(turn), (radii[1] + out) * sin(turn), thickness[1] * sin(angle))))
    faces = [
        (i * round_sides + j, (i + 1) % sides * round_sides + j,
         (i + 1) % sides * round_sides + (j + 1) % round_sides, i * round_sides + (j + 1) % round_sides)
        for i in range(sides) for j in range(round_sides)]
    return Surface(vertices, faces)


def ellipsoid(center: Vector, radii: tuple[float, float, float], turn: Matrix | None = None,
              sides: int = 12, rows: int = 7) -> Surface:
    turn = turn or Matrix.Identity(3)
    points = []
    for row in range(1, rows):
        down = pi * row / rows
        for i in range(sides):
            angle = 2 * pi * i / sides
            points.append(Vector((sin(down) * cos(angle), sin(down) * sin(angle), -cos(down))))
    points += [Vector((0, 0, -1)), Vector((0, 0, 1))]
    vertices = [center + turn @ Vector(p[k] * radii[k] for k in range(3)) for p in points]
    return _closed(vertices[:-2], rows - 1, sides, vertices[-2], vertices[-1])


def facing(normal: Vector) -> Matrix:
    """A rotation that takes -y to `normal` and keeps z as upright as it can."""
    back = -normal.normalized()
    right = back.cross(Vector((0, 0, 1))).normalized()
    return Matrix((right, back, right.cross(back))).transposed()


def smoothstep(low: float, high: float, value: float) -> float:
    t = min(max((value - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


def _ring_points(ring: Section, tangent: Vector, side: Vector, sides: int) -> list[Vector]:
    side = (side - tangent * side.dot(tangent)).normalized()
    depth = tangent.cross(side)
    points = []
    for i in range(sides):
        angle = 2 * pi * i / sides
        points.append(ring.center + side * (ring.side * cos(angle)) + depth * (ring.depth * sin(angle)))
    return points


def _tangent(rings: list[Section], index: int) -> Vector:
    before, after = rings[max(index - 1, 0)], rings[min(index + 1, len(rings) - 1)]
    return (after.center - before.center).normalized()


def _closed(vertices: list[Vector], rows: int, sides: int, first: Vector, last: Vector) -> Surface:
    """Joins rows of vertices by quads and closes both ends by a fan around a pole."""
    faces: list[tuple[int, ...]] = []
    for row in range(rows - 1):
        for i in range(sides):
            a, b = row * sides + i, row * sides + (i + 1) % sides
            faces.append((a, b, b + sides, a + sides))
    top = (rows - 1) * sides
    for i in range(sides):
        faces.append(((i + 1) % sides, i, rows * sides))
        faces.append((top + i, top + (i + 1) % sides, rows * sides + 1))
    return Surface([*vertices, first, last], faces)


def _capped(rings: list[Section], cap: float) -> list[Section]:
    start = _cap_rings(rings[0], rings[0].center - rings[1].center, cap)
    end = _cap_rings(rings[-1], rings[-1].center - rings[-2].center, cap)
    return [*reversed(start), *rings, *end]


def _cap_rings(ring: Section, outwards: Vector, cap: float) -> list[Section]:
    reach = outwards.normalized() * (cap * min(ring.side, ring.depth))
    angles = (pi * 0.2, pi * 0.38)
    return [Section(ring.center + reach * sin(a), ring.side * cos(a), ring.depth * cos(a)) for a in angles]


def _poles(rings: list[Section], cap: float) -> tuple[Vector, Vector]:
    def pole(end: Section, inner: Section) -> Vector:
        return end.center + (end.center - inner.center) * (0.08 if cap else 0.0)
    return pole(rings[0], rings[1]), pole(rings[-1], rings[-2])


def _resampled(sections: list[Section], steps: int) -> list[Section]:
    """A Catmull-Rom curve through the sections, `steps` rings for each span."""
    rings = []
    last = len(sections) - 1
    for index in range(last):
        four = [sections[min(max(index + k, 0), last)] for k in (-1, 0, 1, 2)]
        rings += [_between(four, step / steps) for step in range(steps)]
    return [*rings, sections[-1]]


def _between(four: list[Section], t: float) -> Section:
    weights = ((-t**3 + 2 * t**2 - t) / 2, (3 * t**3 - 5 * t**2 + 2) / 2,
               (-3 * t**3 + 4 * t**2 + t) / 2, (t**3 - t**2) / 2)
    center = sum((s.center * w for s, w in zip(four, weights)), Vector((0, 0, 0)))
    return Section(center, sum(s.side * w for s, w in zip(four, weights)),
                   sum(s.depth * w for s, w in zip(four, weights)))
