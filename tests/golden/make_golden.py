#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the golden files: NAME.pav from documents.py, NAME_stored.pav without zlib, evolved/CHANGE.pav from
evolved.py, invalid/RULE.pav with messages.tsv from broken.py, and the hexdump in FORMAT.md."""
from __future__ import annotations

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "format")]

import broken  # noqa: E402
import documents  # noqa: E402
import evolved  # noqa: E402
import hexdump  # noqa: E402
from pavane_format import container, writer  # noqa: E402


def golden_files() -> dict[str, bytes]:
    """Every golden file by its path in this folder."""
    files = {}
    for name, make in documents.DOCUMENTS.items():
        files[f"{name}.pav"] = writer.write(make())
        files[f"{name}_stored.pav"] = container.pack(writer.chunks(make()), compress=False)
    files |= {f"evolved/{name}.pav": make() for name, make in evolved.CASES.items()}
    files |= {f"invalid/{case.name}.pav": case.make() for case in broken.CASES}
    table = "".join(f"{case.name}\t{case.result}\t{case.message}\n" for case in broken.CASES)
    return files | {"invalid/messages.tsv": table.encode("utf-8")}


def main() -> None:
    for old in [*HERE.glob("evolved/*.pav"), *HERE.glob("invalid/*.pav")]:
        old.unlink()
    for name, data in golden_files().items():
        (HERE / name).parent.mkdir(exist_ok=True)
        (HERE / name).write_bytes(data)
    hexdump.write()


if __name__ == "__main__":
    main()
