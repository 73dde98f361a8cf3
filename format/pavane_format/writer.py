# SPDX-License-Identifier: MIT
"""A `model.Document` into the bytes of a .pav file.

The same document gives the same raw chunks, and with one zlib the same bytes.  What the format cannot hold is
a ValueError that names what and where.
"""
from __future__ import annotations

from . import clip_writer, container, image_writer, layout, mesh_writer, scene_writer, tables
from .model import Document
from .pack import Text, enum, records


def write(document: Document) -> bytes:
    """The file."""
    return container.pack(chunks(document))


def chunks(document: Document) -> list[container.Chunk]:
    """The raw chunks of the file, in its order."""
    result = [tables.encode("INFO", 0, _info(document))]
    if document.scene is not None:
        arrays = scene_writer.arrays(document.scene, document.meshes, document.images)
        result.append(tables.encode("SCNE", 0, arrays))
    for i, mesh in enumerate(document.meshes):
        result.append(tables.encode("MESH", i, mesh_writer.arrays(mesh)))
    for i, clip in enumerate(document.clips):
        result += clip_writer.chunks(clip, i)
    for i, image in enumerate(document.images):
        result.append(tables.encode("IMAG", i, image_writer.arrays(image))._replace(flags=0))
    return result


def _info(document: Document) -> tables.Arrays:
    text, info = Text(), document.info
    rows = [
        {
            "writer": text.add(info.writer, "info"),
            "writer_version": text.add(info.writer_version, "info"),
            "source": text.add(info.source, "info"),
        }
    ]
    clips = [
        {
            "name": text.add(clip.name, f"clip {i}: name"),
            "library": text.add(clip.library, f"clip {i}: library"),
        }
        for i, clip in enumerate(document.clips)
    ]
    report = [
        {
            "kind": enum("report_kind", line.kind, f"report line {i}"),
            "what": text.add(line.what, f"report line {i}"),
            "text": text.add(line.text, f"report line {i}"),
            "count": line.count,
        }
        for i, line in enumerate(info.report)
    ]
    chunk = layout.CHUNKS["INFO"].tables
    return {
        "info": records(chunk["info"], rows, lambda i: "info"),
        "clips": records(chunk["clips"], clips, lambda i: f"clip {i}"),
        "report": records(chunk["report"], report, lambda i: f"report line {i}"),
        "text": text.array(),
    }
