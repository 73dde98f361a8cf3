# SPDX-License-Identifier: MIT
"""The programs in runtime/examples, in C and in Python: their numbers against closed forms, and their pictures."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pavane
import pytest

from tests.viewer.conftest import Viewer, read_png

EXAMPLES = Path(__file__).resolve().parents[2] / "runtime" / "examples"
DEMO = EXAMPLES.parents[1] / "tests" / "golden" / "demo.pav"
NAMES = ["path", "color", "morph", "vertices"]
PACKAGE = Path(pavane.__file__).parent.parent
LANGUAGES = ["c", "python"]


def command(language: str, name: str, build_folder: Path) -> list[str | Path]:
    file = [DEMO] if name == "traveller" else []
    if language == "python":
        return [sys.executable, EXAMPLES / f"{name}.py", *file]
    return [build_folder / f"pavane-{name}", *file]


def numbers(language: str, name: str, build_folder: Path) -> np.ndarray:
    """What it prints: a row for each moment, the time first."""
    ran = subprocess.run(
        [*command(language, name, build_folder), "--print"], capture_output=True, text=True,
        env={"PYTHONPATH": str(PACKAGE)},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = np.array([[float(word) for word in line.split()] for line in ran.stdout.splitlines()])
    assert (np.diff(rows[:, 0]) == 0.25).all()
    return rows


def picture(viewer: Viewer, language: str, name: str, build_folder: Path, path: Path, seconds: float) -> bytes:
    ran = subprocess.run(
        [*command(language, name, build_folder), path, str(seconds)], capture_output=True, text=True, timeout=120,
        env=viewer.environment | {"PYTHONPATH": str(PACKAGE)},
    )  # fmt: skip
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    return path.read_bytes()


def ping_pong(time: float, length: float) -> float:
    """The part of its way that it has gone."""
    part = time % (2 * length) / length
    return min(part, 2 - part)


def unit(*vector: float) -> np.ndarray:
    return np.array(vector) / math.sqrt(sum(number * number for number in vector))


def sphere_point(ring: int, segment: int) -> np.ndarray:
    across, around = math.pi * ring / 12, 2 * math.pi * segment / 24
    return np.array([math.sin(across) * math.cos(around), math.sin(across) * math.sin(around), -math.cos(across)])


# ---- Numbers ----


def path(time: float) -> Sequence[float]:
    return [10 * ping_pong(time, 2)]


def color(time: float) -> Sequence[float]:
    blue = ping_pong(time, 4)
    return [1 - blue, 0, blue]


def morph(time: float) -> Sequence[float]:
    """Of the point where corner 792 stands: the third ring of quads from the top, three quarters around."""
    first, second = (max(0.0, 1 - abs(time - top)) for top in (1, 2))
    p = sphere_point(8, 21)
    position = p + first * (p * [0.5, 0.5, 2] - p) + second * np.array([p[2], 0, 0])
    normal = p + first * (unit(*(p / [0.5, 0.5, 2])) - p) + second * (unit(p[0], p[1], p[2] - p[0]) - p)
    return [first, second, *position, *unit(*normal)]


def vertices(time: float) -> Sequence[float]:
    scalar = time % 2 / 2
    p = sphere_point(3, 23)
    position = (1 - scalar) * p + scalar * p * [2, 2, 0.25]
    return [*position, *unit(*((1 - scalar) * p + scalar * unit(*(p / [2, 2, 0.25]))))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("closed_form", [path, color, morph, vertices], ids=NAMES)
def test_its_numbers_are_those_of_the_closed_form(build_folder: Path, closed_form: object, language: str) -> None:
    rows = numbers(language, closed_form.__name__, build_folder)  # type: ignore[attr-defined]
    wanted = [[time, *closed_form(time)] for time in rows[:, 0]]  # type: ignore[operator]
    assert len(rows) >= 13
    assert np.abs(rows - wanted).max() < 6e-5  # four decimals are printed


def ramp(time: float, start: float, length: float) -> float:
    return min(max((time - start) / length, 0), 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_traveller_walks_strikes_and_stands_again_by_himself(build_folder: Path, language: str) -> None:
    rows = numbers(language, "traveller", build_folder)
    wanted = []
    for time in rows[:, 0]:
        walk, attack, back = ramp(time, 1, 0.3), ramp(time, 3, 0.1), ramp(time, 3 + 0.8 * 1.25, 0.2)
        wanted.append([(1 - walk) * (1 - attack) + back, walk * (1 - attack), attack * (1 - back)])
    assert len(rows) == 21
    assert np.abs(rows[:, 1:4] - wanted).max() < 6e-5
    assert np.ptp(rows[:, 4:], axis=0).min() > 0.3  # The sword is swung.


def test_his_sword_stays_in_his_hand_through_all_fades() -> None:
    scene = pavane.Scene(pavane.Document(DEMO))
    player = pavane.Player(scene)
    hand, sword = ("Hero", "Hand.R"), "Sword"
    offset = np.array(scene.local_matrix(sword))
    scene.attach(sword, hand, offset=offset)
    player.play("Walk")
    player.update(0.3)
    back = pavane.Transition("Idle", ratio=0.8, fade=0.2)
    player.play("Attack", fade=0.1, cross_fade=True, then=back)
    fading = 0
    for _ in range(75):
        player.update(1 / 50)
        held = np.array(scene.world_matrix(hand)).reshape(4, 4).T @ offset.reshape(4, 4).T
        np.testing.assert_allclose(np.array(scene.world_matrix(sword)).reshape(4, 4).T, held, atol=2e-6)
        weights = [playback.effective_weight for playback in player.playbacks]
        assert abs(sum(weights) - 1) < 1e-6
        fading += max(weights) < 0.999
    assert fading >= 12
    assert [playback.clip.name for playback in player.playbacks] == ["Idle"]


def test_the_traveller_says_which_file_is_wanted(build_folder: Path) -> None:
    small = EXAMPLES.parents[1] / "tests" / "golden" / "small.pav"
    for words, message in (
        ([], "usage: "),
        ([small, "--print"], "no clip Idle: is this the demo?\n"),
        (["absent.pav"], "absent.pav: "),
    ):
        ran = subprocess.run([build_folder / "pavane-traveller", *words], capture_output=True, text=True)
        assert ran.returncode == 1 and ran.stderr.startswith(message)


# ---- Pictures ----


@pytest.mark.parametrize("name", [*NAMES, "traveller"])
def test_its_picture_is_the_same_from_both_languages_and_moves(
    viewer: Viewer, build_folder: Path, tmp_path: Path, name: str
) -> None:
    early, late, python = (tmp_path / f"{which}.png" for which in ("early", "late", "python"))
    seconds = 3.5 if name == "traveller" else 1.25
    picture(viewer, "c", name, build_folder, early, 0.25)
    of_c = picture(viewer, "c", name, build_folder, late, seconds)
    assert picture(viewer, "python", name, build_folder, python, seconds) == of_c
    changed = np.abs(read_png(early).astype(int) - read_png(late)).max(axis=2) > 24
    assert 0.005 < changed.mean() < 0.5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["path", "traveller"])
@pytest.mark.parametrize("words", [
    ["--help"], ["--prnt"], ["a.png"], ["a.png", "x"], ["a.png", "nan"], ["a.png", "-1"], ["--print", "1"],
])  # fmt: skip
def test_what_they_do_not_understand_they_tell_how_to_say(
    language: str, name: str, words: list[str], build_folder: Path, tmp_path: Path
) -> None:
    ran = subprocess.run(
        [*command(language, name, build_folder), *words], capture_output=True, text=True, cwd=tmp_path, timeout=60,
        env={"PYTHONPATH": str(PACKAGE)},
    )  # fmt: skip
    usage = r"usage: \S*%s\S* %s\[--print \| PICTURE.png SECONDS\]\n" % (name, "DEMO.pav " * (name == "traveller"))
    assert ran.returncode == 1 and re.fullmatch(usage, ran.stderr) and not list(tmp_path.iterdir())
