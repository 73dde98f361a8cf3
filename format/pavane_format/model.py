# SPDX-License-Identifier: MIT
"""What a .pav file holds, as plain dataclasses: the add-on gathers, the writer writes, the reader returns it.

References between parts are indices into the lists of the same `Document` (`None`: nothing); arrays are numpy
arrays of the shape and type that a field's comment gives.  Values of enums go by their names ("bezier").
"""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .actions import Action
from .grids import Grid


def _floats(*shape: int):
    return field(default_factory=lambda: np.zeros(shape, np.float32))


def _indices(*shape: int):
    return field(default_factory=lambda: np.zeros(shape, np.uint32))


@dataclass
class ReportLine:
    """What an export left out, why something differs, or a note."""

    kind: str  # left_out, cause, note
    what: str
    text: str
    count: int = 1


@dataclass
class Info:
    writer: str = ""
    writer_version: str = ""
    source: str = ""
    report: list[ReportLine] = field(default_factory=list)


# ---- Scene ----


@dataclass
class Element:
    """One element of a node's transform stack; `values` is its rest value, laid out as its kind says."""

    name: str
    kind: str  # translate, rotate_axis, quaternion, axis_angle, scale, matrix
    values: np.ndarray  # f32 (3 | 4 | 4 | 4 | 6 | 16,)


@dataclass
class Node:
    name: str
    kind: str = "object"  # object, bone
    library: str = ""
    armature: int | None = None
    parent: int | None = None
    instancer: int | None = None
    elements: list[Element] = field(default_factory=list)
    mesh: int | None = None
    skin: int | None = None
    camera: int | None = None
    light: int | None = None
    slots: list[int | None] = field(default_factory=list)  # materials
    hidden_viewport: bool = False
    hidden_render: bool = False
    length: float = 0.0
    inherit_scale: str = "full"  # of a bone: fix_shear, aligned, average, none, none_legacy
    no_inherit_rotation: bool = False
    no_local_location: bool = False


@dataclass
class Joint:
    group: int
    node: int
    inverse_bind: np.ndarray  # f32 (16,), column by column


@dataclass
class Skin:
    armature: int
    joints: list[Joint] = field(default_factory=list)
    blending: str = "linear"  # linear, dual_quaternion, dual_quaternion_scaled
    next: int | None = None  # the skin that deforms what comes out of this one; it stands after it
    mask: int | None = None  # a group of the mesh
    invert_mask: bool = False
    from_first: bool = False


@dataclass
class MaterialInput:
    """What can be changed of a material; FORMAT.md, *Materials*, lists the names.  Colours are linear."""

    name: str
    values: np.ndarray  # f32 (1 | 3 | 4,)


@dataclass
class Texture:
    """An image that an input is multiplied by, and the inputs that move, turn and scale it."""

    input: int  # into the same material's inputs, as the last three
    image: int
    uv_layer: str = ""
    channel: str = "rgb"  # rgb, red, green, blue, alpha, normal
    extension: str = "repeat"  # repeat, extend, clip, mirror
    filter: str = "linear"  # linear, closest, cubic
    location: int | None = None
    rotation: int | None = None
    scale: int | None = None


@dataclass
class Material:
    name: str
    library: str = ""
    inputs: list[MaterialInput] = field(default_factory=list)
    textures: list[Texture] = field(default_factory=list)
    alpha_mode: str = "opaque"  # opaque, clip, blend
    double_sided: bool = False
    unlit: bool = False


@dataclass
class Camera:
    name: str
    library: str = ""
    kind: str = "perspective"
    sensor_fit: str = "auto"
    lens: float = 50.0
    sensor_width: float = 36.0
    sensor_height: float = 24.0
    ortho_scale: float = 6.0
    shift_x: float = 0.0
    shift_y: float = 0.0
    clip_start: float = 0.1
    clip_end: float = 1000.0
    focus_distance: float = 10.0
    fstop: float = float(np.float32(2.8))  # as the file holds it
    depth_of_field: bool = False


@dataclass
class Light:
    name: str
    library: str = ""
    kind: str = "point"
    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    energy: float = 0.0
    radius: float = 0.0
    spot_size: float = 0.0
    spot_blend: float = 0.0
    sun_angle: float = 0.0
    area_shape: str = "square"  # square, rectangle, disk, ellipse
    area_width: float = 0.0
    area_height: float = 0.0


