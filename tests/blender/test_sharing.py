# SPDX-License-Identifier: MIT
"""Clips that move nothing of each other are evaluated in one sweep, and come out as if each had played alone."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison  # noqa: E402
from pavane_format import model, reader  # noqa: E402

# Counts how often the exporter sets a frame; with "alone" every clip is evaluated by itself.
COMMAND = """
import importlib, runpy, sys
command = runpy.run_path({command!r})
package = command["load_package"]()
sampling = importlib.import_module(package + ".gather.sampling")
sharing = importlib.import_module(package + ".gather.sharing")
if {alone}:
    groups = sharing.groups
    sharing.groups = lambda clips, alone: groups(clips, True)
count = [0]
stretch = sampling.Sampler._stretch
def counted(self, frames):
    count[0] += len(frames)
    return stretch(self, frames)
sampling.Sampler._stretch = counted
status = command["main"]([{out!r}], package)
print("evaluated:", count[0])
sys.stdout.flush()
sys.exit(status) if status else None
"""


@pytest.fixture(scope="module")
def blend(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sharing") / "sharing.blend"
    done = blender.run(["--python", HERE / "scenes" / "sharing_scene.py", "--", path])
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def export(blender: Any, blend: Path, folder: Path, alone: bool) -> tuple[Path, int]:
    out, script = folder / f"alone-{alone}.pav", folder / "command.py"
    script.write_text(COMMAND.format(alone=alone, out=str(out), command=str(corpus.COMMAND)))
    done = blender.run([blend, "--python", script])
    assert done.returncode == 0 and out.is_file(), done.stdout + done.stderr
    return out, int(done.stdout.split("evaluated:")[1].split()[0])


def channels(clip: model.Clip) -> set[tuple[str, str, str]]:
    return {(channel.target.kind, channel.target.owner, channel.target.element) for channel in clip.channels}


def test_the_file_is_the_same_as_when_each_plays_alone(blender: Any, blend: Path, tmp_path: Path) -> None:
    together, few = export(blender, blend, tmp_path, False)
    alone, many = export(blender, blend, tmp_path, True)
    assert together.read_bytes() == alone.read_bytes()
    print(f"{few} evaluations instead of {many}")
    assert many - few >= 7 * 20  # seven of the clips have frames that another one has evaluated


def test_each_clip_has_what_it_moves_and_no_more(blender: Any, blend: Path, tmp_path: Path) -> None:
    document = reader.read(export(blender, blend, tmp_path, False)[0].read_bytes())
    moved = {clip.name: {owner for _, owner, _ in channels(clip)} for clip in document.clips}
    assert moved == {
        "Mover0Action": {"Mover0", "Follower"}, "Mover1Action": {"Mover1", "Follower"}, "Mover2Action": {"Mover2"},
        "Mover3Action": {"Mover3", "Driven"}, "PaintAction": {"Paint"},
        **{f"Mover{i}Action": {f"Mover{i}"} for i in range(4, 8)},
    }


def test_it_plays_as_in_blender(blender: Any, blend: Path, build_folder: Path) -> None:
    pav, report = corpus.export(blender.name, blend, blend.parent, 600)
    oracle = corpus.ask_oracle(blender.name, blend, blend.parent, "oracle.npz", [], 600)
    result = Comparison(pav, oracle, build_folder / "pavane-dump", 1e-5).run()
    assert result.clips == 9 and not result.problems
    assert result.curve_error <= 1e-5, result.curve_place
    assert result.sampled_error <= 5e-5, result.sampled_place  # the bound that the clips state
