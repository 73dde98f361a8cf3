# SPDX-License-Identifier: MIT
"""pavane.Builder is whole: documents with everything that a file can hold are taken apart and made again."""

from __future__ import annotations

import enum
import itertools
import struct
import types
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pavane
import pytest
from pavane import Base, Builder, Interpolation, Key, Keys, Lane
from pavane.format import container
from pavane.format.chunk import unpack_tables

from tests.python.test_pavane_package import load_schema

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
FIXTURES = ROOT / "tests" / "c" / "fixtures"
NAMES = "small", "minimal", "looks", "curves", "moves", "inherit", "steps", "actions", "demo", "sequences", "skins"
FILES = [
    *(GOLDEN / f"{name}.pav" for name in NAMES),
    *(FIXTURES / f"{name}.pav" for name in ("scene", "chain", "clips_alone", "library", "playback")),
]


def rebuild_nodes(builder: Builder, document: pavane.Document) -> None:
    for node in document.nodes:
        if node.kind is pavane.NodeKind.BONE:
            builder.add_bone(
                node.name,
                node.armature,
                node.parent,
                elements=node.elements,
                length=node.length,
                inherit_scale=node.inherit_scale,
                flags=node.flags,
                library=node.library,
            )
        else:
            builder.add_node(
                node.name,
                node.parent,
                elements=node.elements,
                camera=node.camera,
                light=node.light,
                slots=node.slots,
                instancer=node.instancer,
                flags=node.flags,
                library=node.library,
            )
    for skin in document.skins:
        index = builder.add_skin(skin.armature, skin.joints)
        builder.set_skin(index, skin.blending, next=skin.next, mask=skin.mask, flags=skin.flags)
    for node in document.nodes:
        if node.mesh is not None:
            builder.set_mesh(node.index, node.mesh, node.skin)


def rebuild_mesh(builder: Builder, mesh: pavane.Mesh) -> None:
    index = builder.add_mesh(
        mesh.name,
        mesh.points,
        mesh.polygons,
        corners=mesh.corners,
        vertices=mesh.vertices,
        normals=mesh.normals,
        triangles=mesh.indices,
        primitives=mesh.primitives,
        library=mesh.library,
        error=mesh.error,
    )
    for layer in mesh.uv_layers:
        builder.add_uv_layer(index, *layer)
    for layer in mesh.color_layers:
        builder.add_color_layer(index, *layer)
    if mesh.groups:
        pairs = iter(zip(mesh.influence_groups, mesh.influence_weights, strict=True))
        points = [[next(pairs) for _ in range(count)] for count in mesh.influence_counts]
        builder.set_weights(index, mesh.groups, points)
    for morph in mesh.morphs:
        builder.add_morph(
            index,
            morph.name,
            morph.delta_positions,
            points=morph.delta_points,
            normal_deltas=morph.delta_normals,
            vertices=morph.delta_vertices,
            value=morph.value,
            minimum=morph.minimum,
            maximum=morph.maximum,
        )
    builder.set_smoothing(
        index,
        mesh.smoothing,
        sharp_angle=mesh.sharp_angle,
        flat_polygons=mesh.flat_polygons,
        sharp_corners=mesh.sharp_corners,
    )
    if mesh.sequence:
        builder.set_sequence(index, mesh.sequence, eval_time=mesh.eval_time)


def rebuilt_component(builder: Builder, clip: int, component: pavane.Component) -> object:
    if component.curve is not None:
        curve = component.curve
        shapes = {key: shape for key, *shape in curve.easings}
        keys = [
            Key(time, value, Interpolation(interpolation), tuple(left), tuple(right), *shapes.get(i, ()))
            for i, (time, value, interpolation, left, right) in enumerate(
                zip(
                    curve.times,
                    curve.values,
                    curve.interpolations,
                    curve.lefts.tolist(),
                    curve.rights.tolist(),
                    strict=True,
                )
            )
        ]
        return Keys(tuple(keys), curve.extrapolation, curve.modifiers, curve.rounding)
    if component.samples is not None:
        assert component.rate is not None
        cuts = [(frame, [before], [after]) for frame, before, after in component.cuts]
        knots = [(frame, [value]) for frame, value in component.knots]
        group = builder.add_samples(
            clip, component.rate, component.samples, cuts=cuts, interpolation=component.interpolation, knots=knots
        )
        return Lane(group, 0)
    return Base(component.value) if component.kind is pavane.ComponentKind.BASE else component.value


