# SPDX-License-Identifier: MIT
"""Exports, loads and plays every .blend of a folder in each Blender, and compares each clip with the oracle.

    ./dev corpus [DIR] [--blenders "3.4 4.3 5.2"] [--clips MODE] [--only NAME ...] [--all] [--csv OUT.csv] [--jobs N]
        [--timeout S]

One row a file and Blender.  status: ok (all errors within their limits), differs, failed (a crash, an exception, a
time-out or an unreadable file of ours), unopened (Blender itself does not open it).  unaccounted: how many animated
things are neither in the file nor in the report (accounted.py); one is enough for differs.  The world's colour counts as
a light, visibility and custom properties are the others.
The oracles' answers are kept in build/corpus and asked for again when the .blend or the oracle has changed.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import compare_looks
from accounted import Accounts
from compare import ROOT, Comparison, Result
from compare_looks import Looks

LIMIT = 1e-5  # of matrices that curves make; those that are sampled have the bound that their clip states
VERTEX_LIMIT = 1e-4
LOOK_LIMIT = 1e-5  # of materials, cameras and lights, over the larger of 1 and the number
COLUMNS = ("file blender status seconds bytes objects_in_blender objects_exported nodes clips constant curve sampled "
           "left_out unaccounted curve_error sampled_error vertex_error materials material_error cameras camera_error "
           "lights light_error other_error cause").split()
MODES = ("actions", "active", "nla-tracks", "scene")
COMMAND = ROOT / "blender_addon" / "pavane" / "command.py"
CRASHES = (-11, 139)  # a segmentation fault, as Python and as a shell tell it
WORK = ROOT / "build" / "corpus"
PROGRAM = Path(os.environ.get("PAVANE_BUILD", ROOT / "build" / "release")) / "pavane-dump"


@dataclass
class Row:
    file: str
    blender: str
    status: str = "failed"
    seconds: float = 0.0
    bytes: int = 0
    objects_in_blender: int = 0
    objects_exported: int = 0
    nodes: int = 0
    clips: int = 0
    constant: int = 0
    curve: int = 0
    sampled: int = 0
    left_out: int = 0
    unaccounted: int = 0
    curve_error: float = float("inf")
    sampled_error: float = float("inf")
    vertex_error: float = float("inf")
    materials: int = 0
    material_error: float = float("inf")
    cameras: int = 0
    camera_error: float = float("inf")
    lights: int = 0
    light_error: float = float("inf")
    other_error: float = float("inf")
    cause: str = ""
    detail: str = ""
    kinds: set[str] = field(default_factory=set)

    def values(self) -> list[str]:
        return [f"{getattr(self, c):.3g}" if isinstance(getattr(self, c), float) else str(getattr(self, c))
                for c in COLUMNS]


class Failure(Exception):
    """A step that did not end well; the text is the row's cause."""


# ---- One step in one Blender ----


def run_blender(version: str, arguments: list[str | Path], timeout: float) -> subprocess.CompletedProcess[str]:
    """One thread each: files run side by side, and osg_test.blend crashes Blender 3.4 with more."""
    command = [ROOT / "tools" / "blenders.sh", "run", version, "-b", "-t", "1", "--factory-startup",
               "--disable-autoexec", "--python-exit-code", "3", *arguments]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, errors="replace", env=environment)


def last_words(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line.strip() for line in (done.stdout + "\n" + done.stderr).splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"([\w.]+Error|[\w.]*Exception|[\w.]+Interrupt)\b", line)]
    return f"exit {done.returncode}: {(errors or lines or ['nothing said'])[-1][:200]}"


def opens(version: str, blend: Path, timeout: float) -> bool:
    script = "import bpy; print('opened:' + bpy.data.filepath)"
    try:
        done = run_blender(version, [blend, "--python-expr", script], timeout)
    except subprocess.TimeoutExpired:
        return False
    return f"opened:{blend}" in done.stdout


def oracle_fingerprint(blend: Path, script: str, options: list[str]) -> str:
    digest = hashlib.sha256(" ".join([script, *options]).encode())
    here = Path(__file__).parent
    for path in [blend, *sorted(here.glob("oracle*.py")), *sorted(here.glob("animation_*.py"))]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def ask_oracle(version: str, blend: Path, folder: Path, name: str, options: list[str], timeout: float) -> Path:
    """`name` is that of the answer: that of a script, and its type."""
    script, _, kind = name.partition(".")
    kept = folder / f"{script}-{oracle_fingerprint(blend, script, options)}.{kind}"
    if kept.is_file():
        return kept
    for old in folder.glob(f"{script}-*.{kind}"):
        old.unlink()
    out = folder / name
    path = Path(__file__).parent / f"{script}.py"
    command = [blend, "--python", path, "--", out, *options]
    done = run_blender(version, command, timeout)
    if done.returncode in CRASHES:  # Blender's own: osg_test.blend does so in 3.4 now and then
        done = run_blender(version, command, timeout)
    if done.returncode != 0 or not out.is_file():
        raise Failure(f"{script} {last_words(done)}")
    return out.replace(kept)


