# SPDX-License-Identifier: MIT
"""The one declaration of the .pav format: every chunk, table, field and enum.

`generate.py` writes the C structs, the C field tables, the Python layout and FORMAT.md's tables from it, so
that nothing about the format is said twice.  A chunk is a set of tables; a table holds records of 4-byte
fields, or is a stream: an array of one narrow type.  A field that refers to something says to what, so that
one generic walk checks every index, span, string, enum and float.  What a declaration cannot say is one named
rule each (FORMAT.md, *Rules*).

Numbers given here (table ids, enum values) are pinned: once released they are never reused.
"""
from __future__ import annotations

from dataclasses import dataclass

VERSION = 0
MAGIC = b"\x89PAV\r\n\x1a\n"
NONE = 0xFFFFFFFF  # an index that refers to nothing

HEADER = ("version", "file_size", "chunk_count", "directory_crc", "header_crc")
DIRECTORY_ENTRY = ("type", "id", "flags", "codec", "filter", "offset", "stored_size", "packed_size",
                   "raw_size", "crc")
TABLE_ENTRY = ("id", "record_size", "count", "offset")
CHUNK_REQUIRED = 1  # flag of a directory entry: a reader that does not know the type must refuse the file
CODECS = {"stored": 0, "zlib": 1}
FILTERS = {"none": 0, "packed": 1}


@dataclass(frozen=True)
class Enum:
    name: str
    doc: str
    values: dict[str, int]
    fallback: str | None = None  # what an unknown value is read as; None: an error
    is_played: bool = True  # False: only chunks that a player skips have it


@dataclass(frozen=True)
class Field:
    """One field of a record: `type` is u32, f32, string, index, enum, flags or span.

    A string is a byte offset into the chunk's `text` stream.  A span is two words, `<name>_first` and
    `<name>_count`, in the table `ref`.  An index refers to a record of the table `ref`, or to a chunk of a
    type (`ref` in capitals).
    """

    name: str
    type: str
    doc: str
    count: int = 1
    ref: str | None = None
    optional: bool = False  # an index that may be NONE (its default, too)
    default: float | int = 0
    minimum: float | None = None
    maximum: float | None = None


@dataclass(frozen=True)
class Table:
    """Records of `fields`, or, with `stream`, an array of `width` values of one narrow type per record."""

    id: int
    name: str  # plural, the name of the array
    record: str  # singular, the name of the record type
    doc: str
    fields: tuple[Field, ...] = ()
    stream: str | None = None  # u8, u32 or f32
    width: int = 1
    ref: str | None = None  # u32 stream: indices into this table; u8 stream: values of this enum
    parallel: str | None = None  # a stream that must have as many records as this table
    single: bool = False  # exactly one record


@dataclass(frozen=True)
class Chunk:
    type: str  # four capitals
    name: str
    doc: str
    tables: tuple[Table, ...]
    single: bool = False  # at most one per file
    beside: str | None = None  # the type of chunk that it stands beside, with the same id; a player skips it

    @property
    def is_played(self) -> bool:
        return self.beside is None


def u32(name: str, doc: str, **more) -> Field:
    return Field(name, "u32", doc, **more)


def f32(name: str, doc: str, **more) -> Field:
    return Field(name, "f32", doc, **more)


def string(name: str, doc: str) -> Field:
    return Field(name, "string", doc)


def index(name: str, ref: str, doc: str, **more) -> Field:
    return Field(name, "index", doc, ref=ref, default=NONE if more.get("optional") else 0, **more)


def enum(name: str, ref: str, doc: str, default: int = 0) -> Field:
    return Field(name, "enum", doc, ref=ref, default=default)


def flags(name: str, ref: str, doc: str) -> Field:
    return Field(name, "flags", doc, ref=ref)


def span(name: str, ref: str, doc: str) -> Field:
    return Field(name, "span", doc, ref=ref)


# Within these a float32 still tells one frame from the next.
FRAME = {"minimum": -16777216.0, "maximum": 16777216.0}


def text() -> Table:
    return Table(1, "text", "text", "Strings in UTF-8, each ended by a zero byte; the first one is empty.",
                 stream="u8")


