# SPDX-License-Identifier: MIT
"""Shape keys of every kind, moved by F-curves and drivers; test_shape_keys.py says what must come of them.

    blender -b --factory-startup --python shape_keys_scene.py -- OUT.blend

Each object has one action of its own name, on its keys, and one mesh of its own name unless it is said to share.
"""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import bpy
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

import mesh_builders as build  # noqa: E402

END = 24


# ---- Actions in all Blenders ----


def play(ob: Any) -> Any:
    keys = ob.data.shape_keys
    keys.animation_data_create().action = bpy.data.actions.new(ob.name)
    return keys


def curve(keys: Any, path: str, points: list[tuple[float, float]], kind: str = "BEZIER") -> Any:
    action = keys.animation_data.action
    if hasattr(action, "fcurves"):
        made = action.fcurves.new(path)
    else:
        made = action.fcurve_ensure_for_datablock(keys, path)
    for frame, value in points:
        made.keyframe_points.insert(frame, value).interpolation = kind
    return made


def value_of(name: str) -> str:
    return f'key_blocks["{name}"].value'


# ---- Meshes with keys ----


def bumpy(name: str, rng: np.random.Generator) -> Any:
    ob = build.random_mesh(rng)
    ob.name = ob.data.name = name
    return ob


def add_key(ob: Any, name: str, rng: np.random.Generator, size: float = 0.5) -> Any:
    block = ob.shape_key_add(name=name, from_mix=False)
    points = np.array([v.co for v in ob.data.vertices]) + rng.normal(0, size, (len(ob.data.vertices), 3))
    block.data.foreach_set("co", points.astype(np.float32).ravel())
    block.value = 0
    return block


def with_keys(name: str, seed: int, names: list[str]) -> Any:
    """Its first key, `Basis`, is elsewhere than the mesh's own points."""
    rng = np.random.default_rng(seed)
    ob = bumpy(name, rng)
    for key in ("Basis", *names):
        add_key(ob, key, rng)
    return ob


def move_all(ob: Any, seed: int, low: float = -1.0, high: float = 2.0) -> Any:
    """All keys but the first are keyed, each by its own curve."""
    rng = np.random.default_rng(seed)
    keys = play(ob)
    for block in keys.key_blocks[1:]:
        block.slider_min, block.slider_max = min(low, 0), high
        curve(keys, value_of(block.name), [(f, float(rng.uniform(low, high))) for f in (1, 9, 16, END)])
    return keys


# ---- Relative keys ----


def chain() -> None:
    """Each key is relative to the one before, one to itself; the first one's own settings count for nothing."""
    ob = with_keys("Chain", 1, ["One", "Two", "Three", "Itself"])
    blocks = ob.data.shape_keys.key_blocks
    for name, other in (("Two", "One"), ("Three", "Two"), ("Itself", "Itself"), ("Basis", "Three")):
        blocks[name].relative_key = blocks[other]
    blocks["Basis"].value, blocks["Basis"].mute = 0.7, True
    move_all(ob, 2)


def masked() -> None:
    ob = with_keys("Masked", 3, ["Group", "Missing", "Outside"])
    group = ob.vertex_groups.new(name="Group")
    for index in range(0, 40, 2):
        group.add([index], index / 40, "REPLACE")
    ob.vertex_groups.new(name="Empty")
    for block, name in zip(ob.data.shape_keys.key_blocks[1:], ("Group", "No such group", "Empty")):
        block.vertex_group = name
    move_all(ob, 4)


def muted() -> None:
    """A key that is muted while its value is keyed, and one whose muting is keyed."""
    ob = with_keys("Muted", 5, ["Muted", "At times", "Plain"])
    keys = move_all(ob, 6)
    keys.key_blocks["Muted"].mute = True
    curve(keys, 'key_blocks["At times"].mute', [(1, 0), (8, 1), (15, 0)], "CONSTANT")


def clamped() -> None:
    """Curves that leave the slider's range, a range that starts above 0, and values that nothing keys: one
    beyond its range."""
    ob = with_keys("Clamped", 7, ["Over", "Above", "Still", "Beyond"])
    keys = play(ob)
    blocks = keys.key_blocks
    blocks["Above"].slider_min, blocks["Above"].slider_max = 0.25, 0.75
    for name in ("Over", "Above"):
        curve(keys, value_of(name), [(1, -3), (12, 4), (END, -2)])
    blocks["Still"].value = 0.3
    blocks["Beyond"].value = 1.0
    blocks["Beyond"].slider_max = 0.5


