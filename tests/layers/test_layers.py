# SPDX-License-Identifier: MIT
"""Which folder may include or import which, and no circles: the real tree, and small trees that break each rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.layers import c_includes, python_imports

ROOT = Path(__file__).resolve().parents[2]
PORTABLE = "format", "runtime"


def tree(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


# ---- The project ----


def test_c_files_include_only_what_their_layer_may() -> None:
    assert c_includes.layer_findings(ROOT) == []


@pytest.mark.parametrize("folder", ["format/src", "runtime/src", "runtime/python/src", "viewer/src"])
def test_c_files_of_a_folder_include_each_other_one_way(folder: str) -> None:
    assert c_includes.cycle_findings(ROOT, folder) == []


def test_zlib_is_used_in_one_file() -> None:
    assert c_includes.only_in_one_file(ROOT, PORTABLE, r"#\s*include\s*<zlib\.h>") == []


def test_files_are_opened_in_one_file() -> None:
    assert c_includes.only_in_one_file(ROOT, ("format/src", "runtime/src"), r"\bfopen\s*\(") == []


def test_the_library_includes_nothing_of_one_system() -> None:
    assert c_includes.not_portable(ROOT, PORTABLE) == []


def test_python_files_import_only_what_their_layer_may() -> None:
    assert python_imports.layer_findings(ROOT) == []


@pytest.mark.parametrize("folder", ["format/pavane_format", "runtime/python/pavane", "blender_addon/pavane"])
def test_python_modules_import_each_other_one_way(folder: str) -> None:
    assert python_imports.cycle_findings(ROOT, folder) == []


def test_the_oracle_takes_nothing_from_what_it_judges() -> None:
    assert python_imports.oracle_findings(ROOT) == []


# ---- The rules themselves ----


@pytest.mark.parametrize(
    ("path", "include", "allowed"),
    [
        ("format/src/a.c", '"scene.h"', False),
        ("format/src/a.c", '"document.h"', True),
        ("format/src/a.c", "<pavane/pavane.h>", False),
        ("runtime/src/a.c", '"document.h"', True),
        ("runtime/examples/a.c", '"scene.h"', False),
        ("runtime/examples/a.c", "<pavane/pavane.h>", True),
        ("viewer/src/a.c", "<pavane/pavane.h>", True),
        ("viewer/src/a.c", "<pavane/format.h>", False),
        ("viewer/src/a.c", '"scene.h"', False),
        ("viewer/src/a.c", '"nowhere.h"', False),
        ("viewer/src/a.c", "<stdio.h>", True),
    ],
)
def test_the_rule_for_an_include(tmp_path: Path, path: str, include: str, allowed: bool) -> None:
    headers = ["runtime/include/pavane/pavane.h", "format/include/pavane/format.h", "runtime/src/scene.h"]
    root = tree(tmp_path, {name: "" for name in [*headers, "format/src/document.h"]})
    tree(root, {path: f"#include {include}\n"})
    assert (c_includes.layer_findings(root) == []) == allowed


def test_a_circle_of_c_files_is_found(tmp_path: Path) -> None:
    root = tree(tmp_path, {"runtime/src/a.h": '#include "b.h"\n', "runtime/src/a.c": '#include "a.h"\n'})
    tree(root, {"runtime/src/b.h": ""})
    assert c_includes.cycle_findings(root, "runtime/src") == []
    tree(root, {"runtime/src/b.h": '#include "a.h"\n'})
    assert c_includes.cycle_findings(root, "runtime/src") == ["runtime/src: a.h -> b.h -> a.h"]


def test_a_second_file_that_matches_is_found(tmp_path: Path) -> None:
    root = tree(tmp_path, {"format/src/a.c": "fopen(x)", "format/src/b.c": ""})
    assert c_includes.only_in_one_file(root, ("format",), r"fopen\(") == []
    tree(root, {"format/src/b.c": "fopen(x)"})
    assert c_includes.only_in_one_file(root, ("format",), r"fopen\(") == ["format/src/a.c", "format/src/b.c"]


def test_a_header_of_one_system_is_found(tmp_path: Path) -> None:
    root = tree(tmp_path, {"runtime/src/a.c": "#include <sys/mman.h>\n"})
    assert c_includes.not_portable(root, ("runtime",)) == ["runtime/src/a.c includes sys/mman.h"]


@pytest.mark.parametrize(
    ("path", "line", "allowed"),
    [
        ("format/pavane_format/a.py", "import bpy", False),
        ("format/pavane_format/a.py", "import numpy as np", True),
        ("format/pavane_format/a.py", "from .layout import Node", True),
        ("blender_addon/pavane/gather/a.py", "from ..settings import Settings", True),
        ("blender_addon/pavane/gather/a.py", "from pavane_format import model", True),
        ("blender_addon/pavane/gather/a.py", "def f():\n    import schema", False),
        ("blender_addon/pavane/gather/a.py", "from tests import conftest", False),
    ],
)
def test_the_rule_for_an_import(tmp_path: Path, path: str, line: str, allowed: bool) -> None:
    root = tree(tmp_path, {path: line + "\n"})
    assert (python_imports.layer_findings(root) == []) == allowed


def test_an_oracle_that_imports_the_add_on_through_a_neighbour_is_found(tmp_path: Path) -> None:
    root = tree(tmp_path, {"tests/blender/oracle.py": "from tests.blender import curves\n"})
    assert python_imports.oracle_findings(root) == []
    tree(root, {"tests/blender/curves.py": "import pavane_format.model\n"})
    assert python_imports.oracle_findings(root) == ["tests/blender/curves.py may not import pavane_format.model"]


def test_a_circle_of_modules_is_found(tmp_path: Path) -> None:
    package = "format/pavane_format"
    root = tree(tmp_path, {f"{package}/__init__.py": "", f"{package}/a.py": "from .b import thing\n"})
    assert python_imports.cycle_findings(root, package) == []
    tree(root, {f"{package}/b.py": "from . import a\n"})
    expected = "pavane_format.a -> pavane_format.b -> pavane_format.a"
    assert python_imports.cycle_findings(root, package) == [f"{package}: {expected}"]
