# SPDX-License-Identifier: MIT
"""The add-on's export of a scene of many cases, played by the C runtime and compared with the oracle."""
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
sys.path.insert(0, str(HERE))

from compare import Comparison  # noqa: E402
from pavane_format import container, model, reader  # noqa: E402

COMMAND = ROOT / "blender_addon" / "pavane" / "command.py"
FLOAT_NOISE = 1e-5  # several steps of Blender's float32, some of them through a mirror and an uneven scale


@dataclass
class Exported:
    blend: Path
    pav: Path
    document: model.Document
    report: dict[str, Any]

    def clip(self, name: str) -> model.Clip:
        return next(clip for clip in self.document.clips if clip.name == name)

    def kinds(self, clip: str, element: str, part: str = "") -> dict[int, str]:
        """How each component of a channel travels."""
        channels = [channel for channel in self.clip(clip).channels
                    if (channel.target.element, channel.target.part) == (element, part)]
        assert len(channels) == 1
        return {component.component: component.kind for component in channels[0].components}

    def reasons(self, words: str) -> list[str]:
        return [entry["reason"] for entry in self.report["left_out"] if words in entry["what"]]


def build(blender: Any, folder: Path) -> Path:
    blend = folder / "scene.blend"
    done = blender.run(["--python", HERE / "scenes" / "export_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    return blend


def run_export(blender: Any, blend: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return blender.run([blend, "--python", COMMAND, "--", *options])


@pytest.fixture(scope="module")
def exported(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("export")
    blend, pav, report = build(blender, folder), folder / "scene.pav", folder / "report.json"
    done = run_export(blender, blend, str(pav), "--report", str(report))
    assert done.returncode == 0, done.stdout + done.stderr
    return Exported(blend, pav, reader.read(pav.read_bytes()), json.loads(report.read_text()))


# ---- What Blender shows ----


def test_every_clip_plays_as_in_blender(blender: Any, exported: Exported, build_folder: Path) -> None:
    recording = exported.pav.with_suffix(".npz")
    done = blender.run([exported.blend, "--python", HERE / "oracle.py", "--", recording])
    assert done.returncode == 0, done.stdout + done.stderr
    result = Comparison(exported.pav, recording, build_folder / "pavane-dump", FLOAT_NOISE).run()
    assert result.problems == []
    assert result.bad == {}
    assert result.clips == len(exported.document.clips) == 28


# ---- What the file tells of it ----


def test_the_file_holds_the_report(exported: Exported) -> None:
    lines = {kind: [(line.what, line.text, line.count) for line in exported.document.info.report if line.kind == kind]
             for kind in ("left_out", "cause", "note")}
    report = exported.report
    assert lines["left_out"] == [(row["what"], row["reason"], row["count"]) for row in report["left_out"]] != []
    assert lines["cause"] == [(row["object"], row["cause"], 1) for row in report["causes"]]
    assert lines["note"] == [(row["what"], row["note"], row["count"]) for row in report["notes"]]


# ---- How it travels ----


def test_curves_travel_as_curves_in_every_rotation_mode(exported: Exported) -> None:
    for mode, count in (("QUATERNION", 4), ("AXIS_ANGLE", 4), ("XYZ", 3), ("ZYX", 3)):
        assert exported.kinds(f"mode {mode}", "rotation") == dict.fromkeys(range(count), "curve")
        assert exported.kinds(f"mode {mode}", "location") == {1: "curve"}


def test_noise_is_sampled_and_its_neighbours_are_not(exported: Exported) -> None:
    assert exported.kinds("easing", "location") == {0: "curve", 1: "curve", 2: "sampled"}


def test_a_modifier_travels_beside_base_values(exported: Exported) -> None:
    assert exported.kinds("easing", "rotation") == {0: "base", 1: "base", 2: "curve"}


def test_a_curve_that_never_changes_is_one_value(exported: Exported) -> None:
    assert exported.kinds("easing", "scale") == {0: "constant"}


def test_a_driven_object_is_sampled_in_the_clip_of_its_driver(exported: Exported) -> None:
    owners = {channel.target.owner for channel in exported.clip("driver").channels}
    assert owners == {"Driver", "Driven"}
    assert exported.clip("driver").channels[0].components[0].kind == "sampled"


def test_only_the_chain_of_inverse_kinematics_is_sampled(exported: Exported) -> None:
    assert set(exported.kinds("leg", "location", "Foot target").values()) == {"curve"}
    assert set(exported.kinds("leg", "rotation", "Upper").values()) == {"sampled"}


def test_a_constraint_on_the_rotation_leaves_the_location_its_curves(exported: Exported) -> None:
    assert exported.kinds("constrained moves", "location") == {0: "constant", 1: "constant", 2: "curve"}
    assert set(exported.kinds("constrained moves", "rotation").values()) == {"sampled"}


def test_a_bone_that_inherits_otherwise_keeps_its_curves(exported: Exported) -> None:
    node = next(node for node in exported.document.scene.nodes if node.name == "Odd")
    assert (node.inherit_scale, node.no_inherit_rotation, node.no_local_location) == ("none", False, False)
    assert not [channel for channel in exported.clip("rig").channels if channel.target.part == "Odd"]
    assert [note["what"] for note in exported.report["notes"]] == ["Copied cube"]  # of its vertices without weights


def test_shape_keys_travel_by_mesh_and_key(exported: Exported) -> None:
    assert exported.kinds("face", "value", 'Brow "up".R') == {0: "curve"}
    assert exported.kinds("face", "value", "Driven") == {0: "sampled"}
    assert {channel.target.owner for channel in exported.clip("face").channels} == {"Face"}


def test_the_evaluated_value_of_a_driven_shape_key_is_its_rest(exported: Exported) -> None:
    mesh = next(mesh for mesh in exported.document.meshes if mesh.name == "Face")
    values = {morph.name: morph.value for morph in mesh.morphs}
    assert values == {"Smile": 0.0, 'Brow "up".R': 0.0, "Driven": 1.0}


def test_pose_markers_are_events_in_order(exported: Exported) -> None:
    assert [(event.frame, event.name) for event in exported.clip("rig").events] == [(3, "step"), (7, "second step")]
    assert not exported.clip("leg").events


def test_a_marker_that_takes_another_camera_is_named(exported: Exported) -> None:
    assert "marker 'cut'" in {left["what"] for left in exported.report["left_out"]}


def test_an_action_of_another_object_does_not_move_this_clip(exported: Exported) -> None:
    assert [channel.target.owner for channel in exported.clip("twice b").channels] == ["Twice"]
    assert [channel.target.element for channel in exported.clip("twice b").channels] == ["rotation"]


# ---- Nodes ----


def test_parents_stand_before_children_in_order_of_their_names(exported: Exported) -> None:
    nodes = exported.document.scene.nodes
    assert all(node.parent is None or node.parent < i for i, node in enumerate(nodes))
    roots = [node.name for node in nodes if node.parent is None and node.kind == "object"]
    assert roots == sorted(roots, key=str.encode)


def test_each_instance_has_copies_with_bones_and_skin_of_their_own(exported: Exported) -> None:
    scene = exported.document.scene
    cubes = [node for node in scene.nodes if node.name == "Copied cube"]
    assert len(cubes) == 2
    assert cubes[0].mesh == cubes[1].mesh
    bones = [scene.skins[cube.skin].joints[0].node for cube in cubes]
    assert [scene.nodes[bone].name for bone in bones] == ["Bone", "Bone"] and bones[0] != bones[1]
    assert all(scene.nodes[cube.instancer].name == "Nested" for cube in cubes)


def test_hidden_objects_travel_and_say_so(exported: Exported) -> None:
    node = next(node for node in exported.document.scene.nodes if node.name == "Hidden")
    assert node.hidden_viewport and node.hidden_render
    assert exported.kinds("hidden", "location") == dict.fromkeys(range(3), "curve")


def test_the_camera_of_the_scene_is_a_node_with_a_camera(exported: Exported) -> None:
    scene = exported.document.scene
    assert scene.cameras[scene.nodes[scene.camera].camera].name == "Shot"


def test_lights_and_the_sky_are_what_they_are_at_rest(exported: Exported) -> None:
    scene = exported.document.scene
    lights = {light.name: light for light in scene.lights}
    assert lights["Lamp"].kind == "spot" and lights["Lamp"].energy == 10.0  # at its first key
    assert (lights["Panel"].area_shape, lights["Panel"].area_width, lights["Panel"].area_height) == (
        "rectangle", 2.0, 0.5)
    assert lights["Noon"].sun_angle == pytest.approx(0.25)
    assert scene.world_color == pytest.approx((0.2, 0.4, 0.6))


# ---- The report ----


@pytest.mark.parametrize(("words", "reason"), [
    ("'muted' on object 'Muted': location", "muted"),
    ("'muted' on object 'Muted': [\"lost\"]", "its path resolves to nothing"),
    ("[\"Spine\"].location", "not in effect: a connected bone has no location"),
    ("'unused, ambiguous'", "unused, ambiguous: it could be meant for several data-blocks"),
])
def test_what_does_not_travel_is_listed_with_its_reason(exported: Exported, words: str, reason: str) -> None:
    assert exported.reasons(words) == [reason]


def test_the_report_counts_channels(exported: Exported) -> None:
    channels = [channel for clip in exported.document.clips for channel in clip.channels]
    counts = exported.report
    assert counts["constant"] + counts["curve"] + counts["sampled"] == len(channels)
    assert counts["clips"] == len(exported.document.clips)
    assert counts["nodes"] == len(exported.document.scene.nodes)
    assert counts["bytes"] == exported.pav.stat().st_size


# ---- The same whatever is current ----

DISTURB = """
import bpy
scene = bpy.context.scene
for ob in scene.objects:
    ob.select_set(len(ob.name) % 2 == 0)
bpy.context.view_layer.objects.active = scene.objects["Rig"]
bpy.ops.object.mode_set(mode="POSE")
scene.frame_set(7, subframe=0.25)
twice = scene.objects["Twice"].animation_data
other = bpy.data.actions["twice a"]
slot = twice.nla_tracks[0].strips[0].action_slot if hasattr(twice, "action_slot") else None
twice.nla_tracks[0].strips[0].action = bpy.data.actions["twice b"]
if slot is not None:
    twice.nla_tracks[0].strips[0].action_slot = twice.action_slot
twice.action = other
if slot is not None:
    twice.action_slot = slot
scene.objects["Mode XYZ"].hide_set(True)
"""


def test_active_selected_and_current_things_change_no_chunk(blender: Any, exported: Exported,
                                                            tmp_path: Path) -> None:
    script, pav = tmp_path / "disturb.py", tmp_path / "again.pav"
    script.write_text(DISTURB)
    done = blender.run([exported.blend, "--python", script, "--python", COMMAND, "--", pav])
    assert done.returncode == 0, done.stdout + done.stderr
    before, after = (container.unpack(path.read_bytes()) for path in (exported.pav, pav))
    assert [(chunk.type, chunk.id) for chunk in before] == [(chunk.type, chunk.id) for chunk in after]
    assert [chunk.type for chunk, other in zip(before, after) if chunk.raw != other.raw] == []


# ---- Options and errors ----


def test_only_what_is_selected_and_what_it_hangs_on(blender: Any, exported: Exported, tmp_path: Path) -> None:
    script, pav = tmp_path / "select.py", tmp_path / "selected.pav"
    script.write_text("import bpy\n"
                      "for ob in bpy.context.scene.objects: ob.select_set(ob.name == 'Mode XYZ')\n")
    done = blender.run([exported.blend, "--python", script, "--python", COMMAND, "--", pav, "--selected"])
    assert done.returncode == 0, done.stdout + done.stderr
    nodes = reader.read(pav.read_bytes()).scene.nodes
    assert [(node.name, node.hidden_render) for node in nodes] == [("Turning", True), ("Mode XYZ", False)]


def test_a_wrong_name_is_an_error_that_lists_the_right_ones(blender: Any, exported: Exported,
                                                            tmp_path: Path) -> None:
    pav = tmp_path / "none.pav"
    done = run_export(blender, exported.blend, str(pav), "--scene", "Scenery")
    assert done.returncode != 0
    assert "there is no scene named 'Scenery'; there are: Scene" in done.stderr
    assert not pav.exists()


def test_a_failed_export_leaves_the_old_file(blender: Any, exported: Exported, tmp_path: Path) -> None:
    pav = tmp_path / "kept.pav"
    pav.write_bytes(b"as it was")
    done = run_export(blender, exported.blend, str(pav), "--collection", "nowhere")
    assert done.returncode != 0
    assert pav.read_bytes() == b"as it was"
    assert list(tmp_path.iterdir()) == [pav]


# ---- What has no value of its own ----

CYCLE = """
import bpy
for name in ("One", "Other", "Child", "Bystander"):
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(name, None))
one, other, child = (bpy.data.objects[name] for name in ("One", "Other", "Child"))
child.parent = other
for ob, target in ((one, other), (other, one)):
    constraint = ob.constraints.new("COPY_LOCATION")
    constraint.target, constraint.influence, constraint.use_offset = target, 0.5, True
one.location.x = 1
one.keyframe_insert("location", frame=1)
one.location.x = 5
one.keyframe_insert("location", frame=9)
"""


def test_a_dependency_cycle_is_named_as_a_cause(blender: Any, tmp_path: Path) -> None:
    script, report = tmp_path / "cycle.py", tmp_path / "report.json"
    script.write_text(CYCLE)
    done = blender.run(["--python", script, "--python", COMMAND, "--", tmp_path / "cycle.pav",
                        "--report", report])
    assert done.returncode == 0, done.stdout + done.stderr
    causes = json.loads(report.read_text())["causes"]
    assert {entry["object"] for entry in causes if "frames before" in entry["cause"]} == {"One", "Other", "Child"}


STRETCHES = """
import importlib
import importlib.util
import sys
from pathlib import Path
root = Path({folder!r})
spec = importlib.util.spec_from_file_location("pavane_addon", root / "__init__.py",
                                              submodule_search_locations=[str(root)])
sys.modules["pavane_addon"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules["pavane_addon"])
sampling = importlib.import_module("pavane_addon.gather.sampling")
sampling.LARGEST = {largest}
stretch = sampling.Sampler._stretch
def look(self, frames):
    found = stretch(self, frames)
    assert len(frames) == 1 or found.matrices.nbytes <= {largest}
    print("stretch of", len(frames))
    return found
sampling.Sampler._stretch = look
"""


def test_a_clip_in_stretches_is_the_same(blender: Any, exported: Exported, tmp_path: Path) -> None:
    """As one that is too long to be held at once."""
    script, pav = tmp_path / "stretches.py", tmp_path / "scene.pav"
    seven_frames = 7 * 64 * len(exported.document.scene.nodes)
    script.write_text(STRETCHES.format(folder=str(COMMAND.parent), largest=seven_frames))
    done = blender.run([exported.blend, "--python", script, "--python", COMMAND, "--", pav])
    assert done.returncode == 0, done.stdout + done.stderr
    lengths = [int(line.split()[-1]) for line in done.stdout.splitlines() if line.startswith("stretch of ")]
    assert sum(length > 3 for length in lengths) > 2 * len(exported.document.clips)
    assert pav.read_bytes() == exported.pav.read_bytes()


DELTAS = """
import sys
import bpy
bpy.ops.wm.read_factory_settings(use_empty=True)
ob = bpy.data.objects.new("Flat", None)
bpy.context.scene.collection.objects.link(ob)
for frame, number, mode in ((1, 0.0, "QUATERNION"), (5, 2.0, "XYZ"), (9, 5.0, "XYZ")):
    ob.delta_location.x = ob.delta_scale.x = ob.delta_rotation_euler.y = number
    ob.rotation_mode = mode
    for path in ("delta_location", "delta_scale", "delta_rotation_euler", "rotation_mode"):
        ob.keyframe_insert(path, frame=frame)
bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
"""


def test_deltas_that_are_flat_at_rest_do_not_stay_flat(blender: Any, build_folder: Path, tmp_path: Path) -> None:
    """Where a keyed rotation mode has everything sampled."""
    script, blend, pav, recording = (tmp_path / name for name in ("deltas.py", "a.blend", "a.pav", "a.npz"))
    script.write_text(DELTAS)
    for words in (["--python", script, "--", blend], [blend, "--python", COMMAND, "--", pav],
                  [blend, "--python", HERE / "oracle.py", "--", recording]):
        done = blender.run(words)
        assert done.returncode == 0, done.stdout + done.stderr
    result = Comparison(pav, recording, build_folder / "pavane-dump", FLOAT_NOISE).run()
    assert (result.problems, result.bad, result.clips) == ([], {}, 1)


LOOP = """
import bpy
ob = bpy.data.objects.new("Loop", None)
bpy.context.scene.collection.objects.link(ob)
driver = ob.driver_add("location", 0).driver
variable = driver.variables.new()
variable.targets[0].id, variable.targets[0].data_path = ob, "location[0]"
driver.expression = "var + 1"
for frame, y in ((1, 0.0), (9, 2.0)):
    ob.location.y = y
    ob.keyframe_insert("location", index=1, frame=frame)
"""


def test_a_driver_of_itself_is_named_as_a_cause(blender: Any, tmp_path: Path) -> None:
    script, report = tmp_path / "loop.py", tmp_path / "report.json"
    script.write_text(LOOP)
    done = blender.run(["--python", script, "--python", COMMAND, "--", tmp_path / "loop.pav",
                        "--report", report])
    assert done.returncode == 0, done.stdout + done.stderr
    causes = json.loads(report.read_text())["causes"]
    assert [entry["object"] for entry in causes if "frames before" in entry["cause"]] == ["Loop"]


HIDDEN_ORIGINAL = """
import bpy
scene = bpy.context.scene
shelf, shown = bpy.data.collections.new("Shelf"), bpy.data.collections.new("Shown")
scene.collection.children.link(shelf)
originals = {name: bpy.data.objects.new(name, None) for name in ("Seen", "Own eye shut")}
for ob in originals.values():
    shelf.objects.link(ob)
    shown.objects.link(ob)
originals["Own eye shut"].hide_viewport = True
shelf.hide_viewport = shelf.hide_render = True
instance = bpy.data.objects.new("Instance", None)
instance.instance_type, instance.instance_collection = "COLLECTION", shown
scene.collection.objects.link(instance)
"""


def test_an_instance_shows_what_only_the_originals_collection_hides(blender: Any, tmp_path: Path) -> None:
    script, pav = tmp_path / "hidden.py", tmp_path / "hidden.pav"
    script.write_text(HIDDEN_ORIGINAL)
    done = blender.run(["--python", script, "--python", COMMAND, "--", pav])
    assert done.returncode == 0, done.stdout + done.stderr
    nodes = reader.read(pav.read_bytes()).scene.nodes
    flags = {(node.name, node.instancer is not None): (node.hidden_viewport, node.hidden_render) for node in nodes}
    assert (flags["Seen", False], flags["Seen", True]) == ((True, True), (False, False))
    assert (flags["Own eye shut", False], flags["Own eye shut", True]) == ((True, True), (True, False))
