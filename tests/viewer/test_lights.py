# SPDX-License-Identifier: MIT
"""The file's lights: Blender's watts, as FORMAT.md tells them, on a rough grey square without reflection."""

from __future__ import annotations

from math import cos, pi, radians, sin
from pathlib import Path

import numpy as np
import pytest
from pavane_format.model import Light

from tests.viewer.conftest import Viewer
from tests.viewer.quads import at, close, draw, elements, material, quad

FRONTWARDS = (sin(pi / 4), 0, 0, cos(pi / 4))  # a light's -Z along +Y: it stands in front of the square
BACKWARDS = (-sin(pi / 4), 0, 0, cos(pi / 4))
DARK = (1e-9, 1e-9, 1e-9)  # not wholly: a sky would stand in for it
GREY = {"base_color": (0.5, 0.5, 0.5), "roughness": 1, "specular": 0}


def middle(viewer: Viewer, folder: Path, light: Light, turn: tuple = FRONTWARDS, away: float = 2) -> tuple:
    document = quad(material(**GREY), lights=[(light, (0, -away, 0), turn)], world=DARK)
    return at(draw(viewer, folder, document, "--lighting", "file"), 0, 0)


@pytest.mark.parametrize(
    "light",
    [
        Light("Sun", kind="sun", energy=pi),
        Light("Point", kind="point", energy=4 * pi * pi * 4),
        Light("Spot", kind="spot", energy=4 * pi * pi * 4, spot_size=radians(60), spot_blend=0.2),
        Light("Area", kind="area", energy=4 * pi * 4, area_width=0.1, area_height=0.1),
    ],
    ids=lambda light: light.kind,
)
def test_watts_light_as_in_blender(viewer: Viewer, tmp_path: Path, light: Light) -> None:
    """Pi watts reach each square metre, of which half comes back: a radiance of 0.5."""
    assert close(middle(viewer, tmp_path, light), (188, 188, 188))


def test_a_lights_colour_multiplies(viewer: Viewer, tmp_path: Path) -> None:
    light = Light("Sun", kind="sun", energy=pi, color=(1, 0, 0.5))
    assert close(middle(viewer, tmp_path, light), (188, 0, 137))


def test_a_point_falls_off_with_the_square_of_the_distance(viewer: Viewer, tmp_path: Path) -> None:
    light = Light("Point", kind="point", energy=4 * pi * pi * 4)
    assert close(middle(viewer, tmp_path, light, away=4), (99, 99, 99))  # 0.125


@pytest.mark.parametrize("kind", ["sun", "spot", "area"])
def test_a_light_that_looks_away_lights_nothing(viewer: Viewer, tmp_path: Path, kind: str) -> None:
    light = Light("Light", kind=kind, energy=1000, spot_size=radians(60), spot_blend=0.2)
    assert close(middle(viewer, tmp_path, light, BACKWARDS), (0, 0, 0))


def test_a_spot_ends_at_its_cone(viewer: Viewer, tmp_path: Path) -> None:
    light = Light("Spot", kind="spot", energy=4000, spot_size=radians(30), spot_blend=0)
    document = quad(material(**GREY), lights=[(light, (0, -2, 0), FRONTWARDS)], world=DARK)
    picture = draw(viewer, tmp_path, document, "--lighting", "file")
    edge = 2 * np.tan(radians(15))
    assert at(picture, edge - 0.1, 0)[0] > 200
    assert close(at(picture, edge + 0.1, 0), (0, 0, 0))


def test_the_world_lights_from_all_around(viewer: Viewer, tmp_path: Path) -> None:
    picture = draw(viewer, tmp_path, quad(material(**GREY), world=(1, 0, 0.25)), "--lighting", "file")
    assert close(at(picture, 0, 0)[::2], (188, 99), 3)


def test_a_file_with_lights_is_lit_by_them(viewer: Viewer, tmp_path: Path) -> None:
    lit = quad(material(**GREY), lights=[(Light("Sun", kind="sun", energy=pi), (0, -2, 0), FRONTWARDS)])
    usual = draw(viewer, tmp_path, lit, "--lighting", "file")
    without = draw(viewer, tmp_path, lit, "--lighting", "studio")
    assert not np.array_equal(usual, without)
    picture = draw(viewer, tmp_path, lit, "--lighting", "file", "--press", "I")
    assert np.array_equal(picture, without)


def test_more_lights_than_there_is_room_for_are_told_of(viewer: Viewer, tmp_path: Path) -> None:
    sun = (Light("Sun", kind="sun", energy=0.1), (0, -2, 0), FRONTWARDS)
    pictures = [draw(viewer, tmp_path, quad(material(**GREY), lights=[sun] * count), "--lighting", "file",
                     "--hud", "on", size="640x400") for count in (16, 17)]
    upper = [picture[:80].astype(int) for picture in pictures]
    assert np.abs(upper[0] - upper[1]).max() > 40


def test_the_studio_leaves_shades_on_a_light_surface(viewer: Viewer, tmp_path: Path) -> None:
    """A floor, a wall and a slope, seen from above; none of them is burnt to white."""
    shades = []
    for tilt in (-90, 0, -45):
        document = quad(material(base_color=(0.8, 0.8, 0.8), double_sided=True))
        half = radians(tilt) / 2
        document.scene.nodes[0].elements = elements((0, 0, 0), (sin(half), 0, 0, cos(half)))
        picture = draw(viewer, tmp_path, document, "--lighting", "studio", "--pitch", "30")
        shades.append(int(max(at(picture, 0, 0))))
    assert max(shades) < 235
    assert min(abs(one - other) for one, other in ((shades[0], shades[1]), (shades[1], shades[2]))) > 12, shades
