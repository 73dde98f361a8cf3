# SPDX-License-Identifier: MIT
"""Names are shown in their letters, also those that the first font does not have."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from pavane_format import reader, writer

from tests.viewer.conftest import SMALL, Viewer, read_png
from tests.viewer.test_pictures import changed

ROOT = Path(__file__).resolve().parents[2]


def named(viewer: Viewer, folder: Path, name: str) -> np.ndarray:
    """The picture of a file whose first clip has that name, which stands in the list and above the time."""
    document = reader.read(SMALL.read_bytes())
    document.clips[0].name = name
    file, picture = folder / "named.pav", folder / "named.png"
    file.write_bytes(writer.write(document))
    viewer.good(file, "--hud", "on", "--frame", "1", "--paused", "--size", "640x400", "--screenshot", picture)
    return read_png(picture)


def second_fonts() -> list[str]:
    source = (ROOT / "viewer" / "src" / "font.c").read_text()
    return re.findall(r'"(/usr/share/[^"]+)"', source.partition("read_second_font(void)")[2])


def test_an_arrow_is_one(viewer: Viewer, tmp_path: Path) -> None:
    """Of no range that is drawn beforehand, but in the first font."""
    asked, there, back = (named(viewer, tmp_path, name) for name in ("?", "\u2192", "\u2190"))
    assert changed(there, back) > 5 and changed(there, asked) > 5


def test_chinese_is_shown_where_a_font_has_it(viewer: Viewer, tmp_path: Path) -> None:
    asked, walk, run = (named(viewer, tmp_path, name) for name in ("??", "\u6b65\u884c", "\u8dd1\u6b65"))
    if any(Path(font).exists() for font in second_fonts()):
        assert changed(walk, run) > 20 and changed(walk, asked) > 20
    else:
        assert changed(walk, asked) == changed(run, asked) == 0


def test_what_no_font_has_is_a_question_mark(viewer: Viewer, tmp_path: Path) -> None:
    assert changed(named(viewer, tmp_path, "\U000f0000"), named(viewer, tmp_path, "?")) == 0


def test_more_letters_than_there_is_room_for_end_in_question_marks(viewer: Viewer, tmp_path: Path) -> None:
    document = reader.read(SMALL.read_bytes())
    document.clips[0].name = "".join(map(chr, range(0x4E00, 0x4E00 + 600)))
    file = tmp_path / "named.pav"
    file.write_bytes(writer.write(document))
    viewer.good(file, "--hud", "on", "--screenshot", tmp_path / "named.png")
