# SPDX-License-Identifier: MIT
"""Hypothesis strategies for documents that the format can hold, and what it means that two are the same."""
from __future__ import annotations

import dataclasses

import numpy as np
from hypothesis import strategies as st

from format_actions import actions
from pavane_format import layout, property_writer
from pavane_format.model import (
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
    Node,
    Primitive,
    ReportLine,
    Property,
    Scene,
    SequenceKey,
    Skin,
    Target,
    Texture,
)

NAMES = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=8)
FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
WEIGHTS = st.floats(0, 1, width=32)
SEEDS = st.integers(0, 2**32 - 1)
COUNTS = st.integers(1, 2**32 - 1)
REPORT_LINES = st.builds(ReportLine, st.sampled_from(["left_out", "cause", "note"]), NAMES, NAMES, COUNTS)
SIZES = {"translate": 3, "rotate_axis": 4, "quaternion": 4, "axis_angle": 4, "scale": 6, "matrix": 16}


def same(a: object, b: object) -> bool:
    """Equal to the last bit, but for -0 and 0 in plain numbers."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        a, b = np.asarray(a), np.asarray(b)
        return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
    if dataclasses.is_dataclass(a):
        return type(a) is type(b) and all(
            same(getattr(a, f.name), getattr(b, f.name)) for f in dataclasses.fields(a)
        )
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return a == b


def enums(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(layout.ENUMS[name]))


SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, 1e-45, -1e-38, 3.4028235e38, 0.1], np.float32)


def floats(*shape: int, weights: bool = False) -> st.SearchStrategy[np.ndarray]:
    """From a seed: drawing number by number is slow, and what the numbers are hardly matters."""

    def make(seed: int) -> np.ndarray:
        random = np.random.default_rng(seed)
        if weights:
            return random.random(shape, np.float32)
        return np.where(
            random.random(shape) < 0.3,
            random.choice(SPECIAL, shape),
            random.standard_normal(shape, np.float32),
        ).astype(np.float32)

    return SEEDS.map(make)


def indices(count: int, below: int) -> st.SearchStrategy[np.ndarray]:
    if not below:
        return st.just(np.zeros(0, np.uint32))
    return SEEDS.map(lambda seed: np.random.default_rng(seed).integers(0, below, count, np.uint32))


def references(below: int) -> st.SearchStrategy[int | None]:
    return st.none() | st.integers(0, below - 1) if below else st.none()


# ---- Mesh ----


@st.composite
def meshes(draw) -> Mesh:
    points = draw(st.integers(0, 6))
    polygons = draw(st.lists(st.integers(3, 5), max_size=3)) if points else []
    corner_count = sum(polygons)
    vertices = draw(indices(draw(st.integers(0, 8)), corner_count))
    count = len(vertices)
    groups = draw(st.lists(NAMES, max_size=3))
    influence_counts = draw(indices(points, 3)) if groups else np.zeros(0, np.uint32)
    influences = int(influence_counts.sum())
    triangles = indices(3 * draw(st.integers(0, 3)), count).map(lambda flat: flat.reshape(-1, 3))
    layer = {width: st.lists(st.builds(Layer, NAMES, floats(count, width)), max_size=2) for width in (2, 4)}
    return Mesh(
        draw(NAMES),
        draw(NAMES),
        draw(floats(points, 3)),
        np.array(polygons, np.uint32),
        draw(indices(corner_count, points)),
        vertices,
        draw(floats(count, 3)),
        draw(st.lists(st.builds(Primitive, st.integers(0, 3), triangles), max_size=2)),
        draw(layer[2]),
        draw(layer[4]),
        groups,
        influence_counts,
        draw(indices(influences, len(groups))),
        draw(floats(influences, weights=True)),
        *draw(st.lists(morphs(points, count), max_size=2).flatmap(with_sequence)),
        draw(FLOATS),
    )


def with_sequence(made: list[Morph]) -> st.SearchStrategy[tuple[list[Morph], list[SequenceKey]]]:
    """Those morphs, and keys that show some of them."""
    frames = st.lists(st.integers(-99, 99), max_size=4, unique=True).map(sorted)
    kinds = st.sampled_from(("linear", "cardinal", "catmull_rom", "bspline"))
    keys = frames.flatmap(lambda known: st.tuples(*(
        st.builds(SequenceKey, st.just(float(frame)), kinds, references(len(made))) for frame in known)))
    return keys.map(lambda keys: (made, list(keys)))


@st.composite
def morphs(draw, points: int, vertices: int) -> Morph:
    moved = draw(indices(draw(st.integers(0, 3)), points))
    turned = draw(indices(draw(st.integers(0, 3)), vertices))
    low, high = sorted(draw(st.tuples(FLOATS, FLOATS)))
    return Morph(
        draw(NAMES),
        draw(FLOATS),
        low,
        high,
        moved,
        draw(floats(len(moved), 3)),
        turned,
        draw(floats(len(turned), 3)),
    )


# ---- Scene ----


@st.composite
def elements(draw) -> Element:
    kind = draw(enums("element_kind"))
    return Element(draw(NAMES), kind, draw(floats(SIZES[kind])))


def groups_of(scene: Scene, skin: Skin) -> list[int]:
    """Those that a skin and the ones after it speak of."""
    own = [joint.group for joint in skin.joints] + [skin.mask] * (skin.mask is not None)
    return own if skin.next is None else own + groups_of(scene, scene.skins[skin.next])


@st.composite
def nodes(draw, i: int, scene: Scene, all_meshes: list[Mesh], count: int) -> Node:
    """The node `i` of `count`; the first is an object, so that bones have an armature."""
    bone = i > 0 and draw(st.booleans())
    mesh = draw(references(len(all_meshes)))
    fitting = [
        s
        for s, skin in enumerate(scene.skins)
        if mesh is not None and all(group < len(all_meshes[mesh].groups) for group in groups_of(scene, skin))
    ]
    return Node(
        draw(NAMES),
        "bone" if bone else "object",
        draw(NAMES),
        0 if bone else draw(references(count)),
        draw(references(i)),
        draw(references(count)),
        draw(st.lists(elements(), max_size=3, unique_by=lambda element: element.name)),
        mesh,
        draw(st.sampled_from([None, *fitting])),
        draw(references(len(scene.cameras))),
        draw(references(len(scene.lights))),
        draw(st.lists(references(len(scene.materials)), max_size=2)),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(WEIGHTS),
    )


@st.composite
def materials(draw, images: int) -> Material:
    sizes = st.tuples(NAMES, st.sampled_from([1, 3, 4]))
    inputs = [
        MaterialInput(name, draw(floats(size)))
        for name, size in draw(st.lists(sizes, max_size=4, unique_by=lambda drawn: drawn[0]))
    ]
    wide = st.sampled_from([None] + [i for i, given in enumerate(inputs) if len(given.values) == 3])
    texture = st.builds(
        Texture,
        st.integers(0, max(len(inputs) - 1, 0)),
        st.integers(0, max(images - 1, 0)),
        NAMES,
        enums("texture_channel"),
        enums("texture_extension"),
        enums("texture_filter"),
        wide,
        wide,
        wide,
    )
    textures = draw(st.lists(texture, max_size=3 if inputs and images else 0))
    names = draw(st.tuples(NAMES, NAMES))
    return Material(
        *names, inputs, textures, draw(enums("alpha_mode")), draw(st.booleans()), draw(st.booleans())
    )


@st.composite
def properties(draw) -> Property:
    owner_kind = draw(st.sampled_from([kind for kind in layout.ENUMS["target_kind"] if "property" in kind]))
    kind = draw(enums("property_kind"))
    numbers = {"float": FLOATS, "boolean": st.integers(0, 1), "integer": st.integers(-(1 << 24), 1 << 24)}
    values = draw(st.lists(numbers[kind], min_size=1, max_size=16)) if kind in numbers else []
    owner, name, text, part, library = draw(st.tuples(*[NAMES] * 5))
    return Property(owner_kind, owner, name, kind, np.array(values, np.float32), text, part, library)


def properties_in_order() -> st.SearchStrategy[list[Property]]:
    """As the writer sorts them."""
    return st.lists(properties(), max_size=4, unique_by=property_writer.order).map(
        lambda drawn: sorted(drawn, key=property_writer.order)
    )


@st.composite
def image_files(draw) -> Image:
    encoding, start = draw(st.sampled_from([("png", b"\x89PNG\r\n\x1a\n"), ("jpeg", b"\xff\xd8\xff")]))
    return Image(
        draw(NAMES),
        start + draw(st.binary(max_size=9)),
        draw(st.integers(1, 2**32 - 1)),
        draw(st.integers(1, 2**32 - 1)),
        encoding,
        draw(enums("color_space")),
        draw(NAMES),
    )


@st.composite
def scenes(draw, all_meshes: list[Mesh], images: int) -> Scene:
    start, end = sorted(draw(st.tuples(*[st.floats(-1000, 1000, width=32)] * 2)))
    count = draw(st.integers(0, 5))
    scene = Scene(
        draw(NAMES),
        draw(enums("axis")),
        draw(st.floats(0.5, 100, width=32)),
        draw(st.integers(1, 1000)),
        draw(st.floats(0.5, 2, width=32)),
        start,
        end,
        draw(references(count)),
    )
    scene.world_color = draw(st.tuples(*[FLOATS] * 3))
    scene.materials = draw(st.lists(materials(images), max_size=3))
    scene.cameras = draw(
        st.lists(
            st.builds(Camera, NAMES, NAMES, enums("camera_kind"), enums("sensor_fit"), *[FLOATS] * 10,
                      st.booleans()),
            max_size=2,
        )
    )
    scene.lights = draw(
        st.lists(
            st.builds(
                Light,
                NAMES,
                NAMES,
                enums("light_kind"),
                st.tuples(*[FLOATS] * 3),
                *[FLOATS] * 4,
                WEIGHTS,
                enums("area_shape"),
                WEIGHTS,
                WEIGHTS,
            ),
            max_size=2,
        )
    )
    scene.properties = draw(properties_in_order())
    if count:
        joint = st.builds(Joint, st.integers(0, 2), st.integers(0, count - 1), floats(16))
        skin = st.builds(
            Skin,
            st.integers(0, count - 1),
            st.lists(joint, max_size=3),
            enums("skin_blending"),
            mask=st.none() | st.integers(0, 2),
            invert_mask=st.booleans(),
            from_first=st.booleans(),
        )
        scene.skins = draw(st.lists(skin, max_size=3))
        for i, made in enumerate(scene.skins[:-1]):
            made.next = draw(st.none() | st.integers(i + 1, len(scene.skins) - 1))
    scene.nodes = [draw(nodes(i, scene, all_meshes, count)) for i in range(count)]
    return scene


# ---- Clip ----


EASINGS = st.builds(Easing, enums("easing"), FLOATS, FLOATS, FLOATS)
MODIFIER_FLAGS = st.lists(enums("modifier_flag"), unique=True, max_size=4).map(
    lambda names: tuple(name for name in layout.ENUMS["modifier_flag"] if name in names)
)


MODIFIER_NUMBERS = [
    field.name
    for field in dataclasses.fields(Modifier)
    if field.type == "float" and field.name not in ("influence", "default_max")
]


@st.composite
def modifiers(draw, place: int) -> Modifier:
    points = draw(floats(draw(st.integers(0, 3)), 3))
    points[:, 0].sort()
    numbers = dict(zip(MODIFIER_NUMBERS, draw(floats(len(MODIFIER_NUMBERS))).tolist()))
    return Modifier(
        draw(enums("modifier_kind").filter(lambda kind: place == 0 or kind != "cycles")),
        draw(MODIFIER_FLAGS),
        **numbers,
        influence=draw(WEIGHTS),
        default_max=-1.0 if numbers["default_min"] > 0 else 1.0,
        mode_before=draw(enums("cycle_mode")),
        mode_after="mirror",
        cycles_before=draw(st.integers(0, 0xFFFFFFFF)),
        generator_mode=draw(enums("generator_mode")),
        coefficients=draw(floats(2 * draw(st.integers(0, 2)))),
        function=draw(enums("modifier_function")),
        control_points=points,
    )


def easings(count: int) -> st.SearchStrategy[dict[int, Easing]]:
    if not count:
        return st.just({})
    some = st.dictionaries(st.integers(0, count - 1), EASINGS, max_size=2)
    return some.map(lambda found: dict(sorted(found.items())))


KEYED = enums("interpolation").filter(lambda name: name != "sample")


@st.composite
def curves(draw) -> Curve:
    stack = [draw(modifiers(place)) for place in range(draw(st.integers(0, 2)))]
    count = draw(st.integers(0 if stack else 1, 4))
    is_sampled = draw(st.booleans())
    kinds = ["sample"] * count if is_sampled else draw(st.lists(KEYED, min_size=count, max_size=count))
    start = draw(st.integers(-(2**24), 2**24 - 4))
    return Curve(
        np.float32(start + np.arange(count)) if is_sampled else np.sort(draw(floats(count))),
        draw(floats(count)),
        draw(floats(count, 2)),
        draw(floats(count, 2)),
        kinds,
        draw(enums("extrapolation")),
        draw(easings(count)),
        stack,
        draw(enums("rounding")),
    )


@st.composite
def components(draw, number: int, clip: Clip) -> Component:
    kind = draw(enums("component_kind"))
    if kind == "curve":
        return Component(number, kind, curve=draw(curves()))
    if kind == "sampled":
        rate = draw(st.sampled_from([1, 2, 4, 8]))
        start, end = np.float32(clip.frame_start), np.float32(clip.frame_end)
        inside = st.floats(float(start), float(end), width=32).filter(lambda frame: frame > start)
        frames = sorted(draw(st.sets(inside, max_size=2))) if end > start else []
        cuts = np.column_stack((np.float32(frames), draw(floats(len(frames), 2))))
        taken = {*frames, *clip.sample_frames(rate).tolist(), float(end)}
        free = sorted(draw(st.sets(inside, max_size=2)) - taken) if end > start else []
        knots = np.column_stack((np.float32(free), draw(floats(len(free)))))
        samples = draw(floats(len(clip.sample_frames(rate))))
        return Component(number, kind, samples=samples, rate=rate, cuts=cuts,
                         interpolation=draw(enums("sample_interpolation")), knots=knots)
    return Component(number, kind, draw(FLOATS))


@st.composite
def slerps(draw) -> Channel:
    count = draw(st.integers(1, 4))
    times = np.sort(draw(floats(count)))
    kinds = draw(st.lists(st.sampled_from(["constant", "linear"]), min_size=count, max_size=count))
    target = Target(draw(enums("target_kind")), *(draw(NAMES) for _ in range(4)))
    numbers = [
        Curve(times, draw(floats(count)), draw(floats(count, 2)), draw(floats(count, 2)), kinds) for _ in range(4)
    ]
    return Channel(target, [Component(i, "curve", curve=curve) for i, curve in enumerate(numbers)], "slerp")


@st.composite
def channels(draw, clip: Clip) -> Channel:
    conversion = draw(enums("conversion"))
    if conversion == "slerp":
        return draw(slerps())
    limit = {"none": 16, "quaternion": 4, "axis_angle": 4}.get(conversion, 3)
    numbers = sorted(draw(st.sets(st.integers(0, limit - 1), max_size=4)))
    target = Target(draw(enums("target_kind")), *(draw(NAMES) for _ in range(4)))
    return Channel(target, [draw(components(number, clip)) for number in numbers], conversion)


@st.composite
def clips(draw) -> Clip:
    start = draw(st.floats(-1000, 1000, width=32))
    end = float(np.float32(start + draw(st.floats(0, 10, width=32))))
    clip = Clip(
        draw(NAMES),
        draw(NAMES),
        draw(enums("play_mode")),
        draw(st.integers(1, 60000)),
        draw(st.floats(0.5, 1001, width=32)),
        start,
        max(start, end),
    )
    clip.channels = draw(st.lists(channels(clip), max_size=3))
    frames = sorted(draw(st.lists(st.floats(-1000, 1000, width=32), max_size=3)))
    clip.events = [Event(frame, draw(NAMES)) for frame in frames]
    clip.actions = draw(actions(clip))
    return clip


@st.composite
def documents(draw) -> Document:
    all_meshes = draw(st.lists(meshes(), max_size=2))
    images = draw(st.lists(image_files(), max_size=2))
    return Document(
        draw(st.builds(Info, NAMES, NAMES, NAMES, st.lists(REPORT_LINES, max_size=2))),
        draw(st.none() | scenes(all_meshes, len(images))),
        all_meshes,
        draw(st.lists(clips(), max_size=2)),
        images,
    )