ENUMS = (
    Enum("packing", "How a table of a packed chunk is stored; see *Packed chunks*.", {
        "stored": 0, "columns": 1, "key_handles": 2, "samples": 3, "shared": 4, "normals": 5}),
    Enum("axis", "A direction.", {"y": 1, "z": 2}),
    Enum("node_kind", "What a node was in Blender.", {"object": 0, "bone": 1}),
    Enum("node_flag", "Bits of a node. no_inherit_rotation: a bone that does not turn with its parent. "
         "no_local_location: a bone whose location is along the axes of what it hangs on, not along its own.", {
             "hidden_viewport": 1, "hidden_render": 2, "no_inherit_rotation": 4, "no_local_location": 8}),
    Enum("inherit_scale", "What a bone takes of its parent's scale and shear; *Bones that do not inherit all* "
         "has the formulas.", {
             "full": 0, "fix_shear": 1, "aligned": 2, "average": 3, "none": 4, "none_legacy": 5}),
    Enum("skin_blending", "How a point that several bones move goes between them. linear: their matrices are blended. "
         "dual_quaternion: their dual quaternions, which keeps the volume. dual_quaternion_scaled: likewise, but scale "
         "is blended apart and comes first, as before Blender 4. *Skins* has the formulas.", {
             "linear": 0, "dual_quaternion": 1, "dual_quaternion_scaled": 2}),
    Enum("skin_flag", "Bits of a skin. invert_mask: it counts where the mask does not. from_first: it moves the "
         "points that the last skin without this bit before it was given, not those that come out of the one before "
         "it.", {"invert_mask": 1, "from_first": 2}),
    Enum("mesh_smoothing", "Where a mesh's normals come from, when they are computed anew; *Normals* has the formulas. "
         "none: that is not known. faces: each polygon is flat. points: all polygons around a point make its normal. "
         "corners: those between two sharp edges make the normal of a point there. custom: likewise, then turned as far as "
         "the normals of the file are at rest.", {
             "none": 0, "faces": 1, "points": 2, "corners": 3, "custom": 4}),
    Enum("element_kind", "An element of a node's transform stack, and the meaning of its values.", {
        "translate": 0, "rotate_axis": 1, "quaternion": 2, "axis_angle": 3, "scale": 4, "matrix": 5}),
    Enum("camera_kind", "A camera's projection.", {"perspective": 0, "orthographic": 1, "panoramic": 2},
         fallback="perspective"),
    Enum("camera_flag", "Bits of a camera. depth_of_field: what is out of focus is blurred.", {
        "depth_of_field": 1}),
    Enum("sensor_fit", "Which side of the picture a camera's sensor size and lens speak of.", {
        "auto": 0, "horizontal": 1, "vertical": 2}),
    Enum("light_kind", "A light's shape.", {"point": 0, "sun": 1, "spot": 2, "area": 3}, fallback="point"),
    Enum("area_shape", "The outline of an area light.", {
        "square": 0, "rectangle": 1, "disk": 2, "ellipse": 3}, fallback="square"),
    Enum("alpha_mode", "What becomes of what lies behind a surface. opaque: it is hidden, whatever alpha is. "
         "clip: it is hidden where alpha reaches `alpha_threshold`, else shown whole. blend: it shines "
         "through by 1 − alpha.", {"opaque": 0, "clip": 1, "blend": 2}, fallback="opaque"),
    Enum("material_flag", "Bits of a material. double_sided: backs are drawn. unlit: its colour is shown as "
         "it is, no light changes it.", {"double_sided": 1, "unlit": 2}),
    Enum("texture_channel", "What a texture takes from its image. normal: a tangent-space normal map, red "
         "along u, green along v.", {"rgb": 0, "red": 1, "green": 2, "blue": 3, "alpha": 4, "normal": 5}),
    Enum("texture_extension", "An image outside of 0 to 1. extend: its border goes on. clip: black without "
         "alpha.", {"repeat": 0, "extend": 1, "clip": 2, "mirror": 3}, fallback="repeat"),
    Enum("texture_filter", "An image between its pixels.", {"linear": 0, "closest": 1, "cubic": 2},
         fallback="linear"),
    Enum("color_space", "What an image's numbers are. srgb: colours to be made linear. data: numbers as they "
         "are.", {"srgb": 0, "data": 1}),
    Enum("image_encoding", "The kind of file in an image's bytes.", {"png": 0, "jpeg": 1}),
    Enum("report_kind", "What a line of an export's report tells. left_out: something animated that the file does "
         "not hold. cause: why something looks different from Blender. note: nothing is lost.", {
        "left_out": 0, "cause": 1, "note": 2}, fallback="note"),
    Enum("play_mode", "What happens at a clip's end.", {"once": 0, "stay": 1, "loop": 2, "ping_pong": 3},
         fallback="stay"),
    Enum("target_kind", "What a channel's target belongs to. Those that end in property: a custom property of "
         "such a thing.", {
        "object": 0, "bone": 1, "morph": 2, "material": 3, "camera": 4, "light": 5, "scene": 6,
        "object_property": 7, "bone_property": 8, "mesh_property": 9, "armature_property": 10,
        "camera_property": 11, "light_property": 12, "material_property": 13, "scene_property": 14,
        "world_property": 15, "mesh": 16}),
    Enum("property_kind", "What a custom property holds.", {
        "integer": 0, "float": 1, "boolean": 2, "string": 3}),
    Enum("conversion", "How a channel's components become the value of its target.", {
        "none": 0, "quaternion": 1, "euler_xyz": 2, "euler_xzy": 3, "euler_yxz": 4, "euler_yzx": 5,
        "euler_zxy": 6, "euler_zyx": 7, "axis_angle": 8, "slerp": 9}),
    Enum("component_kind", "Where a component's value comes from.", {
        "base": 0, "constant": 1, "curve": 2, "sampled": 3}),
    Enum("extrapolation", "A curve before its first and after its last key.", {"constant": 0, "linear": 1}),
    Enum("interpolation", "A curve from this key to the next. sample: the keys are the samples of an F-curve made "
         "of them.", {
        "constant": 0, "linear": 1, "bezier": 2, "back": 3, "bounce": 4, "circ": 5, "cubic": 6, "elastic": 7,
        "expo": 8, "quad": 9, "quart": 10, "quint": 11, "sine": 12, "sample": 13}),
    Enum("sample_interpolation", "How a sampled lane runs between its samples and knots.", {"linear": 0, "cubic": 1}),
    Enum("sequence_interpolation", "How a shape changes between the keys of a sequence.", {
        "linear": 0, "cardinal": 1, "catmull_rom": 2, "bspline": 3}),
    Enum("easing", "Which end of a segment an interpolation from back on eases. auto: out for back, bounce "
         "and elastic, in for the others.", {"auto": 0, "in": 1, "out": 2, "in_out": 3}),
    Enum("rounding", "What becomes of a curve's value. integer: the nearest whole number. hold: that of the "
         "last key, rounded too.", {"none": 0, "integer": 1, "hold": 2}),
    Enum("modifier_kind", "What a modifier of a curve does.", {
        "cycles": 0, "limits": 1, "stepped": 2, "generator": 3, "function": 4, "envelope": 5}),
    Enum("modifier_flag", "Bits of a modifier: which of its numbers count. restricted: it acts from "
         "`frame_start` to `frame_end`. additive: a generator or function adds to the "
         "curve instead of replacing it. min_frame, ...: a limit. from_start, to_end: of stepped.", {
             "restricted": 1, "additive": 2, "min_frame": 4, "max_frame": 8, "min_value": 16, "max_value": 32,
             "from_start": 64, "to_end": 128}),
    Enum("cycle_mode", "How the keys go on before the first or after the last of them.", {
        "none": 0, "repeat": 1, "repeat_offset": 2, "mirror": 3}),
    Enum("generator_mode", "How coefficients make a polynomial.", {"polynomial": 0, "factorised": 1}),
    Enum("modifier_function", "A function of time.", {
        "sine": 0, "cosine": 1, "tangent": 2, "square_root": 3, "logarithm": 4, "sinc": 5}),
    Enum("action_flag", "Bits of an action. manual_range: `frame_start` and `frame_end` are its range. cyclic: it is "
         "meant to be repeated.", {"manual_range": 1, "cyclic": 2}, is_played=False),
    Enum("fcurve_flag", "Bits of an F-curve. hidden: not drawn. locked: not to be edited.", {
        "muted": 1, "hidden": 2, "locked": 4}, is_played=False),
    Enum("group_flag", "Bits of a group of F-curves.", {"muted": 1, "locked": 2}, is_played=False),
    Enum("handle_kind", "What Blender does with a handle when a key is edited.", {
        "free": 0, "aligned": 1, "vector": 2, "auto": 3, "auto_clamped": 4}, is_played=False),
    Enum("key_kind", "What a key is to the artist.", {
        "keyframe": 0, "breakdown": 1, "moving_hold": 2, "extreme": 3, "jitter": 4, "generated": 5}, is_played=False),
)

