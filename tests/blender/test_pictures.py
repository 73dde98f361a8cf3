# SPDX-License-Identifier: MIT
"""`./dev pictures`: what the viewer shows is what Blender renders, object by object."""

from __future__ import annotations

import csv
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

import exr  # noqa: E402
from picture_masks import Masks, decode, encode, share  # noqa: E402

HIDDEN = "hidden on both sides, it fills the picture"

Rows = list[dict[str, str]]


# ---- In Blender and in the viewer ----


@pytest.fixture(scope="module")
def rows(one_blender: Any, build_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Of the small scenes and the demo, three moments each."""
    for program in ("xvfb-run", "convert"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    folder = tmp_path_factory.mktemp("pictures")
    for script, out in (("tests/blender/scenes/pictures_scene.py", folder),
                        ("examples/demo/build_demo.py", folder / "demo.blend")):
        done = one_blender.run(["--python", ROOT / script, "--", out])
        assert done.returncode == 0, done.stdout + done.stderr
    # A process of its own, so that what it prints and how it ends are seen as they are.
    script = (f"import sys; sys.path.insert(0, {str(HERE)!r})\n"
              "import pictures\nfrom pathlib import Path\n"
              f"pictures.WORK = Path({str(folder / 'work')!r})\n"
              f"pictures.VIEWER = Path({str(build_folder / 'pavane-viewer')!r})\n"
              "sys.exit(pictures.main(sys.argv[1:]))\n")
    words = [*sorted(folder.glob("*.blend")), "--out", folder / "out", "--blender", one_blender.name, "--size", "200",
             "--samples", "2"]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=900)
    assert done.stderr == ""
    assert done.returncode == 0, done.stdout
    assert "3 of 3 files within 0.98 and 0.95" in done.stdout
    with (folder / "out" / "pictures.csv").open(newline="") as stream:
        found = list(csv.DictReader(stream))
    assert len(list((folder / "out").glob("*.png"))) == len(found) == 9
    return found


def test_every_picture_looks_through_the_files_camera(rows: Rows) -> None:
    assert {row["camera"] for row in rows} == {"own"}


def test_silhouettes_and_objects_are_the_same(rows: Rows) -> None:
    """Edges differ by where a pixel's middle falls: far less than what the bounds of the command allow."""
    for row in rows:
        assert float(row["silhouette"]) >= 0.995 and float(row["object"]) >= 0.98, row
        assert row["excluded"] == (f"Backdrop: {HIDDEN}" if row["file"] == "demo" else "")


def test_what_only_the_render_shows_is_compared_and_what_only_the_viewport_shows_is_not(rows: Rows) -> None:
    assert {row["objects"] for row in rows if row["file"] != "demo"} == {"3"}  # wedge, ball, only rendered


def test_surfaces_in_the_sun_are_as_bright(rows: Rows) -> None:
    """Light from surface to surface, which the viewer does not follow, is a few hundredths of it. (The demo's many
    lamps need more rays than are shot here.)"""
    for row in rows:
        if row["file"] != "demo":
            assert float(row["light_viewer"]) == pytest.approx(float(row["light_blender"]), rel=0.1), row


# ---- Comparing ----

NAMES = ["One", "Two"]


def masks(theirs: list[list[int]], ours: list[list[int]]) -> Masks:
    return Masks(np.repeat(theirs, 100, axis=0), np.repeat(ours, 100, axis=0), NAMES)


def test_a_share_is_what_both_have_of_what_either_has() -> None:
    one, other = np.array([True, True, False, False]), np.array([False, True, True, False])
    assert share(one, other) == pytest.approx(1 / 3)
    assert share(one & ~one, other & ~other) == 1


def test_an_object_in_front_of_another_counts_by_itself() -> None:
    found = masks([[1, 1, 2, 0]], [[1, 2, 2, 0]])
    assert found.silhouette() == 1
    assert found.shares(50) == {1: 0.5, 2: 0.5}


def test_an_object_that_one_side_lacks_has_a_share_of_nothing() -> None:
    found = masks([[1, 0, 2, 0]], [[1, 0, 0, 0]])
    assert found.worst(50) == (0, "Two", 2)
    assert found.silhouette() == 0.5


def test_small_objects_do_not_count_by_themselves() -> None:
    assert masks([[1, 0, 2, 0]], [[0, 0, 0, 0]]).shares(100) == {}


def test_only_what_has_a_cause_is_left_out() -> None:
    found = masks([[1, 0, 2, 0]], [[1, 0, 0, 2]])
    assert found.leave_out({"One": "never"}, 0.95, 50) == {}
    assert found.leave_out({"Two": "hair"}, 0.95, 50) == {"Two": "hair"}
    assert (found.silhouette(), found.worst(50)) == (1, (1, "One", 1))


def test_colours_go_to_the_screen_and_back() -> None:
    linear = np.array([0, 0.001, 0.2, 0.5, 1, 7])
    assert decode(encode(linear)) == pytest.approx(np.minimum(linear, 1), abs=0.005)
    assert encode(np.array([0.5, 0.0331])).tolist() == [188, 51]


# ---- Reading what Blender wrote ----


def exr_file(compression: int = 0) -> bytes:
    """Two by two pixels of a half and of a float."""
    def attribute(name: str, kind: str, data: bytes) -> bytes:
        return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(data)) + data

    channels = b"".join(name + b"\0" + struct.pack("<iIii", kind, 0, 1, 1)
                        for name, kind in ((b"Layer.Combined.R", 1), (b"Layer.IndexOB.X", 2))) + b"\0"
    head = (struct.pack("<iI", exr.MAGIC, 2) + attribute("channels", "chlist", channels)
            + attribute("compression", "compression", bytes([compression]))
            + attribute("dataWindow", "box2i", struct.pack("<4i", 0, 0, 1, 1)) + b"\0")
    rows = [struct.pack("<ii2e2f", y, 12, 0.5 * y, 0.25, 3 + y, 4) for y in range(2)]
    return head + struct.pack("<2Q", len(head) + 16, len(head) + 16 + len(rows[0])) + b"".join(rows)


