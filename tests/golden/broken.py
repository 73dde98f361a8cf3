# SPDX-License-Identifier: MIT
"""Files that break one rule each, and the exact message that the C reader must give.

Each case takes a golden document apart, breaks one thing, and puts it together again with right checksums.
"""
from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import documents
from pavane_format import container, layout, tables, writer

ENTRY = {name: container.HEADER.size + 4 * i for i, name in enumerate(layout.DIRECTORY_ENTRY)}  # of the first chunk


class Parts:
    """A golden's chunks as arrays that may be broken."""

    def __init__(self, name: str) -> None:
        self.chunks = writer.chunks(documents.DOCUMENTS[name]())
        counts = {type: sum(chunk.type == type for chunk in self.chunks) for type in layout.CHUNKS}
        self.arrays = {(chunk.type, chunk.id): {name: array.copy() for name, array in
                                                tables.decode(chunk, counts).items()} for chunk in self.chunks}

    def __getitem__(self, key: str | tuple[str, int]) -> tables.Arrays:
        return self.arrays[key if isinstance(key, tuple) else (key, 0)]

    def pack(self) -> bytes:
        return container.pack([tables.encode(type, id, arrays) for (type, id), arrays in self.arrays.items()])


@dataclass
class Case:
    name: str
    message: str
    result: str  # of pav_result, without PAV_ERROR_
    make: Callable[[], bytes]


CASES: list[Case] = []


def values(name: str, message: str, base: str = "small") -> Callable:
    """A case made by a function that breaks the arrays of a golden."""
    def register(break_parts: Callable[[Parts], None]) -> None:
        def make() -> bytes:
            parts = Parts(base)
            break_parts(parts)
            return parts.pack()
        CASES.append(Case(name, message, "FORMAT", make))
    return register


def file_bytes(name: str, message: str, result: str = "FORMAT") -> Callable:
    """A case made by a function from the bytes of the minimal golden to broken ones."""
    def register(break_bytes: Callable[[bytearray], bytes]) -> None:
        CASES.append(Case(name, message, result, lambda: bytes(break_bytes(bytearray(
            writer.write(documents.minimal()))))))
    return register


def raw_tables(name: str, message: str) -> Callable:
    """A case made by a function that breaks the table directory in the raw bytes of minimal's SCNE chunk."""
    def register(break_raw: Callable[[bytearray], bytes]) -> None:
        def make() -> bytes:
            chunks = writer.chunks(documents.minimal())
            chunks[1] = chunks[1]._replace(raw=bytes(break_raw(bytearray(chunks[1].raw))))
            return container.pack(chunks)
        CASES.append(Case(name, message, "FORMAT", make))
    return register


def put(data: bytearray, offset: int, number: int) -> None:
    struct.pack_into("<I", data, offset, number)


