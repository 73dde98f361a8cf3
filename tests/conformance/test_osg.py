# SPDX-License-Identifier: MIT
"""What the real osgAnimation printed: every number is ours too, but for the groups that are listed with their cause."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conformance import osg_links, osg_motions, osg_shapes, osg_timeline
from tests.conformance.osg_differences import DIFFERENCES, Difference, Group
from tests.conformance.osg_tables import Row, Tables

PAGE = Path(__file__).resolve().parents[2] / "docs" / "from-osganimation.md"
PLAYERS: dict[str, Callable[[Tables], Iterator[Row]]] = {
    "path": osg_motions.path,
    "path_extra": osg_motions.path_extra,
    "stack": osg_motions.stacks,
    "samplers": osg_motions.samplers,
    "manager": osg_motions.manager,
    "material": osg_motions.material,
    "morph": osg_shapes.morph,
    "skeleton": osg_shapes.skeleton,
    "timeline": osg_timeline.timeline,
    "link": osg_links.links,
}
# Of the tables, which rows are which, and notes.
LABELS = {
    *("case", "mode", "time", "vertex", "bone", "step", "kind", "event", "note", "element_or_option"),
    *("callback_kind", "callback_name", "channel_target_name", "channel_name", "channel_type"),
}
ROWS = {"path": 1204, "path_extra": 808, "stack": 106, "samplers": 224, "manager": 546, "material": 294, "morph": 1792,
        "skeleton": 930, "timeline": 169, "link": 68}  # fmt: skip


@pytest.fixture(scope="module")
def tables(shared_folder: Path | None) -> Tables:
    folder = shared_folder / "conformance" / "osg" if shared_folder else None
    if folder is None or not folder.is_dir():
        pytest.skip("the tables of osgAnimation are not there: ../shared/conformance/osg")
    return Tables(folder)


def is_other(theirs: str, ours: float | str) -> bool:
    """Empty: not asked there."""
    if theirs == "" or isinstance(ours, str):
        return theirs not in ("", ours)
    try:
        number = float(theirs)
    except ValueError:
        return True
    if math.isnan(number) or math.isnan(ours):
        return math.isnan(number) != math.isnan(ours)
    return abs(number - ours) > 1e-5 + 1e-5 * abs(number)


def differing(row: Row) -> set[str]:
    columns = set(row.record) - LABELS
    assert columns <= set(row.ours), f"not played: {sorted(columns - set(row.ours))}"
    return {column for column in columns if is_other(row.record[column], row.ours[column])}


def groups() -> list[tuple[Difference, Group]]:
    return [(difference, group) for difference in DIFFERENCES for group in difference.groups]


def describe(row: Row, columns: set[str]) -> str:
    place = {label: row.record[label] for label in ("case", "mode", "time", "step", "vertex", "bone") if label in row.record}
    return f"{row.table} {place}: " + ", ".join(
        f"{column} is {row.ours[column]}, theirs {row.record[column]}" for column in sorted(columns & set(row.record))
    )


def judge(row: Row, listed: list[tuple[Difference, Group]], met: set[int]) -> list[str]:
    """What is wrong with a row: columns that differ and are not listed, and groups that are listed and match."""
    found, faults = differing(row), []
    left = set(found)
    for number, (difference, group) in enumerate(listed):
        if group.table == row.table and group.case in ("", row.case) and group.rows(row):
            met.add(number)
            left -= set(group.columns)
            if not found & set(group.columns):
                faults.append(f"listed under {difference.name!r}, but matches: {describe(row, set(group.columns))}")
    return faults + ([f"not listed: {describe(row, left)}"] if left else [])


@pytest.mark.parametrize("name", PLAYERS)
def test_every_row_matches_unless_it_is_listed(name: str, tables: Tables) -> None:
    listed, met, faults, count = groups(), set[int](), list[str](), 0
    for row in PLAYERS[name](tables):
        faults += judge(row, listed, met)
        count += 1
    assert not faults, f"{len(faults)} faults, the first:\n" + "\n".join(faults[:20])
    assert count == ROWS[name]
    played = {"skeleton_bones", "skeleton_verts"} if name == "skeleton" else {name}
    unmet = [f"{d.name}: {g.where}" for i, (d, g) in enumerate(listed) if g.table in played and i not in met]
    assert not unmet, f"no row is of the groups {unmet}"


# ---- The judge itself ----


def test_a_row_that_differs_and_is_not_listed_is_a_fault() -> None:
    row = Row("path", {"mode": "LOOP", "time": "0.5", "x": "5", "y": "0"}, {"x": 5.001, "y": 0.0})
    (fault,) = judge(row, groups(), set())
    assert fault.startswith("not listed: path") and "x is 5.001, theirs 5" in fault and "y is" not in fault


def test_a_row_that_is_listed_and_matches_is_a_fault() -> None:
    row = Row("path", {"mode": "LOOP", "time": "1", "x": "10"}, {"x": 10.0})
    (fault,) = judge(row, groups(), set())
    assert fault.startswith("listed under 'loop end', but matches")


@pytest.mark.parametrize(
    ("theirs", "ours", "other"),
    [("1", 1.000019, False), ("1", 1.000021, True), ("0", 1.1e-5, True), ("nan", math.nan, False), ("nan", 0.0, True),
     ("", 7.0, False), ("ok", "ok", False), ("crash", "ok", True)],
)  # fmt: skip
def test_numbers_are_compared_to_five_digits(theirs: str, ours: float | str, other: bool) -> None:
    assert is_other(theirs, ours) == other


# ---- The page ----


def wheres(difference: Difference) -> str:
    """The tables and cases of a difference, in the order of its groups."""
    by_table: dict[str, list[str]] = {}
    for group in difference.groups:
        names = by_table.setdefault(group.table, [])
        if group.case and group.case not in names:
            names.append(group.case)
    return "; ".join(f"{table}: {', '.join(names)}" if names else table for table, names in by_table.items())


def test_the_page_lists_each_difference_with_its_cases_and_cause() -> None:
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| (.+?) \| (.+?) \| (.+?): .+ \|$", PAGE.read_text(), re.MULTILINE)
    assert [(name, where, cause) for name, where, _, _, cause in rows] == [
        (one.name, wheres(one), one.cause) for one in DIFFERENCES
    ]
