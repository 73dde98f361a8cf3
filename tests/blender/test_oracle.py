# SPDX-License-Identifier: MIT
"""The oracle against closed forms, and against itself: another order, active object and frame."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from oracle_noise import load_meta, noise  # noqa: E402

FLOAT_NOISE = 1e-6


class Recording:
    """One .npz of the oracle, by names."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = np.load(path)
        self.meta = load_meta(self.file)

    def clip(self, name: str) -> dict[str, Any]:
        return next(clip for clip in self.meta["clips"] if clip["name"] == name)

    def node(self, name: str, bone: str = "", instancer: str = "") -> int:
        return next(i for i, node in enumerate(self.meta["nodes"])
                    if (node["name"], node["bone"], node["instancer"]) == (name, bone, instancer))

    def rest(self, name: str, **where: str) -> np.ndarray:
        return self.file["rest_matrices"][self.node(name, **where)]

    def matrices(self, clip: str, name: str, **where: str) -> dict[float, np.ndarray]:
        index = [c["name"] for c in self.meta["clips"]].index(clip)
        values = self.file[f"matrices_{index}"][:, self.node(name, **where)]
        return dict(zip(self.clip(clip)["frames"], values))

    def points(self, clip: str, name: str) -> dict[float, np.ndarray] | None:
        """None where the mesh stays at rest."""
        index = [c["name"] for c in self.meta["clips"]].index(clip)
        mesh = [m["name"] for m in self.meta["meshes"]].index(name)
        key = f"points_{index}_{mesh}"
        return dict(zip(self.clip(clip)["frames"], self.file[key])) if key in self.file.files else None


def record(blender: Any, blend: Path, out: Path, *options: str) -> Recording:
    done = blender.run([str(blend), "--python", str(HERE / "oracle.py"), "--", str(out), *options])
    assert done.returncode == 0, done.stdout + done.stderr
    return Recording(out)


def build(blender: Any, script: str, path: Path) -> Path:
    done = blender.run(["--python", str(HERE / "scenes" / script), "--", str(path)])
    assert done.returncode == 0, done.stdout + done.stderr
    return path


