# SPDX-License-Identifier: MIT
"""The README's program is a real one."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_program_of_the_readme_plays_a_golden(build_folder: Path, tmp_path: Path) -> None:
    (program,) = re.findall(r"```c\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    (tmp_path / "main.c").write_text(program)
    headers = [f"-I{ROOT / folder}" for folder in ("runtime/include", "format/include")]
    libraries = [build_folder / "libpavane.so", f"-Wl,-rpath,{build_folder}"]
    command = ["cc", "-Wall", "-Werror", *headers, tmp_path / "main.c", "-o", tmp_path / "main", *libraries]
    subprocess.run(command, check=True)
    played = subprocess.run([tmp_path / "main", ROOT / "tests/golden/small.pav"], capture_output=True, text=True)
    assert played.returncode == 0, played.stderr
    lines = [[float(number) for number in line.split()] for line in played.stdout.splitlines()]
    assert [len(line) for line in lines] == [3] * 60