def export(version: str, blend: Path, folder: Path, timeout: float, clips: str = "actions") -> tuple[Path, dict]:
    pav, report = folder / "out.pav", folder / "report.json"
    for old in (pav, report):
        old.unlink(missing_ok=True)
    done = run_blender(version, [blend, "--python", COMMAND, "--", pav, "--report", report, "--clips", clips], timeout)
    (folder / "export.log").write_text(done.stdout + done.stderr)
    if done.returncode != 0 or not pav.is_file():
        raise Failure(f"export {last_words(done)}")
    return pav, json.loads(report.read_text())


# ---- One row ----


def fill(row: Row, pav: Path, report: dict, comparison: Comparison) -> None:
    counts = comparison.meta["counts"]
    row.bytes = pav.stat().st_size
    row.objects_in_blender = counts["objects_in_blender"]
    row.objects_exported = report["objects"]
    row.nodes = len(comparison.document.scene.nodes)
    row.clips = len(comparison.document.clips)
    for kind in ("constant", "curve", "sampled"):
        setattr(row, kind, report[kind])
    row.left_out = len(report["left_out"])


def fill_looks(row: Row, looks: Looks) -> None:
    row.materials, row.cameras = looks.counts["material"], looks.counts["camera"]
    row.lights = looks.counts["light"]
    row.material_error, row.camera_error = looks.errors.get("material", 0.0), looks.errors.get("camera", 0.0)
    row.other_error = max(looks.errors.get("object", 0.0), looks.errors.get("property", 0.0))
    row.light_error = max(looks.errors.get("light", 0.0), looks.errors.get("world", 0.0))


def judge(row: Row, result: Result, looks: Looks, report: dict) -> None:
    """ok, or differs with the causes that the exporter predicted for what differs."""
    row.curve_error, row.sampled_error = result.curve_error, result.sampled_error
    row.vertex_error = result.vertex_error
    row.detail = "; ".join(result.problems[:3]) or f"{result.matrix_place} | {result.vertex_place}"
    within = not result.bad and not result.problems
    row.status = "ok" if within and not looks.wrong else "differs"
    if not within:
        row.kinds |= motion_causes(result, report)
    for (kind, name, part), told in looks.wrong.items():
        row.kinds |= compare_looks.predicted(kind, name, report)
        row.detail += f"; {kind} {name} {part} {told}"[:200]
    row.cause = "; ".join(sorted(row.kinds))[:300]


def judge_accounts(row: Row, lost: list[str]) -> None:
    row.unaccounted = len(lost)
    if lost:
        row.status = "differs"
        row.kinds.add("neither in the file nor in the report")
        row.detail = f"unaccounted: {lost[0]}; {row.detail}"
        row.cause = "; ".join(sorted(row.kinds))[:300]


def motion_causes(result: Result, report: dict) -> set[str]:
    predicted: dict[str, list[str]] = {}
    for entry in report["causes"]:
        predicted.setdefault(entry["object"], []).append(entry["cause"])
    everywhere = predicted.get("", [])
    causes = set()
    for name in result.bad:
        causes.update(predicted.get(name) or everywhere or ["unexplained"])
    if result.problems:
        causes.update(everywhere or ["unexplained"])
    return causes


def run_row(blend: Path, name: str, version: str, options: argparse.Namespace) -> Row:
    row = Row(name, version)
    folder = WORK / (version if options.clips == "actions" else f"{version} {options.clips}") / re.sub(r"[^\w.-]", "_", name)
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    try:
        by_mode = ["--clips", options.clips]
        oracle_options = by_mode + (["--all"] if options.all else [])
        pav, report = export(version, blend, folder, options.timeout, options.clips)
        row.seconds = time.monotonic() - start
        oracle = ask_oracle(version, blend, folder, "oracle.npz", oracle_options, options.timeout)
        comparison = Comparison(pav, oracle, PROGRAM, LIMIT, VERTEX_LIMIT)
        fill(row, pav, report, comparison)
        seen = json.loads(ask_oracle(version, blend, folder, "oracle_looks.json", by_mode, options.timeout).read_text())
        looks = compare_looks.compare(seen, comparison.document, pav, PROGRAM, LOOK_LIMIT)
        fill_looks(row, looks)
        walked = json.loads(ask_oracle(version, blend, folder, "animation_walk.json", [], options.timeout).read_text())
        judge(row, comparison.run(), looks, report)
        judge_accounts(row, Accounts(comparison.document, report, walked, options.clips).check())
    except subprocess.TimeoutExpired as error:
        row.cause = f"no end within {error.timeout:.0f} s"
    except Exception as error:  # whatever happens to one file is that file's row
        row.cause = str(error) if isinstance(error, Failure) else f"{type(error).__name__}: {error}"
        row.cause = row.cause.replace("\n", " ")[:300]
    if row.status == "failed" and not opens(version, blend, options.timeout):
        row.status, row.cause = "unopened", f"Blender {version} does not open it"
    row.seconds = row.seconds or time.monotonic() - start
    return row


