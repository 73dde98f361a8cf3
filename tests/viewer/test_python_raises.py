# SPDX-License-Identifier: MIT
"""What callbacks raise while pavane.view shows their scene."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.viewer.conftest import Viewer
from tests.viewer.test_python_view import SQUARE, good

RAISES = SQUARE + """
import traceback

builder.add_clip("Beat", frame_end=24, play_mode=pavane.PlayMode.LOOP)
builder.add_channel("Beat", "Square", "location", [0.0])
builder.add_event("Beat", "half", 12)
scene = pavane.Scene(builder.finish())
player = pavane.Player(scene)
player.play("Beat")
armed = True


def inner():
    raise LookupError("on purpose")


def fail(*arguments):
    if armed:
        inner()


def step(seconds):
    player.update(0.3)
    if own:
        fail()


own = {own}
{added}
try:
    pavane.view(player, update=step, **above)
except LookupError as error:
    print(*[frame.name for frame in traceback.extract_tb(error.__traceback__)][-2:])
armed = False
player.update(0.1)
pavane.view(player, screenshot=sys.argv[1], **above)
print(len(player.playbacks), player.scene is scene)
"""


@pytest.mark.parametrize(
    ("own", "added"),
    [
        (True, ""),
        (False, "scene.add_callback(fail)"),
        (False, "scene.add_callback(fail, phase=pavane.Phase.AFTER_DEFORM, only='Square')"),
        (False, "player.add_event_callback(fail)"),
    ],
    ids=["update", "update callback", "update callback about a node", "event callback"],
)
def test_what_is_raised_in_a_view_has_its_traceback(viewer: Viewer, tmp_path: Path, own: bool, added: str) -> None:
    program = RAISES.replace("{own}", str(own)).replace("{added}", added)
    assert good(viewer, program, tmp_path / "a.png") == "fail inner\n1 True\n"


def test_what_a_callback_raises_comes_out_of_view(viewer: Viewer) -> None:
    program = SQUARE + """
def fail(scene):
    slide(scene)
    if count == 6:
        raise LookupError("at the sixth")

scene.add_callback(fail)
try:
    pavane.view(player, **above)
except LookupError as error:
    print(error, count, scene.world_matrix(square)[12])
count = 0
player.update(0.1)
print(count)
scene.close()
"""
    assert good(viewer, program) == "at the sixth 6 7.5\n1\n"
