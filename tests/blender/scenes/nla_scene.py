# SPDX-License-Identifier: MIT
"""Builds the scene of test_modes.py, with all that NLA strips can do: `blender -b --python nla_scene.py -- OUT.blend`."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import bpy

sys.path.insert(0, str(Path(__file__).resolve().parent))

from oracle_scene import add_object, curves_of, square  # noqa: E402

Keys = dict[tuple[str, int], dict[float, float]]

ROAD: Keys = {("location", 0): {1: 0, 5: 3, 11: 10}, ("location", 2): {1: 1, 11: -2},
              ("rotation_euler", 2): {1: 0, 6: 1, 11: -1}, ("scale", 0): {1: 1, 11: 2}}
HILL: Keys = {("location", 0): {1: 2, 11: 4}, ("location", 1): {1: 1, 7: 5, 11: 3}, ("scale", 0): {1: 1.5, 11: 0.5},
              ("rotation_euler", 2): {1: 1, 11: 0.25}}
TURN: Keys = {("rotation_quaternion", 0): {1: 1, 11: 0.7}, ("rotation_quaternion", 1): {1: 0, 11: 0.7},
              ("rotation_quaternion", 2): {1: 0, 11: -0.1}, ("rotation_quaternion", 3): {1: 0, 11: 0.1},
              ("location", 0): {1: 1, 11: 3}}
TWIST: Keys = {("rotation_quaternion", 0): {1: 0.9, 11: 0.8}, ("rotation_quaternion", 1): {1: 0, 11: 0.1},
               ("rotation_quaternion", 2): {1: 0.4, 11: 0.6}, ("rotation_quaternion", 3): {1: 0, 11: 0}}


# ---- Actions, tracks, strips ----


def action(block: Any, name: str, keys: Keys) -> Any:
    """A new action, keyed on the data-block, which it is then taken off again."""
    data = block.animation_data or block.animation_data_create()
    before, slot = data.action, getattr(data, "action_slot", None)
    made = data.action = bpy.data.actions.new(name)
    for (path, index), values in keys.items():
        owner_path, _, last = path.rpartition(".")
        owner = block.path_resolve(owner_path) if owner_path else block
        for frame, value in values.items():
            put(owner, last, index, value)
            owner.keyframe_insert(last, index=index, frame=frame)
    data.action = before
    if slot is not None:
        data.action_slot = slot
    return made


def put(owner: Any, name: str, index: int, value: float) -> None:
    if name.startswith('["'):
        owner[name[2:-2]] = value
    elif index < 0:
        setattr(owner, name, bool(value) if isinstance(getattr(owner, name), bool) else value)
    else:
        getattr(owner, name)[index] = value


def assign(block: Any, made: Any, slotted: bool = True) -> None:
    user = block.animation_data
    user.action = made
    if hasattr(made, "slots") and slotted:
        user.action_slot = made.slots[0]


def strip(block: Any, track: str, made: Any, start: float, slotted: bool = True, **settings: Any) -> Any:
    """A strip on the data-block's track of that name, which is made if it has none."""
    tracks = block.animation_data.nla_tracks
    home = tracks.get(track)
    if home is None:
        home = tracks.new()
        home.name = track
    put_there = home.strips.new(made.name, int(start), made)
    if hasattr(made, "slots"):
        put_there.action_slot = made.slots[0] if slotted else None
    put_there.action_frame_end = 11
    put_there.frame_start = start
    for name, value in settings.items():
        setattr(put_there, name, value)
    return put_there


def empty(name: str) -> Any:
    made = add_object(name)
    made.rotation_mode = "XYZ"
    return made


# ---- One object for each thing that a strip can do ----


