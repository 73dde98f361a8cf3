# SPDX-License-Identifier: MIT
"""The traveller: he stands, walks, and strikes when the mouse is clicked; at 0.8 of the stroke he goes back to standing
by himself.  The sword hangs on his hand by a socket, and follows through all fades.

./dev python runtime/examples/traveller.py DEMO.pav [--print | PICTURE.png SECONDS]

DEMO.pav is the demo, as ./dev play makes it (build/play/demo.pav).  Without a mouse a script plays: he walks from second
1 on, and strikes at second 3."""

from __future__ import annotations

import sys

import example
import pavane

if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
    raise example.usage("DEMO.pav")
scene = pavane.Scene(pavane.Document(sys.argv.pop(1)))
player = pavane.Player(scene)
clock, clicked = 0.0, False


def walk() -> None:
    player.play("Walk", fade=0.3, cross_fade=True)


def attack() -> None:
    player.play("Attack", fade=0.1, cross_fade=True, then=pavane.Transition("Idle", ratio=0.8, fade=0.2))


def click() -> None:
    global clicked
    clicked = True
    attack()


def update(seconds: float) -> None:
    """The script: each of its moments comes at the end of an update."""
    global clock
    before = clock
    player.update(seconds)
    clock += seconds
    if not clicked and before < 1 <= clock:
        walk()
    if not clicked and before < 3 <= clock:
        attack()


def describe() -> list[float]:
    """How much of idle, walk and attack counts, and where the sword is."""
    weights = {"Idle": 0.0, "Walk": 0.0, "Attack": 0.0}
    for playback in player.playbacks:
        weights[playback.clip.name] += playback.effective_weight
    return [*weights.values(), *scene.world_matrix("Sword")[12:15]]


# He holds it as in the file, where it lies in the space of the hand.
scene.attach("Sword", ("Hero", "Hand.R"), offset=scene.local_matrix("Sword"))
player.play("Idle")
example.run(player, describe, 5, update, click, file="DEMO.pav")
