# SPDX-License-Identifier: MIT
"""The enums of the format and of the player, with the numbers that C has for them."""

from __future__ import annotations

from enum import IntEnum, IntFlag

__all__ = [
    "AlphaMode",
    "AreaShape",
    "Axis",
    "AxisFlag",
    "CameraFlag",
    "CameraKind",
    "ColorSpace",
    "ComponentKind",
    "Conversion",
    "CycleMode",
    "Easing",
    "ElementKind",
    "EventKind",
    "Extrapolation",
    "FadeCurve",
    "GeneratorMode",
    "ImageEncoding",
    "InheritScale",
    "Interpolation",
    "LightKind",
    "LinkStatus",
    "MaterialFlag",
    "MeshSmoothing",
    "ModifierFlag",
    "ModifierFunction",
    "ModifierKind",
    "NONE",
    "NodeFlag",
    "NodeKind",
    "Normals",
    "Phase",
    "PlayMode",
    "PropertyKind",
    "ReportKind",
    "Rounding",
    "SampleInterpolation",
    "SequenceInterpolation",
    "SensorFit",
    "SkinBlending",
    "SkinFlag",
    "SocketFlag",
    "TargetKind",
    "TextureChannel",
    "TextureExtension",
    "TextureFilter",
    "Value",
]

NONE = 0xFFFFFFFF
"""In arrays of indices: refers to nothing."""


class Axis(IntEnum):
    Y = 1
    Z = 2


class NodeKind(IntEnum):
    OBJECT = 0
    BONE = 1


class NodeFlag(IntFlag):
    HIDDEN_VIEWPORT = 1
    HIDDEN_RENDER = 2
    NO_INHERIT_ROTATION = 4
    """Of a bone: it does not turn with its parent."""
    NO_LOCAL_LOCATION = 8
    """Of a bone: its location is along the axes of what it hangs on."""


class InheritScale(IntEnum):
    """What a bone takes of its parent's scale and shear."""

    FULL = 0
    FIX_SHEAR = 1
    ALIGNED = 2
    AVERAGE = 3
    NONE = 4
    NONE_LEGACY = 5


class SkinBlending(IntEnum):
    """How a point that several bones move goes between them."""

    LINEAR = 0
    DUAL_QUATERNION = 1
    """Keeps the volume."""
    DUAL_QUATERNION_SCALED = 2
    """Likewise, but scale comes first, as before Blender 4."""


class SkinFlag(IntFlag):
    INVERT_MASK = 1
    """It counts where the mask does not."""
    FROM_FIRST = 2
    """It moves the points that the last skin without this bit before it was given."""


class MeshSmoothing(IntEnum):
    """Where a mesh's normals come from."""

    NONE = 0
    FACES = 1
    POINTS = 2
    CORNERS = 3
    CUSTOM = 4


class ElementKind(IntEnum):
    """An element of a node's transform stack, and what its values are."""

    TRANSLATE = 0
    ROTATE_AXIS = 1
    QUATERNION = 2
    AXIS_ANGLE = 3
    SCALE = 4
    MATRIX = 5


class CameraKind(IntEnum):
    PERSPECTIVE = 0
    ORTHOGRAPHIC = 1
    PANORAMIC = 2


class CameraFlag(IntFlag):
    DEPTH_OF_FIELD = 1


class SensorFit(IntEnum):
    AUTO = 0
    HORIZONTAL = 1
    VERTICAL = 2


class LightKind(IntEnum):
    POINT = 0
    SUN = 1
    SPOT = 2
    AREA = 3


class AreaShape(IntEnum):
    SQUARE = 0
    RECTANGLE = 1
    DISK = 2
    ELLIPSE = 3


class AlphaMode(IntEnum):
    OPAQUE = 0
    CLIP = 1
    BLEND = 2


class MaterialFlag(IntFlag):
    DOUBLE_SIDED = 1
    UNLIT = 2


class TextureChannel(IntEnum):
    RGB = 0
    RED = 1
    GREEN = 2
    BLUE = 3
    ALPHA = 4
    NORMAL = 5


class TextureExtension(IntEnum):
    REPEAT = 0
    EXTEND = 1
    CLIP = 2
    MIRROR = 3


class TextureFilter(IntEnum):
    LINEAR = 0
    CLOSEST = 1
    CUBIC = 2


class ColorSpace(IntEnum):
    SRGB = 0
    DATA = 1


class ImageEncoding(IntEnum):
    PNG = 0
    JPEG = 1


class ReportKind(IntEnum):
    """Left out: animated, but not in the file. Cause: why something differs from Blender."""

    LEFT_OUT = 0
    CAUSE = 1
    NOTE = 2


class PlayMode(IntEnum):
    """What happens at a clip's end."""

    ONCE = 0
    STAY = 1
    LOOP = 2
    PING_PONG = 3


