# SPDX-License-Identifier: MIT
"""Reads who imports whom among our Python files, and says what breaks the layers of DESIGN."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.layers.cycles import find_cycle

BLENDER = frozenset({"bpy", "bpy_extras", "mathutils", "addon_utils", "gpu", "idprop"})

# What each package may import beside the standard library and itself.
MAY_IMPORT = {
    "format/pavane_format": frozenset({"numpy"}),
    "runtime/python/pavane": frozenset(),
    "blender_addon/pavane": BLENDER | {"numpy", "pavane_format"},
}
ORACLE_MAY_NOT_IMPORT = frozenset({"pavane", "pavane_format", "blender_addon", "format", "schema"})


def module_name(package: Path, path: Path) -> str:
    """`package.part.module` for a file below package's folder."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path, module: str) -> Iterator[str]:
    """Full names of what a file imports, also inside functions; `from a import b` gives a.b."""
    is_package = path.name == "__init__.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: len(module.split(".")) - node.level + is_package] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def python_files(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def layer_findings(root: Path) -> list[str]:
    findings = []
    for folder, allowed in MAY_IMPORT.items():
        package = root / folder
        for path in python_files(package):
            for name in imports(path, module_name(package, path)):
                top = name.split(".")[0]
                if top not in sys.stdlib_module_names and top != package.name and top not in allowed:
                    findings.append(f"{path.relative_to(root).as_posix()} may not import {name}")
    return findings


def oracle_findings(root: Path) -> list[str]:
    """What the oracle, or a module of the tests that it imports, takes from what it judges."""
    findings = []
    seen: set[Path] = set()
    waiting = [root / "tests" / "blender" / name for name in ("oracle.py", "oracle_pictures.py")]
    while waiting:
        path = waiting.pop()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        for name in imports(path, module_name(root / "tests", path)):
            if name.split(".")[0] in ORACLE_MAY_NOT_IMPORT:
                findings.append(f"{path.relative_to(root).as_posix()} may not import {name}")
            parts = name.removeprefix("tests.blender.").split(".")
            waiting += [path.parent.joinpath(*parts[:end]).with_suffix(".py") for end in range(1, len(parts) + 1)]
    return findings


def cycle_findings(root: Path, folder: str) -> list[str]:
    """Modules of one package that import each other in a circle."""
    package = root / folder
    modules = {module_name(package, path): path for path in python_files(package)}
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        names = set(imports(path, module))
        needed = {name if name in modules else name.rpartition(".")[0] for name in names}
        graph[module] = {name for name in needed if name in modules and name != module}
    cycle = find_cycle(graph)
    return [f"{folder}: {' -> '.join(cycle)}"] if cycle else []
