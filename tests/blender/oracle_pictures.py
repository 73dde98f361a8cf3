# SPDX-License-Identifier: MIT
"""What Blender renders of a .blend, for `./dev pictures`. Like the oracle it knows nothing of add-on or format.

    blender -b FILE.blend --python oracle_pictures.py -- plan OUT.blend OUT.json [--clip NAME] [--size PIXELS]
    blender -b OUT.blend --python oracle_pictures.py -- render OUT.json FOLDER [--samples N]

plan    chooses a clip (the one with the most channels, if none is named) and three moments of it, and writes a copy of
        the file that both sides are to show: with square pixels, without what fills the picture of the scene's
        camera, with a camera of its own where that shows too little or too much all the same, and a sun where nothing
        shines. OUT.json holds what was chosen.
render  poses the copy as the oracle does and writes, for moment i, FOLDER/mask_i.exr (the object that is seen
        through the middle of each pixel: IndexOB, numbers of `objects` in OUT.json) and FOLDER/look_i.exr
        (linear colours); both uncompressed.

What the viewport shows is what is exported, so modifiers and curves have the viewport's levels of detail here; which
objects are rendered the file says. Cycles knows nothing of a material's backface culling; it is taught.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import oracle_blocks as blocks_module  # noqa: E402
from exr import read_exr  # noqa: E402
from oracle_clips import Clip, ClipList  # noqa: E402
from oracle_paths import Resolver  # noqa: E402
from oracle_rest import Rest, leave_tweak_mode, stop_everything  # noqa: E402
from oracle_simulation import Simulation  # noqa: E402

LEAST, MOST = 0.05, 0.6  # of the picture that objects cover
MOST_HIDDEN = 2
MOMENTS = (0.2, 0.5, 0.8)  # of a clip
CAMERA = "Camera for pictures"


# ---- A scene that stands as the oracle's ----


class Stage:
    """The open file with nothing playing."""

    def __init__(self) -> None:
        self.scene, self.view_layer = bpy.context.scene, bpy.context.view_layer
        blocks_module.leave_edit_mode(self.view_layer)
        blocks = blocks_module.all_blocks()
        leave_tweak_mode(blocks)
        self.objects = blocks_module.scope_objects(self.view_layer)
        scope = blocks_module.scope_pointers(self.scene, self.objects)
        resolver = Resolver()
        clip_list = ClipList(blocks, scope, resolver)
        self.clips = clip_list.clips
        rest = Rest(clip_list, blocks, resolver)
        stop_everything(blocks)
        rest.restore()
        self.simulation = Simulation(self.scene, self.objects)
        use_viewport_detail(self.objects)
        cull_backs()
        for number, ob in enumerate(self.objects):
            ob.pass_index = number + 1

    def find(self, name: str | None) -> Clip | None:
        """The clip of that name; None: the one with the most channels, if any moves something."""
        counted = [(sum(len(owner.curves) for owner in clip.owners), clip) for clip in self.clips
                   if clip.end > clip.start and [c.action.name for c in self.clips].count(clip.action.name) == 1]
        for count, clip in sorted(counted, key=lambda pair: (-pair[0], pair[1].sort_key())):
            if count and name in (None, clip.action.name):
                return clip
        if name is not None:
            raise RuntimeError(f"no clip {name!r} that lasts and whose name is its own")
        return None

    def pose(self, frame: float) -> None:
        whole = math.floor(frame)
        if self.simulation:  # it goes on from the frame before
            for earlier in range(min(self.simulation.first_frame(), whole), whole):
                self.scene.frame_set(earlier)
        self.scene.frame_set(whole, subframe=frame - whole)

    def names(self) -> list[dict[str, str]]:
        return [{"name": ob.name, "library": blocks_module.library_name(ob), "type": ob.type} for ob in self.objects]


def use_viewport_detail(objects: list[Any]) -> None:
    for ob in objects:
        for modifier in ob.modifiers:
            modifier.show_render = modifier.show_viewport
            if hasattr(modifier, "render_levels"):
                modifier.render_levels = modifier.levels
        if ob.type in ("CURVE", "SURFACE", "FONT"):
            ob.data.render_resolution_u = ob.data.render_resolution_v = 0  # the viewport's
        elif ob.type == "META":
            ob.data.render_resolution = ob.data.resolution


def cull_backs() -> None:
    """Makes the backs of materials that say so transparent, as EEVEE leaves them out."""
    for material in bpy.data.materials:
        tree = material.node_tree
        if not material.use_backface_culling or tree is None or not material.use_nodes:
            continue
        output = tree.get_output_node("CYCLES")
        links = output.inputs["Surface"].links if output is not None else ()
        if links:
            mix, clear = tree.nodes.new("ShaderNodeMixShader"), tree.nodes.new("ShaderNodeBsdfTransparent")
            shown = links[0].from_socket
            tree.links.new(tree.nodes.new("ShaderNodeNewGeometry").outputs["Backfacing"], mix.inputs[0])
            tree.links.new(shown, mix.inputs[1])
            tree.links.new(clear.outputs[0], mix.inputs[2])
            tree.links.new(mix.outputs[0], output.inputs["Surface"])


def moments(clip: Clip | None, scene: Any) -> list[float]:
    """Whole frames, if the clip is long enough to have three of them."""
    if clip is None:
        return [float(scene.frame_start)] * len(MOMENTS)
    length = clip.end - clip.start
    exact = [clip.start + part * length for part in MOMENTS]
    return [float(round(frame)) for frame in exact] if length >= 6 else exact


# ---- Rendering ----


def set_up(scene: Any, view_layer: Any, samples: int, filter_width: float) -> None:
    render, cycles = scene.render, scene.cycles
    render.engine, cycles.device, cycles.samples = "CYCLES", "CPU", samples
    cycles.use_adaptive_sampling = cycles.use_denoising = cycles.film_transparent_glass = False
    cycles.filter_width, cycles.seed, cycles.use_animated_seed = filter_width, 0, False
    render.use_compositing = render.use_sequencer = render.use_border = render.use_simplify = False
    render.use_motion_blur = render.use_freestyle = render.film_transparent = False
    render.use_stamp = render.use_multiview = render.use_file_extension = False
    for other in scene.view_layers:
        other.use = other == view_layer
    view_layer.use_pass_object_index, view_layer.pass_alpha_threshold = True, 0.5
    view_layer.material_override = None
    settings = render.image_settings
    if hasattr(settings, "media_type"):
        settings.media_type = "MULTI_LAYER_IMAGE"
    settings.file_format, settings.color_depth, settings.exr_codec = "OPEN_EXR_MULTILAYER", "32", "NONE"


def render_to(scene: Any, path: Path) -> None:
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True, scene=scene.name)


def render_mask(stage: Stage, path: Path) -> np.ndarray:
    set_up(stage.scene, stage.view_layer, 1, 0.01)
    stage.scene.cycles.max_bounces = 0
    render_to(stage.scene, path)
    return read_exr(path)["IndexOB.X"]


def render_look(stage: Stage, path: Path, samples: int) -> None:
    set_up(stage.scene, stage.view_layer, samples, 1.5)
    stage.scene.cycles.max_bounces = 4
    render_to(stage.scene, path)


# ---- The camera ----


def find_masks(stage: Stage, frames: list[float], scratch: Path) -> list[np.ndarray]:
    found = []
    for frame in sorted(set(frames)):
        stage.pose(frame)
        found.append(render_mask(stage, scratch))
    scratch.unlink()
    return found


def coverages(masks: list[np.ndarray]) -> list[float]:
    return [float((mask > 0).mean()) for mask in masks]


def shows_enough(shares: list[float]) -> bool:
    return min(shares) >= LEAST and max(shares) <= MOST


def hide_backdrops(stage: Stage, frames: list[float], scratch: Path) -> tuple[list[float], list[str]]:
    """What the scene's camera shows without the one or two largest objects, if it is too much with them: a backdrop
    or a ground that fills the picture. Their names too."""
    masks, hidden = find_masks(stage, frames, scratch), []
    while max(coverages(masks)) > MOST and len(hidden) < MOST_HIDDEN:
        numbers, counts = np.unique(np.stack(masks)[np.stack(masks) > 0], return_counts=True)
        largest = stage.objects[round(float(numbers[np.argmax(counts)])) - 1]
        largest.hide_render = True
        hidden.append(largest.name)
        masks = find_masks(stage, frames, scratch)
    shares = coverages(masks)
    return (shares, hidden) if shows_enough(shares) else ([], [])


def corners(stage: Stage, frames: list[float]) -> np.ndarray:
    """Of the boxes around everything that has a surface, at all moments."""
    found = []
    for frame in sorted(set(frames)):
        stage.pose(frame)
        for instance in bpy.context.evaluated_depsgraph_get().object_instances:
            ob = instance.object
            if ob.type in blocks_module.GEOMETRY_TYPES and instance.show_self and not ob.hide_render:
                box = [instance.matrix_world @ Vector(corner) for corner in ob.bound_box]
                found += box if (Vector(ob.bound_box[6]) - Vector(ob.bound_box[0])).length > 0 else []
    return np.array(found, np.float64).reshape(-1, 3)


def place_camera(scene: Any, camera: Any, points: np.ndarray, nearness: float) -> None:
    """Looks at all points from the front, a little from the right and from above."""
    low, high = points.min(axis=0), points.max(axis=0)
    middle, radius = Vector((low + high) / 2), max(float(np.linalg.norm(high - low)) / 2, 1e-3)
    backward = Vector((0.5, -1.0, 0.45)).normalized()
    right = Vector((0, 0, 1)).cross(backward).normalized()
    shorter = min(scene.render.resolution_x, scene.render.resolution_y)
    part = shorter / max(scene.render.resolution_x, scene.render.resolution_y)  # the lens speaks of the longer side
    distance = radius / math.sin(math.atan(part * 18 / 50)) / nearness
    place = Matrix.Translation(middle + distance * backward)
    turn = Matrix((right, backward.cross(right), backward)).transposed().to_4x4()
    camera.matrix_world = place @ turn
    camera.data.clip_start, camera.data.clip_end = distance / 500, distance + 20 * radius


def new_camera(scene: Any) -> Any:
    camera = bpy.data.objects.new(CAMERA, bpy.data.cameras.new(CAMERA))
    scene.collection.objects.link(camera)
    scene.camera = camera
    return camera


def find_camera(stage: Stage, frames: list[float], scratch: Path) -> tuple[list[float], np.ndarray, float]:
    """A camera of our own that shows enough: what it covers, the points and the nearness that place it."""
    points = corners(stage, frames)
    if not len(points):
        raise RuntimeError("nothing in it has a surface")
    camera, nearness = new_camera(stage.scene), 1.0
    shares: list[float] = []
    for _ in range(8):
        place_camera(stage.scene, camera, points, nearness)
        shares = coverages(find_masks(stage, frames, scratch))
        if shows_enough(shares):
            break
        nearness *= 1.4 if min(shares) < LEAST else 0.7
    return shares, points, nearness


# ---- The two verbs ----


def set_size(scene: Any, size: int) -> None:
    """Square pixels; the shorter side has `size` of them."""
    render = scene.render
    aspect = (render.resolution_x * render.pixel_aspect_x) / (render.resolution_y * render.pixel_aspect_y)
    render.resolution_x, render.resolution_y = round(size * max(aspect, 1)), round(size * max(1 / aspect, 1))
    render.resolution_percentage, render.pixel_aspect_x, render.pixel_aspect_y = 100, 1, 1
    for marker in scene.timeline_markers:
        marker.camera = None  # they would take another camera in the middle of a clip


def shines(scene: Any) -> bool:
    return any(ob.type == "LIGHT" and not ob.hide_render for ob in scene.objects)


def add_sun(scene: Any) -> None:
    data = bpy.data.lights.new("Sun for pictures", "SUN")
    data.energy = 3
    sun = bpy.data.objects.new(data.name, data)
    sun.rotation_euler = (math.radians(40), math.radians(10), math.radians(20))
    scene.collection.objects.link(sun)


def plan(options: argparse.Namespace) -> None:
    source, out = bpy.data.filepath, Path(options.blend)
    scratch = out.with_suffix(".exr")
    set_size(bpy.context.scene, options.size)
    stage = Stage()
    clip = stage.find(options.clip)
    frames = moments(clip, stage.scene)
    name = clip.action.name if clip else None
    if clip:
        clip.play()
    own = stage.scene.camera is not None and stage.scene.camera.type == "CAMERA"
    seen_at_first = [ob for ob in stage.objects if not ob.hide_render]
    shares, hidden = hide_backdrops(stage, frames, scratch) if own else ([], [])
    placed = None
    if not shares:
        for ob in seen_at_first:
            ob.hide_render = False
        shares, *placed = find_camera(stage, frames, scratch)
    bpy.ops.wm.open_mainfile(filepath=source, load_ui=False, use_scripts=False)
    scene = bpy.context.scene
    set_size(scene, options.size)
    if placed:
        place_camera(scene, new_camera(scene), *placed)
    for backdrop in hidden:
        scene.objects[backdrop].hide_render = True
    sun = not shines(scene)
    if sun:
        add_sun(scene)
    bpy.ops.wm.save_as_mainfile(filepath=str(out), copy=True, relative_remap=True, compress=False)
    Path(options.json).write_text(json.dumps({
        "clip": name, "frames": frames, "hidden": hidden, "camera": "made" if placed else "own", "sun": sun, "coverage": shares,
        "width": scene.render.resolution_x, "height": scene.render.resolution_y}))


def render(options: argparse.Namespace) -> None:
    path, folder = Path(options.json), Path(options.folder)
    planned = json.loads(path.read_text())
    stage = Stage()
    if planned["clip"] is not None:
        stage.find(planned["clip"]).play()
    for i, frame in enumerate(planned["frames"]):
        stage.pose(frame)
        render_mask(stage, folder / f"mask_{i}.exr")
        render_look(stage, folder / f"look_{i}.exr", options.samples)
    path.write_text(json.dumps({**planned, "objects": stage.names()}))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="oracle_pictures.py")
    verbs = parser.add_subparsers(required=True)
    planner = verbs.add_parser("plan")
    planner.add_argument("blend")
    planner.add_argument("json")
    planner.add_argument("--clip")
    planner.add_argument("--size", type=int, default=512)
    planner.set_defaults(run=plan)
    renderer = verbs.add_parser("render")
    renderer.add_argument("json")
    renderer.add_argument("folder")
    renderer.add_argument("--samples", type=int, default=16)
    renderer.set_defaults(run=render)
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1:])


if __name__ == "__main__":
    chosen = parse_arguments()
    chosen.run(chosen)