def three_strips() -> None:
    """Of one track: scaled, reversed and repeated; one between them is muted."""
    ob = empty("Three")
    road, hill, high = (action(ob, f"Three {name}", keys) for name, keys in
                        (("road", ROAD), ("hill", HILL), ("high", {("location", 2): {1: 5, 11: 9}})))
    strip(ob, "Three in a row", road, 1, scale=1.5)
    strip(ob, "Three in a row", high, 17, mute=True)
    strip(ob, "Three in a row", hill, 28.25, use_reverse=True, repeat=1.5, scale=0.75)
    strip(ob, "Three in a row", high, 42)
    assign(ob, action(ob, "Three on top", {("location", 1): {1: 0, 50: 4}}))


def blends() -> None:
    for mode in ("REPLACE", "COMBINE", "ADD", "SUBTRACT", "MULTIPLY"):
        ob = empty(f"Blend {mode}")
        strip(ob, "Below", action(ob, f"{mode} below", ROAD), 3)
        strip(ob, f"Above {mode}", action(ob, f"{mode} above", HILL), 6, blend_type=mode, blend_in=3.5, blend_out=2.0)
        turned = add_object(f"Turn {mode}")
        turned.rotation_mode = "QUATERNION"
        strip(turned, "Below", action(turned, f"{mode} turn", TURN), 3, extrapolation="HOLD")
        strip(turned, f"Above {mode}", action(turned, f"{mode} twist", TWIST), 7, blend_type=mode,
              extrapolation="NOTHING", blend_in=4.0)


def extrapolations() -> None:
    for mode in ("NOTHING", "HOLD", "HOLD_FORWARD"):
        ob = empty(f"Ends {mode}")
        ob.location = (7, 7, 7)
        strip(ob, "Ends", action(ob, f"Ends {mode}", ROAD), 5, extrapolation=mode)
        strip(ob, "Ends", action(ob, f"Ends again {mode}", HILL), 24, extrapolation="HOLD_FORWARD")
    late = empty("Ends shortly before a frame")
    strip(late, "Ends", action(late, "Ends late", ROAD), 5, scale=0.9995, extrapolation="NOTHING")


def influences() -> None:
    ob = empty("Influence")
    strip(ob, "Influences", action(ob, "Influence below", ROAD), 2)
    keyed = strip(ob, "Influences above", action(ob, "Influence above", HILL), 2, use_animated_influence=True)
    for frame, value in ((2, 0.0), (6, 0.8), (12, 0.3)):
        keyed.influence = value
        keyed.keyframe_insert("influence", frame=frame)
    timed = empty("Timed")
    keyed = strip(timed, "Influences", action(timed, "Timed", ROAD), 2, use_animated_time=True)
    for frame, value in ((2, 1.0), (7, 11.0), (12, 4.0)):
        keyed.strip_time = value
        keyed.keyframe_insert("strip_time", frame=frame)
    auto = empty("Auto blend")
    strip(auto, "Auto", action(auto, "Auto one", ROAD), 2)
    second = strip(auto, "Auto above", action(auto, "Auto two", HILL), 7)
    second.use_auto_blend = True
    over = empty("Under an action")
    strip(over, "Under", action(over, "Under road", ROAD), 4)
    assign(over, action(over, "Over it", HILL))
    over.animation_data.action_blend_type, over.animation_data.action_influence = "ADD", 0.5