def seal(data: bytearray) -> bytearray:
    """Right checksums for header and directory."""
    count = min(struct.unpack_from("<I", data, 16)[0], (len(data) - 28) // container.ENTRY.size)
    put(data, 20, zlib.crc32(data[28:28 + count * container.ENTRY.size]))
    put(data, 24, zlib.crc32(data[:24]))
    return data


def put_sealed(data: bytearray, offset: int, number: int) -> bytearray:
    put(data, offset, number)
    return seal(data)


# ---- Container ----

file_bytes("container_short", "header: there are 20 bytes, but it takes 28")(lambda d: d[:20])
file_bytes("container_magic", "header: this is no .pav file")(lambda d: b"\x89PNG" + d[4:])
file_bytes("container_version", "header: version is 1, but this library reads 0", "VERSION")(
    lambda d: put_sealed(d, 8, 1))


@file_bytes("container_header_checksum", "header: checksum is 00000000, but the bytes give 80d98d0f")
def _(data: bytearray) -> bytes:
    put(data, 24, 0)
    return data


@file_bytes("container_directory_checksum", "directory: checksum is 00000000, but the bytes give 2bb8b3ed")
def _(data: bytearray) -> bytes:
    put(data, 20, 0)
    put(data, 24, zlib.crc32(data[:24]))
    return data


file_bytes("container_size", "header: file size is 496, but there are 500 bytes")(lambda d: seal(d) + bytes(4))
file_bytes("container_count", "directory: 4294967295 chunks do not fit in 496 bytes")(
    lambda d: put_sealed(d, 16, 0xFFFFFFFF))
file_bytes("container_type", "directory: chunk 0: the type is not four capitals or digits")(
    lambda d: put_sealed(d, ENTRY["type"], 0x6F666E69))
file_bytes("container_flags", "directory: INFO: flags are 5, but only 1 is known")(
    lambda d: put_sealed(d, ENTRY["flags"], 5))
file_bytes("container_place", "directory: INFO: lies from 100 to 174, but must from 136 to 496")(
    lambda d: put_sealed(d, ENTRY["offset"], 100))
file_bytes("container_required", "directory: OFNI 0: it is required, but this library does not know it", "VERSION")(
    lambda d: put_sealed(d, ENTRY["type"], int.from_bytes(b"OFNI", "little")))
file_bytes("container_no_info", "directory: there is no INFO chunk")(
    lambda d: put_sealed(d, 16, 0))
file_bytes("container_filter", "INFO: filter is 1, but this library does not know it", "VERSION")(
    lambda d: put_sealed(d, ENTRY["filter"], 1))
file_bytes("container_codec", "INFO: codec is 2, but this library does not know it", "VERSION")(
    lambda d: put_sealed(d, ENTRY["codec"], 2))
file_bytes("container_stored_size", "INFO: it is stored, but in 74 bytes instead of 100")(
    lambda d: put_sealed(put_sealed(d, ENTRY["codec"], 0), ENTRY["raw_size"], 100))
file_bytes("container_4_gigabytes", "INFO: 4294967295 bytes cannot come from 74 stored ones")(
    lambda d: put_sealed(d, ENTRY["raw_size"], 0xFFFFFFFF))
file_bytes("container_bomb", "INFO: 81465 bytes cannot come from 74 stored ones")(
    lambda d: put_sealed(d, ENTRY["raw_size"], 74 * 1100 + 65))
file_bytes("container_zlib", "INFO: the zlib data is damaged")(lambda d: d[:140] + b"\xff" * 8 + d[148:])
file_bytes("container_checksum", "INFO: checksum is 00000000, but the bytes give 380acfb8")(
    lambda d: put_sealed(d, ENTRY["crc"], 0))


@file_bytes("container_two_scenes", "directory: there are two SCNE chunks, but one at most is allowed")
def _(data: bytearray) -> bytes:
    chunks = writer.chunks(documents.minimal())
    return container.pack([*chunks, chunks[1]])


@file_bytes("container_ids", "directory: CLIP 1: its id must be 0")
def _(data: bytearray) -> bytes:
    *others, clip = writer.chunks(documents.minimal())
    return container.pack([*others, clip._replace(id=1)])


# ---- Tables of a chunk ----

@raw_tables("tables_count", "SCNE: 4294967295 tables do not fit in 232 bytes")
def _(raw: bytearray) -> bytes:
    put(raw, 0, 0xFFFFFFFF)
    return raw


raw_tables("tables_none", "SCNE: 0 tables do not fit in 3 bytes")(lambda raw: raw[:3])


@raw_tables("tables_order", "SCNE: table 1 stands after table 1")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16, 1)
    return raw


@raw_tables("tables_place", "SCNE: table 2: 32 bytes from 84 on, but must lie from 105 to 232")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16 + 12, 84)
    return raw


@raw_tables("tables_large", "SCNE: table 2: 137438953440 bytes from 108 on, but must lie from 105 to 232")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16 + 8, 0xFFFFFFFF)
    return raw


@raw_tables("tables_record_size", "SCNE: nodes: record size is 62, but must be a multiple of 4")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 2 * 16 + 4, 62)
    return raw


@raw_tables("tables_record_size_zero", "SCNE: nodes: record size is 0, but must be a multiple of 4")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 2 * 16 + 4, 0)
    put(raw, 4 + 2 * 16 + 8, 0xFFFFFFFF)
    return raw


@raw_tables("tables_stream_size", "SCNE: element_values: record size is 2, but must be 4")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 4 * 16 + 4, 2)
    return raw


@raw_tables("tables_single", "SCNE: scene: there are 0 records, but must be 1")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16 + 8, 0)
    return raw


@values("tables_parallel", "MESH 0: there are 7 normals, but 8 vertices")
def _(parts: Parts) -> None:
    parts["MESH"]["normals"] = parts["MESH"]["normals"][:-1]


# ---- Values, by the generic walk ----

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


@values("value_span_wraps", "SCNE: node 6: elements go from 4294967295 to 4294967298, but there are 23 elements")
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


@values("value_flags", "SCNE: node 5: flags is 9, but only 3 are known")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["flags"][5] = 9


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


@values("value_least_whole", "CLIP 0: clip: fps is 0, but must be at least 1")
def _(parts: Parts) -> None:
    parts["CLIP"]["clip"]["fps"] = 0


@values("value_most", "CLIP 2: clip: frame_end is 33554432, but must be at most 16777216")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["clip"]["frame_end"] = 2.0 ** 25


# ---- Named rules ----

@values("rule_frames_scene", "SCNE: scene: ends at frame 0.5, before its start at 1")
def _(parts: Parts) -> None:
    parts["SCNE"]["scene"]["frame_end"] = 0.5


@values("rule_frames_clip", "CLIP 1: clip: ends at frame 9, before its start at 10")
def _(parts: Parts) -> None:
    parts["CLIP", 1]["clip"]["frame_end"] = 9


@values("rule_parents_first", "SCNE: node 1: parent is 2, but parents stand before their children")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["parent"][1] = 2  # a cycle: 2's parent is 1


@values("rule_parents_first_itself", "SCNE: node 0: parent is 0, but parents stand before their children", "minimal")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["parent"][0] = 0


@values("rule_bone_armature", "SCNE: node 2: is a bone, but its armature is no object")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["armature"][2] = layout.NONE


