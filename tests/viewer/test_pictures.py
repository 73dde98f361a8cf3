# SPDX-License-Identifier: MIT
"""What the viewer draws without a window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pavane_format import reader, writer
from pavane_format.model import Morph

from tests.viewer.conftest import GOLDEN, SMALL, Viewer, read_png
from tests.viewer.quads import at, draw, material, quad

ACCENT = np.array([255, 171, 64])  # of the panels


def changed(one: np.ndarray, other: np.ndarray) -> int:
    """How many pixels differ by more than a shade."""
    return int((np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 8).sum())


def accents(picture: np.ndarray) -> int:
    return int((np.abs(picture.astype(int) - ACCENT).max(axis=2) < 12).sum())


def test_a_picture_has_the_size_asked_for(viewer: Viewer, tmp_path: Path) -> None:
    assert viewer.picture(tmp_path, size="320x180").shape == (180, 320, 3)


def test_a_picture_shows_more_than_the_backdrop(viewer: Viewer, tmp_path: Path) -> None:
    shown = viewer.picture(tmp_path, "--no-grid")
    empty = viewer.picture(tmp_path, "--no-grid", "--yaw", "0", "--pitch", "89", "--distance", "100000")
    assert changed(shown, empty) > 500


def test_two_moments_of_a_clip_differ(viewer: Viewer, tmp_path: Path) -> None:
    first = viewer.picture(tmp_path, "--clip", "Wave", "--time", "0")
    second = viewer.picture(tmp_path, "--clip", "Wave", "--time", "0.5")
    assert changed(first, second) > 100


def test_the_same_moment_is_the_same_picture(viewer: Viewer, tmp_path: Path) -> None:
    first = viewer.picture(tmp_path, "--clip", "Wave", "--time", "0.3")
    assert np.array_equal(first, viewer.picture(tmp_path, "--clip", "Wave", "--time", "0.3"))


def test_a_shape_key_moves_the_mesh(viewer: Viewer, tmp_path: Path) -> None:
    first = viewer.picture(tmp_path, "--clip", "Smile", "--frame", "10", "--others", "off")
    second = viewer.picture(tmp_path, "--clip", "Smile", "--frame", "20", "--others", "off")
    assert changed(first, second) > 100


@pytest.mark.parametrize(
    "option", ["--bones", "--wireframe", "--no-grid", "--yaw=120", "--pitch=60", "--distance=9", "--pan-right=0.2",
               "--pan-up=-0.2"]
)
def test_an_option_changes_the_picture(viewer: Viewer, tmp_path: Path, option: str) -> None:
    assert changed(viewer.picture(tmp_path), viewer.picture(tmp_path, option)) > 20


@pytest.mark.parametrize(("option", "key"), [("--bones", "B"), ("--wireframe", "W"), ("--no-grid", "G")])
def test_a_key_does_what_its_option_does(viewer: Viewer, tmp_path: Path, option: str, key: str) -> None:
    by_option = viewer.picture(tmp_path, option)
    assert np.array_equal(by_option, viewer.picture(tmp_path, "--press", key))


def test_the_camera_of_the_file_sees_something_else(viewer: Viewer, tmp_path: Path) -> None:
    orbit, file = viewer.picture(tmp_path), viewer.picture(tmp_path, "--camera", "file")
    assert changed(orbit, file) > 500
    assert np.array_equal(file, viewer.picture(tmp_path, "--press", "C"))


def test_the_time_bar_is_in_pictures_on_request(viewer: Viewer, tmp_path: Path) -> None:
    assert accents(viewer.picture(tmp_path, size="640x400")) == 0
    assert accents(viewer.picture(tmp_path, "--hud", "on", size="640x400")) > 50


def test_the_help_sheet_shows_the_keys(viewer: Viewer, tmp_path: Path) -> None:
    sheet = viewer.picture(tmp_path, "--press", "H", size="900x760")
    assert accents(sheet) > 400


def test_frames_become_one_picture_each(viewer: Viewer, tmp_path: Path) -> None:
    viewer.good(SMALL, "--clip", "Wave", "--frames", "3..5", "--screenshot", tmp_path / "out_%03d.png",
                "--size", "64x48")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"out_{frame:03}.png" for frame in (3, 4, 5)]


def test_a_frame_of_many_is_the_frame_alone(viewer: Viewer, tmp_path: Path) -> None:
    viewer.good(SMALL, "--clip", "Wave", "--frames", "12..13", "--screenshot", tmp_path / "%d.png",
                "--size", "200x150")
    alone = viewer.picture(tmp_path, "--clip", "Wave", "--frame", "13")
    assert np.array_equal(read_png(tmp_path / "13.png"), alone)


def test_a_contact_sheet_shows_eight_moments(viewer: Viewer, tmp_path: Path) -> None:
    sheet_path = tmp_path / "sheet.png"
    viewer.good(SMALL, "--contact-sheet", sheet_path, "--size", "960x540")
    sheet = read_png(sheet_path)
    assert sheet.shape == (540, 960, 3)
    cells = [sheet[20 + 270 * row : 200 + 270 * row, 30 + 236 * column : 200 + 236 * column]
             for row in range(2) for column in range(4)]
    assert all(cell.mean() > 100 for cell in cells)  # the backdrop is light, the sheet dark
    assert all(cell.std() > 5 for cell in cells)


def test_a_scene_without_meshes_is_drawn(viewer: Viewer, tmp_path: Path) -> None:
    path = tmp_path / "minimal.png"
    viewer.good(GOLDEN / "minimal.pav", "--screenshot", path, "--size", "64x48")
    assert read_png(path).shape == (48, 64, 3)


def renamed(folder: Path, names: list[str]) -> Path:
    document = reader.read(SMALL.read_bytes())
    for clip, name in zip(document.clips, names, strict=True):
        clip.name = name
    path = folder / "renamed.pav"
    path.write_bytes(writer.write(document))
    return path


def listed(viewer: Viewer, folder: Path, names: list[str], size: str, row: int, left: int = 58) -> np.ndarray:
    """The name in a row of the list of clips, before a ground of one colour."""
    path = folder / "list.png"
    viewer.good(renamed(folder, names), "--clip", names[0], "--hud", "on", "--masks", "--no-grid", "--yaw", "90",
                "--distance", "1e6", "--screenshot", path, "--size", size)
    return read_png(path)[25 + 24 * row : 49 + 24 * row, left:]


def test_a_long_name_keeps_its_end_in_the_list(viewer: Viewer, tmp_path: Path) -> None:
    names = ["First"] + [f"Obudowa Aparatu Fotograficznego Łąka Action.00{i}" for i in (1, 2)]
    one, two = (listed(viewer, tmp_path, names, "640x400", row)[:, :185] for row in (1, 2))
    assert (one != two).any()
    assert np.array_equal(one[:, :50], two[:, :50])


def test_the_list_is_wider_where_there_is_room(viewer: Viewer, tmp_path: Path) -> None:
    names = ["First", "Second", "Obudowa Aparatu Fotograficznego.001"]
    narrow, wide = (listed(viewer, tmp_path, names, size, 2, 250) for size in ("400x400", "1000x400"))
    assert narrow.max() < 100 and wide.max() > 200


def test_statistics_leave_the_time_bar_free(viewer: Viewer, tmp_path: Path) -> None:
    without, with_them = (viewer.picture(tmp_path, "--hud", "on", *more, size="640x260")
                          for more in ((), ("--statistics",)))
    assert np.array_equal(without[260 - 108 :], with_them[260 - 108 :])
    assert changed(without[:150], with_them[:150]) > 500


@pytest.mark.parametrize("size", ["640x400", "1280x800"])
def test_the_lines_of_the_help_lie_apart(viewer: Viewer, tmp_path: Path, size: str) -> None:
    """Between the keys' names there are rows without any: no more than a letter's height is inked at a stretch."""
    picture = viewer.picture(tmp_path, "--press", "H", "--no-grid", size=size).astype(int)
    inked = (picture[:, :, 0] - picture[:, :, 2] > 60).any(axis=1)
    stretches = "".join("x" if row else " " for row in inked).split()
    assert len(stretches) > 14 and max(map(len, stretches)) < 18


def test_exact_normals_change_the_light_and_not_the_shape(viewer: Viewer, tmp_path: Path) -> None:
    """A square that leans back because of a shape key without normals of its own."""
    document = quad(material(base_color=(1, 1, 1)))
    square = document.meshes[0]
    square.smoothing = "corners"
    square.morphs = [Morph("Lean", 1.0, delta_points=np.array([2, 3], np.uint32),
                           delta_positions=np.array([(0, 1.5, 0)] * 2, np.float32))]
    turned, exact = (draw(viewer, tmp_path, document, "--lighting", "studio", *more) for more in ([], ["--exact-normals"]))
    outlines = [draw(viewer, tmp_path, document, "--masks", *more) for more in ([], ["--exact-normals"])]
    assert np.abs(at(turned, 0, 0) - np.array(at(exact, 0, 0))).max() > 10
    assert (outlines[0] == outlines[1]).all()
