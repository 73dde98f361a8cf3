# SPDX-License-Identifier: MIT
"""Materials as the viewer draws them: inputs, textures, and clips that move them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pavane_format.model import Channel, Clip, Component, Image, Node, Target, Texture

from tests.golden.documents import curve
from tests.viewer.conftest import Viewer
from tests.viewer.quads import (
    BLUE,
    CHECKER,
    GREEN,
    RED,
    WHITE,
    at,
    close,
    draw,
    elements,
    image,
    material,
    quad,
    quarters,
)


def textured(**settings: Any) -> Texture:
    return Texture("base_color", 0, **{"filter": "closest", **settings})


def test_the_colour_is_linear_and_shown_as_srgb(viewer: Viewer, tmp_path: Path) -> None:
    picture = draw(viewer, tmp_path, quad(material(base_color=(0.5, 0.0, 0.0331))))
    assert close(at(picture, 0, 0), (188, 0, 51))  # 255 (1.055 c^(1 / 2.4) - 0.055)


def test_a_clip_of_a_material_takes_it_from_red_to_blue(viewer: Viewer, tmp_path: Path) -> None:
    components = [Component(0, "curve", curve=curve([(1, 1), (25, 0)], "linear")),
                  Component(2, "curve", curve=curve([(1, 0), (25, 1)], "linear"))]
    channel = Channel(Target("material", "Paint", element="base_color"), components)
    document = quad(material(base_color=(1, 0, 0)),
                    clips=[Clip("Redden", frame_start=1, frame_end=25, channels=[channel])])
    shown = [at(draw(viewer, tmp_path, document, "--frame", frame), 0, 0) for frame in ("1", "13", "25")]
    assert shown[0] == RED
    assert close(shown[1], (188, 0, 188))
    assert shown[2] == BLUE


def test_a_texture_is_the_right_way_up(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material([textured()], base_color=(1, 1, 1)), [image(CHECKER)])
    assert quarters(draw(viewer, tmp_path, document)) == [RED, GREEN, BLUE, WHITE]


def test_the_colour_multiplies_the_texture(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material([textured()], base_color=(1, 0, 1)), [image(CHECKER)])
    assert quarters(draw(viewer, tmp_path, document)) == [RED, (0, 0, 0), BLUE, (255, 0, 255)]


def test_a_jpeg_is_shown(viewer: Viewer, tmp_path: Path) -> None:
    made = subprocess.run(["convert", "-size", "8x8", "xc:rgb(200,40,90)", "-quality", "95", "jpeg:-"],
                          capture_output=True, check=True).stdout
    picture = Image("Photo", made, 8, 8, encoding="jpeg")
    document = quad(material([textured()], base_color=(1, 1, 1)), [picture])
    assert close(at(draw(viewer, tmp_path, document), 0, 0), (200, 40, 90), 6)


def test_an_image_of_data_is_not_made_linear(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material([textured()], base_color=(1, 1, 1)), [image([[(128, 128, 128)]], "data")])
    assert close(at(draw(viewer, tmp_path, document), 0, 0), (188, 188, 188))


def test_linear_filtering_blends_between_pixels(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material([textured(filter="linear", extension="extend")], base_color=(1, 1, 1)),
                    [image([[(0, 0, 0), (255, 255, 255)]])])
    picture = draw(viewer, tmp_path, document)
    assert at(picture, -0.9, 0) == (0, 0, 0)
    assert close(at(picture, 0, 0), (188, 188, 188), 6)


@pytest.mark.parametrize(
    ("extension", "left", "right"),
    [
        ("repeat", [RED, GREEN, BLUE, WHITE], [RED, GREEN, BLUE, WHITE]),
        ("extend", [RED, GREEN, BLUE, WHITE], [GREEN, GREEN, WHITE, WHITE]),
        ("clip", [RED, GREEN, BLUE, WHITE], [(0, 0, 0)] * 4),
        ("mirror", [RED, GREEN, BLUE, WHITE], [GREEN, RED, WHITE, BLUE]),
    ],
)
def test_an_image_ends_as_its_extension_says(
    viewer: Viewer, tmp_path: Path, extension: str, left: list, right: list
) -> None:
    """Scaled by 2 along u, the image covers the left half once."""
    paint = material([textured(extension=extension, scale="scale")], base_color=(1, 1, 1), scale=(2, 1, 1))
    picture = draw(viewer, tmp_path, quad(paint, [image(CHECKER)]))
    for middle, expected in ((-0.5, left), (0.5, right)):
        shown = [at(picture, middle + x, y) for y in (0.5, -0.5) for x in (-0.25, 0.25)]
        assert shown == expected


def test_mapping_scales_then_turns_then_moves(viewer: Viewer, tmp_path: Path) -> None:
    paint = material([textured(location="move", rotation="turn", scale="size")], base_color=(1, 1, 1),
                     move=(1, 0, 0), turn=(0, 0, np.pi / 2), size=(1, 1, 1))
    # (u, v) becomes (1 - v, u): what lies at the lower left comes from the lower right.
    shown = quarters(draw(viewer, tmp_path, quad(paint, [image(CHECKER)])))
    assert shown == [BLUE, RED, WHITE, GREEN]


def test_a_texture_lies_on_the_uv_map_of_its_name(viewer: Viewer, tmp_path: Path) -> None:
    names = ("First", "Second", "gone")
    paints = [material([textured(uv_layer=name)], base_color=(1, 1, 1)) for name in names]
    pictures = [quarters(draw(viewer, tmp_path, quad(paint, [image(CHECKER)]))) for paint in paints]
    assert pictures[0] == pictures[2] == [RED, GREEN, BLUE, WHITE]
    assert pictures[1] == [BLUE, RED, WHITE, GREEN]


def test_two_textures_lie_on_different_uv_maps(viewer: Viewer, tmp_path: Path) -> None:
    light = Texture("emission_color", 0, "Second", filter="closest")
    paint = material([textured(uv_layer="First"), light], base_color=(1, 1, 1), emission_color=(1, 1, 1),
                     emission_strength=1)
    shown = quarters(draw(viewer, tmp_path, quad(paint, [image(CHECKER)])))
    assert shown == [(255, 0, 255), (255, 255, 0), WHITE, WHITE]


def test_emission_adds_its_colour_times_its_strength(viewer: Viewer, tmp_path: Path) -> None:
    paint = material(base_color=(0, 0, 0), emission_color=(0.25, 0, 0.5), emission_strength=2)
    assert close(at(draw(viewer, tmp_path, quad(paint), "--lighting", "file"), 0, 0)[::2], (188, 255), 12)


def test_a_blended_surface_shows_what_lies_behind(viewer: Viewer, tmp_path: Path) -> None:
    whole, half, none = (
        np.array(at(draw(viewer, tmp_path, quad(material(base_color=(1, 0, 0), alpha=alpha,
                                                         alpha_mode="blend"))), 0, 0), int)
        for alpha in (1, 0.5, 0)
    )
    assert tuple(whole) == RED
    assert none[1] > 100
    assert np.abs(half - (whole + none) / 2).max() <= 3


def test_an_opaque_surface_has_no_alpha(viewer: Viewer, tmp_path: Path) -> None:
    assert at(draw(viewer, tmp_path, quad(material(base_color=(1, 0, 0), alpha=0.2))), 0, 0) == RED


def test_a_clipped_surface_has_holes_where_alpha_is_small(viewer: Viewer, tmp_path: Path) -> None:
    holes = image([[(255, 0, 0, 255), (255, 0, 0, 100)]])
    paint = material([Texture("alpha", 0, channel="alpha", filter="closest")], base_color=(1, 0, 0), alpha=1,
                     alpha_mode="clip")
    picture = draw(viewer, tmp_path, quad(paint, [holes]))
    assert at(picture, -0.5, 0) == RED
    assert at(picture, 0.5, 0) != RED
    paint.inputs.append(material(alpha_threshold=0.2).inputs[0])
    assert at(draw(viewer, tmp_path, quad(paint, [holes])), 0.5, 0) == RED


def test_backs_are_drawn_of_double_sided_materials_alone(viewer: Viewer, tmp_path: Path) -> None:
    for double_sided in (True, False):
        paint = material(base_color=(1, 0, 0), double_sided=double_sided)
        back = at(draw(viewer, tmp_path, quad(paint), "--yaw", "180"), 0, 0)
        assert (back == RED) == double_sided


def test_an_unlit_material_is_as_bright_in_any_light(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material(base_color=(0.5, 0.5, 0.5), unlit=True))
    assert close(at(draw(viewer, tmp_path, document, "--lighting", "studio"), 0, 0), (188, 188, 188))


@pytest.mark.parametrize("name", ["metallic", "roughness"])
def test_a_channel_of_an_image_drives_a_number(viewer: Viewer, tmp_path: Path, name: str) -> None:
    """Where green is full it is as with 1, where it is nothing as with 0, whatever red and blue are."""
    values = {"base_color": (0.5, 0.25, 0.1), "metallic": 1, "roughness": 1}
    by_number = [at(draw(viewer, tmp_path, quad(material(**{**values, name: value})), "--lighting", "studio"),
                    0.5, 0) for value in (0, 1)]
    mask = image([[(255, 255, 255), (255, 0, 255)], [(0, 255, 0), (0, 255, 0)]], "data")
    paint = material([Texture(name, 0, channel="green", filter="closest")], **values)
    picture = draw(viewer, tmp_path, quad(paint, [mask]), "--lighting", "studio")
    assert by_number[0] != by_number[1]
    assert close(at(picture, 0.5, 0.02), by_number[0], 3)
    assert close(at(picture, 0.5, -0.02), by_number[1], 3)


def test_a_normal_map_turns_the_normal(viewer: Viewer, tmp_path: Path) -> None:
    def shown(color: tuple[int, int, int], strength: float = 1) -> tuple[int, ...]:
        paint = material([Texture("normal_strength", 0, channel="normal")], base_color=(0.5, 0.5, 0.5),
                         normal_strength=strength)
        document = quad(paint, [image([[color]], "data")])
        return at(draw(viewer, tmp_path, document, "--lighting", "studio"), 0, 0)

    level, up, down = shown((128, 128, 255)), shown((128, 230, 200)), shown((128, 26, 200))
    assert up[2] > level[2] > down[2]  # the sky is blue above
    assert close(shown((128, 230, 200), 0), level)


def test_textures_are_switched_off_by_option_and_key(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material([textured()], base_color=(1, 1, 1)), [image(CHECKER)])
    without = draw(viewer, tmp_path, document, "--no-textures")
    assert quarters(without) == [WHITE] * 4
    assert np.array_equal(without, draw(viewer, tmp_path, document, "--press", "T"))


def test_a_broken_image_is_pink(viewer: Viewer, tmp_path: Path) -> None:
    broken = Image("Broken", b"\x89PNG\r\n\x1a\n and no more", 2, 2)
    picture = draw(viewer, tmp_path, quad(material([textured()], base_color=(1, 1, 1)), [broken]))
    assert at(picture, 0, 0) == (255, 0, 255)


@pytest.mark.parametrize("yaw", ["0", "180"])
def test_what_is_seen_through_lies_over_what_is_behind_it(viewer: Viewer, tmp_path: Path, yaw: str) -> None:
    """From both sides, so that one of them is not the order of the file."""
    document = quad(material(base_color=(1, 0, 0), alpha=0.5, alpha_mode="blend", double_sided=True))
    behind = material(base_color=(0, 0, 1), alpha=0.5, alpha_mode="blend", double_sided=True)
    document.scene.materials.append(behind)
    document.scene.nodes.append(Node("Behind", elements=elements((0, 1, 0)), mesh=0, slots=[1]))
    red, _, blue = at(draw(viewer, tmp_path, document, "--as-rendered", "--yaw", yaw), 0, 0)
    near, far = (red, blue) if yaw == "0" else (blue, red)
    assert near == pytest.approx(128, abs=2) and far == pytest.approx(64, abs=2)
