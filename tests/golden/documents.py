# SPDX-License-Identifier: MIT
"""The documents of the golden files, made by hand."""
from __future__ import annotations

import struct
import zlib
from dataclasses import replace

import numpy as np

from documents_actions import actions
from documents_curves import curves
from documents_sequences import sequences
from documents_shells import shells
from documents_skins import skins
from documents_steps import steps
from documents_twins import twins
from pavane_format.model import (
    Camera,
    Channel,
    Clip,
    Component,
    Curve,
    Document,
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
    Morph,
    Node,
    Primitive,
    ReportLine,
    Property,
    Scene,
    Skin,
    Target,
    Texture,
)

INFO = Info("pavane golden", "0", "by hand")
REPORT = [
    ReportLine("left_out", "Wolke: density", "volumes do not travel", 2),
    ReportLine("cause", "Screen", "shines on nothing"),
    ReportLine("note", "", "made by hand"),
]
UNIT_SCALE = np.array([1, 1, 1, 0, 0, 0], np.float32)


def translation(x: float, y: float, z: float) -> np.ndarray:
    """A matrix, column by column."""
    matrix = np.eye(4, dtype=np.float32)
    matrix[3, :3] = x, y, z
    return matrix.reshape(-1)


def transform(x: float = 0, y: float = 0, z: float = 0) -> list[Element]:
    return [
        Element("location", "translate", np.array([x, y, z], np.float32)),
        Element("rotation", "quaternion", np.array([0, 0, 0, 1], np.float32)),
        Element("scale", "scale", UNIT_SCALE),
    ]


def curve(keys: list[tuple[float, float]], interpolation: str, extrapolation: str = "constant") -> Curve:
    """A curve through keys with handles a third of the way, level."""
    times, values = np.array(keys, np.float32).T
    reach = np.gradient(times) / 3 if len(keys) > 1 else np.ones(1, np.float32)
    lefts, rights = (np.stack([times + sign * reach, values], axis=1).astype(np.float32) for sign in (-1, 1))
    return Curve(times, values, lefts, rights, [interpolation] * len(keys), extrapolation)


def minimal() -> Document:
    """One node that moves along x."""
    node = Node("Cube", elements=[Element("location", "translate", np.zeros(3, np.float32))])
    move = Channel(
        Target("object", "Cube", element="location"),
        [Component(0, "curve", curve=curve([(1, 0), (25, 5)], "linear"))],
    )
    return Document(
        INFO,
        Scene("Scene", frame_start=1, frame_end=25, nodes=[node]),
        clips=[Clip("Move", frame_start=1, frame_end=25, channels=[move])],
    )


# ---- Small: everything once ----


def body() -> Mesh:
    """Two quads one above the other, drawn as four triangles; the upper points follow the second bone."""
    points = np.array([[-1, 0, 0], [1, 0, 0], [1, 0, 1], [-1, 0, 1], [1, 0, 2], [-1, 0, 2]], np.float32)
    corners = np.array([0, 1, 2, 3, 3, 2, 4, 5], np.uint32)
    triangles = np.array([[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]], np.uint32)
    used = points[corners]
    smile = Morph(
        "Smile",
        0.0,
        0.0,
        1.0,
        np.array([4, 5], np.uint32),
        np.array([[0.5, 0, 0], [-0.5, 0, 0]], np.float32),
        np.array([6, 7], np.uint32),
        np.array([[0.1, 0, 0], [-0.1, 0, 0]], np.float32),
    )
    return Mesh(
        "Body",
        points=points,
        polygons=np.array([4, 4], np.uint32),
        corners=corners,
        vertices=np.arange(8, dtype=np.uint32),
        normals=np.tile(np.float32([0, -1, 0]), (8, 1)),
        primitives=[Primitive(0, triangles[:2]), Primitive(1, triangles[2:])],
        uv_layers=[Layer("UVMap", used[:, [0, 2]] * np.float32(0.5))],
        color_layers=[Layer("Color", np.tile(np.float32([1, 0.5, 0.25, 1]), (8, 1)))],
        groups=["Root", "Tip"],
        influence_counts=np.array([1, 1, 2, 2, 1, 1], np.uint32),
        influence_groups=np.array([0, 0, 0, 1, 0, 1, 1, 1], np.uint32),
        influence_weights=np.array([1, 1, 0.5, 0.5, 0.5, 0.5, 1, 1], np.float32),
        morphs=[
            smile,
            Morph("Frown", 0.25, -1.0, 1.0, np.array([2], np.uint32), np.array([[0, 0, -0.25]], np.float32)),
        ],
    )


