# SPDX-License-Identifier: MIT
"""The bytes of a .pav file into a `model.Document`, for tests and tools.

Checks the container and every reference (`container.FormatError`).  The named rules of FORMAT.md are the C
reader's work; here a file that breaks one may be read.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import action_reader, container, layout, tables
from .chunk import FormatError
from .model import (
    Camera,
    Channel,
    Clip,
    Component,
    Curve,
    Document,
    Easing,
    Element,
    Event,
    Image,
    Info,
    Joint,
    Layer,
    Light,
    Material,
    MaterialInput,
    Mesh,
    Modifier,
    Morph,
    SequenceKey,
    Node,
    Primitive,
    ReportLine,
    Property,
    Scene,
    Skin,
    Target,
    Texture,
)

_NAMES = {enum: {number: name for name, number in values.items()} for enum, values in layout.ENUMS.items()}


def read(data: bytes) -> Document:
    chunks = container.unpack(data)
    counts = {type: sum(chunk.type == type for chunk in chunks) for type in layout.CHUNKS}
    _check_ids(chunks, counts)
    document = Document()
    views = [(chunk, _View(chunk.type, tables.decode(chunk, counts))) for chunk in chunks]
    for chunk, view in views:
        if chunk.type == "INFO":
            report = [ReportLine(**row) for row in view.rows("report")]
            document.info = Info(**view.plain("info"), report=report)
        elif chunk.type == "SCNE":
            document.scene = _scene(view)
        elif chunk.type == "MESH":
            document.meshes.append(_mesh(view))
        elif chunk.type == "CLIP":
            document.clips.append(_clip(view))
        elif chunk.type == "IMAG":
            document.images.append(_image(view))
    clips = [view for chunk, view in views if chunk.type == "CLIP"]
    for chunk, view in views:
        if chunk.type == "BLND":
            document.clips[chunk.id].actions = action_reader.actions(view, clips[chunk.id], chunk.where())
    return document


def _check_ids(chunks: list[container.Chunk], counts: dict[str, int]) -> None:
    for type, known in layout.CHUNKS.items():
        ids = [chunk.id for chunk in chunks if chunk.type == type]
        if known.single and len(ids) > 1:
            raise FormatError(f"directory: there are {len(ids)} {type} chunks, but one at most is allowed")
        if known.beside and (ids != sorted(set(ids)) or any(id >= counts[known.beside] for id in ids)):
            raise FormatError(f"directory: the ids of the {type} chunks are {ids}, but must increase and be those "
                              f"of {known.beside} chunks")
        if not known.single and not known.beside and ids != list(range(len(ids))):
            raise FormatError(f"directory: the ids of the {type} chunks are {ids}, but must count from 0")
    if counts["INFO"] != 1:
        raise FormatError("directory: there is no INFO chunk")


class _View:
    """A chunk's arrays, with their fields as Python values."""

    def __init__(self, type: str, arrays: tables.Arrays) -> None:
        self.arrays = arrays
        self.layout = layout.CHUNKS[type].tables
        self.text = arrays["text"].tobytes()

    def stream(self, name: str) -> np.ndarray:
        """A stream's numbers: flat, or one row per record where it is wide."""
        array = self.arrays[name].astype(self.layout[name].dtype.newbyteorder("="))
        return array if self.layout[name].width > 1 else array.reshape(-1)

    def string(self, offset: int) -> str:
        return self.text[offset : self.text.index(b"\0", offset)].decode("utf-8")

    def value(self, field: layout.Field, record: np.void) -> object:
        if field.type == "span":
            first = int(record[f"{field.name}_first"])
            return slice(first, first + int(record[f"{field.name}_count"]))
        value = record[field.name]
        if field.type == "string":
            return self.string(value)
        if field.type == "enum":
            return _NAMES[field.ref][int(value)]
        if field.type == "index":
            return None if value == layout.NONE else int(value)
        return value.tolist() if value.ndim == 0 else value.astype(np.float32)

    def rows(self, name: str) -> list[dict]:
        fields = self.layout[name].fields
        return [{field.name: self.value(field, record) for field in fields} for record in self.arrays[name]]

    def plain(self, name: str) -> dict:
        return self.rows(name)[0]


# ---- Scene ----


