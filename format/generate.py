#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the four mirrors of schema.py; with `--check`, compares them instead and names the stale ones.

    include/pavane/format.h      the C structs and enums
    src/schema.inc               the field tables that the C reader's generic walk follows
    pavane_format/layout.py      the same for Python
    FORMAT.md                    the tables between the two `generated` markers
"""
from __future__ import annotations

import argparse
import pathlib
import sys
from collections.abc import Callable

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import schema  # noqa: E402
from mirrors import c_header, c_tables, markdown, python_layout  # noqa: E402


def check_schema() -> None:
    """What the mirrors take for granted."""
    records = [t.record for c in schema.CHUNKS for t in c.tables if t.fields]
    enums = {e.name for e in schema.ENUMS}
    assert len(set(records)) == len(records), "two record types of one name"
    types = {c.type for c in schema.CHUNKS}
    for chunk in schema.CHUNKS:
        names = {t.name for t in chunk.tables}
        ids = [t.id for t in chunk.tables]
        assert ids == sorted(set(ids)), f"{chunk.type}: table ids do not increase"
        for table in chunk.tables:
            where = f"{chunk.type}.{table.name}"
            assert table.ref is None or table.ref in names | enums, f"{where}: no table {table.ref}"
            assert table.parallel is None or table.parallel in names, f"{where}: no table {table.parallel}"
            for field in table.fields:
                known = {"enum": enums, "flags": enums, "span": names, "index": names | types}.get(field.type)
                assert known is None or field.ref in known, f"{where}.{field.name}: no {field.ref}"


def between_markers(path: pathlib.Path, generated: str) -> str:
    old = path.read_text(encoding="utf-8")
    head, rest = old.split(markdown.BEGIN)
    _, tail = rest.split(markdown.END)
    return head + markdown.BEGIN + "\n" + generated + markdown.END + tail


MIRRORS: dict[str, Callable[[], str]] = {
    "include/pavane/format.h": c_header.text,
    "src/schema.inc": c_tables.text,
    "pavane_format/layout.py": python_layout.text,
    "FORMAT.md": lambda: between_markers(HERE / "FORMAT.md", markdown.text()),
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="generate.py", description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a mirror is stale")
    check = parser.parse_args(arguments).check
    check_schema()
    stale = []
    for name, make in MIRRORS.items():
        path = HERE / name
        new = make()
        if path.exists() and path.read_text(encoding="utf-8") == new:
            continue
        stale.append(name)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(new, encoding="utf-8", newline="\n")
    if stale and check:
        print("stale, run format/generate.py: " + ", ".join(stale))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
