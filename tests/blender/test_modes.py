# SPDX-License-Identifier: MIT
"""Test 6 of CASES.md: the modes of clips, on a scene with all that NLA strips can do, against what Blender shows."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import compare_looks  # noqa: E402
import corpus  # noqa: E402
from compare import Comparison  # noqa: E402
from oracle_noise import noise  # noqa: E402
from pavane_format import model, reader  # noqa: E402

LIMIT = 1e-5  # of matrices that curves make, and of looks; what is sampled has the bound of its clip
VERTEX_LIMIT = 1e-4
CHANCES = 200  # moments of a clip, beside all its whole and half frames
MODES = ("active",)


@dataclass
class Exported:
    blend: Path
    mode: str
    pav: Path
    document: model.Document
    report: dict[str, Any]

    def clip(self, name: str) -> model.Clip:
        return next(clip for clip in self.document.clips if clip.name == name)

    def kinds(self, clip: str, owner: str) -> set[str]:
        """How what a clip moves of something travels."""
        return {component.kind for channel in self.clip(clip).channels if channel.target.owner == owner
                for component in channel.components}

    def reasons(self, what: str) -> set[str]:
        return {row["reason"] for row in self.report["left_out"] if row["what"] == what}


@pytest.fixture(scope="module")
def blend(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("modes") / "nla.blend"
    done = blender.run(["--python", HERE / "scenes" / "nla_scene.py", "--", path])
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def export(blender: Any, blend: Path, mode: str, folder: Path) -> Exported:
    pav, report = corpus.export(blender.name, blend, folder, 600, mode)
    return Exported(blend, mode, pav, reader.read(pav.read_bytes()), report)


@pytest.fixture(scope="module", params=MODES)
def exported(request: pytest.FixtureRequest, blender: Any, blend: Path,
             tmp_path_factory: pytest.TempPathFactory) -> Exported:
    return export(blender, blend, request.param, tmp_path_factory.mktemp(request.param))


def ask(blender: Any, exported: Exported, name: str, *options: str) -> Path:
    """`name` is that of an oracle, and its answer's type."""
    out = exported.pav.with_name(name)
    done = blender.run([exported.blend, "--python", HERE / f"{out.stem}.py", "--", out, "--clips", exported.mode,
                        *options])
    assert done.returncode == 0, done.stdout + done.stderr
    return out


# ---- In each mode ----


def test_6_every_clip_plays_as_in_blender(blender: Any, exported: Exported, build_folder: Path) -> None:
    recording = ask(blender, exported, "oracle.npz", "--all", "--moments", str(CHANCES))
    result = Comparison(exported.pav, recording, build_folder / "pavane-dump", LIMIT, VERTEX_LIMIT).run()
    print(f"{result.clips} clips, curves {result.curve_error:.1e}, sampled {result.sampled_error:.1e}: "
          f"{result.sampled_place}; points {result.vertex_error:.1e}")
    assert result.problems == []
    assert result.bad == {}
    assert result.clips == len(exported.document.clips) > 0


def test_6_so_does_what_is_not_motion(blender: Any, exported: Exported, build_folder: Path) -> None:
    seen = json.loads(ask(blender, exported, "oracle_looks.json").read_text())
    looks = compare_looks.compare(seen, exported.document, exported.pav, build_folder / "pavane-dump", LIMIT)
    assert looks.wrong == {}


def test_6_the_oracle_agrees_with_itself(blender: Any, exported: Exported) -> None:
    plain = ask(blender, exported, "oracle.npz")
    kept = plain.rename(plain.with_name("plain.npz"))
    other = ask(blender, exported, "oracle.npz", "--shuffle", "7", "--active", "Three")
    assert max(error for error, _ in noise(str(kept), str(other)).values()) <= 1e-6


# ---- Active actions ----


@pytest.fixture(scope="module")
def active(blender: Any, blend: Path, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    return export(blender, blend, "active", tmp_path_factory.mktemp("active actions"))


def test_6_what_is_assigned_is_one_clip_of_curves(active: Exported) -> None:
    (clip,) = active.document.clips
    assert (clip.name, clip.frame_start, clip.frame_end, clip.play_mode) == ("Play it all", 1, 50, "stay")
    assert {channel.target.owner for channel in clip.channels} == {
        "Three", "Solo", "Switched off", "Tweaked", "Under an action"}
    assert {component.kind for channel in clip.channels for component in channel.components} <= {"curve", "base"}


def test_6_an_action_that_is_not_assigned_is_told_of(active: Exported) -> None:
    assert active.reasons("action 'Three road' on object 'Three'") == {
        "it is not what is assigned there; clips by Actions have it"}
    assert active.reasons("action 'Three on top' on object 'Three'") == set()
