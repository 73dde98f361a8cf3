# SPDX-License-Identifier: MIT
"""Draws what Blender renders and what the viewer shows of the same moments beside each other, and compares them.

    ./dev pictures [FILE.blend ...] [--only NAME ...] [--out DIR] [--blender VERSION] [--clip NAME] [--size PIXELS]

Without files: the demo and a choice of the corpus. For three moments of a clip both sides look through one camera: the
scene's, or a made one where that shows objects on less than 5 or, also with its backdrop hidden, on more than 60 % of
the picture. DIR/NAME_i.png is Blender's picture (Cycles, the view transform Standard) | the viewer's | where they see
different objects: white nowhere, red an object of Blender's alone, blue of the viewer's alone, yellow another one. A
row of DIR/pictures.csv is a picture:

silhouette   of all objects together: pixels that both sides have over those that either has; at least 0.98
object       the worst among the objects of more than 500 pixels; at least 0.95
light        the mean linear luminance where both see the same object: Blender's, the viewer's

An object for which the exporter's report names a cause counts no more where it differs; it is named in `excluded`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import corpus
import numpy as np
from compare import ROOT
from exr import read_exr
from picture_masks import Masks, encode, luminance, node_numbers, write_png

sys.path.insert(0, str(ROOT / "format"))

from pavane_format import reader  # noqa: E402

SILHOUETTE, OBJECT, LEAST_PIXELS = 0.98, 0.95, 500
LEAST, MOST = 0.05, 0.6
COLUMNS = ("file clip frame camera coverage silhouette object worst objects light_blender light_viewer status "
           "excluded").split()
VIEWER = Path(os.environ.get("PAVANE_BUILD", ROOT / "build" / "release")) / "pavane-viewer"
SCRIPT = Path(__file__).with_name("oracle_pictures.py")
WORK = ROOT / "build" / "pictures"

# Of ../shared/corpus/blend: characters, props, cameras of their own, lights, textures, shape keys, many objects.
CHOICE = (
    "arm_light_area", "arm_triggers_rig", "bgltf_character", "cge_bridge_scene_anim", "cge_camera_animation",
    "gd_animation_parented_objects", "gd_animation_shapekey_with_transform", "gd_animation_various_lights",
    "gdx_light_camera", "gex_03_all_animations/scenes/03_all_animations", "gio_28_various_sk", "gio_RobotExpressive",
    "ogre_shape_animation", "osg_robot", "polyscope_material_anim", "quat_bat", "quat_pistol",
    "raylib_guy", "tps_red_robot", "unv_dretch",
)


@dataclass
class Row:
    file: str
    clip: str
    frame: float
    camera: str
    coverage: float
    silhouette: float
    object: float
    worst: str
    objects: int
    light_blender: float
    light_viewer: float
    status: str = ""
    excluded: str = ""

    def values(self) -> list[str]:
        return [f"{value:.4g}" if isinstance(value, float) else str(value)
                for value in (getattr(self, name) for name in COLUMNS)]


@dataclass
class Job:
    blend: Path
    name: str
    folder: Path
    options: argparse.Namespace
    planned: dict[str, Any] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)

    @property
    def pav(self) -> Path:
        return self.folder / "out.pav"


# ---- Making the pictures ----


def blender(job: Job, blend: Path, arguments: list[str | Path]) -> None:
    done = corpus.run_blender(job.options.blender, [blend, *arguments], job.options.timeout)
    if done.returncode != 0:
        raise corpus.Failure(f"Blender {corpus.last_words(done)}")


def render(job: Job) -> None:
    """Plans, exports and renders; afterwards the job knows what was planned and the exporter's report."""
    plan = job.folder / "plan.json"
    words = ["--clip", job.options.clip] if job.options.clip else []
    scene = job.folder / "scene.blend"
    blender(job, job.blend, ["--python", SCRIPT, "--", "plan", scene, plan, "--size", str(job.options.size), *words])
    _, job.report = corpus.export(job.options.blender, scene, job.folder, job.options.timeout)
    blender(job, scene, ["--python", SCRIPT, "--", "render", plan, job.folder, "--samples",
                         str(job.options.samples)])
    job.planned = json.loads(plan.read_text())