INFO = Chunk("INFO", "info", "Where the file comes from.", single=True, tables=(
    text(),
    Table(2, "info", "info", "Exactly one.", single=True, fields=(
        string("writer", "The program that wrote the file."),
        string("writer_version", "Its version."),
        string("source", "What it was made from, such as `Blender 3.4.1`."),
    )),
    Table(3, "clips", "clip_name", "One per CLIP chunk, in their order: so that one clip is found without "
          "inflating the others.", fields=(
        string("name", "The clip's name."),
        string("library", "The clip's library."),
    )),
    Table(4, "report", "report_line", "What the program that wrote the file could not put into it, and what else "
          "there is to know.", fields=(
        enum("kind", "report_kind", "What the line tells.", default=2),
        string("what", "What it is about: an object, a property of one, an image ...; empty: the file."),
        string("text", "The reason, for people."),
        u32("count", "How often it holds.", default=1, minimum=1),
    )),
))

SCENE = Chunk("SCNE", "scene", "Nodes, and what hangs on them.", single=True, tables=(
    text(),
    Table(2, "scene", "scene", "Exactly one.", single=True, fields=(
        string("name", "The scene's name."),
        enum("up_axis", "axis", "The axis that points up; Blender's is z.", default=2),
        f32("unit_scale", "Metres in one unit.", default=1.0, minimum=1e-12),
        u32("fps", "Frames per `fps_base` seconds.", default=24, minimum=1),
        f32("fps_base", "Seconds that `fps` frames take.", default=1.0, minimum=1e-6, maximum=1e6),
        f32("frame_start", "The first frame of the timeline.", **FRAME),
        f32("frame_end", "The last frame of the timeline.", **FRAME),
        index("camera", "nodes", "The node of the scene's camera.", optional=True),
        f32("world_color", "The light from all around: linear red, green, blue times the strength of the "
            "world's background.", count=3),
    )),
    Table(3, "nodes", "node", "Parents stand before their children.", fields=(
        enum("kind", "node_kind", "Object or bone."),
        string("name", "The object's or the bone's name."),
        string("library", "The linked file of the object, empty for a local one."),
        index("armature", "nodes", "Of a bone: the node of its armature object.", optional=True),
        index("parent", "nodes", "The node whose world matrix this node's matrix is multiplied to.",
              optional=True),
        index("instancer", "nodes", "Of a collection instance's copy: the node that shows the collection. "
              "Copies answer to the same name as the original.", optional=True),
        span("elements", "elements", "The transform stack: the local matrix is the product of these, first "
             "to last."),
        index("mesh", "MESH", "The mesh that the node shows.", optional=True),
        index("skin", "skins", "The skin that deforms the mesh.", optional=True),
        index("camera", "cameras", "The camera that the node carries.", optional=True),
        index("light", "lights", "The light that the node carries.", optional=True),
        span("slots", "slots", "The material of each slot of the mesh."),
        flags("flags", "node_flag", "Bits."),
        f32("length", "Of a bone: from its head to its tail along +Y, in rest.", minimum=0.0),
        enum("inherit_scale", "inherit_scale", "Of a bone: what it takes of its parent's scale."),
    )),
    Table(4, "elements", "element", "An element of a transform stack, with its rest value.", fields=(
        string("name", "What clips find it by, unique in its stack: `location`, `rotation`, `scale`, ..."),
        enum("kind", "element_kind", "translate: x y z. rotate_axis: axis x y z, angle. quaternion: x y z w. "
             "axis_angle: x y z, angle. scale: the upper triangle xx yy zz xy xz yz. matrix: 16, column by "
             "column."),
        span("values", "element_values", "The rest value."),
    )),
    Table(5, "element_values", "element_value", "Values of all elements.", stream="f32"),
    Table(6, "skins", "skin", "Which nodes deform a mesh.", fields=(
        index("armature", "nodes", "The node of the armature object, whose space the bind poses are in."),
        span("joints", "joints", "One joint per vertex group that has a bone."),
        enum("blending", "skin_blending", "How a point goes between several bones."),
        index("next", "skins", "The skin that deforms what comes out of this one.", optional=True),
        u32("mask", "The group of the mesh whose weight says how much the skin counts at a point; NONE: all of it "
            "everywhere.", default=NONE),
        flags("flags", "skin_flag", "Bits."),
    )),
    Table(7, "joints", "joint", "A vertex group and the bone that moves it.", fields=(
        u32("group", "The group, an index into the mesh's `groups`."),
        index("node", "nodes", "The bone."),
        f32("inverse_bind", "From the armature's space to the bone's rest pose, column by column.", count=16),
    )),
    Table(8, "materials", "material", "What a surface looks like.", fields=(
        string("name", "The material's name."),
        string("library", "The linked file, empty for a local one."),
        enum("alpha_mode", "alpha_mode", "What the input `alpha` does."),
        flags("flags", "material_flag", "Bits."),
        span("inputs", "material_inputs", "What can be changed of it, by name."),
        span("textures", "textures", "The images on it."),
    )),
    Table(9, "slots", "slot", "A material slot.", fields=(
        index("material", "materials", "The material, if any.", optional=True),
    )),
    Table(10, "cameras", "camera", "Looks along −Z.", fields=(
        string("name", "The camera's name."),
        string("library", "The linked file, empty for a local one."),
        enum("kind", "camera_kind", "The projection."),
        enum("sensor_fit", "sensor_fit", "Which side of the picture `lens`, the sensor, `ortho_scale` "
             "and the shifts speak of; auto: the longer."),
        f32("lens", "Focal length in millimetres.", default=50.0),
        f32("sensor_width", "Millimetres; counts unless `sensor_fit` is vertical.", default=36.0),
        f32("sensor_height", "Millimetres; counts where `sensor_fit` is vertical.", default=24.0),
        f32("ortho_scale", "Units that an orthographic picture shows along the side of `sensor_fit`.",
            default=6.0),
        f32("shift_x", "Shift to the right, in parts of the side of `sensor_fit`.", default=0.0),
        f32("shift_y", "Shift upwards, in parts of the same side.", default=0.0),
        f32("clip_start", "Near plane, in units.", default=0.1),
        f32("clip_end", "Far plane, in units.", default=1000.0),
        f32("focus_distance", "From the camera to what is sharp, in units.", default=10.0),
        f32("fstop", "The lens's opening: `lens` in units, divided by its diameter.", default=2.8),
        flags("flags", "camera_flag", "Bits."),
    )),
    Table(11, "lights", "light", "Shines along −Z.", fields=(
        string("name", "The light's name."),
        string("library", "The linked file, empty for a local one."),
        enum("kind", "light_kind", "The shape."),
        f32("color", "Linear red, green, blue.", count=3, default=1.0),
        f32("energy", "Radiant power in watts, as Blender means it: of a spot, that of the whole sphere that "
            "it is cut from. Of a sun: watts per square metre."),
        f32("radius", "Of a point or spot: the radius of its sphere. Of an area: half its width."),
        f32("spot_size", "Of a spot: the whole angle of its cone in radians."),
        f32("spot_blend", "Of a spot: the softness of its edge, 0 to 1."),
        f32("sun_angle", "Of a sun: the whole angle in radians that its disc is seen under.", minimum=0.0),
        enum("area_shape", "area_shape", "Of an area."),
        f32("area_width", "Of an area: along its x, in units of its node.", minimum=0.0),
        f32("area_height", "Of an area: along its y, in units of its node. Of a square or disk the same as "
            "the width.", minimum=0.0),
    )),
    Table(12, "material_inputs", "material_input", "Numbers of a material that a program or a clip may "
          "change; *Materials* lists the names.", fields=(
        string("name", "What clips find it by, unique in its material: `base_color`, `roughness`, ..."),
        span("values", "input_values", "The rest value: 1 number, 3 numbers, or 4 of a colour with alpha."),
    )),
    Table(13, "input_values", "input_value", "Values of all inputs.", stream="f32"),
    Table(14, "textures", "texture", "An image that a material's input is multiplied by, point by point.",
          fields=(
        index("input", "material_inputs", "The input, one of the same material."),
        index("image", "IMAG", "The image."),
        string("uv_layer", "The UV map that it lies on, by name; empty, or not in the mesh: the first."),
        enum("channel", "texture_channel", "What it takes from the image."),
        enum("extension", "texture_extension", "Outside of 0 to 1."),
        enum("filter", "texture_filter", "Between the pixels."),
        index("location", "material_inputs", "The input that moves it, 3 numbers.", optional=True),
        index("rotation", "material_inputs", "The input that turns it: Euler angles x y z.", optional=True),
        index("scale", "material_inputs", "The input that scales it, 3 numbers.", optional=True),
    )),
    Table(16, "properties", "property", "A custom property, found by the same names as the target that drives "
          "it.", fields=(
        enum("owner_kind", "target_kind", "What it is a property of: one of those that end in property.",
             default=7),
        string("library", "The linked file of the owner, empty for a local one."),
        string("owner", "The object, the armature object of a bone, or the data-block."),
        string("part", "Of a bone its name; else empty."),
        string("name", "The property's name."),
        enum("kind", "property_kind", "What it holds.", default=1),
        span("values", "property_values", "The rest value: a number or up to 16; none of a string."),
        string("text", "Of a string: its value."),
    )),
    Table(17, "property_values", "property_value", "Values of all properties. A boolean is 0 or 1.",
          stream="f32"),
))

