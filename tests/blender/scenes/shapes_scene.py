# SPDX-License-Identifier: MIT
"""Objects that stand somewhere because of a shape, which modifiers and other shapes make; and one shape that moves
nothing: `blender -b --factory-startup --python shapes_scene.py -- OUT.blend`."""
from __future__ import annotations

import sys
from typing import Any

import bpy

END = 9
SQUARE = [(-2, -2, 0), (2, -2, 0), (2, 2, 0), (-2, 2, 0)]


def add(name: str, data: Any = None, place: tuple[float, float, float] = (0, 0, 0)) -> Any:
    ob = bpy.data.objects.new(name, data)
    ob.location = place
    bpy.context.scene.collection.objects.link(ob)
    return ob


def square(name: str, place: tuple[float, float, float]) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(SQUARE, [], [(0, 1, 2, 3)])
    return add(name, mesh, place)


def hook(ob: Any, target: Any, points: list[int]) -> None:
    made = ob.modifiers.new("Hook", "HOOK")
    made.object = target
    made.vertex_indices_set(points)


def hand(name: str, place: tuple[float, float, float]) -> Any:
    """What is keyed, and pulls."""
    ob = add(name, None, place)
    for frame, turn in ((1, 0.0), (END, 1.0)):
        ob.location = (place[0] + turn, place[1], place[2] + 2 * turn)
        ob.keyframe_insert("location", frame=frame)
    ob.animation_data.action.name = name
    return ob


def on_a_mesh() -> None:
    sheet = square("Sheet", (0, 0, 0))
    hook(sheet, hand("Pull sheet", (2, 2, 0)), [2])
    pin = add("Pin", None, (1, 1, 3))
    made = pin.constraints.new("SHRINKWRAP")
    made.target, made.shrinkwrap_type, made.project_axis = sheet, "PROJECT", "NEG_Z"


def on_a_path() -> None:
    data = bpy.data.curves.new("Rail", "CURVE")
    data.dimensions, data.use_path = "3D", True
    line = data.splines.new("POLY")
    line.points.add(2)
    for point, place in zip(line.points, ((0, 5, 0), (3, 5, 0), (6, 5, 0))):
        point.co = (*place, 1)
    rail = add("Rail", data)
    hook(rail, hand("Pull rail", (3, 5, 0)), [1])
    made = add("Rider").constraints.new("FOLLOW_PATH")
    made.target, made.use_fixed_location, made.offset_factor = rail, True, 0.4


def on_a_shape_of_shapes() -> None:
    """A vertex of a mesh that a lattice bends, which is hooked itself."""
    lattice = add("Lattice", bpy.data.lattices.new("Lattice"), (10, 0, 0))
    lattice.scale = (6, 6, 6)
    hook(lattice, hand("Pull lattice", (10, 0, 3)), [4, 5, 6, 7])
    block = square("Block", (10, 0, 1))
    block.modifiers.new("Lattice", "LATTICE").object = lattice
    point = add("Point")
    point.parent, point.parent_type, point.parent_vertices = block, "VERTEX", (2, 0, 0)


def on_nothing() -> None:
    alone = square("Alone", (-10, 0, 0))
    hook(alone, bpy.data.objects["Pull sheet"], [0])


if __name__ == "__main__":
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    on_a_mesh()
    on_a_path()
    on_a_shape_of_shapes()
    on_nothing()
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[sys.argv.index("--") + 1])
