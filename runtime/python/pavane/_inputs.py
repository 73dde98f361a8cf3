# SPDX-License-Identifier: MIT
"""The inputs of materials that FORMAT.md names: readers draw by them, and keep all others."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Iterable

KNOWN = (
    "base_color",
    "alpha",
    "alpha_threshold",
    "metallic",
    "roughness",
    "ior",
    "specular",
    "specular_tint",
    "transmission",
    "coat",
    "coat_roughness",
    "sheen",
    "sheen_tint",
    "subsurface",
    "emission_color",
    "emission_strength",
    "normal_strength",
    "viewport_color",
    "viewport_alpha",
    "viewport_metallic",
    "viewport_roughness",
)
PLACES = ("location", "rotation", "scale")  # of the texture on an input


def _is_known(name: str) -> bool:
    input, _, place = name.rpartition("_")
    return name in KNOWN or (place in PLACES and input in KNOWN)


def warn_of_misspelt(material: str, names: Iterable[str]) -> None:
    """Any name is allowed, but one that is nearly a known one was hardly meant."""
    for name in names:
        near = [] if _is_known(name) else difflib.get_close_matches(name, KNOWN, 1)
        if near:
            warnings.warn(f"material {material!r}: no reader draws by {name!r}; the nearest input is {near[0]!r}",
                          stacklevel=4)