MESH = Chunk("MESH", "mesh", "A mesh: Blender's points and polygons, and beside them what is drawn.", tables=(
    text(),
    Table(2, "mesh", "mesh", "Exactly one.", single=True, fields=(
        string("name", "The mesh's name in Blender."),
        string("library", "The linked file, empty for a local one."),
        f32("bounds_min", "Smallest x, y, z of the points at rest.", count=3),
        f32("bounds_max", "Largest x, y, z of the points at rest.", count=3),
        f32("error", "How far rounding has moved its points, and what morphs add to them, at most, over the diagonal "
            "of the bounds; or its normals and UV coordinates, as they are. 0: nothing is rounded.", minimum=0.0),
        f32("eval_time", "Rest value of where in its sequence a mesh with `sequence_keys` is."),
        enum("smoothing", "mesh_smoothing", "Where the normals come from."),
        f32("sharp_angle", "With smoothing corners: an edge is sharp, too, where its polygons are turned against each "
            "other by more than this.", default=3.1415927410125732),
    )),
    Table(3, "points", "point", "Positions of Blender's vertices.", stream="f32", width=3),
    Table(4, "polygons", "polygon", "How many corners each polygon has.", stream="u32"),
    Table(5, "corners", "corner", "The point of each corner, polygon after polygon.", stream="u32",
          ref="points"),
    Table(6, "vertices", "vertex", "The corner that each drawn vertex stands for.", stream="u32",
          ref="corners"),
    Table(7, "normals", "normal", "Unit normals of the vertices.", stream="f32", width=3,
          parallel="vertices"),
    Table(8, "indices", "index", "Three vertices per triangle, counter-clockwise from the front.",
          stream="u32", ref="vertices"),
    Table(9, "primitives", "primitive", "Triangles of one material.", fields=(
        u32("slot", "Which of the node's material slots."),
        span("indices", "indices", "Its triangles."),
    )),
    Table(10, "uv_layers", "uv_layer", "A UV map.", fields=(
        string("name", "Its name."),
        span("uvs", "uvs", "One per vertex."),
    )),
    Table(11, "uvs", "uv", "u, v; the origin is bottom left.", stream="f32", width=2),
    Table(12, "color_layers", "color_layer", "A colour attribute.", fields=(
        string("name", "Its name."),
        span("colors", "colors", "One per vertex."),
    )),
    Table(13, "colors", "color", "Linear red, green, blue, alpha.", stream="f32", width=4),
    Table(14, "groups", "group", "A vertex group that a bone may move.", fields=(
        string("name", "Its name: the bone's."),
    )),
    Table(15, "influence_counts", "influence_count", "How many influences each point has; empty without "
          "a skin.", stream="u32"),
    Table(16, "influences", "influence", "Influences, point after point.", fields=(
        index("group", "groups", "The vertex group."),
        f32("weight", "Its weight; the runtime divides by the sum at the point.", minimum=0.0),
    )),
    Table(17, "morphs", "morph", "A shape key: what it adds to the mesh at rest.", fields=(
        string("name", "The key's name."),
        f32("value", "Rest value of its weight."),
        f32("minimum", "The weight is not less than this."),
        f32("maximum", "The weight is not more than this.", default=1.0),
        span("deltas", "delta_points", "What it adds to points at weight 1."),
        span("normal_deltas", "delta_vertices", "What it adds to vertex normals at weight 1."),
    )),
    Table(18, "delta_points", "delta_point", "Points that a morph moves.", stream="u32", ref="points"),
    Table(19, "delta_positions", "delta_position", "By how much.", stream="f32", width=3,
          parallel="delta_points"),
    Table(20, "delta_vertices", "delta_vertex", "Vertices whose normal a morph turns.", stream="u32",
          ref="vertices"),
    Table(21, "delta_normals", "delta_normal", "By how much.", stream="f32", width=3,
          parallel="delta_vertices"),
    Table(22, "sequence_keys", "sequence_key", "Of absolute shape keys, in the order of their frames: the shapes that "
          "the mesh goes through.", fields=(
        f32("frame", "When, in frames of `eval_time`.", **FRAME),
        enum("interpolation", "sequence_interpolation", "How it goes on from here and comes here."),
        index("morph", "morphs", "What makes this shape of the mesh at rest; NONE: that itself.", optional=True),
    )),
    Table(40, "flat_polygons", "flat_polygon", "Polygons without smooth corners.", stream="u32", ref="polygons"),
    Table(41, "sharp_corners", "sharp_corner", "Corners from which the edge to the next one of their polygon is sharp.",
          stream="u32", ref="corners"),
))

