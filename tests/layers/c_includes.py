# SPDX-License-Identifier: MIT
"""Reads who includes whom among our C files, and says what breaks the layers of DESIGN.

A rule names a folder and what its files may include of ours: folders, or single files. Every finding is one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.layers.cycles import find_cycle

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)

PUBLIC_HEADERS = "runtime/include", "format/include"
SEARCHED = (*PUBLIC_HEADERS, "runtime/src", "format/src", "viewer/include", "viewer/src")

MAY_INCLUDE = {
    "format/include": ("format/include",),
    "format/src": ("format",),
    "runtime/include": ("runtime/include", "format/include"),
    "runtime/src": ("runtime/include", "runtime/src", "format"),
    "runtime/examples": ("runtime/examples", "runtime/include/pavane/pavane.h", "viewer/include"),
    "runtime/python": ("runtime/python", "runtime/include/pavane/pavane.h"),
    "viewer": ("viewer", "runtime/include/pavane/pavane.h"),
}
NOT_PORTABLE = re.compile(r"^(unistd|pthread|dlfcn|fcntl|strings|dirent|sys/.*|windows)\.h$")


def c_files(root: Path, folder: str) -> list[Path]:
    return sorted(path for path in (root / folder).rglob("*") if path.suffix in {".c", ".h", ".inc"})


def includes(path: Path) -> Iterator[tuple[str, bool]]:
    """The names that a file includes, and whether in quotes."""
    for mark, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        yield name, mark == '"'


def resolve(root: Path, path: Path, name: str, quoted: bool) -> Path | None:
    """Our file that an include names; None for the system's."""
    folders = [path.parent] if quoted else []
    for folder in [*folders, *(root / searched for searched in SEARCHED)]:
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def is_allowed(included: str, allowed: tuple[str, ...]) -> bool:
    return any(included == name or included.startswith(name + "/") for name in allowed)


def layer_findings(root: Path) -> list[str]:
    root = root.resolve()
    findings = []
    for folder, allowed in MAY_INCLUDE.items():
        for path in c_files(root, folder):
            for name, quoted in includes(path):
                found = resolve(root, path, name, quoted)
                here = path.relative_to(root).as_posix()
                if found is None and quoted:
                    findings.append(f"{here} includes {name}, which is nowhere")
                elif found is not None and not is_allowed(found.relative_to(root).as_posix(), allowed):
                    findings.append(f"{here} may not include {found.relative_to(root).as_posix()}")
    return findings


def cycle_findings(root: Path, folder: str) -> list[str]:
    """Files of one folder that include each other in a circle, which include guards would hide."""
    root = root.resolve()
    graph = {
        path.name: {
            found.name
            for name, quoted in includes(path)
            if (found := resolve(root, path, name, quoted)) and found.is_relative_to(root / folder)
        }
        for path in c_files(root, folder)
    }
    cycle = find_cycle(graph)
    return [f"{folder}: {' -> '.join(cycle)}"] if cycle else []


def only_in_one_file(root: Path, folders: tuple[str, ...], pattern: str) -> list[str]:
    """The files whose text matches, when there is more than one."""
    found = [
        path.relative_to(root).as_posix()
        for folder in folders
        for path in c_files(root, folder)
        if re.search(pattern, path.read_text(encoding="utf-8"))
    ]
    return found if len(found) > 1 else []


def not_portable(root: Path, folders: tuple[str, ...]) -> list[str]:
    return [
        f"{path.relative_to(root).as_posix()} includes {name}"
        for folder in folders
        for path in c_files(root, folder)
        for name, _ in includes(path)
        if NOT_PORTABLE.match(name)
    ]
