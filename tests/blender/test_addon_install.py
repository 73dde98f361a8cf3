# SPDX-License-Identifier: MIT
"""The add-on's zip installed as a user does it, in folders of the test's own, and used by the menu's operator."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
EXTENSIONS_SINCE = (4, 2)

# Blender 3.4: Edit > Preferences > Add-ons > Install, the tick, Save Preferences.
INSTALL = """
import bpy, sys
assert bpy.ops.preferences.addon_install(filepath=sys.argv[-1], overwrite=True) == {'FINISHED'}
assert bpy.ops.preferences.addon_enable(module='pavane') == {'FINISHED'}
assert bpy.ops.wm.save_userpref() == {'FINISHED'}
"""
SCENE = """
import bpy, sys
cube = bpy.data.objects['Cube']
for frame, x in ((1, 0.0), (9, 2.0)):
    cube.location.x = x
    cube.keyframe_insert('location', frame=frame)
bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
"""
EXPORT = """
import bpy, sys
folder, module, target = sys.argv[-3:]
for kind in ('CONFIG', 'SCRIPTS'):
    assert bpy.utils.user_resource(kind).startswith(folder), bpy.utils.user_resource(kind)
assert module in bpy.context.preferences.addons.keys(), bpy.context.preferences.addons.keys()
package = sys.modules[module]
assert package.__file__.startswith(folder), package.__file__
assert bpy.ops.export_scene.pavane(filepath=target) == {'FINISHED'}
"""

Run = Any


@pytest.fixture(scope="module")
def user(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("user")


@pytest.fixture(scope="module")
def run(blender: Any, user: Path) -> Run:
    """Runs that Blender with the preferences, scripts and extensions of `user`, not the caller's."""
    folders = {f"BLENDER_USER_{name}": str(user / name.lower())
               for name in ("CONFIG", "SCRIPTS", "DATAFILES", "EXTENSIONS")}
    for folder in folders.values():
        Path(folder).mkdir(exist_ok=True)
    environment = {**os.environ, **folders, "BLENDER_USER_RESOURCES": str(user)}

    def start(*words: str | Path) -> subprocess.CompletedProcess[str]:
        command = [ROOT / "dev", "blender", blender.name, "-b", "--python-exit-code", "3", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    return start


@pytest.fixture(scope="module")
def module(blender: Any, run: Run, user: Path) -> str:
    """Installs and enables the zip; the name of the add-on's module then."""
    package = user / "zip" / "pavane.zip"
    package.parent.mkdir()
    subprocess.run([sys.executable, ROOT / "tools" / "addon_zip.py", package], check=True)
    if blender.number < EXTENSIONS_SINCE:
        run("--python-expr", INSTALL, "--", package)
        return "pavane"
    run("--command", "extension", "install-file", "--repo", "user_default", "--enable", package)
    return "bl_ext.user_default.pavane"


def own_settings() -> dict[str, int]:
    """What lies in the folders of the Blender of whoever runs the tests, and when it was changed."""
    folder = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config")) / "blender"
    return {str(path): path.stat().st_mtime_ns for path in sorted(folder.rglob("*"))}


def test_the_installed_operator_writes_what_the_script_does(blender: Any, run: Run, user: Path, tmp_path: Path,
                                                            request: pytest.FixtureRequest) -> None:
    before = own_settings()
    module = request.getfixturevalue("module")
    blend, target, expected = tmp_path / "scene.blend", tmp_path / "operator.pav", tmp_path / "script.pav"
    run("--factory-startup", "--python-expr", SCENE, "--", blend)
    # In a new Blender: what was installed lasts.
    run(blend, "--python-expr", EXPORT, "--", user, module, target)
    run("--factory-startup", blend, "--python", ROOT / "blender_addon/pavane/command.py", "--", expected)
    assert target.read_bytes() == expected.read_bytes()
    assert own_settings() == before
