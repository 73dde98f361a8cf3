# SPDX-License-Identifier: MIT
"""The viewer's options, and what it says about those that cannot be."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.viewer.conftest import GOLDEN, SMALL, Viewer

OPTIONS_SOURCE = Path(__file__).resolve().parents[2] / "viewer" / "src" / "options.c"
PUBLIC_HEADER = Path(__file__).resolve().parents[2] / "viewer" / "include" / "pavane_view" / "view.h"


def table_names() -> list[str]:
    return re.findall(r'^    \{ ?"(--[a-z-]+)"', OPTIONS_SOURCE.read_text(encoding="utf-8"), re.MULTILINE)


def test_help_tells_of_every_option(viewer: Viewer) -> None:
    listed = re.findall(r"^  (--[a-z-]+)", viewer.good("--help"), re.MULTILINE)
    assert listed == table_names()
    assert len(listed) > 20


def test_every_field_of_the_library_options_has_an_option(viewer: Viewer) -> None:
    """But for the functions that a program gives."""
    text = PUBLIC_HEADER.read_text(encoding="utf-8")
    body = text[text.index("typedef struct pav_view_options"):text.index("} pav_view_options")]
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL)
    fields = {name.strip("* ") for line in re.findall(r"^    \w.*?([*\w, ]+);", body, re.MULTILINE)
              for name in line.split(" ", 1)[-1].split(",")}
    fields = {field.split()[-1].strip("*") for field in fields} - {"update_user", "click_user"}
    source = OPTIONS_SOURCE.read_text(encoding="utf-8")
    assert {field for field in fields if f"options.{field}" not in source} == set()


def test_help_tells_of_every_key(viewer: Viewer) -> None:
    text = viewer.good("--help")
    for key in ("Space", "Left, Right", "Page Up, Down or [ ]", "1 ... 9", "R", "L", "H", "Q, Esc", "Drag"):
        assert f"\n  {key} " in text


def test_a_display_is_not_needed_for_help(build_folder: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    program = build_folder / "pavane-viewer"
    subprocess.run([program, "--help"], env=environment, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--wat"], "unknown option --wat; --help lists them"),
        ([], "no file; usage: pavane-viewer FILE.pav [OPTIONS], see --help"),
        (["a.pav", "b.pav"], "two files: a.pav and b.pav"),
        (["a.pav", "--clip"], "--clip needs a value: NAME"),
        (["a.pav", "--bones=yes"], "--bones takes no value"),
        (["a.pav", "--size", "3x"], "--size 3x: not WxH: "),
        (["a.pav", "--size", "99999999x10"], "--size 99999999x10: not WxH: "),
        (["a.pav", "--time", "1s"], "--time 1s: not SECONDS: "),
        (["a.pav", "--time", "0", "--frame", "2"],
         "--time and --frame both say where to start; give one of them"),
        (["a.pav", "--clip", "Walk", "--rest"], "--clip and --rest both say what plays; give one of them"),
        (["a.pav", "--frame", "2", "--frames", "1..3", "--dump", "a"],
         "--frame and --frames both say what moments to show; give one of them"),
        (["a.pav", "--time", "nan"], "--time nan: not SECONDS: "),
        (["a.pav", "--speed", "0"], "--speed 0: not FACTOR: "),
        (["a.pav", "--mode", "jump"], "--mode jump: not MODE: once, stay, loop or ping-pong"),
        (["a.pav", "--camera", "left"], "--camera left: not file|orbit: "),
        (["a.pav", "--frames", "1-2"], "--frames 1-2: not A..B: "),
    ],
)
def test_an_option_that_cannot_be_is_named(viewer: Viewer, arguments: list[str], message: str) -> None:
    assert viewer.bad(*arguments).startswith(f"pavane-viewer: {message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--frames", "3..1", "--dump", "x"], "frames 3..1: the last one lies before the first"),
        (["--frames", "1..3"], "frames 1..3: of what? Give a screenshot, a dump or a statistics file too"),
        (["--frames", "1..3", "--screenshot", "x.png"],
         "x.png: the name of many pictures needs one %d, as in out_%04d.png"),
        (["--frames", "1..3", "--screenshot", "%n%d.png"],
         "%n%d.png: the name of many pictures needs one %d, as in out_%04d.png"),
        (["--screenshot", "/no/such/folder/x.png"], "/no/such/folder/x.png: cannot be written: "),
        (["--dump", "/no/such/folder/x.bin"], "/no/such/folder/x.bin: cannot be written: "),
        (["--press", "Space,Jump", "--screenshot", "x.png"], 'no key "Jump"; '),
    ],
)
def test_a_task_that_cannot_be_done_is_named(viewer: Viewer, arguments: list[str], message: str) -> None:
    assert viewer.bad(SMALL, *arguments).startswith(f"pavane-viewer: {message}")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no device that is always full")
def test_a_dump_ends_at_the_first_failed_write(viewer: Viewer) -> None:
    message = viewer.bad(SMALL, "--frames", "-2147483646..2147483646", "--dump", "/dev/full")
    assert message == "pavane-viewer: /dev/full: cannot be written: No space left on device"


@pytest.mark.parametrize("option", ["--clip", "--with"])
def test_an_unknown_clip_brings_a_list_of_those_there_are(viewer: Viewer, option: str) -> None:
    message = viewer.bad(SMALL, option, "Wavee", "--screenshot", "x.png")
    assert message == 'pavane-viewer: no clip "Wavee"; there are: "Wave", "Smile", "Bounce"'


def test_a_missing_file_is_named(viewer: Viewer, tmp_path: Path) -> None:
    path = tmp_path / "none.pav"
    assert viewer.bad(path) == f"pavane-viewer: {path}: No such file or directory"


def test_a_bad_file_is_named_with_the_place(viewer: Viewer) -> None:
    path = GOLDEN / "invalid" / "container_checksum.pav"
    assert viewer.bad(path) == f"pavane-viewer: {path}: INFO: checksum is 00000000, but the bytes give 380acfb8"


def test_without_a_display_it_says_so(viewer: Viewer) -> None:
    for display, message in (("", "cannot open a display, DISPLAY is not set; "),
                             (":7654", 'cannot open display ":7654": ')):
        hidden = Viewer(viewer.program, display)
        assert hidden.bad(SMALL).startswith(f"pavane-viewer: {message}")
