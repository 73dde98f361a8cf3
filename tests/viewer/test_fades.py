# SPDX-License-Identifier: MIT
"""A clip that is chosen fades in while the others fade out, and the time panel follows what plays now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pavane
import pytest

from tests import dump_file
from tests.viewer.conftest import GOLDEN, SMALL, Viewer, Window, read_png
from tests.viewer.test_pictures import changed
from tests.viewer.test_python_view import SMALL_SCENE, good

DEMO = GOLDEN / "demo.pav"


def dumped(viewer: Viewer, folder: Path, *options: str, file: Path = DEMO) -> dump_file.Dump:
    path = folder / "view.bin"
    viewer.good(file, *options, "--dump", path)
    return dump_file.read(path)


def matrices(viewer: Viewer, folder: Path, *options: str, file: Path = DEMO) -> np.ndarray:
    return dumped(viewer, folder, *options, file=file)["world_matrices"][0][0]


def played(*steps: tuple[str, float, float]) -> np.ndarray:
    """The same through Python: clips, the seconds of their fades, and how long they play."""
    scene = pavane.Scene(pavane.Document(DEMO))
    player = pavane.Player(scene)
    for clip, fade, seconds in steps:
        player.play(clip, mode=pavane.PlayMode.LOOP, fade=fade, cross_fade=True)
        player.update(seconds)
    return np.array(scene.world_matrices, np.float32).ravel()


def test_a_number_fades_to_its_clip_as_a_program_does(viewer: Viewer, tmp_path: Path) -> None:
    """Walk is the eighth clip of the demo, Attack the first, Wave the ninth; the last fade interrupts one."""
    alone = ("--clip", "Walk", "--others", "off")
    steps = [("Walk", 0, 0.4), ("Attack", 0.3, 0.1), ("Wave", 0.3, 0.2)]
    for press, count in (("0.4s,1,0.1s", 2), ("0.4s,1,0.1s,9,0.2s", 3)):
        shown = matrices(viewer, tmp_path, *alone, "--press", press)
        assert np.array_equal(shown, played(*steps[:count])), press
        assert not np.allclose(shown, played(*((clip, 0, seconds) for clip, _, seconds in steps[:count])), atol=1e-3)


@pytest.mark.parametrize(("fade", "seconds"), [("1.5", 1.5), ("0", 0)])
def test_how_long_it_takes_is_an_option(viewer: Viewer, tmp_path: Path, fade: str, seconds: float) -> None:
    shown = matrices(viewer, tmp_path, "--clip", "Walk", "--others", "off", "--fade", fade, "--press", "0.4s,1,0.2s")
    assert np.array_equal(shown, played(("Walk", 0, 0.4), ("Attack", seconds, 0.2)))


def test_a_fade_to_the_clip_that_plays_starts_it_again(viewer: Viewer, tmp_path: Path) -> None:
    alone = ("--clip", "Walk", "--others", "off")
    middle = matrices(viewer, tmp_path, *alone, "--press", "0.4s,8,0.1s")
    assert np.array_equal(middle, played(("Walk", 0, 0.4), ("Walk", 0.3, 0.1)))
    after = matrices(viewer, tmp_path, *alone, "--press", "0.4s,8,0.1s,0.4s")
    assert np.array_equal(after, matrices(viewer, tmp_path, *alone, "--press", "0.5s"))


def test_what_goes_along_with_both_goes_on_through_a_fade(viewer: Viewer, tmp_path: Path) -> None:
    """The ball of `small`, its last node, bounces on while the other clips fade, also at once and more than once."""
    rest = pavane.Scene(pavane.Document(SMALL)).world_matrices[-1, 3, 2]
    options = ("--clip", "Wave", "--with", "Bounce")
    for presses, alone in ((("0.25s,2", "0.25s,2,2"), "0.25s"), (("0.25s,2,0.15s", "0.2s,1,0.1s,2,0.1s"), "0.4s")):
        height = matrices(viewer, tmp_path, *options, "--press", alone, file=SMALL)[-2] - rest
        assert height > 0.05
        for press in presses:
            for fade in ("0.3", "0"):
                shown = matrices(viewer, tmp_path, *options, "--fade", fade, "--press", press, file=SMALL)[-2] - rest
                assert shown == pytest.approx(height, abs=1e-5), (press, fade)


def test_a_number_starts_its_own_clip_alone(viewer: Viewer, tmp_path: Path) -> None:
    program = "import sys, pavane\n"
    program += f"player = pavane.Player(pavane.Scene(pavane.Document({str(SMALL)!r})))\n"
    program += "pavane.view(player, clip='Wave', with_='Bounce', others=False, press='0.4s,2,0.1s',"
    program += " screenshot=sys.argv[1], size='64x64')\n"
    program += "print(sorted((one.clip.name, round(one.time, 3), one.leaving) for one in player.playbacks))"
    said = good(viewer, program, tmp_path / "a.png")
    assert said == "[('Bounce', 0.5, False), ('Smile', 0.1, False), ('Wave', 0.5, True)]\n"


@pytest.mark.parametrize("layer", ["additive=True", "priority=4"])
def test_a_number_leaves_the_layers_of_the_program_alone(viewer: Viewer, tmp_path: Path, layer: str) -> None:
    program = SMALL_SCENE + "player.play('Wave', priority=3)\n"
    program += f"player.play('Bounce', mode=pavane.PlayMode.LOOP, {layer})\n"
    program += "pavane.view(player, others=False, press='0.4s,2,0.1s,1s', screenshot=sys.argv[1], size='64x64')\n"
    program += "print([(one.clip.name, one.priority, one.leaving) for one in player.playbacks])"
    said = good(viewer, program, tmp_path / "a.png")
    assert said == f"[('Bounce', {4 if 'priority' in layer else 0}, False), ('Smile', 3, False)]\n"


def test_what_goes_along_keeps_its_full_weight_through_a_fade(viewer: Viewer, tmp_path: Path) -> None:
    """The ball of `small`, its last node, goes on with its bounce."""
    rest = pavane.Scene(pavane.Document(SMALL)).world_matrices[-1, 3, 2]
    heights = [matrices(viewer, tmp_path, "--clip", "Wave", "--press", press, file=SMALL)[-2] - rest
               for press in ("0.25s", "0.25s,2", "0.25s,2,0.15s", "0.25s,2,0.5s", "0.25s,1,0.5s", "0.75s")]
    assert heights[0] > 0.1 and heights[1] == heights[0]
    assert heights[3] == pytest.approx(heights[5], abs=1e-5) and heights[4] == pytest.approx(heights[5], abs=1e-5)


def test_choosing_the_same_moment_again_and_again_changes_nothing(viewer: Viewer, tmp_path: Path) -> None:
    """All fade from frame 1 to frame 1 of the same clips: the weights of everything sum up to 1, however often."""
    shown = matrices(viewer, tmp_path, "--clip", "Walk", "--speed", "1e-9", "--press", "8,0.1s,8,0.05s,8,8,0.1s,8,0.2s")
    assert np.allclose(shown, matrices(viewer, tmp_path, "--clip", "Walk", "--speed", "1e-9"), atol=1e-5)


def test_a_hundred_fades_in_a_row_find_room(viewer: Viewer, tmp_path: Path) -> None:
    press = ",".join(["1,0.01s,8,0.01s,9,0.01s"] * 33) + ",8,1s"
    shown = matrices(viewer, tmp_path, "--clip", "Walk", "--others", "off", "--press", press)
    assert np.allclose(shown, matrices(viewer, tmp_path, "--clip", "Walk", "--others", "off", "--press", "1s"), atol=1e-6)


def test_a_player_without_room_for_a_fade_goes_over_at_once(viewer: Viewer, tmp_path: Path) -> None:
    program = "import sys, pavane\n"
    program += f"player = pavane.Player(pavane.Scene(pavane.Document({str(SMALL)!r})), playback_capacity=1)\n"
    program += "player.play('Wave')\npavane.view(player, press='2,0.1s', screenshot=sys.argv[1], size='64x64')\n"
    program += "print([(one.clip.name, round(one.time, 3), one.fade) for one in player.playbacks])"
    assert good(viewer, program, tmp_path / "a.png") == "[('Smile', 0.1, 1.0)]\n"


def test_the_scene_fades_to_rest(viewer: Viewer, tmp_path: Path) -> None:
    walk, half, rest = (matrices(viewer, tmp_path, "--clip", "Walk", "--others", "off", "--press", press)
                        for press in ("0.4s", "0.4s,0,0.15s", "0.4s,0,0.3s"))
    assert np.array_equal(rest, np.array(pavane.Scene(pavane.Document(DEMO)).world_matrices, np.float32).ravel())
    assert not np.allclose(half, rest, atol=1e-3) and not np.allclose(half, walk, atol=1e-3)


def test_while_it_is_paused_a_clip_is_there_at_once(viewer: Viewer, tmp_path: Path) -> None:
    shown = matrices(viewer, tmp_path, "--clip", "Walk", "--others", "off", "--paused", "--press", "1,Right")
    assert np.array_equal(shown, matrices(viewer, tmp_path, "--clip", "Attack", "--others", "off", "--frame", "2"))


# ---- The time panel ----

PANEL = slice(285, 400)  # rows of a picture of 640 x 400
AWAY = ("--distance", "1e6", "--no-grid")  # from where nothing of the scene is seen through the panel


def panel(viewer: Viewer, folder: Path, *options: str) -> np.ndarray:
    path = folder / "picture.png"
    viewer.good(DEMO, "--hud", "on", "--others", "off", "--size", "640x400", *AWAY, *options, "--screenshot", path)
    return read_png(path)[PANEL]


def accent_columns(picture: np.ndarray) -> int:
    """Of the line along the panel's upper edge."""
    return int((np.abs(picture[8].astype(int) - (255, 171, 64)).max(axis=1) < 12).sum())


