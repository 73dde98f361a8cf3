# SPDX-License-Identifier: MIT
"""Files that are not like others: the viewer draws them all, or says why it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pavane_format import reader, writer
from pavane_format.model import Document

from tests.viewer.conftest import SMALL, Viewer, read_png


def write_changed(folder: Path, change: Callable[[Document], None]) -> Path:
    document = reader.read(SMALL.read_bytes())
    change(document)
    path = folder / "changed.pav"
    path.write_bytes(writer.write(document))
    return path


def remove_everything(document: Document) -> None:
    scene = document.scene
    scene.nodes, scene.skins, scene.cameras, scene.lights, scene.camera = [], [], [], [], None
    document.meshes, document.clips = [], []


def remove_clips(document: Document) -> None:
    document.clips = []


def remove_meshes(document: Document) -> None:
    for node in document.scene.nodes:
        node.mesh, node.skin = None, None
    document.scene.skins, document.meshes = [], []


def stand_on_y(document: Document) -> None:
    document.scene.up_axis = "y"


def scale(document: Document, factor: float) -> None:
    for node in document.scene.nodes:
        for element in node.elements:
            if node.parent is None and element.kind in ("translate", "scale"):
                element.values = element.values * factor


@pytest.mark.parametrize("change", [remove_everything, remove_clips, remove_meshes, stand_on_y])
@pytest.mark.parametrize("what", ["--screenshot", "--contact-sheet"])
def test_a_sparse_file_is_drawn(
    viewer: Viewer, tmp_path: Path, change: Callable[[Document], None], what: str
) -> None:
    picture = tmp_path / "picture.png"
    viewer.good(write_changed(tmp_path, change), what, picture, "--size", "320x200", "--hud", "on")
    assert read_png(picture).std() > 3


@pytest.mark.parametrize("factor", [1e-4, 1e5])
def test_a_scene_of_any_size_fills_the_picture(viewer: Viewer, tmp_path: Path, factor: float) -> None:
    picture = tmp_path / "picture.png"
    path = write_changed(tmp_path, lambda document: scale(document, factor))
    options = ["--size", "200x150", "--no-grid", "--rest"]
    viewer.good(path, "--screenshot", picture, *options)
    usual = viewer.picture(tmp_path / "..", *options)
    difference = abs(read_png(picture).astype(int) - usual.astype(int)).max(axis=2)
    assert (difference > 16).mean() < 0.02


def test_clips_alone_are_refused(viewer: Viewer, tmp_path: Path) -> None:
    def keep_clips(document: Document) -> None:
        document.scene, document.meshes = None, []

    path = write_changed(tmp_path, keep_clips)
    assert viewer.bad(path) == (
        f"pavane-viewer: {path} holds 3 clips and no scene; "
        "the viewer needs a file with the scene that they move"
    )


def test_a_scene_whose_objects_are_all_hidden_shows_them(viewer: Viewer, tmp_path: Path) -> None:
    def hide(document: Document) -> None:
        for node in document.scene.nodes:
            node.hidden_viewport = True

    picture = tmp_path / "picture.png"
    viewer.good(write_changed(tmp_path, hide), "--screenshot", picture, "--size", "200x150")
    assert (read_png(picture) == viewer.picture(tmp_path / "..")).all()
