# SPDX-License-Identifier: MIT
"""A mesh in steps of a power of two, which takes less room, within an error that the mesh then states.

Points and what morphs add to them are measured against the diagonal of the mesh's bounds; normals, what morphs add to
those, and UV coordinates as they are.
"""
from __future__ import annotations

import numpy as np

from .model import Mesh


def round_mesh(mesh: Mesh, bound: float) -> None:
    """No point, normal or UV coordinate is moved by more than `bound`; the error is set to the largest move there is."""
    size = float(np.linalg.norm(np.ptp(mesh.points.astype(np.float64), axis=0))) if len(mesh.points) else 0.0
    errors = [mesh.error]
    mesh.points = _rounded(mesh.points, bound, size, errors)
    mesh.normals = _rounded(mesh.normals, bound, 1.0, errors)
    for layer in mesh.uv_layers:
        layer.values = _rounded(layer.values, bound, 1.0, errors)
    for morph in mesh.morphs:
        morph.delta_positions = _rounded(morph.delta_positions, bound, size, errors)
        morph.delta_normals = _rounded(morph.delta_normals, bound, 1.0, errors)
    mesh.error = max(errors)


def _rounded(vectors: np.ndarray, bound: float, size: float, errors: list[float]) -> np.ndarray:
    """Multiples of the largest power of two that moves none by more than `bound` times `size`; adds the error."""
    if bound <= 0 or size <= 0 or not vectors.size:
        return vectors
    exact = vectors.astype(np.float64)
    step = 2.0 ** np.floor(np.log2(2 * bound * size / np.sqrt(vectors.shape[1])))
    rounded = (np.rint(exact / step) * step + 0.0).astype(np.float32)  # + 0.0: no -0, which is no whole number
    moved = float(np.linalg.norm(rounded - exact, axis=1).max()) / size
    if not moved <= bound:  # too fine for binary32
        return vectors
    errors.append(moved)
    return rounded
