# SPDX-License-Identifier: MIT
"""What Blender shows, beside motion, in every clip. It knows nothing of the add-on.

    blender -b --factory-startup --disable-autoexec FILE.blend --python-exit-code 3
        --python oracle_looks.py -- OUT.json [--clips MODE]

A clip that animates such a thing is read at all its whole and half frames (a longer one than 2,000 frames at
so many of them), any other at its start, middle and end.

OUT.json: {passes: [pass, pass, pass]}, the first of visibility, the second of everything else while nothing is
hidden, the third of what Cycles makes of linked sockets at rest; a
pass is {rest: {kind: {name: {property: [numbers]}}}, driven: [[kind, name, property] that a driver sets], fixed: {kind: {name: {property: text}}}, clips: [{name, library,
start, frames, halves, values: {kind: {name: {property: [[numbers] of each frame]}}}}]}. Kinds: object (visibility),
material (properties are inputs of the file), camera, light, world, property (custom ones, by their owner). What is
linked from a library is named "name [file.blend]".
"""
from __future__ import annotations

import argparse
import json
import math
import os
import sys
from typing import Any

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import oracle_blocks as blocks_module  # noqa: E402
from oracle_cameras import CameraReader, LightReader, WorldReader  # noqa: E402
from oracle_clips import Clip, ClipList, Owner  # noqa: E402
from oracle_materials import MaterialReader  # noqa: E402
from oracle_modes import MODES, mode_clips  # noqa: E402
from oracle_paths import Resolver  # noqa: E402
from oracle_properties import PropertyReader, VisibilityReader, is_visibility_driven  # noqa: E402
from oracle_rest import Rest, leave_tweak_mode, mute_visibility, stop_everything  # noqa: E402
from oracle_shaders import shown_values  # noqa: E402
from oracle_simulation import Simulation  # noqa: E402

MOST = 2000  # whole frames of a clip
TYPES = {"MATERIAL", "NODETREE", "CAMERA", "LIGHT", "WORLD", "SCENE"}

Values = dict[str, dict[str, dict[str, list[float]]]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="oracle_looks.py")
    parser.add_argument("out")
    parser.add_argument("--clips", choices=MODES, default="actions")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1:])
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump(LooksOracle(options.clips).run(), file)


class LooksOracle:
    """Everything is listed while the artist's state still stands; then all of it stops."""

    def __init__(self, mode: str) -> None:
        self.scene, self.layer = bpy.context.scene, bpy.context.view_layer
        blocks_module.leave_edit_mode(self.layer)
        self.blocks = blocks_module.all_blocks()
        leave_tweak_mode(self.blocks)
        self.objects = blocks_module.scope_objects(self.layer)
        self.resolver = Resolver()
        scope = blocks_module.scope_pointers(self.scene, self.objects)
        self.list = ClipList(self.blocks, scope, self.resolver)
        self.clips = self.list.clips
        if mode != "actions":
            self.clips = mode_clips(mode, self.scene, self.blocks, scope, self.resolver)
        self.rest = Rest(self.list, self.blocks, self.resolver)
        stop_everything(self.blocks)
        self.simulation = Simulation(self.scene, self.objects)
        self.rest.restore()
        self.scene.frame_set(self.scene.frame_start)

    def run(self) -> dict[str, Any]:
        self.readers: dict[str, Any] = {"object": VisibilityReader(self.layer)}
        driven = is_visibility_driven()
        hidden = self.pass_over([driven or any(is_hiding(curve) for owner in clip.owners for curve in owner.curves)
                                 for clip in self.clips])
        self.show()
        driven = any(is_driven(block) for block in self.blocks if block.type in TYPES)
        found = self.pass_over([driven or any(is_of_looks(owner) for owner in clip.owners) for clip in self.clips])
        return {"passes": [hidden, found, self.shaders()]}

    def shaders(self) -> dict[str, Any]:
        """Comes last: rendering leaves a scene of its own behind."""
        self.rest.restore()
        self.scene.frame_set(self.scene.frame_start)
        materials = list(self.readers["material"].materials.values())
        return {"rest": {"material": shown_values(materials)}, "driven": [], "fixed": {}, "clips": []}

    def show(self) -> None:
        """From now on nothing hides anything, since what is hidden is not evaluated; and all but that is read."""
        mute_visibility(bpy.data.actions, self.blocks)
        self.rest = Rest(self.list, self.blocks, self.resolver)
        blocks_module.show_everything(self.layer, self.objects)
        self.rest.restore()
        self.scene.frame_set(self.scene.frame_start)
        materials = MaterialReader(self.objects)
        LightReader.is_cycles = self.scene.render.engine == "CYCLES"
        self.readers = {
            "material": materials, "camera": CameraReader(self.objects), "light": LightReader(self.objects),
            "world": WorldReader(self.scene),
            "property": PropertyReader(self.scene, self.objects, list(materials.materials.values()))}

    def pass_over(self, concerned: list[bool]) -> dict[str, Any]:
        steps = [(kind, *place) for kind in ("object", "property") if kind in self.readers
                 for place in self.readers[kind].driven()]
        return {"rest": self.read(), "driven": steps,
                "fixed": {kind: reader.fixed() for kind, reader in self.readers.items()},
                "clips": [self.record(clip, found) for clip, found in zip(self.clips, concerned)]}

    def record(self, clip: Clip, concerned: bool) -> dict[str, Any]:
        frames = clip_frames(clip, concerned, bool(self.simulation))
        self.rest.restore()
        clip.play()
        moments = []
        for frame in frames:
            self.scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
            moments.append(self.read())
        clip.stop()
        self.rest.restore()
        return {"name": clip.name, "library": clip.library,
                "start": clip.start, "frames": frames, "halves": [is_half(clip, frame) for frame in frames],
                "values": together(moments)}

    def read(self) -> Values:
        depsgraph = bpy.context.evaluated_depsgraph_get()
        return {kind: reader.read(depsgraph) for kind, reader in self.readers.items()}


def is_hiding(curve: Any) -> bool:
    return curve.data_path in blocks_module.VISIBILITY_PATHS


def is_of_looks(owner: Owner) -> bool:
    return owner.block.type in TYPES or any(curve.data_path.endswith("]") for curve in owner.curves)


def is_driven(block: Any) -> bool:
    data = getattr(block.id, "animation_data", None)
    return data is not None and len(data.drivers) > 0


def clip_frames(clip: Clip, concerned: bool, simulated: bool) -> list[float]:
    count = int(clip.end - clip.start) + 1
    if not concerned:
        return [clip.start + count_of for count_of in sorted({0, count // 2, count - 1})]
    whole = [clip.start + i for i in range(0, count, max(1, math.ceil(count / MOST)))]
    halves = [] if simulated else [frame + 0.5 for frame in whole if frame + 0.5 <= clip.end]
    return sorted({*whole, *halves, clip.end})


def is_half(clip: Clip, frame: float) -> bool:
    """Whether it lies between the frames that samples are taken at."""
    return frame != clip.end and (frame - clip.start) % 1 != 0


def together(moments: list[Values]) -> dict[str, dict[str, dict[str, list[list[float]]]]]:
    return {kind: {name: {part: [moment[kind][name][part] for moment in moments] for part in parts}
                   for name, parts in things.items()}
            for kind, things in moments[0].items()}


if __name__ == "__main__":
    main()
