# SPDX-License-Identifier: GPL-3.0-or-later
"""The export's settings kept with a scene, in the .blend: only where the artist asks for it."""
from __future__ import annotations

from typing import Any

import bpy

NAME = "pavane export"  # a custom property of the scene that is not exported itself
_ABOUT_ONE_EXPORT = ("filepath", "check_existing")


def recall(operator: Any, scene: Any) -> list[str]:
    """Sets the operator to what the scene keeps; what of it cannot be set, in a few words each."""
    kept = scene.get(NAME)
    operator.remember = kept is not None
    problems = []
    for name, value in kept.items() if hasattr(kept, "items") else ():
        try:
            if name not in _names(operator):
                raise TypeError
            setattr(operator, name, value)
        except TypeError:
            problems.append(f"Remembered, but unknown: {name} {value}")
    return problems


def keep(operator: Any, scene: Any) -> None:
    """What the operator is set to, as a step that can be undone; without the tick the scene forgets."""
    wanted = {name: getattr(operator, name) for name in _names(operator)} if operator.remember else None
    kept = scene.get(NAME)
    if wanted == (kept.to_dict() if hasattr(kept, "to_dict") else kept):
        return
    if wanted is None:
        del scene[NAME]
    else:
        scene[NAME] = wanted
    bpy.ops.ed.undo_push(message="Remember Export Settings" if wanted else "Forget Export Settings")


def _names(operator: Any) -> list[str]:
    return [name for name, declared in operator.properties.bl_rna.properties.items()
            if not (declared.is_readonly or declared.is_hidden or declared.is_skip_save)
            and name not in _ABOUT_ONE_EXPORT]
