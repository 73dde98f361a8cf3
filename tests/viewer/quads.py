# SPDX-License-Identifier: MIT
"""A square that faces the front, two units wide, with materials, images and lights of a test's choice."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pavane_format import writer
from pavane_format.model import (
    Clip,
    Document,
    Element,
    Image,
    Info,
    Layer,
    Light,
    Material,
    MaterialInput,
    Mesh,
    Node,
    Primitive,
    Scene,
    Texture,
)

from tests.viewer.conftest import Viewer, read_png

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
CHECKER = [[RED, GREEN], [BLUE, WHITE]]  # the upper row first


def png(rows: Sequence[Sequence[tuple[int, ...]]]) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    kind = 6 if len(rows[0][0]) == 4 else 2
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, kind, 0, 0, 0)
    pixels = b"".join(b"\0" + bytes(number for pixel in row for number in pixel) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(pixels))
            + chunk(b"IEND", b""))


def image(rows: Sequence[Sequence[tuple[int, ...]]], color_space: str = "srgb") -> Image:
    return Image("Image", png(rows), len(rows[0]), len(rows), color_space=color_space)


def material(textures: Sequence[Texture] = (), **values: Any) -> Material:
    """Keywords that a material has are its own, the others are inputs; a texture names its inputs."""
    own = {name: values.pop(name) for name in ("alpha_mode", "double_sided", "unlit") if name in values}
    inputs = [MaterialInput(name, np.atleast_1d(np.asarray(value, np.float32)))
              for name, value in values.items()]
    names = [item.name for item in inputs]
    for texture in textures:
        for field in ("input", "location", "rotation", "scale"):
            name = getattr(texture, field)
            setattr(texture, field, names.index(name) if name is not None else None)
    return Material("Paint", inputs=inputs, textures=list(textures), **own)


def elements(place: Sequence[float] = (0, 0, 0), turn: Sequence[float] = (0, 0, 0, 1)) -> list[Element]:
    return [
        Element("location", "translate", np.asarray(place, np.float32)),
        Element("rotation", "quaternion", np.asarray(turn, np.float32)),
    ]


def square() -> Mesh:
    points = np.array([[-1, 0, -1], [1, 0, -1], [1, 0, 1], [-1, 0, 1]], np.float32)
    uvs = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return Mesh(
        "Square",
        points=points,
        polygons=np.array([4], np.uint32),
        corners=np.arange(4, dtype=np.uint32),
        vertices=np.arange(4, dtype=np.uint32),
        normals=np.tile(np.array([0, -1, 0], np.float32), (4, 1)),
        primitives=[Primitive(0, np.array([[0, 1, 2], [0, 2, 3]], np.uint32))],
        uv_layers=[Layer("First", uvs), Layer("Second", uvs[[1, 2, 3, 0]])],
    )


def quad(
    paint: Material,
    images: Sequence[Image] = (),
    clips: Sequence[Clip] = (),
    lights: Sequence[tuple[Light, Sequence[float], Sequence[float]]] = (),
    world: tuple[float, float, float] = (0, 0, 0),
) -> Document:
    """Each light with its place and its turn."""
    nodes = [Node("Square", elements=elements(), mesh=0, slots=[0])]
    nodes += [Node(f"Light{i}", elements=elements(place, turn), light=i)
              for i, (_, place, turn) in enumerate(lights)]
    scene = Scene("Quad", frame_start=1, frame_end=25, nodes=nodes, materials=[paint],
                  lights=[light for light, _, _ in lights], world_color=world)
    return Document(Info("quads", "0", "a test"), scene, [square()], list(clips), list(images))


def write(folder: Path, document: Document) -> Path:
    path = folder / "quad.pav"
    path.write_bytes(writer.write(document))
    return path


def draw(viewer: Viewer, folder: Path, document: Document, *options: str, size: str = "96x96") -> np.ndarray:
    """From the front; without light unless options say otherwise."""
    picture = folder / "picture.png"
    lighting = [] if "--lighting" in options else ["--lighting", "flat"]
    viewer.good(write(folder, document), "--screenshot", picture, "--size", size, "--no-grid", "--yaw", "0",
                "--pitch", "0", "--distance", "4", "--frame-all", *lighting, *options)
    return read_png(picture)


def quarters(picture: np.ndarray) -> list[tuple[int, ...]]:
    """Colours of the square's quarters: the upper two first."""
    return [at(picture, x, y) for y in (0.5, -0.5) for x in (-0.5, 0.5)]


def at(picture: np.ndarray, x: float, y: float) -> tuple[int, ...]:
    """The colour at a point of the square, -1 to 1, y upwards; the picture is 2.4 units high."""
    height, width, _ = picture.shape
    return tuple(int(number) for number in
                 picture[round(height / 2 - y * height / 2.4), round(width / 2 + x * height / 2.4)])


def close(one: Sequence[int], other: Sequence[int], tolerance: int = 2) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))
