# SPDX-License-Identifier: MIT
"""What moves beside transforms: cameras, lights, visibility, custom properties and the sky, keyed and driven.

    blender -b --factory-startup --python moves_scene.py -- OUT.blend

"Everything" is one object's action, with a channel that cannot travel; where actions have slots, it is one
action of the object, its camera, a light, a material and the sky.
"""
from __future__ import annotations

import sys
from typing import Any

import bpy

KEYS = (1, 8, 20)


# ---- Building ----


def add(name: str, data: Any = None) -> Any:
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def camera(name: str, **properties: Any) -> Any:
    data = bpy.data.cameras.new(name)
    add(name, data)
    for key, value in properties.items():
        setattr(data, key, value)
    return data


def light(name: str, kind: str, **properties: Any) -> Any:
    data = bpy.data.lights.new(name, kind)
    add(name, data)
    for key, value in properties.items():
        setattr(data, key, value)
    return data


def key(owner: Any, name: str, *values: Any) -> None:
    """Keys at frames 1, 8 and 20; a custom property is named in brackets."""
    for frame, value in zip(KEYS, values):
        if name.startswith("["):
            owner[bpy.utils.unescape_identifier(name[2:-2])] = value
        else:
            setattr(owner, name, value)
        owner.keyframe_insert(name, frame=frame)


def drive(owner: Any, name: str, source: Any, factor: float = 1.0) -> None:
    """By the source's place along x, times a factor."""
    curve = owner.driver_add(name)
    curve.driver.type = "SUM"
    variable = curve.driver.variables.new()
    variable.type = "TRANSFORMS"
    variable.targets[0].id = source
    variable.targets[0].transform_type = "LOC_X"
    modifier = curve.modifiers[0] if len(curve.modifiers) else curve.modifiers.new("GENERATOR")
    modifier.poly_order = 1
    modifier.coefficients = (0.0, factor)


# ---- Things ----


def cameras() -> None:
    eye = camera("Eye")
    for name, values in {
            "lens": (35, 85, 50), "shift_x": (0, 0.3, -0.1), "shift_y": (0.1, 0, 0.2), "clip_start": (0.1, 0.5, 0.2),
            "clip_end": (100, 50, 200), "sensor_width": (36, 30, 32), "sensor_height": (24, 20, 28)}.items():
        key(eye, name, *values)
    key(eye.dof, "focus_distance", 2.0, 7.5, 4.0)
    key(eye.dof, "aperture_fstop", 2.8, 8.0, 1.4)
    key(eye.dof, "use_dof", False, True, False)
    key(eye, "passepartout_alpha", 0.1, 0.5, 0.9)  # it cannot travel
    key(camera("Flat", type="ORTHO"), "ortho_scale", 4.0, 12.0, 6.0)
    angle_without_effect(eye)
    following = camera("Following")
    following.dof.focus_object = bpy.data.objects["Mover"]


def angle_without_effect(data: Any) -> None:
    """Blender does not animate a camera's angle, but lets a script give it keys."""
    action = data.animation_data.action
    if hasattr(action, "fcurves"):
        curve = action.fcurves.new("angle")
    else:
        curve = action.fcurve_ensure_for_datablock(data, "angle")
    curve.keyframe_points.insert(1, 0.5)
    curve.keyframe_points.insert(20, 2.0)


def lights() -> None:
    lamp = light("Lamp", "POINT")
    key(lamp, "energy", 100, 1000, 250)
    key(lamp, "color", (1, 0, 0), (0, 1, 0.5), (0.2, 0.2, 1))
    key(lamp, "shadow_soft_size", 0.1, 1.0, 0.4)
    key(lamp, "specular_factor", 0.0, 1.0, 0.5)  # it cannot travel
    spot = light("Spot", "SPOT")
    key(spot, "spot_size", 0.4, 1.5, 0.8)
    key(spot, "spot_blend", 0.0, 1.0, 0.25)
    key(light("Sun", "SUN"), "angle", 0.01, 0.2, 0.1)
    area = light("Area", "AREA", shape="RECTANGLE")
    key(area, "size", 1.0, 3.0, 2.0)
    key(area, "size_y", 0.5, 0.1, 0.9)
    drive(light("Driven lamp", "POINT"), "energy", bpy.data.objects["Mover"], 40.0)
    warm = light("Warm", "POINT", color=(0.5, 0.75, 1.0))
    if hasattr(warm, "exposure"):
        warm.exposure, warm.use_temperature = 1.0, True
        key(warm, "temperature", 2000.0, 9000.0, 4500.0)
    key(warm, "energy", 10, 30, 20)
    if hasattr(warm, "exposure"):
        bright = light("Bright", "POINT", exposure=2.0)
        key(bright, "color", (1, 0.5, 0), (0, 1, 0.5), (0.2, 0.2, 1))
    shaded = light("Shaded", "POINT")
    shaded.use_nodes = True
    node = next(node for node in shaded.node_tree.nodes if node.type == "EMISSION")
    node.inputs["Color"].default_value = (0.5, 0.25, 1.0, 1.0)
    key(node.inputs["Strength"], "default_value", 1.0, 4.0, 2.0)
    shaded.energy = 50.0