def _scene(view: _View) -> Scene:
    values = view.stream("element_values")
    elements = [Element(row["name"], row["kind"], values[row["values"]]) for row in view.rows("elements")]
    slots = [row["material"] for row in view.rows("slots")]
    joints = [Joint(**row) for row in view.rows("joints")]
    return Scene(
        **_tuples(view.plain("scene")),
        nodes=[_node(row, elements, slots) for row in view.rows("nodes")],
        skins=[Skin(**{**_bits("skin_flag", row), "joints": joints[row["joints"]]}) for row in _skins(view)],
        materials=_materials(view),
        cameras=[Camera(**_bits("camera_flag", row)) for row in view.rows("cameras")],
        lights=[Light(**_tuples(row)) for row in view.rows("lights")],
        properties=_properties(view),
    )


def _skins(view: _View) -> list[dict]:
    return [{**row, "mask": None if row["mask"] == layout.NONE else row["mask"]} for row in view.rows("skins")]


def _bits(enum: str, row: dict) -> dict:
    """The row with a truth value for each of its flags."""
    bits = row.pop("flags")
    return {**row, **{name: bool(bits & bit) for name, bit in layout.ENUMS[enum].items()}}


def _node(row: dict, elements: list[Element], slots: list[int | None]) -> Node:
    row = _bits("node_flag", row)
    return Node(**{**row, "elements": elements[row["elements"]], "slots": slots[row["slots"]]})


def _materials(view: _View) -> list[Material]:
    values = view.stream("input_values")
    inputs = [MaterialInput(row["name"], values[row["values"]]) for row in view.rows("material_inputs")]
    textures, materials = view.rows("textures"), []
    for row in view.rows("materials"):
        own, row = row["inputs"], _bits("material_flag", row)
        row["textures"] = [_texture(texture, own.start) for texture in textures[row["textures"]]]
        materials.append(Material(**{**row, "inputs": inputs[own]}))
    return materials


def _properties(view: _View) -> list[Property]:
    values = view.stream("property_values")
    return [Property(**{**row, "values": values[row["values"]]}) for row in view.rows("properties")]


def _texture(row: dict, first: int) -> Texture:
    """With inputs counted from the material's first."""
    names = ("input", "location", "rotation", "scale")
    return Texture(**{**row, **{name: row[name] - first for name in names if row[name] is not None}})


def _tuples(row: dict) -> dict:
    return {
        name: tuple(value.tolist()) if isinstance(value, np.ndarray) else value for name, value in row.items()
    }


# ---- Mesh ----


def _mesh(view: _View) -> Mesh:
    row = view.plain("mesh")
    names = ("points", "polygons", "corners", "vertices", "normals", "influence_counts", "flat_polygons",
             "sharp_corners")
    indices = view.stream("indices")
    layers = {
        f"{kind}_layers": [
            Layer(layer["name"], view.stream(f"{kind}s")[layer[f"{kind}s"]])
            for layer in view.rows(f"{kind}_layers")
        ]
        for kind in ("uv", "color")
    }
    influences = view.arrays["influences"]
    return Mesh(
        row["name"],
        row["library"],
        **{name: view.stream(name) for name in names},
        **layers,
        primitives=[_primitive(i, p, indices) for i, p in enumerate(view.rows("primitives"))],
        groups=[group["name"] for group in view.rows("groups")],
        influence_groups=influences["group"].astype(np.uint32),
        influence_weights=influences["weight"].astype(np.float32),
        morphs=[_morph(morph, view) for morph in view.rows("morphs")],
        sequence=[SequenceKey(**row) for row in view.rows("sequence_keys")],
        eval_time=row["eval_time"],
        error=row["error"],
        smoothing=row["smoothing"],
        sharp_angle=row["sharp_angle"],
    )


def _primitive(i: int, row: dict, indices: np.ndarray) -> Primitive:
    used = indices[row["indices"]]
    if len(used) % 3:
        raise FormatError(f"MESH: primitive {i}: has {len(used)} indices, which makes no whole triangles")
    return Primitive(row["slot"], used.reshape(-1, 3))


def _morph(row: dict, view: _View) -> Morph:
    points, vertices = row.pop("deltas"), row.pop("normal_deltas")
    return Morph(
        **row,
        delta_points=view.stream("delta_points")[points],
        delta_positions=view.stream("delta_positions")[points],
        delta_vertices=view.stream("delta_vertices")[vertices],
        delta_normals=view.stream("delta_normals")[vertices],
    )


