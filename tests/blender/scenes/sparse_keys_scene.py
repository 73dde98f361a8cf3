# SPDX-License-Identifier: MIT
"""A grid of 10,000 points with sixteen shape keys that each touch 5 % of it, and as many that touch nothing:

    blender -b --factory-startup --python sparse_keys_scene.py -- OUT.blend KEYS UNTOUCHED
"""
from __future__ import annotations

import sys
from pathlib import Path

import bpy
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

import mesh_builders as build  # noqa: E402

SIDE = 100
TOUCHED = SIDE * SIDE // 20


def main(out: str, keys: int, untouched: int) -> None:
    build.clear()
    rng = np.random.default_rng(7)
    y, x = np.divmod(np.arange(SIDE * SIDE), SIDE)
    points = np.stack((x / (SIDE - 1) * 2 - 1, y / (SIDE - 1) * 2 - 1, 0.1 * np.sin(x / 9) * np.cos(y / 7)), 1)
    row, column = np.divmod(np.arange((SIDE - 1) ** 2), SIDE - 1)
    first = row * SIDE + column
    ob = build.mesh_object("Grid", points.tolist(),
                           np.stack((first, first + 1, first + SIDE + 1, first + SIDE), 1).tolist())
    for polygon in ob.data.polygons:
        polygon.use_smooth = True
    ob.shape_key_add(name="Basis")
    for index in range(keys):
        at = rng.uniform(15, 85, 2)
        near = np.argsort((x - at[0]) ** 2 + (y - at[1]) ** 2, kind="stable")[:TOUCHED]
        moved = points.copy()
        moved[near] += rng.normal(0, 0.05, (TOUCHED, 3))  # each by itself: no neighbour says anything about it
        ob.shape_key_add(name=f"Key {index}", from_mix=False).data.foreach_set("co", moved.astype(np.float32).ravel())
    for index in range(untouched):
        ob.shape_key_add(name=f"Nothing {index}", from_mix=False)
    for block in ob.data.shape_keys.key_blocks:
        block.value = 0
    bpy.ops.wm.save_as_mainfile(filepath=out)


main(sys.argv[-3], int(sys.argv[-2]), int(sys.argv[-1]))
