# SPDX-License-Identifier: MIT
"""pavane.view: the viewer on a scene of a Python program, with the program's callbacks."""

from __future__ import annotations

import inspect
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pavane
import pytest

from tests.viewer.conftest import PATIENCE, SMALL, Viewer, read_png
from tests.viewer.test_window import CLOSE

PACKAGE = Path(pavane.__file__).parent

# A red square of 2 units on the ground; `slide` moves it on in each picture.
SQUARE = """
import sys
import pavane

builder = pavane.Builder()
red = builder.add_material("Red", {"base_color": (1, 0, 0)})
builder.add_mesh("Square", [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [(0, 1, 2, 3)], slots=[0])
square = builder.add_node("Square", mesh="Square", slots=[red])
scene = pavane.Scene(builder.finish())
player = pavane.Player(scene)
count = 0


def slide(scene):
    global count
    scene.set_world(square, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1.5 * count, 0, 0, 1])
    count += 1


above = dict(pitch=89, yaw=0, no_grid=True, lighting="flat", size="240x120", distance=12)
"""
SMALL_SCENE = f"import sys, pavane\nplayer = pavane.Player(pavane.Scene(pavane.Document({str(SMALL)!r})))\n"


def environment_of(viewer: Viewer) -> dict[str, str]:
    return viewer.environment | {"PYTHONPATH": str(PACKAGE.parent)}


