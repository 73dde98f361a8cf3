# SPDX-License-Identifier: MIT
"""What the add-on says: errors name the file that was asked for, and counts read well."""
from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ADDON = ROOT / "blender_addon" / "pavane"

OPERATOR = """
import bpy, sys
sys.path.insert(0, {addons!r})
import pavane
pavane.register()
try:
    bpy.ops.export_scene.pavane(filepath={target!r})
except RuntimeError as error:
    open({said!r}, "w").write(str(error))
"""


@pytest.fixture(scope="module")
def report() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pavane_addon", ADDON / "__init__.py",
                                                  submodule_search_locations=[str(ADDON)])
    sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    return importlib.import_module("pavane_addon.report")


@pytest.mark.parametrize(("number", "words"), [(0, "0 nodes, 0 meshes, 0 clips; "), (1, "1 node, 1 mesh, 1 clip; "),
                                               (2, "2 nodes, 2 meshes, 2 clips; ")])
def test_counts_are_in_the_plural_unless_one(report: ModuleType, number: int, words: str) -> None:
    made = report.Report(nodes=number, meshes=number, clips=number)
    assert report.lines(made.as_dict())[0].startswith(words)


def test_the_status_bar_gets_the_report_in_one_line(report: ModuleType) -> None:
    made = report.Report()
    made.left_out("Smoke", "volumes do not travel")
    made.left_out("Ink", "grease pencil does not travel")
    made.sampled_channel("bone Rig/Hand: location", "a constraint moves it")
    made.sampled_channel("bone Rig/Hand: location", "a constraint moves it")
    made.note("Hero", "has no clip")
    several, one = report.lines(made.as_dict()), report.line(made.as_dict())
    assert one.split(" | ") == [
        several[0], "Left out: grease pencil does not travel: Ink; volumes do not travel: Smoke",
        "Sampled: a constraint moves it (2): bone Rig/Hand: location", "Notes: has no clip: Hero"]
    assert several[1:3] == ["Left out:", "  grease pencil does not travel: Ink"]
    assert "\n" not in one


@pytest.mark.parametrize("option", ["output", "report"])
def test_a_folder_that_is_not_there_is_told_at_once(blender: Any, tmp_path: Path, option: str) -> None:
    there, absent = tmp_path / "out", tmp_path / "nowhere" / "out"
    words = [absent] if option == "output" else [there, "--report", absent]
    done = blender.run(["--python", ADDON / "command.py", "--", *words])
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if line.startswith("pavane: ")]
    assert said == [f"pavane: {absent}: there is no folder {absent.parent}"]
    assert list(tmp_path.iterdir()) == []


def test_the_operator_says_the_same_without_noise(blender: Any, tmp_path: Path) -> None:
    target, script, said = tmp_path / "nowhere" / "out.pav", tmp_path / "export.py", tmp_path / "said.txt"
    script.write_text(OPERATOR.format(addons=str(ADDON.parent), target=str(target), said=str(said)))
    done = blender.run(["--python", script])
    assert done.returncode == 0, done.stdout + done.stderr
    assert said.read_text() == f"Error: Nothing was exported: {target}: there is no folder {target.parent}\n"
