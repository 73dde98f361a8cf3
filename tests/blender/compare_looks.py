# SPDX-License-Identifier: MIT
"""Compares materials, cameras, lights, visibility and custom properties of a played .pav with what oracle_looks.py saw in Blender.

An error is a difference over the larger of 1 and Blender's number. A number that a clip has as samples is
compared at its samples' frames, any other at whole and half frames.
"""
from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from compare import dump_file, model

LARGEST = 64 << 20  # bytes of one dump
Values = dict[str, dict[str, np.ndarray]]  # by name and property

# The numbers of a dump, in its order.
CAMERA = dict.fromkeys(("lens", "sensor_width", "sensor_height", "ortho_scale", "shift_x", "shift_y", "clip_start",
                        "clip_end", "focus_distance", "fstop", "depth_of_field"), 1)
LIGHT = {"color": 3, **dict.fromkeys(("energy", "radius", "spot_size", "spot_blend", "sun_angle", "area_width",
                                      "area_height"), 1)}
HIDDEN = {"hide_viewport": 1, "hide_render": 1}


@dataclass
class Looks:
    """How many things of each kind were compared, and how far they are off at most."""

    counts: dict[str, int] = field(default_factory=dict)
    errors: dict[str, float] = field(default_factory=dict)
    numbers: int = 0
    wrong: dict[tuple[str, str, str], str] = field(default_factory=dict)  # by kind, name, property: where first

    def note(self, place: tuple[str, str, str], blender: list[float], played: np.ndarray | None, when: str,
             limit: float) -> None:
        self.numbers += 1
        error = float("inf")
        if played is not None and len(played) == len(blender):
            expected = np.array(blender, np.float64)
            error = float(np.max(np.abs(expected - played) / np.maximum(1.0, np.abs(expected))))
        self.errors[place[0]] = max(self.errors.get(place[0], 0.0), error if error == error else float("inf"))
        if not error <= limit:
            self.wrong.setdefault(place, f"{when}: Blender has {blender}, played was {played}")


def named(thing: Any) -> str:
    library = Path(thing.library).name
    return f"{thing.name} [{library}]" if library else thing.name


# ---- What is played ----


