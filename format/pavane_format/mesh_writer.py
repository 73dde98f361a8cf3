# SPDX-License-Identifier: MIT
"""The MESH chunk of a mesh."""
from __future__ import annotations

import numpy as np

from . import layout
from .model import Layer, Mesh, Morph, SequenceKey
from .pack import U32_LIMIT, Text, enum, floats, indices, optional, records
from .tables import Arrays

TABLES = layout.CHUNKS["MESH"].tables


def arrays(mesh: Mesh) -> Arrays:
    text, where = Text(), f"mesh {mesh.name!r}"
    result = _topology(mesh, where)
    result |= _influences(mesh, len(result["points"]), where)
    for kind, layers, width in (("uv", mesh.uv_layers, 2), ("color", mesh.color_layers, 4)):
        result |= _layers(kind, layers, (len(result["vertices"]), width), text, where)
    result |= _morphs(mesh.morphs, len(result["points"]), len(result["vertices"]), text, where)
    result["sequence_keys"] = _sequence(mesh.sequence, len(mesh.morphs), where)
    result["groups"] = records(
        TABLES["groups"], [{"name": text.add(g, where)} for g in mesh.groups], lambda i: f"{where}: group {i}"
    )
    points = result["points"] if len(result["points"]) else np.zeros((1, 3), np.float32)
    row = {
        "name": text.add(mesh.name, where),
        "library": text.add(mesh.library, where),
        "bounds_min": points.min(axis=0),
        "bounds_max": points.max(axis=0),
        "error": mesh.error,
        "eval_time": mesh.eval_time,
        "smoothing": enum("mesh_smoothing", mesh.smoothing, where),
        "sharp_angle": mesh.sharp_angle,
    }
    result["mesh"] = records(TABLES["mesh"], [row], lambda i: where)
    result["text"] = text.array()
    return result


def _topology(mesh: Mesh, where: str) -> Arrays:
    points = floats(mesh.points, (-1, 3), f"{where}: points")
    polygons = indices(mesh.polygons, (-1,), U32_LIMIT, "corners", f"{where}: polygons")
    corners = indices(mesh.corners, (-1,), len(points), "points", f"{where}: corners")
    if polygons.sum(dtype=np.uint64) != len(corners):
        raise ValueError(
            f"{where}: its polygons have {polygons.sum(dtype=np.uint64)} corners, but there are "
            f"{len(corners)}"
        )
    vertices = indices(mesh.vertices, (-1,), len(corners), "corners", f"{where}: vertices")
    normals = floats(mesh.normals, (len(vertices), 3), f"{where}: normals")
    triangles, rows, first = [], [], 0
    for i, primitive in enumerate(mesh.primitives):
        place = f"{where}: primitive {i}"
        used = indices(primitive.triangles, (-1, 3), len(vertices), "vertices", place).reshape(-1)
        rows.append({"slot": primitive.slot, "indices_first": first, "indices_count": len(used)})
        triangles.append(used)
        first += len(used)
    return {
        "points": points,
        "polygons": polygons,
        "corners": corners,
        "vertices": vertices,
        "normals": normals,
        "flat_polygons": indices(mesh.flat_polygons, (-1,), len(polygons), "polygons", f"{where}: flat polygons"),
        "sharp_corners": indices(mesh.sharp_corners, (-1,), len(corners), "corners", f"{where}: sharp corners"),
        "indices": np.concatenate(triangles) if triangles else np.zeros(0, np.uint32),
        "primitives": records(TABLES["primitives"], rows, lambda i: f"{where}: primitive {i}"),
    }


def _influences(mesh: Mesh, point_count: int, where: str) -> Arrays:
    counts = indices(mesh.influence_counts, (-1,), U32_LIMIT, "influences", f"{where}: influence counts")
    if len(counts) not in (0, point_count):
        raise ValueError(f"{where}: there are {len(counts)} influence counts, but {point_count} points")
    total = int(counts.sum(dtype=np.uint64))
    result = np.zeros(total, TABLES["influences"].dtype)
    result["group"] = indices(
        mesh.influence_groups, (total,), len(mesh.groups), "groups", f"{where}: influences"
    )
    result["weight"] = floats(mesh.influence_weights, (total,), f"{where}: influence weights")
    if total and result["weight"].min() < 0:
        raise ValueError(f"{where}: influence {int(result['weight'].argmin())} has a negative weight")
    return {"influence_counts": counts, "influences": result}


def _layers(kind: str, layers: list[Layer], shape: tuple[int, int], text: Text, where: str) -> Arrays:
    rows, values = [], []
    for i, layer in enumerate(layers):
        place = f"{where}: {kind} layer {layer.name!r}"
        values.append(floats(layer.values, shape, place))
        rows.append(
            {"name": text.add(layer.name, place), f"{kind}s_first": i * shape[0], f"{kind}s_count": shape[0]}
        )
    return {
        f"{kind}_layers": records(TABLES[f"{kind}_layers"], rows, lambda i: f"{where}: {kind} layer {i}"),
        f"{kind}s": np.concatenate(values) if values else np.zeros((0, shape[1]), np.float32),
    }


def _morphs(morphs: list[Morph], point_count: int, vertex_count: int, text: Text, where: str) -> Arrays:
    rows: list[dict] = []
    parts: dict[str, list[np.ndarray]] = {
        name: [] for name in ("delta_points", "delta_positions", "delta_vertices", "delta_normals")
    }
    point_first = vertex_first = 0
    for morph in morphs:
        place = f"{where}: morph {morph.name!r}"
        if morph.minimum > morph.maximum:
            raise ValueError(f"{place}: its minimum {morph.minimum} is above its maximum {morph.maximum}")
        points = indices(morph.delta_points, (-1,), point_count, "points", place)
        vertices = indices(morph.delta_vertices, (-1,), vertex_count, "vertices", place)
        parts["delta_points"].append(points)
        parts["delta_positions"].append(
            floats(morph.delta_positions, (len(points), 3), f"{place}: positions")
        )
        parts["delta_vertices"].append(vertices)
        parts["delta_normals"].append(floats(morph.delta_normals, (len(vertices), 3), f"{place}: normals"))
        rows.append(
            {
                "name": text.add(morph.name, place),
                "value": morph.value,
                "minimum": morph.minimum,
                "maximum": morph.maximum,
                "deltas_first": point_first,
                "deltas_count": len(points),
                "normal_deltas_first": vertex_first,
                "normal_deltas_count": len(vertices),
            }
        )
        point_first += len(points)
        vertex_first += len(vertices)
    result = {name: np.concatenate(arrays) for name, arrays in parts.items() if arrays}
    return {
        **result,
        "morphs": records(TABLES["morphs"], rows, lambda i: f"{where}: morph {morphs[i].name!r}"),
    }


def _sequence(keys: list[SequenceKey], morph_count: int, where: str) -> np.ndarray:
    rows = []
    for i, key in enumerate(keys):
        place = f"{where}: sequence key {i}"
        if i and not key.frame > keys[i - 1].frame:
            raise ValueError(f"{place}: is at {key.frame}, but the key before it at {keys[i - 1].frame}")
        if key.morph is not None and not 0 <= key.morph < morph_count:
            raise ValueError(f"{place}: morph is {key.morph}, but there are {morph_count} morphs")
        rows.append({"frame": key.frame, "interpolation": enum("sequence_interpolation", key.interpolation, place),
                     "morph": optional(key.morph)})
    return records(TABLES["sequence_keys"], rows, lambda i: f"{where}: sequence key {i}")
