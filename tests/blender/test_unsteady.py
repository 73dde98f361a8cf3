# SPDX-License-Identifier: MIT
"""What depends on the frames before is known at whole frames alone; all else keeps its bound beside it."""
from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare import Played, matrix_errors  # noqa: E402
from compare_looks import Player  # noqa: E402
from pavane_format import model, reader  # noqa: E402

END = 21
SIZE = np.sqrt(12.0)  # of a cube of 2 m
NAMES = ["Wild", "Unsteady", "Rider", "Rig"]
IN_RIG = 4  # the column of the bone, whose matrix is its rig's


@dataclass
class Shown:
    """One clip, and what Blender and the runtime show of it: first whole frames in order, then moments of chance."""

    kind: str
    clip: model.Clip
    report: dict[str, Any]
    frames: np.ndarray
    blender: np.ndarray  # (frames, 5, 4, 4)
    played: np.ndarray
    counts: np.ndarray  # whole numbers, at whole frames
    played_counts: np.ndarray

    def errors(self, column: int) -> np.ndarray:
        return matrix_errors(self.played[:, column], self.blender[:, column], np.full(len(self.frames), SIZE))

    def components(self, owner: str, kind: str = "sampled") -> list[model.Component]:
        return [component for channel in self.clip.channels if channel.target.owner == owner
                for component in channel.components if component.kind == kind]


@pytest.fixture(scope="module", params=["simulated", "cycle"])
def shown(request: pytest.FixtureRequest, blender: Any, build_folder: Path,
          tmp_path_factory: pytest.TempPathFactory) -> Shown:
    folder = tmp_path_factory.mktemp(request.param)
    blend, moments = folder / "unsteady.blend", folder / "moments.npz"
    done = blender.run(["--python", HERE / "scenes" / "unsteady_scene.py", "--", request.param, blend, moments])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    document, kept = reader.read(pav.read_bytes()), dict(np.load(moments))
    (clip,) = document.clips
    at = [f"0 {frame!r}" for frame in kept["frames"].tolist()]
    played = Played(build_folder / "pavane-dump", pav, folder / "dump.bin", at).matrices
    rows = [next(i for i, node in enumerate(document.scene.nodes) if node.name == name) for name in (*NAMES, "Bone")]
    chosen = played[:, rows].copy()
    chosen[:, IN_RIG] = np.linalg.inv(chosen[:, NAMES.index("Rig")]) @ chosen[:, IN_RIG]
    counts = [moment["property"]["object Counted"]["count"]
              for moment in Player(document, pav, build_folder / "pavane-dump").at(at[:END])]
    return Shown(request.param, clip, report, kept["frames"], kept["matrices"], chosen, kept["counts"][:END],
                 np.array(counts)[:, 0])


def test_what_is_steady_keeps_its_bound_between_whole_frames(shown: Shown) -> None:
    for column in (0, IN_RIG):
        worst = shown.errors(column).max()
        print(f"{shown.kind}: {worst:.1e}")
        assert worst <= shown.clip.error_bound == pytest.approx(5e-5)
    (component,) = shown.components("Wild")
    assert component.rate > 1 or len(component.knots) > END


def test_what_is_not_has_only_whole_frames(shown: Shown) -> None:
    moving = shown.components("Unsteady") + shown.components("Rider")
    assert len(moving) >= 2
    assert all(component.rate == 1 and not len(component.knots) and not len(component.cuts) for component in moving)


def test_what_is_simulated_is_right_at_whole_frames(shown: Shown) -> None:
    if shown.kind == "cycle":
        return  # no value is right there
    for column in (1, 2, 3):
        assert shown.errors(column)[:END].max() <= shown.clip.error_bound
    assert np.ptp(shown.blender[:END, 1, 2, 3]) > 3


def test_whole_numbers_of_it_stay_until_the_next_frame(shown: Shown) -> None:
    (component,) = shown.components("Counted")
    assert len(component.cuts) > 2 and component.rate == 1
    assert np.isin(component.cuts[:, 0], np.arange(1, END + 1)).all()
    if shown.kind == "simulated":
        assert (shown.played_counts == shown.counts).all()


def test_the_report_names_what_is_not_steady(shown: Shown) -> None:
    if shown.kind == "simulated":
        named = {note["what"] for note in shown.report["notes"] if "simulation" in note["note"]}
        assert named == {"object 'Unsteady'", "object 'Rider'", "object 'Rig'"}
    else:
        named = {cause["object"] for cause in shown.report["causes"] if "frames before" in cause["cause"]}
        assert {"Unsteady", "Other", "Rider", "Rig"} >= named >= {"Unsteady", "Rider"}
