# SPDX-License-Identifier: MIT
"""What cameras, lights, the world, hidden nodes and custom properties are, by FORMAT.md's words and nothing else."""
from __future__ import annotations

import math

import numpy as np
from format_player import Driven, Player
from pavane_format import model

CAMERA = ("lens", "sensor_width", "sensor_height", "ortho_scale", "shift_x", "shift_y", "clip_start", "clip_end",
          "focus_distance", "fstop")
LIGHT = ("color", "energy", "radius", "spot_size", "spot_blend", "sun_angle", "area_width", "area_height")
HIDDEN = {"hide_viewport": "hidden_viewport", "hide_render": "hidden_render"}
Name = tuple[str, str, str, str]  # kind, library, owner, part
Shown = dict[str, dict[int, np.ndarray]]  # camera, light, world_color, hidden, property -> index -> numbers


def is_true(number: float) -> float:
    return float(number > 1 - 2.0**-23)


def rounded(number: float) -> float:
    return math.floor(number + 0.5)


class ValuePlayer(Player):
    def values(self, clip: model.Clip | None, frame: float) -> Shown:
        if clip:
            frame = min(max(frame, clip.frame_start), clip.frame_end)
        driven, scene = self._driven(clip, frame), self.scene

        def number(name: Name, element: str, rest: object) -> np.ndarray:
            return self._value(np.atleast_1d(np.array(rest, float)), driven.get((*name, element), []))

        def discrete(name: Name, element: str, rest: object) -> np.ndarray:
            return self._first(np.atleast_1d(np.array(rest, float)), driven.get((*name, element), []))

        shown: Shown = {"camera": {}, "light": {}, "hidden": {}, "property": {}}
        for i, camera in enumerate(scene.cameras):
            name = ("camera", camera.library, camera.name, "")
            parts = [number(name, element, getattr(camera, element)) for element in CAMERA]
            blurred = is_true(discrete(name, "depth_of_field", camera.depth_of_field)[0])
            shown["camera"][i] = np.concatenate([*parts, [blurred]])
        for i, light in enumerate(scene.lights):
            name = ("light", light.library, light.name, "")
            shown["light"][i] = np.concatenate([number(name, field, getattr(light, field)) for field in LIGHT])
        shown["world_color"] = {0: number(("scene", "", scene.name, ""), "world_color", scene.world_color)}
        for i, node in enumerate(scene.nodes):
            flags = {element: getattr(node, flag) for element, flag in HIDDEN.items()}
            for element in flags if node.kind == "object" else ():
                if element not in {one.name for one in node.elements}:
                    flags[element] = discrete(self._name(node), element, flags[element])[0]
            shown["hidden"][i] = np.array([is_true(flag) for flag in flags.values()])
        for i, one in enumerate(scene.properties):
            name = (one.owner_kind, one.library, one.owner, one.part)
            whole = {"integer": rounded, "boolean": is_true}.get(one.kind)
            if whole:
                shown["property"][i] = np.array([whole(n) for n in discrete(name, one.name, one.values)])
            elif one.kind == "float":
                shown["property"][i] = number(name, one.name, one.values)
        return shown

    @staticmethod
    def _first(rest: np.ndarray, driven: Driven) -> np.ndarray:
        """Of several channels that drive a discrete number the first counts."""
        value = rest.copy()
        for conversion, numbers in reversed(driven):
            if conversion == "none" and max(numbers, default=0) < len(value):
                for component, given in numbers.items():
                    value[component] = given
        return value