@pytest.fixture(scope="module")
def blend(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(blender, "oracle_scene.py", tmp_path_factory.mktemp("oracle") / "scene.blend")


@pytest.fixture(scope="module")
def recording(blender: Any, blend: Path) -> Recording:
    return record(blender, blend, blend.parent / "plain.npz")


def x_of(matrices: dict[float, np.ndarray]) -> dict[float, float]:
    return {frame: float(matrix[0, 3]) for frame, matrix in matrices.items()}


# ---- Against itself ----


def test_order_of_frames_active_object_and_current_frame_change_nothing(blender: Any, blend: Path,
                                                                        recording: Recording) -> None:
    other = record(blender, blend, blend.parent / "shuffled.npz", "--shuffle", "7", "--active", "Skin")
    for kind, (error, place) in noise(str(recording.path), str(other.path)).items():
        assert error <= FLOAT_NOISE, f"{kind} differs at {place}"


def test_noise_sees_a_moved_node(recording: Recording, tmp_path: Path) -> None:
    arrays = {name: recording.file[name] for name in recording.file.files}
    arrays["matrices_0"] = arrays["matrices_0"].copy()
    arrays["matrices_0"][0, 0, 0, 3] += 0.01
    np.savez(tmp_path / "moved.npz", **arrays)
    assert noise(str(recording.path), str(tmp_path / "moved.npz"))["matrix"][0] > 1e-4


def test_every_frame_contains_the_chosen_ones(blender: Any, blend: Path, recording: Recording) -> None:
    every = record(blender, blend, blend.parent / "all.npz", "--all")
    frames = every.clip("Shared")["frames"]
    assert frames == [i / 2 for i in range(-20, 21)]
    for frame, matrix in recording.matrices("Shared", "Left").items():
        assert np.array_equal(matrix, every.matrices("Shared", "Left")[frame])


# ---- Clips ----


def test_clips_are_the_actions_in_byte_order(recording: Recording) -> None:
    assert [clip["name"] for clip in recording.meta["clips"]] == [
        "A first", "B second", "Bend", "Brief", "Face", "Hidden move", "Orphan", "Ranged", "Roll", "Shared",
        "Spin", "Twist"]


def test_unused_actions_say_why(recording: Recording) -> None:
    assert {entry["name"]: entry["reason"] for entry in recording.meta["unused"]} == {
        "Lost": "unused, ambiguous", "Outside move": "no owner in scope"}


def test_owners(recording: Recording) -> None:
    def owners(name: str) -> list[tuple[str, str]]:
        return [(owner["type"], owner["name"]) for owner in recording.clip(name)["owners"]]

    assert owners("Shared") == [("OBJECT", "Left"), ("OBJECT", "Right")]
    assert owners("Orphan") == [("OBJECT", "Rig")]
    assert owners("Roll") == [("OBJECT", "Wheel")]
    slots = not recording.meta["blender"].startswith(("3.", "4.3"))
    assert owners("Face") == [("KEY", "Key")] + ([("OBJECT", "Face")] if slots else [])


def test_ranges(recording: Recording) -> None:
    ranged, brief = recording.clip("Ranged"), recording.clip("Brief")
    assert (ranged["start"], ranged["end"]) == (-3.5, 4.25)
    assert ranged["frames"][:4] == [-3.5, -3.0, -3.0, -2.5] and ranged["frames"][-2:] == [4.0, 4.25]
    assert brief["frames"] == [-1.5, -1.0, -1.0, -0.5, 0.0, 0.25]


# ---- Rest ----


def test_rest_is_the_first_key_of_the_first_clip(recording: Recording) -> None:
    assert recording.rest("Mover")[:3, 3].tolist() == [7, 4, 0]


def test_rest_of_a_bone_is_its_rest_pose_only_where_animated(recording: Recording) -> None:
    tip = recording.rest("Rig", bone="Tip")
    assert np.allclose(tip[:3, 3], (0, 0, 1), atol=1e-6)
    assert np.allclose(np.linalg.norm(tip[:3, :3], axis=0), 2)


def test_rest_has_constraints_and_drivers_live(recording: Recording) -> None:
    assert np.allclose(recording.rest("Follower")[:3, 3], recording.rest("Mover")[:3, 3])
    assert recording.rest("Driven")[0, 3] == 14


def test_rest_of_a_shape_key_is_zero(recording: Recording) -> None:
    mesh = [m["name"] for m in recording.meta["meshes"]].index("Face")
    assert np.array_equal(recording.file[f"rest_points_{mesh}"][2], (1, 1, 0))


# ---- What the clips show ----


def test_linear_keys(recording: Recording) -> None:
    for frame, x in x_of(recording.matrices("B second", "Mover")).items():
        assert x == pytest.approx(frame - 1, abs=1e-5)
    for frame, x in x_of(recording.matrices("A first", "Mover")).items():
        assert x == pytest.approx(7 + 2 * (frame - 20), abs=1e-5)


def test_what_the_clip_does_not_own_stands_at_rest(recording: Recording) -> None:
    for matrix in recording.matrices("Shared", "Mover").values():
        assert np.array_equal(matrix, recording.rest("Mover"))
    assert recording.points("Shared", "Skin") is None


def test_constraint_and_driver_move_along(recording: Recording) -> None:
    mover = recording.matrices("B second", "Mover")
    follower, driven = recording.matrices("B second", "Follower"), recording.matrices("B second", "Driven")
    for frame, matrix in mover.items():
        assert np.allclose(follower[frame][:3, 3], matrix[:3, 3], atol=1e-6)
        assert driven[frame][0, 3] == pytest.approx(2 * matrix[0, 3], abs=1e-5)


def test_each_owner_plays(recording: Recording) -> None:
    for name in ("Left", "Right"):
        for frame, matrix in recording.matrices("Shared", name).items():
            assert matrix[2, 3] == pytest.approx(frame / 10, abs=1e-6)


def test_quaternions_are_normalised(recording: Recording) -> None:
    for matrix in recording.matrices("Spin", "Spinner").values():
        assert np.allclose(np.linalg.norm(matrix[:3, :3], axis=0), 1, atol=1e-6)


def test_shape_key_weights(recording: Recording) -> None:
    for frame, points in recording.points("Face", "Face").items():
        weight = min(1, (frame - 1) / 10)
        assert np.allclose(points[2], (1 + 2 * weight, 1, 2 * weight), atol=1e-5)


def test_bones_move_the_skin(recording: Recording) -> None:
    """A bone's y is the world's z here; Tip carries a stored scale of 2 about its head."""
    bones, points = recording.matrices("Bend", "Rig", bone="Tip"), recording.points("Bend", "Skin")
    for frame, matrix in bones.items():
        moved = (frame - 1) / 2
        assert np.allclose(matrix[:3, 3], (0, 0, 1 + moved), atol=1e-5)
        assert points[frame][0][2] == pytest.approx(-1 + moved, abs=1e-5)


def test_hidden_objects_are_recorded(recording: Recording) -> None:
    for frame, x in x_of(recording.matrices("Hidden move", "Hidden")).items():
        assert x == pytest.approx(2 * (frame - 1), abs=1e-5)


def test_collection_instances(recording: Recording) -> None:
    for instancer, z in (("Plain", 20), ("Outer", 11)):
        for frame, matrix in recording.matrices("Roll", "Wheel", instancer=instancer).items():
            assert np.allclose(matrix[:3, 3], (frame, 0, z), atol=1e-5)
    kinds = sorted((node["kind"], node["name"]) for node in recording.meta["nodes"]
                   if node["name"] in {"Wheel", "Inner", "Outside"})
    assert kinds == [("instance", "Inner"), ("instance", "Wheel"), ("instance", "Wheel")]


@pytest.fixture(scope="module")
def history(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    folder = tmp_path_factory.mktemp("history")
    return record(blender, build(blender, "oracle_history.py", folder / "scene.blend"), folder / "out.npz")


def test_each_clip_simulates_afresh(history: Recording) -> None:
    """Two clips pull a cloth to opposite sides; a cache that stayed would show the first's in the second."""
    assert history.clip("Left")["frames"] == [float(frame) for frame in range(1, 13)]
    assert not history.clip("Left")["half_ok"]
    left, right = history.points("Left", "Flag"), history.points("Right", "Flag")
    assert left[3].mean(axis=0)[0] > 0.1
    for frame, points in left.items():
        assert np.allclose(points.mean(axis=0) * (-1, 1, 1), right[frame].mean(axis=0), atol=1e-4)


def test_keyed_rotation_mode_is_put_back(history: Recording) -> None:
    rest = history.rest("Switch")
    assert rest[0, 0] == pytest.approx(np.cos(0.1), abs=1e-6)
    assert max(abs(m[0, 0] - rest[0, 0]) for m in history.matrices("A switch", "Switch").values()) > 0.1
    for matrix in history.matrices("Left", "Switch").values():
        assert np.array_equal(matrix, rest)


# ---- Sizes ----


def test_sizes(recording: Recording) -> None:
    def size(name: str, **where: str) -> float:
        return recording.meta["nodes"][recording.node(name, **where)]["D"]

    assert size("Mover") == pytest.approx(np.sqrt(2))
    assert size("Rig") == size("Rig", bone="Tip")
    assert size("Rig", bone="Root") < size("Rig")
    assert size("Driven") > 20
