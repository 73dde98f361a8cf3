# SPDX-License-Identifier: GPL-3.0-or-later
"""Simulations, whose every frame comes from the one before."""
from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator

SIMULATED = {"CLOTH", "DYNAMIC_PAINT", "EXPLODE", "FLUID", "PARTICLE_INSTANCE", "SOFT_BODY"}


def first_frame(scene: Any, objects: list[Any]) -> int | None:
    """The frame at which the scene's simulations start; None if there are none."""
    world = scene.rigidbody_world
    has_world = bool(world and world.enabled and world.collection and world.collection.objects)
    simulated = [ob for ob in objects if any(_is_simulated(modifier) for modifier in ob.modifiers)]
    if not has_world and not simulated:
        return None
    caches = [world.point_cache] if has_world else []
    caches += (cache for ob in simulated for cache in _caches(ob))
    return min([scene.frame_start, *(cache.frame_start for cache in caches)])


@contextmanager
def stopped(scene: Any, objects: list[Any]) -> Iterator[None]:
    """Meanwhile everything is as if nothing were simulated."""
    world = scene.rigidbody_world
    runs = bool(world and world.enabled)
    off = [modifier for ob in objects for modifier in ob.modifiers if _is_simulated(modifier) and modifier.show_viewport]
    if runs:
        world.enabled = False
    for modifier in off:
        modifier.show_viewport = False
    try:
        yield
    finally:
        if runs:
            world.enabled = True
        for modifier in off:
            modifier.show_viewport = True


def _is_simulated(modifier: Any) -> bool:
    if modifier.type == "NODES":
        return _has_zone(modifier.node_group, set())
    return modifier.type in SIMULATED


def _has_zone(tree: Any, above: set[int]) -> bool:
    """Whether geometry nodes hold a simulation zone, in groups too."""
    if tree is None or tree.as_pointer() in above:
        return False
    above = above | {tree.as_pointer()}
    return any(node.bl_idname == "GeometryNodeSimulationOutput"
               or _has_zone(getattr(node, "node_tree", None), above) for node in tree.nodes)


def _caches(ob: Any) -> Iterator[Any]:
    for modifier in ob.modifiers:
        cache = getattr(modifier, "point_cache", None)
        if cache is not None:
            yield cache
    yield from (system.point_cache for system in ob.particle_systems)
