# SPDX-License-Identifier: MIT
"""The part of pavane.Builder that adds what nodes look like: materials, images, cameras, lights; and properties."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ._arrays import Numbers, floats, vector
from ._checks import check_record, checked, listed, mapping, refusal, text
from ._enums import (
    AlphaMode,
    AreaShape,
    CameraFlag,
    CameraKind,
    ColorSpace,
    ImageEncoding,
    LightKind,
    MaterialFlag,
    PropertyKind,
    SensorFit,
    TargetKind,
)
from ._inputs import warn_of_misspelt
from ._packing import Names, property_kind
from ._pavane import Builder as LowBuilder
from ._records import Texture


def _several(values: Numbers) -> Numbers:
    """A number alone as a sequence of one."""
    return values if hasattr(values, "__iter__") else [values]


class LooksBuilder:
    def __init__(self, builder: LowBuilder) -> None:
        self._builder = builder
        self._materials = Names("material")
        self._images = Names("image")
        self._cameras = Names("camera")
        self._lights = Names("light")

    @checked
    def add_material(
        self,
        name: str,
        inputs: Mapping[str, Numbers] | None = None,
        *,
        textures: Iterable[Texture] = (),
        alpha_mode: AlphaMode = AlphaMode.OPAQUE,
        flags: MaterialFlag = MaterialFlag(0),  # noqa: B008
        library: str = "",
    ) -> int:
        """Inputs are numbers by name: 1, 3, or 4 of a colour with alpha. Any name will do; it warns of one that
        is nearly one of FORMAT.md's.
        """
        given = mapping("inputs", "a mapping from names to numbers", {} if inputs is None else inputs)
        for input, _ in given:
            text("inputs", input)
        warn_of_misspelt(name, [input for input, _ in given])
        packed = tuple((input, floats(f"inputs: {input!r}", _several(values))) for input, values in given)
        images = tuple(self._texture(t) for t in listed("textures", "a sequence of Textures", textures))
        return self._materials.add(
            name, self._builder.add_material(name, library, alpha_mode, flags, packed, images)
        )

    def _texture(self, texture: Texture) -> tuple[object, ...]:
        if not isinstance(texture, Texture):
            raise refusal("textures", "a Texture", texture)
        check_record("textures", texture)
        return texture.input, self._images.index(texture.image, "textures"), *texture[2:]

    @checked
    def add_image(
        self,
        name: str,
        data: bytes | bytearray | memoryview,
        width: int,
        height: int,
        *,
        encoding: ImageEncoding = ImageEncoding.PNG,
        color_space: ColorSpace = ColorSpace.SRGB,
        library: str = "",
    ) -> int:
        """A whole PNG or JPEG file."""
        if not isinstance(data, bytes | bytearray | memoryview):
            raise refusal("data", "the bytes of an image's file", data)
        return self._images.add(
            name, self._builder.add_image(name, library, color_space, encoding, width, height, data)
        )

    @checked
    def add_camera(
        self,
        name: str,
        *,
        kind: CameraKind = CameraKind.PERSPECTIVE,
        sensor_fit: SensorFit = SensorFit.AUTO,
        lens: float = 50.0,
        sensor_width: float = 36.0,
        sensor_height: float = 24.0,
        ortho_scale: float = 6.0,
        shift_x: float = 0.0,
        shift_y: float = 0.0,
        clip_start: float = 0.1,
        clip_end: float = 1000.0,
        focus_distance: float = 10.0,
        fstop: float = 2.8,
        flags: CameraFlag = CameraFlag(0),  # noqa: B008
        library: str = "",
    ) -> int:
        return self._cameras.add(
            name,
            self._builder.add_camera(
                name,
                library,
                kind,
                sensor_fit,
                lens,
                sensor_width,
                sensor_height,
                ortho_scale,
                shift_x,
                shift_y,
                clip_start,
                clip_end,
                focus_distance,
                fstop,
                flags,
            ),
        )

    @checked
    def add_light(
        self,
        name: str,
        *,
        kind: LightKind = LightKind.POINT,
        color: Sequence[float] = (1.0, 1.0, 1.0),
        energy: float = 0.0,
        radius: float = 0.0,
        spot_size: float = 0.0,
        spot_blend: float = 0.0,
        sun_angle: float = 0.0,
        area_shape: AreaShape = AreaShape.SQUARE,
        area_width: float = 0.0,
        area_height: float = 0.0,
        library: str = "",
    ) -> int:
        return self._lights.add(
            name,
            self._builder.add_light(
                name,
                library,
                kind,
                vector("color", color, 3),
                energy,
                radius,
                spot_size,
                spot_blend,
                sun_angle,
                area_shape,
                area_width,
                area_height,
            ),
        )

    @checked
    def add_property(
        self,
        owner_kind: TargetKind,
        owner: str,
        name: str,
        value: float | str | Numbers,
        *,
        kind: PropertyKind | None = None,
        part: str = "",
        library: str = "",
    ) -> None:
        """A custom property: a number, several, or a text.

        Its kind is that of the value (of the first, of several).  `part` is the bone of an armature object.
        """
        said = value if isinstance(value, str) else ""
        text("value", said)
        numbers = floats("value", [] if isinstance(value, str) else _several(value))
        if kind is None:
            kind = property_kind(value)
        self._builder.add_property(owner_kind, library, owner, part, name, kind, numbers, said)