def python(viewer: Viewer, program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a program in a process of its own: freeglut has one state for each."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=environment_of(viewer), capture_output=True, text=True, timeout=120)


def good(viewer: Viewer, program: str, *arguments: str | Path) -> str:
    ran = python(viewer, program, *arguments)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout


def raised(viewer: Viewer, program: str, *arguments: str | Path) -> str:
    """The last line of the traceback that it ends with."""
    ran = python(viewer, program, *arguments)
    assert ran.returncode == 1, ran.stderr
    return ran.stderr.splitlines()[-1]


def red_pixels(picture: np.ndarray) -> np.ndarray:
    return picture[..., 0].astype(int) - picture[..., 1] > 80


def middle(picture: np.ndarray) -> float:
    """The column around which the red square lies."""
    seen = red_pixels(picture)
    assert 400 < seen.sum() < 4000
    return float(np.nonzero(seen)[1].mean())


# ---- Pictures ----


def test_a_callback_moves_what_is_seen(viewer: Viewer, tmp_path: Path) -> None:
    program = SQUARE + "scene.add_callback(slide)\n"
    program += "pavane.view(player, screenshot=sys.argv[1], frames=(0, 3), **above)\nprint(count)"
    assert good(viewer, program, tmp_path / "at%d.png") == "5\n"  # One to find where the camera stands.
    columns = [middle(read_png(tmp_path / f"at{i}.png")) for i in range(4)]
    steps = np.diff(columns)
    assert (steps > 20).all() and np.ptp(steps) < 1.5, columns


def test_without_the_callback_nothing_moves(viewer: Viewer, tmp_path: Path) -> None:
    good(viewer, SQUARE + "pavane.view(player, screenshot=sys.argv[1], frames=(0, 1), **above)",
         tmp_path / "at%d.png")
    assert (tmp_path / "at0.png").read_bytes() == (tmp_path / "at1.png").read_bytes()


@pytest.mark.parametrize(
    ("keywords", "flags"),
    [
        ("clip='Wave', frame=5", ["--clip", "Wave", "--frame", "5"]),
        ("rest=True, wireframe=True, yaw=90", ["--rest", "--wireframe", "--yaw", "90"]),
        ("clip='Wave', with_=['Smile', 'Bounce'], others=False, time='0.25'",
         ["--clip", "Wave", "--with", "Smile", "--with", "Bounce", "--others", "off", "--time", "0.25"]),
        ("press=['Right', 'S'], hud=True, camera='file', no_grid=True",
         ["--press", "Right,S", "--hud", "on", "--camera", "file", "--no-grid"]),
    ],
)  # fmt: skip
def test_keywords_mean_what_the_flags_mean(viewer: Viewer, tmp_path: Path, keywords: str, flags: list[str]) -> None:
    program = SMALL_SCENE + f"pavane.view(player, screenshot=sys.argv[1], size=(200, 150), {keywords})"
    good(viewer, program, tmp_path / "ours.png")
    viewer.good(SMALL, "--screenshot", tmp_path / "its.png", "--size", "200x150", *flags)
    assert (tmp_path / "ours.png").read_bytes() == (tmp_path / "its.png").read_bytes()


def test_each_flag_has_a_keyword(viewer: Viewer) -> None:
    flags = set(re.findall(r"^  --([a-z-]+)", viewer.good("--help"), re.MULTILINE))
    assert len(flags) > 30
    keywords = set(inspect.signature(pavane.view).parameters) - {"player", "update", "click"}
    of_the_program = {"help", "version", "no-watch", "exact-normals"}
    assert {name.rstrip("_").replace("_", "-") for name in keywords} == flags - of_the_program


def test_it_shows_what_plays_and_lets_it_play_on(viewer: Viewer, tmp_path: Path) -> None:
    program = SMALL_SCENE + "playback = player.play('Wave', start=0.5, mode=pavane.PlayMode.STAY)\n"
    program += "pavane.view(player, screenshot=sys.argv[1], size='200x150')\n"
    program += "player.update(0.25)\nprint(playback.clip.name, playback.time)"
    assert good(viewer, program, tmp_path / "ours.png") == "Wave 0.75\n"
    viewer.good(SMALL, "--screenshot", tmp_path / "its.png", "--size", "200x150", "--clip", "Wave",
                "--others", "off", "--time", "0.5")  # fmt: skip
    assert (tmp_path / "ours.png").read_bytes() == (tmp_path / "its.png").read_bytes()


def test_options_change_what_plays_already(viewer: Viewer, tmp_path: Path) -> None:
    program = SMALL_SCENE + "playback = player.play('Wave', start=0.5)\n"
    program += "pavane.view(player, screenshot=sys.argv[1], size='64x64', speed=2, reverse=True, mode='ping-pong')\n"
    program += "print(playback.speed, playback.mode.name)"
    assert good(viewer, program, tmp_path / "a.png") == "-2.0 PING_PONG\n"


UPDATE = SQUARE + """
passed = []


def update(seconds):
    passed.append(seconds)
    scene.targets[scene.element_target(square, "location").first] = len(passed)
    scene.update()

"""


def test_a_function_of_the_programs_own_updates_in_place_of_the_player(viewer: Viewer, tmp_path: Path) -> None:
    program = UPDATE + "pavane.view(player, update=update, rest=True, screenshot=sys.argv[1], **above)\n"
    program += "print(len(passed), scene.world_matrix(square)[12])\nplayer.update(0)"
    count, place = good(viewer, program, tmp_path / "a.png").split()
    assert int(count) >= 1 and float(place) == int(count)
    assert red_pixels(read_png(tmp_path / "a.png")).sum() > 400


def test_such_a_function_can_close_nothing_that_is_shown(viewer: Viewer, tmp_path: Path) -> None:
    program = UPDATE + """
def close(seconds):
    update(seconds)
    for attempt in (scene.close, player.close, lambda: pavane.view(player)):
        try:
            attempt()
        except RuntimeError as error:
            told.add(str(error))

told = set()
pavane.view(player, update=close, rest=True, screenshot=sys.argv[1], **above)
print("; ".join(sorted(told)))
scene.close()
"""
    assert good(viewer, program, tmp_path / "a.png") == (
        "the player's scene is shown; the player's scene is shown already; the scene is shown\n"
    )


def test_what_such_a_function_raises_comes_out_of_view(viewer: Viewer) -> None:
    program = UPDATE + "pavane.view(player, update=lambda seconds: 1 // 0, **above)"
    assert raised(viewer, program) == "ZeroDivisionError: integer division or modulo by zero"


# ---- What goes wrong ----


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ("size='big'", "ValueError: size big: not WxH"),
        ("clip='Nothing'", 'pavane.NotFoundError: no clip "Nothing"; there are: "Wave"'),
        ("frames=(3, 1), screenshot='a%d.png'", "ValueError: frames 3..1: the last one lies before the first"),
        ("screenshot='/nowhere/a.png', size='64x64'", "OSError: /nowhere/a.png: cannot be written"),
        (r"clip='\udcff'", r"ValueError: clip: a surrogate alone in '\udcff'"),
        (r"clip='a\0b'", r"ValueError: clip: a zero character in 'a\x00b'"),
        ("with_=[None]", "TypeError: with_: a str is wanted, not None"),
        ("size=(1, 1)", "ValueError: size 1x1: not WxH: 16 to 16384 each"),
        ("pan_up='high'", "ValueError: pan_up high: not "),
        ("colour=3", "TypeError: view() got an unexpected keyword argument 'colour'"),
        ("press=['Nothing'], screenshot='a.png'", 'ValueError: no key "Nothing"'),
    ],
)
def test_wrong_options_are_told_of(viewer: Viewer, keywords: str, message: str) -> None:
    assert raised(viewer, SMALL_SCENE + f"pavane.view(player, {keywords})").startswith(message)


