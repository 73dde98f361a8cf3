# SPDX-License-Identifier: MIT
"""Shape keys through add-on and runtime: the points that Blender's evaluated mesh has, at whole and half frames."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402
from pavane_format import model, reader  # noqa: E402

SCENE = HERE / "scenes" / "shape_keys_scene.py"
LIMIT = 1e-5  # of a point over the diagonal of its mesh


@dataclass
class Exported:
    document: model.Document
    report: dict[str, Any]
    blend: Path
    result: Result
    errors: dict[str, float]  # by object: the largest of all clips
    moved: dict[str, float]  # by object: how far Blender itself moves its points over all clips

    def causes(self, name: str) -> list[str]:
        return [row["cause"] for row in self.report["causes"] if row["object"] == name]


class ByMesh(Comparison):
    """Keeps the error of each mesh apart."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.errors: dict[str, float] = {}

    def compare_mesh(self, k: int, mesh: dict[str, Any], *rest: Any) -> None:
        before, self.result.vertex_error = self.result.vertex_error, 0.0
        super().compare_mesh(k, mesh, *rest)
        self.errors[mesh["name"]] = max(self.errors.get(mesh["name"], 0.0), self.result.vertex_error)
        self.result.vertex_error = max(before, self.result.vertex_error)


def motion(oracle: Path) -> dict[str, float]:
    arrays = np.load(oracle)
    meta = json.loads(arrays["meta"].tobytes())
    found = {}
    for k, mesh in enumerate(meta["meshes"]):
        clips = [arrays[name] for name in arrays.files if name.startswith("points_") and name.endswith(f"_{k}")]
        found[mesh["name"]] = max((float(np.ptp(points, axis=0).max()) for points in clips), default=0.0)
    return found


