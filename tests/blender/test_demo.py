# SPDX-License-Identifier: MIT
"""The demo scene: built and exported in each Blender, it is the golden that `./dev play --quick` shows."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import container, model, reader  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "demo.pav"
CLIPS = {"Blink": (1, 96), "Bounce": (1, 97), "CameraMove": (1, 96), "Idle": (1, 97), "Walk": (1, 25), "Wave": (1, 61)}


@pytest.fixture(scope="module")
def demo(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    blend, pav = folder / "demo.blend", folder / "demo.pav"
    build = blender.run(["--python", ROOT / "examples" / "demo" / "build_demo.py", "--", blend])
    assert build.returncode == 0, build.stdout + build.stderr
    export = blender.run([blend, "--python", ROOT / "blender_addon" / "pavane" / "command.py", "--", pav])
    assert export.returncode == 0, export.stdout + export.stderr
    return pav


def clip_chunks(path: Path) -> list[bytes]:
    return [chunk.raw for chunk in container.unpack(path.read_bytes()) if chunk.type == "CLIP"]


def test_every_blender_exports_the_golden_clips(demo: Path) -> None:
    assert clip_chunks(demo) == clip_chunks(GOLDEN)


def test_the_golden_has_the_clips_of_the_readme() -> None:
    clips = reader.read(GOLDEN.read_bytes()).clips
    assert {clip.name: (clip.frame_start, clip.frame_end) for clip in clips} == CLIPS
    assert {clip.name for clip in clips if clip.play_mode == "loop"} >= {"Walk", "Idle"}


def test_every_blender_exports_the_golden_nodes_and_points(demo: Path) -> None:
    ours, golden = (reader.read(path.read_bytes()) for path in (demo, GOLDEN))
    assert [describe(node) for node in ours.scene.nodes] == [describe(node) for node in golden.scene.nodes]
    for mesh, other in zip(ours.meshes, golden.meshes, strict=True):
        assert np.array_equal(mesh.points, other.points), mesh.name


def describe(node: model.Node) -> tuple[Any, ...]:
    return node.name, node.kind, node.parent, node.mesh, len(node.slots)