def silent() -> None:
    """Muted, solo, switched off, within a meta strip, tweaked; without slot or action; a transition; a sound."""
    ob = empty("Muted")
    strip(ob, "Muted track", action(ob, "Muted track", ROAD), 2)
    ob.animation_data.nla_tracks["Muted track"].mute = True
    strip(ob, "Muted strip", action(ob, "Muted strip", HILL), 2, mute=True)
    strip(ob, "Heard", action(ob, "Heard", {("location", 1): {1: 0, 11: 3}}), 2)
    solo = empty("Solo")
    for name, keys in (("Solo below", ROAD), ("Solo", HILL), ("Solo above", ROAD)):
        strip(solo, name, action(solo, f"{name} act", keys), 4)
    assign(solo, action(solo, "Solo silences", {("location", 2): {1: 0, 50: 9}}))
    solo.animation_data.nla_tracks["Solo"].is_solo = True
    off = empty("Switched off")
    strip(off, "Off", action(off, "Off", ROAD), 3)
    assign(off, action(off, "Off but active", HILL))
    off.animation_data.use_nla = False
    bare = empty("Bare")
    strip(bare, "Bare", action(bare, "No slot", ROAD), 2, slotted=False)
    strip(bare, "Bare", action(bare, "With slot", HILL), 20)
    gone = action(bare, "Gone", ROAD)
    strip(bare, "Bare", gone, 40).name = "No action"
    bpy.data.actions.remove(gone)


def same_names() -> None:
    """Two tracks of one name on one object, and tracks of that name on data of other kinds."""
    ob = empty("Twice")
    strip(ob, "Shared name", action(ob, "Twice one", ROAD), 2)
    other = ob.animation_data.nla_tracks.new()
    other.name = "Shared name"
    made = action(ob, "Twice two", {("location", 1): {1: 0, 11: 4}})
    again = other.strips.new(made.name, 8, made)
    if hasattr(made, "slots"):
        again.action_slot = made.slots[0]


def straight() -> None:
    """What may travel as curves: at its own frames, shifted, twice as slow."""
    for name, start, settings in (("Straight", 1, {}), ("Shifted", 21, {}), ("Slow", 3, {"scale": 2.0})):
        ob = empty(name)
        made = action(ob, name, ROAD)
        made.pose_markers.new("step").frame = 4
        strip(ob, name, made, start, **settings)


# ---- Other kinds of data ----


def looks() -> None:
    """Tracks of one name on a shape key, a material's nodes, a lamp, a camera, a rig; visibility."""
    face = add_object("Face", square("Face"))
    face.shape_key_add(name="Basis")
    smile = face.shape_key_add(name="Smile")
    smile.data[2].co = (3, 1, 2)
    keys = face.data.shape_keys
    smile_action = action(keys, "Smile", {('key_blocks["Smile"].value', -1): {1: 0, 11: 1}})
    strip(keys, "All kinds", smile_action, 4, scale=0.5, repeat=2.0)
    paint = bpy.data.materials.new("Paint")
    paint.use_nodes = True
    face.data.materials.append(paint)
    rough = paint.node_tree.nodes["Principled BSDF"].inputs["Roughness"].path_from_id("default_value")
    strip(paint.node_tree, "All kinds", action(paint.node_tree, "Rough", {(rough, -1): {1: 0.1, 11: 0.9}}), 6,
          use_reverse=True)
    lamp = add_object("Lamp", bpy.data.lights.new("Lamp", "POINT"))
    strip(lamp.data, "All kinds", action(lamp.data, "Flicker", {("energy", -1): {1: 10, 11: 90}}), 3, blend_in=4.0)
    camera = add_object("Shot", bpy.data.cameras.new("Shot"))
    bpy.context.scene.camera = camera
    strip(camera.data, "All kinds", action(camera.data, "Zoom", {("lens", -1): {1: 20, 11: 80}}), 8)
    camera["level"] = 1.0
    strip(camera, "All kinds", action(camera, "Level", {('["level"]', -1): {1: 1.0, 11: 4.0}}), 2, scale=1.25)
    hidden = add_object("Blinker", square("Blinker"))
    made = action(hidden, "Blink", {("hide_render", -1): {1: 0, 4: 1, 8: 0}, ("hide_viewport", -1): {1: 0, 6: 1},
                                    ("location", 0): {1: 0, 11: 2}})
    strip(hidden, "All kinds", made, 5.25, extrapolation="NOTHING")


