# SPDX-License-Identifier: MIT
"""A file played in Python gives the same bytes as pavane-dump, the C program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pavane
import pytest

from tests.python_dump import Moment, dump, request

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    *(ROOT / "tests" / "golden" / f"{name}.pav" for name in ("small", "small_stored", "looks", "moves", "skins")),
    *(ROOT / "tests" / "c" / "fixtures" / f"{name}.pav" for name in ("scene", "chain", "playback")),
]


def moments(document: pavane.Document) -> list[Moment]:
    """Rest, and every clip at whole and half frames, before its start and after its end."""
    found: list[Moment] = [None]
    for clip in document.clips:
        frames = min(60, int((clip.frame_end - clip.frame_start) * 2) + 4)
        found += [(clip.index, clip.frame_start - 1 + i / 2) for i in range(frames)]
    return [*found, None]


@pytest.mark.parametrize("option", ["", "--drawn", "--materials", "--values"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_python_plays_the_same_bytes_as_c(
    path: Path, option: str, build_folder: Path, tmp_path: Path
) -> None:
    document = pavane.Document(path)
    out = tmp_path / "out.bin"
    subprocess.run(
        [build_folder / "pavane-dump", *([option] if option else []), path, out],
        input="\n".join(request(moment) for moment in moments(document)),
        text=True,
        check=True,
        stderr=subprocess.DEVNULL,
        timeout=60,
    )
    assert dump(document, moments(document), option) == out.read_bytes()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_player_shows_what_apply_shows(path: Path) -> None:
    document = pavane.Document(path)
    player = pavane.Player(pavane.Scene(document))
    applied = pavane.Scene(document)
    binding = pavane.Binding(document, document)
    bound = {link.clip for link in binding.links if link.status is pavane.LinkStatus.BOUND}
    for clip in document.clips:
        if clip.channels and clip.index not in bound:
            with pytest.raises(pavane.LinkError, match=f'clip "{clip.name}"'):
                player.play(clip)
            continue
        playback = player.play(clip, mode=pavane.PlayMode.STAY)
        for _ in range(10):
            player.update(1 / 7)
            applied.apply(binding, clip, playback.clip_time)
            applied.update()
            assert player.scene.world_matrices.tobytes() == applied.world_matrices.tobytes()
        playback.stop()
