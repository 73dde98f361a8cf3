# SPDX-License-Identifier: MIT
"""The oracle: what Blender itself shows of every clip of a .blend. It knows nothing of add-on or format.

    blender -b --factory-startup --disable-autoexec FILE.blend --python-exit-code 3 --python oracle.py --
        OUT.npz [--clips MODE] [--frames 24] [--all] [--moments N] [--shuffle SEED] [--active NAME]

--clips MODE  actions, active, nla-tracks or scene: what is a clip (oracle_modes.py)
--frames N    whole frames a clip, spread evenly over it, first and last included; --all takes all of them
--moments N   and that many moments of chance within each clip, where nothing is simulated; the same at every run
--shuffle S   (self test) another current frame before anything is read, and the frames in another order
--active NAME (self test) another active object

OUT.npz holds (n nodes, f frames of the clip, p points of the mesh; c and k index `clips` and `meshes`):

meta                uint8: JSON in UTF-8, see below
rest_matrices       float32 (n, 4, 4)     world matrices at rest, row by row (the translation is [:, :3, 3])
rest_points_<k>     float32 (p, 3)        evaluated points at rest, object space
matrices_<c>        float32 (f, n, 4, 4)  as rest_matrices; NaN where the node is missing at that frame
points_<c>_<k>      float32 (f, p, 3)     only where the points differ from the rest at some frame of the clip

meta = {
  blender "3.4.1", file "name.blend", fps, fps_base, scene, view_layer, frame_start, axis "Z",
  nodes: [{kind "object"|"bone"|"instance"|"instance_bone", name (of the object), bone, library (file name or
           ""), instancer (outermost instancing object, or ""), ordinal (among equal instancer, name,
           library; by persistent id, outermost first), D}],
  meshes: [{node (index), name, library, points (count), diagonal}],
  clips: [{name, library, owners: [{type, name, library, holder (of an embedded node tree), slot}], start,
           end, frames [f numbers, increasing], halves [f booleans: is it a half frame or a moment
           of chance],
           half_ok (false: simulated, whole frames only), reason ("no key" or ""), extra_instances
           (highest number of collection instances at a frame that the rest has not)}],
  unused: [{name, library, slot, reason}],    actions (slots) that are no clip
  missing: [{clip, mesh, reason}],            points that could not be recorded: for them, that there is no
                                              points_<c>_<k> does not mean "as at rest"
  errors: [text],                             what should not happen: an object that Blender does not evaluate
  notes: [text],                              rest values that could not be set
  counts: {objects_in_blender, other_instances (geometry nodes, particles, dupli-vertices: not recorded)}
}
Clips are in byte order of name, then library. Nodes: objects, bones, instances, instance bones.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import sys
import zipfile
from typing import Any

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import oracle_blocks as blocks_module  # noqa: E402
from oracle_clips import Clip, ClipList  # noqa: E402
from oracle_modes import MODES, mode_clips  # noqa: E402
from oracle_nodes import SceneReader  # noqa: E402
from oracle_paths import Resolver  # noqa: E402
from oracle_rest import Rest, leave_tweak_mode, mute_visibility, stop_everything  # noqa: E402
from oracle_simulation import Simulation  # noqa: E402
from oracle_sizes import node_sizes  # noqa: E402

SNAP = 1e-4


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="oracle.py")
    parser.add_argument("out")
    parser.add_argument("--clips", choices=MODES, default="actions")
    parser.add_argument("--frames", type=int, default=24)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--moments", type=int, default=0)
    parser.add_argument("--shuffle", type=int)
    parser.add_argument("--active")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1:])


class Archive:
    """An .npz written array by array, so that no more than one clip is in memory."""

    def __init__(self, path: str) -> None:
        self.file = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED, allowZip64=True)

    def write(self, name: str, array: np.ndarray) -> None:
        with self.file.open(name + ".npy", "w", force_zip64=True) as stream:
            np.lib.format.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)

    def close(self) -> None:
        self.file.close()


# ---- Frames ----


def clip_frames(clip: Clip, count: int) -> list[float]:
    """The clip's start, whole frames and end; at most `count` of them, spread evenly (0: all)."""
    first, last = math.ceil(clip.start + SNAP), math.floor(clip.end - SNAP)
    frames = [clip.start, *map(float, range(first, last + 1))]
    if clip.end > clip.start:
        frames.append(clip.end)
    if count and len(frames) > count:
        picks = np.unique(np.round(np.linspace(0, len(frames) - 1, count)).astype(int))
        frames = [frames[i] for i in picks]
    return frames


