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
SCRIPT, VIEW, FRAME = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


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


def test_its_pose_at_a_frame_is_what_the_player_shows_there(tmp_path: Path) -> None:
    """The player has come to frame 12 where it was 11 frames after the start."""
    at_frame = run(f"{SCRIPT}{FRAME}", tmp_path)[-1]
    played = """
scene = pavane.Scene(document)
player = pavane.Player(scene)
wave = player.play("Wave")
player.update((12 - wave.clip.frame_start) / 24)
x, y, z = (scene.world_matrices[hand, 3, i] for i in range(3))
print(f"at frame 12 the hand is at {x:.3f} {y:.3f} {z:.3f}")
"""
    assert run(f"{SCRIPT}{played}", tmp_path)[-1] == at_frame


def test_its_last_line_makes_a_picture(tmp_path: Path) -> None:
    if "DISPLAY" not in os.environ:
        pytest.skip("no display")
    window, picture = VIEW.splitlines()
    assert window.startswith("pavane.view(player)  #")
    line = picture.replace('"carry.png"', repr(str(tmp_path / "carry.png")))
    run(f"{SCRIPT}{line}\n", tmp_path)
    assert (tmp_path / "carry.png").read_bytes().startswith(b"\x89PNG")


def test_the_program_of_the_page_about_python_runs(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    assert [line.split()[0] for line in run(program, tmp_path)] == ["1", "12", "12.5"]