def bone(name: str, parent: int, rest: tuple[float, float, float]) -> Node:
    return Node(
        name,
        "bone",
        armature=0,
        parent=parent,
        length=1.0,
        elements=[Element("rest", "matrix", translation(*rest)), *transform()],
    )


def scene() -> Scene:
    nodes = [
        Node("Rig", elements=transform()),
        bone("Root", 0, (0, 0, 0)),
        bone("Tip", 1, (0, 0, 1)),
        Node("Body", parent=0, elements=transform(), mesh=0, skin=0, slots=[0, 1]),
        Node("Camera", elements=transform(0, -8, 1), camera=0),
        Node("Lamp", elements=transform(2, -2, 4), light=0, hidden_viewport=True),
        Node("Ball", elements=transform(3, 0, 0), slots=[None]),
    ]
    skin = Skin(0, [Joint(0, 1, translation(0, 0, 0)), Joint(1, 2, translation(0, 0, -1))])
    return Scene(
        "Stage",
        frame_start=1,
        frame_end=48,
        camera=4,
        nodes=nodes,
        skins=[skin],
        materials=[Material("Skin"), Material("Cloth", "lib.blend")],
        cameras=[Camera("Camera", lens=35.0, clip_start=0.125)],
        lights=[Light("Lamp", kind="spot", energy=100.0, radius=0.25, spot_size=0.75, spot_blend=0.25)],
    )


def wave() -> Clip:
    """Bones: a Bezier curve in an Euler rotation, and constants; events, one of them after its end."""
    turn = curve([(1, 0), (13, 1.5), (25, 0)], "bezier")
    return Clip(
        "Wave",
        play_mode="loop",
        frame_start=1,
        frame_end=25,
        channels=[
            Channel(
                Target("bone", "Rig", "Tip", "rotation"),
                [Component(0, "base", 0.0), Component(1, "curve", curve=turn), Component(2, "base", 0.0)],
                "euler_xyz",
            ),
            Channel(
                Target("bone", "Rig", "Root", "location"),
                [
                    Component(0, "constant", 0.5),
                    Component(2, "curve", curve=curve([(1, 0), (25, 1)], "constant")),
                ],
            ),
            Channel(
                Target("bone", "Rig", "Root", "rotation"),
                [
                    Component(i, "curve", curve=curve([(1, value)], "bezier"))
                    for i, value in enumerate((0, 0, 0, 1))
                ],
                "quaternion",
            ),
        ],
        events=[Event(1, "Step"), Event(13, "Höhe"), Event(13, "Step"), Event(30.5, "")],
    )


def smile() -> Clip:
    return Clip(
        "Smile",
        frame_start=10,
        frame_end=20,
        channels=[
            Channel(
                Target("morph", "Body", "Smile", "value"),
                [Component(0, "curve", curve=curve([(10, 0), (20, 1)], "linear", "linear"))],
            ),
            Channel(Target("morph", "Body", "Frown", "value"), [Component(0, "constant", 0.75)]),
        ],
    )


def bounce() -> Clip:
    """Samples at two rates; at two a frame the end falls between two of them."""
    clip = Clip("Bounce", "lib.blend", fps=30000, fps_base=1001.0, frame_start=1, frame_end=5.25,
                error=2**-15, error_bound=2**-14)
    whole, half = clip.sample_frames(1), clip.sample_frames(2)
    clip.channels = [
        Channel(
            Target("object", "Ball", element="location"),
            [
                Component(0, "sampled", samples=np.float32(whole - 1)),
                Component(2, "sampled", samples=np.float32(np.abs(np.sin(half))), rate=2,
                          cuts=np.float32([[2, 0.5, 0.8414], [3.25, 0.75, -0.5], [3.375, -1, 0.25], [5.25, 0, 1]])),
            ],
        ),
        Channel(
            Target("object", "Ball", element="scale"),
            [Component(2, "sampled", samples=np.float32(whole / 4))],
        ),
        Channel(
            Target("object", "Camera", element="location"),
            [
                Component(0, "sampled", samples=np.float32(whole**2 / 8), interpolation="cubic"),
                Component(1, "sampled", samples=np.float32(np.sin(half)), rate=2, interpolation="cubic",
                          cuts=np.float32([[2.875, 0.25, -1]]), knots=np.float32([[2.25, 0.75], [3.125, 0.5]])),
            ],
        ),
    ]
    return clip


def small() -> Document:
    return Document(INFO, scene(), [body()], [wave(), smile(), bounce()])


# ---- Looks: materials and what lights them ----


