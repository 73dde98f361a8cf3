# SPDX-License-Identifier: MIT
"""The box: its colour goes from red to blue in 4 seconds and back, through UpdateMaterial and the player."""

from __future__ import annotations

import example
import pavane
from pavane import Interpolation, Key, PlayMode, TargetKind

POINTS = [(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in ((-1, 1) if y < 0 else (1, -1))]
SIDES = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
RED, BLUE = (1, 0, 0), (0, 0, 1)

builder = pavane.Builder()
builder.add_material("Paint", {"base_color": (1, 1, 1)})
builder.add_mesh("Box", POINTS, SIDES)
builder.add_node("Box", elements=example.standing(1), mesh="Box", slots=["Paint"])
builder.add_clip("colour", play_mode=PlayMode.PING_PONG)
keys = [[Key(0, red, Interpolation.LINEAR), Key(96, blue)] for red, blue in zip(RED, BLUE, strict=True)]
builder.add_channel("colour", "Paint", "base_color", keys, kind=TargetKind.MATERIAL)

scene = pavane.Scene(builder.finish())
player = pavane.Player(scene)
player.play("colour")
example.run(player, lambda: scene.material_input("Paint", "base_color").tolist(), 9)
