# SPDX-License-Identifier: MIT
"""Rounded meshes are as near as they say, and smaller."""
from __future__ import annotations

import copy
import pathlib
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "format"), str(ROOT / "tests" / "golden"), str(ROOT / "tests" / "python")]

import documents  # noqa: E402
from format_strategies import same  # noqa: E402
from pavane_format import mesh_rounding, reader, writer  # noqa: E402
from pavane_format.model import Document, Layer, Mesh, Morph, Primitive  # noqa: E402


def bumpy(count: int = 2000) -> Mesh:
    """Triangles that share nothing, far from the origin, with a shape key."""
    chance = np.random.default_rng(1)
    normals = chance.normal(size=(3 * count, 3))
    corners = np.arange(3 * count, dtype=np.uint32)
    return Mesh(
        "Bumpy",
        points=np.float32(chance.uniform(-1, 1, (3 * count, 3)) * (4, 2, 1) + 100),
        polygons=np.full(count, 3, np.uint32),
        corners=corners,
        vertices=corners,
        normals=np.float32(normals / np.linalg.norm(normals, axis=1, keepdims=True)),
        primitives=[Primitive(0, corners.reshape(-1, 3))],
        uv_layers=[Layer("UV", np.float32(chance.uniform(0, 1, (3 * count, 2))))],
        morphs=[Morph("Key", delta_points=corners, delta_positions=np.float32(chance.normal(size=(3 * count, 3))),
                      delta_vertices=corners, delta_normals=np.float32(chance.normal(size=(3 * count, 3))))],
    )


def parts(mesh: Mesh) -> dict[str, np.ndarray]:
    morph = mesh.morphs[0]
    return {"points": mesh.points, "deltas": morph.delta_positions, "normals": mesh.normals,
            "normal deltas": morph.delta_normals, "uv": mesh.uv_layers[0].values}


@pytest.mark.parametrize("bound", [1e-2, 1e-3, 1e-4])
def test_nothing_is_moved_by_more_than_the_mesh_states(bound):
    mesh = bumpy()
    before = copy.deepcopy(mesh)
    mesh_rounding.round_mesh(mesh, bound)
    size = np.linalg.norm(np.ptp(before.points.astype(float), axis=0))
    moved = {}
    for name, values in parts(mesh).items():
        away = np.linalg.norm(values.astype(float) - parts(before)[name], axis=1).max()
        moved[name] = away / size if name in ("points", "deltas") else away
    assert mesh.error == max(moved.values()) <= bound
    assert all(away > bound / 8 for away in moved.values())
    data, plain = (writer.write(Document(meshes=[one])) for one in (mesh, before))
    assert len(data) < len(plain) * {1e-2: 0.4, 1e-3: 0.5, 1e-4: 0.6}[bound]
    assert np.float32(mesh.error) == np.float32(reader.read(data).meshes[0].error)


def test_without_a_bound_every_bit_is_kept():
    document = documents.small()
    for mesh in document.meshes:
        mesh_rounding.round_mesh(mesh, 0.0)
    assert same(document, documents.small())


def test_what_is_too_fine_for_floats_is_kept():
    mesh = Mesh("Far", points=np.float32([[1e7, 0, 0], [1e7 + 1, 1, 0.1]]))
    before = mesh.points.copy()
    mesh_rounding.round_mesh(mesh, 1e-9)
    assert (mesh.points == before).all() and mesh.error == 0