def test_without_a_display_it_says_so(viewer: Viewer) -> None:
    nowhere = Viewer(viewer.program, "", viewer.variables)
    message = raised(nowhere, SMALL_SCENE + "pavane.view(player, screenshot='a.png')")
    assert message.startswith("OSError: cannot open a display, DISPLAY is not set; run under xvfb-run")


def test_without_the_viewer_it_says_how_to_get_it(viewer: Viewer) -> None:
    program = SMALL_SCENE + "sys.modules['pavane._view'] = None\npavane.view(player)"
    message = raised(viewer, program)
    assert message.startswith("ImportError: pavane.view needs the viewer") and "freeglut3-dev" in message


def test_a_viewer_in_a_viewer_is_refused(viewer: Viewer) -> None:
    program = SQUARE + """
other = pavane.Player(pavane.Scene(scene.document))
def nest(scene):
    for mine in player, other:
        try:
            pavane.view(mine, **above)
        except RuntimeError as error:
            print(error)
    raise EOFError

scene.add_callback(nest)
try:
    pavane.view(player, **above)
except EOFError:
    pavane.view(other, screenshot=sys.argv[1], **above)
"""
    assert good(viewer, program, os.devnull).splitlines() == [
        "the player's scene is being updated",
        "a viewer is open already; there is one at a time in a process",
    ]


def test_other_threads_run_but_leave_the_scene_alone(viewer: Viewer) -> None:
    program = SQUARE + """
import threading, time

def other():
    global count
    time.sleep(0.3)
    try:
        player.update(0.1)
    except RuntimeError as error:
        print(error)
    count = -1

def end(scene):
    if count == -1:
        raise EOFError

scene.add_callback(end)
threading.Thread(target=other).start()
try:
    pavane.view(player, **above)
except EOFError:
    print("closed")
"""
    assert good(viewer, program).splitlines() == ["the scene is shown, or updated by another thread", "closed"]


def test_it_holds_nothing_afterwards(viewer: Viewer) -> None:
    program = SQUARE + """
def counts():
    return [sys.getrefcount(thing) for thing in (player, scene, slide, pavane.view)]

scene.add_callback(slide)
pavane.view(player, screenshot=sys.argv[1], **above)
before = counts()
for _ in range(5):
    pavane.view(player, screenshot=sys.argv[1], **above)
assert counts() == before
"""
    good(viewer, program, os.devnull)


# ---- Windows ----


