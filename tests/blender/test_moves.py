# SPDX-License-Identifier: MIT
"""Cameras, lights, visibility, custom properties and the sky: exported, played by the C runtime, compared with Blender."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "format")]

import compare_looks  # noqa: E402
from compare_looks import Looks  # noqa: E402
from pavane_format import model, reader  # noqa: E402

COMMAND = ROOT / "blender_addon" / "pavane" / "command.py"
NOISE = 2e-6  # a few steps of float32, over the larger of 1 and the number


@dataclass
class Exported:
    document: model.Document
    report: dict[str, Any]
    oracle: dict[str, Any]
    looks: Looks

    def kinds(self, target: model.Target) -> set[str]:
        """How the components of a target travel, in all clips."""
        return {component.kind for clip in self.document.clips for channel in clip.channels
                if channel.target == target for component in channel.components}

    def reasons(self, words: str) -> list[str]:
        return [row["reason"] for row in self.report["left_out"] if words in row["what"]]


@pytest.fixture(scope="module")
def exported(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("moves")
    blend, pav, report, out = (folder / name for name in ("moves.blend", "moves.pav", "report.json", "oracle.json"))
    for arguments in (["--python", HERE / "scenes" / "moves_scene.py", "--", blend],
                      [blend, "--python", COMMAND, "--", pav, "--report", report],
                      [blend, "--python", HERE / "oracle_looks.py", "--", out]):
        done = blender.run(arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    document, oracle = reader.read(pav.read_bytes()), json.loads(out.read_text())
    looks = compare_looks.compare(oracle, document, pav, build_folder / "pavane-dump", NOISE)
    return Exported(document, json.loads(report.read_text()), oracle, looks)


# ---- What Blender shows ----


def test_all_of_it_plays_as_in_blender(exported: Exported) -> None:
    assert exported.looks.wrong == {}
    assert exported.looks.numbers > 10_000


def test_the_oracle_sees_what_moves(exported: Exported) -> None:
    """So that the comparison is one of things that change."""
    moved = set()
    for seen in exported.oracle["passes"]:
        for clip in seen["clips"]:
            moved |= {(kind, name, part) for kind, things in clip["values"].items() for name, parts in things.items()
                      for part, values in parts.items() if any(value != values[0] for value in values)}
    wanted = {("camera", "Eye", part) for part in (
        "lens", "shift_x", "shift_y", "clip_start", "clip_end", "sensor_width", "sensor_height", "focus_distance",
        "fstop", "depth_of_field")}
    wanted |= {("camera", "Flat", "ortho_scale"), ("world", "", "color")}
    wanted |= {("light", "Lamp", part) for part in ("energy", "color", "radius")}
    wanted |= {("light", "Spot", "spot_size"), ("light", "Spot", "spot_blend"), ("light", "Sun", "sun_angle")}
    wanted |= {("light", "Area", part) for part in ("radius", "area_width", "area_height")}
    wanted |= {("light", "Driven lamp", "energy"), ("light", "Shaded", "energy")}
    wanted |= {("object", "Blinking", "hide_viewport"), ("object", "Blinking", "hide_render"),
               ("object", "Driven away", "hide_viewport")}
    wanted |= {("property", "object Holder", part) for part in (
        "count", "ratio", 'na.me "q"', "array", "flag", "followed", "steps")}
    wanted |= {("property", owner, "level") for owner in (
        "mesh Held", "camera Flat", "light Sun", "scene Scene", "world World", "armature Bones")}
    wanted |= {("property", "bone Rig, bone Hand.R", "grip"), ("property", "armature Bones, bone Hand.R", "size")}
    assert wanted - moved == set()


# ---- How it travels ----


@pytest.mark.parametrize(("kind", "owner", "element"), [
    *(("camera", "Eye", element) for element in (
        "lens", "shift_x", "shift_y", "clip_start", "clip_end", "sensor_width", "sensor_height", "focus_distance",
        "fstop", "depth_of_field")),
    ("camera", "Flat", "ortho_scale"),
    *(("light", "Lamp", element) for element in ("energy", "color", "radius")),
    ("light", "Spot", "spot_size"), ("light", "Spot", "spot_blend"), ("light", "Sun", "sun_angle"),
    *(("light", "Area", element) for element in ("radius", "area_width", "area_height")),
    ("light", "Shaded", "energy"), ("light", "Warm", "energy"), ("scene", "Scene", "world_color"),
    ("object", "Blinking", "hide_viewport"), ("object", "Blinking", "hide_render"),
    *(("object_property", "Holder", element) for element in ("count", "ratio", 'na.me "q"', "array", "flag")),
    *((f"{kind}_property", owner, "level") for kind, owner in (
        ("mesh", "Held"), ("camera", "Flat"), ("light", "Sun"), ("scene", "Scene"), ("world", "World"),
        ("armature", "Bones")))])
def test_what_is_a_curve_or_that_times_a_factor_travels_as_one(exported: Exported, kind: str, owner: str,
                                                               element: str) -> None:
    kinds = exported.kinds(model.Target(kind, owner, "", element))
    assert "curve" in kinds and kinds <= {"curve", "constant"}


def test_exposure_is_a_factor_of_the_curve(exported: Exported, blender: Any) -> None:
    if blender.number < (5,):
        pytest.skip("lights of this Blender have no exposure")
    assert exported.kinds(model.Target("light", "Bright", "", "color")) == {"curve"}
    assert exported.kinds(model.Target("light", "Warm", "", "color")) == {"sampled"}


@pytest.mark.parametrize("target", [
    model.Target("light", "Driven lamp", "", "energy"), model.Target("object_property", "Holder", "", "followed"),
    model.Target("object", "Driven away", "", "hide_viewport"), model.Target("object_property", "Holder", "", "steps")])
def test_what_only_its_effect_tells_is_sampled(exported: Exported, target: model.Target) -> None:
    assert exported.kinds(target) == {"sampled"}


def test_a_text_is_a_constant_of_the_scene(exported: Exported) -> None:
    found = {given.name: given for given in exported.document.scene.properties if given.owner == "Holder"}
    assert (found["note"].kind, found["note"].text) == ("string", "a text")
    assert (found["still"].kind, found["still"].values.tolist()) == ("integer", [42.0])
    assert "many" not in found


def test_a_linked_group_of_nodes_plays_its_curves(blender: Any, build_folder: Path, tmp_path: Path) -> None:
    scene, pav, out = HERE / "scenes" / "linked_nodes_scene.py", tmp_path / "user.pav", tmp_path / "oracle.json"
    for arguments in (["--python", scene, "--", tmp_path], ["--python", scene, "--", tmp_path, "user"],
                      [tmp_path / "user.blend", "--python", COMMAND, "--", pav],
                      [tmp_path / "user.blend", "--python", HERE / "oracle_looks.py", "--", out]):
        done = blender.run(arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    document = reader.read(pav.read_bytes())
    (clip,) = document.clips
    (channel,) = clip.channels
    assert (clip.library, channel.target.element, channel.components[0].kind) == ("lib.blend", "roughness", "curve")
    oracle = json.loads(out.read_text())
    looks = compare_looks.compare(oracle, document, pav, build_folder / "pavane-dump", NOISE)
    assert looks.wrong == {}


# ---- One clip of all kinds (cases.md, test 14) ----


def clip_named(exported: Exported, name: str) -> model.Clip:
    return next(clip for clip in exported.document.clips if clip.name == name)


def test_one_action_holds_all_kinds_at_once(exported: Exported, blender: Any) -> None:
    targets = {(channel.target.kind, channel.target.element)
               for channel in clip_named(exported, "Everything").channels}
    wanted = {("object", "location"), ("object", "hide_render"), ("object_property", "whole"), ("object_property", "part")}
    if blender.number >= (4, 4):
        wanted |= {("camera", "lens"), ("camera", "ortho_scale"), ("light", "energy"), ("light", "color"),
                   ("light", "spot_size"), ("material", "viewport_color"), ("material", "viewport_roughness")}
    assert targets >= wanted


def test_a_channel_that_cannot_travel_does_not_take_the_others_with_it(exported: Exported) -> None:
    assert exported.reasons("'Everything' on object 'Everything': show_name") == ["not exported yet"]
    assert exported.reasons("camera 'Eye': passepartout_alpha") == ["not exported yet: this property of a camera"]
    assert exported.reasons("light 'Lamp': specular_factor") == ["not exported yet: this property of a light"]


# ---- The report ----


def test_what_moves_without_travelling_is_named(exported: Exported) -> None:
    assert exported.reasons("camera 'Eye': angle") == ["its path resolves to nothing"]
    assert exported.reasons("focus of camera 'Following'") == ["it follows 'Mover'; its own distance travels"]
    assert exported.reasons("object 'Shut in': hide_render") == ["not in effect: its collections hide it"]
    notes = [row["note"] for row in exported.report["notes"] if "'many'" in row["what"]]
    assert notes == ["has more than 16 numbers and does not travel"]


def test_nothing_else_is_left_out(exported: Exported) -> None:
    known = ("show_name", "passepartout_alpha", "specular_factor", "focus of camera", "'Shut in'", ": angle")
    assert [row["what"] for row in exported.report["left_out"]
            if not any(word in row["what"] for word in known)] == []
