#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the golden files: NAME.pav from documents.py, and invalid/RULE.pav with messages.tsv from broken.py."""
from __future__ import annotations

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "format")]

import broken  # noqa: E402
import documents  # noqa: E402
from pavane_format import writer  # noqa: E402


def main() -> None:
    for name, make in documents.DOCUMENTS.items():
        (HERE / f"{name}.pav").write_bytes(writer.write(make()))
    folder = HERE / "invalid"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.pav"):
        old.unlink()
    lines = []
    for case in broken.CASES:
        (folder / f"{case.name}.pav").write_bytes(case.make())
        lines.append(f"{case.name}\t{case.result}\t{case.message}\n")
    (folder / "messages.tsv").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
