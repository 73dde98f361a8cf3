# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that are not finite: Blender keeps them, the file cannot, so others stand in their place."""
from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from ..pavane_format import model
from ..report import Report

NEUTRAL = {"quaternion": (0.0, 0.0, 0.0, 1.0), "scale": (1.0, 1.0, 1.0, 0.0, 0.0, 0.0),
           "matrix": np.eye(4).reshape(16)}
REASON = "some of its numbers are not finite; the file has neutral ones instead"


def mend(document: model.Document, report: Report) -> None:
    """Replaces every such number of the document, and tells what had them."""
    for clip in document.clips:
        for channel in list(clip.channels):
            if _mend_channel(clip, channel, report):
                for name in _moved_by(document, channel.target):
                    report.cause(name, f"not a number in clip {clip.name!r}")
    scene = document.scene
    for kind, things in (("object", scene.nodes), ("mesh", document.meshes), ("material", scene.materials),
                         ("camera", scene.cameras), ("light", scene.lights)):
        for thing in things:
            if _mend(thing):
                report.left_out(f"{kind} {thing.name!r}", REASON)
                for name in _shown_by(document, thing):
                    report.cause(name, f"not a number in {kind} {thing.name!r}")
    if _mend(scene):
        report.left_out(f"scene {scene.name!r}", REASON)


def _shown_by(document: model.Document, thing: Any) -> list[str]:
    """The names of the objects whose places or points are those of a node or mesh."""
    nodes = document.scene.nodes
    if isinstance(thing, model.Node):
        return [nodes[thing.armature].name if thing.kind == "bone" else thing.name]
    return [node.name for node in nodes
            if node.mesh is not None and document.meshes[node.mesh] is thing]


def _moved_by(document: model.Document, target: model.Target) -> list[str]:
    if target.kind in ("object", "bone"):
        return [target.owner]
    if target.kind not in ("morph", "mesh"):
        return []
    meshes = [mesh for mesh in document.meshes if (mesh.name, mesh.library) == (target.owner, target.library)]
    return [name for mesh in meshes for name in _shown_by(document, mesh)]


def _bad(value: Any) -> np.ndarray:
    """What float32 does not hold as a finite number."""
    with np.errstate(over="ignore"):
        return ~np.isfinite(np.asarray(value).astype(np.float32))


def _mend(thing: Any) -> bool:
    """Mends a part of the document and all its parts; whether it had to."""
    if isinstance(thing, model.Element) and thing.kind in NEUTRAL and _bad(thing.values).any():
        thing.values = np.array(NEUTRAL[thing.kind], np.float32)
        return True
    mended = False
    for field in fields(thing):
        value = getattr(thing, field.name)
        if isinstance(value, list):
            mended |= any([_mend(part) for part in value if is_dataclass(part)])
        elif isinstance(value, (float, tuple)) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
            bad = _bad(value)
            if bad.any():
                neutral = np.where(bad, 0.0, value).astype(np.float32)
                usual = field.default if isinstance(value, float) else tuple(neutral.tolist())
                setattr(thing, field.name, neutral if isinstance(value, np.ndarray) else usual)
                mended = True
    return mended


def _mend_channel(clip: model.Clip, channel: model.Channel, report: Report) -> bool:
    """Samples repeat the last finite one, knots and cuts that are not finite go; a channel without any finite sample does
    not travel. Whether it had to mend."""
    sampled = [component for component in channel.components if component.samples is not None]
    bad = [_bad(component.samples) for component in sampled]
    target = channel.target
    label = f"clip {clip.name!r}: {target.kind} {target.owner!r} {target.part!r} {target.element}"
    if any(lost.all() for lost in bad) or any(_bad(component.value) for component in channel.components):
        clip.channels.remove(channel)
        report.left_out(label, "its values are not finite numbers")
        return True
    dropped = _drop_between(sampled)
    if not dropped and not any(lost.any() for lost in bad):
        return False
    for component, lost in zip(sampled, bad):
        last = np.maximum.accumulate(np.where(lost, -1, np.arange(len(lost))))
        component.samples = component.samples[np.where(last < 0, np.argmin(lost), last)]
        component.grid = None
    report.left_out(label, "some of its values are not finite numbers; the last finite one stays")
    return True


def _drop_between(sampled: list[model.Component]) -> bool:
    """Takes the knots and cuts out, of all components alike, of which one has a number that is not finite. Whether there
    were any."""
    mended = False
    for name in ("knots", "cuts"):
        rows = [getattr(component, name) for component in sampled]
        lost = [_bad(numbers).any(axis=1) for numbers in rows]
        if any(one.any() for one in lost):
            mended = True
            for component, numbers in zip(sampled, rows):
                setattr(component, name, numbers[~np.logical_or.reduce(lost)])
    return mended
