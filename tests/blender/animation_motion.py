# SPDX-License-Identifier: MIT
"""What drivers set and what moves against its parent while a clip plays: found by playing each clip in Blender.

moved() = [{clip, library, drivers: [[block type, its name, holder, library, path]], nodes: [[object, bone, library]]}]

It uses the oracle's list of clips and its rest state, and looks at a few frames of each clip.
"""
from __future__ import annotations

import argparse
from typing import Any

import bpy
import numpy as np
from oracle import Oracle, clip_frames, set_frame
from oracle_blocks import all_blocks, library_name

FRAMES = 5
CHANGE = 1e-4  # of a number over the larger of 1 and itself; what is less may be rounding


class Watcher:
    """Reads the driven numbers, and the matrix of each thing against that of its parent."""

    def __init__(self, objects: list[Any]) -> None:
        self.objects = objects
        self.drivers = []
        for block in all_blocks():
            data = getattr(block.id, "animation_data", None)
            for driver in data.drivers if data is not None else ():
                if not driver.mute:
                    self.drivers.append((block, driver.data_path, driver.array_index))

    def driver_key(self, number: int) -> list[str]:
        block, path, _ = self.drivers[number]
        holder = block.holder
        return [block.type, block.id.name, holder.name if holder else "", library_name(holder or block.id), path]

    def read(self) -> tuple[list[float], dict[tuple[str, str, str], np.ndarray]]:
        depsgraph = bpy.context.evaluated_depsgraph_get()
        return [self.number(depsgraph, *driver) for driver in self.drivers], self.places(depsgraph)

    @staticmethod
    def number(depsgraph: Any, block: Any, path: str, index: int) -> float:
        """Not a number where the path leads to nothing that is one."""
        try:
            if block.holder is not None:
                shown = block.holder.evaluated_get(depsgraph).node_tree
            else:
                shown = block.id.evaluated_get(depsgraph)
            value = shown.path_resolve(path)
            return float(value[index]) if hasattr(value, "__len__") else float(value)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return float("nan")

    def places(self, depsgraph: Any) -> dict[tuple[str, str, str], np.ndarray]:
        """Of objects that hang on nothing or on an object, and of bones that inherit all of their parent."""
        found = {}
        for ob in self.objects:
            shown = ob.evaluated_get(depsgraph)
            parent = ob.parent.evaluated_get(depsgraph).matrix_world if ob.parent is not None else None
            if parent is None or ob.parent_type == "OBJECT":
                found[ob.name, "", library_name(ob)] = against(shown.matrix_world, parent)
            for bone in shown.pose.bones if shown.pose is not None else ():
                data = bone.bone
                if bone.parent is None or (data.inherit_scale == "FULL" and data.use_inherit_rotation):
                    above = bone.parent.matrix if bone.parent is not None else None
                    found[ob.name, bone.name, library_name(ob)] = against(bone.matrix, above)
        return found


def against(matrix: Any, parent: Any) -> np.ndarray:
    """Not a number where the parent has no size."""
    own = np.array(matrix, np.float64)
    if parent is None:
        return own
    above = np.array(parent, np.float64)
    if not np.isfinite(above).all() or np.linalg.cond(above[:3, :3]) > 1e3:
        return np.full((4, 4), np.nan)
    return np.linalg.solve(above, own)


def differs(values: list[Any]) -> bool:
    """Whether what is seen changes, where it is a number."""
    seen = np.array(values, np.float64)
    seen = seen.reshape(len(seen), -1)
    seen = seen[np.isfinite(seen).all(axis=1)]
    return bool(len(seen) and (np.ptp(seen, axis=0) > CHANGE * np.maximum(1, np.abs(seen).max())).any())


def moved() -> list[dict[str, Any]]:
    stage = Oracle(argparse.Namespace(out="/dev/null", active=None, shuffle=None, frames=FRAMES, all=False, clips="actions"))
    stage.prepare()
    watcher, result = Watcher(stage.objects), []
    for clip in stage.list.clips:
        stage.rest.restore()
        clip.play()
        seen = []
        for frame in clip_frames(clip, FRAMES):
            set_frame(stage.scene, frame)
            seen.append(watcher.read())
        clip.stop()
        drivers = [watcher.driver_key(number) for number in range(len(watcher.drivers))
                   if differs([numbers[number] for numbers, _ in seen])]
        nodes = [list(key) for key in seen[0][1] if differs([places[key] for _, places in seen if key in places])]
        result.append({"clip": clip.action.name, "library": library_name(clip.action), "drivers": drivers,
                       "nodes": nodes})
    return result
