# SPDX-License-Identifier: MIT
"""The export of what no one makes on purpose: it ends well, and the report tells what did not travel."""
from __future__ import annotations

import json
import math
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pavane_format import model, reader

HERE = Path(__file__).resolve().parent
COMMAND = HERE.parent.parent / "blender_addon" / "pavane" / "command.py"


@dataclass
class Exported:
    blend: Path
    document: model.Document
    report: dict[str, Any]

    def reasons(self, what: str) -> list[str]:
        return [entry["reason"] for entry in self.report["left_out"] if entry["what"].startswith(what)]

    def causes(self, name: str) -> list[str]:
        return [entry["cause"] for entry in self.report["causes"] if entry["object"] == name]

    def clip(self, name: str) -> model.Clip:
        return next(clip for clip in self.document.clips if clip.name == name)


@pytest.fixture(scope="module")
def exported(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("hostile")
    blend, pav, report = folder / "scene.blend", folder / "scene.pav", folder / "report.json"
    done = blender.run(["--python", HERE / "scenes" / "hostile_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    done = blender.run([blend, "--python", COMMAND, "--", pav, "--report", report])
    assert done.returncode == 0, done.stdout + done.stderr
    return Exported(blend, reader.read(pav.read_bytes()), json.loads(report.read_text()))


@pytest.mark.parametrize("what", ["mesh 'Points'", "object 'Nowhere'"])
def test_what_is_not_finite_becomes_neutral_and_is_named(exported: Exported, what: str) -> None:
    assert exported.reasons(what) == ["some of its numbers are not finite; the file has neutral ones instead"]


@pytest.mark.parametrize(("name", "cause"), [
    ("Points", "not a number in mesh 'Points'"), ("Nowhere", "not a number in object 'Nowhere'"),
    ("Child", "Blender's own result is not a number in some frames"), ("Face", "not a number in clip 'Smiling'"),
    ("Torn", "not a number in mesh 'Torn'"),
])
def test_what_is_not_finite_is_the_cause_of_a_difference(exported: Exported, name: str, cause: str) -> None:
    assert cause in exported.causes(name)
    assert exported.causes("Text") == exported.causes("Cut") == []


def test_the_oracle_goes_through_what_no_one_makes_on_purpose(blender: Any, tmp_path: Path) -> None:
    script, blend, out = tmp_path / "scene.py", tmp_path / "scene.blend", tmp_path / "out.npz"
    script.write_text(NO_GEOMETRY)
    done = blender.run(["--python", script, "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    done = blender.run([blend, "--python", HERE / "oracle.py", "--", out])
    assert done.returncode == 0, done.stdout + done.stderr
    recorded = np.load(out)
    meta = json.loads(recorded["meta"].tobytes())
    assert [node["name"] for node in meta["nodes"]] == ["Empty curve", "Endless"]
    assert [(clip["start"], clip["end"]) for clip in meta["clips"]] == [(1, 9)]


def test_neutral_numbers_leave_the_others_as_they_are(exported: Exported) -> None:
    points = next(mesh.points for mesh in exported.document.meshes if mesh.name == "Points")
    assert points.tolist() == [[-1, -1, 0], [0, 5, 0], [1, 1, 0], [-1, 1, 0]]
    node = next(node for node in exported.document.scene.nodes if node.name == "Nowhere")
    assert {element.name: element.values.tolist() for element in node.elements} == {
        "location": [0, 7, 0], "rotation": [0, 0, 0, 1], "scale": [1, 1, 1, 0, 0, 0]}


def test_samples_that_are_not_finite_repeat_the_last_finite_one(exported: Exported) -> None:
    assert exported.reasons("clip 'Smiling'") == [
        "some of its values are not finite numbers; the last finite one stays"]
    samples = exported.clip("Smiling").channels[0].components[0].samples.tolist()
    assert len(samples) == 9 and all(map(math.isfinite, samples))
    assert samples[0] == samples[1] == 0.0 and samples[-1] == 1.0


@pytest.mark.parametrize("name", ["Far", "Never"])
def test_a_clip_without_an_end_is_left_out_with_advice(exported: Exported, name: str) -> None:
    assert name not in {clip.name for clip in exported.document.clips}
    reasons = exported.reasons(f"action {name!r}, frames 1 to ")
    assert len(reasons) == 1 and "a manual frame range in the action mends that" in reasons[0]


def test_a_manual_range_lets_a_long_clip_travel(exported: Exported) -> None:
    assert (exported.clip("Cut").frame_start, exported.clip("Cut").frame_end) == (1, 20)


def test_a_manual_range_that_is_not_finite_gives_way_to_the_keys(exported: Exported) -> None:
    assert (exported.clip("Endless").frame_start, exported.clip("Endless").frame_end) == (1, 9)


@pytest.mark.parametrize("name", ["Above", "Below", "Endlessly", "Undefined"])
def test_whole_numbers_beyond_32_bits_are_told(exported: Exported, name: str) -> None:
    told = [note["note"] for note in exported.report["notes"] if name in note["what"] and "count" in note["what"]]
    assert told == ["is too large a whole number and does not travel"]


def test_what_lies_between_samples_is_finite_too(exported: Exported) -> None:
    assert exported.reasons("clip 'Overflowing'") == [
        "some of its values are not finite numbers; the last finite one stays"]
    (component,) = exported.clip("Overflowing").channels[0].components
    for numbers in (component.samples, component.knots, component.cuts):
        assert np.isfinite(numbers).all()
    assert len(component.samples) == 40 * component.rate - component.rate + 1 and np.ptp(component.samples) > 1e37


def test_a_property_without_a_name_is_told(exported: Exported) -> None:
    told = [note["note"] for note in exported.report["notes"] if note["what"] == "custom property '' of 'Nameless'"]
    assert told == ["has no name to find it by and does not travel"]


def test_text_that_shows_itself_is_no_instance(exported: Exported) -> None:
    assert [entry["what"] for entry in exported.report["left_out"] if "instances of" in entry["what"]] == []


NO_GEOMETRY = """
import sys
import bpy
bpy.ops.wm.read_factory_settings(use_empty=True)
curve = bpy.data.objects.new("Empty curve", bpy.data.curves.new("Empty curve", "CURVE"))
endless = bpy.data.objects.new("Endless", None)
for ob in (curve, endless):
    bpy.context.scene.collection.objects.link(ob)
for frame, x in ((1, 0.0), (9, 4.0)):
    endless.location.x = x
    endless.keyframe_insert("location", index=0, frame=frame)
action = endless.animation_data.action
action.use_frame_range, action.frame_start, action.frame_end = True, float("nan"), float("inf")
bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
"""
CHAIN = """
import sys
import bpy
parent = None
for i in range(400):
    ob = bpy.data.objects.new(f"Link {i:03}", None)
    bpy.context.scene.collection.objects.link(ob)
    ob.parent, parent = parent, ob
sys.setrecursionlimit(300)
"""


def test_a_chain_of_parents_is_as_long_as_it_is(blender: Any, tmp_path: Path) -> None:
    script, pav = tmp_path / "chain.py", tmp_path / "chain.pav"
    script.write_text(CHAIN)
    done = blender.run(["--python", script, "--python", COMMAND, "--", pav])
    assert done.returncode == 0, done.stdout + done.stderr
    nodes = reader.read(pav.read_bytes()).scene.nodes
    links = [node.name for node in nodes if node.name.startswith("Link ")]
    assert links == [f"Link {i:03}" for i in range(400)]


MISSING = """
import os
import sys
import bpy
library = sys.argv[sys.argv.index("--") + 1] + ".library.blend"
bpy.data.libraries.write(library, {bpy.data.objects["Text"]})
bpy.ops.wm.read_factory_settings(use_empty=True)
with bpy.data.libraries.load(library, link=True) as (there, here):
    here.objects = ["Text"]
bpy.context.scene.collection.objects.link(bpy.data.objects["Text"])
os.unlink(library)
"""


DIAMONDS = """
import sys, bpy
bpy.ops.wm.read_factory_settings(use_empty=True)
data = bpy.data.meshes.new("Cut")
data.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
bpy.context.scene.collection.objects.link(bpy.data.objects.new("Cut", data))
material = bpy.data.materials.new("Diamonds")
material.use_nodes = True
data.materials.append(material)
data["bytes"], data["long"], data["fine"] = "\\udcff", "x" * 2000000, "text"
tree = material.node_tree
shader = next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")
value = tree.nodes.new("ShaderNodeValue").outputs[0]
for frame, number in ((1, 0.5), (9, 1.0)):
    value.default_value = number
    value.keyframe_insert("default_value", frame=frame)
for _ in range(60):
    node = tree.nodes.new("ShaderNodeMath")
    node.operation = "MINIMUM"
    for socket in node.inputs[:2]:
        tree.links.new(value, socket)
    value = node.outputs[0]
tree.links.new(value, shader.inputs["Roughness"])
shown = shader.outputs[0]
for _ in range(60):
    node = tree.nodes.new("ShaderNodeMixShader")
    for socket in node.inputs[1:3]:
        tree.links.new(shown, socket)
    shown = node.outputs[0]
tree.links.new(shown, next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL").inputs["Surface"])
bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
"""


@pytest.fixture(scope="module")
def diamonds(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Nodes that each take the one before twice: 2 to the power of 60 ways lead to the first."""
    folder = tmp_path_factory.mktemp("diamonds")
    script, blend, pav = folder / "scene.py", folder / "scene.blend", folder / "scene.pav"
    script.write_text(DIAMONDS)
    done = blender.run(["--python", script, "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    report = folder / "report.json"
    done = blender.run([blend, "--python", COMMAND, "--", pav, "--report", report])
    assert done.returncode == 0, done.stdout + done.stderr
    return Exported(blend, reader.read(pav.read_bytes()), json.loads(report.read_text()))


def test_nodes_that_many_links_lead_to_are_followed_once(diamonds: Exported) -> None:
    material = diamonds.document.scene.materials[0]
    roughness = next(given.values for given in material.inputs if given.name == "roughness")
    assert roughness.tolist() == [0.5]
    channel = next(channel for clip in diamonds.document.clips for channel in clip.channels)
    assert (channel.target.element, channel.target.owner) == ("roughness", "Diamonds")


def test_a_text_that_a_file_cannot_hold_does_not_stop_the_others(diamonds: Exported) -> None:
    assert [made.name for made in diamonds.document.scene.properties] == ["fine"]
    notes = {entry["what"]: entry["note"] for entry in diamonds.report["notes"]}
    for name in ("bytes", "long"):
        assert notes[f"custom property {name!r} of 'Cut'"] == "is no text that a file can hold and does not travel"


def test_a_library_that_is_not_there_is_named(blender: Any, exported: Exported, tmp_path: Path) -> None:
    script, pav, report = tmp_path / "missing.py", tmp_path / "missing.pav", tmp_path / "report.json"
    script.write_text(MISSING)
    done = blender.run([exported.blend, "--python", script, "--python", COMMAND, "--", pav,
                        "--report", report])
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [row for row in json.loads(report.read_text())["left_out"] if row["what"].startswith("library ")]
    assert [row["reason"] for row in rows] == ["the file is not there, nor is what is linked from it"]


def test_a_report_that_cannot_be_written_is_an_error_without_a_traceback(blender: Any, exported: Exported,
                                                                        tmp_path: Path) -> None:
    report = tmp_path / "nowhere" / "report.json"
    done = blender.run([exported.blend, "--python", COMMAND, "--", tmp_path / "out.pav", "--report", report])
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "pavane: " in done.stderr and "report.json" in done.stderr


def test_what_is_no_file_is_not_replaced(blender: Any, exported: Exported, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = blender.run([exported.blend, "--python", COMMAND, "--", pipe])
    assert done.returncode == 1
    assert f"pavane: {pipe}: it is a folder or a device, not a file" in done.stderr
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_link_stays_a_link(blender: Any, exported: Exported, tmp_path: Path) -> None:
    link, pav = tmp_path / "link.pav", tmp_path / "real.pav"
    pav.write_bytes(b"as it was")
    link.symlink_to(pav)
    done = blender.run([exported.blend, "--python", COMMAND, "--", link])
    assert done.returncode == 0, done.stdout + done.stderr
    assert link.is_symlink()
    assert reader.read(pav.read_bytes()).scene.nodes
