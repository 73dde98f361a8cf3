# SPDX-License-Identifier: MIT
"""Compares materials, cameras, lights and the world of a played .pav with what oracle_looks.py saw in Blender.

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
        step = max(1, LARGEST // (4 * (16 * len(scene.nodes) + 3 * points + 1)))
        found: list[dict[str, Values]] = []
        for first in range(0, len(requests), step):
            found += self.ask(requests[first:first + step])
        return found

    def ask(self, requests: list[str]) -> list[dict[str, Values]]:
        out = self.pav.with_suffix(".looks")
        done = subprocess.run([self.program, "--materials", self.pav, out], input="\n".join(requests) + "\n",
                              capture_output=True, text=True, timeout=600)
        if done.returncode != 0 or done.stderr:  # every channel drives something
            raise RuntimeError(f"{self.program.name}: {done.stderr.strip()[-400:]}")
        inputs = list(dump_file.read(out)["material_inputs"].values())
        out.unlink()
        return [self.moment(np.concatenate([rows[i] for rows in inputs] or [[]])) for i in range(len(requests))]

    def moment(self, inputs: np.ndarray) -> dict[str, Values]:
        return {"material": self.materials(inputs), **self.still()}

    def materials(self, numbers: np.ndarray) -> Values:
        found: Values = {}
        for material in self.document.scene.materials:
            mine = found[named(material)] = {}
            for given in material.inputs:
                mine[given.name], numbers = numbers[:len(given.values)], numbers[len(given.values):]
            light = mine["emission_color"] * mine["emission_strength"]
            mine["light"] = mine["base_color"] if material.unlit else light
        return found

    def still(self) -> dict[str, Values]:
        """What no clip can change yet."""
        scene = self.document.scene
        return {"camera": {named(camera): numbers_of(camera) for camera in scene.cameras},
                "light": {named(light): numbers_of(light) for light in scene.lights},
                "world": {"": {"color": np.array(scene.world_color)}}}


def numbers_of(thing: Any) -> dict[str, np.ndarray]:
    return {name: np.atleast_1d(value) for name, value in vars(thing).items()
            if isinstance(value, (float, int, tuple))}


def sampled(clip: model.Clip) -> set[tuple[str, str, str]]:
    return {(channel.target.kind, channel.target.owner, channel.target.element) for channel in clip.channels
            if any(component.kind == "sampled" for component in channel.components)}


# ---- The comparison ----


def compare(oracle: dict[str, Any], document: model.Document, pav: Path, program: Path, limit: float) -> Looks:
    clips = {(clip.name, Path(clip.library).name): i for i, clip in enumerate(document.clips)}
    described = [(clips[clip["name"], clip["library"]], clip) for clip in oracle["clips"]
                 if (clip["name"], clip["library"]) in clips]
    requests = ["rest"] + [f"{index} {frame!r}" for index, clip in described for frame in clip["frames"]]
    moments = iter(Player(document, pav, program).at(requests))
    looks = Looks({kind: len(things) for kind, things in oracle["rest"].items()})
    rest = next(moments)
    for place, numbers in walk(oracle["rest"]):
        looks.note(place, numbers, pick(rest, place), "at rest", limit)
    compare_fixed(looks, oracle["fixed"], document.scene)
    for index, clip in described:
        apart = sampled(document.clips[index])
        for k, frame in enumerate(clip["frames"]):
            moment = next(moments)
            for place, values in walk(clip["values"]):
                if not (clip["halves"][k] and is_sampled(place, apart)):
                    looks.note(place, values[k], pick(moment, place), f"{clip['name']} {frame:g}", limit)
    return looks


def is_sampled(place: tuple[str, str, str], apart: set[tuple[str, str, str]]) -> bool:
    kind, name, part = place
    name = name.split(" [")[0]
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
        for name, texts in fixed[kind].items():
            for part, text in texts.items():
                said = getattr(ours[name], part) if name in ours else None
                if said != text:
                    looks.errors[kind] = float("inf")
                    looks.wrong[kind, name, part] = f"Blender has {text}, the file {said}"
