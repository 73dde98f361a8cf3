# SPDX-License-Identifier: MIT
"""Compares a played .pav with what the oracle saw in Blender, by the errors that DESIGN.md defines.

Matrix error: max(max(0, |d translation| - 4 float32 ulps of |translation|) / D, |d 3x3| / largest column norm in Blender
(1 if that is 0)), where |d 3x3| is the length of the longest column of the difference.  Vertex error: the largest
distance of a point in object space over the mesh's diagonal.  What is missing or not a number is an infinite error.

Nodes whose motion is made of curves have one limit at whole and half frames; there what moving the frame by 16 float32
ulps changes is no error, since Blender's own time is no finer.  Nodes that are sampled, or hang on what is, have the
bound that their clip states; a clip that states none is not compared there between whole frames.  At moments of chance
what is sampled may differ within 1/4096 frame before a cut, as FORMAT.md says.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "format")]

from pavane_format import model, reader  # noqa: E402

from tests import dump_file  # noqa: E402

Key = tuple[str, str, str, str, str]  # kind, object, bone, library, outermost instancer


@dataclass
class Result:
    """The largest errors, and where they are: (error, clip, frame, name)."""

    curve_error: float = 0.0  # of matrices
    sampled_error: float = 0.0
    vertex_error: float = 0.0
    curve_place: str = ""
    sampled_place: str = ""
    vertex_place: str = ""
    clips: int = 0
    problems: list[str] = field(default_factory=list)
    bad: dict[str, float] = field(default_factory=dict)  # error over the limit of each object, by its name

    @property
    def matrix_error(self) -> float:
        return max(self.curve_error, self.sampled_error)

    @property
    def matrix_place(self) -> str:
        return self.curve_place if self.curve_error >= self.sampled_error else self.sampled_place

    def note(self, kind: str, errors: np.ndarray, names: list[str], place: str, limit: float) -> None:
        """`errors` one per name."""
        if not len(errors):
            return
        errors = np.where(np.isfinite(errors), errors, np.inf)
        for i in np.nonzero(errors > limit)[0]:
            self.bad[names[i]] = max(self.bad.get(names[i], 0.0), float(errors[i]))
        worst = int(np.argmax(errors))
        if errors[worst] > getattr(self, kind + "_error"):
            setattr(self, kind + "_error", float(errors[worst]))
            setattr(self, kind + "_place", f"{names[worst]} {place}")


# ---- Which node is which ----


def document_keys(scene: model.Scene) -> list[Key]:
    keys = []
    for node in scene.nodes:
        top = node
        while top.instancer is not None:
            top = scene.nodes[top.instancer]
        copy = "instance" if node.instancer is not None else ""
        if node.kind == "bone":
            armature = scene.nodes[node.armature]
            kind, owner, bone, library = f"{copy}_bone".lstrip("_"), armature.name, node.name, armature.library
        else:
            kind, owner, bone, library = copy or "object", node.name, "", node.library
        keys.append((kind, owner, bone, Path(library).name, top.name if copy else ""))
    return keys


def match(oracle: dict[str, Any], rest: np.ndarray, keys: list[Key], played_rest: np.ndarray) -> np.ndarray:
    """For each node of the oracle the node of the document, or -1; among equal keys the nearest at rest."""
    groups: dict[Key, list[int]] = {}
    for i, key in enumerate(keys):
        groups.setdefault(key, []).append(i)
    found = np.full(len(oracle["nodes"]), -1)
    for n, node in enumerate(oracle["nodes"]):
        key = (node["kind"], node["name"], node["bone"], node["library"], node["instancer"])
        candidates = groups.get(key)
        if not candidates:
            continue
        distances = [np.abs(played_rest[i] - rest[n]).max() for i in candidates]
        found[n] = candidates.pop(int(np.argmin(distances)))
    return found


# ---- Playing ----


class Played:
    """What pavane-dump wrote: matrices (row by row) and points of every moment asked for."""

    def __init__(self, program: Path, pav: Path, out: Path, requests: list[str]) -> None:
        done = subprocess.run([program, pav, out], input="\n".join(requests) + "\n", capture_output=True, text=True,
                              timeout=600)
        if done.returncode != 0:
            raise RuntimeError(f"{program.name}: {done.stderr.strip()[-400:]}")
        dump = dump_file.read(out)
        self.messages = done.stderr.strip()
        self.matrices = dump_file.matrices(dump)
        self.points = dump_file.vectors(dump, "points")


# ---- Errors ----


def matrix_errors(played: np.ndarray, blender: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """(..., n) errors of (..., n, 4, 4) matrices."""
    played, blender = played.astype(np.float64), blender.astype(np.float64)
    translation = np.linalg.norm(blender[..., :3, 3], axis=-1)
    ulp = np.spacing(translation.astype(np.float32)).astype(np.float64)
    moved = np.linalg.norm(played[..., :3, 3] - blender[..., :3, 3], axis=-1)
    columns = np.linalg.norm(blender[..., :3, :3], axis=-2).max(axis=-1)
    turned = np.linalg.norm(played[..., :3, :3] - blender[..., :3, :3], axis=-2).max(axis=-1)
    return np.maximum(np.maximum(0, moved - 4 * ulp) / sizes, turned / np.where(columns == 0, 1, columns))


def vertex_error(played: np.ndarray, blender: np.ndarray, diagonal: float) -> np.ndarray:
    """(frames,) errors of (frames, points, 3)."""
    if not blender.shape[-2]:
        return np.zeros(len(blender))
    distances = np.linalg.norm(played.astype(np.float64) - blender.astype(np.float64), axis=-1)
    return distances.max(axis=-1) / diagonal


def sampled_nodes(clip: model.Clip, document: model.Document, keys: list[Key]) -> np.ndarray:
    """Which nodes some sampled channel concerns: only at whole frames is their motion exact."""
    scene = document.scene
    touched = {(c.target.kind, c.target.owner, c.target.part) for c in clip.channels
               if any(component.kind == "sampled" for component in c.components)}
    concerned = np.zeros(len(scene.nodes), bool)
    for i, node in enumerate(scene.nodes):
        _, owner, bone, _, _ = keys[i]
        concerned[i] = (("bone" if bone else "object", owner, bone) in touched
                        or (node.parent is not None and concerned[node.parent]))
    return concerned


def sampled_mesh(node: int, document: model.Document, clip: model.Clip, concerned: np.ndarray) -> bool:
    scene = document.scene
    mesh = document.meshes[scene.nodes[node].mesh]
    if any(c.target.kind in ("morph", "mesh") and c.target.owner == mesh.name
           and any(component.kind == "sampled" for component in c.components) for c in clip.channels):
        return True
    if scene.nodes[node].skin is None:
        return False
    skin = scene.skins[scene.nodes[node].skin]
    return bool(concerned[node] or concerned[skin.armature] or any(concerned[j.node] for j in skin.joints))


def before_cuts(clip: model.Clip, frames: np.ndarray) -> np.ndarray:
    """Which frames lie less than 1/4096 frame before a cut."""
    near = np.zeros(len(frames), bool)
    for channel in clip.channels:
        for component in channel.components:
            if component.kind == "sampled":
                cuts = np.asarray(component.cuts, np.float64).reshape(-1, 3)
                cuts = cuts[cuts[:, 1] != cuts[:, 2], 0]
                near |= ((frames[:, None] < cuts) & (frames[:, None] > cuts - 1 / 4096)).any(axis=1)
    return near


# ---- The whole comparison ----


@dataclass
class Timing:
    clip: model.Clip
    halves: np.ndarray  # which frames are half ones, or moments of chance
    near: np.ndarray  # which are such moments shortly before a cut
    slack: Callable[[], np.ndarray]


class Comparison:
    def __init__(self, pav: Path, oracle: Path, program: Path, limit: float, vertex_limit: float | None = None) -> None:
        """`limit` of the matrices that curves make, and of the points unless they have their own."""
        self.pav, self.program, self.limit = pav, program, limit
        self.vertex_limit = limit if vertex_limit is None else vertex_limit
        self.document = reader.read(pav.read_bytes())
        if self.document.scene is None:
            raise RuntimeError(f"{pav.name} has no scene")
        self.arrays = np.load(oracle)
        self.meta = json.loads(self.arrays["meta"].tobytes())
        self.keys = document_keys(self.document.scene)
        self.names = [f"{n['name']}:{n['bone']}".rstrip(":") for n in self.meta["nodes"]]
        self.owners = [n["name"] for n in self.meta["nodes"]]
        self.sizes = np.array([n["D"] or 1.0 for n in self.meta["nodes"]])
        self.result = Result()

    def run(self) -> Result:
        out = self.pav.with_suffix(".dump")
        rest = Played(self.program, self.pav, out, ["rest"])
        self.nodes = match(self.meta, self.arrays["rest_matrices"], self.keys, rest.matrices[0])
        self.report_missing()
        self.compare_moment("at rest", rest, self.arrays["rest_matrices"][None], None, None)
        clips = {(c.name, Path(c.library).name): i for i, c in enumerate(self.document.clips)}
        for c, described in enumerate(self.meta["clips"]):
            index = clips.pop((described["name"], described["library"]), None)
            if index is None:
                self.problem(f"clip {described['name']} is missing")
                continue
            self.compare_clip(c, described, index, out)
        for name, _ in clips:
            self.problem(f"clip {name} is not one in Blender")
        out.unlink(missing_ok=True)
        return self.result

    def problem(self, text: str) -> None:
        self.result.problems.append(text)
        self.result.curve_error = np.inf

    def report_missing(self) -> None:
        for n in np.nonzero(self.nodes < 0)[0]:
            self.problem(f"{self.meta['nodes'][n]['kind']} {self.names[n]} is missing")

    def compare_clip(self, c: int, described: dict[str, Any], index: int, out: Path) -> None:
        clip = self.document.clips[index]
        self.result.clips += 1
        for ours, theirs in ((clip.frame_start, described["start"]), (clip.frame_end, described["end"])):
            if abs(ours - theirs) > 1e-4:
                self.problem(f"clip {clip.name} is {clip.frame_start}..{clip.frame_end}, "
                             f"in Blender {described['start']}..{described['end']}")
        halves = np.array(described["halves"], bool)
        frames = np.array(described["frames"], np.float64)
        near = halves & (frames * 2 % 1 != 0) & before_cuts(clip, frames)
        played = self.play(index, frames, out)
        self.compare_moment(f"in {clip.name}", played, self.arrays[f"matrices_{c}"], c,
                            Timing(clip, halves, near, lambda: self.slack(index, frames, played.matrices, out)))

    def play(self, index: int, frames: np.ndarray, out: Path) -> Played:
        return Played(self.program, self.pav, out, [f"{index} {frame!r}" for frame in frames.tolist()])

    def slack(self, index: int, frames: np.ndarray, matrices: np.ndarray, out: Path) -> np.ndarray:
        """What moving the frames by 16 ulps changes of the oracle's nodes, as an error; (frames, nodes)."""
        step = 16 * np.spacing(np.abs(frames).astype(np.float32)).astype(np.float64)
        found = self.nodes[self.nodes >= 0]
        sizes = self.sizes[self.nodes >= 0]
        return np.maximum(*(matrix_errors(self.play(index, moved, out).matrices[:, found], matrices[:, found], sizes)
                            for moved in (frames - step, frames + step)))

    def compare_moment(self, place: str, played: Played, blender: np.ndarray, c: int | None,
                       timing: Timing | None) -> None:
        found = self.nodes >= 0
        concerned = np.zeros(len(self.keys), bool)
        if timing is not None:
            concerned = sampled_nodes(timing.clip, self.document, self.keys)
        errors = matrix_errors(played.matrices[:, self.nodes[found]], blender[:, found], self.sizes[found])
        copies = np.array([node["kind"].startswith("instance") for node in self.meta["nodes"]])[found]
        errors[np.isnan(blender[:, found]).any(axis=(2, 3)) & copies] = 0  # there is no such instance at that frame
        owners = np.array([self.owners[n] for n in np.nonzero(found)[0]])
        sampled = concerned[self.nodes[found]]
        if timing is not None:
            self.excuse(errors, sampled, timing)
        bound = timing.clip.error_bound or self.limit if timing is not None else self.limit
        for kind, chosen, limit in (("curve", ~sampled, self.limit), ("sampled", sampled, bound)):
            if chosen.any():
                self.result.note(kind, errors[:, chosen].max(axis=0), owners[chosen].tolist(), place, limit)
        for k, mesh in enumerate(self.meta["meshes"]):
            self.compare_mesh(k, mesh, place, played, c, timing, concerned)

    def excuse(self, errors: np.ndarray, sampled: np.ndarray, timing: Timing) -> None:
        """Takes off what is no error: 16 ulps of time of curves; samples between frames where no bound is stated."""
        if not timing.clip.error_bound:
            errors[np.ix_(timing.halves, sampled)] = 0
        errors[np.ix_(timing.near, sampled)] = 0
        over = (errors > self.limit) & ~sampled & np.isfinite(errors)
        if over.any():
            errors[over] = np.maximum(0, errors - timing.slack())[over]

    def compare_mesh(self, k: int, mesh: dict[str, Any], place: str, played: Played, c: int | None,
                     timing: Timing | None, concerned: np.ndarray) -> None:
        rest = self.arrays[f"rest_points_{k}"]
        node = int(self.nodes[mesh["node"]])
        name = f"points of {mesh['name']}"
        ours = played.points.get(node)
        if any(m["clip"] == c and m["mesh"] == k for m in self.meta["missing"]):
            text = f"{place} (count of points changes)"
            self.result.note("vertex", np.array([np.inf]), [mesh["name"]], text, self.vertex_limit)
            return
        if not len(rest) and ours is None:
            return
        if ours is None or ours.shape[1] != len(rest):
            text = f"{place} ({0 if ours is None else ours.shape[1]} points, {len(rest)} in Blender)"
            self.result.note("vertex", np.array([np.inf]), [mesh["name"]], text, self.vertex_limit)
            return
        key = f"points_{c}_{k}"
        blender = self.arrays[key] if key in self.arrays.files else rest[None]
        errors = vertex_error(ours, np.broadcast_to(blender, ours.shape), mesh["diagonal"] or 1.0)
        if timing is not None and sampled_mesh(node, self.document, timing.clip, concerned):
            errors[timing.near if timing.clip.error_bound else timing.halves] = 0
        self.result.note("vertex", errors.max(keepdims=True), [mesh["name"]], f"{place}: {name}", self.vertex_limit)
