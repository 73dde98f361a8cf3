# SPDX-License-Identifier: MIT
"""Every interpolation, easing, extrapolation and modifier: exported by the add-on, played by the C runtime, compared
with FCurve.evaluate at whole frames, half frames and between."""
from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import model, reader  # noqa: E402

COMMAND = ROOT / "blender_addon" / "pavane" / "command.py"
# Blender computes in float32, times above all: its value must be the runtime's at some moment that near.
STEPS = 16
BOUND = 1e-5  # of the largest of 1, the keys and the values


@dataclass
class Exported:
    document: model.Document
    path: Path
    names: list[str]
    frames: np.ndarray
    values: np.ndarray  # curves, frames

    def components(self) -> dict[str, tuple[int, model.Component]]:
        """Of each curve by its name: its channel's place in the clip, and what it travelled as."""
        places = {f"curve {i}": name for i, name in enumerate(self.names)}
        return {places[channel.target.element]: (i, channel.components[0])
                for i, channel in enumerate(self.document.clips[0].channels)}


@pytest.fixture(scope="module")
def exported(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    folder = tmp_path_factory.mktemp("curves")
    blend, pav, values = (folder / name for name in ("curves.blend", "curves.pav", "curves.npz"))
    for arguments in (["--python", HERE / "scenes" / "curves_scene.py", "--", blend, values],
                      [blend, "--python", COMMAND, "--", pav]):
        done = blender.run(arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    found = np.load(values)
    return Exported(reader.read(pav.read_bytes()), pav, found["names"].tolist(), found["frames"], found["values"])


class Player:
    """The runtime's values of an exported clip's channels."""

    def __init__(self, library: Path, exported: Exported) -> None:
        self.library, self.clip = ctypes.CDLL(str(library)), exported.document.clips[0]
        self.library.pav_document_load_file.argtypes = [ctypes.c_char_p] + [ctypes.c_void_p] * 3
        self.library.pav_channel_evaluate.argtypes = [
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]
        self.library.pav_channel_evaluate.restype = None
        self.document = ctypes.c_void_p()
        path = str(exported.path).encode()
        assert self.library.pav_document_load_file(path, None, ctypes.byref(self.document), None) == 0

    def evaluate(self, channel: int, frames: np.ndarray) -> np.ndarray:
        values, count, found = (ctypes.c_float * 16)(), ctypes.c_uint32(), []
        for frame in frames.ravel().tolist():
            seconds = (frame - self.clip.frame_start) * self.clip.fps_base / self.clip.fps
            self.library.pav_channel_evaluate(self.document, 0, channel, seconds, values, ctypes.byref(count))
            found.append(values[0])
        return np.reshape(found, frames.shape)


def test_every_curve_travels_as_a_curve(exported: Exported) -> None:
    found = exported.components()
    assert found.keys() == set(exported.names) and len(found) > 250
    sampled = {name for name, (_, component) in found.items() if component.kind != "curve"}
    assert sampled == {f"sampled noise {extrapolation}" for extrapolation in ("CONSTANT", "LINEAR")}


def test_every_curve_plays_as_blender_evaluates_it(exported: Exported, build_folder: Path) -> None:
    player = Player(build_folder / "libpavane.so", exported)
    steps = np.spacing(np.abs(exported.frames).astype(np.float32)).astype(np.float64)
    around = exported.frames + np.array([-STEPS, -4, -1, 0, 1, 4, STEPS])[:, None] * steps
    wrong = {}
    for name, (channel, component) in exported.components().items():
        if component.kind != "curve":
            continue
        wanted = exported.values[exported.names.index(name)]
        shown = player.evaluate(channel, around)
        size = np.maximum(np.abs(wanted), max(1.0, np.abs(component.curve.values).max(initial=0.0)))
        excess = np.maximum(shown.min(0) - wanted, wanted - shown.max(0)) / size
        if excess.max() > BOUND:
            wrong[name] = f"{excess.max():.2e} at frame {exported.frames[excess.argmax()]}"
    assert wrong == {}


def test_muted_modifiers_do_not_travel(exported: Exported) -> None:
    _, component = exported.components()["muted modifiers CONSTANT"]
    assert component.kind == "curve" and component.curve.modifiers == []


def test_only_unusual_easings_are_stored(exported: Exported) -> None:
    found = exported.components()
    assert found["SINE AUTO CONSTANT"][1].curve.easings == {}
    assert {easing.easing for easing in found["SINE EASE_OUT CONSTANT"][1].curve.easings.values()} == {"out"}
    backs = found["BACK AUTO CONSTANT"][1].curve.easings.values()
    assert len(backs) == 4 and {(easing.amplitude, easing.period) for easing in backs} == {
        (model.Easing().amplitude, model.Easing().period)}
