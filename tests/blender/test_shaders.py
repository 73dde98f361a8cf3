# SPDX-License-Identifier: MIT
"""What nodes compute: as Cycles renders it, or the report names the node."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "format")]

import compare_looks  # noqa: E402
from compare_looks import Looks  # noqa: E402
from pavane_format import reader  # noqa: E402

COMMAND = ROOT / "blender_addon" / "pavane" / "command.py"
NOISE = 1e-5  # Cycles computes powers and angles with fewer bits than the C library

Shown = tuple[Looks, dict[str, Any]]


@pytest.fixture(scope="module")
def shown(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    folder = tmp_path_factory.mktemp("shaders")
    blend, pav, report, out = (folder / name for name in ("s.blend", "s.pav", "report.json", "oracle.json"))
    for arguments in (["--python", HERE / "scenes" / "shaders_scene.py", "--", blend],
                      [blend, "--python", COMMAND, "--", pav, "--report", report],
                      [blend, "--python", HERE / "oracle_looks.py", "--", out]):
        done = blender.run(arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    oracle, document = json.loads(out.read_text()), reader.read(pav.read_bytes())
    looks = compare_looks.compare(oracle, document, pav, build_folder / "pavane-dump", NOISE)
    return looks, json.loads(report.read_text())


def named(report: dict[str, Any]) -> set[str]:
    """The materials of which the report names a node."""
    return {row["what"].split("'")[1] for row in report["notes"]
            if row["what"].startswith("material ") and ", node " in row["what"]}


def test_what_differs_from_cycles_is_named_with_its_node(shown: Shown) -> None:
    looks, report = shown
    assert {name: told for (_, name, _), told in looks.wrong.items() if name not in named(report)} == {}


def test_what_can_be_followed_is_followed(shown: Shown) -> None:
    followed = {"Math ADD", "Math SUBTRACT", "Math MULTIPLY", "Math DIVIDE", "Math clamped", "Blend MIX", "Blend ADD",
                "Blend MULTIPLY", "Blend SUBTRACT", "Color Invert", "Color Gamma", "Color RGBToBW", "Converted",
                "Clamp low", "Clamp high", "Ramp EASE", "Ramp B_SPLINE", "Grouped", "Factor clamped", "Factor free",
                "Result clamped", "Number factor clamped", "Number factor free"}
    looks, report = shown
    assert followed & named(report) == set()
    assert followed & {name for _, name, _ in looks.wrong} == set()