# ---- Clip ----


def _clip(view: _View) -> Clip:
    targets = [Target(**row) for row in view.rows("targets")]
    curves = _curves(view)
    groups = _Groups(view.rows("sample_groups"), view.stream("samples"), _moments(view, "cut"), _moments(view, "knot"))
    components = [_component(row, curves, groups) for row in view.rows("components")]
    channels = [
        Channel(targets[row["target"]], components[row["components"]], row["conversion"])
        for row in view.rows("channels")
    ]
    events = [Event(**row) for row in view.rows("events")]
    return Clip(**view.plain("clip"), channels=channels, events=events)


def _curves(view: _View) -> list[Curve]:
    names = {"times": "key_times", "values": "key_values", "lefts": "key_lefts", "rights": "key_rights"}
    keys = {name: view.stream(stream) for name, stream in names.items()}
    interpolations = [
        _NAMES["interpolation"][number] for number in view.stream("key_interpolations").tolist()
    ]
    easings, modifiers = view.rows("easings"), _modifiers(view)
    return [
        Curve(
            **{name: array[row["keys"]] for name, array in keys.items()},
            interpolations=interpolations[row["keys"]],
            extrapolation=row["extrapolation"],
            easings=dict(_easing(own, row["keys"].start) for own in easings[row["easings"]]),
            modifiers=modifiers[row["modifiers"]],
            rounding=row["rounding"],
        )
        for row in view.rows("curves")
    ]


def _easing(row: dict, first_key: int) -> tuple[int, Easing]:
    row = dict(row)
    return row.pop("key") - first_key, Easing(**row)


def _modifiers(view: _View) -> list[Modifier]:
    coefficients = view.stream("coefficients")
    points = np.array(
        [[row["frame"], row["min"], row["max"]] for row in view.rows("control_points")], np.float32
    ).reshape(-1, 3)
    return [
        Modifier(
            **{
                **row,
                "flags": tuple(name for name, bit in layout.ENUMS["modifier_flag"].items() if row["flags"] & bit),
                "coefficients": coefficients[row["coefficients"]],
                "control_points": points[row["control_points"]],
            }
        )
        for row in view.rows("modifiers")
    ]


Moment = tuple[float, np.ndarray]  # frame and values of a cut or a knot


@dataclass
class _Groups:
    """All samples of a clip."""

    rows: list[dict]
    samples: np.ndarray
    cuts: list[Moment]
    knots: list[Moment]


def _moments(view: _View, kind: str) -> list[Moment]:
    values = view.stream(kind + "_values")
    return [(row["frame"], values[row["values"]]) for row in view.rows(kind + "s")]


def _lane_moments(moments: list[Moment], kind: str, lane: int, lanes: int, width: int) -> np.ndarray:
    """Of one lane: frame, and `width` values."""
    if any(len(values) != width * lanes for _, values in moments):
        raise FormatError(f"CLIP: the {kind} of a group of {lanes} lanes must have {width * lanes} values")
    rows = [(frame, *values[lane::lanes]) for frame, values in moments]
    return np.array(rows, np.float32).reshape(-1, 1 + width)


def _component(row: dict, curves: list[Curve], groups: _Groups) -> Component:
    component = Component(row["component"], row["kind"], row["value"])
    if row["kind"] == "curve" and row["curve"] is not None:
        component.curve = curves[row["curve"]]
    elif row["kind"] == "sampled" and row["group"] is not None:
        group = groups.rows[row["group"]]
        lane, lanes = row["lane"], group["lane_count"]
        if lane >= lanes:
            raise FormatError(f"CLIP: lane is {lane}, but its group has {lanes}")
        component.samples = groups.samples[group["samples"]][lane::lanes]
        component.rate = group["rate"]
        component.cuts = _lane_moments(groups.cuts[group["cuts"]], "cuts", lane, lanes, 2)
        component.interpolation = group["interpolation"]
        component.knots = _lane_moments(groups.knots[group["knots"]], "knots", lane, lanes, 1)
    return component


# ---- Image ----


def _image(view: _View) -> Image:
    return Image(**view.plain("image"), data=view.arrays["bytes"].tobytes())
