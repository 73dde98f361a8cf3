# SPDX-License-Identifier: MIT
"""The nodes and meshes of the evaluated scene, read frame by frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator

import bpy
import numpy as np
from oracle_blocks import GEOMETRY_TYPES, library_name, object_key

NO_ID = 2147483647


@dataclass
class Node:
    kind: str
    object: Any
    bone: str = ""
    instancer: str = ""
    ordinal: int = 0

    def describe(self) -> dict[str, Any]:
        return {"kind": self.kind, "name": self.object.name, "bone": self.bone,
                "library": library_name(self.object), "instancer": self.instancer, "ordinal": self.ordinal}


@dataclass
class Instance:
    """One collection instance of one object, as the evaluated scene has it at a frame."""
    object: Any
    instancer: str
    order: tuple[int, ...]
    matrix: np.ndarray
    bones: np.ndarray | None


class SceneReader:
    """Reads matrices and points of one view layer; the list of nodes is that of the rest state."""

    def __init__(self, objects: list[Any], view_layer: Any) -> None:
        own = {ob.as_pointer() for ob in view_layer.objects}
        self.own = [ob for ob in objects if ob.as_pointer() in own]
        self.depths = {ob.as_pointer(): instance_depths(ob) for ob in self.own}
        self.errors: list[str] = []
        self.nodes: list[Node] = []
        self.rows: dict[tuple[Any, ...], int] = {}
        for ob in self.own:
            self.add(Node("object", ob))
        for ob in self.own:
            self.add_bones("bone", ob)
        self.counts = {"objects_in_blender": 0, "other_instances": 0}
        instances = self.read_instances(count=True)
        for ordinal, instance in with_ordinals(instances):
            self.add(Node("instance", instance.object, "", instance.instancer, ordinal))
        for ordinal, instance in with_ordinals(instances):
            self.add_bones("instance_bone", instance.object, instance.instancer, ordinal)
        shown = [ob for ob in self.own] + [instance.object for instance in instances]
        unique = {ob.as_pointer(): ob for ob in shown if ob.type in GEOMETRY_TYPES}
        self.meshes = list(unique.values())

    # ---- Nodes ----

    def add(self, node: Node) -> None:
        self.rows[node_key(node.kind, node.object, node.bone, node.instancer, node.ordinal)] = len(self.nodes)
        self.nodes.append(node)

    def add_bones(self, kind: str, ob: Any, instancer: str = "", ordinal: int = 0) -> None:
        if ob.pose is not None:
            for bone in ob.pose.bones:
                self.add(Node(kind, ob, bone.name, instancer, ordinal))

    def row(self, kind: str, ob: Any, bone: str = "", instancer: str = "", ordinal: int = 0) -> int | None:
        return self.rows.get(node_key(kind, ob, bone, instancer, ordinal))

    def mesh_node(self, ob: Any) -> int:
        """The node of a mesh: its object, or the first instance of one that is there only as instance."""
        return next(row for row, node in enumerate(self.nodes)
                    if node.object == ob and node.kind in {"object", "instance"})

    # ---- One frame ----

    def matrices(self) -> tuple[np.ndarray, int]:
        """World matrices of all nodes (NaN: missing), and how many instances are not among the nodes."""
        graph = bpy.context.evaluated_depsgraph_get()
        result = np.full((len(self.nodes), 4, 4), np.nan)
        for ob in self.own:
            evaluated = ob.evaluated_get(graph)
            if not evaluated.is_evaluated:
                self.report(f"{ob.name}: not evaluated")
                continue
            world = np.array(evaluated.matrix_world, np.float64)
            result[self.row("object", ob)] = world
            self.put_bones(result, self.first_bone("bone", ob), world, bone_matrices(evaluated))
        extra = 0
        for ordinal, instance in with_ordinals(self.read_instances()):
            row = self.row("instance", instance.object, "", instance.instancer, ordinal)
            if row is None:
                extra += 1
                continue
            result[row] = instance.matrix
            first = self.first_bone("instance_bone", instance.object, instance.instancer, ordinal)
            self.put_bones(result, first, instance.matrix, instance.bones)
        return result, extra

    def first_bone(self, kind: str, ob: Any, instancer: str = "", ordinal: int = 0) -> int | None:
        bones = ob.pose.bones if ob.pose is not None else ()
        return self.row(kind, ob, bones[0].name, instancer, ordinal) if len(bones) else None

    def put_bones(self, result: np.ndarray, first: int | None, world: np.ndarray,
                  bones: np.ndarray | None) -> None:
        if first is not None and bones is not None:
            result[first:first + len(bones)] = world @ bones

    def read_instances(self, count: bool = False) -> list[Instance]:
        """All collection instances; instances of any other kind are only counted."""
        found, total, others = [], 0, 0
        for item in bpy.context.evaluated_depsgraph_get().object_instances:
            total += 1
            if not item.is_instance:
                continue
            ob, parent = item.object.original, item.parent.original
            order = tuple(number for number in reversed(item.persistent_id) if number != NO_ID)
            if (ob.as_pointer(), len(order)) not in self.depths.get(parent.as_pointer(), ()):
                others += 1
                continue
            matrix = np.array(item.matrix_world, np.float64)
            found.append(Instance(ob, parent.name, order, matrix, bone_matrices(item.object)))
        if count:
            self.counts = {"objects_in_blender": total, "other_instances": others}
        return found

    def points(self, ob: Any) -> np.ndarray | None:
        """Evaluated points in object space; None where the object has no geometry."""
        evaluated = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
        try:
            mesh = evaluated.to_mesh()
        except RuntimeError:
            return None
        if mesh is None:  # a curve without splines
            return None
        result = np.empty(len(mesh.vertices) * 3, np.float32)
        position = mesh.attributes.get("position")
        if position is not None:
            position.data.foreach_get("vector", result)
        else:
            mesh.vertices.foreach_get("co", result)
        evaluated.to_mesh_clear()
        return result.reshape(-1, 3)

    def report(self, message: str) -> None:
        if message not in self.errors:
            self.errors.append(message)


def node_key(kind: str, ob: Any, bone: str, instancer: str, ordinal: int) -> tuple[Any, ...]:
    return kind, ob.as_pointer(), bone, instancer, ordinal


def bone_matrices(evaluated: Any) -> np.ndarray | None:
    """Pose matrices in armature space. RNA gives a matrix column by column."""
    if evaluated.pose is None:
        return None
    values = np.empty(len(evaluated.pose.bones) * 16, np.float32)
    evaluated.pose.bones.foreach_get("matrix", values)
    return values.reshape(-1, 4, 4).transpose(0, 2, 1).astype(np.float64)


def with_ordinals(instances: list[Instance]) -> Iterator[tuple[int, Instance]]:
    """Instances in order of instancer and name, numbered among equal ones by their persistent ids."""
    previous, ordinal = None, 0
    for instance in sorted(instances, key=lambda i: (i.instancer.encode(), object_key(i.object), i.order)):
        key = (instance.instancer, instance.object.as_pointer())
        ordinal = ordinal + 1 if key == previous else 0
        previous = key
        yield ordinal, instance


def instance_depths(ob: Any) -> set[tuple[int, int]]:
    """What an object shows by collection instances alone: (address, number of instancers around it)."""
    found: set[tuple[int, int]] = set()
    todo = [(ob, 1)]
    while todo:
        parent, depth = todo.pop()
        if parent.instance_type != "COLLECTION" or parent.instance_collection is None:
            continue
        for child in parent.instance_collection.all_objects:
            if (child.as_pointer(), depth) not in found:
                found.add((child.as_pointer(), depth))
                todo.append((child, depth + 1))
    return found
