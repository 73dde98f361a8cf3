# SPDX-License-Identifier: MIT
"""`dev` itself: what it says, and how it asks for packages, on a machine where some are missing."""

from __future__ import annotations

import gzip
import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEV = ROOT / "dev"
SCRIPTS = ["dev", ".ci/run", "tools/blenders.sh", "tools/test_all.sh"]
VERBS = ["play", "test", "build", "export", "addon", "corpus", "sizes", "pictures", "blender", "generate", "clean"]


def run(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*arguments], capture_output=True, text=True, **options)  # type: ignore[call-overload]


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_posix_shell(script: str) -> None:
    assert run("dash", "-n", ROOT / script).stderr == ""


@pytest.mark.parametrize("verb", VERBS)
def test_dev_alone_lists_the_verb(verb: str) -> None:
    listed = [line.split()[0] for line in run(DEV).stdout.splitlines() if line.startswith("  ") and line[2] != " "]
    assert verb in listed


def test_an_unknown_verb_is_refused_by_name() -> None:
    ran = run(DEV, "dance")
    assert ran.returncode == 1
    assert "dev: unknown command: dance" in ran.stderr


def test_playing_a_file_that_is_not_there_is_refused_by_name() -> None:
    ran = run(DEV, "play", "nothing.blend")
    assert (ran.returncode, ran.stderr) == (1, "dev: nothing.blend: no such file\n")


@pytest.mark.parametrize("words", [("play",), ("export",)])
def test_a_folder_in_place_of_a_file_is_called_one(words: tuple[str, ...], tmp_path: Path) -> None:
    ran = run(DEV, *words, tmp_path, tmp_path / "out.pav")
    assert (ran.returncode, ran.stderr) == (1, f"dev: {tmp_path}: this is a folder, not a file\n")


# ---- A .blend of another Blender ----


def zstd(data: bytes) -> bytes:
    """A frame of one raw block."""
    return b"\x28\xb5\x2f\xfd\x20" + bytes([len(data)]) + (len(data) << 3 | 1).to_bytes(3, "little") + data


def saved(header: bytes, folder: Path, pack: Callable[[bytes], bytes] = bytes) -> Path:
    blend = folder / "hero.blend"
    blend.write_bytes(pack(header + b"REND" + bytes(40)))
    return blend


def read_by(version: str, blend: Path) -> subprocess.CompletedProcess[str]:
    return run("/usr/bin/python3", ROOT / "tools" / "saved_by.py", version, blend, "hero.pav")


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd])
def test_a_file_of_a_later_blender_is_told_with_what_to_write(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    blend = saved(b"BLENDER17-01v0502", tmp_path, pack)
    for old in ("3.4.1", "4.3"):
        ran = read_by(old, blend)
        assert (ran.returncode, ran.stderr) == (1, "")
        assert ran.stdout == (f"{blend}: saved by Blender 5.2, which Blender {old[:3]} cannot read; "
                              f"write: ./dev export --blender 5.2 {blend} hero.pav\n")  # fmt: skip
    assert read_by("5.2", blend).returncode == 0


def test_a_file_that_no_known_blender_reads_is_for_its_own(tmp_path: Path) -> None:
    ran = read_by("3.4.1", saved(b"BLENDER17-01v0601", tmp_path))
    assert ran.returncode == 1
    assert "saved by Blender 6.1" in ran.stdout and "export it in Blender 6.1, with the add-on" in ran.stdout


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd])
@pytest.mark.parametrize("header", [b"BLENDER-v304", b"BLENDER-v405", b"BLENDER_v279", b"nothing"])
def test_what_a_blender_may_read_it_is_given(header: bytes, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    assert read_by("3.4.1", saved(header, tmp_path, pack)).returncode == 0


def test_an_export_with_the_systems_blender_says_so(tmp_path: Path) -> None:
    if run(ROOT / "tools" / "blenders.sh", "check", "system").stdout[:2] not in ("3.", "4."):
        pytest.skip("the system's Blender reads it")
    blend = saved(b"BLENDER17-01v0502", tmp_path)
    ran = run(DEV, "export", blend, tmp_path / "hero.pav")
    assert ran.returncode == 1 and ran.stdout == ""
    assert ran.stderr.startswith(f"dev: {blend}: saved by Blender 5.2, which Blender ")
    assert ran.stderr.endswith(f"write: ./dev export --blender 5.2 {blend} {tmp_path / 'hero.pav'}\n")


@pytest.mark.parametrize(("verb", "words"), [("play", ["--quick", "VIEWER OPTIONS"]),
                                             ("export", ["--blender VERSION", "IN.blend", "OUT.pav", "--selected"])])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_a_verb_explains_itself(verb: str, words: list[str], option: str) -> None:
    ran = run(DEV, verb, option)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"usage: ./dev {verb} ")
    assert all(word in ran.stdout for word in words)


