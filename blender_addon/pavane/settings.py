# SPDX-License-Identifier: GPL-3.0-or-later
"""What an export is asked to do; the same on the command line and in the operator."""
from __future__ import annotations

import argparse
from dataclasses import dataclass, fields

CLIPS = {
    "actions": ("Actions", "Each action is a clip of its name: what plays it moves, everything else stands at rest"),
    "active": ("Active Actions", "All actions that are assigned, together, are one clip with the scene's name"),
    "nla-tracks": ("NLA Tracks", "The NLA tracks of one name, on whatever objects and data, are a clip of that name"),
    "scene": ("Scene", "The timeline as it plays, NLA included, is one clip with the scene's name, "
              "over the preview range if that is in use"),
}
"""What becomes a clip: by the setting's value, its title and what it does."""

TOPOLOGY = {
    "keys": ("Shape Keys", "They stay; a modifier that changes the mesh's topology with them is left out"),
    "modifiers": ("Modifiers", "They stay; a mesh whose topology they change with its shape keys is without these"),
}
"""What stays of a mesh whose modifiers and shape keys do not go together: by the setting's value, as above."""


@dataclass
class Settings:
    scene: str = ""  # empty: the window's
    view_layer: str = ""  # empty: the window's
    collection: str = ""  # only objects of this collection
    visible: bool = False  # only objects that are shown in the viewport
    selected: bool = False
    renderable: bool = False
    clips: str = "actions"  # one of CLIPS
    error_bound: float = 5e-5  # of sampled motion, in parts of the size of what moves
    mesh_error: float = 0.0  # that rounding points, normals and UV coordinates may make; 0: they are kept to the bit
    topology: str = "keys"  # one of TOPOLOGY
    editing_data: bool = True  # what only an import into Blender needs

    def arguments(self) -> list[str]:
        """The command line that gives these settings."""
        words = []
        for item in fields(self):
            value, name = getattr(self, item.name), "--" + item.name.replace("_", "-")
            if isinstance(value, bool):
                words += [name] if value else ["--no-" + name[2:]] if item.default else []
            elif value:
                words += [name, str(value)]
        return words


IN_PANEL = tuple(item.name for item in fields(Settings) if item.name not in ("scene", "view_layer"))
"""The settings that are properties of the operator too; scene and view layer are the window's."""


def parser(program: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog=program, description="Export the open .blend to a .pav file.")
    made.add_argument("output", metavar="OUT.pav", help="the file to write")
    made.add_argument("--report", metavar="FILE.json", default="", help="write what was done to this file")
    made.add_argument("--scene", default="", help="the scene to export (default: the window's)")
    made.add_argument("--view-layer", default="", help="its view layer (default: the window's)")
    made.add_argument("--collection", default="", help="only objects of this collection")
    made.add_argument("--visible", action="store_true", help="only objects that are shown in the viewport")
    made.add_argument("--selected", action="store_true", help="only selected objects")
    made.add_argument("--renderable", action="store_true", help="only objects that are rendered")
    made.add_argument("--clips", choices=tuple(CLIPS), default=Settings.clips,
                      help="what becomes a clip: each action (the default), the assigned actions together, "
                      "NLA tracks by their names, or the timeline as it plays")
    made.add_argument("--error-bound", type=float, default=Settings.error_bound,
                      help="the error that sampled motion keeps, in parts of the size of what moves "
                      f"(default {Settings.error_bound})")
    made.add_argument("--editing-data", action=argparse.BooleanOptionalAction, default=Settings.editing_data,
                      help="write, too, what only an import into Blender needs: handle types, groups, ... "
                      "(the default; nothing that plays reads it)")
    made.add_argument("--mesh-error", type=float, default=Settings.mesh_error,
                      help="round meshes to save bytes: points by no more than this part of the mesh's size, normals "
                      "and UV coordinates by no more than this (default 0: keep every bit)")
    made.add_argument("--topology", choices=tuple(TOPOLOGY), default=Settings.topology,
                      help="what stays of a mesh whose topology a modifier changes with its shape keys: the keys (the "
                      "default; that modifier is left out) or the modifiers")
    return made


def from_arguments(arguments: argparse.Namespace) -> Settings:
    return Settings(**{item.name: getattr(arguments, item.name) for item in fields(Settings)})
