# SPDX-License-Identifier: MIT
"""In Blender: imports an animation file of another format and writes the pose matrices of each action of its first
armature, once a frame, to NumPy files beside each other.

    blender -b --factory-startup --python bake_peer.py -- FILE FOLDER
"""
from __future__ import annotations

import builtins
import pathlib
import sys

import bpy
import numpy as np

FPS = 30  # of files that tell seconds: what the anchors were sampled at


def import_file(path: str) -> None:
    if path.endswith(".bvh"):
        import io_anim_bvh.import_bvh as importer

        importer.open = lambda file, mode="r", *more, **named: builtins.open(file, mode.replace("U", ""), *more, **named)
        bpy.ops.import_anim.bvh(filepath=path, update_scene_fps=True, update_scene_duration=True)
    else:
        np.bool = bool  # the importer of Blender 3.4 says numpy.bool, which newer ones lack
        bpy.context.scene.render.fps = FPS
        bpy.ops.import_scene.gltf(filepath=path)


def bake(rig: bpy.types.Object, action: bpy.types.Action) -> np.ndarray:
    """(frames, bones, 4, 4), in the world."""
    rig.animation_data.action = action
    scene = bpy.context.scene
    first, last = (round(frame) for frame in action.frame_range)
    rows = []
    for frame in range(first, last + 1):
        scene.frame_set(frame)
        world = rig.matrix_world.copy()
        rows.append([np.array(world @ bone.matrix) for bone in rig.pose.bones])
    return np.array(rows, np.float64)


def main() -> None:
    path, folder = sys.argv[sys.argv.index("--") + 1 :]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for name in ("io_anim_bvh", "io_scene_gltf2"):
        bpy.ops.preferences.addon_enable(module=name)
    import_file(path)
    rig = next(ob for ob in bpy.data.objects if ob.type == "ARMATURE")
    for track in rig.animation_data.nla_tracks:
        track.mute = True
    bones = list(rig.data.bones)
    names = [bone.name for bone in bones]
    parents = [names.index(bone.parent.name) if bone.parent else -1 for bone in bones]
    rest = np.array([np.array(rig.matrix_world @ bone.matrix_local) for bone in bones], np.float64)
    for action in bpy.data.actions:
        if any(curve.data_path.startswith("pose.bones[") for curve in action.fcurves):
            name = action.name.split("|")[-1].replace("_" + rig.name, "")
            np.savez(pathlib.Path(folder) / f"{name}.npz", parents=parents, rest=rest, poses=bake(rig, action))


main()
