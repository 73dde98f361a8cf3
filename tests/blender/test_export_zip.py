# SPDX-License-Identifier: MIT
"""The add-on as its zip holds it, away from the repository."""
from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

REGISTER = """
import sys
sys.path.insert(0, {folder!r})
import pavane
pavane.register()
"""
EXPORT = """
import bpy
assert bpy.ops.export_scene.pavane(filepath={target!r}) == {{'FINISHED'}}
pavane.unregister()
assert not hasattr(bpy.types, "EXPORT_SCENE_OT_pavane")
"""
COMMANDS_SINCE = (4, 2)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("zip")
    subprocess.run([sys.executable, ROOT / "tools" / "addon_zip.py", folder / "pavane.zip"], check=True)
    zipfile.ZipFile(folder / "pavane.zip").extractall(folder)
    return folder


@pytest.fixture(scope="module")
def blend(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("zip scene") / "scene.blend"
    done = blender.run(["--python", HERE / "scenes" / "export_scene.py", "--", target])
    assert done.returncode == 0, done.stdout + done.stderr
    return target


@pytest.fixture
def by_command(blender: Any, blend: Path, tmp_path: Path) -> bytes:
    """What the repository's own script exports."""
    target = tmp_path / "script.pav"
    done = blender.run([blend, "--python", ROOT / "blender_addon" / "pavane" / "command.py", "--", target])
    assert done.returncode == 0, done.stdout + done.stderr
    return target.read_bytes()


def test_the_operator_writes_the_same_file_as_the_script(blender: Any, blend: Path, unpacked: Path,
                                                         by_command: bytes, tmp_path: Path) -> None:
    script, target = tmp_path / "export.py", tmp_path / "operator.pav"
    script.write_text(REGISTER.format(folder=str(unpacked)) + EXPORT.format(target=str(target)))
    done = blender.run([blend, "--python", script])
    assert done.returncode == 0, done.stdout + done.stderr
    assert target.read_bytes() == by_command


def test_the_command_writes_the_same_file_as_the_script(blender: Any, blend: Path, unpacked: Path,
                                                        by_command: bytes, tmp_path: Path) -> None:
    if blender.number < COMMANDS_SINCE:
        pytest.skip("this Blender has no commands of add-ons")
    script, target = tmp_path / "register.py", tmp_path / "command.pav"
    script.write_text(REGISTER.format(folder=str(unpacked)))
    done = blender.run([blend, "--python", script, "--command", "pavane_export", target])
    assert done.returncode == 0, done.stdout + done.stderr
    assert target.read_bytes() == by_command
    assert "28 clips" in done.stdout
    done = blender.run([blend, "--python", script, "--command", "pavane_export", target,
                        "--scene", "Scenery"])
    assert done.returncode == 1
    assert "there is no scene named 'Scenery'" in done.stderr


def test_blender_finds_the_extension_valid(blender: Any, unpacked: Path) -> None:
    if blender.number < COMMANDS_SINCE:
        pytest.skip("this Blender has no extensions")
    done = blender.run(["--command", "extension", "validate", unpacked / "pavane.zip"])
    assert done.returncode == 0, done.stdout + done.stderr
