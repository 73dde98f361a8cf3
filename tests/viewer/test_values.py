# SPDX-License-Identifier: MIT
"""The panel of values: what plays, shape keys and materials are read there, overridden and let go."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pavane_format import reader, writer
from pavane_format.model import Clip, Morph

from tests import dump_file
from tests.viewer.conftest import GOLDEN, SMALL, Viewer, Window, read_png, shown
from tests.viewer.quads import material, quad
from tests.viewer.test_moves import clip
from tests.viewer.test_pictures import changed
from tests.viewer.test_python_view import SMALL_SCENE, good


def dumped(viewer: Viewer, folder: Path, *options: str, file: Path = SMALL) -> dump_file.Dump:
    path = folder / "view.bin"
    viewer.good(file, *options, "--dump", path)
    return dump_file.read(path)


def smiles(viewer: Viewer, folder: Path, press: str, *options: str) -> np.ndarray:
    """The weights of Smile and Frown at frame 15 of Smile, where its clip says 0.5 and 0.75; they are the lines after
    the four of the playback, and range from 0 to 1 and from -1 to 1."""
    frame = ("--clip", "Smile", "--others", "off", "--frame", "15", *options)
    return dumped(viewer, folder, *frame, "--press", press)["morph_weights"][0][0][:2]


# ---- Values ----


@pytest.mark.parametrize(("press", "weights"), [
    ("Tab,Down,Down,Down,Down", (0.5, 0.75)),
    ("Tab,Down,Down,Down,Down,Right", (0.55, 0.75)),
    ("Tab,Down,Down,Down,Down,Right,Right,Right,Left", (0.6, 0.75)),
    ("Tab,Down,Down,Down,Down,Down,Left,Up,Left", (0.45, 0.65)),
    ("Tab,Down,Down,Down,Down" + ",Right" * 30, (1, 0.75)),
    ("Tab,Down,Down,Down,Down,Right,Right,Delete", (0.5, 0.75)),
    ("Tab,Down,Down,Down,Down,Right,Right,Backspace,Right", (0.55, 0.75)),
    ("Tab,Down,Down,Down,Down,Right,Down,Right,Z", (0.5, 0.75)),
    ("Tab,Down,Down,Down,Down,Right,Tab,Space,0.2s,Space", (0.55, 0.75)),
    ("Tab,Down,Down,Down,Down,Right,Esc,Right", (0.55, 0.75)),
])  # fmt: skip
def test_a_shape_key_is_overridden_until_it_is_let_go(
    viewer: Viewer, tmp_path: Path, press: str, weights: tuple[float, float]
) -> None:
    assert np.allclose(smiles(viewer, tmp_path, press, "--paused"), weights, atol=1e-6)


def test_what_is_overridden_stays_through_a_fade_and_other_clips_do_not_move_it(viewer: Viewer, tmp_path: Path) -> None:
    for wait in ("0.1s", "1s"):
        shown = smiles(viewer, tmp_path, f"Tab,Down,Down,Down,Down,Right,1,{wait}", "--paused")
        assert shown[0] == np.float32(0.55), wait


def test_one_component_of_a_color_is_overridden_and_the_others_play_on(viewer: Viewer, tmp_path: Path) -> None:
    """Lines: the playback's four; base_color red, green, blue."""
    path = tmp_path / "quad.pav"
    fading = clip("material", "Paint", "base_color", (0, 1), (0, 1), (0, 1))
    path.write_bytes(writer.write(quad(material(base_color=(0, 0, 0)), clips=[fading])))
    for press, color in (("Tab", (0.5, 0.5, 0.5)), ("Tab,Down,Down,Down,Down,Down,Right,Right", (0.5, 0.6, 0.5)),
                         ("Tab,Down,Down,Down,Down,Down,Right,Right,Z", (0.5, 0.5, 0.5))):
        inputs = dumped(viewer, tmp_path, "--frame", "13", "--paused", "--press", press, file=path)["material_inputs"]
        assert np.allclose(inputs[0][0][:3], color, atol=1e-6), press


def test_a_large_number_is_changed_in_large_steps(viewer: Viewer, tmp_path: Path) -> None:
    document = quad(material(base_color=(0, 0, 0), emission_strength=200))
    path = tmp_path / "quad.pav"
    path.write_bytes(writer.write(document))
    inputs = dumped(viewer, tmp_path, "--rest", "--press", "Tab,End,Right", file=path)["material_inputs"][0][0]
    assert inputs[-1] == 210


