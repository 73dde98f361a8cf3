# SPDX-License-Identifier: MIT
"""What `pavane-dump` writes, made from the buffers of the Python package."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

import pavane

WORLD_MATRICES, MORPH_WEIGHTS, MATERIAL_INPUTS, POINTS, POSITIONS, NORMALS = range(6)
CAMERA, LIGHT, WORLD_COLOR, HIDDEN, PROPERTY = range(6, 11)
Moment = tuple[int, float] | None
"""A clip's index and a frame, or rest."""


def request(moment: Moment) -> str:
    return "rest" if moment is None else f"{moment[0]} {moment[1]!r}"


def packed(*numbers: float) -> memoryview:
    return memoryview(struct.pack(f"<{len(numbers)}f", *numbers))


def moving(scene: pavane.Scene) -> Iterator[tuple[int, int, memoryview]]:
    """What --values asks for beside the materials."""
    for i in range(len(scene.document.cameras)):
        camera = scene.camera(i)
        yield CAMERA, i, packed(*camera[4:14], bool(camera.flags & pavane.CameraFlag.DEPTH_OF_FIELD))
    for i in range(len(scene.document.lights)):
        light = scene.light(i)
        yield LIGHT, i, packed(*light.color, *light[4:9], light.area_width, light.area_height)
    yield WORLD_COLOR, 0, scene.world_color
    for node, flags in enumerate(scene.node_flags):
        yield HIDDEN, node, packed(flags & 1, flags >> 1 & 1)
    for one in scene.document.properties:
        if (numbers := scene.property_values(one)) is not None:
            yield PROPERTY, one.index, numbers


def arrays(scene: pavane.Scene, option: str) -> Iterator[tuple[int, int, memoryview]]:
    """Kind, index and numbers of all that is written with an option, without one for an empty text."""
    document, drawn = scene.document, option == "--drawn"
    yield WORLD_MATRICES, 0, scene.world_matrices
    for mesh in document.meshes if drawn else ():
        if (weights := scene.morph_weights(mesh)) is not None:
            yield MORPH_WEIGHTS, mesh.index, weights
    for material in document.materials if option else ():
        if (inputs := scene.material_inputs(material)) is not None:
            yield MATERIAL_INPUTS, material.index, inputs
    for node in document.nodes:
        points, positions, normals = scene.points(node), scene.positions(node), scene.normals(node)
        if not drawn and points is not None:
            yield POINTS, node.index, points
        if drawn and positions and normals:
            yield POSITIONS, node.index, positions
            yield NORMALS, node.index, normals
    if option == "--values":
        yield from moving(scene)


def dump(document: pavane.Document, moments: Iterable[Moment], option: str = "") -> bytes:
    scene = pavane.Scene(document)
    binding = pavane.Binding(document, document)
    listed = [(kind, index, numbers.nbytes // 4) for kind, index, numbers in arrays(scene, option)]
    parts = [b"PAVDUMP\n", struct.pack("<I", len(listed)), *(struct.pack("<3I", *entry) for entry in listed)]
    for moment in moments:
        scene.reset_targets()
        if moment is not None:
            clip, frame = moment
            scene.apply(binding, clip, document.clips[clip].seconds(frame))
        scene.update()
        parts += [numbers.tobytes() for _, _, numbers in arrays(scene, option)]
    return b"".join(parts)
