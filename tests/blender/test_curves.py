# SPDX-License-Identifier: MIT
"""The runtime's curves against FCurve.evaluate: random curves are made in Blender, written to a .pav, and evaluated
through the public interface at the same frames.

Blender solves a Bezier segment's time in float32, the runtime in double.  So where a curve is steep, Blender is off by
what a few float32 steps of time make of it.  Every such excess is counted; the runtime must be the one that is right
there, by a solution in rational numbers, and all but one in 10,000 samples must lie within those few steps.
"""
from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "format"))

from pavane_format import writer  # noqa: E402
from pavane_format.model import Channel, Clip, Component, Curve, Document, Target  # noqa: E402

CURVES_PER_GROUP = 300
INTERPOLATIONS = ("constant", "linear", "bezier")
BOUND = 1e-5  # of max(1, the largest key, the value)


# ---- What Blender says ----

@dataclass
class Sampled:
    """One curve, and Blender's values of it."""

    group: str
    curve: Curve
    frames: np.ndarray
    values: np.ndarray

    @property
    def scale(self) -> np.ndarray:
        return np.maximum(max(1.0, float(np.abs(self.curve.values).max())), np.abs(self.values.astype(np.float64)))


def read_dump(path: Path) -> list[Sampled]:
    dump = dict(np.load(path))  # each array is read from the file once, not once a curve
    keys = np.concatenate(([0], np.cumsum(dump["key_count"])))
    samples = np.concatenate(([0], np.cumsum(dump["sample_count"])))
    curves = []
    for i, group in enumerate(dump["group"]):
        k, s = slice(keys[i], keys[i + 1]), slice(samples[i], samples[i + 1])
        curve = Curve(dump["times"][k], dump["values"][k], dump["lefts"][k], dump["rights"][k],
                      [INTERPOLATIONS[number] for number in dump["interpolations"][k]],
                      ("constant", "linear")[dump["extrapolation"][i]])
        curves.append(Sampled(str(dump["group_names"][group]), curve, dump["sample_times"][s],
                              dump["sample_values"][s]))
    return curves


# ---- What the runtime says ----

class Runtime:
    """A document whose one clip has one channel per curve; seconds are frames."""

    def __init__(self, library: Path, path: Path, curves: list[Curve]) -> None:
        channels = [Channel(Target("object", f"Object {i}", element="location"), [Component(0, "curve", curve=curve)])
                    for i, curve in enumerate(curves)]
        path.write_bytes(writer.write(Document(clips=[Clip("Clip", fps=1, frame_end=1.0, channels=channels)])))
        self.library = ctypes.CDLL(str(library))
        self.library.pav_document_load_file.argtypes = [ctypes.c_char_p] + [ctypes.c_void_p] * 3
        self.library.pav_document_destroy.argtypes = [ctypes.c_void_p]
        self.library.pav_channel_evaluate.argtypes = [
            ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p]
        self.library.pav_channel_evaluate.restype = None
        self.document = ctypes.c_void_p()
        assert self.library.pav_document_load_file(str(path).encode(), None, ctypes.byref(self.document), None) == 0

    def evaluate(self, channel: int, frames: np.ndarray) -> np.ndarray:
        values, count = (ctypes.c_float * 16)(), ctypes.c_uint32()
        out = np.empty(len(frames))
        for i, frame in enumerate(frames):
            self.library.pav_channel_evaluate(self.document, 0, channel, float(frame), values, ctypes.byref(count))
            out[i] = values[0]
        assert count.value == 1
        return out

    def close(self) -> None:
        self.library.pav_document_destroy(self.document)


# ---- What is right ----

def clamped(handle: np.ndarray, key: tuple[Fraction, Fraction], length: Fraction) -> tuple[Fraction, Fraction]:
    """A handle from its key, its time in parts of the segment, no longer than the segment."""
    run, rise = (Fraction(float(handle[0])) - key[0]) / length, Fraction(float(handle[1])) - key[1]
    return (run / abs(run), rise / abs(run)) if abs(run) > 1 else (run, rise)


def exact_bezier(curve: Curve, frame: float) -> float:
    """The value of a Bezier segment, its time halved in rational numbers until nothing is left of it."""
    i = int(np.searchsorted(curve.times, np.float32(frame), side="right")) - 1
    assert 0 <= i < len(curve.times) - 1 and curve.interpolations[i] == "bezier"
    first, last = ((Fraction(float(curve.times[k])), Fraction(float(curve.values[k]))) for k in (i, i + 1))
    length = last[0] - first[0]
    right, left = clamped(curve.rights[i], first, length), clamped(curve.lefts[i + 1], last, length)
    times, values = (0, right[0], 1 + left[0], 1), (first[1], first[1] + right[1], last[1] + left[1], last[1])

    def at(s: Fraction, points: tuple) -> Fraction:
        r = 1 - s
        return r * r * r * points[0] + 3 * s * r * r * points[1] + 3 * s * s * r * points[2] + s * s * s * points[3]

    low, high = Fraction(0), Fraction(1)
    for _ in range(64):
        middle = (low + high) / 2
        if at(middle, times) < (Fraction(frame) - first[0]) / length:
            low = middle
        else:
            high = middle
    return float(at(low, values))