@pytest.mark.parametrize(("press", "said"), [
    ("Tab,Down,Down,Left", "weight 0.95"), ("Tab,Down,Down,Right,Right", "weight 1.0"),
    ("Tab,Down,Down" + ",Left" * 30, "weight 0.0"), ("Tab,Left", "mode LOOP"),
    ("Tab,Right", "mode ONCE"), ("Tab,Down,Right,Right,Left,Right", "priority 2"),
    ("Tab,Down,Down,Down,Right,Right", "time 0.583"), ("Tab,Down,Down,Down,Left", "time 0.458"),
])  # fmt: skip
def test_mode_priority_weight_and_time_of_a_playback_are_changed(
    viewer: Viewer, tmp_path: Path, press: str, said: str
) -> None:
    program = SMALL_SCENE + "one = player.play('Wave', start=0.5, mode=pavane.PlayMode.PING_PONG)\n"
    program += f"pavane.view(player, press={press!r}, screenshot=sys.argv[1], size='64x64')\n"
    program += "print(f'priority {one.priority}', f'weight {one.weight:.3}', f'mode {one.mode.name}',"
    program += " f'time {one.time:.3f}', sep=', ')"
    assert said in good(viewer, program, tmp_path / "a.png").strip().split(", ")


@pytest.mark.parametrize(("press", "weight"), [("Right,Right", 2), ("Left", 1.95), ("Left" + ",Left" * 25, 0.7)])
def test_a_programs_own_weight_above_1_is_not_raised(
    viewer: Viewer, tmp_path: Path, press: str, weight: float
) -> None:
    program = SMALL_SCENE + "one = player.play('Wave', weight=2)\n"
    program += f"pavane.view(player, press='Tab,Down,Down,{press}', screenshot=sys.argv[1], size='64x64')\n"
    program += "print(one.weight)"
    assert float(good(viewer, program, tmp_path / "a.png")) == pytest.approx(weight, abs=1e-5)


def test_an_override_is_the_scenes_own_and_stays_in_it(viewer: Viewer, tmp_path: Path) -> None:
    program = SMALL_SCENE + "scene = player.scene\nplayer.play('Smile')\ntarget = scene.morph_target(0, 0)\n"
    program += "pavane.view(player, press='Tab,Down,Down,Down,Down,Right', screenshot=sys.argv[1], size='64x64')\n"
    program += "print(round(scene.override(target)[0], 3))\nscene.clear_overrides()\nplayer.update(0.2)\n"
    program += "print(scene.override(target), round(scene.morph_weights(0)[0], 2))"
    assert good(viewer, program, tmp_path / "a.png") == "0.05\nNone 0.48\n"


# ---- The panel ----


def many(folder: Path, count: int) -> Path:
    """A file with so many shape keys, with names as they come, and no clip or one with a long name."""
    document = reader.read(SMALL.read_bytes())
    mesh = next(mesh for mesh in document.meshes if mesh.morphs)
    names = ["Größer", "Улыбка", "眉毛", "a very long name of a shape key that goes on and on and on.001"]
    mesh.morphs = [Morph(names[i] if i < len(names) else f"Key {i:03}", delta_points=np.array([i % 4], np.uint32),
                         delta_positions=np.float32([[0, 0, 0.5]])) for i in range(count)]
    document.clips = [Clip("A long name of a clip that has no end, and goes on beyond the edge.001", frame_start=1,
                           frame_end=25, channels=document.clips[0].channels)] if count % 2 else []
    path = folder / "small.pav"
    path.write_bytes(writer.write(document))
    return path


def picture(viewer: Viewer, folder: Path, *options: str, file: Path = SMALL, size: str = "640x400") -> np.ndarray:
    path = folder / "picture.png"
    viewer.good(file, "--hud", "on", "--size", size, *options, "--screenshot", path)
    return read_png(path)


def test_tab_and_its_option_show_the_panel(viewer: Viewer, tmp_path: Path) -> None:
    plain, by_key, by_option, again = (picture(viewer, tmp_path, "--paused", *options) for options in
                                       ((), ("--press", "Tab"), ("--values",), ("--press", "Tab,Tab")))
    assert np.array_equal(by_key, by_option) and np.array_equal(plain, again)
    assert changed(plain[60:250, 260:620], by_key[60:250, 260:620]) > 30000
    assert changed(plain[:, :236], by_key[:, :236]) == 0


