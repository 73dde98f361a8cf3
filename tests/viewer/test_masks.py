# SPDX-License-Identifier: MIT
"""What a picture that is compared with Blender's needs: masks, what Blender renders, the file's camera."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path

import numpy as np
import pytest
from pavane_format.model import Camera, Channel, Clip, Component, Document, Node, Target

from tests.golden.documents import curve
from tests.viewer.conftest import Viewer
from tests.viewer.quads import at, close, draw, elements, material, quad

FRONT = (sin(pi / 4), 0, 0, cos(pi / 4))  # a camera's -Z along +Y: it stands in front of the square
COLOR = 0x9E3779


def mask_of(node: int) -> tuple[int, ...]:
    color = (node + 1) * COLOR % (1 << 24)
    return color >> 16, color >> 8 & 255, color & 255


def two_squares(**second: bool) -> Document:
    """A smaller one of its own before a larger one."""
    document = quad(material(base_color=(1, 1, 1)), world=(0, 1, 0))
    document.scene.nodes.append(Node("Small", elements=elements((0.5, -0.5, 0.1)), mesh=0, slots=[0], **second))
    return document


# ---- Masks ----


def test_a_mask_has_the_colours_of_the_nodes_and_no_others(viewer: Viewer, tmp_path: Path) -> None:
    picture = draw(viewer, tmp_path, two_squares(), "--masks", size="97x101")
    colors = {tuple(int(n) for n in color) for color in np.unique(picture.reshape(-1, 3), axis=0)}
    assert colors == {(0, 0, 0), mask_of(0), mask_of(1)}
    assert at(picture, -0.9, 0) == mask_of(0)
    assert at(picture, 0.9, 0) == mask_of(1)


@pytest.mark.parametrize(("mode", "alpha", "kept"), [
    ("blend", 0.4, False), ("blend", 0.6, True), ("clip", 0.6, False), ("clip", 0.8, True), ("opaque", 0, True)])
def test_a_mask_leaves_out_what_is_rather_seen_through(
        viewer: Viewer, tmp_path: Path, mode: str, alpha: float, kept: bool) -> None:
    document = quad(material(alpha_mode=mode, alpha=alpha, alpha_threshold=0.7))
    assert at(draw(viewer, tmp_path, document, "--masks"), 0, 0) == (mask_of(0) if kept else (0, 0, 0))


# ---- As rendered ----


def test_as_rendered_shows_what_blender_renders(viewer: Viewer, tmp_path: Path) -> None:
    unseen, unrendered = two_squares(hidden_viewport=True), two_squares(hidden_render=True)
    for document, options, color in [(unseen, [], mask_of(0)), (unseen, ["--as-rendered"], mask_of(1)),
                                     (unrendered, [], mask_of(1)), (unrendered, ["--as-rendered"], mask_of(0))]:
        assert at(draw(viewer, tmp_path, document, "--masks", *options), 0.5, 0) == color


def test_as_rendered_shows_the_colour_of_the_world(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material(base_color=(1, 1, 1)), world=(0.5, 0, 1))
    assert close(at(draw(viewer, tmp_path, document, "--as-rendered"), 1.1, 1.1), (188, 0, 255))


# ---- The file's camera ----


def seen_by(viewer: Viewer, folder: Path, camera: Camera, size: str) -> list[float]:
    """Where the square's sides are in the picture, which is -1 to 1: left, right, lower, upper."""
    document = quad(material(base_color=(1, 1, 1)))
    document.scene.nodes.append(Node("Camera", elements=elements((0, -4, 0), FRONT), camera=0))
    document.scene.cameras, document.scene.camera = [camera], 1
    picture = draw(viewer, folder, document, "--masks", "--camera", "file", size=size)
    rows, columns = np.nonzero(picture.any(axis=2))
    height, width, _ = picture.shape
    return [2 * columns.min() / width - 1, 2 * (columns.max() + 1) / width - 1,
            1 - 2 * (rows.max() + 1) / height, 1 - 2 * rows.min() / height]


@pytest.mark.parametrize(("fit", "size", "across", "along"), [
    ("auto", "200x100", 8, 4), ("auto", "100x200", 4, 8), ("horizontal", "200x100", 8, 4),
    ("horizontal", "100x200", 8, 16), ("vertical", "200x100", 8, 4), ("vertical", "100x200", 2, 4)])
def test_the_sensor_is_fitted_to_a_side(viewer: Viewer, tmp_path: Path, fit: str, size: str, across: float,
                                        along: float) -> None:
    """At the square's distance the picture shows `across` times `along` units, and shifts are parts of one side."""
    vertical = fit == "vertical" or size == "100x200" and fit == "auto"
    side = along if vertical else across
    camera = Camera("Camera", sensor_fit=fit, lens=18, sensor_width=36, sensor_height=18, shift_x=0.05, shift_y=-0.1)
    found = seen_by(viewer, tmp_path, camera, size)
    x, y = 0.05 * side, -0.1 * side
    wanted = [(-1 - x) / (across / 2), (1 - x) / (across / 2), (-1 - y) / (along / 2), (1 - y) / (along / 2)]
    assert found == pytest.approx(np.clip(wanted, -1, 1), abs=0.021)


def test_an_orthographic_camera_shows_its_scale(viewer: Viewer, tmp_path: Path) -> None:
    camera = Camera("Camera", kind="orthographic", ortho_scale=5, shift_x=0.1)
    assert seen_by(viewer, tmp_path, camera, "200x100") == pytest.approx([-0.6, 0.2, -0.8, 0.8], abs=0.021)


def test_a_clip_hides_an_object_in_what_is_rendered(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material(base_color=(1, 1, 1)))
    channel = Channel(Target("object", "Square", element="hide_render"),
                      [Component(0, "curve", curve=curve([(1, 0), (25, 1)], "linear"))])
    document.clips.append(Clip("Hide", frame_start=1, frame_end=25, channels=[channel]))
    shown = [draw(viewer, tmp_path, document, "--masks", "--as-rendered", "--frame", frame).any()
             for frame in ("1", "25")]
    assert shown == [True, False]
