# SPDX-License-Identifier: MIT
"""Sampled motion beside Blender at moments of chance: rates, knots and cuts keep the bound that the file states."""
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
from pavane_format import model, reader  # noqa: E402

NEAR = 1 / 4096  # frames before a jump that are not judged
END = 31
JUMPS = [8.0, 15.3, 20.0]


@dataclass
class Shown:
    """One clip, and what Blender and the runtime show of it at the same moments: (moments, objects, 4, 4)."""

    clip: model.Clip
    document: model.Document
    report: dict[str, Any]
    names: list[str]
    frames: np.ndarray
    blender: np.ndarray
    played: np.ndarray

    def errors(self, name: str) -> np.ndarray:
        row = self.names.index(name)
        size = np.sqrt(12.0)  # of a cube of 2 m; what has a child moves more, which only makes the error smaller
        return matrix_errors(self.played[:, row], self.blender[:, row], np.full(len(self.frames), size))

    def components(self, name: str) -> list[model.Component]:
        return [component for channel in self.clip.channels if channel.target.owner == name
                for component in channel.components]


@pytest.fixture(scope="module")
def shown(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    folder = tmp_path_factory.mktemp("sampling")
    blend, moments = folder / "sampling.blend", folder / "moments.npz"
    done = blender.run(["--python", HERE / "scenes" / "sampling_scene.py", "--", blend, moments])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    document = reader.read(pav.read_bytes())
    (clip,) = document.clips
    kept = dict(np.load(moments))
    played = Played(build_folder / "pavane-dump", pav, folder / "dump.bin",
                    [f"0 {frame!r}" for frame in kept["frames"].tolist()])
    rows = [next(i for i, node in enumerate(document.scene.nodes) if node.name == name) for name in kept["names"]]
    return Shown(clip, document, report, kept["names"].tolist(), kept["frames"], kept["matrices"],
                 played.matrices[:, rows])


def test_what_constraints_move_keeps_the_bound_between_the_samples(shown: Shown) -> None:
    assert shown.clip.error_bound == pytest.approx(5e-5)
    for name in ("Follower", "Child"):
        worst = shown.errors(name).max()
        print(f"{name}: {worst:.1e}")
        assert worst <= shown.clip.error_bound
        assert "sampled" in {component.kind for component in shown.components(name)}


def test_a_steady_turn_keeps_it_although_the_middle_of_each_frame_has_no_error(shown: Shown) -> None:
    assert shown.errors("Turner").max() <= shown.clip.error_bound


def test_the_error_that_the_file_states_is_about_what_is_seen(shown: Shown) -> None:
    """The worst there is Shaker's, of which it is told."""
    assert shown.errors("Shaker").max() / 4 <= shown.clip.error <= 4 * shown.errors("Shaker").max()


def test_jumps_are_cuts_where_they_are(shown: Shown) -> None:
    sampled = [component for component in shown.components("Jumper") if component.kind == "sampled"]
    assert sampled
    for component in sampled:
        jumps = [cut[0] for cut in component.cuts.tolist() if abs(cut[1] - cut[2]) > 1e-3]
        assert len(jumps) == len(JUMPS)
        for jump, wanted in zip(jumps, JUMPS):
            assert wanted - 1e-5 <= jump <= wanted + NEAR


def test_between_jumps_the_bound_is_kept(shown: Shown) -> None:
    near = np.zeros(len(shown.frames), bool)
    for jump in JUMPS:
        near |= np.abs(shown.frames - jump) < NEAR
    assert near.sum() < 10
    assert shown.errors("Jumper")[~near].max() <= shown.clip.error_bound


def test_small_jumps_of_what_moves_fast_are_cuts(shown: Shown) -> None:
    """Such as solvers make that end when they are near enough: far less than the motion from sample to sample."""
    (component,) = [component for component in shown.components("Stepper") if component.kind == "sampled"]
    steps = np.arange(1, 22) / 0.7  # frames where floor(frame * 0.7) steps
    jumps = component.cuts[:, 0]
    assert len(jumps) == len(steps) and np.abs(jumps - steps).max() <= NEAR
    near = (np.abs(shown.frames[:, None] - steps) < NEAR).any(1)
    assert shown.errors("Stepper")[~near].max() <= shown.clip.error_bound
    assert len(component.knots) == 0


def test_what_jumps_about_from_moment_to_moment_is_told_and_takes_no_end_of_numbers(shown: Shown) -> None:
    told = {cause["object"]: cause["cause"] for cause in shown.report["causes"]}
    assert set(told) == {"Shaker"} and "jumps about from moment to moment" in told["Shaker"]
    (component,) = [component for component in shown.components("Shaker") if component.kind == "sampled"]
    assert len(component.samples) + len(component.knots) + 2 * len(component.cuts) <= 80 * END
    assert shown.errors("Shaker").max() <= 0.011 / np.sqrt(12.0)


def test_what_the_leader_does_stays_a_curve(shown: Shown) -> None:
    assert {component.kind for component in shown.components("Leader")} == {"curve", "constant"}
    assert shown.errors("Leader").max() <= 1e-6


def test_what_stays_is_not_in_the_clip_and_what_is_constant_costs_nothing(shown: Shown) -> None:
    assert not shown.components("Still")
    kinds = {(channel.target.element, component.component): component.kind
             for channel in shown.clip.channels if channel.target.owner == "Noisy" for component in channel.components}
    assert kinds == {("location", 0): "sampled", ("location", 1): "sampled"}


def test_a_wider_bound_makes_a_smaller_file(shown: Shown, blender: Any, build_folder: Path, tmp_path: Path) -> None:
    blend = tmp_path / "sampling.blend"
    done = blender.run(["--python", HERE / "scenes" / "sampling_scene.py", "--", blend, tmp_path / "moments.npz"])
    assert done.returncode == 0
    out = tmp_path / "wide.pav"
    done = blender.run([blend, "--python", corpus.COMMAND, "--", out, "--error-bound", "0.01"])
    assert done.returncode == 0, done.stdout + done.stderr
    (clip,) = reader.read(out.read_bytes()).clips
    assert clip.error_bound == pytest.approx(0.01) and clip.error <= 0.01

    assert beyond_whole_frames(clip) < beyond_whole_frames(shown.clip) / 4


def count(clip: model.Clip, name: str = "") -> int:
    """Numbers of what is sampled, of one object or all."""
    return sum(len(component.samples) + len(component.knots) + 2 * len(component.cuts) for channel in clip.channels
               for component in channel.components if component.kind == "sampled" and name in ("", channel.target.owner))


def beyond_whole_frames(clip: model.Clip) -> int:
    lanes = sum(component.kind == "sampled" for channel in clip.channels for component in channel.components)
    return count(clip) - END * lanes


def test_cubics_take_a_fraction_of_the_numbers_that_lines_need(shown: Shown) -> None:
    """Lines through ten samples a frame are about what the bound takes here."""
    for name in ("Follower", "Child"):
        lanes = [component for component in shown.components(name) if component.kind == "sampled"]
        assert {component.interpolation for component in lanes} == {"cubic"}
        per_frame = count(shown.clip, name) / len(lanes) / (END - 1)
        print(f"{name}: {per_frame:.1f} numbers a frame and lane")
        assert per_frame < 3
