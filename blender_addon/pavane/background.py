# SPDX-License-Identifier: GPL-3.0-or-later
"""Export from a running session: another Blender exports a copy of the file, so nothing changes here."""
from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Callable

import bpy

from . import files, progress
from .gather import compat
from .settings import Settings

LAST_WORDS = 5  # lines of the other Blender's output that stand in an error
WAIT = 0.1  # seconds between two looks at the other Blender
OF_WINDOWS = ("libraries", "screens", "window_managers", "workspaces")  # not of what is exported
START = "Blender starts with a copy of the file"

Tell = Callable[[float, str], None]
"""How much is done, 0 to 1, and what is being done."""


def export(path: str, settings: Settings, tell: Tell) -> dict[str, Any]:
    """The report of the export; RuntimeError, with the file's name and the reason, if it failed."""
    with Job(path, settings) as job:
        told = None
        while not job.wait(WAIT):
            if job.progress != told:
                told = job.progress
                tell(*told)
        return job.result()


class Job:
    """The other Blender at work. Closing it ends it, however far it is, and leaves nothing of it behind."""

    def __init__(self, path: str, settings: Settings) -> None:
        files.check_folder(path)
        self.name = os.path.basename(path)
        self.progress: tuple[float, str] = (0.0, START)
        self._path = path
        self._rest = ""  # of its output: a line that has not ended
        self._folder = tempfile.TemporaryDirectory(prefix="pavane-")
        try:
            copy = self._inside(os.path.basename(bpy.data.filepath) or "untitled.blend")
            _save_copy(copy)
            with open(self._inside("stdout"), "wb") as out, open(self._inside("stderr"), "wb") as errors:
                self._process = _start(copy, self._inside("made.pav"), self._inside("report.json"), settings,
                                       out, errors)
            self._output = open(self._inside("stdout"), encoding="utf-8", errors="replace")
        except BaseException:
            self._folder.cleanup()
            raise

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def wait(self, seconds: float) -> bool:
        """Whether it has ended, after this time at the latest."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        *lines, self._rest = (self._rest + self._output.read()).split("\n")
        for found in filter(None, map(progress.read, lines)):
            self.progress = found
        return self._process.returncode is not None

    def result(self) -> dict[str, Any]:
        """Puts the file in its place, when it has ended; its report."""
        made, report = Path(self._inside("made.pav")), Path(self._inside("report.json"))
        if self._process.returncode != 0 or not report.exists():
            raise RuntimeError(self._last_words())
        files.replace(os.path.abspath(self._path), made.read_bytes())
        return json.loads(report.read_text(encoding="utf-8"))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._output.close()
        self._folder.cleanup()

    def _inside(self, name: str) -> str:
        return os.path.join(self._folder.name, name)

    def _last_words(self) -> str:
        """What the exporter itself said, of the file that was asked for, or else how Blender ended."""
        out, errors = (Path(self._inside(name)).read_text(encoding="utf-8", errors="replace")
                       for name in ("stdout", "stderr"))
        ours = [line.removeprefix("pavane: ") for line in errors.splitlines() if line.startswith("pavane: ")]
        if ours:
            return "\n".join(ours).replace(self._inside("made.pav"), self._path)
        lines = [line for line in (out + "\n" + errors).splitlines() if line.strip()]
        return "\n".join([f"{self._path}: Blender ended with {self._process.returncode}", *lines[-LAST_WORDS:]])


def _save_copy(path: str) -> None:
    """It lies elsewhere: paths that are relative to the file would no longer lead to its libraries."""
    if bpy.app.background or not compat.COPY_COUNTS_AS_SAVED:
        bpy.ops.wm.save_as_mainfile(filepath=path, copy=True, relative_remap=True)
        return
    bpy.ops.ed.flush_edits()
    blocks = {block for kind in bpy.data.bl_rna.properties
              if kind.type == "COLLECTION" and kind.identifier not in OF_WINDOWS
              for block in getattr(bpy.data, kind.identifier) if block.library is None}
    bpy.data.libraries.write(path, blocks, path_remap="ABSOLUTE")


def _start(copy: str, target: str, report: str, settings: Settings, out: Any, errors: Any) -> subprocess.Popen[bytes]:
    script = Path(__file__).resolve().parent / "command.py"
    words = [bpy.app.binary_path, "-b", "--factory-startup", "--disable-autoexec", "--python-exit-code", "3",
             copy, "--python", str(script), "--", target, "--report", report, *settings.arguments()]
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
