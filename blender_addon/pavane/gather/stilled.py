# SPDX-License-Identifier: GPL-3.0-or-later
"""Geometry that nothing but the picture needs is not evaluated while motion is sampled.

Blender bends every mesh at every moment that it is asked for, and that can take a hundred times as long as to pose
the rig. What stands somewhere because of a shape (a vertex parent, a constraint with a mesh or a path as its target) keeps
that shape, and all that the shape is made of; where a driver may read a shape, all keep theirs.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import bpy

from . import blocks

SHAPES = {"MESH", "CURVE", "SURFACE", "FONT", "LATTICE", "META", "CURVES", "POINTCLOUD"}
# In a driver's path: what a shape decides, and the switches that are thrown here.
OF_SHAPES = ("dimensions", "bound_box", "vertices", "data.", "modifiers")


@contextmanager
def stilled() -> Iterator[None]:
    """Disables, meanwhile, the modifiers of objects whose shape moves nothing; none if a driver may read a shape."""
    needed = needed_shapes()
    off = [] if drivers_read_shapes() else [
        modifier for ob in bpy.data.objects if ob.as_pointer() not in needed
        for modifier in ob.modifiers if modifier.show_viewport]
    for modifier in off:
        modifier.show_viewport = False
    try:
        yield
    finally:
        for modifier in off:
            modifier.show_viewport = True


def needed_shapes() -> set[int]:
    """The objects, by pointer, whose shape may move another object or bone."""
    todo = list(_wanted())
    found: set[int] = set()
    while todo:
        ob = todo.pop()
        if ob is not None and ob.type in SHAPES and ob.as_pointer() not in found:
            found.add(ob.as_pointer())
            todo += _parts(ob)
    return found


def drivers_read_shapes() -> bool:
    paths = (target.data_path for block in blocks.all_blocks() for curve in blocks.drivers(block.id)
             for variable in curve.driver.variables for target in variable.targets)
    return any(part in path for path in paths for part in OF_SHAPES)


def _wanted() -> Iterator[Any]:
    for ob in bpy.data.objects:
        if ob.parent_type in ("VERTEX", "VERTEX_3") or (ob.parent is not None and ob.parent.type in ("CURVE", "SURFACE")):
            yield ob.parent
        yield from _targets(ob.constraints)
        for bone in ob.pose.bones if ob.pose is not None else ():
            yield from _targets(bone.constraints)


def _targets(constraints: Iterable[Any]) -> Iterator[Any]:
    for constraint in constraints:
        yield from _objects_of(constraint)
        yield from (part.target for part in getattr(constraint, "targets", ()))


def _objects_of(owner: Any) -> list[Any]:
    """All objects that its settings name."""
    return _named(owner, "Object")


def _named(owner: Any, kind: str) -> list[Any]:
    named = [getattr(owner, declared.identifier) for declared in owner.bl_rna.properties
             if declared.type == "POINTER" and declared.fixed_type.identifier == kind]
    return [block for block in named if block is not None]


def _parts(ob: Any) -> list[Any]:
    """What the shape of an object is made of; of nodes and collections that may be anything."""
    if any(modifier.type == "NODES" or _named(modifier, "Collection") for modifier in ob.modifiers):
        return list(bpy.data.objects)
    return [part for owner in (*ob.modifiers, ob.data) if owner is not None for part in _objects_of(owner)]
