# SPDX-License-Identifier: MIT
"""Armature modifiers of every kind, beside Blender: the runtime's points at whole and half frames."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402

LIMIT = 1e-5  # of matrix and vertex error: Blender's own float32

Compared = tuple[Comparison, Result, dict[str, Any]]


@pytest.fixture(scope="module")
def compared(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    folder = tmp_path_factory.mktemp("skins")
    blend = folder / "skins.blend"
    done = blender.run(["--python", HERE / "scenes" / "skins_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600, "active")
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", ["--clips", "active", "--all"], 600)
    comparison = Comparison(pav, oracle, build_folder / "pavane-dump", LIMIT)
    return comparison, comparison.run(), report


def test_points_are_those_of_blender(compared: Compared) -> None:
    comparison, result, _ = compared
    assert result.clips == 1 and not result.problems
    assert len(comparison.meta["meshes"]) == 23
    print(f"vertex error {result.vertex_error:.2e}: {result.vertex_place}")
    assert not result.bad, result.bad
    assert result.vertex_error <= LIMIT, result.vertex_place


def test_nothing_of_it_is_reported_as_different(compared: Compared) -> None:
    assert compared[2]["causes"] == []


def test_the_file_has_a_skin_for_each_modifier_that_counts(compared: Compared) -> None:
    scene = compared[0].document.scene
    counts = {}
    for node in scene.nodes:
        skin, counts[node.name] = node.skin, 0
        while skin is not None:
            counts[node.name] += 1
            skin = scene.skins[skin].next
    assert counts["plain"] == counts["volume"] == counts["parent"] == 1 and counts["empty mask"] == 0
    assert counts["two"] == 2 and counts["three multi mask mixed"] == counts["parent two mask"] == 3


def test_the_report_names_the_vertices_without_weight(compared: Compared) -> None:
    notes = {note["what"]: note["note"] for note in compared[2]["notes"]}
    for name in ("plain", "volume", "parent", "twelve influences"):
        assert notes[name] == ("vertices without a weight of a bone stay where they are: "
                               "0, 5, 7, 10, 14, 15, 20, 21, 25, 28, 30, 35, 40, 42, 45")
