# SPDX-License-Identifier: MIT
"""An export leaves the artist's file and session as they were, also when it fails."""
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
WORKING = ("object_mode", "pose_mode", "edit_mode", "another_frame", "another_scene", "tweaking")
FAILING = ("failing_in_the_other_blender", "failing_half_way")


@pytest.fixture(scope="module")
def sessions(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str, Path]:
    folder = tmp_path_factory.mktemp("untouched")
    for script, blend in (("export_scene.py", "scene.blend"), ("nla_scene.py", "nla.blend")):
        done = blender.run(["--python", HERE / "scenes" / script, "--", folder / blend])
        assert done.returncode == 0, done.stdout + done.stderr
    done = blender.run(["--python", HERE / "untouched_session.py", "--", folder])
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / "found.json").read_text()), done.stdout + done.stderr, folder


@pytest.mark.parametrize("case", WORKING + FAILING)
def test_nothing_that_can_be_read_has_changed(sessions: tuple, case: str) -> None:
    found = sessions[0][case]
    assert found["walked"] > 5000
    assert found["changed"] == {}


@pytest.mark.parametrize("case", WORKING)
def test_the_export_has_worked(sessions: tuple, case: str) -> None:
    found, _, folder = sessions
    assert found[case]["outcome"] == ["FINISHED"]
    assert (folder / f"{case}.pav").stat().st_size > 0


def test_an_unsaved_change_stays_unsaved(sessions: tuple) -> None:
    assert sessions[0]["pose_mode"]["dirty"] == "True"


@pytest.mark.parametrize(("case", "words"), [
    ("failing_in_the_other_blender", "there is no collection named 'nowhere'"),
    ("failing_half_way", "half-way"),
])
def test_a_failure_says_why_and_writes_nothing(sessions: tuple, case: str, words: str) -> None:
    found, _, folder = sessions
    assert words in found[case]["outcome"][0]
    assert not list(folder.glob("failing*"))


def test_the_undo_steps_are_the_same(sessions: tuple) -> None:
    blocks = re.findall(r"^Undo \d+ Steps.*\n((?:\[.*\n)+)", sessions[1], re.MULTILINE)
    assert len(blocks) == 2 * len(WORKING + FAILING)
    assert blocks[::2] == blocks[1::2]