def test_the_panel_shows_how_far_the_fade_is(viewer: Viewer, tmp_path: Path) -> None:
    lengths = [accent_columns(panel(viewer, tmp_path, "--clip", "Walk", "--press", f"0.4s,1,{seconds}"))
               for seconds in ("0s", "0.1s", "0.2s", "0.3s")]
    assert lengths[0] <= 1 and lengths[3] == 0
    assert abs(lengths[1] - 572 / 3) <= 2 and abs(lengths[2] - 572 * 2 / 3) <= 2


def test_when_the_fade_is_over_the_panel_is_that_of_the_new_clip(viewer: Viewer, tmp_path: Path) -> None:
    after = panel(viewer, tmp_path, "--clip", "Walk", "--press", "0.4s,1,0.5s")
    assert changed(after, panel(viewer, tmp_path, "--clip", "Attack", "--press", "0.5s")) == 0
    assert changed(after, panel(viewer, tmp_path, "--clip", "Walk", "--press", "0.5s")) > 300


FOLLOWED = f"""
import sys, pavane
scene = pavane.Scene(pavane.Document({str(DEMO)!r}))
player = pavane.Player(scene)
started = player.play("Walk", mode=pavane.PlayMode.LOOP)
clock = 0

def update(seconds):
    global clock
    player.update(seconds)
    before, clock = clock, clock + seconds
    if before < 0.4 <= clock:
        ACTION

pavane.view(player, update=update, hud=True, size="640x400", distance=1e6, no_grid=True, press=sys.argv[2], screenshot=sys.argv[1])
"""


