# SPDX-License-Identifier: MIT
"""The rows that Pavane answers differently from osgAnimation, in groups; docs/from-osganimation.md says why of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.conformance.osg_tables import Row

Rows = Callable[[Row], bool]

PLACE = ("x", "y", "z")
NORMAL = ("nx", "ny", "nz")
POSITION = ("px", "py", "pz", "m30", "m31", "m32")
ROTATION = ("qx", "qy", "qz", "qw", *(f"m{i}{k}" for i in range(3) for k in range(3)))
DIFFUSE = tuple(f"diffuse_{side}_{part}" for side in ("front", "back") for part in "rgba")
LINKED = ("links_counted", "bound", "animated")


@dataclass(frozen=True)
class Group:
    """In each of its rows one of its columns differs, and in no other row does one unless another group says so."""

    table: str
    case: str  # empty: every case
    columns: tuple[str, ...]
    rows: Rows

    @property
    def where(self) -> str:
        """For the page."""
        return f"{self.table}{': ' if self.case else ''}{self.case}"


@dataclass(frozen=True)
class Difference:
    """`name` is what the page calls it, `cause` its number among the surprises of the tables, or what decides."""

    name: str
    cause: str
    groups: tuple[Group, ...]


# ---- Which rows ----


def every(row: Row) -> bool:
    return True


def at(*times: float) -> Rows:
    return lambda row: row.time in times


def besides(*times: float) -> Rows:
    return lambda row: row.time not in times


def after(time: float) -> Rows:
    return lambda row: row.time > time


def before(time: float) -> Rows:
    return lambda row: row.time < time


def steps(*numbers: int) -> Rows:
    return lambda row: int(row.record["step"]) in numbers


def of(mode: str, rows: Rows = every) -> Rows:
    return lambda row: row.record["mode"] == mode and rows(row)


def both(first: Rows, second: Rows) -> Rows:
    return lambda row: first(row) and second(row)


def is_bent(row: Row) -> bool:
    """A normal of theirs that is not of length 1: the joints' blended matrix is no rotation for it."""
    return abs(sum(row.number(column) ** 2 for column in NORMAL) ** 0.5 - 1) > 1e-5


def is_moved(row: Row) -> bool:
    return row.time > 0 and row.record["vertex"] != "25"


def is_on(row: Row) -> bool:
    return row.number("w0") > 0


# ---- The groups ----


def cases(table: str, names: str, columns: tuple[str, ...], rows: Rows = every) -> tuple[Group, ...]:
    return tuple(Group(table, name, columns, rows) for name in names.split())


def path_extra(case: str, *modes: Rows, columns: tuple[str, ...] = PLACE) -> Group:
    return Group("path_extra", case, columns, lambda row: any(mode(row) for mode in modes))


