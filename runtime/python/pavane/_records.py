# SPDX-License-Identifier: MIT
"""The records of a document as named tuples.  An index that refers to nothing is None; a memoryview shows the
library's own memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ._enums import (
    AlphaMode,
    AreaShape,
    Axis,
    CameraFlag,
    CameraKind,
    ColorSpace,
    ComponentKind,
    CycleMode,
    Easing,
    ElementKind,
    Extrapolation,
    GeneratorMode,
    ImageEncoding,
    InheritScale,
    Interpolation,
    LightKind,
    MaterialFlag,
    ModifierFlag,
    ModifierFunction,
    ModifierKind,
    NodeFlag,
    NodeKind,
    PropertyKind,
    ReportKind,
    Rounding,
    SampleInterpolation,
    SensorFit,
    SequenceInterpolation,
    SkinBlending,
    SkinFlag,
    TargetKind,
    TextureChannel,
    TextureExtension,
    TextureFilter,
)
from ._records_playing import *  # noqa: F403

__all__ = [
    "Base",
    "Camera",
    "Component",
    "Curve",
    "Element",
    "Event",
    "Image",
    "Info",
    "Input",
    "Joint",
    "Key",
    "KeyEasing",
    "Keys",
    "Lane",
    "Layer",
    "Light",
    "Material",
    "Modifier",
    "Morph",
    "Node",
    "Primitive",
    "Property",
    "ReportLine",
    "SceneInfo",
    "SequenceKey",
    "Skin",
    "Texture",
]

Color = tuple[float, ...]


class ReportLine(NamedTuple):
    """What an export left out, why something differs from Blender, or a note."""

    kind: ReportKind
    what: str
    text: str
    count: int  # type: ignore[assignment]


class Info(NamedTuple):
    writer: str
    writer_version: str
    source: str
    clips: tuple[str, ...]
    """Names of all clips of the file, those that were not loaded among them."""
    report: tuple[ReportLine, ...]
    """What the program that wrote the file could not put into it."""


class SceneInfo(NamedTuple):
    name: str
    up_axis: Axis
    unit_scale: float
    fps: int
    fps_base: float
    frame_start: float
    frame_end: float
    camera: int | None
    world_color: Color


class Element(NamedTuple):
    """An element of a node's transform stack, with its rest value."""

    name: str
    kind: ElementKind
    values: tuple[float, ...]


class Node(NamedTuple):
    index: int  # type: ignore[assignment]
    kind: NodeKind
    name: str
    library: str
    armature: int | None
    parent: int | None
    instancer: int | None
    elements: tuple[Element, ...]
    mesh: int | None
    skin: int | None
    camera: int | None
    light: int | None
    slots: tuple[int | None, ...]
    """The material of each slot."""
    flags: NodeFlag
    length: float
    inherit_scale: InheritScale


class Joint(NamedTuple):
    group: int
    node: int
    inverse_bind: tuple[float, ...]


class Skin(NamedTuple):
    armature: int
    joints: tuple[Joint, ...]
    blending: SkinBlending
    next: int | None
    """The skin that deforms what comes out of this one."""
    mask: int | None
    """The group of the mesh that says how much it counts at a point."""
    flags: SkinFlag


class Input(NamedTuple):
    """Numbers of a material that a program or a clip may change, with their rest value."""

    name: str
    values: tuple[float, ...]


class Texture(NamedTuple):
    """An image on a material's input; the inputs that place it go by their names."""

    input: str
    image: int
    uv_layer: str = ""
    channel: TextureChannel = TextureChannel.RGB
    extension: TextureExtension = TextureExtension.REPEAT
    filter: TextureFilter = TextureFilter.LINEAR
    location: str | None = None
    rotation: str | None = None
    scale: str | None = None


class Material(NamedTuple):
    index: int  # type: ignore[assignment]
    name: str
    library: str
    alpha_mode: AlphaMode
    flags: MaterialFlag
    inputs: tuple[Input, ...]
    textures: tuple[Texture, ...]


class Image(NamedTuple):
    """A whole PNG or JPEG file."""

    name: str
    library: str
    color_space: ColorSpace
    encoding: ImageEncoding
    width: int
    height: int
    bytes: memoryview


class Camera(NamedTuple):
    name: str
    library: str
    kind: CameraKind
    sensor_fit: SensorFit
    lens: float
    sensor_width: float
    sensor_height: float
    ortho_scale: float
    shift_x: float
    shift_y: float
    clip_start: float
    clip_end: float
    focus_distance: float
    fstop: float
    flags: CameraFlag


class Light(NamedTuple):
    name: str
    library: str
    kind: LightKind
    color: Color
    energy: float
    radius: float
    spot_size: float
    spot_blend: float
    sun_angle: float
    area_shape: AreaShape
    area_width: float
    area_height: float


