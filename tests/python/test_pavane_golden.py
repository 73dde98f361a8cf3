# SPDX-License-Identifier: MIT
"""A file played in Python gives the same bytes as pavane-dump, the C program."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pavane
import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    *(ROOT / "tests" / "golden" / f"{name}.pav" for name in ("small", "small_stored", "looks")),
    *(ROOT / "tests" / "c" / "fixtures" / f"{name}.pav" for name in ("scene", "chain", "playback")),
]


def moments(document: pavane.Document) -> list[tuple[int, float] | None]:
    """Rest, and every clip at whole and half frames, before its start and after its end."""
    found: list[tuple[int, float] | None] = [None]
    for clip in document.clips:
        frames = min(60, int((clip.frame_end - clip.frame_start) * 2) + 4)
        found += [(clip.index, clip.frame_start - 1 + i / 2) for i in range(frames)]
    return [*found, None]


def played(document: pavane.Document) -> bytes:
    """What pavane-dump writes, from here."""
    scene = pavane.Scene(document)
    binding = pavane.Binding(document, document)
    shown = [node.index for node in document.nodes if node.mesh is not None]
    parts = [b"PAVDUMP\n", struct.pack("<2I", len(document.nodes), len(shown))]
    for node in shown:
        points = scene.points(node)
        assert points is not None
        parts.append(struct.pack("<2I", node, len(points)))
    for moment in moments(document):
        scene.reset_targets()
        if moment is not None:
            clip, frame = moment
            scene.apply(binding, clip, document.clips[clip].seconds(frame))
        scene.update()
        parts.append(scene.world_matrices.tobytes())
        parts += [points.tobytes() for node in shown if (points := scene.points(node)) is not None]
    return b"".join(parts)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_python_plays_the_same_bytes_as_c(path: Path, build_folder: Path, tmp_path: Path) -> None:
    document = pavane.Document(path)
    lines = ["rest" if moment is None else f"{moment[0]} {moment[1]!r}" for moment in moments(document)]
    out = tmp_path / "out.bin"
    subprocess.run(
        [build_folder / "pavane-dump", path, out],
        input="\n".join(lines),
        text=True,
        check=True,
        stderr=subprocess.DEVNULL,
        timeout=60,
    )
    assert played(document) == out.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_player_shows_what_apply_shows(path: Path) -> None:
    document = pavane.Document(path)
    player = pavane.Player(pavane.Scene(document))
    applied = pavane.Scene(document)
    binding = pavane.Binding(document, document)
    for clip in document.clips:
        playback = player.play(clip, mode=pavane.PlayMode.STAY)
        for _ in range(10):
            player.update(1 / 7)
            applied.apply(binding, clip, playback.clip_time)
            applied.update()
            assert player.scene.world_matrices.tobytes() == applied.world_matrices.tobytes()
        playback.stop()
