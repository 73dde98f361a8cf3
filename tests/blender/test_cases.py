# SPDX-License-Identifier: MIT
"""Tests 2, 3, 4, 7 and 12 of CASES.md through add-on and runtime, against what Blender itself shows."""
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
from compare import Comparison, Played, Result  # noqa: E402
from pavane_format import model, reader  # noqa: E402

SCENE = HERE / "scenes" / "cases_scene.py"
LIMIT = 1e-5  # of a number over the larger of 1 and itself, and of the matrix error
ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
FPS = 24
CUTS = (10, 20, 30)
NEAR = [sign * seconds * FPS for seconds in (1e-6, 1e-5, 1e-3) for sign in (-1, 1)]  # frames
MOMENTS = {
    "Cuts": sorted([frame + near for frame in CUTS for near in (*NEAR, 0.0)] + [1.0, 4.5, 15.25, 24.5, 29.75]),
    "Grid": [-21 + 0.375 * i for i in range(177)],  # each a whole number of 64ths, which float32 holds
    "Spin": [1 + 0.25 * i for i in range(4 * 72 + 1)],
    "Leak legs": [1.0, 7.5, 20.0], "Leak arm": [1.0, 7.5, 20.0]}


@dataclass
class Exported:
    blend: Path
    pav: Path
    program: Path
    document: model.Document
    report: dict[str, Any]
    blender: dict[str, dict[str, np.ndarray]]  # by action and bone: (moments, 4, 4)

    def clip(self, name: str) -> int:
        return [clip.name for clip in self.document.clips].index(name)

    def play(self, requests: list[str], name: str = "play") -> np.ndarray:
        """World matrices, (moments, nodes, 4, 4)."""
        return Played(self.program, self.pav, self.pav.with_name(name), requests).matrices

    def bones(self, action: str) -> dict[str, np.ndarray]:
        """What the runtime makes of the bones of an action's armature, as `blender` has it."""
        matrices = self.play([f"{self.clip(action)} {frame!r}" for frame in MOMENTS[action]])
        nodes = self.document.scene.nodes
        return {node.name: matrices[:, i] for i, node in enumerate(nodes)
                if node.armature is not None and nodes[node.armature].name == action.split()[0]}

    def errors(self, action: str) -> dict[str, float]:
        """By bone, over the larger of 1 and the number."""
        played = self.bones(action)
        return {bone: float((np.abs(played[bone] - shown) / np.maximum(1, np.abs(shown))).max())
                for bone, shown in self.blender[action].items()}


