# SPDX-License-Identifier: MIT
"""What stands somewhere because of a shape follows it, though shapes that move nothing are not evaluated."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402

LIMIT = 1e-5  # of the matrix error where curves move what is seen
MESHES = float("inf")  # what hooks pull does not travel, and is reported
NEEDED = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("command", {command!r})
command = importlib.util.module_from_spec(spec)
spec.loader.exec_module(command)
from importlib import import_module
stilled = import_module(command.load_package() + ".gather.stilled")
import bpy
def names_off():
    return sorted(ob.name for ob in bpy.data.objects for part in ob.modifiers if not part.show_viewport)
needed = stilled.needed_shapes()
print("needed:" + "|".join(sorted(ob.name for ob in bpy.data.objects if ob.as_pointer() in needed)))
with stilled.stilled():
    print("off:" + "|".join(names_off()))
print("left off:" + "|".join(names_off()))
variable = bpy.data.objects["Pin"].driver_add("scale", 0).driver.variables.new()
variable.targets[0].id, variable.targets[0].data_path = bpy.data.objects["Pin"], "parent.data.vertices[0].co[2]"
with stilled.stilled():
    print("off with a driver:" + "|".join(names_off()))
"""


@pytest.fixture(scope="module")
def blend(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shapes") / "shapes.blend"
    done = blender.run(["--python", HERE / "scenes" / "shapes_scene.py", "--", path])
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def test_what_follows_a_shape_plays_as_in_blender(blender: Any, blend: Path, build_folder: Path) -> None:
    pav, _ = corpus.export(blender.name, blend, blend.parent, 600)
    oracle = corpus.ask_oracle(blender.name, blend, blend.parent, "oracle.npz", ["--moments", "20"], 600)
    comparison = Comparison(pav, oracle, build_folder / "pavane-dump", LIMIT, MESHES)
    result: Result = comparison.run()
    sampled = {channel.target.owner for clip in comparison.document.clips for channel in clip.channels
               if any(component.kind == "sampled" for component in channel.components)}
    print(f"sampled {result.sampled_error:.1e}: {result.sampled_place}")
    assert sampled == {"Pin", "Rider", "Point"}
    assert result.clips == 3 and not result.problems and result.bad == {}


def test_only_shapes_that_move_something_are_evaluated(blender: Any, blend: Path) -> None:
    done = blender.run([blend, "--python-expr", NEEDED.format(command=str(corpus.COMMAND))])
    lines = {line.split(":")[0]: line.split(":")[1].split("|") for line in done.stdout.splitlines() if ":" in line}
    assert lines["needed"] == ["Block", "Lattice", "Rail", "Sheet"]
    assert lines["off"] == ["Alone"] and lines["left off"] == [""]
    assert lines["off with a driver"] == [""]  # it may read any shape