# ---- The comparison ----

@dataclass
class Differences:
    """Of all samples of a group."""

    relative: np.ndarray  # to the scale
    explained: np.ndarray  # within the bound of what a few float32 steps of time give
    wrong: int  # of those over the bound: where the runtime is not right


def compare(runtime: Runtime, channel: int, sampled: Sampled, steps: int) -> Differences:
    wanted, allowed = sampled.values.astype(np.float64), BOUND * sampled.scale
    values = runtime.evaluate(channel, sampled.frames)
    relative = np.abs(values - wanted) / sampled.scale
    explained = relative <= BOUND
    wrong = 0
    for i in np.flatnonzero(~explained):
        frame = float(sampled.frames[i])
        step = float(np.spacing(np.float32(max(abs(frame), 1.0))))
        near = runtime.evaluate(channel, frame + step * np.arange(-steps, steps + 1))
        explained[i] = near.min() - allowed[i] <= wanted[i] <= near.max() + allowed[i]
        wrong += abs(exact_bezier(sampled.curve, frame) - values[i]) > 1e-6 * sampled.scale[i]
    return Differences(relative, explained, wrong)


@pytest.fixture(scope="module")
def differences(blender, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Differences]:
    folder = tmp_path_factory.mktemp("curves")
    script = Path(__file__).with_name("curves_dump.py")
    ran = blender.run(["--python", script, "--", folder / "curves.npz", str(CURVES_PER_GROUP), "1"])
    assert ran.returncode == 0, ran.stdout + ran.stderr
    curves = read_dump(folder / "curves.npz")
    runtime = Runtime(build_folder / "libpavane.so", folder / "curves.pav", [sampled.curve for sampled in curves])
    parts: dict[str, list[Differences]] = {}
    for channel, sampled in enumerate(curves):
        steps = 16 if sampled.group.startswith("steep") else 4
        parts.setdefault(sampled.group, []).append(compare(runtime, channel, sampled, steps))
    runtime.close()
    groups = {name: Differences(np.concatenate([part.relative for part in all_parts]),
                                np.concatenate([part.explained for part in all_parts]),
                                sum(part.wrong for part in all_parts))
              for name, all_parts in parts.items()}
    print(f"\nBlender {blender.version}")
    for name, group in groups.items():
        print(f"{name:20} {len(group.relative):7} samples, largest {group.relative.max():.1e}, over 1e-5: "
              f"{int((group.relative > BOUND).sum())}, of these not by steps of time: {int((~group.explained).sum())}")
    return groups


EXACT = ("constant", "linear", "one key", "crowded")
BEZIER = ("bezier inside", "bezier whole frames", "bezier overlapping", "bezier any length", "mixed")
STEEP = ("steep auto", "steep vertical", "steep crowded", "steep backward")


def test_every_group_is_compared(differences: dict[str, Differences]) -> None:
    assert set(differences) == {*EXACT, *BEZIER, *STEEP}
    assert all(len(group.relative) > 20 * CURVES_PER_GROUP for group in differences.values())


@pytest.mark.parametrize("name", EXACT)
def test_without_a_steep_solve_the_values_are_blenders(differences: dict[str, Differences], name: str) -> None:
    assert differences[name].relative.max() <= BOUND


@pytest.mark.parametrize("name", BEZIER)
def test_bezier_segments_are_blenders_up_to_its_float32_time(differences: dict[str, Differences], name: str) -> None:
    group = differences[name]
    assert group.explained.all() and group.wrong == 0
    assert (group.relative > BOUND).mean() <= 1e-3
    assert group.relative.max() < 1e-4


@pytest.mark.parametrize("name", STEEP)
def test_where_steep_segments_differ_the_runtime_is_right(differences: dict[str, Differences], name: str) -> None:
    group = differences[name]
    assert group.wrong == 0
    assert (~group.explained).mean() <= 1e-4
    assert (group.relative > 2e-3).mean() <= 1e-4
    assert (group.relative > BOUND).mean() <= 2e-2  # the most: vertical handles, which 5.2 moves 0.001 frame aside