def rebuild_clip(builder: Builder, clip: pavane.Clip) -> None:
    index = builder.add_clip(
        clip.name,
        frame_start=clip.frame_start,
        frame_end=clip.frame_end,
        play_mode=clip.play_mode,
        error=clip.error,
        error_bound=clip.error_bound,
        fps=clip.fps,
        fps_base=clip.fps_base,
        library=clip.library,
    )
    for channel in clip.channels:
        components = {c.component: rebuilt_component(builder, index, c) for c in channel.components}
        builder.add_channel(
            index,
            channel.owner,
            channel.element,
            components,
            part=channel.part,
            kind=channel.kind,
            conversion=channel.conversion,
            library=channel.library,
        )
    for event in clip.events:
        builder.add_event(index, event.name, event.frame)


def rebuild(document: pavane.Document) -> pavane.Document:
    info, scene = document.info, document.scene
    options = {} if scene is None else scene._asdict()
    options["scene_name"] = options.pop("name", "")
    camera = options.pop("camera", None)
    builder = Builder(
        clips_alone=scene is None,
        writer=info.writer,
        writer_version=info.writer_version,
        source=info.source,
        **options,
    )
    for image in document.images:
        builder.add_image(
            image.name,
            image.bytes,
            image.width,
            image.height,
            encoding=image.encoding,
            color_space=image.color_space,
            library=image.library,
        )
    for material in document.materials:
        builder.add_material(
            material.name,
            dict(material.inputs),
            textures=material.textures,
            alpha_mode=material.alpha_mode,
            flags=material.flags,
            library=material.library,
        )
    for item in document.cameras:
        builder.add_camera(**item._asdict())
    for light in document.lights:
        builder.add_light(**light._asdict())
    for prop in document.properties:
        value = prop.text if prop.kind is pavane.PropertyKind.STRING else prop.values
        builder.add_property(
            prop.owner_kind, prop.owner, prop.name, value, kind=prop.kind, part=prop.part, library=prop.library
        )
    for mesh in document.meshes:
        rebuild_mesh(builder, mesh)
    rebuild_nodes(builder, document)
    if camera is not None:
        builder.set_scene_camera(camera)
    for clip in document.clips:
        rebuild_clip(builder, clip)
    return builder.finish()


def tree(document: pavane.Document) -> dict[str, object]:
    from pavane import _describe

    everything = _describe.everything(document)
    for clip in everything["clips"]:
        del clip["bytes"]  # A built document has none.
    del everything["info"]["report"]  # That of an export is not built.
    return everything


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_document_built_again_is_the_same(path: Path) -> None:
    document = pavane.Document(path)
    assert tree(rebuild(document)) == tree(document)


# ---- What those documents have not ----

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"


def build_looks(builder: Builder) -> None:
    builder.add_image("P", PNG, 1, 1, encoding=pavane.ImageEncoding.PNG)
    builder.add_image("J", JPEG, 1, 1, encoding=pavane.ImageEncoding.JPEG)
    for mode in pavane.AlphaMode:
        textures = [
            pavane.Texture("alpha", 1, channel=channel, extension=extension, filter=filter)
            for channel, extension, filter in itertools.zip_longest(
                pavane.TextureChannel, pavane.TextureExtension, pavane.TextureFilter, fillvalue=0
            )
        ]
        builder.add_material(mode.name, {"alpha": 1.0}, alpha_mode=mode, textures=textures[:1])
    for i, texture in enumerate(textures):
        builder.add_material(f"texture {i}", {"alpha": 1.0}, textures=[texture])
    for kind in pavane.CameraKind:
        for fit in pavane.SensorFit:
            builder.add_camera(
                f"{kind} {fit}", kind=kind, sensor_fit=fit, sensor_width=30, sensor_height=20, shift_x=0.25,
                shift_y=0.5, clip_end=500,
            )  # fmt: skip
    for shape in pavane.AreaShape:
        builder.add_light(shape.name, kind=pavane.LightKind.AREA, area_shape=shape, area_width=1, area_height=1,
                          library="//lights.blend")  # fmt: skip
    builder.add_mesh("Mesh", [(0, 0, 0)], library="//meshes.blend", error=0.125)
    for owner in pavane.TargetKind:
        if owner.name.endswith("_PROPERTY"):
            part = "Bone" if owner is pavane.TargetKind.BONE_PROPERTY else ""
            builder.add_property(owner, "" if "SCENE" in owner.name else "Owner", "p", 1.0, part=part)


