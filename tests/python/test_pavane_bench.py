# SPDX-License-Identifier: MIT
"""That `tests/bench/bench_abi3.py` can still run; how long its calls take is no test."""
from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_abi3", ROOT / "tests" / "bench" / "bench_abi3.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_call_runs(bench: ModuleType) -> None:
    found = {name: call() for name, call in bench.workload(bench.FILE).items()}
    assert found["an attribute (clip.duration)"] > 0
    assert found["a buffer (scene.world_matrices)"].format == "f"
    assert found["Scene.find_node by name"] is not None
    assert len(found) == 8


def test_one_of_the_builds_is_without_the_stable_abi(bench: ModuleType) -> None:
    text = (ROOT / "setup.py").read_text(encoding="utf-8")
    library, viewer, _ = bench.without_stable_abi(text).partition("viewer = Extension(")
    assert "py_limited_api" not in library and "Py_LIMITED_API" not in library and viewer


def test_a_setup_that_says_nothing_of_the_stable_abi_is_told(bench: ModuleType) -> None:
    with pytest.raises(ValueError, match="does not say"):
        bench.without_stable_abi("library = Extension()\n")
