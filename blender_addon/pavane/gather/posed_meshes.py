# SPDX-License-Identifier: GPL-3.0-or-later
"""A mesh of Blender under points of our choice: its normals there, and what its modifiers make of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy
import numpy as np

from . import modifiers


def evaluated(ob: Any) -> tuple[Any, Any]:
    """The evaluated object and its mesh with all layers (None: it has none); free it with `to_mesh_clear`."""
    graph = bpy.context.evaluated_depsgraph_get()
    result = ob.evaluated_get(graph)
    try:
        return result, result.to_mesh(preserve_all_data_layers=True, depsgraph=graph)
    except RuntimeError:  # the type has no mesh
        return result, None


@contextmanager
def without_armatures(ob: Any) -> Iterator[None]:
    """Nothing bends the object meanwhile."""
    bending = [modifier for modifier in modifiers.enabled(ob) if modifier.type == "ARMATURE"]
    parent_type = ob.parent_type
    for modifier in bending:
        modifier.show_viewport = False
    if modifiers.has_armature_parent(ob):
        set_parent_type(ob, "OBJECT")
    try:
        yield
    finally:
        for modifier in bending:
            modifier.show_viewport = True
        if ob.parent_type != parent_type:
            set_parent_type(ob, parent_type)


def set_parent_type(ob: Any, kind: str) -> None:
    """Without moving the object: Blender then forgets its parent inverse."""
    inverse = ob.matrix_parent_inverse.copy()
    ob.parent_type = kind
    ob.matrix_parent_inverse = inverse


class BareMesh:
    """A copy of an object's mesh, without its modifiers."""

    def __init__(self, ob: Any) -> None:
        self._mesh = ob.data.copy()

    def __enter__(self) -> BareMesh:
        return self

    def __exit__(self, *_: Any) -> None:
        bpy.data.meshes.remove(self._mesh)

    def at(self, points: np.ndarray) -> Any:
        """The mesh with these points; good until the next call."""
        self._mesh.vertices.foreach_set("co", np.ascontiguousarray(points, np.float32).reshape(-1))
        self._mesh.update()
        return self._mesh


class ModifiedMesh:
    """What all modifiers but armatures make of a copy of an object's mesh."""

    def __init__(self, ob: Any) -> None:
        self._object = ob.copy()
        self._mesh = ob.data.copy()
        self._object.data = self._mesh
        self._keys = self._mesh.shape_keys.name if self._mesh.shape_keys is not None else ""
        if self._keys:
            self._object.shape_key_clear()
        for modifier in [m for m in self._object.modifiers if m.type == "ARMATURE"]:
            self._object.modifiers.remove(modifier)
        if modifiers.has_armature_parent(self._object):
            set_parent_type(self._object, "OBJECT")
        bpy.context.scene.collection.objects.link(self._object)

    def __enter__(self) -> ModifiedMesh:
        return self

    def __exit__(self, *_: Any) -> None:
        bpy.data.objects.remove(self._object)
        bpy.data.meshes.remove(self._mesh)
        # Some Blenders free the cleared keys, some keep them with a user that is not there.
        kept = bpy.data.shape_keys.get((self._keys, None))
        if kept is not None:
            bpy.data.batch_remove([kept])

    def at(self, points: np.ndarray) -> Any:
        """The mesh behind the modifiers, when these are the points before them; good until the next call."""
        self._mesh.vertices.foreach_set("co", np.ascontiguousarray(points, np.float32).reshape(-1))
        self._mesh.update()
        self._object.update_tag(refresh={"DATA"})
        return evaluated(self._object)[1]

    def use(self, names: list[str]) -> None:
        """Of all modifiers only these, in their order, from now on."""
        for modifier in self._object.modifiers:
            modifier.show_viewport = modifier.name in names

    def modifier_names(self) -> list[str]:
        return [modifier.name for modifier in modifiers.enabled(self._object)]

    def group_names(self) -> list[str]:
        return [group.name for group in self._object.vertex_groups]