DIFFERENCES = (
    Difference(
        "loop end",
        "1",
        (
            Group("path", "LOOP", PLACE, at(1)),
            path_extra("set_duration_2", of("LOOP", at(2))),
            path_extra("start_time_1p5", of("LOOP", at(2.5))),
            path_extra("three_keys", of("LOOP", at(4))),
            *cases(
                "manager",
                "single_w1 single_w2 same_025_075 same_2_1 prio_hi05_lo1 prio_hi05_lo1_played_reversed prio_hi1_lo1"
                " prio_hi0_lo1 prio_neg three_equal_1 three_equal_1_CBA three_02_03_05 three_levels_2_1 partial"
                " partial_full",
                POSITION + ROTATION,
                at(2),
            ),
            *cases("timeline", "stop_one_of_two weight_set_while_playing register_later", PLACE, at(1)),
            Group("timeline", "change_priority", PLACE, at(1.5)),
        ),
    ),
    Difference(
        "time before the start",
        "2",
        (
            path_extra("negative_time", of("LOOP", both(before(0), besides(-1, -2, -3)))),
            path_extra("negative_time", of("PPONG", both(before(0), besides(-1, -2, -3)))),
            path_extra("start_time_1p5", of("LOOP", at(0, 0.25, 0.75, 1, 1.25))),
            path_extra("start_time_1p5", of("PPONG", at(0, 0.25, 0.75, 1, 1.25))),
        ),
    ),
    Difference(
        "first key not at 0",
        "3",
        (
            path_extra(
                "first_key_late",
                of("ONCE", besides(0)),
                of("STAY", besides(0)),
                of("LOOP", besides(0, 4, 6)),
                of("PPONG", besides(0, 4)),
            ),
            path_extra(
                "first_key_negative",
                of("ONCE", besides(2)),
                of("STAY", before(2)),
                of("LOOP"),
                of("PPONG", besides(2, 6)),
            ),
        ),
    ),
    Difference(
        "duration in 32 bits",
        "4",
        (
            path_extra("float_duration_1p1", of("ONCE", at(1.10000001, 1.10000002, 1.1000000238418579))),
            path_extra(
                "float_duration_1p1", of("ONCE", at(1.10000001, 1.10000002, 1.1000000238418579)), columns=("playing",)
            ),
            path_extra(
                "float_duration_1p1", of("LOOP", at(1.1, 1.10000001, 1.10000002, 1.1000000238418579, 2.2))
            ),
        ),
    ),
    Difference(
        "duration 0",
        "5",
        (
            path_extra("zero_duration", every),
            path_extra("zero_duration", of("ONCE", after(0)), columns=("playing",)),
        ),
    ),
    Difference(
        "keys added later",
        "6",
        (
            path_extra("stale_duration", every, columns=("duration",)),
            path_extra(
                "stale_duration",
                of("ONCE", after(1)),
                of("STAY", after(1)),
                of("LOOP", at(1.25, 1.5, 1.75, 3, 3.25, 3.5, 3.75, 5, 5.25, 5.5, 5.75)),
                of("PPONG", at(1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 5.25, 5.5, 5.75, 6)),
            ),
            path_extra("stale_duration", of("ONCE", at(1.25, 1.5, 1.75, 2)), columns=("playing",)),
        ),
    ),
    Difference(
        "exactly at a key",
        "7",
        (
            Group(
                "samplers", "", ("step_f", "step_v3_x", "step_v3_y", "step_v3_z"),
                at(0.5, 0.49999999999999994, 1.7, 1.6999999999999997, 2, 1.9999999999999998, 3.9999999999999996),
            ),
            Group("samplers", "", ("step_q_x", "step_q_z", "step_q_w"), at(2, 1.9999999999999998, 3.9999999999999996)),
            Group("samplers", "", ("lin_v3_x", "lin_v3_y", "lin_v3_z"), at(1, 0.99999999999999989)),
            Group("samplers", "", ("slerp_negdot_z", "slerp_negdot_w"), at(2, 1.9999999999999998)),
        ),
    ),
    Difference(
        "weights below 1",
        "9 and the blending rule",
        (
            *cases("manager", "single_w05 single_w00011 same_025_025 prio_hi05_lo025", POSITION),
            *cases("manager", "single_w05 single_w00011 same_025_025 prio_hi05_lo025", ROTATION),
            Group("timeline", "restart_while_playing", PLACE, steps(5, 6, 7, 8)),
        ),
    ),
    Difference("three levels", "the blending rule", cases("manager", "three_levels", POSITION + ROTATION)),
    Difference("weights over 1", "10", cases("manager", "hi_sum_2_lo1 hi_15_lo1", POSITION + ROTATION)),
    Difference("small weights", "11", cases("manager", "single_w0001", POSITION + ROTATION)),
    Difference(
        "three rotations",
        "12",
        cases("manager", "three_equal_1 three_equal_1_CBA three_02_03_05 three_levels_2_1", ROTATION),
    ),
    Difference(
        "back to rest",
        "13",
        (
            Group("path", "ONCE", PLACE, after(1)),
            path_extra("set_duration_2", of("ONCE", after(2))),
            path_extra("start_time_1p5", of("ONCE", after(2.5))),
            path_extra("float_duration_1p1", of("ONCE", after(1.1000000238418579))),
            path_extra("three_keys", of("ONCE", after(4))),
            path_extra("backward_time", of("ONCE", lambda row: row.time == 0.25 and row.record["playing"] == "0")),
            Group("timeline", "once_finishes", PLACE, after(1)),
            Group("timeline", "once_overshoot", PLACE, at(2)),
            Group("timeline", "restart_while_playing", PLACE, steps(9, 10, 11, 12)),
            Group("timeline", "replay_after_finish", PLACE, steps(6, 7, 8, 13, 14)),
            Group("timeline", "stop_freezes", PLACE, steps(5, 6, 7, 8, 9)),
            Group("timeline", "stop_all", PLACE, steps(6, 7)),
            Group("timeline", "play_after_frame_at_100", PLACE, at(101.5)),
            Group("timeline", "weight_zero_to_one", PLACE, steps(6, 7)),
            Group("timeline", "time_jumps_back", PLACE, steps(4, 5)),
        ),
    ),
    Difference(
        "start of a play",
        "14",
        (Group("timeline", "first_frame_at_100", (*PLACE, "playingA", "startA"), after(0)),),
    ),
    Difference(
        "the last frame of once",
        "15",
        (
            path_extra("backward_time", of("ONCE", at(1.25)), columns=("playing",)),
            Group("timeline", "once_overshoot", ("playingA",), at(1.7)),
            Group("timeline", "time_jumps_back", ("playingA",), at(1.25)),
            Group("timeline", "fallback_after_once", PLACE, at(1.25)),
        ),
    ),
    Difference(
        "unregistered", "16", (Group("timeline", "unregister_while_playing", PLACE, after(0.45)),)
    ),
    Difference("two of one name", "17", cases("link", "two_nodes_same_name_second", LINKED)),
    Difference(
        "wrong value types",
        "18",
        (
            *cases("link", "type_float_on_translate type_double_on_rotateaxis", ("bound", "outcome")),
            *cases("link", "type_vec3_on_quaternion type_vec4_on_quaternion", ("links_counted", "outcome")),
            *cases("link", "morph_double_channel material_vec3", ("bound", "outcome")),
        ),
    ),
    Difference(
        "what counts as a link",
        "19",
        cases(
            "link",
            "element_differs element_case_differs element_substring trailing_space element_name_empty"
            " default_constructor morph_same_target_twice morph_negative morph_empty material_case material_ambient"
            " material_empty_channel",
            ("links_counted",),
        ),
    ),
    Difference(
        "numbers in names",
        "20",
        cases(
            "link",
            "morph_leading_zero morph_plus morph_leading_space morph_trailing_text morph_decimal morph_hex"
            " morph_two_numbers morph_text morph_out_of_range",
            LINKED,
        ),
    ),
    Difference("morphs below a group", "21", cases("link", "morph_callback_on_group", ("animated",))),
    Difference(
        "negative weights from a clip",
        "23",
        cases(
            "morph", "normalized_negative_key relative_negative_key", ("w0", *PLACE, *NORMAL), at(0.8, 0.9, 1, 1.1, 1.2000000000000002)
        ),
    ),
    Difference(
        "negative weights set directly",
        "24",
        cases("morph", "normalized_direct relative_direct", (*PLACE, *NORMAL), at(0.1, 0.2, 0.5)),
    ),
    Difference(
        "morphs without normals", "27", cases("morph", "normalized_target_without_normals", NORMAL, is_on)
    ),
    Difference(
        "a material of its own",
        "28",
        cases("material", "name_mismatch target_mismatch no_animation", DIFFUSE),
    ),
    Difference(
        "one frame late",
        "29",
        (
            Group("material", "on_manager_node", DIFFUSE, every),
            Group("link", "manager_nested_same_node", ("animated",), every),
            Group("skeleton_verts", "mesh_before_bones", (*PLACE, *NORMAL), both(is_moved, before(2.25))),
        ),
    ),
    Difference(
        "normals of skins",
        "30",
        cases("skeleton_verts", "plain mesh_under_transform mesh_before_bones", NORMAL, is_bent),
    ),
    Difference("a quaternion of 0", "33", cases("stack", "quat_zero", (*ROTATION, "px", "py", "pz"))),
)
