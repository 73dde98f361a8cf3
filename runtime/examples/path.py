# SPDX-License-Identifier: MIT
"""The path: the "position" of a sphere goes from 0 to 10 and back.  No player plays it: a callback of the program's
own keeps the clock, says which moment of the clip counts, and updates the scene."""

from __future__ import annotations

import example
import pavane

LINEAR = pavane.Interpolation.LINEAR


def build() -> pavane.Document:
    builder = pavane.Builder()
    builder.add_material("Orange", {"base_color": (0.9, 0.35, 0.05)})
    builder.add_mesh("Sphere", *example.sphere(), smooth=True)
    position = "position", pavane.ElementKind.TRANSLATE, (0, 0, 1)
    builder.add_node("Sphere", elements=[position], mesh="Sphere", slots=["Orange"])
    builder.add_material("Grey", {"base_color": (0.05, 0.05, 0.06)})
    strip = [(0, -0.2, 0.01), (10, -0.2, 0.01), (10, 0.2, 0.01), (0, 0.2, 0.01)]
    builder.add_mesh("Rail", strip, [(0, 1, 2, 3)])
    builder.add_node("Rail", mesh="Rail", slots=["Grey"])
    builder.add_clip("path")
    builder.add_channel("path", "Sphere", "position", [[pavane.Key(0, 0, LINEAR), pavane.Key(48, 10, LINEAR)]])
    return builder.finish()


class PlayCallback:
    """The program's own player."""

    def __init__(self, scene: pavane.Scene) -> None:
        self.scene = scene
        self.binding = pavane.Binding(scene.document, scene)
        self.clock = 0.0

    def __call__(self, seconds: float) -> None:
        self.clock += seconds
        length = self.scene.document.clip("path").duration
        part = self.clock % (2 * length)
        self.scene.apply(self.binding, "path", 2 * length - part if part > length else part)
        self.scene.update()


scene = pavane.Scene(build())
player = pavane.Player(scene)  # only to be shown
example.run(player, lambda: [scene.world_matrix("Sphere")[12]], 9, PlayCallback(scene), below_player=True)
