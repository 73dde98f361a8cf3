#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the add-on's zip: one folder `pavane` with the add-on, its licence and a copy of pavane_format inside it.

Blender 3.4 installs it as an add-on, 4.2 and later as an extension. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ADDON = ROOT / "blender_addon" / "pavane"
FORMAT = ROOT / "format" / "pavane_format"
TARGET = ROOT / "build" / "pavane-addon.zip"
EARLIEST = (1980, 1, 1, 0, 0, 0)


def package_files(folder: Path) -> Iterator[Path]:
    """The files of a package, without what Python leaves beside them."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def members() -> Iterator[tuple[str, Path]]:
    """Each file's name in the zip and where it stands here."""
    yield "pavane/LICENSE", ROOT / "blender_addon" / "LICENSE"
    for path in package_files(ADDON):
        yield f"pavane/{path.relative_to(ADDON).as_posix()}", path
    for path in package_files(FORMAT):
        yield f"pavane/pavane_format/{path.relative_to(FORMAT).as_posix()}", path


def write_zip(target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, path in members():
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target", nargs="?", type=Path, default=TARGET)
    target = parser.parse_args().target
    if target == TARGET:
        target.parent.mkdir(exist_ok=True)
    if not target.parent.is_dir():
        sys.exit(f"addon_zip.py: {target.parent}: no such folder")
    try:
        write_zip(target)
    except OSError as error:
        sys.exit(f"addon_zip.py: {target}: {error.strerror}")
    print(target)


if __name__ == "__main__":
    main()
