# SPDX-License-Identifier: MIT
"""The chunk that only an import into Blender reads: it comes back, and says what is wrong with it."""
from __future__ import annotations

import pathlib
import sys
from collections.abc import Callable

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
sys.path[:0] = [str(ROOT / "format"), str(GOLDEN), str(ROOT / "tests" / "python")]

import documents  # noqa: E402
from format_strategies import same  # noqa: E402
from pavane_format import container, layout, reader, tables, writer  # noqa: E402
from pavane_format.container import Chunk  # noqa: E402


def chunks() -> list[Chunk]:
    return writer.chunks(documents.DOCUMENTS["actions"]())


def test_it_comes_back() -> None:
    for name in ("actions.pav", "actions_stored.pav"):
        assert same(reader.read((GOLDEN / name).read_bytes()), documents.DOCUMENTS["actions"]())


def test_the_rest_of_the_file_is_as_without_it() -> None:
    assert [chunk for chunk in chunks() if chunk.type != "BLND"] == writer.chunks(documents.minimal())


def test_a_player_may_skip_it() -> None:
    assert [chunk.flags for chunk in chunks() if chunk.type == "BLND"] == [0]


def test_keys_of_the_clip_are_not_written_again() -> None:
    chunk = next(chunk for chunk in chunks() if chunk.type == "BLND")
    arrays = tables.decode(chunk, {"CLIP": 1})
    assert arrays["fcurves"]["clip_curve"].tolist() == [0, layout.NONE, layout.NONE]
    assert arrays["fcurves"]["keys_count"].tolist() == [0, 2, 3]


def changed(change: Callable[[tables.Arrays], None]) -> bytes:
    """The golden with other arrays in the chunk."""
    made = []
    for chunk in chunks():
        if chunk.type == "BLND":
            arrays = {name: array.copy() for name, array in tables.decode(chunk, {"CLIP": 1}).items()}
            change(arrays)
            chunk = tables.encode("BLND", 0, arrays)._replace(flags=0)
        made.append(chunk)
    return container.pack(made)


def set_field(table: str, record: int, name: str, value: int) -> Callable[[tables.Arrays], None]:
    def change(arrays: tables.Arrays) -> None:
        arrays[table][name][record] = value

    return change


@pytest.mark.parametrize(("change", "message"), [
    (set_field("fcurves", 0, "clip_curve", 1), "BLND 0: fcurve 0: clip_curve is 1, but there are 1 curves"),
    (set_field("fcurves", 0, "styles_count", 1), "BLND 0: fcurve 0: has 1 styles, but 2 keys"),
    (set_field("key_shapes", 0, "key", 2), "BLND 0: fcurve 0: has a shape of key 2, but 2 keys"),
    (set_field("action_slots", 0, "groups_count", 1), "BLND 0: action_slot 0: location is in a group of another slot"),
    (set_field("fcurves", 1, "group", 2), "BLND 0: fcurve 1: group is 2, but there are 2 groups"),
    (set_field("actions", 0, "flags", 4), "BLND 0: action 0: flags is 4, but only 3 are known"),
])
def test_what_is_wrong_is_told(change: Callable[[tables.Arrays], None], message: str) -> None:
    with pytest.raises(reader.FormatError) as error:
        reader.read(changed(change))
    assert str(error.value) == message


def test_it_stands_beside_a_clip() -> None:
    wrong = [chunk._replace(id=1) if chunk.type == "BLND" else chunk for chunk in chunks()]
    with pytest.raises(reader.FormatError, match=r"directory: the ids of the BLND chunks are \[1\], but must increase"):
        reader.read(container.pack(wrong))


def test_the_writer_names_what_it_cannot_write() -> None:
    document = documents.DOCUMENTS["actions"]()
    document.clips[0].actions[0].action_slots[0].fcurves[0].group = 7
    with pytest.raises(ValueError, match="location: group is 7, but there are 2 groups"):
        writer.write(document)
