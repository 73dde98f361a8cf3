# SPDX-License-Identifier: MIT
"""Exports every .blend of a folder as .pav and, with Blender's own exporter as it is set by default, as .glb, and prints
the sizes side by side.

    ./dev sizes [DIR] [--blender 4.3] [--only NAME ...] [--csv OUT.csv] [--timeout S]

clips: the stored bytes of all clip chunks, beside the bytes of the .glb's animation accessors and animation JSON.  file:
the whole files.  not in the .glb: how many of the things that our clips move the .glb does not move at all, such as lights
and materials; where there are some, or none of its parts has over 4 KB, nothing is judged.  load: milliseconds to load
the .pav, and the same file without packing.  The last row is an artist's rig, made by a script.
"""

from __future__ import annotations

import argparse
import csv
import ctypes
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import corpus
import glb
from compare import ROOT

sys.path.insert(0, str(ROOT / "format"))

from pavane_format import container, reader, sizes  # noqa: E402
from pavane_format.model import Clip  # noqa: E402

JUDGED = 4096  # bytes of animation in a .glb, under which its size says nothing
MOVED = {"object": ("location", "rotation", "scale"), "bone": ("location", "rotation", "scale"), "morph": ("value",), "mesh": ("eval_time",)}
RIG = "an artist's rig"
PEERS = "the rig elsewhere: 390 KB as Blender's baked .glb, 72 KB as its cubic one, 59 KB from gltfpack -cc"
LIBRARY = Path(os.environ.get("PAVANE_BUILD", ROOT / "build" / "release")) / "libpavane.so"


@dataclass
class Row:
    file: str
    clips: int = 0
    glb_clips: int = 0
    size: int = 0
    glb_size: int = 0
    not_in_glb: int = 0
    load: float = 0.0
    load_unpacked: float = 0.0
    cause: str = ""

    @property
    def judged(self) -> bool:
        return self.glb_clips > JUDGED and not self.not_in_glb and not self.cause

    @property
    def larger(self) -> bool:
        return self.judged and self.clips >= self.glb_clips

    def text(self) -> str:
        ratio = f"{self.clips / self.glb_clips:7.3f}" if self.glb_clips else "       "
        verdict = "LARGER" if self.larger else "smaller" if self.judged else ""
        missed = f"{self.not_in_glb} not in the .glb" if self.not_in_glb else ""
        return (f"{self.file:40.40s} clips {self.clips:9,d} {self.glb_clips:11,d} {ratio} {verdict:8s} "
                f"file {self.size:10,d} {self.glb_size:11,d}  load {self.load:7.2f} {self.load_unpacked:7.2f} ms  "
                f"{missed}{self.cause}").rstrip()


# ---- One file ----


def moved(clips: list[Clip]) -> Iterator[tuple[str, str]]:
    """Names of the things that clips move by keys or samples, and what of them; what no .glb knows as it is called."""
    for clip in clips:
        for channel in clip.channels:
            if all(component.kind in ("base", "constant") for component in channel.components):
                continue
            target = channel.target
            element = re.sub(r"^delta_|_(euler|quaternion|axis_angle)$", "", target.element)
            name = target.part if target.kind == "bone" else target.owner
            known = element in MOVED.get(target.kind, ())
            yield (name, element) if known else (name, f"{target.kind} {target.element}")


def milliseconds(data: bytes) -> float:
    """The shortest time in which the library loads a file, of several."""
    library = ctypes.CDLL(str(LIBRARY))
    load, destroy = library.pav_document_load_memory, library.pav_document_destroy
    load.argtypes = [ctypes.c_char_p, ctypes.c_size_t, *[ctypes.c_void_p] * 3]
    destroy.argtypes = [ctypes.c_void_p]
    best, until = float("inf"), time.monotonic() + 0.3
    while best == float("inf") or time.monotonic() < until:
        document, start = ctypes.c_void_p(), time.perf_counter()
        if load(data, len(data), None, ctypes.byref(document), None):
            raise corpus.Failure("the library does not load it")
        best = min(best, 1000 * (time.perf_counter() - start))
        destroy(document)
    return best


