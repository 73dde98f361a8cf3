# SPDX-License-Identifier: GPL-3.0-or-later
"""Drivers that do not travel."""
from __future__ import annotations

from ..report import Report
from . import blocks
from .blocks import Block
from .paths import Paths


def report_drivers(everything: list[Block], scope: set[int], paths: Paths, report: Report) -> None:
    """Tells which drivers do nothing; the effect of the others is sampled."""
    for block in everything:
        for curve in blocks.drivers(block.id):
            what = f"driver of {block.label}: {curve.data_path}"
            driver = curve.driver
            if block.key not in scope:
                report.left_out(what, "it is of nothing that is exported")
            elif curve.mute:
                report.left_out(what, "muted")
            elif not paths.reaches(block.id, curve):
                report.left_out(what, "its path resolves to nothing")
            elif driver.type == "SCRIPTED" and not driver.is_simple_expression:
                report.left_out(what, "its expression is a script, which does not run while exporting")
            elif not driver.is_valid:
                report.left_out(what, "Blender finds it invalid")