def build_clips(builder: Builder) -> None:
    builder.add_node("Box")
    modifiers = [
        pavane.Modifier(pavane.ModifierKind.CYCLES, mode_before=mode, mode_after=mode, cycles_before=3)
        for mode in pavane.CycleMode
    ]
    modifiers += [
        pavane.Modifier(pavane.ModifierKind.FUNCTION, function=function, value_offset=0.5)
        for function in pavane.ModifierFunction
    ]
    modifiers += [pavane.Modifier(pavane.ModifierKind.ENVELOPE, default_min=-2, control_points=[(0, -1, 1)])]
    modifiers += [pavane.Modifier(pavane.ModifierKind.LIMITS, flag) for flag in pavane.ModifierFlag]
    for mode in pavane.PlayMode:
        builder.add_clip(mode.name, play_mode=mode, frame_end=24)
    for i, modifier in enumerate(modifiers):
        builder.add_channel("LOOP", "Box", f"element {i}", [Keys(((0, 0), (1, 1)), modifiers=(modifier,))])
    eased = [Key(i, i, interpolation, easing=easing) for i, (interpolation, easing) in enumerate(
        itertools.product(pavane.Interpolation, pavane.Easing)) if interpolation != Interpolation.SAMPLE]  # fmt: skip
    builder.add_channel("LOOP", "Box", "eased", [eased])
    for conversion in pavane.Conversion:
        parts = {pavane.Conversion.NONE: 1, pavane.Conversion.QUATERNION: 4, pavane.Conversion.AXIS_ANGLE: 4}
        if conversion is not pavane.Conversion.SLERP:
            numbers = [1.0] * parts.get(conversion, 3)
            builder.add_channel("STAY", "Box", f"to {conversion}", numbers, conversion=conversion)


def rest_of_all() -> pavane.Document:
    builder = Builder(up_axis=pavane.Axis.Y, unit_scale=0.5, fps=30, fps_base=1.001)
    build_looks(builder)
    build_clips(builder)
    return builder.finish()


def parts_of(value: object) -> Iterator[object]:
    """A document's records and the values of their fields, all the way down."""
    yield value
    if isinstance(value, pavane.Document | pavane.Clip | pavane.Mesh | pavane.Channel):
        names = [name for name in dir(value) if not name.startswith("_") and name not in ("clip", "mesh", "node")]
        parts = [part for name in names if not callable(part := getattr(value, name))]
    elif isinstance(value, memoryview):
        return
    else:
        parts = list(value) if isinstance(value, tuple) else []
    for part in parts:
        yield from parts_of(part)


def members(documents: Iterable[pavane.Document]) -> set[enum.Enum]:
    """Of all enums, those that are in there; of flags each that is set."""
    found: set[enum.Enum] = set()
    for document in documents:
        for part in parts_of(document):
            if isinstance(part, enum.Flag):
                found.update(member for member in type(part) if member in part)
            elif isinstance(part, enum.Enum):
                found.add(part)
            elif isinstance(part, pavane.Component) and part.curve is not None:
                found.update(Interpolation(number) for number in part.curve.interpolations)
    return found


def test_each_kind_of_everything_is_built() -> None:
    """An enum of the schema has no member that the documents above, and what is built here, do not have."""
    found = members([*map(rebuild, map(pavane.Document, FILES)), rest_of_all()])
    schema = load_schema()
    of_exports = {"report_kind"}  # A report is of an export.
    for declared in schema.ENUMS:
        name = declared.name.title().replace("_", "")
        if hasattr(pavane, name) and declared.name not in of_exports:
            missing = [member for member in getattr(pavane, name) if member not in found]
            assert not missing, name


