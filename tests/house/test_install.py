# SPDX-License-Identifier: MIT
"""What `cmake --install` leaves is enough for a program outside the project."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CONSUMER = Path(__file__).parent / "consumer"


def run(*command: str | Path, **environment: str) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    assert ran.returncode == 0, f"{command}:\n{ran.stdout}{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def installed(build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installed tree, moved elsewhere afterwards: nothing in it may know where it was."""
    if not (build_folder / "libpavane.so").is_file():
        pytest.fail(f"{build_folder} holds no library: ./dev build")
    first = tmp_path_factory.mktemp("installed") / "first"
    run("cmake", "--install", build_folder, "--prefix", first)
    return Path(shutil.move(first, first.with_name("moved")))


def test_a_cmake_project_finds_both_libraries(installed: Path, tmp_path: Path) -> None:
    run("cmake", "-S", CONSUMER, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={installed}")
    run("cmake", "--build", tmp_path)
    versions = {run(tmp_path / "consumer"), run(tmp_path / "consumer_static")}
    assert versions == {"0.1.0\n"}


@pytest.mark.parametrize("static", [False, True], ids=["shared", "static"])
def test_pkg_config_finds_the_library(installed: Path, tmp_path: Path, static: bool) -> None:
    (folder,) = [found.parent for found in installed.rglob("pavane.pc")]
    arguments = ["--static"] if static else []
    flags = run("pkg-config", "--cflags", "--libs", *arguments, "pavane", PKG_CONFIG_PATH=str(folder)).split()
    if static:
        flags = [str(folder.parent / "libpavane.a") if flag == "-lpavane" else flag for flag in flags]
    run("cc", CONSUMER / "main.c", "-o", tmp_path / "consumer", *flags)
    assert run(tmp_path / "consumer", LD_LIBRARY_PATH=str(folder.parent)) == "0.1.0\n"


def test_a_program_asks_for_the_library_by_its_soname(installed: Path) -> None:
    (library,) = installed.rglob("libpavane.so.0.1.0")
    assert "Library soname: [libpavane.so.0]" in run("readelf", "--dynamic", library)


def test_the_library_shows_only_its_public_names(installed: Path) -> None:
    (library,) = installed.rglob("libpavane.so.0.1.0")
    lines = run("nm", "--dynamic", "--defined-only", library).splitlines()
    names = [line.split()[-1] for line in lines]
    assert names
    assert [name for name in names if not name.startswith("pav_")] == []