# ---- Packages: with stand-ins for the programs that would change the machine ----


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A copy of `dev` that finds stand-ins first: a user without root or sudo, on whose machine make is missing."""
    programs = {
        "id": "echo 1000",
        "sudo": "exit 1",
        "dpkg-query": 'for last; do :; done; [ "$last" = make ] && exit 1; echo installed',
        "apt-get": f"echo \"apt-get $*\" >> {tmp_path}/calls; echo \"'uri' make.deb 2000000 hash\"",
    }
    for name, line in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    script = DEV.read_text().replace("PATH=/usr/bin:", f"PATH={tmp_path}:/usr/bin:", 1)
    (tmp_path / "dev").write_text(script)
    return tmp_path


def play(machine: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run("sh", machine / "dev", "play", *arguments, stdin=subprocess.DEVNULL)


def test_without_root_or_sudo_the_exact_line_is_printed(machine: Path) -> None:
    ran = play(machine)
    assert ran.returncode == 1
    assert ran.stdout == "These packages are missing: make\nThey come to 2 MB to download.\n"
    line = "apt-get update && apt-get install -y --no-install-recommends make"
    assert ran.stderr == f"dev: cannot install them without root or sudo. Run as root: {line}\n"


def test_as_root_the_missing_package_is_installed(machine: Path) -> None:
    (machine / "id").write_text("#!/bin/sh\necho 0\n")
    play(machine, "-y")
    calls = (machine / "calls").read_text().splitlines()
    assert calls[-2:] == ["apt-get update -q", "apt-get install -y -q --no-install-recommends make"]


def test_with_nothing_missing_apt_is_not_called(machine: Path) -> None:
    (machine / "dpkg-query").write_text("#!/bin/sh\necho installed\n")
    play(machine)
    assert not (machine / "calls").exists()


@pytest.mark.parametrize(("answer", "installed"), [(b"n\n", False), (b"\n", True)])
def test_on_a_terminal_it_asks_first(machine: Path, answer: bytes, installed: bool) -> None:
    (machine / "id").write_text("#!/bin/sh\necho 0\n")
    keyboard, terminal = pty.openpty()
    os.write(keyboard, answer)
    ran = run("sh", machine / "dev", "play", stdin=terminal)
    assert "Install them now? [Y/n]" in ran.stdout
    assert ("install -y" in (machine / "calls").read_text()) == installed


@pytest.mark.parametrize(("arguments", "asked"), [([], True), (["--quick"], False)])
def test_only_a_play_with_blender_asks_for_it(machine: Path, arguments: list[str], asked: bool) -> None:
    (machine / "dpkg-query").write_text("#!/bin/sh\nexit 1\n")
    missing = play(machine, *arguments).stdout.splitlines()[0].split()
    assert ("blender" in missing) == asked


# ---- Playing: with a stand-in for the viewer ----


@pytest.fixture
def player(machine: Path) -> Path:
    """The machine with nothing missing, a viewer that repeats its options, and a file to play."""
    programs = {"dpkg-query": "echo installed", "cmake": "exit 0", "build/release/pavane-viewer": 'echo "viewer: $*"',
                "xvfb-run": 'while [ "$1" != env ]; do shift; done; exec "$@"'}
    for name, line in programs.items():
        (machine / name).parent.mkdir(parents=True, exist_ok=True)
        (machine / name).write_text(f"#!/bin/sh\n{line}\n")
        (machine / name).chmod(0o755)
    (machine / "hero.pav").write_bytes(b"")
    return machine


def test_without_a_display_it_says_where_the_picture_is(player: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    file, sheet = player / "hero.pav", player / "build/play/hero.png"
    assert play(player, str(file), "--bones").stdout.splitlines()[1:] == [
        f"viewer: {file} --contact-sheet {sheet} --bones",
        f"There is no display, so eight moments were drawn into {sheet}"]


@pytest.mark.parametrize("asked", [
    ["--screenshot", "x.png"], ["--dump=x.bin"], ["--frames", "1..3", "--dump", "x.bin"], ["--contact-sheet", "x.png"]])
def test_without_a_display_no_sheet_is_drawn_beside_what_is_asked_for(
        player: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert play(player, str(player / "hero.pav"), *asked).stdout.splitlines()[1:] == [
        f"viewer: {player / 'hero.pav'} {' '.join(asked)}",
        "There is no display, so no window was opened; the files that were asked for are written."]


@pytest.mark.parametrize("words", [["hero.pav"], ["hero.blend"]])
@pytest.mark.parametrize("option", ["--help", "--version"])
def test_asked_about_the_viewer_it_neither_exports_nor_draws(player: Path, words: list[str], option: str) -> None:
    (player / "hero.blend").write_bytes(b"")
    ran = play(player, str(player / words[0]), option)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == ["Building the library and the viewer.", f"viewer: {option}"]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no repository")
@pytest.mark.parametrize("made", ["pavane.egg-info/PKG-INFO", "build/lib/pavane/__init__.py"])
def test_installing_the_package_leaves_nothing_untracked(made: str) -> None:
    assert run("git", "-C", ROOT, "check-ignore", "-q", made).returncode == 0
