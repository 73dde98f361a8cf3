# SPDX-License-Identifier: GPL-3.0-or-later
"""Pavane: exports animation, exactly as the artist made it, to .pav files."""
from __future__ import annotations

from pathlib import Path

bl_info = {
    "name": "Pavane",
    "author": "The Pavane authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "File > Export > Pavane (.pav)",
    "description": "Exports actions, shape keys and the meshes, rigs, cameras and lights that they move",
    "category": "Import-Export",
}

# The zip holds pavane_format inside this package; in the repository it stands in format/.
_folder = Path(__file__).resolve().parent
if not (_folder / "pavane_format").is_dir():
    __path__.append(str(_folder.parents[1] / "format"))


def register() -> None:
    from . import operators

    operators.register()


def unregister() -> None:
    from . import operators

    operators.unregister()
