# SPDX-License-Identifier: MIT
"""The Blenders that the tests run in: they see the caller's files, and a failing script is seen by the caller."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Blender

REPORT = "import bpy, sys; open(sys.argv[-1], 'w').write(bpy.app.version_string)"


def test_a_script_writes_to_the_callers_path(blender: Blender, tmp_path: Path) -> None:
    report = tmp_path / "version"
    ran = blender.run(["--python-expr", REPORT, "--", report])
    assert ran.returncode == 0, ran.stderr
    assert report.read_text().split()[0] == blender.version


def test_a_script_that_raises_fails_the_run(blender: Blender) -> None:
    assert blender.run(["--python-expr", "raise ValueError"]).returncode == 3


def test_numpy_is_there(blender: Blender) -> None:
    ran = blender.run(["--python-expr", "import numpy"])
    assert ran.returncode == 0, ran.stderr