def test_channels_are_read_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "file.exr"
    path.write_bytes(exr_file())
    found = exr.read_exr(path)
    assert found["Combined.R"].tolist() == [[0, 0.25], [0.5, 0.25]]
    assert found["IndexOB.X"].tolist() == [[3, 4], [4, 4]]


def test_what_is_compressed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file.exr"
    path.write_bytes(exr_file(compression=3))
    with pytest.raises(ValueError, match="compressed"):
        exr.read_exr(path)


def test_a_file_in_parts_is_read_as_one(tmp_path: Path) -> None:
    """As Blender 5 writes it: a header a part, an empty one, the tables of places, and rows that name their part."""
    def attribute(name: str, kind: str, data: bytes) -> bytes:
        return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(data)) + data

    def header(channel: bytes) -> bytes:
        return (attribute("channels", "chlist", channel + b"\0" + struct.pack("<iIii", 2, 0, 1, 1) + b"\0")
                + attribute("compression", "compression", b"\0")
                + attribute("dataWindow", "box2i", struct.pack("<4i", 0, 0, 0, 1)) + b"\0")

    head = (struct.pack("<iI", exr.MAGIC, 2 | exr.PARTS) + header(b"Layer.Combined.R")
            + header(b"Layer.Object Index.X") + b"\0")
    rows = [struct.pack("<iiif", part, y, 4, 10 * part + y) for part in range(2) for y in range(2)]
    first = len(head) + 8 * len(rows)
    path = tmp_path / "file.exr"
    path.write_bytes(head + struct.pack("<4Q", *(first + 16 * i for i in range(4))) + b"".join(rows))
    found = exr.read_exr(path)
    assert {name: values.tolist() for name, values in found.items()} == {
        "Combined.R": [[0], [1]], "IndexOB.X": [[10], [11]]}