@values("rule_bone_armature_bone", "SCNE: node 2: is a bone, but its armature is no object")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["armature"][2] = 1


@values("rule_element_values", "SCNE: element 1: has 3 values, but its kind takes 4")
def _(parts: Parts) -> None:
    parts["SCNE"]["elements"]["values_count"][1] = 3


@values("rule_element_names", 'SCNE: node 3: two elements are called "location"')
def _(parts: Parts) -> None:
    elements = parts["SCNE"]["elements"]
    elements["name"][12] = elements["name"][11]


@values("rule_element_names_many", "SCNE: node 0: has 33 elements, but 32 at most are allowed", "minimal")
def _(parts: Parts) -> None:
    scene = parts["SCNE"]
    scene["elements"] = np.repeat(scene["elements"], 33)
    scene["elements"]["values_first"] = np.arange(33) * 3
    scene["element_values"] = np.zeros((99, 1))
    scene["nodes"]["elements_count"] = 33


@values("rule_skins_mesh", "SCNE: node 3: has a skin, but no mesh")
def _(parts: Parts) -> None:
    parts["SCNE"]["nodes"]["mesh"][3] = layout.NONE


@values("rule_skins_group", "SCNE: node 3: its skin 0 moves group 2, but there are 2 groups in its mesh")
def _(parts: Parts) -> None:
    parts["SCNE"]["joints"]["group"][0] = 2


@values("rule_polygon_corners", "MESH 0: polygons have 9 corners together, but there are 8 corners")
def _(parts: Parts) -> None:
    parts["MESH"]["polygons"][1] = 5


@values("rule_influence_counts_points", "MESH 0: there are 5 influence_counts, but 6 points")
def _(parts: Parts) -> None:
    parts["MESH"]["influence_counts"] = parts["MESH"]["influence_counts"][:-1]


@values("rule_influence_counts_sum", "MESH 0: points have 4294967302 influences together, but there are 8 influences")
def _(parts: Parts) -> None:
    parts["MESH"]["influence_counts"][0] = 0xFFFFFFFF


@values("rule_triangles", "MESH 0: primitive 1: has 5 indices, which makes no whole triangles")
def _(parts: Parts) -> None:
    parts["MESH"]["primitives"]["indices_count"][1] = 5


@values("rule_layers_uv", "MESH 0: uv_layer 0: has 7 values, but there are 8 vertices")
def _(parts: Parts) -> None:
    parts["MESH"]["uv_layers"]["uvs_count"][0] = 7


@values("rule_layers_color", "MESH 0: color_layer 0: has 0 values, but there are 8 vertices")
def _(parts: Parts) -> None:
    parts["MESH"]["color_layers"]["colors_count"][0] = 0


@values("rule_morph_range", "MESH 0: morph 1: minimum 2 is above maximum 1")
def _(parts: Parts) -> None:
    parts["MESH"]["morphs"]["minimum"][1] = 2


@values("rule_keys_none", "CLIP 0: curve 2: has no key")
def _(parts: Parts) -> None:
    parts["CLIP"]["curves"]["keys_count"][2] = 0


@values("rule_keys_order", "CLIP 0: curve 0: key 2 is at 5, before the key before it at 13")
def _(parts: Parts) -> None:
    parts["CLIP"]["key_times"][2] = 5


@values("rule_sample_groups_rate", "CLIP 2: sample_group 0: rate is 3, but must be 1, 2, 4 or 8")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["sample_groups"]["rate"][0] = 3


@values("rule_sample_groups_count", "CLIP 2: sample_group 1: sample_count is 9, but at its rate the clip has 10")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["sample_groups"]["sample_count"][1] = 9


@values("rule_sample_groups_total",
        "CLIP 2: sample_group 0: has 12 samples, but sample_count times lane_count is 6442450944")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["sample_groups"]["lane_count"][0] = 1 << 30


@values("rule_component_order",
        "CLIP 0: channel 1: component is 0, but must be at least 1 and below 16")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["component"][4] = 0


@values("rule_component_order_limit", "CLIP 0: channel 0: component is 3, but must be at least 2 and below 3")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["component"][2] = 3


@values("rule_component_sources_curve", "CLIP 0: component 1: is a curve, but has none")
def _(parts: Parts) -> None:
    parts["CLIP"]["components"]["curve"][1] = layout.NONE


@values("rule_component_sources_group", "CLIP 2: component 0: is sampled, but has no group")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["components"]["group"][0] = layout.NONE


@values("rule_component_sources_lane", "CLIP 2: component 2: lane is 2, but its group has 2 lanes")
def _(parts: Parts) -> None:
    parts["CLIP", 2]["components"]["lane"][2] = 2


@values("rule_clip_names_count", "INFO: names 2 clips, but there are 3 CLIP chunks")
def _(parts: Parts) -> None:
    parts["INFO"]["clips"] = parts["INFO"]["clips"][:-1]


@values("rule_clip_names", 'CLIP 1: is "Smile" of "", but INFO says "Wave" of ""')
def _(parts: Parts) -> None:
    parts["INFO"]["clips"]["name"][1] = parts["INFO"]["clips"]["name"][0]
