# SPDX-License-Identifier: MIT
"""Whole numbers and booleans, keyed and driven, at moments of chance beside Blender."""
from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import corpus  # noqa: E402
from compare_looks import Player  # noqa: E402
from pavane_format import model, reader  # noqa: E402

NEAR = 1 / 64  # frames after a jump, within which a sampled one may come


@dataclass
class Shown:
    clip: model.Clip
    report: dict[str, Any]
    frames: np.ndarray
    blender: dict[str, dict[str, np.ndarray]]  # by object and property: (frames, numbers)
    played: dict[str, dict[str, np.ndarray]]

    def components(self, owner: str, element: str) -> list[model.Component]:
        return [component for channel in self.clip.channels
                if (channel.target.owner, channel.target.element) == (owner, element) for component in channel.components]

    def kinds(self, owner: str, element: str) -> set[str]:
        """How it travels; a curve by its rounding."""
        return {component.curve.rounding if component.curve is not None else component.kind
                for component in self.components(owner, element)}


@pytest.fixture(scope="module")
def shown(blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Shown:
    folder = tmp_path_factory.mktemp("discrete")
    blend, out = folder / "discrete.blend", folder / "seen.json"
    done = blender.run(["--python", HERE / "scenes" / "discrete_scene.py", "--", blend, out])
    assert done.returncode == 0, done.stdout + done.stderr
    pav, report = corpus.export(blender.name, blend, folder, 600)
    assert report["left_out"] == []
    document, seen = reader.read(pav.read_bytes()), json.loads(out.read_text())
    (clip,) = document.clips
    moments = Player(document, pav, build_folder / "pavane-dump").at([f"0 {frame!r}" for frame in seen["frames"]])
    blender_values = {owner: {name: np.array(rows) for name, rows in values.items()}
                      for owner, values in seen["values"].items()}
    played = {owner: {name: np.array([find(moment, owner, name) for moment in moments]) for name in values}
              for owner, values in blender_values.items()}
    return Shown(clip, report, np.array(seen["frames"]), blender_values, played)


def find(moment: dict[str, Any], owner: str, name: str) -> np.ndarray:
    return moment["object"][owner][name] if name.startswith("hide_") else moment["property"][f"object {owner}"][name]


# What changes and changes back within half a frame of what is sampled may be missed; the report says so.
QUICK = {"whole bounce raw", "noisy", "noisy flag"}
KINDS = ("constant", "linear", "bezier", "elastic", "bounce")


def wrong(shown: Shown, owner: str, name: str) -> np.ndarray:
    """The moments at which what is played is not what Blender shows, but just after a jump of samples."""
    jumps = [cut[0] for component in shown.components(owner, name) if component.kind == "sampled"
             for cut in component.cuts.tolist() if cut[1] != cut[2]]
    near = np.zeros(len(shown.frames), bool)
    for jump in jumps:
        near |= (shown.frames > jump - NEAR) & (shown.frames < jump)
    assert near.mean() < 0.1 + NEAR * len(jumps) / 40
    return shown.frames[(shown.blender[owner][name] != shown.played[owner][name]).any(1) & ~near]


# ---- Keyed ----


@pytest.mark.parametrize("name", [f"{what} {kind}" for what in ("whole", "flag") for kind in KINDS]
                         + ["array", "cycled", "cycled flag", "onward", "hide_render", "hide_viewport"])
def test_keyed_whole_numbers_play_as_in_blender(shown: Shown, name: str) -> None:
    assert len(np.unique(shown.blender["Holder"][name])) >= 2
    assert wrong(shown, "Holder", name).tolist() == []
    assert "sampled" not in shown.kinds("Holder", name)


def test_whole_numbers_are_rounded_and_flags_held_by_the_curve_itself(shown: Shown, blender: Any) -> None:
    """Without steps of the exporter's own. Before Blender 4 a flag of one's own is a whole number."""
    held = {"integer"} if blender.number < (4,) else {"hold"}
    for kind in KINDS[1:]:
        assert shown.kinds("Holder", f"whole {kind}") == {"integer"}
        assert shown.kinds("Holder", f"flag {kind}") == held
    assert shown.kinds("Holder", "array") == shown.kinds("Holder", "cycled") == {"integer"}
    assert shown.kinds("Holder", "cycled flag") == held
    assert shown.kinds("Holder", "hide_render") == {"hold"}


def test_an_interpolation_travels_though_it_is_held(shown: Shown) -> None:
    (component,) = shown.components("Holder", "hide_render")
    assert component.curve is not None and component.curve.interpolations == ["linear"] * 4


# ---- Where Blender does not round ----


@pytest.mark.parametrize("name", [f"{what} {kind} raw" for what in ("whole", "flag") for kind in KINDS
                                  if f"{what} {kind} raw" not in QUICK])
def test_numbers_that_blender_cuts_off_play_as_there(shown: Shown, name: str) -> None:
    """It does so with curves that were made without a look at what they animate."""
    assert wrong(shown, "Holder", name).tolist() == []


@pytest.mark.parametrize("name", ["whole", "flag", "two at once", "hide_render", "hide_viewport"])
def test_driven_whole_numbers_jump_where_they_do_in_blender(shown: Shown, name: str) -> None:
    assert shown.kinds("Follower", name) == {"sampled"}
    assert wrong(shown, "Follower", name).tolist() == []


def test_nothing_is_played_between_two_whole_numbers(shown: Shown) -> None:
    for owner, values in shown.played.items():
        for name, rows in values.items():
            assert name == "source" or (rows == np.round(rows)).all()


def test_what_is_too_quick_for_samples_is_told(shown: Shown) -> None:
    told = {cause["object"] for cause in shown.report["causes"]}
    assert told and told <= {"Holder", "Follower"}  # whose source comes to 4 so gently that 3 and 4 alternate
    assert all("over the bound" in cause["cause"] for cause in shown.report["causes"])
    for name in QUICK:
        count = len(wrong(shown, "Holder", name))
        assert count < 0.05 * len(shown.frames)
        assert not count or "Holder" in told
