# SPDX-License-Identifier: GPL-3.0-or-later
"""Which armatures deform an object, by which bones, and where in ways that a skin does not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..pavane_format import model
from . import envelopes, modifiers
from .compat import DUAL_QUATERNION, MULTI_MODIFIER_INVERTS
from .mesh_arrays import SMALLEST_WEIGHT_SUM

NAMED_VERTICES = 20  # of those without weights, in the report


@dataclass(frozen=True)
class Stage:
    """An armature that deforms an object: by a modifier, or as its parent (None)."""

    armature: Any
    modifier: Any | None = None

    @property
    def uses_groups(self) -> bool:
        return self.modifier is None or self.modifier.use_vertex_groups

    @property
    def is_multi(self) -> bool:
        return self.modifier is not None and self.modifier.use_multi_modifier

    @property
    def mask(self) -> str:
        return self.modifier.vertex_group if self.modifier is not None else ""

    @property
    def blending(self) -> str:
        volume = self.modifier is not None and self.modifier.use_deform_preserve_volume
        return DUAL_QUATERNION if volume else "linear"


def stages(ob: Any) -> list[Stage]:
    """The armatures whose bones move the points of `ob`, in Blender's order: a parent comes first."""
    parent = [Stage(ob.parent)] if modifiers.has_armature_parent(ob) else []
    bending = (m for m in modifiers.armatures(ob) if m.use_vertex_groups or m.use_bone_envelopes)
    return parent + [Stage(modifier.object, modifier) for modifier in bending]


def deform_bones(armature: Any) -> set[str]:
    return {bone.name for bone in armature.data.bones if bone.use_deform}


def group_names(ob: Any) -> set[str]:
    """The vertex groups that matter: of bones, and masks."""
    found = stages(ob)
    return {stage.mask for stage in found} | {name for stage in found for name in deform_bones(stage.armature)}


def skins(ob: Any, mesh: model.Mesh, node_of_bone: Callable[[Any, str], int | None],
          node_of_armature: Callable[[Any], int | None]) -> list[model.Skin]:
    """The skins of `ob` for its mesh, one after the other; none for an armature without a node."""
    result: list[model.Skin] = []
    for stage in stages(ob):
        node = node_of_armature(stage.armature)
        skin = model.Skin(node, joints(stage, mesh, node_of_bone), stage.blending) if node is not None else None
        if skin is None or not skin.joints or not fill_mask(ob, stage, mesh, skin, follows=bool(result)):
            continue
        skin.from_first = stage.is_multi and bool(result)
        result.append(skin)
    return result


def joints(stage: Stage, mesh: model.Mesh, node_of_bone: Callable[[Any, str], int | None]) -> list[model.Joint]:
    found = []
    for group, name in enumerate(mesh.groups):
        bone = stage.armature.data.bones.get(name)
        node = node_of_bone(stage.armature, name) if bone is not None and bone.use_deform else None
        if node is not None:
            found.append(model.Joint(group, node, inverse_bind(bone)))
    return found


def fill_mask(ob: Any, stage: Stage, mesh: model.Mesh, skin: model.Skin, follows: bool) -> bool:
    """Gives the skin its mask; False when it counts nowhere."""
    inverts = stage.is_multi and follows and MULTI_MODIFIER_INVERTS
    if not stage.mask or stage.mask not in ob.vertex_groups:
        return not inverts
    skin.invert_mask = stage.modifier.invert_vertex_group != inverts
    if stage.mask in mesh.groups:
        skin.mask = mesh.groups.index(stage.mask)
        return True
    counts, skin.invert_mask = skin.invert_mask, False  # no point is in the group
    return counts


def inverse_bind(bone: Any) -> np.ndarray:
    inverse = np.linalg.inv(np.array(bone.matrix_local, np.float64))
    return inverse.T.astype(np.float32).reshape(16)


# ---- Causes ----


def predict(ob: Any, mesh: model.Mesh, report: Any) -> None:
    """Tells the report where Blender's armatures do more than the skins of the file."""
    found = stages(ob)
    if len(found) > 1 and any(not s.uses_groups or envelopes.matter(ob, s.armature) for s in found):
        report.cause(ob.name, "bone envelopes and several armatures")
    for name in {stage.armature.name for stage in found}:
        predict_bones(ob, next(s.armature for s in found if s.armature.name == name), mesh, report)
    if found:
        tell_unweighted(ob, found, mesh, report)


def predict_bones(ob: Any, armature: Any, mesh: model.Mesh, report: Any) -> None:
    deforming = [bone for bone in armature.data.bones if bone.use_deform and bone.name in mesh.groups]
    if any(bone.bbone_segments > 1 for bone in deforming):
        report.cause(ob.name, "bendy bones")


def tell_unweighted(ob: Any, found: list[Stage], mesh: model.Mesh, report: Any) -> None:
    """Names the vertices that no bone moves."""
    if not len(mesh.influence_counts):
        return
    bones = {name for stage in found for name in deform_bones(stage.armature)}
    of_bone = np.array([name in bones for name in mesh.groups], bool)
    points = np.repeat(np.arange(len(mesh.points)), mesh.influence_counts)
    sums = np.bincount(points, mesh.influence_weights * of_bone[mesh.influence_groups], len(mesh.points))
    still = np.flatnonzero(sums <= SMALLEST_WEIGHT_SUM).tolist()
    if still:
        more = f" and {len(still) - NAMED_VERTICES} more" if len(still) > NAMED_VERTICES else ""
        numbers = ", ".join(map(str, still[:NAMED_VERTICES])) + more
        report.note(ob.name, f"vertices without a weight of a bone stay where they are: {numbers}")