def followed(viewer: Viewer, folder: Path, action: str, press: str) -> np.ndarray:
    good(viewer, FOLLOWED.replace("ACTION", action), folder / "ours.png", press)
    return read_png(folder / "ours.png")[PANEL]


@pytest.mark.parametrize("action", [
    "player.play('Attack', mode=pavane.PlayMode.LOOP, fade=0.1, cross_fade=True)",
    "player.cross_fade(started, player.play('Attack', mode=pavane.PlayMode.LOOP), 0.1)",
])  # fmt: skip
def test_the_panel_follows_the_programs_own_cross_fade(viewer: Viewer, tmp_path: Path, action: str) -> None:
    ours = followed(viewer, tmp_path, action, "0.4s,0.5s")
    assert changed(ours, panel(viewer, tmp_path, "--clip", "Attack", "--press", "0.5s")) == 0


def test_the_panel_follows_a_transition_and_goes_on_with_what_is_left(viewer: Viewer, tmp_path: Path) -> None:
    attack = "player.play('Attack', fade=0.1, cross_fade=True, then=pavane.Transition('Idle', ratio=0.8, fade=0.2,"
    attack += " mode=pavane.PlayMode.LOOP))"
    ours = followed(viewer, tmp_path, attack, "0.4s,1s,0.5s")
    assert changed(ours, panel(viewer, tmp_path, "--clip", "Idle", "--press", "0.5s")) == 0
    once = "player.play('Attack', mode=pavane.PlayMode.ONCE, priority=1)"
    ours = followed(viewer, tmp_path, once, "0.4s,2s,0.1s")
    assert changed(ours, panel(viewer, tmp_path, "--clip", "Walk", "--press", "0.4s,2s,0.1s")) == 0


def test_what_plays_first_is_shown_of_several(viewer: Viewer, tmp_path: Path) -> None:
    program = SMALL_SCENE + "player.play('Wave', start=0.5)\nplayer.play('Bounce')\n"
    program += "pavane.view(player, frame=13, screenshot=sys.argv[1], size='64x64')\n"
    program += "print([round(one.time, 3) for one in player.playbacks])"
    assert good(viewer, program, tmp_path / "a.png") == "[0.5, 0.0]\n"


def test_a_window_fades_by_number_and_by_click(open_window: Callable[..., Window]) -> None:
    window = open_window("--clip", "Wave", "--fade", "0.1")
    window.wait_for_title("Wave")
    window.press("3")
    window.wait_for_title("Bounce")
    window.tool("mousemove", "--window", window.identity, "80", "37", "click", "4", "click", "1")
    window.wait_for_title("Wave|Smile")
