# SPDX-License-Identifier: MIT
"""What --dump writes: what the runtime computes, read back from the graphics card, and the same bytes in C, in
Python and in the viewer."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pavane
import pytest

from tests import dump_file, python_dump
from tests.viewer.conftest import GOLDEN, SMALL, Viewer


def clips_of_every_kind(document: pavane.Document) -> list[pavane.Clip]:
    """The first clip that moves bones, the first that moves shape keys, and so on."""
    found: dict[pavane.TargetKind, pavane.Clip] = {}
    for clip in document.clips:
        for channel in clip.channels:
            found.setdefault(channel.kind, clip)
    return list(dict.fromkeys(found.values()))


@pytest.mark.parametrize("name", ["small", "looks", "demo"])
def test_c_python_and_the_viewer_give_the_same_bytes(
    viewer: Viewer, build_folder: Path, tmp_path: Path, name: str
) -> None:
    path, out = GOLDEN / f"{name}.pav", tmp_path / "out.bin"
    document = pavane.Document(path)
    for clip in clips_of_every_kind(document):
        middle = clip.frame_start + 0.25 + (clip.frame_end - clip.frame_start) // 3
        for moment in [(clip.index, frame) for frame in (clip.frame_start, middle, clip.frame_end)]:
            viewer.good(path, "--clip", clip.name, "--others", "off", "--frame", str(moment[1]), "--dump", out)
            viewed = out.read_bytes()
            command = [build_folder / "pavane-dump", "--drawn", path, out]
            request = python_dump.request(moment)
            subprocess.run(command, input=request, text=True, check=True, stderr=subprocess.DEVNULL, timeout=60)
            assert viewed == out.read_bytes(), f"{clip.name} at frame {moment[1]}: the viewer and C"
            assert viewed == python_dump.dump(document, [moment], "--drawn"), f"{clip.name}: Python"


def test_the_goldens_that_are_compared_move_bones_shape_keys_and_materials() -> None:
    documents = [pavane.Document(GOLDEN / f"{name}.pav") for name in ("small", "looks")]
    kinds = {channel.kind for d in documents for clip in d.clips for channel in clip.channels}
    kind = pavane.TargetKind
    assert kinds >= {kind.OBJECT, kind.BONE, kind.MORPH, kind.MATERIAL}
    assert any(document.skins for document in documents)


def test_it_holds_the_weights_of_shape_keys(viewer: Viewer, tmp_path: Path) -> None:
    path = tmp_path / "view.bin"
    viewer.good(SMALL, "--clip", "Smile", "--frames", "10..20", "--others", "off", "--dump", path)
    smiles = dump_file.read(path)["morph_weights"][0][:, 0]
    assert np.allclose(smiles, np.arange(11) / 10)


def balls(path: Path) -> int:
    """How many places the ball of `small`, its last node, has been in."""
    return len({matrix.tobytes() for matrix in dump_file.matrices(dump_file.read(path))[:, -1]})


def test_others_go_along_unless_told_not_to(viewer: Viewer, tmp_path: Path) -> None:
    places, path = [], tmp_path / "view.bin"
    for others in ("on", "off"):
        viewer.good(SMALL, "--clip", "Wave", "--frames", "1..4", "--others", others, "--dump", path)
        places.append(balls(path))
    assert places[0] > 1
    assert places[1] == 1


def test_a_clip_can_be_taken_along_by_name(viewer: Viewer, tmp_path: Path) -> None:
    viewer.good(SMALL, "--clip", "Wave", "--others", "off", "--with", "Bounce", "--frames", "1..4",
                "--dump", tmp_path / "view.bin")
    assert balls(tmp_path / "view.bin") > 1