def png(rows: list[list[tuple[int, int, int]]]) -> bytes:
    """An 8-bit RGB file, its pixels not compressed, so that every zlib makes the same."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    raw = b"".join(b"\0" + bytes(number for pixel in row for number in pixel) for row in rows)
    stored = b"\x78\x01\x01" + struct.pack("<HH", len(raw), len(raw) ^ 0xFFFF) + raw
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">2I5B", len(rows[0]), len(rows), 8, 2, 0, 0, 0)),
            chunk(b"IDAT", stored + struct.pack(">I", zlib.adler32(raw))),
            chunk(b"IEND", b""),
        )
    )


def inputs(**values: float | tuple[float, ...]) -> list[MaterialInput]:
    return [MaterialInput(name, np.atleast_1d(np.float32(value))) for name, value in values.items()]


def looks_scene() -> Scene:
    paint = Material(
        "Paint",
        inputs=inputs(base_color=(1, 0, 0), alpha=0.5, roughness=0.25, tint=(0.1, 0.2, 0.3, 0.4)),
        alpha_mode="blend",
        double_sided=True,
    )
    tiles = Material(
        "Tiles",
        inputs=inputs(
            base_color=(1, 1, 1),
            normal_strength=0.75,
            **{"Checker location": (0, 0, 0), "Checker rotation": (0, 0, 0.5), "Checker scale": (2, 2, 1)},
        ),
        textures=[
            Texture(0, 0, "UVMap", "rgb", "mirror", "closest", 2, 3, 4),
            Texture(1, 1, channel="normal"),
        ],
    )
    screen = Material("Screen", inputs=inputs(emission_color=(0, 1, 0), emission_strength=2), unlit=True)
    linked = Material("Paint", "lib.blend", inputs(base_color=(0, 0, 1), roughness=0.5))
    lights = [
        Light("Sky", kind="sun", energy=3.0, sun_angle=0.0078125),
        Light("Panel", kind="area", energy=40, area_shape="ellipse", area_width=2, area_height=0.5),
    ]
    nodes = [
        Node("Left", elements=transform(), slots=[0, 1]),
        Node("Right", elements=transform(2, 0, 0), slots=[0, 2, 3]),
        Node("Sky", elements=transform(), light=0),
        Node("Panel", elements=transform(0, 0, 3), light=1),
    ]
    return Scene(
        "Looks",
        frame_start=1,
        frame_end=97,
        world_color=(0.0625, 0.125, 0.25),
        nodes=nodes,
        materials=[paint, tiles, screen, linked, Material("Empty")],
        lights=lights,
    )


def paint_channel(material: str, element: str, components: list[Component], library: str = "") -> Channel:
    return Channel(Target("material", material, element=element, library=library), components)


def redden() -> Clip:
    """From red to blue in four seconds, while the screen goes from dark to bright."""
    line = {i: curve([(1, 1 - end), (97, end)], "linear") for i, end in ((0, 0), (2, 1))}
    glow = curve([(1, 0), (97, 8)], "linear")
    return Clip(
        "Redden",
        frame_start=1,
        frame_end=97,
        channels=[
            paint_channel("Paint", "base_color", [Component(i, "curve", curve=line[i]) for i in line]),
            paint_channel("Screen", "emission_strength", [Component(0, "curve", curve=glow)]),
        ],
    )


def polish() -> Clip:
    """Constants on both materials of one name, a colour with alpha, and a texture's place."""
    return Clip(
        "Polish",
        frame_start=1,
        frame_end=25,
        channels=[
            paint_channel("Paint", "roughness", [Component(0, "constant", 0.75)]),
            paint_channel("Paint", "roughness", [Component(0, "constant", 1.0)], "lib.blend"),
            paint_channel("Paint", "base_color", [Component(1, "constant", 1.0)]),
            paint_channel("Paint", "tint", [Component(i, "constant", i / 4) for i in range(4)]),
            paint_channel("Tiles", "Checker location", [Component(0, "constant", 0.5)]),
        ],
    )


def astray() -> Clip:
    """Nothing of it finds its target."""
    return Clip(
        "Astray",
        channels=[
            paint_channel("Pint", "roughness", [Component(0, "constant", 1.0)]),
            paint_channel("Paint", "roughnes", [Component(0, "constant", 1.0)]),
            paint_channel("Paint", "roughness", [Component(1, "constant", 1.0)]),
            paint_channel("Screen", "base_color", [Component(0, "constant", 1.0)], "lib.blend"),
            paint_channel("Empty", "alpha", [Component(0, "constant", 1.0)]),
            Channel(
                Target("material", "Paint", element="tint"), [Component(3, "constant", 1.0)], "quaternion"
            ),
        ],
    )