def reordered() -> None:
    """Another key has become the first, and so the one that the others start from."""
    ob = with_keys("Reordered", 8, ["One", "Two", "Three"])
    bpy.context.view_layer.objects.active = ob
    ob.active_shape_key_index = 2
    bpy.ops.object.shape_key_move(type="TOP")
    bpy.ops.object.shape_key_move(type="UP")
    move_all(ob, 9)


def many() -> None:
    move_all(with_keys("Many", 10, [f"Key {i}" for i in range(199)]), 11)


def driven() -> None:
    """Drivers by another object's place, by a property, and one that wins over an F-curve."""
    ob = with_keys("Driven", 12, ["By place", "By property", "Over curve", "Beyond range"])
    mover = build.link("Mover", None)
    mover["amount"] = 0.0
    data = mover.animation_data_create()
    data.action = bpy.data.actions.new("Mover")
    action = data.action
    for path, index, points in (("location", 0, [(1, -0.5), (13, 1), (END, 0.2)]),
                                ('["amount"]', 0, [(1, 0.9), (END, -0.4)])):
        made = (action.fcurves.new(path, index=index) if hasattr(action, "fcurves")
                else action.fcurve_ensure_for_datablock(mover, path, index=index))
        for frame, value in points:
            made.keyframe_points.insert(frame, value)
    keys = move_all(ob, 13)
    for name, path, expression in (("By place", "location.x", "v"), ("By property", '["amount"]', "v * 2"),
                                   ("Over curve", "location.x", "1 - v"), ("Beyond range", "location.x", "5 * v")):
        driver = keys.key_blocks[name].driver_add("value").driver
        variable = driver.variables.new()
        variable.name = "v"
        variable.targets[0].id, variable.targets[0].data_path = mover, path
        driver.type, driver.expression = "SCRIPTED", expression


def pinned() -> None:
    """One key alone is shown, but not by an object that shares the mesh; masks and `relative to` included."""
    ob = with_keys("Pinned", 14, ["One", "Two"])
    group = ob.vertex_groups.new(name="Group")
    group.add(range(0, 30), 0.5, "REPLACE")
    blocks = ob.data.shape_keys.key_blocks
    blocks["Two"].relative_key, blocks["Two"].vertex_group = blocks["One"], "Group"
    blocks["Two"].slider_max = 0.4
    move_all(ob, 15)
    ob.active_shape_key_index, ob.show_only_shape_key = 2, True
    twin = build.link("Pinned twin", ob.data)
    twin.active_shape_key_index = 2
    smooth = build.link("Pinned smooth", ob.data)
    smooth.modifiers.new("Subdivision", "SUBSURF").levels = 1
    smooth.active_shape_key_index, smooth.show_only_shape_key = 1, True
    silent = with_keys("Pinned muted", 16, ["One"])
    silent.data.shape_keys.key_blocks["One"].mute = True
    silent.active_shape_key_index, silent.show_only_shape_key = 1, True


# ---- Absolute keys ----

KINDS = ("KEY_LINEAR", "KEY_CARDINAL", "KEY_CATMULL_ROM", "KEY_BSPLINE")
FRAMES = (0, 7, 30, 35, 70, 71, 90)


def absolute(name: str, seed: int, kinds: list[str]) -> Any:
    """Keys at uneven frames; values, masks, muting and `relative to` are set, and count for nothing."""
    rng = np.random.default_rng(seed)
    ob = bumpy(name, rng)
    add_key(ob, "Basis", rng)
    keys = ob.data.shape_keys
    keys.use_relative = False
    for frame in FRAMES[1:]:
        keys.eval_time = frame
        add_key(ob, f"At {frame}", rng)
    ob.vertex_groups.new(name="Group").add(range(0, 30), 0.5, "REPLACE")
    for block, kind in zip(keys.key_blocks, kinds):
        block.interpolation = kind
    first, second, *_, last = keys.key_blocks[1:]
    first.mute, second.vertex_group, last.relative_key, last.value = True, "Group", first, 0.7
    assert [round(block.frame) for block in keys.key_blocks] == list(FRAMES), [b.frame for b in keys.key_blocks]
    return ob


def move_time(ob: Any) -> Any:
    keys = play(ob)
    curve(keys, "eval_time", [(1, -15), (13, 110), (END, 0)], "LINEAR")
    return keys