class TargetKind(IntEnum):
    OBJECT = 0
    BONE = 1
    MORPH = 2
    MATERIAL = 3
    CAMERA = 4
    LIGHT = 5
    SCENE = 6
    OBJECT_PROPERTY = 7
    """This and the next: a custom property of such a thing."""
    BONE_PROPERTY = 8
    MESH_PROPERTY = 9
    ARMATURE_PROPERTY = 10
    CAMERA_PROPERTY = 11
    LIGHT_PROPERTY = 12
    MATERIAL_PROPERTY = 13
    SCENE_PROPERTY = 14
    WORLD_PROPERTY = 15
    MESH = 16


class SequenceInterpolation(IntEnum):
    """How a shape changes between the keys of a sequence."""

    LINEAR = 0
    CARDINAL = 1
    CATMULL_ROM = 2
    BSPLINE = 3


class PropertyKind(IntEnum):
    INTEGER = 0
    FLOAT = 1
    BOOLEAN = 2
    STRING = 3


class Conversion(IntEnum):
    """How a channel's components become the value of its target."""

    NONE = 0
    QUATERNION = 1
    EULER_XYZ = 2
    EULER_XZY = 3
    EULER_YXZ = 4
    EULER_YZX = 5
    EULER_ZXY = 6
    EULER_ZYX = 7
    AXIS_ANGLE = 8
    SLERP = 9


class ComponentKind(IntEnum):
    BASE = 0
    CONSTANT = 1
    CURVE = 2
    SAMPLED = 3


class Extrapolation(IntEnum):
    CONSTANT = 0
    LINEAR = 1


class Interpolation(IntEnum):
    CONSTANT = 0
    LINEAR = 1
    BEZIER = 2
    BACK = 3
    BOUNCE = 4
    CIRC = 5
    CUBIC = 6
    ELASTIC = 7
    EXPO = 8
    QUAD = 9
    QUART = 10
    QUINT = 11
    SINE = 12
    SAMPLE = 13


class Easing(IntEnum):
    """Which end of a segment an interpolation from BACK on eases."""

    AUTO = 0
    IN = 1
    OUT = 2
    IN_OUT = 3


class Rounding(IntEnum):
    """What becomes of a curve's value."""

    NONE = 0
    INTEGER = 1
    HOLD = 2


class SampleInterpolation(IntEnum):
    LINEAR = 0
    CUBIC = 1


class ModifierKind(IntEnum):
    CYCLES = 0
    LIMITS = 1
    STEPPED = 2
    GENERATOR = 3
    FUNCTION = 4
    ENVELOPE = 5


class ModifierFlag(IntFlag):
    """Which of a modifier's numbers count."""

    RESTRICTED = 1
    ADDITIVE = 2
    MIN_FRAME = 4
    MAX_FRAME = 8
    MIN_VALUE = 16
    MAX_VALUE = 32
    FROM_START = 64
    TO_END = 128


class CycleMode(IntEnum):
    NONE = 0
    REPEAT = 1
    REPEAT_OFFSET = 2
    MIRROR = 3


class GeneratorMode(IntEnum):
    POLYNOMIAL = 0
    FACTORISED = 1


class ModifierFunction(IntEnum):
    SINE = 0
    COSINE = 1
    TANGENT = 2
    SQUARE_ROOT = 3
    LOGARITHM = 4
    SINC = 5


class Value(IntEnum):
    """What a target's numbers are: 1, 3, 4, 6, 16, 4 or 1 floats; of a custom property as many as it has."""

    FLOAT = 0
    VECTOR = 1
    QUATERNION = 2
    SCALE = 3
    MATRIX = 4
    COLOR = 5
    WHOLE = 6
    """Discrete: blending takes one clip's value."""


class Phase(IntEnum):
    """When in an update a callback runs."""

    BEFORE = 0
    TARGETS = 1
    AFTER_WORLD = 2
    AFTER_DEFORM = 3


class LinkStatus(IntEnum):
    BOUND = 0
    UNBOUND = 1
    MISMATCH = 2
    AMBIGUOUS = 3


class Normals(IntEnum):
    """Where the normals of deformed meshes come from."""

    BLENDED = 0
    """Those at rest and the morphs', turned by the skins."""
    EXACT = 1
    """Computed anew from the deformed points, as Blender does it."""


class FadeCurve(IntEnum):
    """How a fade gets from one weight to the other: slow at neither end, both, its start, its end."""

    LINEAR = 0
    SMOOTH = 1
    EASE_IN = 2
    EASE_OUT = 3


class EventKind(IntEnum):
    MARKER = 0
    """An event of the clip."""
    ADDED = 1
    LOOPED = 2
    """A loop or ping-pong came to an end of the clip and goes on."""
    FINISHED = 3
    SKIPPED = 4
    """More happened in one update than it fires."""


class SocketFlag(IntFlag):
    """What a socket does not take of what it hangs on."""

    NO_LOCATION = 1
    NO_ROTATION = 2
    NO_SCALE = 4


class AxisFlag(IntFlag):
    """Axes that root motion is taken from."""

    X = 1
    Y = 2
    Z = 4