def looks() -> Document:
    checker = Image("Checker", png([[(255, 0, 0), (0, 255, 0)], [(0, 0, 255), (255, 255, 255)]]), 2, 2)
    bumps = Image("Bumps", png([[(128, 128, 255)]]), 1, 1, color_space="data", library="lib.blend")
    return Document(replace(INFO, report=REPORT), looks_scene(), [], [redden(), polish(), astray()], [checker, bumps])


# ---- Moves: cameras, lights, visibility, custom properties and the sky ----


def moves_scene() -> Scene:
    nodes = [
        Node("Rig", elements=transform()),
        bone("Root", 0, (0, 0, 0)),
        Node("Eye", elements=transform(0, -8, 1), camera=0),
        Node("Twin eye", elements=transform(1, -8, 1), camera=0),
        Node("Lamp", elements=transform(2, -2, 4), light=0, hidden_viewport=True),
        Node("Ball", elements=transform(3, 0, 0), hidden_render=True),
    ]
    cameras = [
        Camera("Lens", lens=35.0, clip_start=0.125, focus_distance=4.0, fstop=1.5, depth_of_field=True),
        Camera("Map", "lib.blend", kind="orthographic", ortho_scale=8.0, clip_start=0.125),
    ]
    properties = [
        Property("object_property", "Rig", "gears", "integer", np.float32([1, 2, 3, 4, 5])),
        Property("object_property", "Rig", "speed", values=np.float32([0.5])),
        Property("object_property", "Rig", "speed", values=np.float32([0.25]), library="lib.blend"),
        Property("object_property", "Rig", "title", "string", text="Königin"),
        Property("bone_property", "Rig", "ik", "boolean", np.float32([1]), part="Root"),
        Property("camera_property", "Lens", "offset", values=np.float32([0, 0.5, 1])),
        Property("scene_property", "Moves", "level", "integer", np.float32([3])),
        Property("world_property", "World", "fog", values=np.float32([0.125])),
    ]
    return Scene(
        "Moves",
        frame_start=1,
        frame_end=49,
        camera=2,
        world_color=(0.25, 0.5, 1.0),
        nodes=nodes,
        cameras=cameras,
        lights=[Light("Lamp", kind="area", energy=10.0, area_shape="rectangle", area_width=2, area_height=1)],
        properties=properties,
    )


def moving(kind: str, owner: str, element: str, values: dict[int, tuple[float, float]], part: str = "") -> Channel:
    """From one value to another in two seconds, straight; a value that stays is a constant."""
    components = [
        Component(i, "constant", start) if start == end
        else Component(i, "curve", curve=curve([(1, start), (49, end)], "linear"))
        for i, (start, end) in values.items()
    ]
    return Channel(Target(kind, owner, part, element), components)


def switch(kind: str, owner: str, element: str, part: str = "") -> Channel:
    """0, from frame 25 on 1."""
    keys = curve([(1, 0), (25, 1)], "constant")
    return Channel(Target(kind, owner, part, element), [Component(0, "curve", curve=keys)])


def zoom() -> Clip:
    return Clip(
        "Zoom",
        frame_start=1,
        frame_end=49,
        channels=[
            moving("camera", "Lens", "lens", {0: (35, 85)}),
            moving("camera", "Lens", "focus_distance", {0: (4, 2)}),
            moving("light", "Lamp", "energy", {0: (10, 50)}),
            moving("light", "Lamp", "color", {0: (1, 0), 2: (1, 0.5)}),
            moving("scene", "Moves", "world_color", {1: (0.5, 0)}),
            moving("object_property", "Rig", "speed", {0: (0.5, 2)}),
            moving("camera_property", "Lens", "offset", {0: (0, 4), 2: (1, 3)}),
        ],
    )


def switches() -> Clip:
    return Clip(
        "Switch",
        frame_start=1,
        frame_end=49,
        channels=[
            switch("object", "Ball", "hide_viewport"),
            moving("object", "Ball", "hide_render", {0: (0, 0)}),
            switch("camera", "Lens", "depth_of_field"),
            switch("object_property", "Rig", "gears"),
            moving("bone_property", "Rig", "ik", {0: (0, 0)}, "Root"),
            moving("scene_property", "Moves", "level", {0: (7, 7)}),
        ],
    )


def level() -> Clip:
    """Discrete numbers that `switches` has, too."""
    return Clip(
        "Level",
        frame_start=1,
        frame_end=49,
        channels=[
            moving("object", "Ball", "hide_render", {0: (1, 1)}),
            moving("object_property", "Rig", "gears", {0: (9, 9), 4: (8, 8)}),
            moving("scene_property", "Moves", "level", {0: (9, 9)}),
        ],
    )


