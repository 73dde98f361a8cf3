# SPDX-License-Identifier: MIT
"""`python -m pavane info|check|dump FILE`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from . import _describe
from ._errors import Error
from ._pavane import Document

try:
    from .format import sizes
except ImportError:  # pavane.format needs numpy
    sizes = None  # type: ignore[assignment]

Tree = dict[str, Any]


def _size(count: int) -> str:
    """Bytes for people: 980 B, 12.3 kB, 4.0 MB."""
    number = float(count)
    for unit in "B", "kB", "MB":
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "B" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"


def _count(number: int, noun: str) -> str:
    many = f"{noun}es" if noun.endswith("sh") else f"{noun}s"
    return f"{number} {noun if number == 1 else many}"


# ---- info ----


def _clip_line(clip: Tree) -> str:
    kinds, targets = (
        ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in clip[part].items()) or "none"
        for part in ("channels", "targets")
    )
    error = f", error {clip['error']:.1e} of {clip['error_bound']:.1e}" if clip["error_bound"] else ""
    return (
        f"{clip['seconds']:.3f} s at {clip['fps']:g} fps, "
        f"frames {clip['frame_start']:g} to {clip['frame_end']:g}, {clip['play_mode']}, "
        f"channels: {kinds}; they drive: {targets}; "
        f"{_count(clip['keys'], 'key')}, {_size(clip['bytes'])}{error}"
    )


def _node_line(node: Tree) -> str:
    carried = [f"{noun} {node[noun]}" for noun in ("mesh", "camera", "light") if noun in node]
    return " ".join([node["name"], *(["(bone)"] if node["kind"] == "bone" else []), *carried])


def _mesh_line(mesh: Tree) -> str:
    morphs = f", morphs: {', '.join(mesh['morphs'])}" if mesh["morphs"] else ""
    counts = [
        _count(mesh["points"], "point"),
        _count(mesh["polygons"], "polygon"),
        _count(mesh["triangles"], "triangle"),
    ]
    error = f", rounded by {mesh['error']:.1e}" if mesh["error"] else ""
    return f"{mesh['name']}: {', '.join(counts)}{morphs}{error}"


def _image_line(image: Tree) -> str:
    size = f"{image['width']} x {image['height']}"
    return f"{image['name']}: {size}, {image['encoding'].upper()}, {_size(image['bytes'])}"


def _property_line(one: Tree) -> str:
    part = f", {one['part']}" if "part" in one else ""
    library = f" of {one['library']}" if "library" in one else ""
    owner = one["kind"].removesuffix("_property")
    return f"{owner} {one['owner']}{part}{library}: {one['name']} = {one['value']!r}"


def _node_lines(document: Document, nodes: list[Tree]) -> Iterator[str]:
    """Each node below its parent, whatever lies between them in the file."""
    children: dict[int | None, list[int]] = {}
    for node in document.nodes:
        children.setdefault(node.parent, []).append(node.index)
    waiting = [(index, 0) for index in reversed(children.get(None, []))]
    while waiting:
        index, depth = waiting.pop()
        yield f"  {'  ' * depth}{_node_line(nodes[index])}"
        waiting += [(child, depth + 1) for child in reversed(children.get(index, []))]


REPORT_TITLES = {"left_out": "left out", "cause": "will differ from Blender", "note": "noted"}


def _report_lines(report: list[Tree]) -> Iterator[str]:
    """What was exported and what not, a line for each reason with all that it holds for."""
    for kind, title in REPORT_TITLES.items():
        reasons: dict[str, list[Tree]] = {}
        for line in report:
            if line["kind"] == kind:
                reasons.setdefault(line["text"], []).append(line)
        if reasons:
            yield from ("", f"{_count(sum(map(len, reasons.values())), 'thing')} {title}:")
        for text, lines in reasons.items():
            names = [
                f"{line['what']} ({line['count']} times)" if line["count"] > 1 else line["what"]
                for line in lines
                if line["what"]
            ]
            yield f"  {text}" + (f": {', '.join(names)}" if names else "")


def _summary(path: str, document: Document) -> Tree:
    """With the bytes of each kind, where numpy is there to read them."""
    tree = _describe.summary(document)
    if sizes:
        with open(path, "rb") as file:
            kinds = sizes.by_kind(file.read())
        tree["stored"] = dict(sorted(kinds.items(), key=lambda row: -int(row[1])))
    return tree


def _info_lines(path: str, document: Document) -> Iterator[str]:
    tree = _summary(path, document)
    info, scene = tree["info"], tree["scene"]
    origin = f", from {info['source']}" if info["source"] else ""
    writer = f"{info['writer']} {info['writer_version']}{origin}"
    yield f"{path}: {_size(os.path.getsize(path))}, written by {writer}"
    if scene:
        yield (
            f"Scene {scene['name']}: {scene['fps'] / scene['fps_base']:g} fps, "
            f"frames {scene['frame_start']:g} to {scene['frame_end']:g}, "
            f"{scene['up_axis']} up, {_size(tree['memory'])} in memory"
        )
    yield from ("", f"{_count(len(tree['clips']), 'clip')}:")
    for clip in tree["clips"]:
        yield f"  {clip['name']}: {_clip_line(clip)}"
        for event in clip["events"]:
            yield f"    event {event['name']!r} at frame {event['frame']:g}, {event['seconds']:.3f} s"
    yield from ("", f"{_count(len(tree['nodes']), 'node')}:")
    yield from _node_lines(document, tree["nodes"])
    yield from ("", f"{_count(len(tree['meshes']), 'mesh')}:")
    yield from (f"  {_mesh_line(mesh)}" for mesh in tree["meshes"])
    if tree["materials"]:
        yield from ("", f"{_count(len(tree['materials']), 'material')}: {', '.join(tree['materials'])}")
    if tree["images"]:
        yield from ("", f"{_count(len(tree['images']), 'image')}:")
        yield from (f"  {_image_line(image)}" for image in tree["images"])
    if tree["textures"]:
        yield from ("", f"{_count(len(tree['textures']), 'texture')}:")
        yield from (f"  {one['material']}: {one['input']} = {one['image']}" for one in tree["textures"])
    if tree["properties"]:
        count = len(tree["properties"])
        yield from ("", f"{count} custom {'property' if count == 1 else 'properties'}:")
        yield from (f"  {_property_line(one)}" for one in tree["properties"])
    if tree["missed"]:
        yield from ("", f"{_count(len(tree['missed']), 'channel')} without a target here:")
        yield from (f"  {sentence}" for sentence in tree["missed"])
    if "stored" in tree:
        yield from ("", "stored bytes:")
        yield from (f"  {kind}: {size}" for kind, size in tree["stored"].items())
    yield from _report_lines(info["report"])


# ---- dump ----


def _dump_lines(value: Any, depth: int = 0) -> Iterator[str]:
    """Indented, a value to a line; arrays of numbers on one line."""
    space = "  " * depth
    entries: list[tuple[Any, Any]] = list(value.items() if isinstance(value, dict) else enumerate(value))
    for name, part in entries:
        nested = isinstance(part, dict) or (
            isinstance(part, list) and any(isinstance(p, dict | str) for p in part)
        )
        if nested and part:
            yield f"{space}{name}:"
            yield from _dump_lines(part, depth + 1)
        else:
            yield f"{space}{name}: {part}"


# ---- The command ----


def _run(command: str, path: str, as_json: bool) -> Iterator[str]:
    document = Document(path)
    tree: Tree
    if command == "check":
        tree = {"file": path, "valid": True, "missed": _describe.missed_channels(document)}
        lines = iter([f"{path}: fine", *(f"  without a target here: {text}" for text in tree["missed"])])
    elif command == "dump":
        tree = _describe.everything(document)
        lines = _dump_lines(tree)
    else:
        tree = _summary(path, document) if as_json else {}
        lines = _info_lines(path, document)
    return iter([json.dumps(tree, indent=1, ensure_ascii=False)]) if as_json else lines


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m pavane", description="What is in a .pav file.")
    parser.add_argument(
        "command",
        choices=["info", "check", "dump"],
        help="info: an overview; check: whether it is valid; dump: everything",
    )
    parser.add_argument("file")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(arguments)
    try:
        for line in _run(given.command, given.file, given.json):
            print(line)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (Error, OSError) as error:
        if given.json and given.command == "check":
            message = str(error).removeprefix(f"{given.file}: ")
            print(json.dumps({"file": given.file, "valid": False, "message": message}))
        else:
            print(error, file=sys.stderr)
        return 1
    return 0
