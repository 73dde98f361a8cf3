# SPDX-License-Identifier: MIT
"""What shape keys that touch little of a mesh take in a file."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from pavane_format import model, reader  # noqa: E402

SCENE = HERE / "scenes" / "sparse_keys_scene.py"
BOUND = 1e-4  # of the mesh's diagonal, and of normals
LIMIT = 144 * 1000  # bytes: half of what gltfpack -cc makes of such a mesh
NAME = len("Nothing 00") + 1


@pytest.fixture(scope="module")
def sizes(one_blender: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, int, float], bytes]:
    """Files by how many keys touch something, how many nothing, and the mesh error that was asked for."""
    folder, found = tmp_path_factory.mktemp("sparse"), {}
    for keys, untouched, bounds in ((16, 0, (0.0, BOUND)), (16, 16, (BOUND,))):
        blend, pav, report = (folder / f"{untouched}{end}" for end in (".blend", ".pav", ".json"))
        done = one_blender.run(["--python", SCENE, "--", blend, str(keys), str(untouched)])
        assert done.returncode == 0, done.stdout + done.stderr
        for bound in bounds:
            done = one_blender.run([blend, "--python", corpus.COMMAND, "--", pav, "--report", report, "--mesh-error",
                                    str(bound)])
            assert done.returncode == 0, done.stdout + done.stderr
            assert not json.loads(report.read_text())["left_out"]
            found[keys, untouched, bound] = pav.read_bytes()
    return found


def grid(data: bytes) -> model.Mesh:
    (mesh,) = reader.read(data).meshes
    return mesh


def test_sixteen_sparse_keys_take_half_of_what_they_take_elsewhere(sizes: dict) -> None:
    exact, rounded = sizes[16, 0, 0.0], sizes[16, 0, BOUND]
    print(f"{len(exact):,} bytes, {len(rounded):,} rounded by {grid(rounded).error:.1e}")
    assert len(rounded) <= LIMIT
    mesh = grid(rounded)
    assert len(mesh.points) == 10_000 and [len(morph.delta_points) for morph in mesh.morphs] == [500] * 16


def test_the_error_that_they_state_is_the_one_that_they_have(sizes: dict) -> None:
    exact, rounded = grid(sizes[16, 0, 0.0]), grid(sizes[16, 0, BOUND])
    assert exact.error == 0 and 0 < rounded.error <= BOUND
    diagonal = np.linalg.norm(np.ptp(exact.points.astype(np.float64), axis=0))
    for one, other in zip(exact.morphs, rounded.morphs):
        assert np.array_equal(one.delta_points, other.delta_points)
        moved = np.linalg.norm(one.delta_positions.astype(np.float64) - other.delta_positions, axis=1).max() / diagonal
        turned = np.linalg.norm(one.delta_normals.astype(np.float64) - other.delta_normals, axis=1).max()
        assert max(moved, turned) <= rounded.error * (1 + 1e-6)


def test_a_key_that_touches_nothing_costs_next_to_nothing(sizes: dict) -> None:
    more = len(sizes[16, 16, BOUND]) - len(sizes[16, 0, BOUND])
    print(f"{more / 16:.1f} bytes each")
    assert more <= 16 * NAME
