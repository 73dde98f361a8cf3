# SPDX-License-Identifier: MIT
"""The four mirrors of format/schema.py are what generate.py makes of it; `--check` tells when one is not."""
from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys

import pytest

FORMAT = pathlib.Path(__file__).resolve().parents[2] / "format"
MIRRORS = ("include/pavane/format.h", "src/schema.inc", "pavane_format/layout.py", "FORMAT.md")


def run(folder: pathlib.Path, *arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(folder / "generate.py"), *arguments], capture_output=True, text=True
    )


def test_the_mirrors_are_fresh():
    result = run(FORMAT, "--check")
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("name", MIRRORS)
def test_a_stale_mirror_is_named_and_written_anew(name, tmp_path):
    shutil.copytree(FORMAT, tmp_path / "format")
    stale = tmp_path / "format" / name
    fresh = stale.read_text()
    stale.write_text(fresh.replace("clip", "klip"))
    result = run(tmp_path / "format", "--check")
    assert result.returncode == 1 and name in result.stdout
    assert all(other not in result.stdout for other in MIRRORS if other != name)
    assert run(tmp_path / "format").returncode == 0
    assert stale.read_text() == fresh or name == "FORMAT.md"
    assert run(tmp_path / "format", "--check").returncode == 0


def test_an_unknown_argument_is_refused_and_nothing_written(tmp_path):
    shutil.copytree(FORMAT, tmp_path / "format")
    stale = tmp_path / "format" / "src" / "schema.inc"
    stale.write_text("stale")
    result = run(tmp_path / "format", "--bogus")
    assert result.returncode == 2 and "unrecognized arguments: --bogus" in result.stderr
    assert stale.read_text() == "stale"
