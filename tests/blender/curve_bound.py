# SPDX-License-Identifier: MIT
"""The judge of the runtime's curves, and the command `./dev curves`.

Random and hand-made F-curves are built in a Blender.  At each time two things must hold of a (curve, time)
pair, where the size is max(1, the largest key, the value):

    runtime   it is within 1e-6 of the size of the float64 reference
    Blender   it lies within the least and the greatest that the reference gives over 16 float32 steps of time
              to either side, widened by 1e-5 of the size: Blender computes times in float32

Of all Bezier groups with steep handles together one pair in 10,000 may miss the second by less than 2e-3 of
the size. Pairs at a tangent's pole or a cycle's seam, a step of time aside, are not judged but counted.

Near frame 0 the steps of a time are smaller than those of the times that Blender computes with: of the keys
around it, of where cycles lead, of a function's phase.  There the steps of the largest of these count; the
pairs that need it have a column of their own, "larger".  Properties that are no floats are rounded after
widening.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from curve_reference import LARGEST, CurveReference
from curve_runtime import ROOT, Runtime
from hard_curves import hard_curves
from random_curves import random_curves

RUNTIME_BOUND = 1e-6
BLENDER_BOUND = 1e-5
STEPS = 16
STEEP = ("bezier auto", "bezier vertical", "bezier backward")  # begins the names of the groups that may miss
STEEP_SHARE = 1e-4
STEEP_EXCESS = 2e-3

Pairs = tuple[str, dict[str, Any], np.ndarray]  # a group's name, a curve, times


# ---- What came out ----

@dataclass
class Group:
    """What was found of the pairs of one name; errors and excesses are in parts of the size."""

    name: str
    pairs: int = 0
    in_runtime: int = 0
    runtime_error: float = 0.0
    runtime_over: int = 0
    outside: int = 0  # Blender's values
    excess: float = 0.0
    larger: int = 0  # within the steps of a larger time, outside those of the time asked for
    poles: int = 0
    seams: int = 0
    worst: list[tuple[float, str]] = field(default_factory=list)

    @property
    def judged(self) -> int:
        return self.pairs - self.poles - self.seams

    @property
    def is_steep(self) -> bool:
        return self.name.startswith(STEEP)

    def broken(self) -> list[str]:
        """The bounds that do not hold, in words."""
        said = []
        if self.in_runtime < self.judged:
            said.append("not in the runtime yet")
        if self.runtime_over:
            said.append(f"runtime over {RUNTIME_BOUND:g}")
        if self.is_steep:
            if self.excess >= STEEP_EXCESS:
                said.append(f"Blender outside by {STEEP_EXCESS:g} or more")
        elif self.outside:
            said.append("Blender outside")
        return said

    def note(self, size: float, text: str) -> None:
        self.worst = sorted([*self.worst, (size, text)], reverse=True)[:3]


# ---- One curve ----

@dataclass(frozen=True)
class Asked:
    """Some times of a curve."""

    reference: CurveReference
    times: np.ndarray
    exact: np.ndarray  # before rounding
    size: np.ndarray

    def part(self, mask: np.ndarray) -> Asked:
        return Asked(self.reference, self.times[mask], self.exact[mask], self.size[mask])

    def outside(self, values: np.ndarray, least: np.ndarray, greatest: np.ndarray,
                bound: float) -> np.ndarray:
        """How far values lie outside a range, in parts of the size; the range of what is rounded is widened
        first."""
        if self.reference.curve["property"] != "number":
            least = self.reference.rounded(least - bound * self.size)
            greatest = self.reference.rounded(greatest + bound * self.size)
        return np.nan_to_num(np.maximum(least - values, values - greatest) / self.size, nan=np.inf)

    def outside_steps(self, values: np.ndarray, step_of: np.ndarray) -> np.ndarray:
        """How far outside of what the reference gives within some float32 steps of the time, looked for at
        every half step; `step_of`: a number of the size that the step is of."""
        step = np.spacing(np.abs(step_of).astype(np.float32)).astype(np.float64)
        near = self.times[:, None] + np.arange(-2 * STEPS, 2 * STEPS + 1) / 2 * step[:, None]
        found = self.reference.evaluate(near.ravel()).reshape(near.shape)
        return self.outside(values, found.min(axis=1), found.max(axis=1), BLENDER_BOUND)

    def note(self, group: Group, who: str, values: np.ndarray, error: np.ndarray) -> None:
        i = int(error.argmax())
        group.note(error[i], f"at {self.times[i]!r} {who} {values[i]!r}, reference {self.exact[i]!r}: "
                             f"{json.dumps(self.reference.curve)}")


def judge(group: Group, curve: Mapping[str, Any], times: np.ndarray, blender: np.ndarray,
          runtime: np.ndarray | None) -> None:
    reference = CurveReference(curve)
    exact = reference.evaluate(times)
    pole, seam = reference.near_pole, reference.near_seam & ~reference.near_pole
    judged = ~(pole | seam)
    group.pairs += len(times)
    group.poles += int(pole.sum())
    group.seams += int(seam.sum())
    size = np.maximum(max(1.0, reference.largest_key), np.abs(exact))
    asked = Asked(reference, times, exact, size).part(judged)
    if runtime is not None and len(asked.times):
        judge_runtime(group, asked, runtime[judged])
    judge_blender(group, asked, blender[judged])


def judge_runtime(group: Group, asked: Asked, runtime: np.ndarray) -> None:
    error = np.maximum(asked.outside(runtime, asked.exact, asked.exact, RUNTIME_BOUND), 0)
    over = error > RUNTIME_BOUND
    group.in_runtime += len(runtime)
    group.runtime_over += int(over.sum())
    group.runtime_error = max(group.runtime_error, float(error.max()))
    if over.any():
        asked.note(group, "runtime", runtime, error)


def judge_blender(group: Group, asked: Asked, blender: np.ndarray) -> None:
    """The steps of time are looked at where a value is not at once the reference's."""
    away = asked.outside(blender, asked.exact, asked.exact, BLENDER_BOUND) > BLENDER_BOUND
    asked, blender = asked.part(away), blender[away]
    excess = asked.outside_steps(blender, asked.times)
    by_time = excess > BLENDER_BOUND
    if not by_time.any():
        return
    asked, blender = asked.part(by_time), blender[by_time]
    excess = asked.outside_steps(blender, asked.reference.largest_time(asked.times))
    outside = excess > BLENDER_BOUND
    group.larger += int((~outside).sum())
    if outside.any():
        group.outside += int(outside.sum())
        group.excess = max(group.excess, float(excess.max()))
        asked.note(group, "Blender", blender, excess)


