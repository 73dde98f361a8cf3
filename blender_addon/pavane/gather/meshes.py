# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes of the scene's objects.

A mesh with relative shape keys is its basis, behind its modifiers if they only move points; any other mesh is what its
modifiers make of it, armatures apart.  Objects whose mesh is the same share it.
"""

from __future__ import annotations

from typing import Any

from ..pavane_format import model
from . import modifiers, shape_keys, skins
from .mesh_arrays import fill_influences, make_mesh, read_corners, read_weights
from .posed_meshes import BareMesh, ModifiedMesh, evaluated, without_armatures

WITH_MESH = {"MESH", "CURVE", "SURFACE", "FONT", "META"}
OTHER_SURFACES = {"CURVES", "POINTCLOUD", "VOLUME", "GPENCIL", "GREASEPENCIL"}


class Meshes:
    """The meshes met so far; `report` learns what of them will differ from Blender."""

    def __init__(self, report: Any) -> None:
        self.meshes: list[model.Mesh] = []
        self._report = report
        self._animated = modifiers.animated_paths()
        self._shared: dict[int, int] = {}  # by address of the data-block
        self._bones: dict[int, set[str]] = {}  # of the armatures of all objects that share a mesh

    def add(self, ob: Any) -> int | None:
        """The index of the object's mesh; None if it has none, or one without points."""
        if ob.type in OTHER_SURFACES:
            self._report.left_out(f"shape of {ob.name}", f"objects of type {ob.type} have no mesh")
        if ob.type not in WITH_MESH:
            return None
        modifiers.predict(ob, self._animated, self._report)
        self._predict_keys(ob)
        index = self._add_shared(ob) if is_shared(ob) else self._append(self._make_own(ob))
        if index is not None and ob.type == "MESH":
            skins.predict(ob, self.meshes[index], self._report)
        return index

    def _append(self, mesh: model.Mesh | None) -> int | None:
        if mesh is None or not len(mesh.points):
            return None
        self.meshes.append(mesh)
        return len(self.meshes) - 1

    def _add_shared(self, ob: Any) -> int | None:
        key = ob.data.as_pointer()
        bones = skins.deform_bones(skins.armature_of(ob))
        index = self._shared.get(key)
        if index is None:
            index = self._append(self._make_plain(ob))
            if index is None:
                return None
            self._shared[key] = index
            self._bones[index] = set()
        if not bones <= self._bones[index]:
            self._bones[index] |= bones
            fill_influences(self.meshes[index], read_weights(ob.data, group_names(ob)), self._bones[index])
        return index

    # ---- One mesh ----

    def _make_plain(self, ob: Any) -> model.Mesh:
        """Without modifiers, and as yet without weights."""
        if not shape_keys.is_relative(ob.data):
            return make_mesh(ob.data, read_corners(ob.data), ob.data)
        with BareMesh(ob) as source:
            return shape_keys.make_morphed_mesh(ob.data, source, self._read_keys(ob))[0]

    def _make_own(self, ob: Any) -> model.Mesh | None:
        if ob.type == "MESH" and shape_keys.is_relative(ob.data):
            return self._make_modified_keys(ob)
        return self._make_evaluated(ob)

    def _make_modified_keys(self, ob: Any) -> model.Mesh:
        names = ", ".join(modifiers.title(modifier) for modifier in modifiers.own(ob))
        keys = self._read_keys(ob)
        bones = skins.deform_bones(skins.armature_of(ob))
        try:
            with ModifiedMesh(ob) as source:
                mesh, error = shape_keys.make_morphed_mesh(ob.data, source, keys)
                if bones:
                    behind = source.at(shape_keys.read_base(ob.data))
                    fill_influences(mesh, read_weights(behind, source.group_names()), bones)
            if error > shape_keys.LARGEST_LINEAR_ERROR:
                self._report.cause(ob.name, f"shape keys are not linear through modifiers: {names}")
            return mesh
        except shape_keys.TopologyChanges:
            self._report.cause(ob.name, f"modifiers not applied because of shape keys: {names}")
        mesh = self._make_plain(ob)
        if bones:
            fill_influences(mesh, read_weights(ob.data, group_names(ob)), bones)
        return mesh

    def _make_evaluated(self, ob: Any) -> model.Mesh | None:
        bones = skins.deform_bones(skins.armature_of(ob))
        with without_armatures(ob):
            shown, source = evaluated(ob)
            if source is None:
                return None
            mesh = make_mesh(ob.data, read_corners(source), source)
            if bones and ob.type == "MESH":
                fill_influences(mesh, read_weights(source, group_names(shown)), bones)
            shown.to_mesh_clear()
        return mesh

    def _read_keys(self, ob: Any) -> list[shape_keys.Key]:
        weights = read_weights(ob.data, group_names(ob)) if shape_keys.needs_weights(ob.data) else None
        return shape_keys.read_keys(ob.data, weights, self._report)

    # ---- Causes ----

    def _predict_keys(self, ob: Any) -> None:
        keys = getattr(ob.data, "shape_keys", None)
        if keys is None:
            return
        if ob.type != "MESH":
            self._report.cause(ob.name, "shape keys of curves are not exported yet")
        elif not keys.use_relative:
            self._report.cause(ob.name, "absolute shape keys are not exported yet")
        elif ob.show_only_shape_key:
            self._report.cause(ob.name, "one shape key is pinned")


def is_shared(ob: Any) -> bool:
    """Is its mesh that of its data, the same for every object that has it?"""
    if ob.type != "MESH" or modifiers.own(ob):
        return False
    return ob.data.shape_keys is None or shape_keys.is_relative(ob.data)


def group_names(ob: Any) -> list[str]:
    return [group.name for group in ob.vertex_groups]