def absolutes() -> None:
    for seed, kind in enumerate(KINDS, 20):
        move_time(absolute(f"Absolute {kind}", seed, [kind] * 7))
    for seed in (24, 25):
        kinds = np.random.default_rng(seed).choice(KINDS, 7).tolist()
        move_time(absolute(f"Absolute mixed {seed}", seed, kinds))
    still = absolute("Absolute still", 26, ["KEY_CATMULL_ROM"] * 7)
    still.data.shape_keys.eval_time = 41.5
    single = bumpy("Absolute single", np.random.default_rng(27))
    add_key(single, "Basis", np.random.default_rng(27))
    single.data.shape_keys.use_relative = False
    move_time(single)


def absolute_reordered() -> None:
    """Another key has become the first; a value is keyed, which counts for nothing."""
    ob = absolute("Absolute reordered", 28, ["KEY_CARDINAL", "KEY_LINEAR", "KEY_BSPLINE"] * 2 + ["KEY_LINEAR"])
    bpy.context.view_layer.objects.active = ob
    ob.active_shape_key_index = 3
    bpy.ops.object.shape_key_move(type="TOP")
    bpy.ops.object.shape_key_move(type="UP")
    keys = move_time(ob)
    curve(keys, value_of("At 7"), [(1, 0), (END, 1)])


def absolute_through_modifiers() -> None:
    """Two objects of one mesh, one of them subdivided, and a third that shows one key alone."""
    ob = absolute("Absolute shared", 29, ["KEY_CARDINAL", "KEY_BSPLINE"] * 3 + ["KEY_LINEAR"])
    move_time(ob)
    build.link("Absolute smooth", ob.data).modifiers.new("Subdivision", "SUBSURF").levels = 1
    pinned = build.link("Absolute pinned", ob.data)
    pinned.active_shape_key_index, pinned.show_only_shape_key = 3, True


def absolute_driven() -> None:
    ob = absolute("Absolute driven", 30, ["KEY_CATMULL_ROM", "KEY_LINEAR"] * 3 + ["KEY_BSPLINE"])
    driver = ob.data.shape_keys.driver_add("eval_time").driver
    variable = driver.variables.new()
    variable.name = "v"
    variable.targets[0].id, variable.targets[0].data_path = bpy.data.objects["Mover"], "location.x"
    driver.type, driver.expression = "SCRIPTED", "v * 60 + 20"


# ---- Modifiers ----


def through_modifiers() -> None:
    """A stack that only moves points, before an armature; a driver by a bone of it on a mesh that hangs on nothing."""
    ob = with_keys("Stack", 31, ["One", "Two"])
    ob.modifiers.new("Mirror", "MIRROR").use_mirror_merge = False
    ob.modifiers.new("Array", "ARRAY")
    ob.modifiers.new("Subdivision", "SUBSURF").levels = 1
    rig = build.random_armature(np.random.default_rng(32), 2)
    ob.vertex_groups.new(name="Bone.0").add(range(20), 1, "REPLACE")
    ob.vertex_groups.new(name="Bone.1").add(range(10, 50), 0.5, "REPLACE")
    ob.modifiers.new("Armature", "ARMATURE").object = rig
    data = rig.animation_data_create()
    data.action = bpy.data.actions.new("Rig")
    action, path = data.action, 'pose.bones["Bone.0"].location'
    made = (action.fcurves.new(path, index=1) if hasattr(action, "fcurves")
            else action.fcurve_ensure_for_datablock(rig, path, index=1))
    for frame, value in ((1, 0), (13, 1), (END, -0.5)):
        made.keyframe_points.insert(frame, value)
    move_all(ob, 33)
    free = with_keys("By bone", 34, ["One"])
    driver = free.data.shape_keys.key_blocks["One"].driver_add("value").driver
    variable = driver.variables.new()
    variable.name, variable.type = "v", "TRANSFORMS"
    target = variable.targets[0]
    target.id, target.bone_target, target.transform_space = rig, "Bone.0", "LOCAL_SPACE"
    target.transform_type = "LOC_Y"
    driver.type, driver.expression = "SCRIPTED", "v"


def through_what_changes_topology() -> None:
    """A modifier that changes it between two that do not."""
    ob = with_keys("Changing", 35, ["One", "Two"])
    ob.modifiers.new("Mirror", "MIRROR").use_mirror_merge = False
    ob.modifiers.new("Decimate", "DECIMATE").ratio = 0.5
    ob.modifiers.new("Subdivision", "SUBSURF").levels = 1
    move_all(ob, 36)


def main(out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    for make in (chain, masked, muted, clamped, reordered, many, driven, pinned, absolutes, absolute_reordered,
                 absolute_through_modifiers, absolute_driven, through_modifiers, through_what_changes_topology):
        make()
    bpy.ops.wm.save_as_mainfile(filepath=out)


main(sys.argv[-1])
