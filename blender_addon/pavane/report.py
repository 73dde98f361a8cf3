# SPDX-License-Identifier: GPL-3.0-or-later
"""What an export did: what travelled and how, what did not and why, and what will differ from Blender."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .progress import Progress

NAMED = 4  # so many examples in each line for people; the JSON has all


@dataclass
class Report:
    """`progress` tells meanwhile how far the export is."""

    progress: Progress = field(default_factory=Progress)
    source: str = ""
    blender: str = ""
    seconds: float = 0.0
    bytes: int = 0
    objects: int = 0
    nodes: int = 0
    meshes: int = 0
    clips: int = 0
    constant: int = 0
    curve: int = 0
    sampled: int = 0
    _left_out: Counter[tuple[str, str]] = field(default_factory=Counter)
    _causes: dict[tuple[str, str], None] = field(default_factory=dict)
    _sampled: Counter[tuple[str, str]] = field(default_factory=Counter)
    _notes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def left_out(self, what: str, reason: str) -> None:
        """Something animated that does not travel; the same thing told again is counted."""
        self._left_out[what, reason] += 1

    def cause(self, object_name: str, text: str) -> None:
        """A reason, known before any comparison, why the object will differ from Blender."""
        self._causes[object_name, text] = None

    def note(self, what: str, text: str) -> None:
        """Something that the user may want to know though nothing is lost."""
        self._notes[what, text] += 1

    def sampled_channel(self, what: str, reason: str) -> None:
        """A channel that travels as samples; the same one in several clips is counted."""
        self._sampled[what, reason] += 1

    def as_dict(self) -> dict[str, Any]:
        return {
            "source": self.source, "blender": self.blender,
            "seconds": round(self.seconds, 3), "bytes": self.bytes, "objects": self.objects,
            "nodes": self.nodes, "meshes": self.meshes, "clips": self.clips,
            "constant": self.constant, "curve": self.curve, "sampled": self.sampled,
            "sampled_channels": [{"what": what, "reason": reason, "count": count}
                                 for (what, reason), count in sorted(self._sampled.items())],
            "left_out": [{"what": what, "reason": reason, "count": count}
                         for (what, reason), count in sorted(self._left_out.items())],
            "causes": [{"object": name, "cause": text} for name, text in sorted(self._causes)],
            "notes": [{"what": what, "note": text, "count": count}
                      for (what, text), count in sorted(self._notes.items())],
        }


def as_json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def failure(error: Exception, path: str) -> str:
    """A line for people about an export to `path` that did not succeed: which file, and why."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or path}: {error.strerror}"
    return f"{path}: {error}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def summary(data: dict[str, Any]) -> str:
    channels = f"{data['curve']} as curves, {data['constant']} constant, {data['sampled']} sampled"
    meshes = "1 mesh" if data["meshes"] == 1 else f"{data['meshes']} meshes"
    return (f"{_count(data['nodes'], 'node')}, {meshes}, {_count(data['clips'], 'clip')}; "
            f"channels: {channels}; {data['bytes']:,} bytes in {data['seconds']:.1f} s")


def differs(data: dict[str, Any]) -> bool:
    """Whether something did not travel, or will not look as in Blender."""
    return bool(data["left_out"] or data["causes"])


def counts(data: dict[str, Any]) -> str:
    """How much there is to tell of each kind."""
    sizes = [sum(count for _, _, count in rows) for rows in _rows(data).values()]
    words = ["left out", "will differ from Blender", "sampled", "note" if sizes[3] == 1 else "notes"]
    return ", ".join(f"{size} {word}" for size, word in zip(sizes, words) if size) or "all of it travels as it is"


def lines(data: dict[str, Any], every: bool = False) -> list[str]:
    """The report for people; with every name, if asked for."""
    text = [summary(data)]
    for title, reasons in _sections(data, None if every else NAMED):
        text += [f"{title}:", *(f"  {reason}" for reason in reasons)]
    return text


def line(data: dict[str, Any]) -> str:
    """The same for Blender's status bar, which drops line breaks."""
    return " | ".join([summary(data), *(f"{title}: {'; '.join(reasons)}" for title, reasons in _sections(data))])


def _sections(data: dict[str, Any], named: int | None = NAMED) -> list[tuple[str, list[str]]]:
    """What there is to tell beside the summary, by title."""
    return [(title, _reasons(rows, named)) for title, rows in _rows(data).items() if rows]


def _rows(data: dict[str, Any]) -> dict[str, list[tuple[str, str, int]]]:
    """By title: reasons, what each holds for, and how often."""
    return {
        "Left out": [(row["reason"], row["what"], row["count"]) for row in data["left_out"]],
        "Will differ from Blender": [(row["cause"], row["object"], 1) for row in data["causes"]],
        "Sampled": [(row["reason"], row["what"], row["count"]) for row in data["sampled_channels"]],
        "Notes": [(row["note"], row["what"], row["count"]) for row in data["notes"]]}


def _reasons(rows: list[tuple[str, str, int]], named: int | None) -> list[str]:
    """Each reason, with the first few things that it holds for."""
    things: dict[str, list[tuple[str, int]]] = {}
    for reason, thing, count in rows:
        things.setdefault(reason, []).append((thing, count))
    text = []
    for reason, found in sorted(things.items()):
        names = ", ".join(thing for thing, _ in found[:named] if thing)
        more = f" and {len(found) - named} more" if named is not None and len(found) > named else ""
        total = sum(count for _, count in found)
        times = f" ({total})" if total > 1 else ""
        text.append(f"{reason}{times}" + (f": {names}{more}" if names else ""))
    return text
