# SPDX-License-Identifier: MIT
"""FORMAT.md suffices to play a file: a player made by its words shows what the C runtime shows."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pavane_format import model, reader

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parent))

from format_player import Player, Pose  # noqa: E402
from format_values import ValuePlayer  # noqa: E402

from tests import dump_file  # noqa: E402

FILES = ["tests/golden/small.pav", "tests/golden/demo.pav", "tests/golden/curves.pav", "tests/c/fixtures/scene.pav",
         "tests/c/fixtures/playback.pav", "tests/c/fixtures/chain.pav", "tests/golden/inherit.pav",
         "tests/golden/sequences.pav"]


def runtime(program: Path, path: Path, requests: list[str], out: Path) -> list[Pose]:
    done = subprocess.run([program, path, out], input="\n".join(requests), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    dump = dump_file.read(out)
    points = dump_file.vectors(dump, "points")
    return [Pose(world, {node: moments[i] for node, moments in points.items()})
            for i, world in enumerate(dump_file.matrices(dump))]


def moments(document: model.Document, count: int) -> list[tuple[int | None, float]]:
    """At rest, and of each clip its ends, beyond them, and that many moments on and between its frames."""
    found: list[tuple[int | None, float]] = [(None, 0.0)]
    for index, clip in enumerate(document.clips):
        length = clip.frame_end - clip.frame_start
        inside = clip.frame_start + length * np.linspace(0.15, 0.85, count)
        found += [(index, float(frame)) for frame in
                  (clip.frame_start - 3, clip.frame_start, *inside, round(inside[1]) + 0.00005, clip.frame_end + 3)]
    return found


@pytest.mark.parametrize("name", FILES)
def test_a_player_made_by_the_page_shows_the_same(name: str, build_folder: Path, tmp_path: Path) -> None:
    program = build_folder / "pavane-dump"
    assert program.exists(), f"{program} is not built: ./dev build debug"
    document = reader.read((ROOT / name).read_bytes())
    player, asked = Player(document), moments(document, 50 if "curves" in name or "sequences" in name else 3)
    requests = ["rest" if clip is None else f"{clip} {frame!r}" for clip, frame in asked]
    for (clip, frame), shown in zip(asked, runtime(program, ROOT / name, requests, tmp_path / "out.bin"), strict=True):
        pose = player.pose(None if clip is None else document.clips[clip], frame)
        where = f"clip {clip} frame {frame}"
        np.testing.assert_allclose(pose.world, shown.world, rtol=1e-5, atol=1e-5, err_msg=where)
        assert pose.points.keys() == shown.points.keys()
        for node, points in shown.points.items():
            np.testing.assert_allclose(pose.points[node], points, rtol=1e-5, atol=1e-5, err_msg=f"{where} node {node}")


@pytest.mark.parametrize("name", ["tests/golden/moves.pav", "tests/golden/demo.pav"])
def test_values_are_by_the_page_too(name: str, build_folder: Path, tmp_path: Path) -> None:
    document, out = reader.read((ROOT / name).read_bytes()), tmp_path / "out.bin"
    player, asked = ValuePlayer(document), moments(document, 3)
    requests = ["rest" if clip is None else f"{clip} {frame!r}" for clip, frame in asked]
    subprocess.run([build_folder / "pavane-dump", "--values", ROOT / name, out], input="\n".join(requests), text=True,
                   check=True, capture_output=True, timeout=60)
    dump = dump_file.read(out)
    assert dump["camera"] and dump["light"] and (dump["property"] or "moves" not in name)
    for moment, (clip, frame) in enumerate(asked):
        shown = player.values(None if clip is None else document.clips[clip], frame)
        for kind, numbers in shown.items():
            assert numbers.keys() == dump[kind].keys(), kind
            for index, values in numbers.items():
                np.testing.assert_allclose(values, dump[kind][index][moment], rtol=1e-6, atol=1e-6,
                                           err_msg=f"clip {clip} frame {frame}: {kind} {index}")