# ---- A run ----

def all_pairs(pairs: int, seed: int, wanted: str = "") -> list[Pairs]:
    hard = [made for made in hard_curves() if wanted in made[0]]
    return hard + random_curves(pairs, seed, wanted)


def write_curves(folder: Path, pairs: Sequence[Pairs]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "curves.json").write_text(json.dumps([curve for _, curve, _ in pairs]))
    np.save(folder / "times.npy", np.concatenate([times for *_, times in pairs]))
    np.save(folder / "counts.npy", np.array([len(times) for *_, times in pairs]))


def compare(folder: Path, pairs: Sequence[Pairs], build_folder: Path) -> dict[str, Group]:
    """The groups by name, after the script curves_in_blender.py has run on the folder."""
    stored = json.loads((folder / "stored.json").read_text())
    told = np.clip(np.load(folder / "values.npy").astype(np.float64), -LARGEST, LARGEST)
    values = np.split(told, np.cumsum([len(times) for *_, times in pairs])[:-1])
    runtime = Runtime(build_folder, folder / "curves.pav", stored)
    groups: dict[str, Group] = {}
    for number, (name, _, times) in enumerate(pairs):
        exact_times = times.astype(np.float64)
        judge(groups.setdefault(name, Group(name)), stored[number], exact_times, values[number],
              runtime.evaluate(number, exact_times))
    runtime.close()
    return groups


