#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How small sampled clips lie in a file: packs the motion of animation files of other formats, as Blender imports them,
sampled once a frame with an error of 0.1 mm, and prints the bytes; then how long the library takes to load such a clip,
packed and as it is.  README.md beside this holds what came out.

    python3 tests/bench/bench_samples.py [FOLDER]      with the files named below, by default ../shared/corpus/peers

The library is the one in $PAVANE_BUILD, by default build/release.
"""
from __future__ import annotations

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import timeit
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import container, packing_samples, quantise, writer  # noqa: E402
from pavane_format.grids import Grid  # noqa: E402
from pavane_format.model import Channel, Clip, Component, Document, Target  # noqa: E402
from pavane_format.packing_samples import ALL, Group, Unit  # noqa: E402

ERROR = 1e-4  # metres
ARM = 0.03  # metres: how far from a joint the points are whose error counts
PEERS = {  # metres that one unit of the file is
    "p_cmu_01_01.bvh": 0.0564,
    "p_mh_dance1.bvh": 0.1,
    "p_mh_face_poseunits.bvh": 0.1,
    "p_fox.glb": 0.01,
    "p_RobotExpressive.glb": 1.0,
    "p_RiggedFigure.glb": 1.0,
    "p_kaykit_movement_basic.glb": 1.0,
    "p_cge_skinned_anim.glb": 0.25,
    "p_quat_skull.glb": 1.0,
}


def quaternions(linear: np.ndarray) -> np.ndarray:
    """x, y, z, w of rotation matrices (frames, 3, 3), continuous, w of the first not negative."""
    m, trace = linear, np.trace(linear, axis1=1, axis2=2)
    squares = np.stack([1 + 2 * m[:, i, i] - trace for i in range(3)] + [1 + trace], 1)
    products = np.empty((len(m), 4, 4))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        products[:, i, j] = products[:, j, i] = m[:, i, j] + m[:, j, i]
        products[:, k, 3] = products[:, 3, k] = m[:, j, i] - m[:, i, j]
    products[:, range(4), range(4)] = squares
    best = products[np.arange(len(m)), squares.argmax(1)]
    best /= np.linalg.norm(best, axis=1, keepdims=True)
    before = np.concatenate(([[0.0, 0.0, 0.0, 1.0]], best[:-1]))
    return best * np.cumprod(np.where((before * best).sum(1) < 0, -1.0, 1.0))[:, None]


def rotation_matrices(q: np.ndarray) -> np.ndarray:
    x, y, z, w = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    return np.stack((
        np.stack((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)), 1),
        np.stack((2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)), 1),
        np.stack((2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)), 1)), 1)


def turn_of(linear: np.ndarray) -> np.ndarray:
    """The rotation in matrices (frames, 3, 3), by Gram and Schmidt."""
    first = linear[:, :, 0] / np.linalg.norm(linear[:, :, 0], axis=1, keepdims=True)
    second = linear[:, :, 1] - (first * linear[:, :, 1]).sum(1, keepdims=True) * first
    second /= np.linalg.norm(second, axis=1, keepdims=True)
    return np.stack((first, second, np.cross(first, second)), 2)


class Joint:
    """A `quantise.Track`: location, rotation and scale of a bone, as far as they are not at rest."""

    def __init__(self, rig: Rig, index: int) -> None:
        self.rig, self.index = rig, index
        self.parent = int(rig.parents[index])
        self.rest = rig.rest[index] if self.parent < 0 else np.linalg.solve(rig.rest[self.parent], rig.rest[index])
        self.target = rig.poses[:, index]
        reach, own = rig.reach(index)
        outer = np.linalg.norm(rig.rest[index][:3, :3], axis=0).max()
        self.named: list[tuple[str, float]] = []
        self.constants: dict[str, np.ndarray] = {}
        exact = self.parts(rig.poses)
        for name, rest, lever, step in (
            ("location", np.zeros(3), outer, 2 * ERROR / outer),
            ("rotation", np.array((0.0, 0.0, 0.0, 1.0)), 2 * reach, 2 * ERROR / (reach**0.35 * own**0.65)),
            ("scale", np.ones(3), reach, 2 * ERROR / reach),
        ):
            values = exact[name]
            if np.abs(values - rest).max() * lever < ERROR / 20:
                continue
            if np.abs(values - values[0]).max() * lever < ERROR / 4:
                self.constants[name] = values[:1]
            self.named.append((name, step))

    @property
    def steps(self) -> list[float]:
        return [step for name, step in self.named for _ in range(1 if name == "rotation" else 3)]

    def parts(self, poses: np.ndarray) -> dict[str, np.ndarray]:
        """What gives the pose to be shown on that of its parent."""
        base = self.rest[None] if self.parent < 0 else poses[:, self.parent] @ self.rest
        local = np.linalg.solve(np.broadcast_to(base, self.target.shape), self.target)
        turn = turn_of(local[:, :3, :3])
        scale = np.einsum("fij,fij->fj", turn, local[:, :3, :3])
        return {"location": local[:, :3, 3], "rotation": quaternions(turn), "scale": scale}

    def seen(self) -> list[np.ndarray]:
        parts = self.parts(self.rig.played)
        result = []
        for name, _ in self.named:
            values = np.repeat(self.constants[name], len(self.target), 0) if name in self.constants else parts[name]
            result += [values] if name == "rotation" else list(values.T)
        return result

    def take(self, values: list[np.ndarray]) -> float:
        parts = {"location": np.zeros((1, 3)), "rotation": np.array(((0.0, 0.0, 0.0, 1.0),)), "scale": np.ones((1, 3))}
        values = [value.astype(np.float64) for value in values]
        for name, _ in self.named:
            count = 1 if name == "rotation" else 3
            parts[name] = np.concatenate(values[:count], 1)
            values = values[count:]
        local = np.tile(np.eye(4), (len(self.target), 1, 1))
        local[:, :3, :3] = rotation_matrices(parts["rotation"]) * parts["scale"][:, None, :]
        local[:, :3, 3] = parts["location"]
        base = self.rest[None] if self.parent < 0 else self.rig.played[:, self.parent] @ self.rest
        self.rig.played[:, self.index] = base @ local
        return self.rig.error(self.index) / ERROR


class Rig:
    def __init__(self, path: pathlib.Path, unit: float) -> None:
        data = np.load(path)
        self.parents, self.rest, self.poses = data["parents"], data["rest"].copy(), data["poses"].copy()
        self.rest[:, :3, 3] *= unit
        self.poses[:, :, :3, 3] *= unit
        self.played = self.poses.copy()
        self.joints = [Joint(self, index) for index in range(len(self.parents))]

    def reach(self, index: int) -> tuple[float, float]:
        """How far the farthest joint that hangs on it is, and the farthest child, with the arm."""
        own = far = 0.0
        for other in range(len(self.parents)):
            distance = float(np.linalg.norm(self.rest[other, :3, 3] - self.rest[index, :3, 3]))
            above = other
            while above >= 0 and above != index:
                above = int(self.parents[above])
            if above == index:
                far = max(far, distance)
                own = max(own, distance if self.parents[other] == index else 0.0)
        return far + ARM, own + ARM

    def error(self, index: int) -> float:
        arms = ARM / np.linalg.norm(self.rest[index][:3, :3], axis=0)
        points = np.concatenate((np.diag(arms), np.ones((1, 3))))
        return float(np.linalg.norm((self.played[:, index] - self.poses[:, index])[:, :3] @ points, axis=1).max())

    def grids(self) -> list[Grid]:
        found = quantise.settle(self.joints, lambda: None)
        assert found is not None
        for joint, made in zip(self.joints, found):
            joint.take([grid.values() for grid in made])
        return [grid for made in found for grid in made]


def bake(path: pathlib.Path, folder: str) -> list[pathlib.Path]:
    subprocess.run(["blender", "-b", "--factory-startup", "--python-exit-code", "3", "--python",
                    str(ROOT / "tests" / "bench" / "bake_peer.py"), "--", str(path), folder], check=True,
                   capture_output=True)
    return sorted(pathlib.Path(folder).glob("*.npz"))


def packed(made: list[Grid]) -> bytes:
    units = [Unit(grid, ALL if grid.is_rotation else 0) for grid in made]
    return zlib.compress(packing_samples.pack([Group(len(made[0].numbers), units)]), 9)


def clip(made: list[Grid]) -> Document:
    """A file of nothing else; what does not move is constant."""
    channels = []
    for i, grid in enumerate(made):
        components = [Component(number, "sampled", samples=lane, grid=grid) if np.ptp(lane)
                      else Component(number, "constant", float(lane[0])) for number, lane in enumerate(grid.values().T)]
        channels.append(Channel(Target("bone", "Rig", str(i)), components, "quaternion" if grid.is_rotation else "none"))
    return Document(clips=[Clip("Clip", frame_end=len(made[0].numbers) - 1.0, channels=channels)])


class Library:
    def __init__(self) -> None:
        folder = pathlib.Path(os.environ.get("PAVANE_BUILD", ROOT / "build" / "release"))
        self._library = ctypes.CDLL(str(folder / "libpavane.so"))
        self._library.pav_document_load_memory.argtypes = [ctypes.c_char_p, ctypes.c_size_t, *[ctypes.c_void_p] * 3]
        self._library.pav_document_destroy.argtypes = [ctypes.c_void_p]

    def load(self, data: bytes) -> None:
        handle = ctypes.c_void_p()
        if self._library.pav_document_load_memory(data, len(data), None, ctypes.byref(handle), None):
            raise RuntimeError("the library does not load the file")
        self._library.pav_document_destroy(handle)

    def microseconds(self, data: bytes) -> float:
        """Of the processor, so that other programs count less."""
        return 1e5 * min(timeit.repeat(lambda: self.load(data), timer=time.process_time, number=10, repeat=20))


def main() -> None:
    source = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "corpus" / "peers"
    library = Library()
    print("| file | clip | joints × frames | raw 48 B | packed | a joint and frame | error mm | load µs | unpacked µs |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, unit in PEERS.items():
        with tempfile.TemporaryDirectory() as folder:
            for path in bake(source / name, folder):
                rig = Rig(path, unit)
                made = rig.grids()
                size, (frames, joints) = len(packed(made)), rig.poses.shape[:2]
                chunks = writer.chunks(clip(made))
                times = [library.microseconds(container.pack(chunks, compress=way)) for way in (True, False)]
                error = 1e3 * max(rig.error(index) for index in range(joints))
                print(f"| {name} | {path.stem} | {joints} × {frames} | {48 * joints * frames} | {size} | "
                      f"{size / joints / frames:.2f} | {error:.4f} | {times[0]:.0f} | {times[1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
