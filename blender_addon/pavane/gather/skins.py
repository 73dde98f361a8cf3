# SPDX-License-Identifier: GPL-3.0-or-later
"""Which armature deforms an object, by which bones, and where in ways that a skin does not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..pavane_format import model
from . import modifiers


def armature_of(ob: Any) -> Any | None:
    """The armature object whose bones move the points of `ob`: its first modifier's, else its parent."""
    for modifier in modifiers.armatures(ob):
        if modifier.use_vertex_groups or modifier.use_bone_envelopes:
            return modifier.object
    return ob.parent if modifiers.has_armature_parent(ob) else None


def uses_groups(ob: Any, armature: Any) -> bool:
    own = [modifier for modifier in modifiers.armatures(ob) if modifier.object == armature]
    return own[0].use_vertex_groups if own else True


def deform_bones(armature: Any | None) -> set[str]:
    return {bone.name for bone in armature.data.bones if bone.use_deform} if armature is not None else set()


def skin(ob: Any, mesh: model.Mesh, node_of_bone: Callable[[Any, str], int | None],
         node_of_armature: Callable[[Any], int | None]) -> model.Skin | None:
    """The skin of `ob` for its mesh; None if no armature moves it, or its armature has no node."""
    armature = armature_of(ob)
    node = node_of_armature(armature) if armature is not None else None
    if node is None:
        return None
    joints = []
    for group, name in enumerate(mesh.groups):
        bone = armature.data.bones.get(name)
        bone_node = node_of_bone(armature, name) if bone is not None and bone.use_deform else None
        if bone_node is not None:
            joints.append(model.Joint(group, bone_node, inverse_bind(bone)))
    return model.Skin(node, joints) if joints else None


def inverse_bind(bone: Any) -> np.ndarray:
    inverse = np.linalg.inv(np.array(bone.matrix_local, np.float64))
    return inverse.T.astype(np.float32).reshape(16)


# ---- Causes ----


def predict(ob: Any, mesh: model.Mesh, report: Any) -> None:
    """Tells the report where Blender's armature does more than the skin of the file."""
    found = modifiers.armatures(ob)
    if len(found) + modifiers.has_armature_parent(ob) > 1:
        report.cause(ob.name, "several armature modifiers")
    for modifier in found:
        predict_modifier(ob, modifier, report)
    for armature in {modifier.object for modifier in found} | {armature_of(ob)} - {None}:
        predict_bones(ob, armature, mesh, report)


def predict_modifier(ob: Any, modifier: Any, report: Any) -> None:
    if modifier.use_deform_preserve_volume:
        report.cause(ob.name, "armature preserves volume")
    if modifier.vertex_group and modifier.vertex_group in ob.vertex_groups:
        report.cause(ob.name, "armature modifier has a vertex group")
    if modifier.use_multi_modifier:
        report.cause(ob.name, "armature modifier is a multi modifier")


def predict_bones(ob: Any, armature: Any, mesh: model.Mesh, report: Any) -> None:
    deforming = [bone for bone in armature.data.bones if bone.use_deform and bone.name in mesh.groups]
    if any(bone.bbone_segments > 1 for bone in deforming):
        report.cause(ob.name, "bendy bones")