CLIP = Chunk("CLIP", "clip", "A clip: channels that drive targets, found by name.", tables=(
    text(),
    Table(2, "clip", "clip", "Exactly one.", single=True, fields=(
        string("name", "The action's name."),
        string("library", "The linked file of the action, empty for a local one."),
        enum("play_mode", "play_mode", "How the artist means it to be played: loop for a cyclic action, else "
             "stay."),
        u32("fps", "Frames per `fps_base` seconds.", default=24, minimum=1),
        f32("fps_base", "Seconds that `fps` frames take.", default=1.0, minimum=1e-6, maximum=1e6),
        f32("frame_start", "The frame that is the clip's time 0.", **FRAME),
        f32("frame_end", "The frame at which it ends.", **FRAME),
        f32("error", "The largest error measured between its samples and what they were taken from, as *Errors* "
            "says; 0 if nothing is sampled.", minimum=0.0),
        f32("error_bound", "The error that its samples were to stay below.", minimum=0.0),
    )),
    Table(3, "targets", "target", "What a channel drives, by name.", fields=(
        enum("kind", "target_kind", "object: an object's node. bone: a bone's node. morph: a shape key. "
             "material: an input of a material. mesh, camera, light: of a mesh, of a camera's or light's data. "
             "scene: of the scene. The others: a custom property."),
        string("library", "The linked file of the owner, empty for a local one."),
        string("owner", "The object, the armature object, or the data-block: mesh, material, camera, "
               "..."),
        string("part", "Of a bone its name, of a morph the shape key; else empty."),
        string("element", "The element of the node's stack or what *Targets* lists, `value` of a morph, the "
               "material's input, or the name of the custom property."),
    )),
    Table(4, "channels", "channel", "One target's motion.", fields=(
        index("target", "targets", "What it drives."),
        enum("conversion", "conversion", "How the components are meant. none: they are the target's own "
             "numbers. The others end as a quaternion: from x y z w, from three Euler angles x y z applied "
             "in the named order, from axis x y z and angle, or from x y z w of keys, on the shortest arc "
             "between them."),
        span("components", "components", "In increasing order of `component`."),
    )),
    Table(5, "components", "component", "One number of a channel.", fields=(
        u32("component", "Which number of the target, or of what `conversion` reads."),
        enum("kind", "component_kind", "base: `value`, needed by the conversion though not animated. "
             "constant: `value`. curve: `curve`. sampled: `lane` of `group`."),
        f32("value", "The value of a base or a constant."),
        index("curve", "curves", "Of a curve: which.", optional=True),
        index("group", "sample_groups", "Of a sampled component: which group.", optional=True),
        u32("lane", "Of a sampled component: which lane of its group; several components may have the same."),
    )),
    Table(6, "curves", "curve", "An F-curve as Blender stores it.", fields=(
        enum("extrapolation", "extrapolation", "Before the first and after the last key."),
        span("keys", "key_times", "In the order of their times; at least one, or a modifier."),
        span("easings", "easings", "Of those keys that need one, in their order."),
        span("modifiers", "modifiers", "First to last."),
        enum("rounding", "rounding", "Of a property that is no float."),
    )),
    Table(7, "key_times", "key_time", "Frames, as in Blender.", stream="f32"),
    Table(8, "key_values", "key_value", "Values.", stream="f32", parallel="key_times"),
    Table(9, "key_lefts", "key_left", "Left handle: frame, value; as stored, not clamped.", stream="f32",
          width=2, parallel="key_times"),
    Table(10, "key_rights", "key_right", "Right handle: frame, value; as stored, not clamped.", stream="f32",
          width=2, parallel="key_times"),
    Table(11, "key_interpolations", "key_interpolation", "To the next key.", stream="u8", ref="interpolation",
          parallel="key_times"),
    Table(12, "sample_groups", "sample_group", "Uniform samples of several components, frame after frame: "
          "`rate` a frame from the clip's start, and one at its end.", fields=(
        u32("rate", "Samples per frame: 1, 2, 4 or 8.", default=1, minimum=1, maximum=8),
        u32("sample_count", "How many samples each lane has.", minimum=1),
        u32("lane_count", "How many lanes it holds.", minimum=1),
        span("samples", "samples", "`sample_count` times `lane_count` values, all lanes of a sample "
             "together."),
        span("cuts", "cuts", "Where its lanes jump, in the order of time."),
        enum("interpolation", "sample_interpolation", "How its lanes run from one to the next."),
        span("knots", "knots", "Samples between the uniform ones, in the order of time."),
    )),
    Table(13, "samples", "sample", "Values.", stream="f32"),
    Table(14, "events", "event", "What happens at a moment, such as a step that is heard; in the order of "
          "their frames.", fields=(
        f32("frame", "When; also before the clip's start or after its end.", **FRAME),
        string("name", "What a program knows it by; several may have the same."),
    )),
    Table(15, "easings", "easing", "How a key's interpolation eases, from back on; a key without a record has "
          "the defaults.", fields=(
        index("key", "key_times", "The key, one of the curve's."),
        enum("easing", "easing", "Which end."),
        f32("back", "Of back: how far it overshoots.", default=1.70158),
        f32("amplitude", "Of elastic: in units of the value.", default=0.8),
        f32("period", "Of elastic: in frames; 0: by the segment's length.", default=4.1),
    )),
    Table(16, "modifiers", "modifier", "Changes a curve's time or value.", fields=(
        enum("kind", "modifier_kind", "What it does. It reads the fields of its kind alone."),
        flags("flags", "modifier_flag", "Which of the numbers count."),
        f32("frame_start", "Where it begins; of stepped also with from_start."),
        f32("frame_end", "Where it ends; of stepped also with to_end."),
        f32("blend_in", "Frames from `frame_start` on in which it sets in."),
        f32("blend_out", "Frames up to `frame_end` in which it fades out."),
        f32("influence", "How much of it acts.", default=1.0, minimum=0.0, maximum=1.0),
        enum("mode_before", "cycle_mode", "Of cycles: before the first key."),
        enum("mode_after", "cycle_mode", "Of cycles: after the last key."),
        u32("cycles_before", "Of cycles: how many; 0: without end."),
        u32("cycles_after", "Of cycles: how many; 0: without end."),
        f32("min_frame", "Of limits."),
        f32("max_frame", "Of limits."),
        f32("min_value", "Of limits."),
        f32("max_value", "Of limits."),
        f32("step", "Of stepped: frames that a value is held.", default=2.0),
        f32("offset", "Of stepped: a frame at which a step begins."),
        enum("generator_mode", "generator_mode", "Of a generator."),
        span("coefficients", "coefficients", "Of a generator. polynomial: of 1, t, t², ... factorised: a, b of "
             "each factor a · t + b."),
        enum("function", "modifier_function", "Of a function."),
        f32("amplitude", "Of a function: its factor.", default=1.0),
        f32("phase_multiplier", "Of a function: the factor of time.", default=1.0),
        f32("phase_offset", "Of a function: is added to time."),
        f32("value_offset", "Of a function: is added to its value."),
        f32("reference_value", "Of an envelope: what its two defaults are relative to."),
        f32("default_min", "Of an envelope: what becomes a control point's `min`.", default=-1.0),
        f32("default_max", "Of an envelope: what becomes a control point's `max`.", default=1.0),
        span("control_points", "control_points", "Of an envelope, in the order of their frames."),
    )),
    Table(17, "coefficients", "coefficient", "Coefficients of generators.", stream="f32"),
    Table(18, "control_points", "control_point", "A point of an envelope.", fields=(
        f32("frame", "When."),
        f32("min", "Where `default_min` comes to lie."),
        f32("max", "Where `default_max` comes to lie."),
    )),
    Table(20, "cuts", "cut", "A moment at which the lanes of a group jump.", fields=(
        f32("frame", "When, after the clip's start and not after its end.", **FRAME),
        span("values", "cut_values", "What each lane comes to, and then what each lane goes on from."),
    )),
    Table(21, "cut_values", "cut_value", "Values.", stream="f32"),
    Table(22, "knots", "knot", "A sample of all lanes of a group where the uniform ones are too few.", fields=(
        f32("frame", "When, between the clip's start and its end.", **FRAME),
        span("values", "knot_values", "One of each lane."),
    )),
    Table(23, "knot_values", "knot_value", "Values.", stream="f32"),
))

