# SPDX-License-Identifier: MIT
"""The README's program is a real one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import reader, writer  # noqa: E402

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def program(build_folder: Path, tmp_path: Path) -> Run:
    (source,) = re.findall(r"```c\n(.*?)```", README, re.DOTALL)
    (tmp_path / "main.c").write_text(source)
    headers = [f"-I{ROOT / folder}" for folder in ("runtime/include", "format/include")]
    libraries = [build_folder / "libpavane.so", f"-Wl,-rpath,{build_folder}"]
    command = ["cc", "-Wall", "-Werror", *headers, tmp_path / "main.c", "-o", tmp_path / "main", *libraries]
    subprocess.run(command, check=True)
    return lambda *words: subprocess.run([tmp_path / "main", *words], cwd=ROOT, capture_output=True, text=True)


def test_its_program_moves_the_demo_as_its_line_says(program: Run) -> None:
    (line,) = re.findall(r"`\./main (.*?)`", README)
    played = program(*line.split())
    assert played.returncode == 0, played.stderr
    places = [[float(number) for number in line.split()] for line in played.stdout.splitlines()]
    assert [len(place) for place in places] == [3] * 60
    assert len({tuple(place) for place in places}) > 30


@pytest.mark.parametrize(("words", "message"), [
    ((), "usage: main FILE.pav CLIP OBJECT"),
    (("absent.pav", "Bounce", "Ball"), "absent.pav: "),
    (("tests/golden/demo.pav", "Bonce", "Ball"), "no clip of that name among the 8 of the document"),
    (("tests/golden/demo.pav", "Bounce", "Bal"), "no object Bal"),
])
def test_its_program_says_what_is_not_there(program: Run, words: tuple[str, ...], message: str) -> None:
    played = program(*words)
    assert (played.returncode, played.stdout) == (1, "")
    assert played.stderr.startswith(message)


def test_its_program_says_that_a_file_has_no_clips(program: Run, tmp_path: Path) -> None:
    document = reader.read((ROOT / "tests/golden/minimal.pav").read_bytes())
    document.clips.clear()
    (tmp_path / "still.pav").write_bytes(writer.write(document))
    played = program(tmp_path / "still.pav", "Bounce", "Ball")
    assert (played.returncode, played.stdout) == (1, "")
    assert played.stderr == "no clip of that name among the 0 of the document\n"