def gone() -> Clip:
    """Nothing of it finds its target."""
    return Clip(
        "Gone",
        channels=[
            moving("camera", "Lenz", "lens", {0: (1, 1)}),
            moving("camera", "Lens", "lense", {0: (1, 1)}),
            moving("light", "Lamp", "color", {3: (1, 1)}),
            moving("object", "Ball", "hide_vieport", {0: (1, 1)}),
            moving("object_property", "Rig", "sped", {0: (1, 1)}),
            moving("object_property", "Rig", "title", {0: (1, 1)}),
            moving("bone_property", "Rig", "ik", {0: (1, 1)}, "Tip"),
            moving("scene", "Stage", "world_color", {0: (1, 1)}),
        ],
    )


def moves() -> Document:
    return Document(INFO, moves_scene(), [], [zoom(), switches(), level(), gone()])


# ---- Bones that do not inherit all of their parents ----

INHERIT_SCALES = ("full", "fix_shear", "aligned", "average", "none", "none_legacy")


def turned(matrix: np.ndarray, x: float, y: float, z: float) -> np.ndarray:
    """The matrix, column by column, turned by tenths of quarter turns about x, then z, at another place."""
    for axis, tenths in ((0, x), (2, z)):
        angle, (a, b) = tenths * np.pi / 20, [i for i in range(3) if i != axis]
        turn = np.eye(4)
        turn[a, a] = turn[b, b] = np.cos(angle)
        turn[a, b], turn[b, a] = -np.sin(angle), np.sin(angle)
        matrix = (turn @ matrix.reshape(4, 4).T).T.reshape(-1)
    matrix = matrix.reshape(4, 4).copy()
    matrix[3, :3] = x / 10, y, z / 10
    return matrix.reshape(-1).astype(np.float32)


def limb(name: str, parent: int, number: int, **inherits: str | bool) -> Node:
    rest = turned(np.eye(4).reshape(-1), number % 5 - 2, 1.0, number % 7 - 3)
    return Node(name, "bone", armature=0, parent=parent, length=1.0,
                elements=[Element("rest", "matrix", rest), *transform()], **inherits)


def sheared() -> Clip:
    """The first bones are scaled and turned, so that the third one's matrix has shear; and each limb moves."""
    stretch = [curve([(1, 1), (11, end)], "linear") for end in (2.5, 0.5, 1.25)]
    turn = [curve([(1, 0), (11, end)], "linear") for end in (0.75, -0.5, 1.0)]
    reach = curve([(1, 0), (11, 1)], "linear")
    channels = [
        Channel(Target("bone", "Rig", owner, "scale"), [Component(i, "curve", curve=stretch[i]) for i in range(3)])
        for owner in ("Spine", "Chest")
    ]
    channels += [
        Channel(Target("bone", "Rig", owner, "rotation"), [Component(i, "curve", curve=turn[i]) for i in range(3)],
                "euler_xyz")
        for owner in ("Chest", "Root", *(f"{scale} {bits}" for scale in INHERIT_SCALES for bits in range(4)))
    ]
    channels += [
        Channel(Target("bone", "Rig", f"{scale} {bits}", "location"), [Component(0, "curve", curve=reach)])
        for scale in INHERIT_SCALES for bits in range(4)
    ]
    return Clip("Shear", frame_start=1, frame_end=11, channels=channels)


def inherit() -> Document:
    """A limb for each way to inherit, below bones that a clip shears."""
    nodes = [Node("Rig", elements=transform(1, 2, 3)), limb("Spine", 0, 3), limb("Chest", 1, 4)]
    nodes += [
        limb(f"{scale} {bits}", 2, 4 * i + bits, inherit_scale=scale, no_inherit_rotation=bool(bits & 1),
             no_local_location=bool(bits & 2))
        for i, scale in enumerate(INHERIT_SCALES) for bits in range(4)
    ]
    nodes.append(limb("Root", 0, 5, no_local_location=True))
    nodes.append(limb("Tip", len(nodes) - 2, 6))
    return Document(INFO, Scene("Bones", frame_start=1, frame_end=11, nodes=nodes), [], [sheared()])


DOCUMENTS = {"minimal": minimal, "small": small, "looks": looks, "moves": moves, "inherit": inherit, "curves": curves,
             "steps": steps, "sequences": sequences, "skins": skins, "actions": lambda: actions(minimal()),
             "twins": lambda: twins(small()), "shells": shells}
