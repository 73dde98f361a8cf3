# SPDX-License-Identifier: MIT
"""Linked objects and actions, and overrides with animation of their own, beside Blender."""
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
from accounted import Accounts  # noqa: E402
from compare import ROOT, Comparison, Result  # noqa: E402
from pavane_format import model, reader  # noqa: E402

LIMIT = 1e-5  # of the matrix error and of points


@dataclass
class Compared:
    blend: Path
    document: model.Document
    report: dict[str, Any]
    result: Result
    wrong: dict[Any, Any]
    unaccounted: list[str]


@pytest.fixture(scope="module")
def compared(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    folder, program = tmp_path_factory.mktemp("libraries"), build_folder / "pavane-dump"
    done = blender.run(["--python", HERE / "scenes" / "libraries_scene.py", "--", folder])
    blend = folder / "user.blend"
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", ["--moments", "20"], 600)
    looks, walked = (json.loads(corpus.ask_oracle(blender.name, blend, folder, name, [], 600).read_text())
                     for name in ("oracle_looks.json", "animation_walk.json"))
    comparison = Comparison(pav, oracle, program, LIMIT)
    wrong = compare_looks.compare(looks, comparison.document, pav, program, corpus.LOOK_LIMIT).wrong
    lost = Accounts(comparison.document, report, walked).check()
    return Compared(blend, comparison.document, report, comparison.run(), wrong, lost)


# ---- What Blender shows ----


def test_linked_and_overridden_things_play_as_in_blender(compared: Compared) -> None:
    result = compared.result
    print(f"curves {result.curve_error:.1e}: {result.curve_place}; points {result.vertex_error:.1e}: {result.vertex_place}")
    assert result.clips == 7 and not result.problems
    assert result.bad == {} and compared.wrong == {}
    assert {component.kind for clip in compared.document.clips for channel in clip.channels
            for component in channel.components} <= {"curve", "constant", "base"}


def test_nothing_of_them_is_lost(compared: Compared) -> None:
    assert compared.unaccounted == []
    assert compared.report["left_out"] == compared.report["causes"] == []


# ---- Whose it is ----


def test_what_is_linked_is_told_from_its_override(compared: Compared) -> None:
    scene = compared.document.scene
    nodes = {(node.name, node.library, scene.nodes[node.instancer].name if node.instancer is not None else "")
             for node in scene.nodes if node.kind == "object"}
    assert nodes == {("Local", "", ""), ("Local rig", "", ""), ("Prop", "lib.blend", ""), ("Prop", "other.blend", ""),
                     ("Stage", "", ""), ("Rig", "", ""), ("Body", "", ""), ("Rig", "lib.blend", "Stage"), ("Body", "lib.blend", "Stage")}


def owners(compared: Compared, name: str, library: str) -> set[tuple[str, str, str]]:
    (clip,) = [clip for clip in compared.document.clips if (clip.name, clip.library) == (name, library)]
    return {(channel.target.kind, channel.target.owner, channel.target.library) for channel in clip.channels}


def test_an_action_of_an_override_moves_it_alone(compared: Compared) -> None:
    assert owners(compared, "Dance", "") == {("object", "Rig", ""), ("bone", "Rig", "")}


def test_a_linked_action_moves_what_is_linked_and_what_is_local(compared: Compared) -> None:
    assert owners(compared, "Walk", "lib.blend") == {(kind, "Rig", library) for kind in ("object", "bone")
                                                     for library in ("", "lib.blend")}
    assert owners(compared, "PropMove", "lib.blend") == {("object", "Prop", "lib.blend"), ("object", "Local", "")}
    assert owners(compared, "Loose", "lib.blend") == {("bone", "Local rig", "")}


def test_two_libraries_may_have_the_same_names(compared: Compared) -> None:
    assert owners(compared, "PropMove", "other.blend") == {("object", "Prop", "other.blend")}


def test_data_of_a_library_is_moved_for_all_who_use_it(compared: Compared) -> None:
    assert ("material", "Paint", "lib.blend") in owners(compared, "Glow", "lib.blend")
    assert ("morph", "Body", "lib.blend") in owners(compared, "Smile", "lib.blend")


# ---- From a session ----

SESSION = """
import sys, bpy
sys.path.insert(0, {addon!r})
import pavane
pavane.register()
assert bpy.ops.export_scene.pavane(filepath={out!r}) == {{"FINISHED"}}
"""


def test_the_copy_that_a_session_exports_finds_the_libraries(compared: Compared, blender: Any, tmp_path: Path) -> None:
    script, out = tmp_path / "session.py", tmp_path / "session.pav"
    script.write_text(SESSION.format(addon=str(ROOT / "blender_addon"), out=str(out)))
    done = blender.run([compared.blend, "--python", script])
    assert done.returncode == 0, done.stdout + done.stderr
    document = reader.read(out.read_bytes())
    assert document.info.report == compared.document.info.report
    assert [node.name for node in document.scene.nodes] == [node.name for node in compared.document.scene.nodes]
    assert [(clip.name, len(clip.channels)) for clip in document.clips] == [
        (clip.name, len(clip.channels)) for clip in compared.document.clips]
