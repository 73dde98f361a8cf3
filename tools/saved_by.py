# SPDX-License-Identifier: MIT
"""Says which Blender saved a .blend, before an older one is started on it.

    saved_by.py VERSION IN.blend OUT.pav

VERSION is the Blender that is to read it, like 3.4.1. Exits with 1 and a message where it cannot.
"""

from __future__ import annotations

import gzip
import importlib
import re
import shlex
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

KNOWN = ("3.4", "4.3", "5.2")  # What tools/blenders.sh can run.
READS_LARGE = (4, 5)  # The first Blender that reads the header of 17 bytes, which 5.0 began to write.
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
SMALL = re.compile(rb"BLENDER[-_][vV](\d)(\d\d)")
LARGE = re.compile(rb"BLENDER\d\d-\d\dv(\d\d)(\d\d)")

Version = tuple[int, int]


def from_zstd(path: Path) -> bytes:
    """Python 3.14 can, the program can; nothing where neither is there."""
    try:
        with importlib.import_module("compression.zstd").open(path) as file:
            return bytes(file.read(32))
    except ImportError:
        program = shutil.which("zstd")
    if not program:
        return b""
    with subprocess.Popen([program, "-dcq", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as running:
        assert running.stdout
        start = running.stdout.read(32)
        running.kill()
        return start


def beginning(path: Path) -> bytes:
    """The first bytes, decompressed where that is possible. Zstd may leave them readable in the file itself."""
    with path.open("rb") as file:
        start = file.read(64)
    try:
        if start.startswith(GZIP):
            with gzip.open(path) as file:
                return file.read(32)
        if start.startswith(ZSTD):
            return from_zstd(path) or start
    except (OSError, EOFError, zlib.error):
        pass
    return start


def saved_by(path: Path) -> tuple[Version, bool] | None:
    """The version that saved a file, and whether its header is a large one; None where it cannot be seen."""
    start = beginning(path)
    large = LARGE.search(start)
    found = large or SMALL.search(start)
    return ((int(found[1]), int(found[2])), bool(large)) if found else None


def name_of(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


def number(name: str) -> Version:
    major, minor = name.split(".")[:2]
    return int(major), int(minor)


def advice(version: Version, blend: Path, output: str) -> str:
    able = [name for name in KNOWN if number(name) >= version]
    if able:
        return f"write: ./dev export --blender {able[0]} {shlex.quote(str(blend))} {shlex.quote(output)}"
    return f"export it in Blender {name_of(version)}, with the add-on (./dev addon)"


def main(words: list[str]) -> int:
    running, blend, output = number(words[0]), Path(words[1]), words[2]
    found = saved_by(blend)
    if found is None or not found[1] or running >= READS_LARGE:
        return 0
    saved = name_of(found[0])
    print(f"{blend}: saved by Blender {saved}, which Blender {name_of(running)} cannot read; "
          + advice(found[0], blend, output))
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
