# SPDX-License-Identifier: MIT
"""What --dump writes is what the runtime computes, read back from the graphics card."""

from __future__ import annotations

import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from pavane_format import reader

from tests.viewer.conftest import SMALL, Viewer


@dataclass
class Frame:
    number: float
    matrices: np.ndarray
    weights: dict[int, np.ndarray] = field(default_factory=dict)
    positions: dict[int, np.ndarray] = field(default_factory=dict)
    normals: dict[int, np.ndarray] = field(default_factory=dict)


def read_dump(path: Path) -> list[Frame]:
    data = path.read_bytes()
    assert data[:8] == b"PAVVIEW\n"
    node_count, mesh_count, drawn_count, frame_count = struct.unpack_from("<4I", data, 8)
    pairs = np.frombuffer(data, "<u4", 2 * (mesh_count + drawn_count), 24).reshape(-1, 2)
    floats = np.frombuffer(data, "<f4", -1, 24 + 8 * len(pairs))
    frames, at = [], 0

    def take(*shape: int) -> np.ndarray:
        nonlocal at
        count = int(np.prod(shape))
        at += count
        return floats[at - count:at].reshape(shape)

    for _ in range(frame_count):
        frame = Frame(float(take(1)[0]), take(node_count, 16))
        for mesh, count in pairs[:mesh_count]:
            frame.weights[int(mesh)] = take(count)
        for node, count in pairs[mesh_count:]:
            frame.positions[int(node)] = take(count, 3)
            frame.normals[int(node)] = take(count, 3)
        frames.append(frame)
    assert at == len(floats)
    return frames


def pose(
    build_folder: Path, folder: Path, clip: int, frame: float
) -> tuple[np.ndarray, dict[int, np.ndarray]]:
    """World matrices and points of nodes, as pavane-dump writes them."""
    path = folder / "pose.bin"
    command = [build_folder / "pavane-dump", SMALL, path]
    subprocess.run(command, input=f"{clip} {frame}\n", text=True, check=True)
    data = path.read_bytes()
    node_count, mesh_nodes = struct.unpack_from("<2I", data, 8)
    pairs = np.frombuffer(data, "<u4", 2 * mesh_nodes, 16).reshape(-1, 2)
    floats = np.frombuffer(data, "<f4", -1, 16 + 8 * mesh_nodes)
    points, at = {}, 16 * node_count
    for node, count in pairs:
        points[int(node)] = floats[at:at + 3 * int(count)].reshape(-1, 3)
        at += 3 * int(count)
    return floats[:16 * node_count].reshape(-1, 16), points


@pytest.mark.parametrize(
    ("clip", "name", "frame"),
    [(0, "Wave", 1), (0, "Wave", 9), (0, "Wave", 25), (1, "Smile", 20), (2, "Bounce", 3)],
)
def test_it_equals_what_pavane_dump_writes(
    viewer: Viewer, build_folder: Path, tmp_path: Path, clip: int, name: str, frame: int
) -> None:
    path = tmp_path / "view.bin"
    viewer.good(SMALL, "--clip", name, "--others", "off", "--frame", str(frame), "--dump", path)
    (shown,) = read_dump(path)
    matrices, points = pose(build_folder, tmp_path, clip, frame)
    document = reader.read(SMALL.read_bytes())
    assert shown.number == frame
    assert np.array_equal(shown.matrices, matrices)
    assert shown.positions.keys() == points.keys()
    for node, positions in shown.positions.items():
        mesh = document.meshes[document.scene.nodes[node].mesh]
        assert np.array_equal(positions, points[node][mesh.corners[mesh.vertices]])
        assert np.allclose(np.linalg.norm(shown.normals[node], axis=1), 1, atol=1e-5)


def test_it_holds_the_weights_of_shape_keys(viewer: Viewer, tmp_path: Path) -> None:
    path = tmp_path / "view.bin"
    viewer.good(SMALL, "--clip", "Smile", "--frames", "10..20", "--others", "off", "--dump", path)
    frames = read_dump(path)
    assert [frame.number for frame in frames] == list(range(10, 21))
    smiles = [float(frame.weights[0][0]) for frame in frames]
    assert len(set(smiles)) > 5


def test_others_go_along_unless_told_not_to(viewer: Viewer, tmp_path: Path) -> None:
    balls, path = [], tmp_path / "view.bin"
    for others in ("on", "off"):
        viewer.good(SMALL, "--clip", "Wave", "--frames", "1..4", "--others", others, "--dump", path)
        balls.append({frame.matrices[-1].tobytes() for frame in read_dump(path)})
    assert len(balls[0]) > 1
    assert len(balls[1]) == 1


def test_a_clip_can_be_taken_along_by_name(viewer: Viewer, tmp_path: Path) -> None:
    viewer.good(SMALL, "--clip", "Wave", "--others", "off", "--with", "Bounce", "--frames", "1..4",
                "--dump", tmp_path / "view.bin")
    assert len({frame.matrices[-1].tobytes() for frame in read_dump(tmp_path / "view.bin")}) > 1
