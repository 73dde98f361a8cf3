# SPDX-License-Identifier: MIT
"""What is muted, and armatures shown at rest, beside Blender at whole, half and random frames."""
from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402
from pavane_format import model  # noqa: E402

LIMIT = 1e-5  # of the matrix error where curves move what is seen


@dataclass
class Compared:
    document: model.Document
    report: dict[str, Any]
    result: Result

    def kinds(self, clip: str) -> dict[str, list[str]]:
        """By owner, part and element: how its components travel in the clip."""
        found: dict[str, list[str]] = {}
        for given in self.document.clips:
            for channel in given.channels if given.name == clip else ():
                target = channel.target
                name = "/".join(filter(None, (target.owner, target.part, target.element)))
                found.setdefault(name, []).extend(f"{component.component} {component.kind}"
                                                  for component in channel.components)
        return found

    def reasons(self, words: str) -> dict[str, str]:
        """Of what is left out with these words in its name: why, by the path at its end."""
        return {row["what"].rpartition(": ")[2]: row["reason"] for row in self.report["left_out"]
                if words in row["what"]}

    def nodes(self, armature: str) -> list[model.Node]:
        nodes = self.document.scene.nodes
        return [node for node in nodes if node.armature is not None and nodes[node.armature].name == armature]


@pytest.fixture(scope="module")
def compared(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    folder = tmp_path_factory.mktemp("muted")
    blend = folder / "muted.blend"
    done = blender.run(["--python", HERE / "scenes" / "muted_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", ["--moments", "40"], 600)
    comparison = Comparison(pav, oracle, build_folder / "pavane-dump", LIMIT)
    return Compared(comparison.document, report, comparison.run())


# ---- What Blender shows ----


def test_what_is_muted_or_at_rest_plays_as_in_blender(compared: Compared) -> None:
    result = compared.result
    print(f"curves {result.curve_error:.1e}: {result.curve_place}; sampled {result.sampled_error:.1e}: "
          f"{result.sampled_place}; points {result.vertex_error:.1e}: {result.vertex_place}")
    assert result.clips == 11 and not result.problems
    assert {name for name in result.bad if not name.startswith("Driven rest")} == set()


# ---- Muted ----


def test_a_muted_channel_stays_out_and_the_others_play(compared: Compared) -> None:
    assert compared.kinds("Muted curve") == {"Muted curve/location": ["1 curve", "2 curve"]}
    assert compared.reasons("'Muted curve'") == {"location": "muted", "scale": "muted"}
    assert compared.kinds("All muted") == {}
    assert compared.kinds("Muted shape") == {"Muted shape/Heard/value": ["0 curve"]}
    assert compared.kinds("Muted light") == {"Muted light/color": ["1 curve"]}
    assert compared.kinds("Muted property") == {"Muted property/heard": ["0 curve"]}


def test_a_muted_group_stays_out_where_blender_heeds_it(compared: Compared, blender: Any) -> None:
    """Until actions had slots, a group's mute stopped its channels. Since then Blender plays them all the same."""
    heeds = blender.number < (4, 4)
    assert compared.kinds("Muted group") == {"Muted group/location": ["2 curve"] if heeds else
                                             ["0 curve", "1 curve", "2 curve"]}
    assert compared.reasons("'Muted group'") == ({"location": "muted"} if heeds else {})
    scaled = "Muted bones/bone 2/scale" in compared.kinds("Muted bones")
    assert scaled is not heeds


def test_a_bone_that_is_muted_whole_keeps_the_pose_that_it_was_given(compared: Compared) -> None:
    assert not any("bone 1" in name for name in compared.kinds("Muted bones"))
    (node,) = [node for node in compared.nodes("Muted bones") if node.name == "bone 1"]
    assert any(element.kind == "quaternion" and abs(element.values[3]) < 0.99 for element in node.elements)


def test_a_muted_driver_does_nothing(compared: Compared) -> None:
    assert set(compared.kinds("Driving")) == {"Driving/location", "Driven/location"}
    assert compared.reasons("driver of object 'Muted driver'") == {"location": "muted"}


# ---- Armatures shown at rest ----


def test_an_armature_at_rest_stands_still_and_its_mesh_too(compared: Compared) -> None:
    kinds = compared.kinds("Resting")
    assert kinds.pop("Resting/location") == ["0 curve"]
    assert {kind.split()[1] for found in kinds.values() for kind in found} == {"constant"}
    assert [row for row in compared.report["causes"] if row["object"].startswith("Resting")] == []


def test_a_key_alone_does_not_put_an_armature_to_rest(compared: Compared) -> None:
    """Blender changes the setting, and does not pose the bones anew for it."""
    assert compared.kinds("Toggled") == {}
    assert list(compared.reasons("'Toggled'")) == ["pose_position"]


def test_rest_in_the_middle_of_a_motion_is_named_as_what_blender_itself_is_not_sure_of(compared: Compared) -> None:
    """Nothing tells Blender to set the rest before it poses: which of the two comes first is chance."""
    causes = {row["object"]: row["cause"] for row in compared.report["causes"]}
    for name in ("Driven rest", "Driven rest carried", "Driven rest skin"):
        assert causes[name].startswith("Blender's own result depends on the frames before")
