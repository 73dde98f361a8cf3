# SPDX-License-Identifier: MIT
"""Builds what the table of links was made of: their callback's name is our node's, mesh's or material's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pavane
from pavane import Builder, Conversion, ElementKind, Interpolation, Key, LinkStatus, Scene, Target, TargetKind, Value

from tests.conformance.osg_tables import FPS, Record, Row, Tables, add_mesh

WIDTHS = {"float": 1, "double": 1, "vec3": 3, "vec3 bezier": 3, "vec4": 4, "quat": 4, "matrix": 16}
ENDS = {"float": 1.0, "vec3": 10.0, "vec4": 1.0, "matrix": 1.0}
Elements = list[tuple[str, ElementKind, None]]
POINTS = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]


@dataclass
class Try:
    """A channel and the target that is watched."""

    record: Record
    builder: Builder = field(default_factory=lambda: Builder(fps=FPS))
    watch: Callable[[Scene], Target | None] = lambda scene: None
    owners: Mapping[str, str] | None = None
    callbacks: tuple[pavane.UpdateCallback, ...] = ()

    def add_channel(self, kind: TargetKind, part: str = "", element: str | None = None, end: float = 10.0) -> None:
        given = self.record["channel_type"]
        bezier = Interpolation.BEZIER if "bezier" in given else Interpolation.LINEAR
        made = [[Key(0, 0, bezier), Key(FPS, end, bezier)] for _ in range(WIDTHS[given])]
        conversion = Conversion.SLERP if given == "quat" else Conversion.NONE
        name = self.record["channel_name"] if element is None else element
        self.builder.add_channel(
            0, self.record["channel_target_name"], name, made, part=part, kind=kind, conversion=conversion
        )

    def run(self) -> dict[str, float | str]:
        try:
            scene = Scene(self.builder.finish(), callbacks=self.callbacks)
        except pavane.FormatError as refused:
            return {"links_counted": 0.0, "bound": 0.0, "animated": 0.0, "outcome": f"refused: {refused}"}
        binding = pavane.Binding(scene.document, scene, owners=self.owners)
        links = float(sum(link.status is LinkStatus.BOUND for link in binding.links))
        target = self.watch(scene)
        before = value_of(scene, target)
        for link in binding.links:
            scene.apply(binding, link.clip, 0.5)
        scene.update()
        moved = float(value_of(scene, target) != before)
        return {"links_counted": links, "bound": moved, "animated": moved, "outcome": "ok"}


def value_of(scene: Scene, target: Target | None) -> list[float]:
    if target is None:
        return []
    floats = {Value.FLOAT: 1, Value.VECTOR: 3, Value.QUATERNION: 4, Value.SCALE: 6, Value.MATRIX: 16, Value.COLOR: 4}
    return scene.targets[target.first : target.first + floats[target.value]].tolist()


def nothing(outcome: str = "ok") -> dict[str, float | str]:
    return {"links_counted": 0.0, "bound": 0.0, "animated": 0.0, "outcome": outcome}


# ---- Stacks ----

NAMED = {
    "translate": ElementKind.TRANSLATE,
    "rotate axis": ElementKind.ROTATE_AXIS,
    "quaternion": ElementKind.QUATERNION,
    "scale": ElementKind.SCALE,
    "matrix": ElementKind.MATRIX,
}


def elements(option: str) -> Elements:
    """`translate 'position'`, several of them in brackets, or one with its default name."""
    if found := re.findall(r"([a-z ]+?) '(\w*)'", option):
        return [(name, NAMED[kind.strip(" ,[")], None) for kind, name in found]
    if match := re.match(r"(\w+?)(?: axis)? made (from|without)", option):
        kind = "rotate axis" if match[1] == "rotate" else match[1]
        return [(kind.replace(" ", "") if match[2] == "from" else "", NAMED[kind], None)]
    if "plain group" in option:
        return []  # a node without elements is one that nothing moves
    return [("position", ElementKind.TRANSLATE, None)]


def element_watch(name: str, place: int, stack: Elements) -> Callable[[Scene], Target | None]:
    def watch(scene: Scene) -> Target | None:
        return scene.element_target(name, place) if stack else None

    return watch


def stack_try(record: Record) -> Try:
    made = Try(record)
    stack = elements(record["element_or_option"])
    place = 1 if "watching the second" in record["element_or_option"] and len(stack) > 1 else 0
    made.builder.add_node(record["callback_name"], elements=stack)
    made.builder.add_clip("clip")
    made.watch = element_watch(record["callback_name"], place, stack)
    turned = record["channel_type"] == "quat"
    made.add_channel(TargetKind.OBJECT, end=1.0 if turned else 10.0)
    return made


def two_nodes(record: Record) -> dict[str, float | str]:
    """Both have the one name; whether one of them moves."""
    made = stack_try(record)
    made.builder.add_node("mover", elements=elements(""))
    which = record["case"].endswith("second")
    scene = Scene(made.builder.finish())
    first = [node.index for node in scene.document.nodes][which]
    binding = pavane.Binding(scene.document, scene)
    scene.apply(binding, 0, 0.5)
    scene.update()
    moved = float(scene.local_matrices[first, 3, 0] != 0)
    links = float(sum(link.status is LinkStatus.BOUND for link in binding.links))
    return {"links_counted": links, "bound": moved, "animated": moved, "outcome": "ok"}


def two_channels(record: Record) -> dict[str, float | str]:
    made = stack_try(record)
    made.add_channel(TargetKind.OBJECT, end=20.0)
    scene = Scene(made.builder.finish())
    scene.apply(pavane.Binding(scene.document, scene), 0, 0.5)
    scene.update()
    return nothing() | {"animated": float(abs(scene.local_matrices[0, 3, 0] - 7.5) < 1e-5)}


def elsewhere(record: Record) -> dict[str, float | str]:
    """What a clip is not bound to: another scene, one of before the node was added, or one without a binding."""
    made = stack_try(record)
    played, watched = Scene(made.builder.finish()), Scene(made.builder.finish())
    played.apply(pavane.Binding(played.document, played), 0, 0.5)
    played.update()
    watched.update()
    return nothing() | {"animated": float(watched.local_matrices[0, 3, 0] != 0)}


def one_frame_late(record: Record) -> dict[str, float | str]:
    """Whether the second of two frames shows the first."""
    made = stack_try(record)
    scene = Scene(made.builder.finish())
    binding = pavane.Binding(scene.document, scene)
    for seconds in (0.25, 0.5):
        scene.apply(binding, 0, seconds)
        scene.update()
    return nothing() | {"animated": float(abs(scene.local_matrices[0, 3, 0] - 2.5) < 1e-5)}


# ---- Morphs ----


def morph_watch(place: int) -> Callable[[Scene], Target | None]:
    return lambda scene: scene.morph_target(0, place)


def morph_try(record: Record) -> Try:
    """Whole numbers are indices, which the builder takes; all else is a name, as a file has it."""
    made = Try(record)
    option, number = record["element_or_option"], record["channel_name"]
    names = re.findall(r"'(\w+)'", option.split(";")[0])
    made.builder.add_clip("clip")
    add_mesh(made.builder, names[0] if names else "", POINTS, [(0, 0, 1)] * 3)
    for morph in ("smile", "frown"):
        made.builder.add_morph(0, morph, [(0, 0, 1)], points=[0])
    made.builder.add_node("group", mesh=0)
    if len(set(names)) > 1:
        made.owners = {record["channel_target_name"]: names[0]}
    index = int(number) if str(number).isdecimal() and str(int(number)) == number else None
    if index is not None and index < 2:
        made.add_channel(TargetKind.MORPH, part=("smile", "frown")[index], element="value", end=1.0)
    else:
        made.add_channel(TargetKind.MORPH, part=number, element="value", end=1.0)
    watched = re.search(r"weight (\d)", option)
    assert watched
    made.watch = morph_watch(int(watched[1]))
    return made


# ---- Materials and uniforms ----


class Diffuse(pavane.UpdateCallback):
    """Their rule for names, as a program writes it that wants it: whatever is called by something with "diffuse" in
    it drives the input."""

    kind = TargetKind.MATERIAL
    only = 0

    def link(self, scene: Scene, channel: pavane.Channel, first: int) -> Target | None:
        return scene.material_target(0, "diffuse") if "diffuse" in channel.element else None


def material_try(record: Record) -> Try:
    made = Try(record, callbacks=(Diffuse(),))
    name = record["callback_name"]
    made.builder.add_material(name, {"diffuse": (0.25, 0.5, 0.75, 1.0)})
    made.builder.add_clip("clip")
    made.add_channel(TargetKind.MATERIAL, end=1.0)
    made.watch = lambda scene: scene.material_target(0, "diffuse")
    return made


class Uniforms(pavane.UpdateCallback):
    """A program's own, which takes any channel with "uniform" in its name."""

    target_floats = 1
    first = 0

    def link(self, scene: Scene, channel: pavane.Channel, first: int) -> Target | None:
        self.first = first
        return Target(Value.FLOAT, first) if "uniform" in channel.element else None


