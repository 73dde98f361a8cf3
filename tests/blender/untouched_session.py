# SPDX-License-Identifier: MIT
"""Runs the operator in sessions of several kinds and writes what it changed: `-- FOLDER`.

Prints the undo steps before and after.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable

import bpy

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "blender_addon")]

import pavane  # noqa: E402
from untouched_snapshot import snapshot  # noqa: E402

FOLDER = Path(sys.argv[sys.argv.index("--") + 1])


def object_mode() -> None:
    bpy.context.view_layer.objects.active = bpy.data.objects["Face"]
    bpy.data.objects["Face"].select_set(True)


def pose_mode() -> None:
    bpy.context.view_layer.objects.active = bpy.data.objects["Rig"]
    bpy.ops.object.mode_set(mode="POSE")
    bpy.data.objects["Rig"].data.bones.active = bpy.data.objects["Rig"].data.bones["Spine"]


def edit_mode() -> None:
    """The mesh of an object in edit mode is out of date until Blender next saves; here it is not, before."""
    bpy.context.view_layer.objects.active = bpy.data.objects["Face"]
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.data.objects["Face"].update_from_editmode()


def another_frame() -> None:
    bpy.context.scene.frame_set(7, subframe=0.25)
    bpy.data.objects["Mode XYZ"].location.x = 77  # not keyed, and not evaluated yet


def another_scene() -> None:
    bpy.context.window.scene = bpy.data.scenes.new("Other scene")


def tweaking() -> None:
    """A strip is tweaked, which the export has to leave in its own Blender."""
    assert bpy.data.objects["Tweaked"].animation_data.use_tweak_mode
    for ob in bpy.data.objects:
        ob.select_set(ob.name == "Tweaked")


def failing_inside(module: Any) -> Callable[[], None]:
    """Makes the export raise half-way, when the copy has been written."""
    def fail(*words: Any) -> None:
        raise RuntimeError("half-way")

    def use() -> None:
        module._start = fail

    return use


def run(title: str, prepare: Callable[[], None], file: str = "scene.blend", **options: Any) -> dict[str, Any]:
    bpy.ops.wm.open_mainfile(filepath=str(FOLDER / file))
    prepare()
    bpy.ops.ed.undo_push(message="before")
    snapshot()  # reading itself makes Blender fill in things that it had not needed yet
    before = snapshot()
    bpy.context.window_manager.print_undo_steps()
    try:
        outcome = sorted(bpy.ops.export_scene.pavane(filepath=str(FOLDER / f"{title}.pav"), **options))
    except RuntimeError as error:
        outcome = [str(error)]
    bpy.context.window_manager.print_undo_steps()
    after = snapshot()
    changed = {path: (before.get(path), after.get(path)) for path in before.keys() | after.keys()
               if before.get(path) != after.get(path)}
    return {"outcome": outcome, "changed": changed, "walked": len(before), "dirty": before["session dirty"]}


def main() -> None:
    pavane.register()
    from pavane import background

    found = {case.__name__: run(case.__name__, case)
             for case in (object_mode, pose_mode, edit_mode, another_frame, another_scene)}
    found["tweaking"] = run("tweaking", tweaking, "nla.blend", selected=True, clips="scene")
    found["failing_in_the_other_blender"] = run("failing", object_mode, collection="nowhere")
    found["failing_half_way"] = run("failing half-way", failing_inside(background))
    (FOLDER / "found.json").write_text(json.dumps(found))


main()