@dataclass
class Property:
    """A custom property, named as the target that drives it; owners need not be in the scene."""

    owner_kind: str  # object_property, bone_property, mesh_property, ...
    owner: str
    name: str
    kind: str = "float"  # integer, float, boolean, string
    values: np.ndarray = _floats(0)  # f32 (1 to 16,), of a string (0,)
    text: str = ""  # of a string
    part: str = ""  # the bone
    library: str = ""


@dataclass
class Scene:
    name: str = ""
    up_axis: str = "z"
    unit_scale: float = 1.0
    fps: int = 24
    fps_base: float = 1.0
    frame_start: float = 0.0
    frame_end: float = 0.0
    camera: int | None = None  # a node
    world_color: tuple[float, float, float] = (0.0, 0.0, 0.0)
    nodes: list[Node] = field(default_factory=list)
    skins: list[Skin] = field(default_factory=list)
    materials: list[Material] = field(default_factory=list)
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    properties: list[Property] = field(default_factory=list)  # the writer sorts them


# ---- Mesh ----


@dataclass
class Primitive:
    slot: int
    triangles: np.ndarray  # u32 (triangles, 3), vertices


@dataclass
class Layer:
    name: str
    values: np.ndarray  # f32 (vertices, 2) of a UV map, (vertices, 4) of a colour attribute


@dataclass
class Morph:
    """A shape key: sparse deltas of points, and of vertex normals, at weight 1."""

    name: str
    value: float = 0.0
    minimum: float = 0.0
    maximum: float = 1.0
    delta_points: np.ndarray = _indices(0)  # u32 (n,)
    delta_positions: np.ndarray = _floats(0, 3)  # f32 (n, 3)
    delta_vertices: np.ndarray = _indices(0)  # u32 (m,)
    delta_normals: np.ndarray = _floats(0, 3)  # f32 (m, 3)


@dataclass
class SequenceKey:
    """A shape that a mesh with absolute keys goes through."""

    frame: float
    interpolation: str  # linear, cardinal, catmull_rom or bspline
    morph: int | None = None  # None: the mesh at rest


@dataclass
class Mesh:
    name: str
    library: str = ""
    points: np.ndarray = _floats(0, 3)  # f32 (points, 3)
    polygons: np.ndarray = _indices(0)  # u32 (polygons,), corner counts
    corners: np.ndarray = _indices(0)  # u32 (corners,), points
    vertices: np.ndarray = _indices(0)  # u32 (vertices,), corners
    normals: np.ndarray = _floats(0, 3)  # f32 (vertices, 3)
    primitives: list[Primitive] = field(default_factory=list)
    uv_layers: list[Layer] = field(default_factory=list)
    color_layers: list[Layer] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    influence_counts: np.ndarray = _indices(0)  # u32 (points,) or empty
    influence_groups: np.ndarray = _indices(0)  # u32 (influences,)
    influence_weights: np.ndarray = _floats(0)  # f32 (influences,)
    morphs: list[Morph] = field(default_factory=list)
    sequence: list[SequenceKey] = field(default_factory=list)  # of absolute keys, by frame; the morphs' values rest
    eval_time: float = 0.0  # rest value of where in its sequence it is
    error: float = 0.0  # how far rounding has moved something, as `mesh_rounding` measures it
    smoothing: str = "none"  # none, faces, points, corners, custom
    sharp_angle: float = float(np.float32(np.pi))
    flat_polygons: np.ndarray = _indices(0)  # u32 (n,)
    sharp_corners: np.ndarray = _indices(0)  # u32 (n,)


# ---- Clip ----


@dataclass(frozen=True)
class Target:
    kind: str  # object, bone, morph, mesh, material, camera, light, scene, or of a custom property: object_property, ...
    owner: str
    part: str = ""
    element: str = ""
    library: str = ""


@dataclass(frozen=True)
class Easing:
    """How a key's interpolation eases, from "back" on; Blender's defaults."""

    easing: str = "auto"  # auto, in, out, in_out
    back: float = float(np.float32(1.70158))
    amplitude: float = float(np.float32(0.8))
    period: float = float(np.float32(4.1))