def rig() -> None:
    data = bpy.data.armatures.new("Rig")
    ob = add_object("Rig", data)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    for i, name in enumerate(("Root", "Tip")):
        bone = data.edit_bones.new(name)
        bone.head, bone.tail = (0, 0, i), (0, 0.1, i + 1)
        bone.parent = data.edit_bones.get("Root") if i else None
    bpy.ops.object.mode_set(mode="OBJECT")
    skin = add_object("Skin", square("Skin"))
    skin.modifiers.new("Armature", "ARMATURE").object = ob
    skin.vertex_groups.new(name="Tip").add([0, 1, 2, 3], 1.0, "REPLACE")
    for name, keys in (("Bend", TURN), ("Sway", TWIST)):
        on_bones = {(f'pose.bones["{bone}"].{path}', index): values for (path, index), values in keys.items()
                    for bone in ("Root", "Tip")}
        made = action(ob, name, on_bones)
        strip(ob, "All kinds" if name == "Bend" else "Sway over", made, 2 if name == "Bend" else 5,
              **({} if name == "Bend" else {"blend_type": "COMBINE", "blend_in": 3.0}))
    follower = empty("Follower")
    constraint = follower.constraints.new("COPY_LOCATION")
    constraint.target, constraint.subtarget = ob, "Tip"


# ---- What only an editor makes ----


def in_editor(operator: Any, *strips: Any) -> None:
    """Runs an operator of the NLA editor on these strips alone."""
    area = bpy.context.window.screen.areas[0]
    area.type = "NLA_EDITOR"
    blocks = [*bpy.data.objects, *bpy.data.shape_keys, *bpy.data.lights, *bpy.data.cameras,
              *(material.node_tree for material in bpy.data.materials)]
    for block in blocks:
        for track in block.animation_data.nla_tracks if block.animation_data else ():
            track.select = any(given == wanted for given in track.strips for wanted in strips)
            for given in track.strips:
                given.select = any(given == wanted for wanted in strips)
    with bpy.context.temp_override(window=bpy.context.window, area=area, region=area.regions[-1]):
        assert operator() == {"FINISHED"}, operator


def by_editor() -> None:
    meta = empty("Meta")
    pair = [strip(meta, "Meta", action(meta, f"Meta {i}", keys), start, extrapolation="NOTHING")
            for i, (keys, start) in enumerate(((ROAD, 3), (HILL, 16)))]
    select(meta)
    in_editor(bpy.ops.nla.meta_add, *pair)
    across = empty("Across")
    pair = [strip(across, "Across", action(across, f"Across {i}", keys), start, extrapolation="HOLD_FORWARD")
            for i, (keys, start) in enumerate(((ROAD, 2), (HILL, 20)))]
    select(across)
    in_editor(bpy.ops.nla.transition_add, *pair)
    bpy.ops.object.speaker_add()
    bpy.context.object.name = "Speaker"


def select(ob: Any) -> None:
    for other in bpy.data.objects:
        other.select_set(other == ob)
    bpy.context.view_layer.objects.active = ob


def tweak() -> None:
    """The last thing: an object that is tweaked stands so in the file."""
    ob = empty("Tweaked")
    strip(ob, "Tweaked", action(ob, "Tweaked", ROAD), 9, scale=1.5)
    assign(ob, action(ob, "Put away", {("location", 1): {1: 0, 20: 5}}))
    select(ob)
    data = ob.animation_data
    data.nla_tracks.active = data.nla_tracks["Tweaked"]
    in_editor(bpy.ops.nla.tweakmode_enter, data.nla_tracks["Tweaked"].strips[0])
    assert data.use_tweak_mode


def build() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.name = "Play it all"
    scene.frame_start, scene.frame_end = 1, 50
    scene.timeline_markers.new("hit", frame=12)
    scene.timeline_markers.new("late", frame=70)
    for make in (three_strips, blends, extrapolations, influences, silent, same_names, straight, looks, rig, by_editor,
                 tweak):
        make()


if __name__ == "__main__":
    build()
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