def view(job: Job, frame: float, path: Path, *options: str) -> np.ndarray:
    """A picture of the viewer's, as rows of red, green and blue."""
    clip = ["--clip", job.planned["clip"], "--frame", repr(frame)] if job.planned["clip"] else ["--rest"]
    size = f"{job.planned['width']}x{job.planned['height']}"
    command = [VIEWER, job.pav, "--camera", "file", "--others", "off", "--as-rendered", "--size", size, *clip,
               "--screenshot", path, *options]
    if not os.environ.get("DISPLAY"):
        command = ["xvfb-run", "-a", *command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=job.options.timeout,
                          env={**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"})
    if done.returncode != 0:
        raise corpus.Failure(f"viewer exit {done.returncode}: {done.stderr.strip()[-200:]}")
    pixels = subprocess.run(["convert", path, "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout
    return np.frombuffer(pixels, np.uint8).reshape(job.planned["height"], job.planned["width"], 3)


# ---- Comparing ----


def causes(job: Job) -> dict[str, str]:
    """Of each object that the exporter does not promise: why."""
    found: dict[str, str] = {}
    for entry in job.report["causes"]:
        found.setdefault(entry["object"], entry["cause"])
    return found


def compare(job: Job, moment: int) -> tuple[Row, np.ndarray]:
    frame = job.planned["frames"][moment]
    scene = reader.read(job.pav.read_bytes()).scene
    theirs = np.rint(read_exr(job.folder / f"mask_{moment}.exr")["IndexOB.X"]).astype(np.int64)
    numbers = node_numbers(scene.nodes, job.planned["objects"])
    ours = numbers[view_nodes(view(job, frame, job.folder / f"mask_{moment}.png", "--masks"), len(scene.nodes))]
    look = read_exr(job.folder / f"look_{moment}.exr")
    linear = np.stack([look[f"Combined.{channel}"] for channel in "RGB"], axis=-1)
    shown = view(job, frame, job.folder / f"look_{moment}.png", "--lighting", "file")
    masks = Masks(theirs, ours, [item["name"] for item in job.planned["objects"]])
    excluded = {**dict.fromkeys(job.planned["hidden"], "hidden on both sides, it fills the picture"),
                **masks.leave_out(causes(job), OBJECT, LEAST_PIXELS)}
    worst, name, count = masks.worst(LEAST_PIXELS)
    both = (theirs > 0) & (theirs == ours)
    row = Row(job.name, job.planned["clip"] or "(rest)", frame, job.planned["camera"], float((theirs > 0).mean()),
              masks.silhouette(), worst, name, count, *luminance(linear, shown, both))
    row.excluded = "; ".join(f"{name}: {cause}" for name, cause in sorted(excluded.items()))
    row.status = judge(row)
    return row, np.hstack([encode(linear), shown, masks.picture()])


def view_nodes(picture: np.ndarray, count: int) -> np.ndarray:
    """The node of each pixel + 1, 0 where there is none: the way back from what --masks draws."""
    values = picture.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    nodes = values * pow(0x9E3779, -1, 1 << 24) % (1 << 24)
    if nodes.max() > count:
        raise corpus.Failure("the viewer's picture has colours of no object")
    return nodes


def judge(row: Row) -> str:
    if not LEAST <= row.coverage <= MOST:
        return "coverage"
    if row.objects == 0:
        return "no object"
    return "ok" if row.silhouette >= SILHOUETTE and row.object >= OBJECT else "differs"


def run(job: Job) -> list[Row]:
    job.folder.mkdir(parents=True, exist_ok=True)
    render(job)
    rows = []
    for moment in range(len(job.planned["frames"])):
        row, picture = compare(job, moment)
        write_png(job.options.out / f"{re.sub(r'[^0-9A-Za-z_-]', '_', job.name)}_{moment}.png", picture)
        rows.append(row)
        print(f"{row.status:8s} {row.file} {row.clip} {row.frame:g}  camera {row.camera}  coverage "
              f"{100 * row.coverage:.0f} %  silhouette {row.silhouette:.4f}  object {row.object:.4f} of {row.objects} "
              f"({row.worst})  light {row.light_blender:.3f} / {row.light_viewer:.3f}"
              + (f"  excluded: {row.excluded}" if row.excluded else ""), flush=True)
    return rows


# ---- All of them ----


def make_demo(options: argparse.Namespace) -> Path:
    path = WORK / options.blender / "demo.blend"
    path.parent.mkdir(parents=True, exist_ok=True)
    done = corpus.run_blender(options.blender, ["--python", ROOT / "examples" / "demo" / "build_demo.py", "--", path],
                              options.timeout)
    if done.returncode != 0:
        raise corpus.Failure(f"demo {corpus.last_words(done)}")
    return path


def jobs(options: argparse.Namespace) -> list[Job]:
    shared = Path(os.environ.get("PAVANE_SHARED", ROOT.parent / "shared")) / "corpus" / "blend"
    files = [(path.resolve(), path.stem) for path in options.files]
    if not files:
        files = [(make_demo(options), "demo")] + [(shared / f"{name}.blend", name) for name in CHOICE]
    return [Job(path, name, WORK / options.blender / re.sub(r"[^\w.-]", "_", name), options) for path, name in files
            if not options.only or any(part in name for part in options.only)]


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev pictures", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.blend",
                        help="what to draw (default: the demo and a choice of ../shared/corpus/blend)")
    parser.add_argument("--only", nargs="+", default=[], help="only files whose name holds one of these")
    parser.add_argument("--out", type=Path, default=WORK / "pairs", help="where the pictures go (build/pictures/pairs)")
    parser.add_argument("--blender", default="system", help="3.4, 4.3, 5.2 or system (default)")
    parser.add_argument("--clip", help="the clip that plays (default: the one with the most channels)")
    parser.add_argument("--size", type=int, default=512, help="pixels of a picture's shorter side (default: 512)")
    parser.add_argument("--samples", type=int, default=16, help="rays of light a pixel (default: 16)")
    parser.add_argument("--timeout", type=float, default=900, help="seconds for one step of one file")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    good = total = 0
    for job in jobs(options):
        total += 1
        try:
            made = run(job)
        except (corpus.Failure, OSError, subprocess.SubprocessError, ValueError) as error:
            print(f"failed   {job.name}  {error}", flush=True)
            continue
        rows += made
        good += all(row.status == "ok" for row in made)
    with (options.out / "pictures.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        writer.writerows(row.values() for row in rows)
    print(f"{good} of {total} files within {SILHOUETTE:g} and {OBJECT:g}; the pairs are in {options.out}")
    return 0 if good == total and total else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