class Program:
    """A Python program that shows windows, and can be interrupted even where these tests run in the background."""

    def __init__(self, viewer: Viewer, program: str) -> None:
        self.environment = environment_of(viewer)
        self.process = subprocess.Popen([sys.executable, "-uc", program], env=self.environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip

    def tool(self, *arguments: str) -> str:
        ran = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True)
        return ran.stdout.strip()

    def find(self, title: str) -> str:
        """The window of that title, once it is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if found := self.tool("search", "--name", f"^{title}$").split("\n")[0]:
                return found
            time.sleep(0.05)
        raise AssertionError(f"no window {title}: {self.process.communicate()}")

    def has_spoken(self, seconds: float) -> bool:
        return bool(select.select([self.process.stdout], [], [], seconds)[0])

    def press(self, identity: str, key: str) -> None:
        """Until it answers: a window that has just been made may not have the keyboard yet."""
        end = time.monotonic() + PATIENCE
        while not self.has_spoken(1) and time.monotonic() < end:
            self.tool("windowfocus", identity)
            self.tool("key", key)

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline() if self.has_spoken(PATIENCE) else "nothing"

    def end(self) -> tuple[str, str]:
        return self.process.communicate(timeout=PATIENCE)


@pytest.fixture
def start(viewer: Viewer) -> Iterator[Callable[[str], Program]]:
    if not shutil.which("xdotool"):
        pytest.skip("xdotool is not installed")
    programs: list[Program] = []

    def start_one(text: str) -> Program:
        programs.append(Program(viewer, text))
        return programs[-1]

    yield start_one
    for program in programs:
        program.process.kill()
        program.process.communicate()


def test_window_after_window(start: Callable[[str], Program]) -> None:
    """Closed by a key, by the window's cross, and by a key again."""
    program = start(SQUARE + """
scene.add_callback(slide)
for title in "First", "Second", "Third":
    pavane.view(player, title=title, **above)
    print("closed", title, count > 0)
    count = 0
""")
    for title, close in ("First", "q"), ("Second", ""), ("Third", "Escape"):
        identity = program.find(title)
        if close:
            program.press(identity, close)
        else:
            subprocess.run([sys.executable, "-c", CLOSE, identity], env=program.environment, check=True)
        assert program.line() == f"closed {title} True\n"
        assert program.tool("search", "--name", f"^{title}$") == ""
    assert program.end() == ("", "") and program.process.returncode == 0


def test_the_player_advances_with_the_clock(start: Callable[[str], Program]) -> None:
    program = start(SMALL_SCENE + """
import time
playback = player.play("Wave", mode=pavane.PlayMode.LOOP)
moments = []
def note(scene):
    moments.append((time.monotonic(), playback.time))
    if len(moments) == 40:
        raise EOFError
player.scene.add_callback(note)
try:
    pavane.view(player, size="64x64", title="Clock")
except EOFError:
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(moments[2:], moments[3:])]
    print(sum(min(real, 0.25) for real, _ in steps), sum(played for _, played in steps))
""")
    output, errors = program.end()
    assert errors == ""
    # After a stop of more than a quarter of a second a clip goes on where it was; the machine may make such stops.
    real, played = map(float, output.split())
    assert 0.8 * real < played < 1.2 * real and played > 0.2


CLICKED = SQUARE + """
def click():
    player.stop()  # it may be used
    print("click", flush=True)

pavane.view(player, title="Clicked", click=click, **above)
print("closed")
"""


def test_a_click_in_the_picture_is_told_and_a_drag_is_not(start: Callable[[str], Program]) -> None:
    program = start(CLICKED)
    identity = program.find("Clicked")
    at = ("mousemove", "--window", identity, "120", "60")
    for _ in range(60):
        program.tool(*at, "click", "1")
        if program.has_spoken(1):
            break
    assert program.line() == "click\n"
    program.tool(*at, "mousedown", "1", "mousemove", "--window", identity, "160", "80", *at, "mouseup", "1")
    assert not program.has_spoken(1)
    program.tool(*at, "click", "1")
    assert program.line() == "click\n"
    program.press(identity, "q")
    assert program.end() == ("closed\n", "")


def test_what_a_click_raises_comes_out_of_view(start: Callable[[str], Program]) -> None:
    program = start(SQUARE + "pavane.view(player, title='Raises', click=lambda: 1 // 0, **above)")
    identity = program.find("Raises")
    while program.process.poll() is None:
        program.tool("mousemove", "--window", identity, "120", "60", "click", "1")
    assert program.end()[1].splitlines()[-1].startswith("ZeroDivisionError")


def test_interrupting_the_program_closes_the_window(start: Callable[[str], Program]) -> None:
    program = start(SQUARE + """
try:
    pavane.view(player, title="Interrupted", **above)
except KeyboardInterrupt:
    print("interrupted")
""")
    program.find("Interrupted")
    program.process.send_signal(signal.SIGINT)
    assert program.end() == ("interrupted\n", "")
