# SPDX-License-Identifier: MIT
"""Runs a script in a Blender with a window, on a screen of its own, and takes the pictures that it asks for."""
from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 800)
LONGEST = 700  # seconds of a session; software rendering takes several for each frame of a busy machine


@contextmanager
def screen() -> Iterator[str]:
    """The name of a display that nothing else draws on."""
    for program in ("Xvfb", "import"):
        if not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    read_end, write_end = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24",
                               "-nolisten", "tcp", "-noreset"], pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as numbers:
            number = numbers.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def run_session(version: str, script: Path, folder: Path, *words: str | Path) -> str:
    """What Blender has printed; the script's own failure is the caller's."""
    with screen() as display, open(folder / "log.txt", "w+") as log:
        command = [ROOT / "dev", "blender", version, "--factory-startup", "--disable-autoexec",
                   "--enable-event-simulate", "--window-geometry", "0", "0", *map(str, SIZE), *words,
                   "--python-exit-code", "3", "--python", script, "--", folder]
        environment = {**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", **_own_folders(folder)}
        blender = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            _serve(blender, folder, environment)
        finally:
            blender.kill()
            blender.wait()
        log.seek(0)
        text = log.read()
    failure = folder / "failed.txt"
    assert not failure.exists(), failure.read_text() + text
    assert blender.returncode == 0, text
    return text


def _own_folders(folder: Path) -> dict[str, str]:
    """Where this Blender keeps its preferences, presets and temporary files: nobody else's are touched."""
    folders = {"TMPDIR": folder / "tmp"}
    folders |= {f"BLENDER_USER_{name}": folder / "user" / name.lower() for name in ("CONFIG", "SCRIPTS", "DATAFILES")}
    for path in folders.values():
        path.mkdir(parents=True)
    return {name: str(path) for name, path in folders.items()}


def _serve(blender: subprocess.Popen[bytes], folder: Path, environment: dict[str, str]) -> None:
    """NAME.wanted asks for a picture NAME.png."""
    end = time.monotonic() + LONGEST
    while blender.poll() is None:
        assert time.monotonic() < end, f"Blender did not end: {(folder / 'log.txt').read_text()}"
        for wanted in folder.glob("*.wanted"):
            subprocess.run(["import", "-window", "root", wanted.with_suffix(".png")], env=environment, check=True)
            wanted.unlink()
        time.sleep(0.05)
