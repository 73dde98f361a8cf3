# SPDX-License-Identifier: MIT
"""Simulations: they go on from the frame before, so each clip runs them from their first frame.

Blender simulates afresh when it comes back to that frame with another action: no cache needs emptying here.
"""

from __future__ import annotations

from typing import Any, Iterator

SIMULATING_MODIFIERS = {"CLOTH", "SOFT_BODY", "FLUID", "DYNAMIC_PAINT", "EXPLODE", "PARTICLE_INSTANCE"}


class Simulation:
    """The simulations of a scene that may move or deform something recorded."""

    def __init__(self, scene: Any, objects: list[Any]) -> None:
        self.scene = scene
        self.objects = [ob for ob in objects if any(simulates(modifier) for modifier in ob.modifiers)]
        world = scene.rigidbody_world
        runs = world and world.enabled and world.collection and world.collection.objects
        self.world = world if runs else None

    def __bool__(self) -> bool:
        return bool(self.objects or self.world)

    def caches(self) -> Iterator[Any]:
        if self.world:
            yield self.world.point_cache
        for ob in self.objects:
            for modifier in ob.modifiers:
                cache = getattr(modifier, "point_cache", None)
                if cache is not None:
                    yield cache
            yield from (system.point_cache for system in ob.particle_systems)

    def first_frame(self) -> int:
        return min([self.scene.frame_start, *(cache.frame_start for cache in self.caches())])


def simulates(modifier: Any) -> bool:
    if modifier.type == "NODES":
        return has_simulation_zone(modifier.node_group, set())
    return modifier.type in SIMULATING_MODIFIERS


def has_simulation_zone(tree: Any, seen: set[str]) -> bool:
    if tree is None or tree.name_full in seen:
        return False
    seen.add(tree.name_full)
    return any(node.bl_idname == "GeometryNodeSimulationOutput"
               or has_simulation_zone(getattr(node, "node_tree", None), seen) for node in tree.nodes)