class Property(NamedTuple):
    """A custom property of an object, a bone (`part` of the armature object) or a data-block, with its rest
    value: numbers, or of a string its text."""

    index: int  # type: ignore[assignment]
    owner_kind: TargetKind
    library: str
    owner: str
    part: str
    name: str
    kind: PropertyKind
    values: tuple[float, ...]
    text: str


class Primitive(NamedTuple):
    """Triangles of one material slot: a part of the mesh's indices."""

    slot: int
    first: int
    count: int  # type: ignore[assignment]


class Layer(NamedTuple):
    """A UV map or a colour attribute: (vertices, 2 or 4) floats."""

    name: str
    values: memoryview


class Morph(NamedTuple):
    name: str
    value: float
    minimum: float
    maximum: float
    delta_points: memoryview
    delta_positions: memoryview
    delta_vertices: memoryview
    delta_normals: memoryview


class SequenceKey(NamedTuple):
    """A shape that a mesh with absolute shape keys goes through, made by the morph of that index; None: the mesh at
    rest."""

    frame: float
    interpolation: SequenceInterpolation
    morph: int | None


class KeyEasing(NamedTuple):
    """How the interpolation of a curve's key eases; a key without one has the defaults."""

    key: int
    easing: Easing
    back: float
    amplitude: float
    period: float


class Modifier(NamedTuple):
    """Changes a curve's time or value; each kind reads the fields of its own.  A builder takes it as well, with
    coefficients and control points (frame, min, max) as sequences."""

    kind: ModifierKind
    flags: ModifierFlag = ModifierFlag(0)
    frame_start: float = 0.0
    frame_end: float = 0.0
    blend_in: float = 0.0
    blend_out: float = 0.0
    influence: float = 1.0
    mode_before: CycleMode = CycleMode.NONE
    mode_after: CycleMode = CycleMode.NONE
    cycles_before: int = 0
    cycles_after: int = 0
    min_frame: float = 0.0
    max_frame: float = 0.0
    min_value: float = 0.0
    max_value: float = 0.0
    step: float = 2.0
    offset: float = 0.0
    generator_mode: GeneratorMode = GeneratorMode.POLYNOMIAL
    coefficients: memoryview | Sequence[float] = ()
    function: ModifierFunction = ModifierFunction.SINE
    amplitude: float = 1.0
    phase_multiplier: float = 1.0
    phase_offset: float = 0.0
    value_offset: float = 0.0
    reference_value: float = 0.0
    default_min: float = -1.0
    default_max: float = 1.0
    control_points: memoryview | Sequence[Sequence[float]] = ()


class Curve(NamedTuple):
    """An F-curve: frames and values of its keys, handles (frame, value), an interpolation in a byte each."""

    extrapolation: Extrapolation
    times: memoryview
    values: memoryview
    lefts: memoryview
    rights: memoryview
    interpolations: memoryview
    easings: tuple[KeyEasing, ...]
    modifiers: tuple[Modifier, ...]
    rounding: Rounding


class Component(NamedTuple):
    """One number of a channel: a value, a curve, or a lane of samples."""

    component: int
    kind: ComponentKind
    value: float
    curve: Curve | None
    samples: memoryview | None
    rate: int | None
    cuts: tuple[tuple[float, float, float], ...] = ()
    """Where the samples jump: the frame, the value before and the value after."""
    interpolation: SampleInterpolation = SampleInterpolation.LINEAR
    """How it runs between its samples."""
    knots: tuple[tuple[float, float], ...] = ()
    """Samples between the uniform ones: frame and value."""


class Event(NamedTuple):
    """What happens at a moment of a clip; it may lie before the clip's start or after its end."""

    frame: float
    seconds: float
    name: str


# ---- What a builder takes ----


class Key(NamedTuple):
    """A key for a builder; handles are (frame, value), None: level, a third of the way to the neighbours; back,
    amplitude and period None: Blender's 1.70158, 0.8 and 4.1."""

    frame: float
    value: float
    interpolation: Interpolation = Interpolation.BEZIER
    left: tuple[float, float] | None = None
    right: tuple[float, float] | None = None
    easing: Easing = Easing.AUTO
    back: float | None = None
    amplitude: float | None = None
    period: float | None = None


class Keys(NamedTuple):
    """A curve for a builder: keys, or (frame, value) pairs, in the order of their frames, and modifiers, first to
    last."""

    keys: tuple[Key | tuple[float, float], ...]
    extrapolation: Extrapolation = Extrapolation.CONSTANT
    modifiers: tuple[Modifier, ...] = ()
    rounding: Rounding = Rounding.NONE


class Base(NamedTuple):
    """For a builder: a component that only its channel's conversion needs."""

    value: float


class Lane(NamedTuple):
    """For a builder: a lane of a group that `Builder.add_samples` returned."""

    group: int
    lane: int
