# SPDX-License-Identifier: MIT
"""Builds the demo scene from nothing and saves it.

    blender -b --factory-startup --python-exit-code 3 --python examples/demo/build_demo.py -- OUT.blend
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).resolve().parent))

import hero_actions  # noqa: E402
import materials  # noqa: E402
import props  # noqa: E402
import stage  # noqa: E402
from hero_mesh import make_body  # noqa: E402
from hero_rig import make_armature  # noqa: E402


def build() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 96
    scene.render.fps, scene.render.fps_base = 24, 1.0
    scene.render.resolution_x, scene.render.resolution_y = 1280, 800
    looks = materials.make_materials()
    hero = make_armature(scene)
    body = make_body(scene, hero, looks)
    props.make_sword(scene, hero, looks)
    ball = props.make_ball(scene, looks)
    props.make_lantern(scene, looks)
    stage.make_ground(scene, looks)
    stage.make_plants(scene, looks)
    stage.make_backdrop(scene, looks)
    stage.make_lights(scene)
    camera = stage.make_camera(scene)
    hero_actions.make_wave(hero).stash()
    hero_actions.make_attack(hero).stash()
    hero_actions.make_idle(hero).stash()
    hero_actions.make_walk(hero).assign()
    hero_actions.make_talk(body).assign()
    props.make_bounce(ball).assign()
    materials.make_colors(looks["Ball Color"]).assign()
    materials.make_glow(looks["Lantern Glass"]).assign()
    stage.make_camera_move(camera).assign()
    scene.frame_set(1)
    show_as_exported(scene)


def show_as_exported(scene: bpy.types.Scene) -> None:
    """Opened in Blender, the file shows what the viewer shows: through its camera, under its lights."""
    scene.view_settings.view_transform = "Standard"
    spaces = [area.spaces.active for screen in bpy.data.screens for area in screen.areas if area.type == "VIEW_3D"]
    for space in spaces:
        space.shading.type = "MATERIAL"
        space.shading.use_scene_lights = space.shading.use_scene_world = True
        space.region_3d.view_perspective = "CAMERA"


def main() -> None:
    arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    if len(arguments) != 1:
        raise SystemExit("usage: blender -b --factory-startup --python build_demo.py -- OUT.blend")
    build()
    bpy.ops.wm.save_as_mainfile(filepath=str(Path(arguments[0]).resolve()), compress=True)


main()
