# SPDX-License-Identifier: MIT
"""Builds the Python package; its C sources and flags are those of CMake, in sources.txt and flags.txt."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

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

library = Extension(
    "pavane._pavane",
    sources=[*lines("sources.txt"), *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"{SOURCES}/*.c"))],
    include_dirs=["runtime/include", "format/include", "runtime/src", "format/src", SOURCES],
    depends=[path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.h")],
    define_macros=[("PAV_BUILD", None), ("Py_LIMITED_API", "0x030b0000")],
    extra_compile_args=FLAGS,
    libraries=["z", "m"],
    py_limited_api=True,
)

viewer = Extension(
    "pavane._view",
    sources=sorted(
        path.relative_to(ROOT).as_posix()
        for path in [*ROOT.glob("viewer/src/*.c"), *ROOT.glob("viewer/python/*.c")]
        if path.name != "main.c"
    ),
    include_dirs=["runtime/include", "format/include", "viewer/include", "viewer/src"],
    depends=[path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/**/*.h")],
    define_macros=[("Py_LIMITED_API", "0x030b0000")],
    extra_compile_args=FLAGS,
    # The library is the one in the extension above, found beside this one.
    libraries=[":_pavane.abi3.so", "glut", "GLEW", "GL", "m"],
    extra_link_args=["-Wl,-rpath,$ORIGIN"],
    py_limited_api=True,
)


def viewer_is_possible() -> bool:
    """Whether the viewer's sources, freeglut, GLEW and stb are there; without them pavane.view says so."""
    headers = "GL/glew.h", "GL/freeglut.h", "stb/stb_image.h", "stb/stb_truetype.h"
    command = [*(sysconfig.get_config_var("CC") or "cc").split(), "-E", "-x", "c", "-"]
    program = "".join(f"#include <{header}>\n" for header in headers)
    try:
        found = subprocess.run(command, input=program, text=True, capture_output=True).returncode == 0
    except OSError:
        return False
    return found and (ROOT / "viewer").is_dir()


class BuildWithLibrary(build_ext):
    """Builds the library first and lets the viewer find it."""

    def build_extension(self, ext: Extension) -> None:
        if ext is viewer:
            ext.library_dirs.append(str(Path(self.get_ext_fullpath(library.name)).parent))
        super().build_extension(ext)


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
    ext_modules=[library, viewer] if viewer_is_possible() else [library],
    cmdclass={"build_ext": BuildWithLibrary},
    options={"bdist_wheel": {"py_limited_api": "cp311"}, "egg_info": {"egg_base": "."}},
)
