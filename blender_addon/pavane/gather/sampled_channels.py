# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells which channels travel as samples, and why no curve would do."""
from __future__ import annotations

from ..pavane_format import model
from ..report import Report
from .curves import Sampled

CURVE = "its F-curve holds what a curve of the file cannot"
MOVED = "constraints, drivers, physics, the NLA or the like move it, not its F-curves alone"
COMPUTED = "it is computed from what is animated, by nodes, a driver or the NLA"
DRIVEN = "a driver, the NLA or the like sets it, not its F-curve alone"


def tell(channel: model.Channel, report: Report) -> None:
    target = channel.target
    owner = f"{target.owner}/{target.part}" if target.part else target.owner
    report.sampled_channel(f"{target.kind} {owner}: {target.element}", _reason(channel))


def _reason(channel: model.Channel) -> str:
    sampled = [component for component in channel.components if component.kind == "sampled"]
    if all(isinstance(component, Sampled) and component.is_curve for component in sampled):
        return CURVE
    if channel.target.kind in ("object", "bone"):
        return MOVED
    return COMPUTED if channel.target.kind in ("material", "light", "camera", "scene") else DRIVEN
