# SPDX-License-Identifier: MIT
"""Test 5 of CASES.md: several owners of one action, by one slot or by slots of their own."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pavane
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison  # noqa: E402

FRAMES = [1.0, 4.5, 8.0, 12.25, 17.75, 21.0]
RIGS = ("Left", "Right")
LIMIT = 1e-5  # over the larger of 1 and the number


@dataclass
class Exported:
    blend: Path
    pav: Path
    report: dict[str, Any]
    seen: dict[str, Any]

    def errors(self, clip: str, owners: str, play: list[str | None]) -> dict[str, float]:
        """By armature, how far it is from what Blender shows when those owners alone play the action."""
        scene = pavane.Scene(pavane.Document(self.pav))
        player = pavane.Player(scene)
        playbacks = [player.play(clip, owner=owner) for owner in play]
        found = dict.fromkeys(RIGS, 0.0)
        for i, frame in enumerate(FRAMES):
            for playback in playbacks:
                playback.time = scene.document.clip(clip).seconds(frame)
            player.update(0.0)
            for rig in RIGS:
                for bone, shown in self.seen[clip][owners][rig].items():
                    played = np.array(scene.world_matrix((rig, bone))).reshape(4, 4).T.reshape(-1)
                    error = np.abs(played - shown[i]) / np.maximum(1, np.abs(shown[i]))
                    found[rig] = max(found[rig], float(error.max()))
        return found


@pytest.fixture(scope="module")
def exported(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("slots")
    blend, out = folder / "slots.blend", folder / "seen.json"
    done = blender.run(["--python", HERE / "scenes" / "slots_scene.py", "--", blend, out])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    assert report["left_out"] == report["causes"] == []
    return Exported(blend, pav, report, json.loads(out.read_text()))


def owners(exported: Exported, clip: str) -> set[tuple[str, str]]:
    found = pavane.Document(exported.pav).clip(clip)
    return {(channel.kind.name, channel.owner) for channel in found.channels}


def moved(rows: dict[str, Any]) -> bool:
    return any(row != numbers[0] for numbers in rows.values() for row in numbers)


# ---- One action, two armatures with the same bone names ----


def test_5_a_shared_action_is_one_clip_that_moves_both(exported: Exported) -> None:
    assert owners(exported, "Wave") == {(kind, rig) for kind in ("BONE", "OBJECT") for rig in RIGS}
    errors = exported.errors("Wave", "Left+Right", [None])
    print(errors)
    assert max(errors.values()) <= LIMIT


@pytest.mark.parametrize("owner", RIGS)
def test_5_with_an_owner_only_that_one_moves(exported: Exported, owner: str) -> None:
    (other,) = set(RIGS) - {owner}
    shown = exported.seen["Wave"][owner]
    assert moved(shown[owner]) and not moved(shown[other])
    assert max(exported.errors("Wave", owner, [owner]).values()) <= LIMIT


def test_5_both_owners_apart_are_both_together(exported: Exported) -> None:
    assert max(exported.errors("Wave", "Left+Right", ["Left", "Right"]).values()) <= LIMIT


def test_5_an_owner_that_the_clip_does_not_have_is_an_error(exported: Exported) -> None:
    player = pavane.Player(pavane.Scene(pavane.Document(exported.pav)))
    with pytest.raises(KeyError, match="Midle"):
        player.play("Wave", owner="Midle")


# ---- Slots ----


def test_5_slots_of_one_action_are_owners_of_one_clip(exported: Exported, blender: Any) -> None:
    if blender.number < (4, 4):
        assert owners(exported, "Pair") == {("BONE", "Left")}
        return
    assert owners(exported, "Pair") == {("BONE", rig) for rig in RIGS}
    assert exported.seen["Pair"]["Left+Right"]["Left"] != exported.seen["Pair"]["Left+Right"]["Right"]
    assert max(exported.errors("Pair", "Left+Right", [None]).values()) <= LIMIT
    for owner in RIGS:
        assert max(exported.errors("Pair", owner, [owner]).values()) <= LIMIT


def test_5_an_armature_a_shape_key_and_a_material_share_an_action(exported: Exported, blender: Any) -> None:
    parts = [("BONE", "Left"), ("MORPH", "Body"), ("MATERIAL", "Paint")]
    if blender.number >= (4, 4):
        assert owners(exported, "All") == set(parts)
    else:
        assert [owners(exported, name) for name in ("All", "All 1", "All 2")] == [{part} for part in parts]


def test_5_every_clip_plays_as_in_blender(exported: Exported, blender: Any, build_folder: Path) -> None:
    oracle = corpus.ask_oracle(blender.name, exported.blend, exported.blend.parent, "oracle.npz", ["--moments", "20"], 600)
    result = Comparison(exported.pav, oracle, build_folder / "pavane-dump", LIMIT).run()
    assert result.clips == (3 if blender.number >= (4, 4) else 5) and not result.problems
    assert result.bad == {}
