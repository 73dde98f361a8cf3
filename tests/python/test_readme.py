# SPDX-License-Identifier: MIT
"""The README's Python script is a real one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
SCRIPT, VIEW = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def run(source: str, folder: Path) -> list[str]:
    script = folder / "carry.py"
    script.write_text(source)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "build" / "python"), "LIBGL_ALWAYS_SOFTWARE": "1"}
    done = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_its_script_runs_and_tells_where_the_ball_is(tmp_path: Path) -> None:
    *places, shape = run(SCRIPT + "print(points.shape)\n", tmp_path)
    assert len(places) == 60 and len(set(places)) > 30
    assert f"`{places[0]}`" in README and shape == "(8603, 3)"


def test_its_last_line_makes_a_picture(tmp_path: Path) -> None:
    if "DISPLAY" not in os.environ:
        pytest.skip("no display")
    window, picture = VIEW.splitlines()
    assert window.startswith("pavane.view(player)  #")
    line = picture.replace('"carry.png"', repr(str(tmp_path / "carry.png")))
    run(f"{SCRIPT}{line}\n", tmp_path)
    assert (tmp_path / "carry.png").read_bytes().startswith(b"\x89PNG")
