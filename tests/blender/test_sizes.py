# SPDX-License-Identifier: MIT
"""How small files are."""
from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "format")]

from pavane_format import container, reader  # noqa: E402

COMMAND = ROOT / "blender_addon" / "pavane" / "command.py"


def stored_sizes(data: bytes) -> list[tuple[str, int]]:
    """Type and stored bytes of each chunk."""
    count = struct.unpack_from("<I", data, 16)[0]
    entries = (container.ENTRY.unpack_from(data, 28 + container.ENTRY.size * i) for i in range(count))
    return [(entry[0].decode(), entry[6]) for entry in entries]


@pytest.fixture(scope="module")
def rig(blender: Any, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("rig")
    blend, pav = folder / "rig.blend", folder / "rig.pav"
    for arguments in (["--python", HERE / "scenes" / "artist_rig_scene.py", "--", blend],
                      [blend, "--python", COMMAND, "--", pav]):
        done = blender.run(arguments)
        assert done.returncode == 0, done.stdout + done.stderr
    return pav.read_bytes()


def test_an_artists_rig_takes_less_than_its_keys_in_plain_floats(rig: bytes) -> None:
    """A peer's best is 59 KB, the exporter of glTF's 390; 8 bytes a key, time and value, are 20,944."""
    clip = reader.read(rig).clips[0]
    curves = [component.curve for channel in clip.channels for component in channel.components]
    assert len(curves) == 238 and sum(len(curve.times) for curve in curves) == 2618
    sizes = [size for type, size in stored_sizes(rig) if type == "CLIP"]
    assert len(sizes) == 1 and sizes[0] < 20_944