@dataclass
class Modifier:
    """Changes a curve's time or value; each kind reads the fields of its own."""

    kind: str  # cycles, limits, stepped, generator, function, envelope
    # restricted, additive, min_frame, max_frame, min_value, max_value, from_start, to_end
    flags: tuple[str, ...] = ()
    frame_start: float = 0.0
    frame_end: float = 0.0
    blend_in: float = 0.0
    blend_out: float = 0.0
    influence: float = 1.0
    mode_before: str = "none"  # none, repeat, repeat_offset, mirror
    mode_after: str = "none"
    cycles_before: int = 0
    cycles_after: int = 0
    min_frame: float = 0.0
    max_frame: float = 0.0
    min_value: float = 0.0
    max_value: float = 0.0
    step: float = 2.0
    offset: float = 0.0
    generator_mode: str = "polynomial"  # polynomial, factorised
    coefficients: np.ndarray = _floats(0)  # f32 (n,)
    function: str = "sine"  # sine, cosine, tangent, square_root, logarithm, sinc
    amplitude: float = 1.0
    phase_multiplier: float = 1.0
    phase_offset: float = 0.0
    value_offset: float = 0.0
    reference_value: float = 0.0
    default_min: float = -1.0
    default_max: float = 1.0
    control_points: np.ndarray = _floats(0, 3)  # f32 (points, 3): frame, min, max


@dataclass
class Curve:
    """An F-curve as Blender stores it; times in frames."""

    times: np.ndarray  # f32 (keys,)
    values: np.ndarray  # f32 (keys,)
    lefts: np.ndarray  # f32 (keys, 2)
    rights: np.ndarray  # f32 (keys, 2)
    interpolations: list[str]  # constant, linear, bezier, back, ..., sine; all of them sample
    extrapolation: str = "constant"
    easings: dict[int, Easing] = field(default_factory=dict)  # of a key that has not the defaults
    modifiers: list[Modifier] = field(default_factory=list)
    rounding: str = "none"  # none, integer, hold


@dataclass
class Component:
    """One number of a channel.  `base` and `constant` use `value`, `curve` a curve, `sampled` the samples."""

    component: int
    kind: str  # base, constant, curve, sampled
    value: float = 0.0
    curve: Curve | None = None
    samples: np.ndarray | None = None  # f32 (samples,), `Clip.sample_frames(rate)` of them
    rate: int = 1
    cuts: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))  # frame, value before, after
    interpolation: str = "linear"  # linear, cubic
    knots: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))  # frame, value: between samples
    # What samples, knots and cuts are decoded from, shared by the components of a rotation. Without one they are stored whole.
    grid: Grid | None = None


@dataclass
class Channel:
    target: Target
    components: list[Component]
    conversion: str = "none"


@dataclass
class Event:
    frame: float
    name: str


@dataclass
class Clip:
    name: str
    library: str = ""
    play_mode: str = "stay"
    fps: int = 24
    fps_base: float = 1.0
    frame_start: float = 0.0
    frame_end: float = 0.0
    channels: list[Channel] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)  # in the order of their frames
    error: float = 0.0  # the largest that was measured between samples and what they were taken from
    error_bound: float = 0.0  # what it was to stay below
    actions: list[Action] = field(default_factory=list)  # what it was made of, for an import into Blender

    def sample_frames(self, rate: int) -> np.ndarray:
        """The frames of a sampled component's samples at that rate: uniform from the start, and the end."""
        start, end = float(np.float32(self.frame_start)), float(
            np.float32(self.frame_end)
        )  # as the file holds them
        whole = int(np.floor((end - start) * rate + 1e-4))
        frames = start + np.arange(whole + 1, dtype=np.float64) / rate
        if (end - start) * rate - whole > 1e-4:
            frames = np.append(frames, end)
        return frames


# ---- Image ----


@dataclass
class Image:
    name: str
    data: bytes  # of a PNG or JPEG file
    width: int
    height: int
    encoding: str = "png"  # png, jpeg
    color_space: str = "srgb"  # srgb, data
    library: str = ""


@dataclass
class Document:
    info: Info = field(default_factory=Info)
    scene: Scene | None = None
    meshes: list[Mesh] = field(default_factory=list)
    clips: list[Clip] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