def fields_with_more_than_a_default(schema: types.ModuleType, path: Path) -> set[str]:
    """Tables of a file that have records, and fields that are not at their defaults in all of them."""
    found: set[str] = set()
    played = {chunk.type: chunk for chunk in schema.CHUNKS if chunk.is_played}
    for stored in container.unpack(path.read_bytes()):
        tables = unpack_tables(stored.type, stored.raw) if stored.type in played else {}
        for table in played[stored.type].tables if tables else ():
            have = tables.get(table.id)
            name = f"{stored.type}.{table.name}"
            if have is None or not have.count:
                continue
            found.add(name)
            for record in range(0 if table.stream else have.count):
                found.update(f"{name}.{field}" for field in changed_fields(table, have, record))
    return found


def changed_fields(table: Any, have: Any, record: int) -> Iterator[str]:
    offset = record * have.record_size
    for field in table.fields:
        words = 2 if field.type == "span" else field.count
        if offset + 4 * words > (record + 1) * have.record_size:
            return
        letter = "f" if field.type == "f32" else "I"
        numbers = struct.unpack_from(f"<{words}{letter}", have.data, offset)
        offset += 4 * words
        if numbers[1] if field.type == "span" else any(number != field.default for number in numbers):
            yield field.name


# What is nowhere in the files that are made again: read from what is built here, and its default.
REST: dict[str, tuple[Callable[[pavane.Document], object], object]] = {
    "SCNE.scene.up_axis": (lambda d: d.scene and d.scene.up_axis, pavane.Axis.Y),
    "SCNE.scene.unit_scale": (lambda d: d.scene and d.scene.unit_scale, 0.5),
    "SCNE.scene.fps": (lambda d: d.scene and d.scene.fps, 30),
    "SCNE.scene.fps_base": (lambda d: d.scene and round(d.scene.fps_base, 4), 1.001),
    "SCNE.cameras.sensor_fit": (lambda d: d.cameras[1].sensor_fit, pavane.SensorFit.HORIZONTAL),
    "SCNE.cameras.sensor_width": (lambda d: d.cameras[0].sensor_width, 30),
    "SCNE.cameras.sensor_height": (lambda d: d.cameras[0].sensor_height, 20),
    "SCNE.cameras.shift_x": (lambda d: d.cameras[0].shift_x, 0.25),
    "SCNE.cameras.shift_y": (lambda d: d.cameras[0].shift_y, 0.5),
    "SCNE.cameras.clip_end": (lambda d: d.cameras[0].clip_end, 500),
    "SCNE.lights.library": (lambda d: d.lights[0].library, "//lights.blend"),
    "MESH.mesh.library": (lambda d: d.meshes[0].library, "//meshes.blend"),
    "MESH.mesh.error": (lambda d: d.meshes[0].error, 0.125),
    "CLIP.modifiers.cycles_before": (lambda d: modifier_of(d, 0).cycles_before, 3),
    "CLIP.modifiers.value_offset": (lambda d: modifier_of(d, len(pavane.CycleMode)).value_offset, 0.5),
    "CLIP.modifiers.default_min": (
        lambda d: modifier_of(d, len(pavane.CycleMode) + len(pavane.ModifierFunction)).default_min,
        -2,
    ),
    "IMAG.image.encoding": (lambda d: d.images[1].encoding, pavane.ImageEncoding.JPEG),
}


def modifier_of(document: pavane.Document, channel: int) -> pavane.Modifier:
    curve = document.clip("LOOP").channels[channel].components[0].curve
    assert curve is not None
    return curve.modifiers[0]


def test_each_field_of_everything_is_built() -> None:
    """A field of the schema is in a document that is made again above, or is read back from what is built here."""
    schema = load_schema()
    found = set().union(*(fields_with_more_than_a_default(schema, path) for path in FILES))
    of_exports = {"INFO.report", "INFO.report.kind", "INFO.report.text"}
    declared = set()
    for chunk in (chunk for chunk in schema.CHUNKS if chunk.is_played):
        for table in chunk.tables:
            declared |= {f"{chunk.type}.{table.name}"}
            declared |= {f"{chunk.type}.{table.name}.{field.name}" for field in table.fields}
    assert declared - found - of_exports == set(REST)
    document = rest_of_all()
    assert {name: read(document) for name, (read, _) in REST.items()} == {name: built for name, (_, built) in REST.items()}
