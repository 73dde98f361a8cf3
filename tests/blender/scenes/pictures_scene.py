# SPDX-License-Identifier: MIT
"""Small scenes whose picture says whether a camera, a visibility or a pose is misunderstood.

    blender -b --factory-startup --python pictures_scene.py -- FOLDER

FOLDER/perspective.blend: sensor fitted by itself, shifted, a picture that is wide; FOLDER/orthographic.blend: sensor
fitted to the height, shifted, wide too. Each with a wedge that a bone and a shape key deform, a ball, an object that
only the viewport shows, and one that only the render shows.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import bpy
from mathutils import Vector

CAMERAS: dict[str, dict[str, Any]] = {
    "perspective": {"lens": 30, "shift_x": 0.12, "shift_y": -0.08},
    "orthographic": {"type": "ORTHO", "ortho_scale": 7, "sensor_fit": "VERTICAL", "shift_x": -0.1, "shift_y": 0.07},
}
SIZES = {"perspective": (320, 180), "orthographic": (320, 200)}


def link(name: str, data: Any) -> Any:
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def cube(name: str, place: tuple[float, ...], size: float = 0.7) -> Any:
    mesh = bpy.data.meshes.new(name)
    points = [(x, y, z) for x in (-size, size) for y in (-size, size) for z in (-size, size)]
    mesh.from_pydata(points, [], [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
    ob = link(name, mesh)
    ob.location = place
    return ob


def wedge() -> Any:
    """Its upper half follows a bone, and a shape key draws an edge out."""
    data = bpy.data.armatures.new("Rig")
    rig = link("Rig", data)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    bone = data.edit_bones.new("Bend")
    bone.head, bone.tail = (0, 0, 0), (0, 0, 1)
    bpy.ops.object.mode_set(mode="OBJECT")
    ob = cube("Wedge", (-1.2, 0, 0.3), 0.9)
    ob.shape_key_add(name="Basis")
    edge = ob.shape_key_add(name="Edge")
    for index in (5, 7):  # faces stay flat: a bent one has another normal in each of its triangles
        edge.data[index].co += Vector((1.3, 0, 0.5))
    edge.value = 0
    ob.vertex_groups.new(name="Bend").add([1, 3, 5, 7], 1, "REPLACE")
    ob.modifiers.new("Armature", "ARMATURE").object = rig
    turned = rig.pose.bones["Bend"]
    turned.rotation_mode = "XYZ"
    for frame, angle in ((1, 0), (21, 0.9)):
        turned.rotation_euler[2] = angle  # around the y axis of the scene
        turned.keyframe_insert("rotation_euler", frame=frame)
    return rig


def drive_key(rig: Any) -> None:
    """By the bone, so that one action moves both in every Blender."""
    curve = bpy.data.objects["Wedge"].data.shape_keys.key_blocks["Edge"].driver_add("value").driver
    curve.type = "SUM"
    variable = curve.variables.new()
    variable.type, target = "TRANSFORMS", variable.targets[0]
    target.id, target.bone_target, target.transform_type, target.transform_space = rig, "Bend", "ROT_Z", "LOCAL_SPACE"


def build(name: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    drive_key(wedge())
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.8, location=(1.1, 0.4, 0.9), segments=24, ring_count=12)
    bpy.context.object.name = "Ball"
    cube("Only in the viewport", (0, -2, 1)).hide_render = True
    cube("Only rendered", (1.6, 0.3, -0.9), 0.5).hide_viewport = True
    camera = link("Camera", bpy.data.cameras.new("Camera"))
    camera.location, camera.rotation_euler = (1.5, -7, 2.2), (1.3, 0.05, 0.2)
    for setting, value in CAMERAS[name].items():
        setattr(camera.data, setting, value)
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y = SIZES[name]
    sun = link("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 3, (0.7, 0.2, 0.3)


def main(folder: Path) -> None:
    for name in CAMERAS:
        build(name)
        bpy.ops.wm.save_as_mainfile(filepath=str(folder / f"{name}.blend"))


if __name__ == "__main__":
    main(Path(sys.argv[sys.argv.index("--") + 1]))
