# SPDX-License-Identifier: MIT
"""Reads what `pavane-dump` and `pavane-viewer --dump` write; `pavane-dump --help` describes it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

KINDS = ("world_matrices", "morph_weights", "material_inputs", "points", "positions", "normals", "camera", "light",
         "world_color", "hidden", "property")
Dump = dict[str, dict[int, np.ndarray]]  # kind -> mesh, material, node, ... -> (moments, numbers)


def read(path: Path) -> Dump:
    data = path.read_bytes()
    if data[:8] != b"PAVDUMP\n":
        raise ValueError(f"{path.name} is no dump")
    array_count = int.from_bytes(data[8:12], "little")
    table = np.frombuffer(data, "<u4", 3 * array_count, 12).reshape(-1, 3).tolist()
    moments = np.frombuffer(data, "<f4", -1, 12 + 12 * array_count).reshape(-1, sum(count for *_, count in table))
    dump: Dump = {kind: {} for kind in KINDS}
    first = 0
    for kind, index, count in table:
        dump[KINDS[kind]][index] = moments[:, first : first + count]
        first += count
    return dump


def matrices(dump: Dump) -> np.ndarray:
    """(moments, nodes, 4, 4), row by row."""
    columns = dump["world_matrices"][0]
    return columns.reshape(len(columns), -1, 4, 4).swapaxes(2, 3)


def vectors(dump: Dump, kind: str) -> dict[int, np.ndarray]:
    """Points, positions or normals: (moments, n, 3) of each node."""
    return {node: numbers.reshape(len(numbers), -1, 3) for node, numbers in dump[kind].items()}