ACTIONS = Chunk("BLND", "actions", "What only an import into Blender needs: the actions that a clip was made of, as "
                "they were there. A player skips it.", beside="CLIP", tables=(
    text(),
    Table(2, "actions", "action", "The actions.", fields=(
        string("name", "Its name."),
        string("library", "The linked file of the action, empty for a local one."),
        flags("flags", "action_flag", "Bits."),
        f32("frame_start", "Of a manual range.", **FRAME),
        f32("frame_end", "Of a manual range.", **FRAME),
        span("action_slots", "action_slots", "Its slots; one without an identifier before Blender 4.4."),
        span("markers", "markers", "Its pose markers."),
    )),
    Table(3, "action_slots", "action_slot", "What an action does to one kind of data-block.", fields=(
        string("identifier", "Two letters for the kind, and the slot's name."),
        string("kind", "The kind as Blender says it: `OBJECT`, `KEY`, ...; empty: any."),
        span("groups", "groups", "Its groups of F-curves."),
        span("fcurves", "fcurves", "Its F-curves."),
    )),
    Table(4, "groups", "fcurve_group", "A group of F-curves.", fields=(
        string("name", "Its name."),
        flags("flags", "group_flag", "Bits."),
        string("color_set", "`DEFAULT`, `THEME01`, ..., `CUSTOM`."),
        f32("colors", "Three colours: normal, selected, active.", count=9),
    )),
    Table(5, "fcurves", "fcurve", "An F-curve.", fields=(
        string("path", "Blender's data path from the data-block on."),
        u32("array_index", "Which number of the property."),
        index("group", "groups", "Its group.", optional=True),
        flags("flags", "fcurve_flag", "Bits."),
        string("color_mode", "`AUTO_RAINBOW`, ..., `CUSTOM`."),
        f32("color", "Of the colour mode `CUSTOM`.", count=3),
        string("smoothing", "How automatic handles are made: `NONE` or `CONT_ACCEL`."),
        enum("extrapolation", "extrapolation", "Before the first and after the last key."),
        u32("clip_curve", "The curve of the CLIP chunk whose keys it has; NONE: `keys`.", default=NONE),
        span("keys", "key_times", "Its keys, where no curve of the clip has the same."),
        span("styles", "left_handles", "What else there is of each key; none if it is made of samples."),
        span("shapes", "key_shapes", "Of those keys that have other numbers than a new one, in their order."),
        span("modifiers", "modifiers", "First to last."),
    )),
    Table(6, "key_times", "key_time", "Frames.", stream="f32"),
    Table(7, "key_values", "key_value", "Values.", stream="f32", parallel="key_times"),
    Table(8, "key_lefts", "key_left", "Left handle: frame, value.", stream="f32", width=2, parallel="key_times"),
    Table(9, "key_rights", "key_right", "Right handle: frame, value.", stream="f32", width=2, parallel="key_times"),
    Table(10, "key_interpolations", "key_interpolation", "To the next key.", stream="u8", ref="interpolation",
          parallel="key_times"),
    Table(11, "left_handles", "left_handle", "Of all keys of the F-curves, one after the other: the kind of the left "
          "handle.", stream="u8", ref="handle_kind"),
    Table(12, "right_handles", "right_handle", "The kind of the right handle.", stream="u8", ref="handle_kind",
          parallel="left_handles"),
    Table(13, "key_kinds", "key_kind", "The kind of the key.", stream="u8", ref="key_kind", parallel="left_handles"),
    Table(14, "key_easings", "key_easing", "How its interpolation eases, or would.", stream="u8", ref="easing",
          parallel="left_handles"),
    Table(15, "key_shapes", "key_shape", "Numbers of a key that shape its interpolation, or would.", fields=(
        u32("key", "The key, counted from the F-curve's first."),
        f32("back", "Of back.", default=1.70158),
        f32("amplitude", "Of elastic.", default=0.8),
        f32("period", "Of elastic.", default=4.1),
    )),
    Table(16, "modifiers", "fcurve_modifier", "A modifier of an F-curve, whether it acts or not.", fields=(
        string("kind", "Blender's name for its type: `CYCLES`, `NOISE`, ..."),
        span("settings", "settings", "Its properties."),
    )),
    Table(17, "settings", "setting", "A property of a modifier, by the name that Blender's Python has for it.", fields=(
        string("name", "Its name."),
        string("text", "Of an enum or a text."),
        span("numbers", "numbers", "Else: one or several; frame, min and max of each control point."),
    )),
    Table(18, "numbers", "number", "Numbers of all settings.", stream="f32"),
    Table(19, "markers", "marker", "A pose marker.", fields=(
        f32("frame", "When.", **FRAME),
        string("name", "Its name."),
    )),
))

IMAGE = Chunk("IMAG", "image", "An image, as a file of its own kind.", tables=(
    text(),
    Table(2, "image", "image", "Exactly one.", single=True, fields=(
        string("name", "The image's name in Blender."),
        string("library", "The linked file, empty for a local one."),
        enum("color_space", "color_space", "What its numbers are."),
        enum("encoding", "image_encoding", "What its bytes are."),
        u32("width", "Pixels.", default=1, minimum=1),
        u32("height", "Pixels.", default=1, minimum=1),
    )),
    Table(3, "bytes", "byte", "The whole PNG or JPEG file.", stream="u8"),
))

CHUNKS = (INFO, SCENE, MESH, CLIP, IMAGE, ACTIONS)
PLAYED_CHUNKS = tuple(chunk for chunk in CHUNKS if chunk.is_played)
PLAYED_ENUMS = tuple(enum for enum in ENUMS if enum.is_played)
