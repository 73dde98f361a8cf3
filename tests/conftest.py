# SPDX-License-Identifier: MIT
"""What every test may ask for: a Blender, the folder of the built programs, the shared files."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Blender:
    """One installed Blender: `name` is what PAVANE_BLENDERS calls it, `version` the full number, like 3.4.1."""

    name: str
    version: str

    @property
    def number(self) -> tuple[int, ...]:
        return tuple(int(part) for part in self.version.split("."))

    def run(self, arguments: Sequence[str | Path], timeout: float = 600) -> subprocess.CompletedProcess[str]:
        """Runs it in the background without the user's settings or scripts of files; a script that raises exits
        with 3. Paths are the caller's own."""
        command = [ROOT / "dev", "blender", self.name, "-b", "--factory-startup", "--disable-autoexec"]
        command += ["--python-exit-code", "3", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


def blender_names() -> list[str]:
    return os.environ.get("PAVANE_BLENDERS", "").split() or ["system"]


def find_blender(name: str) -> Blender:
    found = subprocess.run([ROOT / "dev", "blender", name, "--check"], capture_output=True, text=True)
    if found.returncode != 0:
        pytest.skip(f"Blender {name}: {found.stderr.strip()}")
    return Blender(name, found.stdout.strip())


@pytest.fixture(scope="session", params=blender_names())
def blender(request: pytest.FixtureRequest) -> Blender:
    """Each Blender of PAVANE_BLENDERS in turn (default: the system's)."""
    return find_blender(request.param)


@pytest.fixture(scope="session", params=blender_names()[-1:])
def one_blender(request: pytest.FixtureRequest) -> Blender:
    """The last of them, for what takes long; `./dev corpus` and `./dev pictures` do the same in each."""
    return find_blender(request.param)


@pytest.fixture(scope="session")
def build_folder() -> Path:
    """Where the programs under test lie: PAVANE_BUILD, else build/debug."""
    return Path(os.environ.get("PAVANE_BUILD", ROOT / "build" / "debug"))


@pytest.fixture(scope="session")
def shared_folder() -> Path | None:
    """Files that lie beside the repository (PAVANE_SHARED overrides); None where there are none."""
    folder = Path(os.environ.get("PAVANE_SHARED", ROOT.parent / "shared"))
    return folder if folder.is_dir() else None
