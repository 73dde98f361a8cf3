# SPDX-License-Identifier: MIT
"""The README's Python script is a real one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_its_script_runs_and_tells_where_the_hand_is(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    script = tmp_path / "follow.py"
    script.write_text(source + "print(points.shape)\n")
    environment = {"PYTHONPATH": str(ROOT / "build" / "python"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([sys.executable, script], cwd=ROOT, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    *places, shape = done.stdout.splitlines()
    assert len(places) == 60 and len(set(places)) > 30
    assert places[0].startswith("the hand is at ") and shape == "(8603, 3)"
