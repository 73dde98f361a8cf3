# SPDX-License-Identifier: MIT
"""Materials: what the add-on makes of nodes and keys, played by the C runtime and compared with Blender."""
from __future__ import annotations

import json
import subprocess
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
FLOAT_NOISE = 2e-6  # a few steps of float32, of numbers of about 1
CORPUS = {  # and the first Blender that opens it
    "polyscope_material_anim": (3, 4), "osh_glare": (3, 4), "osh_spacemovie_intro": (3, 4),
    "osg_nathan": (3, 4), "osh_colors": (3, 4), "new_gio_34_animation_pointer_action": (5, 1),
    "new_gio_34_animation_pointer_extras": (5, 2)}


def compare(blender: Any, blend: Path, pav: Path, build_folder: Path) -> Looks:
    out = pav.with_suffix(".looks.json")
    done = blender.run([blend, "--python", HERE / "oracle_looks.py", "--", out])
    assert done.returncode == 0, done.stdout + done.stderr
    oracle, document = json.loads(out.read_text()), reader.read(pav.read_bytes())
    assert [clip["name"] for clip in oracle["passes"][1]["clips"]] == [clip.name for clip in document.clips]
    return compare_looks.compare(oracle, document, pav, build_folder / "pavane-dump", FLOAT_NOISE)


@dataclass
class Exported:
    blend: Path
    pav: Path
    document: model.Document
    report: dict[str, Any]

    def material(self, name: str) -> model.Material:
        return next(material for material in self.document.scene.materials if material.name == name)

    def kinds(self, material: str, element: str) -> set[str]:
        """How the components of an input travel, in all clips."""
        target = model.Target("material", material, "", element)
        return {component.kind for clip in self.document.clips for channel in clip.channels
                if channel.target == target for component in channel.components}

    def textures(self, material: str) -> dict[str, model.Texture]:
        found = self.material(material)
        return {found.inputs[texture.input].name: texture for texture in found.textures}

    def told(self, words: str) -> list[str]:
        return [row.get("reason") or row["note"] for row in (*self.report["left_out"], *self.report["notes"])
                if words in row["what"]]


def export(blender: Any, blend: Path, folder: Path) -> Exported:
    pav, report = folder / f"{blend.stem}.pav", folder / "report.json"
    done = blender.run([blend, "--python", COMMAND, "--", pav, "--report", report])
    assert done.returncode == 0, done.stdout + done.stderr
    return Exported(blend, pav, reader.read(pav.read_bytes()), json.loads(report.read_text()))