@pytest.fixture(scope="module")
def exported(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("shape keys")
    blend = folder / "keys.blend"
    done = blender.run(["--python", SCENE, "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", ["--all", "--moments", "24"], 600)
    comparison = ByMesh(pav, oracle, build_folder / "pavane-dump", LIMIT)
    result = comparison.run()
    return Exported(comparison.document, report, blend, result, comparison.errors, motion(oracle))


def components(exported: Exported, clip: str, mesh: str = "") -> dict[str, str]:
    """By shape key of a mesh, that of the clip's name (none: `eval_time`): where its value comes from."""
    (found,) = [found for found in exported.document.clips if found.name == clip]
    return {channel.target.part: channel.components[0].kind for channel in found.channels
            if channel.target.kind in ("morph", "mesh") and channel.target.owner == (mesh or clip)}


# ---- Relative keys ----


@pytest.mark.parametrize("name", ["Chain", "Clamped", "Driven", "Many", "Masked", "Muted", "Pinned twin", "Reordered"])
def test_keys_play_as_in_blender(exported: Exported, name: str) -> None:
    print(f"{name}: {exported.errors[name]:.1e} of the diagonal")
    assert exported.moved[name] > 1
    assert exported.errors[name] <= LIMIT
    assert exported.causes(name) == []


@pytest.mark.parametrize("name", ["Pinned", "Pinned muted", "Pinned smooth", "Absolute pinned"])
def test_an_object_that_shows_one_key_alone_shows_that(exported: Exported, name: str) -> None:
    assert exported.moved[name] == 0
    assert exported.errors[name] <= LIMIT
    assert exported.causes(name) == []
    assert name in [row["what"] for row in exported.report["notes"]]


def test_all_clips_are_compared_and_nothing_is_amiss(exported: Exported) -> None:
    assert exported.result.clips == len(exported.document.clips) == 21
    assert not exported.result.problems
    assert {row["object"] for row in exported.report["causes"]} == {"Changing"}


@pytest.mark.parametrize("name", ["Chain", "Clamped", "Many", "Masked", "Reordered"])
def test_curves_of_values_travel_as_curves(exported: Exported, name: str) -> None:
    found = components(exported, name)
    assert set(found.values()) == {"curve"}
    assert len(found) == {"Clamped": 2, "Many": 199, "Chain": 4}.get(name, 3)


def test_what_a_driver_or_a_keyed_muting_makes_of_a_value_is_sampled(exported: Exported) -> None:
    assert list(components(exported, "Mover", "Driven").values()) == ["sampled"] * 4
    assert list(components(exported, "Driven").values()) == ["constant"] * 4  # what drives them stands still in it
    assert components(exported, "Muted") == {"At times": "sampled", "Plain": "curve"}


def test_what_of_keys_does_not_travel_is_named(exported: Exported) -> None:
    left = {(row["what"], row["reason"]) for row in exported.report["left_out"]}
    assert {(what.split(": ")[-1], reason) for what, reason in left} == {
        ('key_blocks["At times"].mute', "settings of shape keys do not travel; what they cause is sampled"),
        ('key_blocks["Muted"].value', "its shape key is not exported"), ("shape key Muted of Muted", "it is muted"),
        ('key_blocks["At 7"].value', "not in effect: the shape keys are absolute"),
        ("eval_time", "not in effect: nothing exported has absolute shape keys of it")}  # of the single one


# ---- Absolute keys ----

MOVED = ["Absolute KEY_LINEAR", "Absolute KEY_CARDINAL", "Absolute KEY_CATMULL_ROM", "Absolute KEY_BSPLINE",
         "Absolute mixed 24", "Absolute mixed 25", "Absolute reordered", "Absolute shared"]


@pytest.mark.parametrize("name", [*MOVED, "Absolute smooth"])
def test_absolute_keys_play_as_in_blender(exported: Exported, name: str) -> None:
    print(f"{name}: {exported.errors[name]:.1e} of the diagonal")
    assert exported.moved[name] > 1
    assert exported.errors[name] <= LIMIT
    assert exported.causes(name) == []


def test_a_driven_time_of_absolute_keys_keeps_the_bound_of_its_clip(exported: Exported) -> None:
    (clip,) = [clip for clip in exported.document.clips if clip.name == "Mover"]
    print(f"{exported.errors['Absolute driven']:.1e} of the diagonal")
    assert exported.moved["Absolute driven"] > 1
    assert exported.errors["Absolute driven"] <= clip.error_bound == np.float32(5e-5)
    assert components(exported, "Mover", "Absolute driven") == {"": "sampled"}


@pytest.mark.parametrize("name", ["Absolute still", "Absolute single"])
def test_absolute_keys_at_rest_are_as_in_blender(exported: Exported, name: str) -> None:
    assert exported.moved[name] == 0
    assert exported.errors[name] <= LIMIT


@pytest.mark.parametrize("name", MOVED)
def test_the_time_of_absolute_keys_travels_as_its_own_curve(exported: Exported, name: str) -> None:
    (clip,) = [clip for clip in exported.document.clips if clip.name == name]
    assert [(c.target.kind, c.target.owner, c.target.part, c.target.element) for c in clip.channels] == [
        ("mesh", name, "", "eval_time")]
    assert [component.kind for component in clip.channels[0].components] == ["curve"]


def test_the_keys_of_a_sequence_are_those_of_blender(exported: Exported) -> None:
    (mesh,) = [mesh for mesh in exported.document.meshes if mesh.name == "Absolute KEY_CARDINAL"]
    assert [round(key.frame) for key in mesh.sequence] == [0, 7, 30, 35, 70, 71, 90]
    assert {key.interpolation for key in mesh.sequence} == {"cardinal"}
    assert [key.morph for key in mesh.sequence] == [None, 0, 1, 2, 3, 4, 5]


# ---- Modifiers ----


@pytest.mark.parametrize("name", ["Stack", "By bone"])
def test_keys_pass_through_modifiers_and_armatures_as_in_blender(exported: Exported, name: str) -> None:
    print(f"{name}: {exported.errors[name]:.1e} of the diagonal")
    assert exported.moved[name] > 0.1
    assert exported.errors[name] <= LIMIT


def mesh_of(document: model.Document, name: str) -> model.Mesh:
    (mesh,) = [mesh for mesh in document.meshes if mesh.name == name]
    return mesh


def test_a_modifier_that_changes_the_topology_alone_is_left_out(exported: Exported) -> None:
    mesh = mesh_of(exported.document, "Changing")
    assert exported.causes("Changing") == ["modifier Decimate is left out: it changes the topology with shape keys"]
    assert [morph.name for morph in mesh.morphs] == ["One", "Two"]
    assert len(mesh.points) > 6 * 50  # mirrored and subdivided


def test_or_the_shape_keys_are_left_out(blender: Any, exported: Exported, tmp_path: Path) -> None:
    pav, report = tmp_path / "out.pav", tmp_path / "report.json"
    done = blender.run([exported.blend, "--python", corpus.COMMAND, "--", pav, "--report", report, "--topology",
                        "modifiers"])
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(report.read_text())
    mesh = mesh_of(reader.read(pav.read_bytes()), "Changing")
    assert mesh.morphs == [] and len(mesh.points) < 6 * 50
    assert [row["cause"] for row in told["causes"] if row["object"] == "Changing"] == [
        "shape keys are left out: modifier Decimate changes the topology with them"]
    assert mesh_of(exported.document, "Stack").morphs
