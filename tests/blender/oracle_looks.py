# SPDX-License-Identifier: MIT
"""What Blender shows of materials, cameras, lights and the world in every clip. It knows nothing of the add-on.

    blender -b --factory-startup --disable-autoexec FILE.blend --python-exit-code 3
        --python oracle_looks.py -- OUT.json

A clip that animates such a thing is read at all its whole and half frames (a longer one than 2,000 frames at
so many of them), any other at its start, middle and end.

OUT.json: {rest: {kind: {name: {property: [numbers]}}}, fixed: {kind: {name: {property: text}}},
clips: [{name, library, start, frames, halves, values: {kind: {name: {property: [[numbers] of each frame]}}}}]}.
Kinds: material (properties are inputs of the file), camera, light, world. What is linked from a library is
named "name [file.blend]".
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
from oracle_clips import Clip, ClipList  # noqa: E402
from oracle_materials import MaterialReader  # noqa: E402
from oracle_paths import Resolver  # noqa: E402
from oracle_rest import Rest, leave_tweak_mode, mute_visibility, play, stop, stop_everything  # noqa: E402
from oracle_simulation import Simulation  # noqa: E402

MOST = 2000  # whole frames of a clip
TYPES = {"MATERIAL", "NODETREE", "CAMERA", "LIGHT", "WORLD"}

Values = dict[str, dict[str, dict[str, list[float]]]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="oracle_looks.py")
    parser.add_argument("out")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1:])
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump(LooksOracle().run(), file)


class LooksOracle:
    def __init__(self) -> None:
        """Lists everything while the artist's state still stands, then stops all of it."""
        self.scene, layer = bpy.context.scene, bpy.context.view_layer
        blocks_module.leave_edit_mode(layer)
        blocks = blocks_module.all_blocks()
        leave_tweak_mode(blocks)
        objects = blocks_module.scope_objects(layer)
        resolver = Resolver()
        self.list = ClipList(blocks, blocks_module.scope_pointers(self.scene, objects), resolver)
        mute_visibility(bpy.data.actions, blocks)
        self.rest = Rest(self.list, blocks, resolver)
        blocks_module.show_everything(layer, objects)
        stop_everything(blocks)
        self.driven = any(is_driven(block) for block in blocks if block.type in TYPES)
        self.simulation = Simulation(self.scene, objects)
        self.rest.restore()
        self.scene.frame_set(self.scene.frame_start)
        self.readers = {"material": MaterialReader(objects), "camera": CameraReader(objects),
                        "light": LightReader(objects), "world": WorldReader(self.scene)}

    def run(self) -> dict[str, Any]:
        return {"rest": self.read(), "fixed": {kind: reader.fixed() for kind, reader in self.readers.items()},
                "clips": [self.record(clip) for clip in self.list.clips]}

    def record(self, clip: Clip) -> dict[str, Any]:
        concerned = self.driven or any(owner.block.type in TYPES for owner in clip.owners)
        frames = clip_frames(clip, concerned, bool(self.simulation))
        self.rest.restore()
        play(clip)
        moments = []
        for frame in frames:
            self.scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
            moments.append(self.read())
        stop(clip)
        self.rest.restore()
        return {"name": clip.action.name, "library": blocks_module.library_name(clip.action),
                "start": clip.start, "frames": frames, "halves": [is_half(clip, frame) for frame in frames],
                "values": together(moments)}

    def read(self) -> Values:
        depsgraph = bpy.context.evaluated_depsgraph_get()
        return {kind: reader.read(depsgraph) for kind, reader in self.readers.items()}


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
