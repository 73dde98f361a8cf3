# SPDX-License-Identifier: MIT
"""Bones that do not inherit all of their parents, beside Blender: their curves travel, and play to its matrices."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402
from pavane_format import model  # noqa: E402

LIMIT = 1e-5  # of the matrix error: Blender's float32 chain of up to ten bones, with shear taken off by acos and sqrt


@pytest.fixture(scope="module")
def compared(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Comparison, Result]:
    folder = tmp_path_factory.mktemp("inherit")
    blend = folder / "inherit.blend"
    done = blender.run(["--python", HERE / "scenes" / "inherit_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    assert report["causes"] == []
    assert {left["reason"] for left in report["left_out"]} == {"not in effect: a connected bone has no location"}
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", [], 600)
    comparison = Comparison(pav, oracle, build_folder / "pavane-dump", LIMIT)
    return comparison, comparison.run()


def kinds(clip: model.Clip, names: list[str]) -> set[str]:
    return {component.kind for channel in clip.channels if channel.target.part in names or not names
            for component in channel.components}


def test_matrices_are_those_of_blender(compared: tuple[Comparison, Result]) -> None:
    _, result = compared
    assert result.clips == 13 and not result.problems
    print(f"matrix error {result.matrix_error:.2e}: {result.matrix_place}")
    assert result.curve_error <= LIMIT, result.curve_place
    assert result.sampled_error <= 5e-5, result.sampled_place  # the bound that "Held" states


def test_no_bone_without_a_constraint_is_sampled(compared: tuple[Comparison, Result]) -> None:
    clips = {clip.name: clip for clip in compared[0].document.clips}
    assert len(clips) == 13
    for name, clip in clips.items():
        if name != "Held":
            assert kinds(clip, []) <= {"curve", "constant", "base"}, name


def test_constrained_bones_are_taken_back_through_their_own_formula(compared: tuple[Comparison, Result]) -> None:
    document = compared[0].document
    held = next(clip for clip in document.clips if clip.name == "Held")
    constrained = [f"bone {i}" for i in (3, 6, 9)]
    others = sorted({channel.target.part for channel in held.channels} - set(constrained))
    assert "sampled" in kinds(held, constrained)
    assert "sampled" not in kinds(held, others)


def test_every_way_to_inherit_is_in_the_file(compared: tuple[Comparison, Result]) -> None:
    bones = [node for node in compared[0].document.scene.nodes if node.kind == "bone"]
    ways = {(node.inherit_scale, node.no_inherit_rotation) for node in bones}
    assert len(ways) == 12 and {node.no_local_location for node in bones} == {False, True}
