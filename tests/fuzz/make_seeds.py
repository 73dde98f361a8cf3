#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes seeds for fuzz_unpack into a folder: the packed chunks of all golden files, sound and broken.

    make_seeds.py FOLDER
"""
from __future__ import annotations

import hashlib
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "format"))

from pavane_format import container, layout  # noqa: E402


def seeds(data: bytes) -> list[bytes]:
    """The type of each packed chunk and its packed bytes; none of a file that is broken before."""
    types = list(layout.CHUNKS)
    try:
        return [
            bytes([types.index(entry.type)]) + container.inflated(entry, data)
            for entry in container.entries(data)
            if entry.type in types and entry.filter
        ]
    except container.FormatError:
        return []


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((HERE.parent / "golden").rglob("*.pav")):
        for seed in seeds(path.read_bytes()):
            (folder / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)


if __name__ == "__main__":
    main()
