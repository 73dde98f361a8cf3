# SPDX-License-Identifier: MIT
"""pavane-dump, the example that poses a scene for other programs, and the documents it is tested with."""
from __future__ import annotations

import importlib.util
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from pavane_format import container, reader, writer

from tests import dump_file

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "c" / "fixtures"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def dump(build_folder: Path) -> Run:
    """Runs the program with arguments and requests."""
    program = build_folder / "pavane-dump"
    assert program.exists(), f"{program} is not built: ./dev build debug"

    def run(*arguments: str | Path, requests: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, *arguments], input=requests, capture_output=True, text=True,
                              timeout=60)

    return run


@pytest.fixture(scope="module")
def fixtures() -> ModuleType:
    """The script that makes the C tests' documents."""
    spec = importlib.util.spec_from_file_location("make_fixtures", FIXTURES / "make_fixtures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_fixtures_are_what_their_script_makes(fixtures: ModuleType) -> None:
    for name, make in fixtures.FIXTURES.items():
        stored = container.unpack((FIXTURES / f"{name}.pav").read_bytes())
        assert stored == container.unpack(writer.write(make())), name


def test_dump_writes_matrices_and_points_of_every_request(dump: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.bin"
    run = dump(FIXTURES / "scene.pav", out, requests="rest\n0 6\n\n0 3.5\n0 99\n0 -4")
    assert (run.returncode, run.stderr) == (0, "")
    read = dump_file.read(out)
    points = dump_file.vectors(read, "points")
    assert {node: moments.shape for node, moments in points.items()} == {
        node: (5, count, 3) for node, count in ((6, 5), (7, 3), (8, 3), (9, 3), (10, 5))}
    matrices = dump_file.matrices(read)
    assert matrices.shape == (5, 14, 4, 4)
    assert matrices[:, 0, :3, 3].tolist() == [[1, 2, 3], [5, 2, 3], [2.5, 2, 3], [10, 2, 3], [0, 2, 3]]
    np.testing.assert_allclose(points[7][0], [[0, 0, 0], [3, 0, 0], [0, 5, 0]], atol=1e-6)


def test_the_first_bytes_list_what_follows(dump: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.bin"
    dump(FIXTURES / "scene.pav", out, requests="rest")
    numbers = struct.unpack_from("<19I", out.read_bytes(), 8)
    assert numbers == (6, *(0, 0, 14 * 16), *(3, 6, 15), *(3, 7, 9), *(3, 8, 9), *(3, 9, 9), *(3, 10, 15))
    assert out.read_bytes()[:8] == b"PAVDUMP\n" and out.stat().st_size == 12 + 4 * 18 + 4 * (14 * 16 + 57)


def test_dump_poses_a_moment_the_same_whatever_came_before(dump: Run, tmp_path: Path) -> None:
    alone, after = tmp_path / "alone.bin", tmp_path / "after.bin"
    dump(FIXTURES / "scene.pav", alone, requests="rest")
    dump(FIXTURES / "scene.pav", after, requests="0 9\nrest")
    head, pose = 12 + 4 * 18, 4 * (14 * 16 + 57)
    assert after.read_bytes()[head + pose :] == alone.read_bytes()[head:]


@pytest.mark.parametrize(("requests", "message"), [
    ("walk\n", "neither `rest` nor `CLIP FRAME`: walk\n"),
    ("0\n", "neither `rest` nor `CLIP FRAME`: 0\n"),
    ("0 1 2\n", "neither `rest` nor `CLIP FRAME`: 0 1 2\n"),
    ("0 1x\n", "neither `rest` nor `CLIP FRAME`: 0 1x\n"),
    ("-1 1\n", "neither `rest` nor `CLIP FRAME`: -1 1\n"),
    ("4294967296 1\n", "neither `rest` nor `CLIP FRAME`: 4294967296 1\n"),
    ("rest 1\n", "neither `rest` nor `CLIP FRAME`: rest 1\n"),
    ("7 1\n", "clip 7, but there are 1 clips\n"),
    ("0 nan\n", "clip 0 cannot be applied at frame nan\n"),
])
def test_dump_says_which_request_it_cannot_do(dump: Run, tmp_path: Path, requests: str, message: str) -> None:
    run = dump(FIXTURES / "scene.pav", tmp_path / "out.bin", requests=requests)
    assert (run.returncode, run.stderr) == (1, f"pavane-dump: {message}")


def test_dump_takes_no_part_of_a_long_request_for_the_whole(dump: Run, tmp_path: Path) -> None:
    out, padded = tmp_path / "out.bin", "0 9" + " " * 252
    for end in ("", "\n"):
        run = dump(FIXTURES / "scene.pav", out, requests=padded[:255 - len(end)] + end)
        assert (run.returncode, run.stderr) == (0, "")
    run = dump(FIXTURES / "scene.pav", out, requests=padded + "0 1\n")
    shown = padded[:40]
    assert (run.returncode, run.stderr) == \
        (1, f"pavane-dump: a request is longer than 255 bytes: {shown}...\n")


def test_dump_says_what_is_wrong_with_a_file(dump: Run, tmp_path: Path) -> None:
    missing, alone = tmp_path / "missing.pav", FIXTURES / "clips_alone.pav"
    run = dump(missing, tmp_path / "out.bin")
    assert (run.returncode, run.stderr) == (1, f"pavane-dump: {missing}: No such file or directory\n")
    run = dump(alone, tmp_path / "out.bin")
    assert (run.returncode, run.stderr) == \
        (1, f"pavane-dump: {alone}: the document has no scene, only clips\n")
    run = dump(FIXTURES / "scene.pav", tmp_path)
    assert (run.returncode, run.stderr) == (1, f"pavane-dump: {tmp_path}: cannot be written\n")


def test_dump_writes_the_inputs_of_materials_when_asked(dump: Run, tmp_path: Path) -> None:
    out, looks = tmp_path / "out.bin", ROOT / "tests" / "golden" / "looks.pav"
    run = dump("--materials", looks, out, requests="rest\n0 25\n1 1")
    assert run.returncode == 0
    read = dump_file.read(out)
    inputs = read["material_inputs"]
    assert {material: rows.shape for material, rows in inputs.items()} == {
        0: (3, 9), 1: (3, 13), 2: (3, 4), 3: (3, 4)}
    assert inputs[0][:2, :5].tolist() == [[1, 0, 0, 0.5, 0.25], [0.75, 0, 0.25, 0.5, 0.25]]
    assert inputs[2][1].tolist() == [0, 1, 0, 2]
    assert inputs[3][2].tolist() == [0, 0, 1, 1]
    plain = tmp_path / "plain.bin"
    dump(looks, plain, requests="rest")
    assert dump_file.read(plain)["material_inputs"] == {}
    assert np.array_equal(dump_file.matrices(dump_file.read(plain))[0], dump_file.matrices(read)[0])


def test_dump_writes_all_values_when_asked(dump: Run, tmp_path: Path) -> None:
    out, moves = tmp_path / "out.bin", ROOT / "tests" / "golden" / "moves.pav"
    assert dump("--values", moves, out, requests="rest\n0 25\n1 25").returncode == 0
    read = dump_file.read(out)
    assert read["camera"][0][:, 0].tolist() == [35, 60, 35] and read["camera"][0][:, 10].tolist() == [1, 1, 1]
    assert read["camera"][1].shape == (3, 11)
    assert read["light"][0][1].tolist() == [0.5, 1, 0.75, 30, 0, 0, 0, 0, 2, 1]
    assert read["world_color"][0][:2].tolist() == [[0.25, 0.5, 1], [0.25, 0.25, 1]]
    assert read["hidden"][5].tolist() == [[0, 1], [0, 1], [1, 0]]
    assert read["property"][0][2].tolist() == [1, 2, 3, 4, 5]
    assert sorted(read["property"]) == [0, 1, 2, 4, 5, 6, 7]  # the text has no numbers


def test_dump_writes_what_is_drawn_when_asked(dump: Run, tmp_path: Path) -> None:
    out, points = tmp_path / "drawn.bin", tmp_path / "points.bin"
    small = ROOT / "tests" / "golden" / "small.pav"
    dump("--drawn", small, out, requests="1 20\n0 13")
    dump(small, points, requests="1 20\n0 13")
    drawn = dump_file.read(out)
    assert drawn["morph_weights"][0].tolist() == [[1, 0.75], [0, 0.25]]
    assert drawn["points"] == {} and drawn["positions"].keys() == drawn["normals"].keys() == {3}
    mesh = reader.read(small.read_bytes()).meshes[0]
    shown = dump_file.vectors(dump_file.read(points), "points")[3][:, mesh.corners[mesh.vertices]]
    assert np.array_equal(dump_file.vectors(drawn, "positions")[3], shown)
    lengths = np.linalg.norm(dump_file.vectors(drawn, "normals")[3], axis=2)
    np.testing.assert_allclose(lengths, 1, atol=1e-5)


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_describes_the_requests(dump: Run, option: str) -> None:
    run = dump(option)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("usage: pavane-dump [--materials | --values | --drawn] FILE.pav OUT.bin < REQUESTS\n")
    requests = [line.split("  ")[1].strip() for line in run.stdout.splitlines() if line.startswith("  ")]
    assert requests[:2] == ["rest", "CLIP FRAME"]
    assert dump().stderr.strip().endswith("see --help")
