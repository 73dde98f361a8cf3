# SPDX-License-Identifier: MIT
"""Samples told in steps, beside Blender: all that they move keeps the bound, also down a long chain, and takes little."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Comparison, Result  # noqa: E402
from pavane_format import container, layout, model, packing  # noqa: E402

LIMIT = 1e-5  # of what curves move: the leader
BYTES_A_VALUE = 1.3  # of the whole chunk, names and all; 4 as floats


@pytest.fixture(scope="module")
def compared(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Comparison, Result]:
    folder = tmp_path_factory.mktemp("steps")
    blend = folder / "steps.blend"
    done = blender.run(["--python", HERE / "scenes" / "steps_scene.py", "--", blend])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    assert report["causes"] == []
    oracle = corpus.ask_oracle(blender.name, blend, folder, "oracle.npz", ["--all"], 600)
    comparison = Comparison(pav, oracle, build_folder / "pavane-dump", LIMIT)
    return comparison, comparison.run()


def sampled(clip: model.Clip) -> dict[tuple[str, str, str], list[model.Component]]:
    found = {(channel.target.owner, channel.target.part, channel.target.element):
             [component for component in channel.components if component.kind == "sampled"]
             for channel in clip.channels}
    return {key: components for key, components in found.items() if components}


def test_all_that_samples_move_keeps_the_bound(compared: tuple[Comparison, Result]) -> None:
    comparison, result = compared
    (clip,) = comparison.document.clips
    assert not result.problems and not result.bad
    print(f"sampled {result.sampled_error:.1e} of {clip.error_bound:.1e}, {clip.error:.1e} stated: {result.matrix_place}")
    assert 0.3 * clip.error_bound < result.sampled_error <= 1.05 * clip.error <= 1.05 * clip.error_bound
    assert result.sampled_error <= clip.error_bound


def test_what_only_goes_with_others_is_not_sampled(compared: tuple[Comparison, Result]) -> None:
    (clip,) = compared[0].document.clips
    found = set(sampled(clip))
    assert found >= {("Rig", f"Bone {i}", "rotation") for i in range(8)}
    assert found >= {("Rig", "", "location"), ("Cube", "Wide", "value")}
    assert not {part for owner, part, _ in found if owner == "Box" or part == "Bone 8"}


def test_it_takes_a_good_byte_for_each_sampled_number(compared: tuple[Comparison, Result]) -> None:
    data = compared[0].pav.read_bytes()
    places = [container.ENTRY.unpack_from(data, 28 + container.ENTRY.size * i) for i in
              range(int.from_bytes(data[16:20], "little"))]
    (size,) = [place[6] for place in places if place[0] == b"CLIP"]
    (clip,) = compared[0].document.clips
    count = sum(len(component.samples) + len(component.knots) + 2 * len(component.cuts)
                for components in sampled(clip).values() for component in components)
    print(f"{count} numbers in {size} bytes: {size / count:.2f} each")
    assert size < BYTES_A_VALUE * count
    (chunk,) = [chunk for chunk in container.unpack(data) if chunk.type == "CLIP"]
    assert layout.ENUMS["packing"]["samples"] == 3 and size < 0.5 * len(container.store(chunk).data)
    assert packing.pack("CLIP", chunk.raw) is not None
