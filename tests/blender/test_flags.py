# SPDX-License-Identifier: MIT
"""Drivers that read what is hidden see what they see in Blender, though nothing is hidden while exporting."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Played  # noqa: E402
from pavane_format import reader  # noqa: E402

NEAR = 1 / 1024  # frames before a jump that are not judged


@pytest.fixture(scope="module")
def blend(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("flags") / "flags.blend"
    done = blender.run(["--python", HERE / "scenes" / "flags_scene.py", "--", path, path.with_suffix(".npz")])
    assert done.returncode == 0, done.stdout + done.stderr
    return path


@pytest.mark.parametrize("mode", ["actions", "active", "nla-tracks", "scene"])
def test_a_driver_reads_what_is_hidden(blender: Any, blend: Path, mode: str, build_folder: Path, tmp_path: Path) -> None:
    pav = tmp_path / "flags.pav"
    done = blender.run([blend, "--python", corpus.COMMAND, "--", pav, "--clips", mode])
    assert done.returncode == 0, done.stdout + done.stderr
    document, kept = reader.read(pav.read_bytes()), dict(np.load(blend.with_suffix(".npz")))
    played = Played(build_folder / "pavane-dump", pav, tmp_path / "dump.bin",
                    [f"0 {frame!r}" for frame in kept["frames"].tolist()])
    row = next(i for i, node in enumerate(document.scene.nodes) if node.name == "Reader")
    near = np.min(np.abs(kept["frames"][:, None] - [6.0, 10.0, 12.0, 15.0]), axis=1) < NEAR
    error = np.abs(played.matrices[:, row] - kept["matrices"]).max((1, 2))
    assert near.sum() < 3 and error[~near].max() < 1e-6
    places = kept["matrices"][:, :3, 3]
    assert set(places[:, 0]) == set(places[:, 1]) == {0.0, 1.0} and set(places[:, 2]) == {1.0}
    assert np.abs(kept["matrices"][:, 1, 1] - np.cos(1.0)).max() < 1e-6  # the folder is hidden


def test_what_is_hidden_travels_as_a_curve(blender: Any, blend: Path, tmp_path: Path) -> None:
    done = blender.run([blend, "--python", corpus.COMMAND, "--", tmp_path / "flags.pav"])
    assert done.returncode == 0, done.stdout + done.stderr
    (clip,) = reader.read((tmp_path / "flags.pav").read_bytes()).clips
    kinds = {(channel.target.owner, channel.target.element): channel.components[0].kind for channel in clip.channels}
    assert kinds["Blinker", "hide_viewport"] == kinds["Blinker", "hide_render"] == "curve"
    assert kinds["Reader", "location"] == "sampled"
