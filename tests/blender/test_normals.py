# SPDX-License-Identifier: MIT
"""Normals of deformed meshes, exact and blended, beside Blender's corner normals."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
import pavane  # noqa: E402

LIMIT = 0.5  # degrees
CUSTOM_LIMIT = float(np.degrees(8e-4))  # as near as Blender 5.2 itself keeps those that are given to it

# A document, corner normals by mesh and frame, and what the export noted.
Found = tuple[Any, dict[str, np.ndarray], list[tuple[str, str]]]


@pytest.fixture(scope="module")
def found(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Found:
    folder = tmp_path_factory.mktemp("normals")
    blend, out = folder / "normals.blend", folder / "normals.npz"
    done = blender.run(["--python", HERE / "scenes" / "normals_scene.py", "--", blend, out])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600, "active")
    with np.load(out) as arrays:
        return pavane.Document(pav), dict(arrays), [(note["what"], note["note"]) for note in report["notes"]]


def degrees(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Between unit vectors; by their distance, since a cosine tells small angles badly."""
    return np.degrees(2 * np.arcsin(np.clip(np.linalg.norm(one - other, axis=-1) / 2, 0, 1)))


def errors(mesh: Any, normals: np.ndarray, blenders: np.ndarray) -> tuple[float, float]:
    """The largest error of a vertex against its own corner, and of a corner against the best vertex of its point."""
    corners, vertices = np.asarray(mesh.corners), np.asarray(mesh.vertices)
    of_vertices = degrees(normals, blenders[vertices])
    of_corners = [degrees(normals[corners[vertices] == point], blenders[corner]).min()
                  for corner, point in enumerate(corners)]
    return float(of_vertices.max()), float(max(of_corners))


def worst(found: Found, how: pavane.Normals) -> dict[str, tuple[float, float]]:
    """By mesh."""
    document, blenders, _ = found
    scene = pavane.Scene(document, normals=how)
    binding = pavane.Binding(document, document)
    clip, = document.clips
    result: dict[str, tuple[float, float]] = {}
    for key, wanted in blenders.items():
        name, _, frame = key.partition("@")
        scene.reset_targets()
        scene.apply(binding, clip.name, (float(frame) - 1) / 24)
        scene.update()
        mesh = next(mesh for mesh in document.meshes if mesh.name == name)
        error = errors(mesh, np.asarray(scene.normals(name)), wanted)
        result[name] = tuple(max(pair) for pair in zip(error, result.get(name, (0, 0))))
    return result


def test_exact_normals_are_those_of_blender(found: Found) -> None:
    result = worst(found, pavane.Normals.EXACT)
    print("degrees:", {name: f"{vertex:.4f} {corner:.4f}" for name, (vertex, corner) in result.items()})
    assert len(result) >= 7
    result.pop("custom free", None)
    for name, (vertex, corner) in result.items():
        limit = CUSTOM_LIMIT if "custom" in name else LIMIT
        assert vertex <= limit, name
        if "custom" in name or "angle" not in name:  # its edges may become sharp where they were not at rest
            assert corner <= limit, name


def test_blended_normals_are_others(found: Found) -> None:
    """How near is told, not promised; they are not the exact ones."""
    result = worst(found, pavane.Normals.BLENDED)
    print("degrees:", {name: f"{vertex:.1f}" for name, (vertex, _) in result.items()})
    assert all(vertex > LIMIT for vertex, _ in result.values())


def test_the_file_says_where_normals_come_from(blender: Any, found: Found) -> None:
    meshes = {mesh.name: mesh for mesh in found[0].meshes}
    custom = {mesh.smoothing for name, mesh in meshes.items() if "custom" in name and "free" not in name}
    assert custom == {pavane.MeshSmoothing.CUSTOM}
    assert meshes["flat"].smoothing == meshes["keys flat"].smoothing == pavane.MeshSmoothing.FACES
    plain = pavane.MeshSmoothing.POINTS if blender.number < (4, 1) else pavane.MeshSmoothing.CORNERS
    assert meshes["smooth"].smoothing == pavane.MeshSmoothing.POINTS and meshes["some flat"].smoothing == plain
    assert meshes["sharp"].smoothing == pavane.MeshSmoothing.CORNERS and len(meshes["sharp"].sharp_corners) > 50


def test_custom_normals_that_do_not_go_along_are_noted(blender: Any, found: Found) -> None:
    document, _, notes = found
    free = [mesh for mesh in document.meshes if mesh.smoothing == pavane.MeshSmoothing.NONE]
    assert [mesh.name for mesh in free] == ["custom free"] * (blender.number >= (4, 5))
    note = "it has free custom normals: exact normals are not known, blended ones are"
    assert [what for what, text in notes if text == note] == [mesh.name for mesh in free]