@pytest.fixture(scope="module")
def exported(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("materials")
    blend = folder / "materials.blend"
    done = blender.run(["--python", HERE / "scenes" / "materials_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    return export(blender, blend, folder)


# ---- What Blender shows ----


def test_every_input_plays_as_in_blender(blender: Any, exported: Exported, build_folder: Path) -> None:
    result = compare(blender, exported.blend, exported.pav, build_folder)
    assert result.wrong.keys() == {("material", "Missing", "roughness")}  # which the report names, with its node
    assert result.numbers > 5000


@pytest.mark.parametrize("name", CORPUS)
def test_materials_of_real_files_play_as_in_blender(one_blender: Any, shared_folder: Path | None,
                                                    build_folder: Path, tmp_path: Path, name: str) -> None:
    blend = shared_folder / "corpus" / "blend" / f"{name}.blend" if shared_folder is not None else None
    if blend is None or not blend.exists():
        pytest.skip(f"{name}.blend is not there")
    if one_blender.number < CORPUS[name]:
        pytest.skip(f"{name}.blend needs a later Blender")
    found = export(one_blender, blend, tmp_path)
    result = compare(one_blender, blend, found.pav, build_folder)
    assert [place for place in result.wrong if is_unexplained(place, found.report)] == []
    assert result.numbers > 0


def is_unexplained(place: tuple[str, str, str], report: dict[str, Any]) -> bool:
    kind, name, _ = place
    return f"{kind}: unexplained" in compare_looks.predicted(kind, name, report)


# ---- How it travels ----


@pytest.mark.parametrize(("material", "element"), [
    ("Every input", "base_color"), ("Every input", "coat_roughness"), ("Every input", "emission_strength"),
    ("Linked", "roughness"), ("Linked", "metallic"), ("Linked", "base_color"), ("Linked", "alpha"),
    ("Textured", "base_color"), ("Textured", "normal_strength"),
    ("Group A", "roughness"), ("Group B", "roughness"), ("Group A", "metallic"), ("Group B", "metallic"),
    ("Glow", "base_color"), ("Pulse", "emission_strength"), ("Fading", "alpha"), ("Glass", "roughness"),
    ("Plain", "viewport_color"), ("Bouncing", "roughness")])
def test_what_is_a_curve_travels_as_one(exported: Exported, material: str, element: str) -> None:
    kinds = exported.kinds(material, element)
    assert "curve" in kinds and kinds <= {"curve", "constant"}


@pytest.mark.parametrize(("material", "element"), [
    ("Driven", "roughness"), ("Several", "base_color"), ("Blended", "metallic"),
    ("Changing ramp", "base_color"), ("Sliding ramp", "base_color")])
def test_what_is_no_curve_is_sampled(exported: Exported, material: str, element: str) -> None:
    kinds = exported.kinds(material, element)
    assert "sampled" in kinds and kinds <= {"sampled", "constant"}


def test_a_tint_of_no_sheen_does_not_follow_the_base_colour(exported: Exported) -> None:
    looked_at = [found.name for found in exported.document.scene.materials if "curve" in exported.kinds(
        found.name, "base_color") and not exported.kinds(found.name, "sheen") and not any(
        given.values.any() for given in found.inputs if given.name == "sheen")]
    assert looked_at
    assert [name for name in looked_at if "sampled" in exported.kinds(name, "sheen_tint")] == []


def test_the_report_tells_what_is_sampled_and_why(exported: Exported) -> None:
    rows = exported.report["sampled_channels"]
    assert sum(row["count"] for row in rows) == exported.report["sampled"] > 0
    told = {row["what"]: row["reason"] for row in rows}
    assert told["material Driven: roughness"] == "it is computed from what is animated, by nodes, a driver or the NLA"


def test_a_surface_that_only_shines_is_unlit_unless_its_strength_changes(exported: Exported) -> None:
    assert exported.material("Glow").unlit and not exported.material("Pulse").unlit


def test_alpha_modes(exported: Exported) -> None:
    assert exported.material("Fading").alpha_mode == "blend"
    assert exported.material("Glass").alpha_mode == "opaque"
    assert exported.material("Cut out").alpha_mode == "blend"
    assert exported.material("Clipped").alpha_mode == "clip"


def test_what_is_mixed_in_a_way_that_does_not_travel_stays_to_be_seen(exported: Exported) -> None:
    found = exported.material("Seen from inside")
    assert {item.name: item.values.tolist() for item in found.inputs}["alpha"] == [1.0]
    assert exported.told("'Seen from inside', node 'Geometry'")


def test_only_what_culls_backs_has_one_side(exported: Exported) -> None:
    sides = {material.name: material.double_sided for material in exported.document.scene.materials}
    assert [name for name, both in sides.items() if not both] == ["Cut out"]


def test_a_slot_that_belongs_to_the_object_has_its_material(exported: Exported) -> None:
    scene = exported.document.scene
    node = next(node for node in scene.nodes if node.name == "Plain")
    assert [scene.materials[slot].name for slot in node.slots] == ["Plain"]


# ---- Textures ----


def test_textures_know_their_channel_map_and_way(exported: Exported) -> None:
    found = exported.textures("Textured")
    assert {name: texture.channel for name, texture in found.items()} == {
        "base_color": "rgb", "alpha": "alpha", "roughness": "green", "metallic": "blue",
        "normal_strength": "normal"}
    base = found["base_color"]
    assert (base.uv_layer, base.extension, base.filter) == ("Second", "extend", "closest")
    assert found["normal_strength"].uv_layer == "First"
    assert {name: texture.channel for name, texture in exported.textures("Cut out").items()} == {
        "base_color": "rgb", "alpha": "alpha"}
    assert {texture.extension for texture in exported.textures("Cut out").values()} == {"clip"}
    inputs = exported.material("Textured").inputs
    assert inputs[base.location].name == "base_color_location" and base.scale is None


def test_images_are_there_once_each_as_they_are_stored(exported: Exported) -> None:
    images = {image.name: image for image in exported.document.images}
    assert {name: (image.encoding, image.color_space) for name, image in images.items()} == {
        "base.png": ("png", "srgb"), "leaf.png": ("png", "srgb"), "rough.jpg": ("jpeg", "data"),
        "normals": ("png", "data")}
    assert images["rough.jpg"].data == (exported.blend.parent / "rough.jpg").read_bytes()
    assert all((image.width, image.height) == (4, 2) for image in images.values())


def test_an_image_that_blender_makes_is_saved_with_its_colours(exported: Exported, tmp_path: Path) -> None:
    path = tmp_path / "normals.png"
    path.write_bytes(next(image.data for image in exported.document.images if image.name == "normals"))
    done = subprocess.run(["convert", path, "-depth", "8", "rgba:-"], capture_output=True, check=True)
    assert done.stdout == bytes((128, 64, 255, 255)) * 8


# ---- The report ----


@pytest.mark.parametrize(("words", "told"), [
    ("image 'lost.png'", "its file is missing: "),
    ("material 'Missing', node 'Noise Texture'", "cannot be exported as what feeds 'Roughness'"),
    ("nodetree 'Missing': nodes[\"Noise Texture\"]",
     "no input of a material is made of 'Scale' of Noise Texture"),
    ("4 images", "embedded with "),
    ("nodetree 'Linked': nodes[\"Principled BSDF\"]", "not in effect: the socket is linked"),
])
def test_what_cannot_travel_is_named(exported: Exported, words: str, told: str) -> None:
    found = exported.told(words)
    assert found and all(text.startswith(told) for text in found)


def test_nothing_else_of_the_keyed_materials_is_left_out(exported: Exported) -> None:
    inputs = [row["what"] for row in exported.report["left_out"] if "Every input" not in row["what"]]
    assert len(inputs) == 2
