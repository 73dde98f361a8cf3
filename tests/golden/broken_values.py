# SPDX-License-Identifier: MIT
"""Broken values, which the generic walk over the schema finds."""

from __future__ import annotations

import numpy as np
from broken_case import Parts, values
from pavane_format import layout


@values("text_ends", "SCNE: text must start and end with a zero byte", "minimal")
def _(parts: Parts) -> None:
    parts["SCNE"]["text"][-1] = ord("x")


@values("text_utf8", "SCNE: text is not UTF-8 at byte 1", "minimal")
def _(parts: Parts) -> None:
    parts["SCNE"]["text"][1:3, 0] = 0xC0, 0x80


@values("text_long", "INFO: text has a string of 4096 bytes or more at byte 1")
def _(parts: Parts) -> None:
    parts["INFO"]["text"] = np.concatenate([np.zeros((1, 1)), np.full((4096, 1), ord("a")), np.zeros((1, 1))])


@values("value_string_end", "SCNE: node 0: name is 99, but text has 21 bytes", "minimal")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["name"][0] = 99


@values("value_string_inside", "SCNE: node 0: name is 2, inside a character", "minimal")
def _(parts: Parts) -> None:
    parts["SCNE"]["text"][1:3, 0] = 0xC3, 0xA4
    parts["SCNE"]["nodes"]["name"][0] = 2


@values("value_index", "SCNE: node 2: parent is 42, but there are 7 nodes")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["parent"][2] = 42


@values("value_index_none", "CLIP 0: channel 1: target is 4294967295, but there are 3 targets")
def _(parts: Parts) -> None:
    parts["CLIP"]["channels"]["target"][1] = layout.NONE


@values("value_index_chunk", "SCNE: node 3: mesh is 1, but there are 1 MESH")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["mesh"][3] = 1


@values("value_index_stream", "MESH 0: corners[3] is 6, but there are 6 points")
def _(parts: Parts) -> None:
    parts["MESH"]["corners"][3] = 6


@values("value_span_end", "SCNE: node 6: elements go from 20 to 24, but there are 23 elements")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["elements_count"][6] = 4


@values(
    "value_span_wraps", "SCNE: node 6: elements go from 4294967295 to 4294967298, but there are 23 elements"
)
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["elements_first"][6] = 0xFFFFFFFF


@values("value_span_overlap", "SCNE: node 3: elements go from 10, but those of the record before end at 11")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["elements_first"][3] = 10


@values("value_enum", "SCNE: node 4: kind is 9, which is no node_kind")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["kind"][4] = 9


@values("value_enum_stream", "CLIP 1: key_interpolations[1] is 77, which is no interpolation")
def _(parts: Parts) -> None:
    parts["CLIP", 1]["key_interpolations"][1] = 77


@values("value_flags", "SCNE: node 5: flags is 17, but only 15 are known")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["flags"][5] = 17


@values("value_not_finite", "CLIP 0: component 3: value is not finite")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["value"][3] = np.nan


@values("value_not_finite_array", "SCNE: joint 1: inverse_bind[12] is not finite")
def _(parts: Parts) -> None:
    parts["SCNE"]["joints"]["inverse_bind"][1, 12] = np.inf


@values("value_not_finite_stream", "CLIP 1: key_lefts[1] is not finite")
def _(parts: Parts) -> None:
    parts["CLIP", 1]["key_lefts"][1, 1] = np.nan


@values("value_not_finite_time", "CLIP 1: key_times[0] is not finite")
def _(parts: Parts) -> None:
    parts["CLIP", 1]["key_times"][0] = np.nan


@values("value_not_finite_point", "MESH 0: points[2] is not finite")
def _(parts: Parts) -> None:
    parts["MESH"]["points"][2, 0] = -np.inf


@values("value_least", "MESH 0: influence 4: weight is -0.5, but must be at least 0")
def _(parts: Parts) -> None:
    parts["MESH"]["influences"]["weight"][4] = -0.5


@values("value_least_report", "INFO: report_line 1: count is 0, but must be at least 1", "looks")
def _(parts: Parts) -> None:
    parts["INFO"]["report"]["count"][1] = 0


@values("value_least_whole", "CLIP 0: clip: fps is 0, but must be at least 1")
def _(parts: Parts) -> None:
    parts["CLIP"]["clip"]["fps"] = 0


@values("value_most", "CLIP 2: clip: frame_end is 33554432, but must be at most 16777216")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["clip"]["frame_end"] = 2.0**25