# ---- All of them ----


def find_files(folder: Path, only: list[str]) -> list[tuple[Path, str]]:
    """Files of the folder; of a folder in it that holds one scene and its libraries, those that MANIFEST.tsv names."""
    manifest = folder.parent / "MANIFEST.tsv"
    if manifest.is_file():
        rows = [line.split("\t") for line in manifest.read_text().splitlines()[1:]]
        names = [row[0] for row in rows if row[1].startswith("blend") and (folder / row[0]).is_file()]
    else:
        names = [str(path.relative_to(folder)) for path in folder.rglob("*.blend")]
    return [(folder / name, name) for name in sorted(names) if not only or any(part in name for part in only)]


def summary(rows: list[Row]) -> str:
    lines = []
    for version in sorted({row.blender for row in rows}):
        of = [row for row in rows if row.blender == version]
        count = Counter(row.status for row in of)
        opened = len(of) - count["unopened"]
        share = 100 * count["ok"] / opened if opened else 0.0
        lines.append(f"Blender {version}: {len(of)} files, {opened} opened, {count['ok']} ok ({share:.1f} % of the opened), "
                     f"{count['differs']} differ, {count['failed']} failed")
    causes = Counter(cause for row in rows for cause in row.kinds)
    lines += [f"{number:4d}  {cause}" for cause, number in causes.most_common()]
    opened = [row for row in rows if row.status != "unopened"]
    good = sum(row.status == "ok" for row in opened)
    lines.append(f"{good} of {len(opened)} rows within {LIMIT:g} where curves move them, their bound where samples do, "
                 f"{VERTEX_LIMIT:g} in points and {LOOK_LIMIT:g} in looks "
                 f"({100 * good / max(1, len(opened)):.1f} %)")
    return "\n".join(lines)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev corpus", description=(__doc__ or "").split("\n")[0])
    shared = Path(os.environ.get("PAVANE_SHARED", ROOT.parent / "shared"))
    parser.add_argument("folder", nargs="?", type=Path, default=shared / "corpus" / "blend", metavar="DIR",
                        help="where the .blend files are (default: ../shared/corpus/blend)")
    parser.add_argument("--blenders", default=os.environ.get("PAVANE_BLENDERS") or "system",
                        help='such as "3.4 4.3 5.2" (default: the system\'s)')
    parser.add_argument("--clips", choices=MODES, default="actions", help="what becomes a clip (default: each action)")
    parser.add_argument("--only", nargs="*", default=[], help="only files whose name holds one of these")
    parser.add_argument("--all", action="store_true", help="compare every whole frame, not 24 of a clip")
    parser.add_argument("--csv", type=Path, help="write the rows there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1,
                        help="files side by side (default: as many as there are cores)")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one step of one file")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    files = find_files(options.folder.resolve(), options.only)
    if not files:
        print(f"no .blend in {options.folder}", file=sys.stderr)
        return 1
    work = [(path, name, version) for version in options.blenders.split() for path, name in files]
    rows: list[Row] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda job: run_row(*job, options), work):
            rows.append(row)
            print(f"{row.status:8s} {row.blender} {row.file}  {row.seconds:.1f} s  {row.bytes} B  {row.clips} clips  "
                  f"curves {row.curve_error:.1e}  sampled {row.sampled_error:.1e}  "
                  f"vertex {row.vertex_error:.1e}  {row.materials} materials "
                  f"{row.material_error:.1e}  {row.cameras} cameras {row.camera_error:.1e}  {row.lights} lights "
                  f"{row.light_error:.1e}  others {row.other_error:.1e}  {row.unaccounted} unaccounted  {row.cause}"
                  + (f"  [{row.detail}]" if row.status != "ok" and row.detail else ""), flush=True)
    if options.csv:
        with options.csv.open("w", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(COLUMNS)
            writer.writerows(row.values() for row in rows)
    print(summary(rows))
    return 1 if any(row.status == "failed" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
