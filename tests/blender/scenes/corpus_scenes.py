# SPDX-License-Identifier: MIT
"""Builds the files of test_corpus.py: `blender -b --python corpus_scenes.py -- FOLDER`."""
from __future__ import annotations

import sys
from pathlib import Path

import bpy


def save(folder: Path, name: str) -> None:
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / f"{name}.blend"), compress=True)


def main(folder: Path) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.mesh.primitive_cube_add()
    cube = bpy.context.object
    for frame, x in ((1, 0.0), (9, 2.0)):
        cube.location.x = x
        cube.keyframe_insert("location", frame=frame)
    for name in ("good", "raises", "dies", "hangs"):
        save(folder, name)
    modifier = cube.modifiers.new("Thick", "SOLIDIFY")
    for frame, thickness in ((1, 0.1), (9, 0.9)):
        modifier.thickness = thickness
        cube.keyframe_insert('modifiers["Thick"].thickness', frame=frame)
    save(folder, "differs")


main(Path(sys.argv[-1]))
