#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the stable ABI costs: builds the extension with it and without, runs the same calls in both by turns, and
prints the times and their ratios.  README.md beside this holds what came out.

    python3 tests/bench/bench_abi3.py [FOLDER]      builds into FOLDER, by default build/abi3
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import timeit
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "golden" / "small.pav"
SOURCES = "setup.py pyproject.toml sources.txt flags.txt format runtime".split()
STABLE = ', ("Py_LIMITED_API", "0x030b0000")', "    py_limited_api=True,\n"  # what setup.py says of the library
ROUNDS = 7  # of each build in turn; the best counts
REPEATS, COUNT = 200, 200  # of a call in a round: runs so short that some are left alone by other programs

Calls = dict[str, Callable[[], object]]


def workload(file: Path) -> Calls:
    """Calls whose cost is Python's as much as the library's."""
    import pavane

    document = pavane.Document(str(file))
    clip, channel = document.clips[0], document.clips[0].channels[0]
    scene, busy = pavane.Scene(document), pavane.Scene(document)
    player, busy_player = pavane.Player(scene), pavane.Player(busy)
    playback = player.play("Wave")
    busy_player.play("Wave")
    for _ in range(10):
        busy.add_callback(lambda scene: None)
    return {
        "an attribute (clip.duration)": lambda: clip.duration,
        "an enum (clip.play_mode)": lambda: clip.play_mode,
        "an attribute set (playback.speed)": lambda: setattr(playback, "speed", 1.0),
        "Channel.evaluate": lambda: channel.evaluate(0.5),
        "a buffer (scene.world_matrices)": lambda: scene.world_matrices,
        "Scene.find_node by name": lambda: scene.find_node("Ball"),
        "Player.update": lambda: player.update(0.01),
        "Player.update with ten callbacks": lambda: busy_player.update(0.01),
    }


def seconds_per_call(calls: Calls) -> dict[str, float]:
    return {name: min(timeit.repeat(call, number=COUNT, repeat=REPEATS)) / COUNT for name, call in calls.items()}


# ---- The two builds ----


def without_stable_abi(setup: str) -> str:
    """The text of setup.py with a library that is built for one version of Python."""
    head, viewer, tail = setup.partition("viewer = Extension(")
    for text in STABLE:
        if head.count(text) != 1:
            raise ValueError(f"setup.py does not say {text.strip()!r} once of its library")
        head = head.replace(text, "")
    return head + viewer + tail


def build(folder: Path, stable: bool) -> Path:
    """The package, built from a copy of its sources; the viewer's are left out."""
    sources, built = folder / "sources", folder / "package"
    sources.mkdir(parents=True)
    for name in SOURCES:
        subprocess.run(["cp", "-r", ROOT / name, sources], check=True)
    if not stable:
        setup = sources / "setup.py"
        setup.write_text(without_stable_abi(setup.read_text()))
    command = [sys.executable, "setup.py", "-q", "build", "--build-base", folder / "objects", "--build-lib", built]
    subprocess.run(command, cwd=sources, check=True, stdout=subprocess.DEVNULL)
    is_stable = (built / "pavane" / "_pavane.abi3.so").exists()
    if is_stable != stable:
        raise RuntimeError(f"{built} has {'the' if is_stable else 'no'} stable ABI")
    return built


def measure(package: Path) -> dict[str, float]:
    """In a process of its own, which takes the package from its folder."""
    environment = os.environ | {"PYTHONPATH": str(package)}
    command = [sys.executable, __file__, "--measure"]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def compare(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    packages = {name: build(folder / name, name == "abi3") for name in ("abi3", "full")}
    best: dict[str, dict[str, float]] = {name: {} for name in packages}
    for _ in range(ROUNDS):
        for name, package in packages.items():
            for call, seconds in measure(package).items():
                best[name][call] = min(seconds, best[name].get(call, seconds))
    print(f"{'':36} {'stable ABI':>10} {'full API':>9}  ratio")
    for call, seconds in best["abi3"].items():
        other = best["full"][call]
        print(f"{call:36} {seconds * 1e9:7.0f} ns {other * 1e9:6.0f} ns  {seconds / other:5.2f}")


def main() -> None:
    if sys.argv[1:] == ["--measure"]:
        print(json.dumps(seconds_per_call(workload(FILE))))
    else:
        compare(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "abi3").resolve())


if __name__ == "__main__":
    main()
