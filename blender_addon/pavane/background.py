# SPDX-License-Identifier: GPL-3.0-or-later
"""Export from a running session: another Blender exports a copy of the file, so nothing changes here."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import bpy

from .settings import Settings

LAST_WORDS = 5  # lines of the other Blender's output that stand in an error


def export(path: str, settings: Settings) -> dict[str, Any]:
    """The report of the export; RuntimeError, with the file's name and the reason, if it failed."""
    with tempfile.TemporaryDirectory(prefix="pavane-") as folder:
        copy = os.path.join(folder, os.path.basename(bpy.data.filepath) or "untitled.blend")
        report = os.path.join(folder, "report.json")
        # The copy lies elsewhere: paths that are relative to the file would no longer lead to its libraries.
        bpy.ops.wm.save_as_mainfile(filepath=copy, copy=True, relative_remap=True)
        done = _run(copy, path, report, settings)
        if done.returncode != 0 or not os.path.exists(report):
            raise RuntimeError(_last_words(done, path))
        return json.loads(Path(report).read_text(encoding="utf-8"))


def _run(copy: str, path: str, report: str, settings: Settings) -> subprocess.CompletedProcess[str]:
    script = Path(__file__).resolve().parent / "command.py"
    words = [bpy.app.binary_path, "-b", "--factory-startup", "--disable-autoexec", "--python-exit-code", "3",
             copy, "--python", str(script), "--", os.path.abspath(path), "--report", report,
             *settings.arguments()]
    return subprocess.run(words, capture_output=True, text=True, encoding="utf-8", errors="replace",
                          check=False)


def _last_words(done: subprocess.CompletedProcess[str], path: str) -> str:
    """What the exporter itself said, or else how Blender ended."""
    ours = [line.removeprefix("pavane: ") for line in done.stderr.splitlines() if line.startswith("pavane: ")]
    if ours:
        return "\n".join(ours)
    lines = [line for line in (done.stdout + "\n" + done.stderr).splitlines() if line.strip()]
    return "\n".join([f"{path}: Blender ended with {done.returncode}", *lines[-LAST_WORDS:]])