class Player:
    """What the C runtime says of every kind of thing at every moment that is asked for."""

    def __init__(self, document: model.Document, pav: Path, program: Path) -> None:
        self.document, self.pav, self.program = document, pav, program

    def at(self, requests: list[str]) -> list[dict[str, Values]]:
        scene = self.document.scene
        points = sum(len(self.document.meshes[node.mesh].points) for node in scene.nodes if node.mesh is not None)
        step = max(1, LARGEST // (4 * (18 * len(scene.nodes) + 3 * points + 16 * len(scene.properties) + 1)))
        found: list[dict[str, Values]] = []
        for first in range(0, len(requests), step):
            found += self.ask(requests[first:first + step])
        return found

    def ask(self, requests: list[str]) -> list[dict[str, Values]]:
        out = self.pav.with_suffix(".looks")
        done = subprocess.run([self.program, "--values", self.pav, out], input="\n".join(requests) + "\n",
                              capture_output=True, text=True, timeout=600)
        if done.returncode != 0 or done.stderr:  # every channel drives something
            raise RuntimeError(f"{self.program.name}: {done.stderr.strip()[-400:]}")
        dump = dump_file.read(out)
        out.unlink()
        return [self.moment({kind: {index: rows[i] for index, rows in arrays.items()}
                             for kind, arrays in dump.items()}) for i in range(len(requests))]

    def moment(self, arrays: dict[str, dict[int, np.ndarray]]) -> dict[str, Values]:
        scene = self.document.scene
        return {"material": self.materials(arrays["material_inputs"]),
                "camera": {named(camera): split(CAMERA, arrays["camera"][i]) for i, camera in enumerate(scene.cameras)},
                "light": {named(light): split(LIGHT, arrays["light"][i]) for i, light in enumerate(scene.lights)},
                "world": {"": {"color": arrays["world_color"][0]}},
                "object": {named(node): split(HIDDEN, arrays["hidden"][i]) for i, node in enumerate(scene.nodes)
                           if node.kind == "object" and node.instancer is None},
                "property": self.properties(arrays["property"])}

    def materials(self, arrays: dict[int, np.ndarray]) -> Values:
        found: Values = {}
        for i, material in enumerate(self.document.scene.materials):
            mine, numbers = found.setdefault(named(material), {}), arrays[i]
            for given in material.inputs:
                mine[given.name], numbers = numbers[:len(given.values)], numbers[len(given.values):]
            light = mine["emission_color"] * mine["emission_strength"]
            mine["light"] = mine["base_color"] if material.unlit else light
        return found

    def properties(self, arrays: dict[int, np.ndarray]) -> Values:
        found: Values = {}
        for i, given in enumerate(self.document.scene.properties):
            if i in arrays:
                found.setdefault(owner_label(given.owner_kind, given.owner, given.library, given.part),
                                 {})[given.name] = arrays[i]
        return found


def split(names: dict[str, int], numbers: np.ndarray) -> dict[str, np.ndarray]:
    ends = np.cumsum(list(names.values())).tolist()
    return {name: numbers[end - size:end] for (name, size), end in zip(names.items(), ends, strict=True)}


def owner_label(kind: str, owner: str, library: str, part: str) -> str:
    """As the oracle calls the owner of a custom property."""
    name = f"{owner} [{Path(library).name}]" if library else owner
    return f"{kind.removesuffix('_property')} {name}" + (f", bone {part}" if part else "")


def sampled(clip: model.Clip) -> set[tuple[str, str, str]]:
    """Kind, name and property of what the clip has samples of."""
    return {place_of(channel.target) for channel in clip.channels
            if any(component.kind == "sampled" for component in channel.components)}


def place_of(target: model.Target) -> tuple[str, str, str]:
    if target.kind == "scene":
        return "world", "", "color"
    if target.kind.endswith("_property"):
        return "property", owner_label(target.kind, target.owner, target.library, target.part), target.element
    library = Path(target.library).name
    return target.kind, f"{target.owner} [{library}]" if library else target.owner, target.element


# ---- The comparison ----


def compare(oracle: dict[str, Any], document: model.Document, pav: Path, program: Path, limit: float) -> Looks:
    looks, player = Looks(), Player(document, pav, program)
    for seen in oracle["passes"]:
        for kind, things in seen["rest"].items():
            looks.counts[kind] = max(looks.counts.get(kind, 0), len(things))
        compare_fixed(looks, seen["fixed"], document.scene)
        compare_pass(looks, seen, player, limit)
    return looks


def compare_pass(looks: Looks, seen: dict[str, Any], player: Player, limit: float) -> None:
    document = player.document
    clips = {(clip.name, Path(clip.library).name): i for i, clip in enumerate(document.clips)}
    described = [(clips[clip["name"], clip["library"]], clip) for clip in seen["clips"]
                 if (clip["name"], clip["library"]) in clips]
    moments = iter(player.at(["rest"] + [f"{index} {frame!r}" for index, clip in described
                                         for frame in clip["frames"]]))
    rest = next(moments)
    for place, numbers in walk(seen["rest"]):
        looks.note(place, numbers, pick(rest, place), "at rest", limit)
    for index, clip in described:
        apart = sampled(document.clips[index]) | {tuple(place) for place in seen["driven"]}
        for k, frame in enumerate(clip["frames"]):
            moment = next(moments)
            for place, values in walk(clip["values"]):
                if not (clip["halves"][k] and is_sampled(place, apart)):
                    looks.note(place, values[k], pick(moment, place), f"{clip['name']} {frame:g}", limit)


def is_sampled(place: tuple[str, str, str], apart: set[tuple[str, str, str]]) -> bool:
    kind, name, part = place
    parts = ("emission_color", "emission_strength", "base_color") if part == "light" else (part,)
    return any((kind, name, given) in apart for given in parts)


def walk(values: dict[str, dict[str, dict[str, Any]]]) -> list[tuple[tuple[str, str, str], Any]]:
    return [((kind, name, part), value) for kind, things in values.items()
            for name, parts in things.items() for part, value in parts.items()]


def pick(moment: dict[str, Values], place: tuple[str, str, str]) -> np.ndarray | None:
    kind, name, part = place
    return moment[kind].get(name, {}).get(part)


def compare_fixed(looks: Looks, fixed: dict[str, dict[str, dict[str, str]]], scene: model.Scene) -> None:
    for kind, things in (("camera", scene.cameras), ("light", scene.lights)):
        ours = {named(thing): thing for thing in things}
        for name, texts in fixed.get(kind, {}).items():
            for part, text in texts.items():
                said = getattr(ours[name], part) if name in ours else None
                if said != text:
                    looks.errors[kind] = float("inf")
                    looks.wrong[kind, name, part] = f"Blender has {text}, the file {said}"


def predicted(kind: str, name: str, report: dict[str, Any]) -> set[str]:
    """What the exporter's report says of a thing that differs, or of what is inside it."""
    owner = name.split(" [")[0]
    owners = [f"{kind} {owner!r}" if name else f"{kind} "]
    owners += [f"nodetree {owner!r}"] if kind == "material" else []
    told = [(entry["what"], entry.get("reason") or entry["note"]) for entry in (*report["left_out"], *report["notes"])]
    found = {f"{kind}: {reason}" for what, reason in told if any(owner in what for owner in owners)}
    return found or {f"{kind}: unexplained"}