def with_halves(clip: Clip, frames: list[float], count: int) -> list[tuple[float, bool]]:
    halves = {frame + 0.5 for frame in frames if frame + 0.5 <= clip.end}
    chance = random.Random(clip.name)
    halves |= {float(np.float32(chance.uniform(clip.start, clip.end))) for _ in range(count)} - set(frames)
    return sorted([(frame, False) for frame in frames] + [(half, True) for half in halves])


def set_frame(scene: Any, frame: float) -> None:
    whole = math.floor(frame)
    scene.frame_set(whole, subframe=frame - whole)


# ---- Recording ----


class Oracle:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.scene, self.view_layer = bpy.context.scene, bpy.context.view_layer
        self.archive = Archive(options.out)
        self.missing: list[dict[str, Any]] = []
        self.random = random.Random(options.shuffle)

    def run(self) -> None:
        self.prepare()
        self.rest.restore()
        self.scene.frame_set(self.scene.frame_start)
        self.reader = SceneReader(self.objects, self.view_layer)
        matrices, _ = self.reader.matrices()
        points = [self.reader.points(ob) for ob in self.reader.meshes]
        self.reader.meshes = [ob for ob, p in zip(self.reader.meshes, points) if p is not None]
        self.rest_points = [p for p in points if p is not None]
        self.archive.write("rest_matrices", matrices.astype(np.float32))
        for k, mesh_points in enumerate(self.rest_points):
            self.archive.write(f"rest_points_{k}", mesh_points)
        sizes = node_sizes(self.reader, matrices, self.rest_points)
        clips = [self.record(c, clip) for c, clip in enumerate(self.clips)]
        self.write_meta(sizes, clips)
        self.archive.close()

    def prepare(self) -> None:
        """Lists everything while the artist's state still stands, then stops all of it."""
        blocks_module.leave_edit_mode(self.view_layer)
        if self.options.active is not None:
            self.view_layer.objects.active = self.view_layer.objects[self.options.active]
        if self.options.shuffle is not None:
            self.scene.frame_set(self.random.randint(-50, 300))
        blocks = blocks_module.all_blocks()
        leave_tweak_mode(blocks)
        self.objects = blocks_module.scope_objects(self.view_layer)
        scope = blocks_module.scope_pointers(self.scene, self.objects)
        resolver = Resolver()
        self.list = ClipList(blocks, scope, resolver)
        mode = self.options.clips
        self.clips = self.list.clips if mode == "actions" else mode_clips(mode, self.scene, blocks, scope, resolver)
        mute_visibility(bpy.data.actions, blocks)
        self.rest = Rest(self.list, blocks, resolver)
        blocks_module.show_everything(self.view_layer, self.objects)
        stop_everything(blocks)
        self.simulation = Simulation(self.scene, self.objects)

    def record(self, c: int, clip: Clip) -> dict[str, Any]:
        frames = clip_frames(clip, 0 if self.options.all else self.options.frames)
        if self.simulation:
            whole = [frame for frame in frames if frame == math.floor(frame)]
            steps = [(frame, False) for frame in whole or [float(math.ceil(clip.start))]]
        else:
            steps = with_halves(clip, frames, self.options.moments)
        self.rest.restore()
        clip.play()
        recorded = self.step([frame for frame, _ in steps])
        clip.stop()
        self.archive.write(f"matrices_{c}", np.stack([r[0] for r in recorded]).astype(np.float32))
        for k in range(len(self.rest_points)):
            self.write_points(c, k, [r[2][k] for r in recorded])
        return {"name": clip.name, "library": clip.library,
                "owners": [owner.describe() for owner in clip.owners], "start": clip.start, "end": clip.end,
                "frames": [frame for frame, _ in steps], "halves": [half for _, half in steps],
                "half_ok": not self.simulation, "reason": clip.reason,
                "extra_instances": max(r[1] for r in recorded)}

    def step(self, frames: list[float]) -> list[tuple[Any, ...]]:
        """Matrices, extra instances and points at each frame, in the order of `frames`."""
        order = list(range(len(frames)))
        if self.simulation:
            return self.step_simulation(frames)
        if self.options.shuffle is not None:
            self.random.shuffle(order)
        found: dict[int, tuple[Any, ...]] = {}
        for i in order:
            set_frame(self.scene, frames[i])
            found[i] = self.read()
        return [found[i] for i in range(len(frames))]

    def step_simulation(self, frames: list[float]) -> list[tuple[Any, ...]]:
        """Every whole frame in order, from the first that is simulated."""
        wanted, found = set(frames), []
        for frame in range(int(min(self.simulation.first_frame(), frames[0])), int(frames[-1]) + 1):
            self.scene.frame_set(frame)
            if frame in wanted:
                found.append(self.read())
        return found

    def read(self) -> tuple[Any, ...]:
        matrices, extra = self.reader.matrices()
        return matrices, extra, [self.read_points(k) for k in range(len(self.rest_points))]

    def read_points(self, k: int) -> np.ndarray | None:
        """The points of a mesh; the rest's own array where they are equal, so that they cost no memory."""
        points = self.reader.points(self.reader.meshes[k])
        if points is not None and np.array_equal(points, self.rest_points[k]):
            return self.rest_points[k]
        return points

    def write_points(self, c: int, k: int, frames: list[np.ndarray | None]) -> None:
        rest = self.rest_points[k]
        if all(points is rest for points in frames):
            return
        if any(points is None or points.shape != rest.shape for points in frames):
            self.missing.append({"clip": c, "mesh": k, "reason": "point count changes"})
            return
        self.archive.write(f"points_{c}_{k}", np.stack(frames))

    def write_meta(self, sizes: list[float], clips: list[dict[str, Any]]) -> None:
        meta = {
            "blender": bpy.app.version_string, "file": os.path.basename(bpy.data.filepath),
            "fps": self.scene.render.fps, "fps_base": self.scene.render.fps_base, "scene": self.scene.name,
            "view_layer": self.view_layer.name, "frame_start": self.scene.frame_start, "axis": "Z",
            "nodes": [{**node.describe(), "D": size} for node, size in zip(self.reader.nodes, sizes)],
            "meshes": [self.describe_mesh(k, sizes) for k in range(len(self.rest_points))],
            "clips": clips, "unused": self.list.unused, "missing": self.missing, "errors": self.reader.errors,
            "notes": self.rest.failed, "counts": self.reader.counts,
        }
        self.archive.write("meta", np.frombuffer(json.dumps(meta).encode(), np.uint8))

    def describe_mesh(self, k: int, sizes: list[float]) -> dict[str, Any]:
        ob, points = self.reader.meshes[k], self.rest_points[k]
        node = self.reader.mesh_node(ob)
        diagonal = float(np.linalg.norm(np.ptp(points.astype(np.float64), axis=0))) if len(points) else 0.0
        return {"node": node, "name": ob.name, "library": blocks_module.library_name(ob),
                "points": len(points), "diagonal": diagonal or sizes[node]}


if __name__ == "__main__":
    Oracle(parse_arguments()).run()
