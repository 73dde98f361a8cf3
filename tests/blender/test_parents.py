# SPDX-License-Identifier: MIT
"""Parents of every kind, with their inverses, at whole, half and random frames beside Blender."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from accounted import Accounts  # noqa: E402
from compare import Comparison, Result  # noqa: E402
from pavane_format import model  # noqa: E402

LIMIT = 1e-5  # of the matrix error where curves move what is seen


@dataclass
class Compared:
    document: model.Document
    report: dict[str, Any]
    result: Result
    unaccounted: list[str]

    def kinds(self, clip: str) -> dict[str, set[str]]:
        """By owner, or owner and bone, and element: how its components travel in the clip."""
        found: dict[str, set[str]] = {}
        for given in self.document.clips:
            for channel in given.channels if given.name == clip else ():
                target = channel.target
                name = "/".join(filter(None, (target.owner, target.part, target.element)))
                found.setdefault(name, set()).update(component.kind for component in channel.components)
        return found

    def sampled(self, clip: str) -> set[str]:
        """The owners of which something is sampled in the clip."""
        return {name.split("/")[0] for name, kinds in self.kinds(clip).items() if "sampled" in kinds}


@pytest.fixture(scope="module")
def compared(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    folder = tmp_path_factory.mktemp("parents")
    blend = folder / "parents.blend"
    done = blender.run(["--python", HERE / "scenes" / "parents_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", ["--moments", "40"], 600)
    walked = json.loads(corpus.ask_oracle(blender.name, blend, folder, "animation_walk.json", [], 600).read_text())
    comparison = Comparison(pav, oracle, build_folder / "pavane-dump", LIMIT)
    lost = Accounts(comparison.document, report, walked).check()
    return Compared(comparison.document, report, comparison.run(), lost)


# ---- What Blender shows ----


def test_every_kind_of_parent_plays_as_in_blender(compared: Compared) -> None:
    result = compared.result
    print(f"curves {result.curve_error:.1e}: {result.curve_place}; sampled {result.sampled_error:.1e}: "
          f"{result.sampled_place}; points {result.vertex_error:.1e}: {result.vertex_place}")
    assert result.clips == 16 and not result.problems
    assert set(result.bad) == {"Face lost"}


def test_nothing_is_lost(compared: Compared) -> None:
    assert compared.unaccounted == []


def test_what_a_file_cannot_say_is_named(compared: Compared) -> None:
    """A curve's own points; and what a constraint takes away from a flat parent, on which nothing could stand there."""
    assert {cause["object"]: cause["cause"] for cause in compared.report["causes"]} == {
        "Way": "shape of a curve is animated",
        "Face lost": "what it hangs on has no size, and it stands where nothing on that could"}


# ---- How it travels ----


def test_what_hangs_on_points_that_move_is_sampled(compared: Compared) -> None:
    assert compared.sampled("Face key") == {"Face one", "Face three", "Face three keyed", "Face flat"}
    assert compared.kinds("Face key")["Face/Bulge/value"] == {"curve"}
    assert compared.sampled("Face three keyed") == {"Face three keyed"}
    assert compared.sampled("Rig") == {"Rig skin corner"}


def test_one_point_carries_but_does_not_turn(compared: Compared) -> None:
    """So that what hangs on a point of a mesh that turns as a whole has no curves there; on three points it has."""
    assert compared.sampled("Stiff") == {"Stiff one"}
    assert {name.split("/")[0] for name in compared.kinds("Stiff")} == {"Stiff", "Stiff one"}


def test_what_hangs_on_a_point_alone_moves_without_turning(compared: Compared) -> None:
    assert {name for name in compared.kinds("Face key") if name.startswith("Face one/")} == {"Face one/location"}


@pytest.mark.parametrize("clip", ["Cage", "Cage keyed", "Old", "Rig keyed", "Base", "Base child", "Base grandchild", "Way"])
def test_objects_bones_lattices_and_inverses_need_no_samples(compared: Compared, clip: str) -> None:
    found = compared.kinds(clip)
    assert set().union(*found.values()) <= {"curve", "constant"}
    assert {name.split("/")[0] for name in found} == {clip.removesuffix(" key")}


def test_a_parent_inverse_without_size_is_done_without_where_it_is_in_the_way(compared: Compared) -> None:
    assert compared.sampled("Face flat") == {"Face flat"} and compared.sampled("Face plain flat") == set()
    (note,) = compared.report["notes"]
    assert note["what"] == "object 'Face flat'" and "parent inverse has no size" in note["note"]
    elements = {node.name: [element.name for element in node.elements] for node in compared.document.scene.nodes}
    assert "parent_inverse" in elements["Face plain flat"] and "parent_inverse" not in elements["Face flat"]


def test_a_curve_leads_what_hangs_on_it(compared: Compared) -> None:
    assert compared.sampled("Way time") == {"Way walker"}


def test_a_keyed_kind_of_parent_does_nothing_and_is_told(compared: Compared) -> None:
    assert compared.kinds("Changing") == {}
    reasons = [row["reason"] for row in compared.report["left_out"] if "parent_type" in row["what"]]
    assert len(reasons) == 1
