# SPDX-License-Identifier: MIT
"""The demo scene: built and exported in each Blender, it is the golden that `./dev play --quick` shows."""

from __future__ import annotations

import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import model, reader  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "demo.pav"
CLIPS = {"Attack": (1, 31), "Bounce": (1, 97), "CameraMove": (1, 97), "Colors": (1, 97), "Glow": (1, 97),
         "Idle": (1, 97), "Talk": (1, 97), "Walk": (1, 25), "Wave": (1, 61)}


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


def test_every_blender_exports_the_golden_lights_and_pictures(demo: Path) -> None:
    ours, golden = (reader.read(path.read_bytes()) for path in (demo, GOLDEN))
    assert ours.scene.lights == golden.scene.lights
    assert ours.scene.world_color == golden.scene.world_color
    assert pictures(ours) == pictures(golden)
    for image, other in zip(ours.images, golden.images, strict=True):
        steps = np.abs(pixels(image).astype(int) - pixels(other))
        assert steps.max() <= 1, image.name  # numpy's sines may differ in their last bits


def pictures(document: model.Document) -> list[tuple[Any, ...]]:
    """Which input of which material shows which image."""
    return [(material.name, material.inputs[texture.input].name, document.images[texture.image].name,
             document.images[texture.image].color_space, texture.uv_layer)
            for material in document.scene.materials for texture in material.textures]


def pixels(image: model.Image) -> np.ndarray:
    """Of a PNG as the demo writes it: one IDAT, each row as its difference from the one above."""
    start = image.data.index(b"IDAT")
    size = int.from_bytes(image.data[start - 4:start], "big")
    rows = np.frombuffer(zlib.decompress(image.data[start + 4:start + 4 + size]), np.uint8).reshape(image.height, -1)
    assert (rows[:, 0] == 2).all()
    return np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8)


# ---- What the demo is there to show ----


def keyed(clip: model.Clip) -> set[tuple[str, str, str]]:
    """What the curves of a clip move, where they hold more than one value."""
    return {(channel.target.owner, channel.target.part, channel.target.element) for channel in clip.channels
            if any(c.curve and np.ptp(c.curve.values) > 0 for c in channel.components)}


def test_the_golden_has_a_face_colours_a_glow_and_lights_of_every_kind() -> None:
    golden = reader.read(GOLDEN.read_bytes())
    moved = {clip.name: keyed(clip) for clip in golden.clips}
    assert {part for _, part, _ in moved["Talk"]} == {"Blink", "Smile", "Open", "Round"}
    assert moved["Colors"] == {("Ball Color", "", "base_color")}
    assert moved["Glow"] == {("Lantern Glass", "", "emission_strength")}
    assert {light.kind for light in golden.scene.lights} == {"sun", "point", "spot", "area"}
    assert {(material, name) for material, name, *_ in pictures(golden)} == {
        ("Paving", "base_color"), ("Paving", "roughness"), ("Paving", "normal_strength"), ("Sky", "emission_color")}
    assert GOLDEN.stat().st_size < 1_500_000
