# SPDX-License-Identifier: MIT
"""What moves because an owner moves is in the owner's clip, and what needs no samples beside it stays a curve."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import compare_looks  # noqa: E402
import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402
from pavane_format import model  # noqa: E402

LIMIT = 1e-5  # of the matrix error where curves move what is seen


@dataclass
class Compared:
    document: model.Document
    result: Result
    wrong: dict[Any, Any]  # of materials and lights

    def parts(self, clip: str, kinds: set[str]) -> set[str]:
        """What the clip moves by components of these kinds: owner, part and element."""
        return {"/".join(filter(None, (channel.target.owner, channel.target.part, channel.target.element)))
                for given in self.document.clips for channel in given.channels
                if given.name == clip and {component.kind for component in channel.components} & kinds}

    def sampled(self, clip: str) -> set[str]:
        return self.parts(clip, {"sampled"})

    def curves(self, clip: str) -> set[str]:
        return self.parts(clip, {"curve"}) - self.sampled(clip)


@pytest.fixture(scope="module")
def compared(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    folder, program = tmp_path_factory.mktemp("effects"), build_folder / "pavane-dump"
    blend = folder / "effects.blend"
    done = blender.run(["--python", HERE / "scenes" / "effects_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    assert report["causes"] == [] and report["left_out"] == []
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", ["--moments", "40"], 600)
    looks = json.loads(corpus.ask_oracle(blender.name, blend, folder, "oracle_looks.json", [], 600).read_text())
    comparison = Comparison(pav, oracle, program, LIMIT, corpus.VERTEX_LIMIT)
    wrong = compare_looks.compare(looks, comparison.document, pav, program, corpus.LOOK_LIMIT).wrong
    return Compared(comparison.document, comparison.run(), wrong)


def test_it_plays_as_in_blender(compared: Compared) -> None:
    result = compared.result
    print(f"curves {result.curve_error:.1e}: {result.curve_place}; sampled {result.sampled_error:.1e}: "
          f"{result.sampled_place}; points {result.vertex_error:.1e}: {result.vertex_place}")
    assert result.clips == 4 and not result.problems
    assert result.bad == {} and compared.wrong == {}


def test_what_follows_however_far_is_in_the_clip(compared: Compared) -> None:
    assert compared.curves("Cause") == {"Cause/location", "Cause/rotation"}
    without_nodes = {"Paint/roughness"}  # where new materials have none, the viewport's number is the surface's, too
    assert compared.sampled("Cause") - without_nodes == {
        "First/location", "Second/location", "Third/rotation", "Skin/Out/value", "Point/location",
        "Paint/viewport_roughness", "Lamp/energy", "Half/rotation"}


def test_what_follows_a_bone_is_in_the_clip(compared: Compared) -> None:
    assert {name for name in compared.sampled("Pose") if not name.startswith("Rig/")} == {
        "Watcher/location", "Watcher/rotation"}


def test_of_two_elements_only_the_held_one_is_sampled(compared: Compared) -> None:
    assert compared.curves("Half") == {"Half/location"}
    assert compared.sampled("Half") == set()  # the other one holds its rotation still


def test_of_two_bones_only_the_held_one_is_sampled(compared: Compared) -> None:
    assert {name for name in compared.sampled("Pose") if name.startswith("Rig/")} == {"Rig/held/rotation"}
    assert compared.curves("Pose") == {
        "Rig/free/location", "Rig/free/rotation", "Rig/tip/location", "Rig/tip/rotation", "Rig/held/location",
        "Rig/last/location", "Rig/last/rotation"}


def test_what_nothing_follows_has_a_clip_of_its_own_alone(compared: Compared) -> None:
    assert compared.curves("Alone") == {"Alone/location", "Alone/rotation"}
    assert compared.sampled("Alone") == set()
