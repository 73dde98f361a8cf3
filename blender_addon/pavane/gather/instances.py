# SPDX-License-Identifier: GPL-3.0-or-later
"""Instances that the file does not hold: those of particles, geometry nodes, vertices and faces."""
from __future__ import annotations

from collections import Counter
from typing import Any

import bpy

from ..report import Report
from .scope import Scope, instanced_collection


def report_instances(scope: Scope, report: Report) -> None:
    """Counts, by the object that makes them, the instances that do not come from a collection instance."""
    counts: Counter[str] = Counter()
    for instance in bpy.context.evaluated_depsgraph_get().object_instances:
        if instance.is_instance and instance.parent is not None:
            maker = instance.parent.original
            if instanced_collection(maker) is None and not _is_itself(instance):
                counts[maker.name] += 1
    for name, count in sorted(counts.items()):
        report.cause(name, "instances of particles, geometry nodes, vertices or faces are not exported")
        report.left_out(f"{count} instances of {name!r}", "only collection instances are exported")


def _is_itself(instance: Any) -> bool:
    """Text, curves and metaballs show their own surface as an instance that stands where they do."""
    return (instance.object.original == instance.parent.original
            and instance.matrix_world == instance.parent.matrix_world)
