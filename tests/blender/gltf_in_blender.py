# SPDX-License-Identifier: MIT
"""Runs in Blender: writes the open file with the exporter of glTF that comes with Blender, as it is set by default.

    blender -b FILE.blend --python gltf_in_blender.py -- OUT.glb
"""
from __future__ import annotations

import builtins
import sys

import addon_utils
import bpy
import numpy

# The exporter of Blender 3.4 asks numpy for names that later ones have no more.
for name in ("bool", "int", "float", "object"):
    if name not in numpy.__dict__:
        setattr(numpy, name, getattr(builtins, name))

addon_utils.enable("io_scene_gltf2")
bpy.ops.export_scene.gltf(filepath=sys.argv[sys.argv.index("--") + 1], export_format="GLB")