@pytest.mark.parametrize("size", ["640x400", "1280x800"])
def test_hundreds_of_shape_keys_are_scrolled(viewer: Viewer, tmp_path: Path, size: str) -> None:
    file = many(tmp_path, 300)
    top, down, page, end = (picture(viewer, tmp_path, "--values", *options, file=file, size=size) for options in
                            ((), ("--press", "Down"), ("--press", "PageDown,PageDown"), ("--press", "End")))
    assert changed(top, down) > 300 and changed(top, page) > 1000 and changed(page, end) > 1000
    assert np.array_equal(picture(viewer, tmp_path, "--values", "--press", "End,Home", file=file, size=size), top)


def test_the_last_of_hundreds_is_overridden(viewer: Viewer, tmp_path: Path) -> None:
    """The materials follow; the last key is as far above the end as there are numbers of inputs."""
    file = many(tmp_path, 300)
    dump = dumped(viewer, tmp_path, "--press", "Tab" + ",PageDown" * 299, file=file)
    inputs = sum(numbers.shape[1] for numbers in dump["material_inputs"].values())
    dump = dumped(viewer, tmp_path, "--press", f"Tab,End{',Up' * inputs},Right,Right", file=file)
    weights = dump["morph_weights"][0][0]
    assert weights[299] == np.float32(0.1) and not weights[:299].any()


def test_the_chosen_line_stays_chosen_when_playbacks_come_and_go(viewer: Viewer, tmp_path: Path) -> None:
    """Smile is chosen, then the fade to another clip brings four lines more, and takes them again."""
    press = "Tab,Down,Down,Down,Down,Right,1,0.1s,Right,0.5s,Right"
    assert np.isclose(smiles(viewer, tmp_path, press)[0], 0.65, atol=1e-6)


def test_overrides_stay_when_the_file_is_loaded_again(open_window: Callable[..., Window], tmp_path: Path) -> None:
    """The mesh has moved on to another place in the file; the picture is as it was."""
    file = tmp_path / "small.pav"
    file.write_bytes(SMALL.read_bytes())
    window = open_window("--clip", "Smile", "--others", "off", "--frame", "15", "--paused", "--size", "640x400",
                         "--press", "Tab,Down,Down,Down,Down,Right,Right", file=file)
    window.wait_for_title("Smile, frame 15, paused")
    window.wait_for(lambda: "drawn" if len(set(shown(window, tmp_path)[100, 260:600].tobytes())) > 20 else "")
    before = shown(window, tmp_path)
    document = reader.read(SMALL.read_bytes())
    document.info.generator_version = "later"
    time.sleep(0.05)
    file.write_bytes(writer.write(document))
    time.sleep(1.5)
    assert np.array_equal(shown(window, tmp_path), before)
    window.press("z")
    window.wait_for(lambda: "let go" if not np.array_equal(shown(window, tmp_path), before) else "")


# ---- The mouse ----


def test_values_are_dragged_let_go_and_scrolled_by_mouse(open_window: Callable[..., Window], tmp_path: Path) -> None:
    """In a window of 640 x 400 the eighth line, at a height of 228, is the first shape key."""
    def line() -> np.ndarray:
        return shown(window, tmp_path)[221:235, 480:620].astype(int)

    window = open_window("--paused", "--values", "--size", "640x400", file=many(tmp_path, 31))
    window.wait_for_title("A long name .*, frame 1, paused")
    window.wait_for(lambda: "drawn" if line().std() > 5 else "")
    labels = shown(window, tmp_path)[60:190, 300:380].astype(int)

    def accent() -> str:
        return "accent" if (np.abs(line() - (255, 171, 64)).max(axis=2) < 30).sum() > 20 else ""

    at = ("mousemove", "--window", window.identity)
    window.tool(*at, "400", "228", "mousedown", "1", *at, "440", "232", "mouseup", "1")
    window.wait_for(accent)
    window.tool(*at, "611", "228", "click", "1")
    window.wait_for(lambda: "" if accent() else "free")
    window.tool(*at, "400", "228", "click", "5")
    window.wait_for(lambda: "scrolled" if np.abs(shown(window, tmp_path)[60:190, 300:380] - labels).max() > 60 else "")
