# SPDX-License-Identifier: MIT
"""How far two recordings of one .blend by the oracle are apart: `python3 oracle_noise.py A.npz B.npz`."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

ULP = 2.0 ** -23


def load_meta(file: Any) -> dict[str, Any]:
    return json.loads(bytes(file["meta"]).decode())


def without_sizes(meta: dict[str, Any]) -> dict[str, Any]:
    """What two recordings must have alike; sizes are measured on points that carry noise themselves."""
    return {**meta, "nodes": [{**node, "D": 0} for node in meta["nodes"]],
            "meshes": [{**mesh, "diagonal": 0} for mesh in meta["meshes"]]}


def matrix_errors(a: np.ndarray, b: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """DESIGN's matrix error of b against a (Blender's), node by node; a node missing in both is no error."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    length = np.linalg.norm(a[..., :3, 3], axis=-1)
    moved = np.linalg.norm(b[..., :3, 3] - a[..., :3, 3], axis=-1)
    columns = np.linalg.norm(a[..., :3, :3], axis=-2).max(axis=-1)
    turned = np.abs(b[..., :3, :3] - a[..., :3, :3]).max(axis=(-1, -2)) / np.where(columns == 0, 1, columns)
    error = np.maximum(np.maximum(0, moved - 4 * ULP * length) / sizes, turned)
    missing_a, missing_b = np.isnan(a).any(axis=(-1, -2)), np.isnan(b).any(axis=(-1, -2))
    return np.where(missing_a & missing_b, 0, np.where(missing_a | missing_b, np.inf, error))


def noise(path_a: str, path_b: str) -> dict[str, Any]:
    """Highest matrix and vertex error over all clips, with the place."""
    with np.load(path_a) as a, np.load(path_b) as b:
        meta, other = load_meta(a), load_meta(b)
        mine, theirs = without_sizes(meta), without_sizes(other)
        if mine != theirs:
            raise ValueError("the recordings list different things: "
                             + ", ".join(key for key in mine if mine[key] != theirs.get(key)))
        if set(a.files) != set(b.files):
            raise ValueError(f"only one has {sorted(set(a.files) ^ set(b.files))}")
        sizes = np.array([node["D"] for node in meta["nodes"]])
        worst = {"matrix": (0.0, ""), "points": (0.0, "")}
        for name in a.files:
            if "matrices" in name:
                errors = matrix_errors(a[name], b[name], sizes)
                place = np.unravel_index(errors.argmax(), errors.shape) if errors.size else ()
                note(worst, "matrix", errors.max(initial=0.0), f"{name}{[int(i) for i in place]}")
            elif "points" in name:
                diagonal = meta["meshes"][int(name.rsplit("_", 1)[1])]["diagonal"]
                distance = np.linalg.norm(a[name].astype(np.float64) - b[name], axis=-1).max(initial=0.0)
                note(worst, "points", distance / diagonal, name)
        return worst


def note(worst: dict[str, tuple[float, str]], key: str, value: float, place: str) -> None:
    if not value <= worst[key][0]:
        worst[key] = (float(value), place)


if __name__ == "__main__":
    for kind, (value, place) in noise(sys.argv[1], sys.argv[2]).items():
        print(f"{kind} {value:.3g} {place}")
