# SPDX-License-Identifier: GPL-3.0-or-later
"""Curves, surfaces, text and metaballs travel as the mesh that they are at rest: what else moves them."""

from __future__ import annotations

from typing import Any

import bpy

from . import modifiers, skins


def predict(ob: Any, report: Any) -> None:
    """Tells the report why the shape of an object that is no mesh may change while its mesh does not."""
    kind = "metaball" if ob.type == "META" else "text" if ob.type == "FONT" else "curve"
    data = ob.data
    if getattr(data, "shape_keys", None) is not None:
        report.cause(ob.name, "shape keys of curves are not exported yet")
    if data.animation_data is not None:
        report.cause(ob.name, f"shape of a {kind} is animated")
    if skins.stages(ob):
        report.cause(ob.name, f"an armature deforms a {kind}")
    if any(modifiers.may_change_shape(other) for other in profiles(data)):
        report.cause(ob.name, f"profile of a {kind} is animated")
    if ob.type == "META" and any(modifiers.may_move(other) for other in family(ob)):
        report.cause(ob.name, "metaballs of a family move")


def profiles(data: Any) -> list[Any]:
    """The objects along which a curve is bent or thickened."""
    found = (getattr(data, name, None) for name in ("bevel_object", "taper_object", "follow_curve"))
    return [ob for ob in found if ob is not None]


def family(ob: Any) -> list[Any]:
    """All metaball objects that melt into one, if there are several: those of one name but for its number."""
    stem = ob.name.rstrip("0123456789").rstrip(".")
    found = [other for other in bpy.data.objects
             if other.type == "META" and other.name.rstrip("0123456789").rstrip(".") == stem]
    return found if len(found) > 1 else []
