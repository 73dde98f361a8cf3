# SPDX-License-Identifier: MIT
"""`python -m pavane`: what it says of a file, to people and to programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pavane
import pytest
from pavane import _command
from pavane_format import writer
from pavane_format.model import Document, Node, Scene

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
FIXTURES = ROOT / "tests" / "c" / "fixtures"
SMALL = GOLDEN / "small.pav"


def say(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    status = _command.main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_info_names_clips_nodes_and_meshes(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = say(capsys, "info", SMALL)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith(f"{SMALL}: {SMALL.stat().st_size / 1000:.1f} kB, ") and lines[0].endswith(
        "written by pavane golden 0, from by hand"
    )
    wave = "  Wave: 1.000 s at 24 fps, frames 1 to 25, loop, channels: 3 curve; they drive: 3 bone; 9 keys"
    assert f"{wave}, {pavane.Document(SMALL).clips[0].bytes} B" in lines
    assert "    event 'Höhe' at frame 13, 0.500 s" in lines
    assert lines[lines.index("7 nodes:") + 1 :][:4] == [
        "  Rig",
        "    Root (bone)",
        "      Tip (bone)",
        "    Body mesh Body",
    ]
    assert "  Body: 6 points, 2 polygons, 4 triangles, morphs: Smile, Frown" in lines


def test_info_names_images_and_textures(capsys: pytest.CaptureFixture[str]) -> None:
    looks = pavane.Document(GOLDEN / "looks.pav")
    _, out, _ = say(capsys, "info", GOLDEN / "looks.pav")
    lines = out.splitlines()
    image, material = looks.images[0], next(m for m in looks.materials if m.textures)
    texture = material.textures[0]
    assert any(line.startswith(f"  {image.name}: {image.width} x {image.height}, PNG, ") for line in lines)
    assert f"  {material.name}: {texture.input} = {looks.images[texture.image].name}" in lines
    _, out, _ = say(capsys, "info", GOLDEN / "looks.pav", "--json")
    assert {"material": material.name, "input": texture.input, "image": looks.images[texture.image].name} in json.loads(
        out)["textures"]


def test_info_tells_what_the_bytes_are(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = say(capsys, "info", SMALL)
    lines = out.splitlines()
    _, out, _ = say(capsys, "info", SMALL, "--json")
    kinds = json.loads(out)["stored"]
    assert sum(kinds.values()) == SMALL.stat().st_size
    assert list(kinds.values()) == sorted(kinds.values(), reverse=True)
    assert {"curve keys", "samples", "channels and names", "mesh positions", "mesh morphs", "scene"} <= set(kinds)
    assert f"  curve keys: {kinds['curve keys']}" in lines


def test_info_names_channels_without_a_target(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = say(capsys, "info", FIXTURES / "playback.pav")
    assert (
        '  clip "Links": bone "Hand.R" of "Rig", rotation: no such bone; nearest is "Hand_R"'
        in out.splitlines()
    )


def test_info_shows_a_child_below_its_parent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    nodes = [Node("A"), Node("B"), Node("B.a", parent=1), Node("A.a", parent=0), Node("A.a.a", parent=3), Node("C")]
    path = tmp_path / "tree.pav"
    path.write_bytes(writer.write(Document(scene=Scene("Scene", nodes=nodes))))
    _, out, _ = say(capsys, "info", path)
    lines = out.splitlines()
    start = lines.index("6 nodes:") + 1
    assert lines[start : start + 6] == ["  A", "    A.a", "      A.a.a", "  B", "    B.a", "  C"]


def test_info_shows_what_the_export_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    looks = GOLDEN / "looks.pav"
    _, out, _ = say(capsys, "info", looks)
    assert out.endswith(
        "\n\n1 thing left out:\n  volumes do not travel: Wolke: density (2 times)"
        "\n\n1 thing will differ from Blender:\n  shines on nothing: Screen"
        "\n\n1 thing noted:\n  made by hand\n"
    )
    _, out, _ = say(capsys, "info", looks, "--json")
    first, *_ = json.loads(out)["info"]["report"]
    assert first == {"kind": "left_out", "what": "Wolke: density", "text": "volumes do not travel", "count": 2}


def test_info_for_programs_has_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = say(capsys, "info", SMALL, "--json")
    tree = json.loads(out)
    assert status == 0
    assert tree["clips"][0]["name"] == "Wave" and tree["clips"][0]["channels"] == {"curve": 3}
    assert tree["clips"][0]["bytes"] == pavane.Document(SMALL).clips[0].bytes
    assert tree["clips"][0]["events"][1] == {"frame": 13, "seconds": 0.5, "name": "Höhe"}
    assert tree["nodes"][1] == {"name": "Root", "kind": "bone", "parent": "Rig"}
    assert tree["missed"] == []


def test_info_of_clips_alone(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = say(capsys, "info", FIXTURES / "clips_alone.pav")
    assert status == 0 and "  Slide: 1.000 s at 10 fps" in out and "0 nodes:" in out


def test_check_of_a_valid_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert say(capsys, "check", SMALL) == (0, f"{SMALL}: fine\n", "")
    status, out, _ = say(capsys, "check", FIXTURES / "playback.pav", "--json")
    tree = json.loads(out)
    assert status == 0 and tree["valid"] and len(tree["missed"]) == 10


def test_check_of_an_invalid_file(capsys: pytest.CaptureFixture[str]) -> None:
    path = GOLDEN / "invalid" / "container_magic.pav"
    message = "header: this is no .pav file"
    assert say(capsys, "check", path) == (1, "", f"{path}: {message}\n")
    status, out, _ = say(capsys, "check", path, "--json")
    assert status == 1 and json.loads(out) == {"file": str(path), "valid": False, "message": message}


@pytest.mark.parametrize("command", ["info", "check", "dump"])
def test_a_missing_file_is_told(capsys: pytest.CaptureFixture[str], command: str, tmp_path: Path) -> None:
    status, out, err = say(capsys, command, tmp_path / "none.pav")
    assert (status, out) == (1, "") and "No such file or directory" in err and "none.pav" in err


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.pav")), ids=lambda path: path.stem)
def test_dump_holds_every_record(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    status, out, _ = say(capsys, "dump", path, "--json")
    tree, document = json.loads(out), pavane.Document(path)
    assert status == 0
    assert [node["name"] for node in tree["nodes"]] == [node.name for node in document.nodes]
    for clip, dumped in zip(document.clips, tree["clips"], strict=True):
        curves = [c["curve"]["times"] for ch in dumped["channels"] for c in ch["components"] if "curve" in c]
        assert curves == [
            c.curve.times.tolist() for ch in clip.channels for c in ch.components if c.curve is not None
        ]
    status, out, _ = say(capsys, "dump", path)
    assert status == 0 and f"name: {document.clips[0].name}" in out if document.clips else status == 0


def test_the_module_runs_as_a_program() -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(pavane.__file__).parents[1])}
    command = [sys.executable, "-m", "pavane"]
    done = subprocess.run(
        [*command, "check", SMALL], env=environment, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, f"{SMALL}: fine\n")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stderr.startswith("usage: python -m pavane")


def test_a_closed_pipe_is_no_error() -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(pavane.__file__).parents[1])}
    program = f"{sys.executable} -m pavane dump {FIXTURES / 'chain.pav'} | head -n 1"
    done = subprocess.run(program, shell=True, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("info:\n", "")
