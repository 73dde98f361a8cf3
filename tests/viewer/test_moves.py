# SPDX-License-Identifier: MIT
"""Lights, the world, visibility and the camera are shown as they are at the moment, not as they are at rest."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
from pavane_format.model import Camera, Channel, Clip, Component, Document, Light, Node, Target

from tests.golden.documents import curve
from tests.viewer.conftest import Viewer
from tests.viewer.quads import at, close, draw, elements, material, quad
from tests.viewer.test_lights import DARK, FRONTWARDS, GREY


def clip(kind: str, owner: str, element: str, *ends: tuple[float, float], stepped: bool = False) -> Clip:
    """From frame 1 to frame 25, each number from the first to the second of its pair."""
    interpolation = "constant" if stepped else "linear"
    components = [Component(i, "curve", curve=curve([(1, start), (25, end)], interpolation))
                  for i, (start, end) in enumerate(ends)]
    return Clip("Move", frame_start=1, frame_end=25, channels=[Channel(Target(kind, owner, "", element), components)])


def test_a_light_grows_stronger(viewer: Viewer, tmp_path: Path) -> None:
    sun = Light("Sun", kind="sun", energy=1)
    document = quad(material(**GREY), clips=[clip("light", "Sun", "energy", (0, 2 * pi))],
                    lights=[(sun, (0, -2, 0), FRONTWARDS)], world=DARK)
    for frame, shown in ((1, 0), (13, 188)):
        picture = draw(viewer, tmp_path, document, "--lighting", "file", "--frame", str(frame))
        assert close(at(picture, 0, 0), (shown, shown, shown)), frame


def test_the_world_changes_its_colour(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material(**GREY), clips=[clip("scene", "Quad", "world_color", (0, 1), (1, 0), (0, 0.25))],
                    world=(0.5, 0.5, 0.5))
    picture = draw(viewer, tmp_path, document, "--lighting", "file", "--frame", "25")
    assert close(at(picture, 0, 0)[::2], (188, 99), 3) and at(picture, 0, 0)[1] < 5


def test_an_object_is_hidden_from_its_key_on(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material(base_color=(1, 0, 0), unlit=True),
                    clips=[clip("object", "Square", "hide_viewport", (0, 1), stepped=True)])
    before, after = (draw(viewer, tmp_path, document, "--frame", frame) for frame in ("24", "25"))
    assert close(at(before, 0, 0), (255, 0, 0)) and not close(at(after, 0, 0), (255, 0, 0), 60)


def width(picture: np.ndarray) -> int:
    row = picture[picture.shape[0] // 2]
    return int(((row[:, 0] > 200) & (row[:, 2] < 50)).sum())


def zooming() -> Document:
    document = quad(material(base_color=(1, 0, 0), unlit=True), clips=[clip("camera", "Lens", "lens", (36, 72))])
    document.scene.cameras = [Camera("Lens", lens=36, sensor_width=36)]
    document.scene.nodes.append(Node("Eye", elements=elements((0, -8, 0), FRONTWARDS), camera=0))
    document.scene.camera = 1
    return document


def test_the_files_camera_zooms(viewer: Viewer, tmp_path: Path) -> None:
    """At distance 8 a lens as long as the sensor is wide sees 8 units: the square is a quarter of the picture."""
    for frame, part in ((1, 0.25), (25, 0.5)):
        picture = draw(viewer, tmp_path, zooming(), "--camera", "file", "--frame", str(frame))
        assert abs(width(picture) - part * picture.shape[1]) <= 2, frame


def test_an_objects_clip_and_its_datas_play_together(viewer: Viewer, tmp_path: Path) -> None:
    """In Blender a camera's object and its data mostly have one name; they are two owners all the same."""
    document = zooming()
    document.scene.cameras[0].name = document.scene.nodes[1].name = "Eye"
    document.clips = [clip("camera", "Eye", "lens", (36, 72)), clip("object", "Eye", "location", (0, 0), (-8, -16))]
    document.clips[1].name = "Away"
    for others, part in (("on", 0.25), ("off", 1 / 6)):  # at distance 12, through a lens of 54 or of 36
        picture = draw(viewer, tmp_path, document, "--camera", "file", "--clip", "Away", "--others", others,
                       "--frame", "13")
        assert abs(width(picture) - part * picture.shape[1]) <= 2, others


def flown(viewer: Viewer, folder: Path, *options: str, size: str = "96x96") -> np.ndarray:
    """The object flies away while the camera zooms, each in a clip of its own that is meant to be played once."""
    document = zooming()
    document.clips.append(clip("object", "Eye", "location", (0, 0), (-8, -24)))
    document.clips[1].name = "Away"
    return draw(viewer, folder, document, "--camera", "file", "--clip", "Away", *options, size=size)


def test_what_plays_together_plays_in_one_mode(viewer: Viewer, tmp_path: Path) -> None:
    """A distance of 16 through a lens of 54, of 24 through one of 72, and on the way back as on the way there."""
    for options, part in (((), 3 / 16), (("--mode", "stay"), 1 / 6), (("--mode", "ping-pong"), 3 / 16),
                          (("--press", "L,L,L"), 1 / 6)):
        picture = flown(viewer, tmp_path, "--time", "1.5", *options)
        assert abs(width(picture) - part * picture.shape[1]) <= 2, options


def test_the_sign_says_whether_anything_moves(viewer: Viewer, tmp_path: Path) -> None:
    def sign(*options: str) -> np.ndarray:
        return flown(viewer, tmp_path, "--hud", "on", *options, size="640x400")[305:330, 28:52]

    stands = sign("--time", "0.5")
    assert np.array_equal(sign("--time", "1.5", "--mode", "stay"), stands)
    assert not np.array_equal(sign("--time", "1.5"), stands)
