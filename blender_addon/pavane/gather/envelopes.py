# SPDX-License-Identifier: GPL-3.0-or-later
"""Bone envelopes as vertex weights.

Points that no vertex group of a bone claims follow the bones near them, if the armature says so; and a bone
may multiply the weights of its group by its envelope.  Both depend on where points and bones are at rest, so
that the result is a weight like any other, as long as neither shape keys nor the object move points among the
bones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import modifiers
from .mesh_arrays import Weights


def are_used(ob: Any, armature: Any) -> bool:
    """May points that no group claims follow the bones near them?  An armature that is a parent lets them."""
    own = [modifier for modifier in modifiers.armatures(ob) if modifier.object == armature]
    return own[0].use_bone_envelopes if own else modifiers.has_armature_parent(ob)


def multiplied(armature: Any) -> list[Any]:
    return [bone for bone in armature.data.bones if bone.use_deform and bone.use_envelope_multiply]


def matter(ob: Any, armature: Any | None) -> bool:
    return armature is not None and (are_used(ob, armature) or bool(multiplied(armature)))


def apply(ob: Any, armature: Any, points: np.ndarray, weights: Weights) -> tuple[Weights, bool]:
    """The weights with what envelopes make of them, and whether they made anything."""
    from_armature = np.array(armature.matrix_world, np.float64)
    to_armature = np.linalg.inv(from_armature) @ np.array(ob.matrix_world, np.float64)
    positions = points @ to_armature[:3, :3].T + to_armature[:3, 3]
    result = multiply(armature, positions, weights)
    changed = not np.array_equal(result.weights, weights.weights)
    if not are_used(ob, armature):
        return result, changed
    more = free_weights(armature, positions, result)
    return more, changed or len(more.points) > len(result.points)


def multiply(armature: Any, positions: np.ndarray, weights: Weights) -> Weights:
    values = weights.weights.copy()
    for bone in multiplied(armature):
        if bone.name in weights.names:
            chosen = weights.groups == weights.names.index(bone.name)
            values[chosen] *= envelope(bone, positions[weights.points[chosen]])
    return Weights(weights.point_count, weights.names, weights.points, weights.groups, values)


def free_weights(armature: Any, positions: np.ndarray, weights: Weights) -> Weights:
    """With the weights, by nearness, of the points that are in no group of a bone, be it with weight 0."""
    deforming = [bone for bone in armature.data.bones if bone.use_deform]
    claims = np.array([name in {bone.name for bone in deforming} for name in weights.names], bool)
    free = np.ones(weights.point_count, bool)
    if len(weights.groups):
        free[weights.points[claims[weights.groups]]] = False
    candidates = np.flatnonzero(free)
    names = list(weights.names)
    points, groups, values = [weights.points], [weights.groups], [weights.weights]
    for bone in deforming:
        near = envelope(bone, positions[candidates]) * bone.envelope_weight
        touched = near > 0
        if not touched.any():
            continue
        if bone.name not in names:
            names.append(bone.name)
        points.append(candidates[touched])
        groups.append(np.full(int(touched.sum()), names.index(bone.name), np.int64))
        values.append(near[touched].astype(np.float32))
    all_points, all_groups = np.concatenate(points), np.concatenate(groups)
    order, all_values = np.argsort(all_points, kind="stable"), np.concatenate(values)
    return Weights(weights.point_count, names, all_points[order], all_groups[order], all_values[order])


def envelope(bone: Any, positions: np.ndarray) -> np.ndarray:
    """1 inside the bone's capsule, from there falling to 0 at its envelope distance."""
    head, tail = np.array(bone.head_local, np.float64), np.array(bone.tail_local, np.float64)
    length = float(np.linalg.norm(tail - head))
    along = (positions - head) @ ((tail - head) / length) / length if length > 0 else np.zeros(len(positions))
    along = np.clip(along, 0.0, 1.0)
    distance = np.linalg.norm(positions - (head + along[:, None] * (tail - head)), axis=1)
    outside = distance - (bone.head_radius + along * (bone.tail_radius - bone.head_radius))
    if bone.envelope_distance <= 0:
        return (outside < 0).astype(np.float64)
    return np.clip(1.0 - (np.maximum(outside, 0.0) / bone.envelope_distance) ** 2, 0.0, 1.0)


def stay(ob: Any, armature: Any) -> bool:
    """Does the object stay where it is among the bones?"""
    still = ob.animation_data is None and not len(ob.constraints)
    return still and ob.parent == armature and ob.parent_type in {"OBJECT", "ARMATURE"}