def uniform_try(record: Record) -> Try:
    made = Try(record)
    made.builder.add_node("node")
    made.builder.add_clip("clip")
    made.builder.add_property(TargetKind.OBJECT_PROPERTY, "uni", "level", 0.0)
    if record["case"] == "uniform_by_hand":
        callback = Uniforms()
        made.callbacks = (callback,)
        made.watch = lambda scene: Target(Value.FLOAT, callback.first)
    else:
        made.watch = lambda scene: scene.property_target(0)
    made.add_channel(TargetKind.OBJECT_PROPERTY, end=1.0)
    return made


SPECIAL: dict[str, Callable[[Record], dict[str, float | str]]] = {
    "two_nodes_same_name_first": two_nodes,
    "two_nodes_same_name_second": two_nodes,
    "node_beside_manager": elsewhere,
    "automatic_link_off": elsewhere,
    "node_added_later": elsewhere,
    "manager_nested_same_node": one_frame_late,
    "two_channels_same_name": two_channels,
}
TRIES = {"transform_stack": stack_try, "morph": morph_try, "material": material_try, "uniform": uniform_try}


def links(tables: Tables) -> Iterator[Row]:
    for record in tables.records("link"):
        special = SPECIAL.get(record["case"])
        yield Row("link", record, special(record) if special else TRIES[record["callback_kind"]](record).run())