@pytest.fixture(scope="module")
def exported(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("cases")
    blend, moments, out = (folder / name for name in ("cases.blend", "moments.json", "seen.json"))
    moments.write_text(json.dumps(MOMENTS))
    for arguments in (["--python", SCENE, "--", blend],
                      [blend, "--python", HERE / "cases_in_blender.py", "--", moments, out]):
        done = blender.run(arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    seen = {action: {bone: np.array(rows).reshape(-1, 4, 4) for bone, rows in bones.items()}
            for action, bones in json.loads(out.read_text()).items()}
    return Exported(blend, pav, build_folder / "pavane-dump", reader.read(pav.read_bytes()), report, seen)


def worst(errors: dict[str, float]) -> tuple[str, float]:
    return max(errors.items(), key=lambda item: item[1])


# ---- 2: a constant cut; several interpolations on one bone ----


def test_2_a_cut_is_where_blender_cuts(exported: Exported) -> None:
    shown = exported.blender["Cuts"]["cut"][:, 0, 3]
    before, after = (MOMENTS["Cuts"].index(10 + near) for near in (NEAR[2], NEAR[3]))
    assert abs(shown[after] - shown[before]) > 4  # the cut is there, 10 microseconds apart
    errors = exported.errors("Cuts")
    assert set(errors) == {"cut", "mixed"}
    assert worst(errors)[1] <= LIMIT, errors


def test_2_each_channel_of_a_bone_keeps_its_own_interpolation(exported: Exported) -> None:
    (channel,) = [channel for channel in exported.document.clips[exported.clip("Cuts")].channels
                  if (channel.target.part, channel.target.element) == ("mixed", "location")]
    kinds = [set(component.curve.interpolations) for component in channel.components if component.curve]
    assert kinds == [{"constant"}, {"linear"}, {"bezier"}]


# ---- 3: interpolation, easing, extrapolation and cycles; none, one and two keys; negative frames ----


def test_3_the_grid_plays_as_in_blender(exported: Exported) -> None:
    errors = exported.errors("Grid")
    print(f"worst of {3 * len(errors)} curves: {worst(errors)}")
    assert len(errors) > 100
    assert worst(errors)[1] <= LIMIT, {bone: error for bone, error in errors.items() if error > LIMIT}


def test_3_no_curve_of_the_grid_is_sampled(exported: Exported) -> None:
    components = [component for channel in exported.document.clips[exported.clip("Grid")].channels
                  for component in channel.components]
    assert len(components) > 300
    assert {component.kind for component in components} <= {"curve", "constant"}


# ---- 4: spins ----


def test_4_spins_play_as_in_blender(exported: Exported) -> None:
    errors = exported.errors("Spin")
    print(f"worst of {len(errors)} bones: {worst(errors)}")
    assert worst(errors)[1] <= LIMIT, errors


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("what", "first", "last"), [("ten", 0.0, 3600.0), ("back", 376.0, 132.0)])
def test_4_an_euler_turns_as_often_as_its_keys_say(exported: Exported, what: str, first: float, last: float,
                                                   order: str) -> None:
    played = exported.bones("Spin")[f"{what} {order}"][:, :3, :3]
    share = (np.array(MOMENTS["Spin"]) - 1) / 72
    angle = np.radians(first + (last - first) * share)
    wanted = np.eye(3)
    for axis in order:
        wanted = turns("XYZ".index(axis), angle * (1.0, -0.5, 0.25)["XYZ".index(axis)]) @ wanted
    assert np.abs(played - wanted).max() < 1e-4  # keys are float32: 62.83 radians to 4e-6, in each factor


def turns(axis: int, angle: np.ndarray) -> np.ndarray:
    one, other = (axis + 1) % 3, (axis + 2) % 3
    made = np.tile(np.eye(3), (len(angle), 1, 1))
    made[:, one, one] = made[:, other, other] = np.cos(angle)
    made[:, one, other], made[:, other, one] = -np.sin(angle), np.sin(angle)
    return made


def test_4_no_spin_is_sampled(exported: Exported) -> None:
    kinds = {component.kind for channel in exported.document.clips[exported.clip("Spin")].channels
             for component in channel.components}
    assert kinds <= {"curve", "constant", "base"} and "curve" in kinds


# ---- 7: nothing of one clip in another ----

ACTIVE = """
import bpy
ob = bpy.data.objects["Leak"]
ob.animation_data.action = bpy.data.actions[{name!r}] if {name!r} else None
if ob.animation_data.action is not None and hasattr(ob.animation_data, "action_slot"):
    ob.animation_data.action_slot = ob.animation_data.action.slots[0]
bpy.context.scene.frame_set(20)
if not {name!r}:
    ob.pose.bones["leg"].location = (4, 5, 6)
"""


def test_7_whichever_action_is_active_the_bytes_are_the_same(blender: Any, exported: Exported, tmp_path: Path) -> None:
    found = set()
    for name in ("Leak legs", "Leak arm", ""):
        script, pav = tmp_path / "active.py", tmp_path / "active.pav"
        script.write_text(ACTIVE.format(name=name))
        done = blender.run([exported.blend, "--python", script, "--python", corpus.COMMAND, "--", pav])
        assert done.returncode == 0, done.stdout + done.stderr
        found.add(pav.read_bytes())
    assert found == {exported.pav.read_bytes()}


def test_7_each_clip_has_its_own_bones_alone(exported: Exported) -> None:
    for name, bone in (("Leak legs", "leg"), ("Leak arm", "arm")):
        clip = exported.document.clips[exported.clip(name)]
        assert {channel.target.part for channel in clip.channels} == {bone}
        assert worst(exported.errors(name))[1] <= LIMIT


def test_7_one_clip_after_the_other_leaves_no_trace(exported: Exported) -> None:
    legs, arm = exported.clip("Leak legs"), exported.clip("Leak arm")
    after = exported.play([f"{legs} 20.0", f"{arm} 20.0"])
    alone = exported.play([f"{arm} 20.0"])
    assert np.array_equal(after[1], alone[0])
    assert not np.array_equal(after[0], after[1])


# ---- 12: a rig ----


@pytest.fixture(scope="module")
def compared(blender: Any, exported: Exported, tmp_path_factory: pytest.TempPathFactory) -> tuple[Comparison, Result]:
    folder = tmp_path_factory.mktemp("cases oracle")
    oracle = corpus.ask_oracle(blender.name, exported.blend, folder, "oracle.npz", [], 600)
    comparison = Comparison(exported.pav, oracle, exported.program, LIMIT)
    return comparison, comparison.run()


def test_12_a_rig_plays_as_in_blender(compared: tuple[Comparison, Result]) -> None:
    _, result = compared
    print(f"matrix error {result.matrix_error:.2e}: {result.matrix_place}")
    assert result.clips == 6 and not result.problems
    assert result.curve_error <= LIMIT, result.bad
    assert result.sampled_error <= 5e-5, result.bad  # the bound that its clips state


def test_12_only_what_a_constraint_holds_is_sampled(exported: Exported) -> None:
    clip = exported.document.clips[exported.clip("Rig")]
    sampled = {channel.target.part for channel in clip.channels
               if any(component.kind == "sampled" for component in channel.components)}
    assert sampled == {"upper", "lower", "deform"}
