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

from pavane_format import model, reader  # noqa: E402

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


def shape(clip: model.Clip) -> tuple[Any, ...]:
    """Everything of a clip but the numbers of its keys."""
    channels = [(channel.target, channel.conversion,
                 [(c.component, c.kind, c.curve and (c.curve.interpolations, c.curve.extrapolation))
                  for c in channel.components]) for channel in clip.channels]
    return clip.name, clip.play_mode, clip.frame_start, clip.frame_end, channels


def numbers(clip: model.Clip) -> np.ndarray:
    curves = [c.curve for channel in clip.channels for c in channel.components if c.curve]
    arrays = [array.ravel() for curve in curves for array in (curve.times, curve.values, curve.lefts, curve.rights)]
    constants = [c.value for channel in clip.channels for c in channel.components]
    return np.concatenate([*arrays, np.array(constants, np.float32)])


def test_every_blender_exports_the_golden_clips(demo: Path) -> None:
    """The script solves the legs in the Blender that builds it, so the last bits of their keys are that build's."""
    ours, golden = (reader.read(path.read_bytes()).clips for path in (demo, GOLDEN))
    assert [shape(clip) for clip in ours] == [shape(clip) for clip in golden]
    for clip, other in zip(ours, golden, strict=True):
        np.testing.assert_allclose(numbers(clip), numbers(other), rtol=1e-5, atol=1e-5, err_msg=clip.name)


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
