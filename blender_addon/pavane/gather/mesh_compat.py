# SPDX-License-Identifier: GPL-3.0-or-later
"""Where Blenders differ about meshes: asks what is there, never which version."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np


def corner_normals(mesh: Any) -> np.ndarray:
    """Split normals, (corners, 3)."""
    values = np.empty(len(mesh.loops) * 3, np.float32)
    if hasattr(mesh, "corner_normals"):
        mesh.corner_normals.foreach_get("vector", values)
    else:
        mesh.calc_normals_split()
        mesh.loops.foreach_get("normal", values)
        mesh.free_normals_split()
    return values.reshape(-1, 3)


def uv_values(layer: Any, corner_count: int) -> np.ndarray:
    """A UV map, (corners, 2)."""
    values = np.empty(corner_count * 2, np.float32)
    if hasattr(layer, "uv"):
        layer.uv.foreach_get("vector", values)
    else:
        layer.data.foreach_get("uv", values)
    return values.reshape(-1, 2)


def key_positions(block: Any, point_count: int) -> np.ndarray:
    """The points of a shape key of a mesh, (points, 3)."""
    values = np.empty(point_count * 3, np.float32)
    if hasattr(block, "points"):
        block.points.foreach_get("co", values)
    elif point_count:
        # foreach_get takes a hundred times as long here; the points lie one after the other.
        address = block.data[0].as_pointer()
        values[:] = np.frombuffer((ctypes.c_float * values.size).from_address(address), np.float32)
    return values.reshape(-1, 3)


def action_paths(action: Any) -> set[str]:
    """The data paths of all its F-curves."""
    if not hasattr(action, "layers"):
        return {curve.data_path for curve in action.fcurves}
    return {curve.data_path for layer in action.layers for strip in layer.strips for bag in strip.channelbags
            for curve in bag.fcurves}


def node_inputs(modifier: Any) -> list[Any]:
    """The values given to a modifier of geometry nodes."""
    if not hasattr(modifier, "properties"):
        return [modifier[name] for name in modifier.keys()]
    inputs = modifier.properties.inputs
    names = [item.identifier for item in inputs.bl_rna.properties if item.type == "POINTER"]
    sockets = [getattr(inputs, name) for name in names]
    return [socket.value for socket in sockets if hasattr(socket, "value")]
