# SPDX-License-Identifier: MIT
"""What a file keeps for an import into Blender: the same actions come back, and nothing that plays sees it."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import container, reader  # noqa: E402

Exported = tuple[Path, Path, Path]


@pytest.fixture(scope="module")
def exported(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """The scene, its file, and its file without editing data."""
    folder = tmp_path_factory.mktemp("actions")
    scene, whole, bare = folder / "scene.blend", folder / "whole.pav", folder / "bare.pav"
    done = blender.run(["--python", HERE / "scenes" / "actions_scene.py", "--", scene])
    assert done.returncode == 0, done.stdout + done.stderr
    for target, words in ((whole, []), (bare, ["--no-editing-data"])):
        done = blender.run([scene, "--python", ROOT / "blender_addon/pavane/command.py", "--", target, *words])
        assert done.returncode == 0, done.stdout + done.stderr
    return scene, whole, bare


@pytest.fixture(scope="module")
def compared(blender: Any, exported: Exported) -> dict[str, Any]:
    scene, whole, _ = exported
    found = scene.with_suffix(".json")
    done = blender.run([scene, "--python", HERE / "actions_compare.py", "--", whole, found])
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(found.read_text())


def test_every_field_of_every_action_comes_back(compared: dict[str, Any]) -> None:
    assert {"Dance", "Wave"} <= set(compared["differ"])
    assert compared["fields"]["Dance"] > 900
    assert compared["differ"] == dict.fromkeys(compared["differ"], {})


def test_the_actions_of_the_file_that_is_open_stay_as_they_are(compared: dict[str, Any]) -> None:
    assert compared["changed"] == []


def test_without_it_the_rest_of_the_file_is_the_same(exported: Exported) -> None:
    _, whole, bare = (container.unpack(path.read_bytes()) if path.suffix == ".pav" else [] for path in exported)
    assert {chunk.type for chunk in whole} - {chunk.type for chunk in bare} == {"BLND"}
    assert [chunk for chunk in whole if chunk.type != "BLND"] == bare


def test_keys_that_the_clip_plays_are_not_written_again(exported: Exported) -> None:
    _, whole, _ = exported
    clip = next(clip for clip in reader.read(whole.read_bytes()).clips if clip.name == "Dance")
    played = [component.curve.times.tobytes() for channel in clip.channels for component in channel.components
              if component.curve is not None]
    curves = {(curve.path, curve.array_index): curve for curve in clip.actions[0].action_slots[0].fcurves}
    assert curves["location", 0].times.tobytes() in played
    chunk = next(chunk for chunk in container.unpack(whole.read_bytes()) if chunk.type == "BLND")
    assert curves["location", 0].values.tobytes() not in chunk.raw
    assert curves["location", 1].values.tobytes() in chunk.raw  # muted, so it is not played
