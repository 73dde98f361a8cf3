# SPDX-License-Identifier: MIT
"""Objects with NLA tracks that are linked from the file of nla_scene.py, one of them overridden:
`blender -b --python nla_linked_scene.py -- NLA.blend OUT.blend`.
"""
from __future__ import annotations

import sys

import bpy


def build(library: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 40
    with bpy.data.libraries.load(library, link=True) as (_, linked):
        linked.objects = ["Three", "Blinker", "Shifted", "Blend ADD", "Solo", "Meta"]
    for ob in linked.objects:
        scene.collection.objects.link(ob)
    made = bpy.data.objects["Blend ADD"].override_create(remap_local_usages=True)
    assert len(made.animation_data.nla_tracks) == 2


if __name__ == "__main__":
    build(sys.argv[-2])
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
