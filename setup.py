# SPDX-License-Identifier: MIT
"""Builds the Python package; its C sources and flags are those of CMake, in sources.txt and flags.txt."""

from __future__ import annotations

import re
from pathlib import Path

from setuptools import Extension, setup

ROOT = Path(__file__).resolve().parent
SOURCES = "runtime/python/src"


def lines(name: str) -> list[str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def version() -> str:
    found = re.search(r'"([0-9.]+)"', (ROOT / "runtime/src/version.c").read_text(encoding="utf-8"))
    assert found, "runtime/src/version.c names no version"
    return found[1]


# Python's API keeps functions in void pointers, which -pedantic does not like.
FLAGS = [*lines("flags.txt"), "-Wno-pedantic", "-std=c11", "-fvisibility=hidden"]

extension = Extension(
    "pavane._pavane",
    sources=[*lines("sources.txt"), *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"{SOURCES}/*.c"))],
    include_dirs=["runtime/include", "format/include", "runtime/src", "format/src", SOURCES],
    depends=[path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.h")],
    define_macros=[("PAV_BUILD", None), ("Py_LIMITED_API", "0x030b0000")],
    extra_compile_args=FLAGS,
    libraries=["z", "m"],
    py_limited_api=True,
)

setup(
    name="pavane",
    version=version(),
    description="Plays animation from Blender as the artist made it",
    license="MIT",
    python_requires=">=3.11",
    extras_require={"format": ["numpy"]},
    packages=["pavane", "pavane.format"],
    package_dir={"pavane": "runtime/python/pavane", "pavane.format": "format/pavane_format"},
    package_data={"pavane": ["py.typed", "*.pyi"]},
    ext_modules=[extension],
    options={"bdist_wheel": {"py_limited_api": "cp311"}, "egg_info": {"egg_base": "."}},
)