def export_glb(version: str, blend: Path, out: Path, timeout: float) -> bytes:
    out.unlink(missing_ok=True)
    script = Path(__file__).parent / "gltf_in_blender.py"
    done = corpus.run_blender(version, [blend, "--python", script, "--", out], timeout)
    if done.returncode != 0 or not out.is_file():
        raise corpus.Failure(f".glb {corpus.last_words(done)}")
    return out.read_bytes()


def measure(row: Row, blend: Path, version: str, folder: Path, timeout: float) -> None:
    pav, _ = corpus.export(version, blend, folder, timeout)
    data = pav.read_bytes()
    row.size, row.clips = len(data), sizes.clip_bytes(data)
    row.load = milliseconds(data)
    row.load_unpacked = milliseconds(container.pack(container.unpack(data), filter=False))
    theirs = export_glb(version, blend, folder / "out.glb", timeout)
    animation = glb.animation(theirs)
    row.glb_size, row.glb_clips = len(theirs), animation.bytes
    missed = set(moved(reader.read(data).clips)) - animation.moves
    row.not_in_glb = len({(name, what) for name, what in missed if not has_weights(name, what, animation)})


def has_weights(name: str, what: str, animation: glb.Animation) -> bool:
    """Shape keys are moved by the node that shows their mesh, whose name may be another."""
    return what == "value" and any(path == "value" for _, path in animation.moves)


def run_row(blend: Path, name: str, options: argparse.Namespace) -> Row:
    row = Row(name)
    folder = ROOT / "build" / "sizes" / options.blender / re.sub(r"[^\w.-]", "_", name)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        measure(row, blend, options.blender, folder, options.timeout)
    except subprocess.TimeoutExpired as error:
        row.cause = f"no end within {error.timeout:.0f} s"
    except Exception as error:  # whatever happens to one file is that file's row
        row.cause = f"{type(error).__name__}: {error}".replace("\n", " ")[:200]
    return row


# ---- All of them ----


def make_rig(options: argparse.Namespace) -> Path:
    out = ROOT / "build" / "sizes" / "artist_rig.blend"
    out.parent.mkdir(parents=True, exist_ok=True)
    script = Path(__file__).parent / "scenes" / "artist_rig_scene.py"
    done = corpus.run_blender(options.blender, ["--python", script, "--", out], options.timeout)
    if done.returncode != 0:
        raise SystemExit(f"the rig cannot be made: {corpus.last_words(done)}")
    return out


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev sizes", description=(__doc__ or "").split("\n\n")[0])
    shared = Path(os.environ.get("PAVANE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("folder", nargs="?", type=Path, default=shared / "corpus" / "blend", metavar="DIR",
                        help="where the .blend files are (default: ../shared/corpus/blend)")
    parser.add_argument("--blender", default="system", help="such as 4.3 (default: the system's)")
    parser.add_argument("--only", nargs="*", default=[], help="only files whose name holds one of these")
    parser.add_argument("--csv", type=Path, help="write the rows there")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one step of one file")
    return parser.parse_args(arguments)


def summary(rows: list[Row]) -> str:
    judged = [row for row in rows if row.judged]
    larger = [row.file for row in judged if row.larger]
    ours, theirs = (sum(getattr(row, name) for row in judged) for name in ("clips", "glb_clips"))
    both = [row for row in rows if not row.cause]
    share = f", {ours:,} bytes of clips to {theirs:,}" if judged else ""
    return (f"{len(judged)} of {len(rows)} files judged: {len(judged) - len(larger)} smaller{share}"
            + "".join(f"\nlarger: {name}" for name in larger)
            + f"\nwhole files: {sum(row.size for row in both):,} bytes to {sum(row.glb_size for row in both):,}"
            + f"\n{PEERS}")


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    files = corpus.find_files(options.folder.resolve(), options.only) if options.folder.is_dir() else []
    rows = []
    print(f"{'file':40s} clips     .pav        .glb   ratio          file       .pav        .glb  load     .pav  unpacked")
    for blend, name in [*files, (make_rig(options), RIG)]:
        rows.append(run_row(blend, name, options))
        print(rows[-1].text(), flush=True)
    if options.csv:
        with options.csv.open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow([field.name for field in fields(Row)])
            writer.writerows(astuple(row) for row in rows)
    print(summary(rows))
    return 1 if any(row.larger for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
