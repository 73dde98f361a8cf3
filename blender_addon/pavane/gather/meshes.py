# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes of the scene's objects.

A mesh with shape keys is its basis, behind its modifiers if they only move points; any other mesh is
what its modifiers make of it, armatures apart.  Objects whose mesh is the same share it.
"""

from __future__ import annotations

from typing import Any

import bpy

from ..pavane_format import model
from . import curve_shapes, envelopes, modifiers, shape_keys, skins
from .mesh_arrays import Weights, fill_influences, make_mesh, read_corners, read_weights
from .mesh_compat import action_paths
from .posed_meshes import BareMesh, ModifiedMesh, evaluated, without_armatures
from .smoothing import Smoothing, parts, read_smoothing

WITH_MESH = {"MESH", "CURVE", "SURFACE", "FONT", "META"}
OTHER_SURFACES = {"CURVES", "POINTCLOUD", "VOLUME", "GPENCIL", "GREASEPENCIL"}


class Meshes:
    """The meshes met so far; `report` learns what of them will differ from Blender. `topology`: what stays of a mesh
    with shape keys and modifiers that change its topology with them, the `keys` or the `modifiers`."""

    def __init__(self, report: Any, topology: str = "keys") -> None:
        self._topology = topology
        self.meshes: list[model.Mesh] = []
        self._report = report
        paths = {path for action in bpy.data.actions for path in action_paths(action)}
        self._animated = modifiers.animated_paths(paths) | shape_keys.animated_paths(paths)
        self._shared: dict[int, int] = {}  # by address of the data-block
        self._groups: dict[int, set[str]] = {}  # that matter to any of the objects that share a mesh

    def add(self, ob: Any) -> int | None:
        """The index of the object's mesh; None if it has none, or one without points."""
        if ob.type in OTHER_SURFACES:
            self._report.left_out(f"shape of {ob.name}", f"objects of type {ob.type} have no mesh")
        if ob.type not in WITH_MESH:
            return None
        modifiers.predict(ob, self._animated, self._report)
        (shape_keys if ob.type == "MESH" else curve_shapes).predict(ob, self._report)
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
        names = skins.group_names(ob)
        index = self._shared.get(key)
        if index is None:
            index = self._append(self._make_plain(ob))
            if index is None:
                return None
            self._shared[key] = index
            self._groups[index] = set()
        if not names <= self._groups[index]:
            self._groups[index] |= names
            fill_influences(self.meshes[index], read_weights(ob.data, group_names(ob)), self._groups[index])
        return index

    # ---- One mesh ----

    def _make_plain(self, ob: Any) -> model.Mesh:
        """Without modifiers, and as yet without weights."""
        if ob.data.shape_keys is None:
            return self._make_of(ob, ob.data)
        with BareMesh(ob) as source:
            mesh = shape_keys.make_morphed_mesh(ob.data, source, self._read_keys(ob))[0]
            self._smoothing(ob, ob.data).fill(mesh)
            return mesh

    def _make_of(self, ob: Any, source: Any) -> model.Mesh:
        """Of a mesh without shape keys.  Where an armature bends it, what it parts must be apart at rest."""
        corners = read_corners(source)
        if not skins.stages(ob):
            return make_mesh(ob.data, corners, source)
        smoothing = self._smoothing(ob, source)
        corners.parts = parts(source, smoothing)
        mesh = make_mesh(ob.data, corners, source)
        smoothing.fill(mesh)
        return mesh

    def _smoothing(self, ob: Any, source: Any) -> Smoothing:
        smoothing = read_smoothing(source)
        if smoothing.kind == "none":
            self._report.note(ob.name, "it has free custom normals: exact normals are not known, blended ones are")
        return smoothing

    def _make_own(self, ob: Any) -> model.Mesh | None:
        if is_plain(ob):
            return self._make_alone(ob)
        if ob.type == "MESH" and ob.data.shape_keys is not None and not shape_keys.is_pinned(ob):
            return self._make_modified_keys(ob)
        return self._make_evaluated(ob)

    def _make_modified_keys(self, ob: Any) -> model.Mesh | None:
        keys = self._read_keys(ob)
        with ModifiedMesh(ob) as source:
            try:
                return self._make_morphed(ob, source, keys)
            except shape_keys.TopologyChanges:
                changing = shape_keys.use_steady(source, shape_keys.read_base(ob.data), keys)
            titles = [modifiers.title(ob.modifiers[name]) for name in changing]
            if self._topology == "keys":
                for title in titles:
                    self._report.cause(ob.name, f"modifier {title} is left out: it changes the topology with shape keys")
                return self._make_morphed(ob, source, keys)
        for title in titles:
            self._report.cause(ob.name, f"shape keys are left out: modifier {title} changes the topology with them")
        return self._make_evaluated(ob)

    def _make_morphed(self, ob: Any, source: ModifiedMesh, keys: list[shape_keys.Key]) -> model.Mesh:
        mesh, error = shape_keys.make_morphed_mesh(ob.data, source, keys)
        shown = source.at(shape_keys.read_base(ob.data))
        self._smoothing(ob, shown).fill(mesh)
        self._fill(ob, mesh, shown, source.group_names())
        if error > shape_keys.LARGEST_LINEAR_ERROR:
            names = ", ".join(modifiers.title(ob.modifiers[name]) for name in source.modifier_names())
            self._report.cause(ob.name, f"shape keys are not linear through modifiers: {names}")
        return mesh

    def _make_alone(self, ob: Any) -> model.Mesh:
        mesh = self._make_plain(ob)
        self._fill(ob, mesh, ob.data, group_names(ob))
        return mesh

    def _make_evaluated(self, ob: Any) -> model.Mesh | None:
        bent = ob.type == "MESH" and bool(skins.stages(ob))
        with without_armatures(ob):
            shown, source = evaluated(ob)
            if source is None:
                return None
            mesh = self._make_of(ob, source)
            weights = read_weights(source, group_names(shown)) if bent else None
            shown.to_mesh_clear()
        if weights is not None:
            self._fill_from(ob, mesh, weights)
        return mesh

    def _fill(self, ob: Any, mesh: model.Mesh, source: Any, names: list[str]) -> None:
        if skins.stages(ob):
            self._fill_from(ob, mesh, read_weights(source, names))

    def _fill_from(self, ob: Any, mesh: model.Mesh, weights: Weights) -> None:
        """Gives its influences to a mesh that no other object has; `weights` are those of all its groups."""
        stages = skins.stages(ob)
        if len(stages) == 1:
            weights = self._with_envelopes(ob, stages[0], mesh, weights)
        fill_influences(mesh, weights, skins.group_names(ob))

    def _with_envelopes(self, ob: Any, stage: skins.Stage, mesh: model.Mesh, weights: Weights) -> Weights:
        if not stage.uses_groups:
            weights = weights.only(stage.mask)
        weights, by_envelopes = envelopes.apply(ob, stage.armature, mesh.points, weights)
        if by_envelopes and (mesh.morphs or not envelopes.stay(ob, stage.armature)):
            self._report.cause(ob.name, "bone envelopes around points that move")
        return weights

    def _read_keys(self, ob: Any) -> list[shape_keys.Key]:
        weights = read_weights(ob.data, group_names(ob)) if shape_keys.needs_weights(ob.data) else None
        return shape_keys.read_keys(ob.data, weights, self._animated, self._report)


def is_plain(ob: Any) -> bool:
    """Is its mesh that of its data, armatures apart?"""
    return ob.type == "MESH" and not modifiers.own(ob) and not shape_keys.is_pinned(ob)


def is_shared(ob: Any) -> bool:
    """Is its mesh, with its weights, the same for every object that has its data?"""
    return is_plain(ob) and not any(envelopes.matter(ob, stage.armature) for stage in skins.stages(ob))


def group_names(ob: Any) -> list[str]:
    return [group.name for group in ob.vertex_groups]