def visibility() -> None:
    blinking = add("Blinking")
    key(blinking, "hide_viewport", False, True, False)
    key(blinking, "hide_render", True, False, True)
    key(blinking, "location", (0, 0, 0), (1, 2, 3), (4, 5, 6))
    drive(add("Driven away"), "hide_viewport", bpy.data.objects["Mover"], 0.2)
    shut = add("Shut in")
    collection = bpy.data.collections.new("Closed")
    bpy.context.scene.collection.children.link(collection)
    bpy.context.scene.collection.objects.unlink(shut)
    collection.objects.link(shut)
    collection.hide_render = True
    key(shut, "hide_render", True, False, True)


def custom_properties() -> None:
    holder = add("Holder", bpy.data.meshes.new("Held"))
    holder["note"] = "a text"
    key(holder, '["count"]', 1, 5, -3)
    key(holder, '["ratio"]', 0.25, 1.75, -0.5)
    key(holder, '["na.me \\"q\\""]', 1.5, 2.5, 0.5)
    holder["still"] = 42
    holder["many"] = [float(i) for i in range(17)]
    for frame, numbers in zip(KEYS, ((0.0, 1.0, 2.0), (3.0, -1.0, 0.5), (9.0, 0.0, 1.0))):
        holder["array"] = numbers
        holder.keyframe_insert('["array"]', frame=frame)
    for frame, flag in zip(KEYS, (False, True, False)):
        holder["flag"] = flag
        holder.keyframe_insert('["flag"]', frame=frame)
    holder["followed"] = 0.0
    drive(holder, '["followed"]', bpy.data.objects["Mover"])
    holder["steps"] = 0
    drive(holder, '["steps"]', bpy.data.objects["Mover"])
    for block in (holder.data, bpy.data.cameras["Flat"], bpy.data.lights["Sun"], bpy.context.scene):
        key(block, '["level"]', 0.0, 2.0, 1.0)
    key(bpy.context.scene.world, '["level"]', 0.0, 2.0, 1.0)


def bones() -> None:
    data = bpy.data.armatures.new("Bones")
    rig = add("Rig", data)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    bone = data.edit_bones.new("Hand.R")
    bone.tail = (0, 0, 1)
    bpy.ops.object.mode_set(mode="OBJECT")
    key(rig.pose.bones["Hand.R"], '["grip"]', 0.0, 1.0, 0.5)
    key(data.bones["Hand.R"], '["size"]', 1, 2, 3)
    key(data, '["level"]', 0.0, 2.0, 1.0)


def sky() -> None:
    world = bpy.context.scene.world or bpy.data.worlds.new("World")
    bpy.context.scene.world = world
    world.use_nodes = True
    node = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    node.inputs["Color"].default_value = (0.1, 0.2, 0.4, 1.0)
    key(node.inputs["Strength"], "default_value", 1.0, 3.0, 0.5)


def everything() -> None:
    """All kinds in as few actions as Blender allows, and among them what cannot travel."""
    data = bpy.data.cameras.new("Everything")
    ob = add("Everything", data)
    lamp, material, world = bpy.data.lights.new("Any", "SPOT"), bpy.data.materials.new("Any"), bpy.data.worlds["World"]
    add("Any light", lamp)
    mesh = bpy.data.meshes.new("Any")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    mesh.materials.append(material)
    add("Any mesh", mesh)
    action = bpy.data.actions.new("Everything")
    kinds = [(ob, (("location", (0, 0, 0), (1, 2, 3), (3, 1, 2)), ("hide_render", False, True, False),
                   ('["whole"]', 1, 7, 3), ('["part"]', 0.5, 1.5, 0.25),
                   ("show_name", False, True, False)))]
    if hasattr(action, "slots"):
        kinds += [(data, (("lens", 20, 80, 40), ("ortho_scale", 2, 6, 4), ("passepartout_alpha", 0, 1, 0.5))),
                  (lamp, (("energy", 10, 50, 20), ("color", (1, 0, 0), (0, 0, 1), (0, 1, 0)), ("spot_size", 0.2, 1, 0.6))),
                  (material, (("diffuse_color", (1, 0, 0, 1), (0, 1, 0, 0.5), (0, 0, 1, 1)), ("roughness", 0, 1, 0.5))),
                  (world, (('["any"]', 0.0, 1.0, 0.5),))]
    for block, given in kinds:
        animation = block.animation_data or block.animation_data_create()
        before = animation.action
        if before is None:
            animation.action = action
            if hasattr(action, "slots"):
                animation.action_slot = action.slots.new(block.id_type, block.name)
        for name, *values in given:
            key(block, name, *values)


def build() -> None:
    for ob in list(bpy.data.objects):
        bpy.data.objects.remove(ob)
    bpy.context.scene.render.engine = "CYCLES"
    mover = add("Mover")
    key(mover, "location", (0, 0, 0), (5, 0, 0), (10, 0, 0))
    sky()
    for make in (cameras, lights, visibility, custom_properties, bones, everything):
        make()


if __name__ == "__main__":
    build()
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