COLUMNS = ("group", "pairs", "runtime", "over", "outside", "share", "excess", "larger", "poles", "seams")
ROW = "{:33} {:>8} {:>8} {:>6}  {:>7} {:>8} {:>8} {:>6}  {:>5} {:>5}{}"


def line(group: Group) -> str:
    runtime = (f"{group.runtime_error:.1e}", group.runtime_over) if group.in_runtime else ("-", "-")
    share = f"{group.outside / group.pairs:.1e}"
    said = "  FAILS: " + ", ".join(group.broken()) if group.broken() else ""
    return ROW.format(group.name, group.pairs, *runtime, group.outside, share, f"{group.excess:.1e}",
                      group.larger, group.poles, group.seams, said)


def total(name: str, groups: Sequence[Group]) -> Group:
    made = Group(name)
    for field_name in ("pairs", "in_runtime", "runtime_over", "outside", "larger", "poles", "seams"):
        setattr(made, field_name, sum(getattr(group, field_name) for group in groups))
    made.runtime_error = max((group.runtime_error for group in groups), default=0.0)
    made.excess = max((group.excess for group in groups), default=0.0)
    return made


def findings(groups: Mapping[str, Group]) -> list[str]:
    """Every bound that does not hold, in words; an empty list is what we want."""
    found = [f"{group.name}: {said}" for group in groups.values() for said in group.broken()]
    steep = total("bezier, steep", [group for group in groups.values() if group.is_steep])
    if steep.outside > STEEP_SHARE * steep.pairs:
        found.append(f"{steep.name}: Blender outside more often than 1 in {1 / STEEP_SHARE:.0f}")
    return found


def table(groups: Mapping[str, Group]) -> str:
    steep = [group for group in groups.values() if group.is_steep]
    totals = [total("all that are steep", steep)] if steep else []
    everything = total("all", list(groups.values()))
    lines = [ROW.format(*COLUMNS, ""), *map(line, groups.values())]
    for made in (*totals, everything):
        lines.append(line(made).split("  FAILS")[0])
    return "\n".join(lines)


def run_blender(version: str, folder: Path) -> None:
    script = Path(__file__).with_name("curves_in_blender.py")
    command: list[str | Path] = [
        ROOT / "dev", "blender", version, "-b", "--factory-startup", "--disable-autoexec",
        "--python-exit-code", "3", "--python", script, "--", folder]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"Blender {version} failed:\n{ran.stdout}{ran.stderr}")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="./dev curves", description="Compares the runtime's curves with a float64 reference, and "
        "the reference with Blender, on random and hand-made curves.")
    parser.add_argument("--blenders", default="system", help='such as "3.4 4.3 5.2"; default: the system\'s')
    parser.add_argument("--pairs", type=int, default=3_000_000, help="at least so many random pairs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--group", default="", help="only groups with this in their name")
    parser.add_argument("--worst", action="store_true", help="print the worst pairs of each group that fails")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release",
                        help="where libpavane.so lies")
    options = parser.parse_args()
    pairs = all_pairs(options.pairs, options.seed, options.group)
    if not pairs:
        parser.error(f"no group has {options.group!r} in its name")
    failed = False
    for version in options.blenders.split():
        folder = ROOT / "build" / "curves" / version
        write_curves(folder, pairs)
        run_blender(version, folder)
        groups = compare(folder, pairs, options.build)
        failed |= report(version, groups, options.worst)
    return 1 if failed else 0


def report(version: str, groups: Mapping[str, Group], worst: bool) -> bool:
    """Prints the run; whether a bound is broken."""
    print(f"Blender {version}\n{table(groups)}")
    failing = [group for group in groups.values() if group.broken()]
    for group in failing if worst else ():
        for _, text in group.worst:
            print(f"{group.name}: {text}")
    found = findings(groups)
    print("\n".join(found) if found else f"every bound holds in all {len(groups)} groups", flush=True)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
