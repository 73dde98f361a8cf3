# SPDX-License-Identifier: MIT
"""What `pavane-dump` writes, made from the buffers of the Python package."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

import pavane

WORLD_MATRICES, MORPH_WEIGHTS, MATERIAL_INPUTS, POINTS, POSITIONS, NORMALS = range(6)
Moment = tuple[int, float] | None
"""A clip's index and a frame, or rest."""


def request(moment: Moment) -> str:
    return "rest" if moment is None else f"{moment[0]} {moment[1]!r}"


def arrays(scene: pavane.Scene, drawn: bool) -> Iterator[tuple[int, int, memoryview]]:
    """Kind, index and numbers of all that is written; with `drawn` what --drawn asks for."""
    document = scene.document
    yield WORLD_MATRICES, 0, scene.world_matrices
    for mesh in document.meshes if drawn else ():
        if (weights := scene.morph_weights(mesh)) is not None:
            yield MORPH_WEIGHTS, mesh.index, weights
    for material in document.materials if drawn else ():
        if (inputs := scene.material_inputs(material)) is not None:
            yield MATERIAL_INPUTS, material.index, inputs
    for node in document.nodes:
        points, positions, normals = scene.points(node), scene.positions(node), scene.normals(node)
        if not drawn and points is not None:
            yield POINTS, node.index, points
        if drawn and positions and normals:
            yield POSITIONS, node.index, positions
            yield NORMALS, node.index, normals


def dump(document: pavane.Document, moments: Iterable[Moment], drawn: bool = False) -> bytes:
    scene = pavane.Scene(document)
    binding = pavane.Binding(document, document)
    listed = [(kind, index, numbers.nbytes // 4) for kind, index, numbers in arrays(scene, drawn)]
    parts = [b"PAVDUMP\n", struct.pack("<I", len(listed)), *(struct.pack("<3I", *entry) for entry in listed)]
    for moment in moments:
        scene.reset_targets()
        if moment is not None:
            clip, frame = moment
            scene.apply(binding, clip, document.clips[clip].seconds(frame))
        scene.update()
        parts += [numbers.tobytes() for _, _, numbers in arrays(scene, drawn)]
    return b"".join(parts)
