# SPDX-License-Identifier: MIT
"""The README's program, commands and pictures are real ones."""

from __future__ import annotations

import os
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
    (line,) = re.findall(r"^\./main (.*)$", README, re.MULTILINE)
    played = program(*line.split())
    assert played.returncode == 0, played.stderr
    printed = played.stdout.splitlines()
    (shown,) = re.findall(r"```\n([-0-9.]+ [^`]*)\.\.\.\n```", README)
    assert printed[:2 * len(shown.splitlines()):2] == shown.splitlines()
    heights = [(float(line.split()[2]), line.index("o")) for line in printed]
    assert len(heights) == 60 and len(set(heights)) > 30
    assert max(heights)[1] == max(column for _, column in heights)


@pytest.mark.parametrize(("words", "message"), [
    ((), "usage: main FILE.pav CLIP OBJECT"),
    (("absent.pav", "Bounce", "Ball"), "absent.pav: "),
    (("tests/golden/demo.pav", "Bonce", "Ball"), "no clip of that name among the 9 of the document"),
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


def commands() -> list[str]:
    """The lines of the blocks of shell, without what is said about them."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line.split("   #")[0].strip() for block in blocks for line in block.splitlines()]


def test_its_lines_build_and_run_the_program_with_an_installed_library(build_folder: Path, tmp_path: Path) -> None:
    """The build of the tests stands in for the release."""
    ran = subprocess.run(["cmake", "--install", build_folder, "--prefix", tmp_path / ".local"], capture_output=True,
                         text=True)
    assert ran.returncode == 0, ran.stderr
    (source,) = re.findall(r"```c\n(.*?)```", README, re.DOTALL)
    (tmp_path / "main.c").write_text(source)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    lines = [line for line in commands() if line.startswith(("export ", "cc ", "./main "))]
    assert len(lines) == 3
    ran = subprocess.run(["sh", "-ec", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True,
                         env={**os.environ, "HOME": str(tmp_path)})
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(ran.stdout.splitlines()) == 60


def test_its_commands_are_those_that_dev_has() -> None:
    usage = subprocess.run([ROOT / "dev"], capture_output=True, text=True).stdout
    verbs = {line.split()[0] for line in usage.splitlines() if re.match(r"  \w", line)}
    said = re.findall(r"\./dev (\w+)", README)
    assert {"play", "test", "addon", "export", "python"} <= set(said) <= verbs


def test_its_pictures_are_there_and_small() -> None:
    pictures = [ROOT / name for name in re.findall(r"!\[[^]]+\]\((.*?)\)", README)]
    assert set(pictures) == set((ROOT / "docs").glob("*.jpg"))
    assert all(10_000 < picture.stat().st_size < 200_000 for picture in pictures)
