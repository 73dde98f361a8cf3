# SPDX-License-Identifier: GPL-3.0-or-later
"""What a colour or a number in a shader's nodes is: followed back to properties and images."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np

from . import terms
from .color_ramps import ramp_terms
from .properties import Key, Place
from .terms import ONE, ZERO, Constant, Number, Term

MIX_SOCKETS = {"RGBA": ("Factor_Float", "A_Color", "B_Color"),
               "FLOAT": ("Factor_Float", "A_Float", "B_Float"),
               "VECTOR": ("Factor_Float", "A_Vector", "B_Vector")}
STEPS = 100  # links that are followed one after the other; Python itself has a limit


@dataclass(frozen=True)
class Inside:
    """A node tree, and the group node that shows it."""

    tree: Any
    group: Any = None
    outer: "Inside | None" = None

    @property
    def key(self) -> tuple[int, ...]:
        own = (self.tree.as_pointer(), self.group.as_pointer() if self.group is not None else 0)
        return own + self.outer.key if self.outer is not None else own


@dataclass(frozen=True)
class ImageUse:
    """An image as a node shows it, at which coordinates."""

    node: Any
    channel: str
    uv_layer: str = ""
    mapping: dict[str, tuple[Term, ...]] = field(default_factory=dict)  # location, rotation, scale


@dataclass(frozen=True)
class Value:
    """One number or three of a colour or vector, times what an image gives."""

    terms: tuple[Term, ...]
    image: ImageUse | None = None
    is_known: bool = True  # false where only a stand-in for something that does not travel

    def sized(self, size: int) -> "Value":
        if len(self.terms) == size:
            return self
        if size == 1:
            made = (terms.luminance(self.terms) if len(self.terms) == 3 else self.terms[0],)
        else:
            made = self.terms * 3 if len(self.terms) == 1 else (*self.terms, ZERO)
        return Value(made, self.image, self.is_known)

    @property
    def is_constant(self) -> bool:
        return self.image is None and all(isinstance(term, Constant) for term in self.terms)


def constant(*numbers: float) -> Value:
    return Value(tuple(Constant(float(number)) for number in numbers))


class ValueReader:
    """`complain(node, text)` is told what cannot be followed; the socket's own value then stands for it."""

    def __init__(self, is_animated: Callable[[Key], bool], complain: Callable[[Any, str], None]) -> None:
        self._is_animated = is_animated
        self._complain = complain
        # What was found; while it is sought, nothing. So a socket that many lead to is followed once.
        self._known: dict[tuple[int, ...], Value | None] = {}
        self._depth = 0

    def input(self, node: Any, identifier: str, inside: Inside) -> Value | None:
        """The value of a node's input; None if this Blender's node has none of that identifier."""
        socket = find(node.inputs, identifier)
        return self.value(socket, inside) if socket is not None else None

    def value(self, socket: Any, inside: Inside) -> Value:
        link = live_link(socket)
        if link is None:
            return self.own(socket, inside.tree)
        key = (socket.as_pointer(), *inside.key)
        if key not in self._known:
            self._known[key] = None
            self._depth += 1
            self._known[key] = self._linked(socket, link, inside)
            self._depth -= 1
        return self._known[key] or self._stand_in(socket, inside)

    def _linked(self, socket: Any, link: Any, inside: Inside) -> Value:
        found = self.output(link.from_node, link.from_socket, inside) if self._depth < STEPS else None
        if found is None:
            self._complain(link.from_node,
                           f"cannot be exported as what feeds {socket.name!r} of {socket.node.name!r}")
            return self._stand_in(socket, inside)
        if socket.type in ("RGBA", "VECTOR"):
            return found.sized(3)
        if is_number(socket) and link.from_socket.type == "VECTOR" and len(found.terms) == 3:
            return Value((terms.average(found.terms),), found.image, found.is_known)
        return found.sized(1) if is_number(socket) else found

    def _stand_in(self, socket: Any, inside: Inside) -> Value:
        return Value(self.own(socket, inside.tree, as_stored=True).terms, None, False)

    def own(self, socket: Any, tree: Any, as_stored: bool = False) -> Value:
        """What is set at the socket itself."""
        if not hasattr(socket, "default_value"):
            return constant(0.0, 0.0, 0.0)
        place = Place(tree, socket, "default_value")
        return self.of_place(place, as_stored)

    def of_place(self, place: Place, as_stored: bool = False) -> Value:
        numbers = place.read()[:3]
        if as_stored or not self._is_animated(place.key):
            return constant(*numbers)
        return Value(tuple(Number(place, index) for index in range(len(numbers))))

    # ---- Nodes ----

    def output(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        if node.mute:
            passed = passed_through(node, socket)
            return self.value(passed, inside) if passed is not None else None
        read = READERS.get(node.type)
        return read(self, node, socket, inside) if read is not None else None

    def _stored(self, node: Any, socket: Any, inside: Inside) -> Value:
        return self.own(socket, inside.tree)

    def _reroute(self, node: Any, socket: Any, inside: Inside) -> Value:
        return self.value(node.inputs[0], inside)

    def _group(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        found = group_output(node, socket)
        return self.value(found, Inside(node.node_tree, node, inside)) if found is not None else None

    def _group_input(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        found = find(inside.group.inputs, socket.identifier) if inside.group is not None else None
        return self.value(found, inside.outer) if found is not None else None

    def _image(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        if node.image is None:
            return None
        use = self.image_use(node, "alpha" if socket.identifier == "Alpha" else "rgb", inside)
        return Value((ONE,) if use.channel == "alpha" else (ONE, ONE, ONE), use)

    def _mix(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        kind = getattr(node, "data_type", "RGBA")
        names = MIX_SOCKETS.get(kind)
        if node.type == "MIX_RGB":
            names = ("Fac", "Color1", "Color2")
        if names is None or getattr(node, "factor_mode", "UNIFORM") == "NON_UNIFORM":
            return None
        factor, one, other = (self.input(node, name, inside) for name in names)
        if not factor.is_known:
            return one
        if getattr(node, "clamp_factor", True) and factor.image is None:
            factor = Value(tuple(map(terms.unit, factor.terms)))
        made = self.mixed(node, one, other, factor, node.blend_type if kind == "RGBA" else "MIX")
        if not getattr(node, "clamp_result", getattr(node, "use_clamp", False)) or kind != "RGBA":
            return made
        return Value(tuple(map(terms.unit, made.terms)), made.image, made.is_known) if made is not None else None

    def mixed(self, node: Any, one: Value, other: Value, factor: Value, blend: str) -> Value | None:
        if factor.image is not None:
            self._complain(node, "mixes by an image, which does not travel; its first colour is taken")
            return one
        amount = factor.terms[0]
        if blend == "MULTIPLY":
            white = tuple(terms.mix(ONE, term, amount) for term in other.terms)
            if other.image is None or amount == ONE:
                return self.product(node, one, Value(white, other.image, other.is_known))
        elif one.image is None and other.image is None:
            blended = BLENDS.get(blend)
            if blended is not None:
                mixed = tuple(blended(a, b, amount) for a, b in zip(one.terms, other.terms))
                return Value(mixed, None, one.is_known and other.is_known)
        elif blend == "MIX" and amount in (ZERO, ONE):
            return one if amount == ZERO else other
        if amount != ZERO:
            self._complain(node, f"mixes with an image ({blend.lower()}) in a way that does not travel")
        return one if one.image is not None or amount == ZERO else other

    def product(self, node: Any, one: Value, other: Value) -> Value:
        if one.image is not None and other.image is not None:
            self._complain(node, "multiplies two images, of which only the first travels")
        size = max(len(one.terms), len(other.terms))
        pairs = zip(one.sized(size).terms, other.sized(size).terms)
        return Value(tuple(terms.multiply(a, b) for a, b in pairs), one.image or other.image,
                     one.is_known and other.is_known)

    def _math(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        one, other = (self.value(socket, inside).sized(1) for socket in node.inputs[:2])
        if node.operation == "MULTIPLY":
            made = self.product(node, one, other)
        elif one.image is not None or (other.image is not None and node.operation not in UNARY):
            return None
        elif node.operation in UNARY:
            made = Value((terms.computed(UNARY[node.operation], *one.terms),), None, one.is_known)
        elif node.operation in BINARY:
            made = Value((terms.computed(BINARY[node.operation], *one.terms, *other.terms),), None,
                         one.is_known and other.is_known)
        else:
            return None
        if node.use_clamp and made.image is None:
            return Value((terms.unit(*made.terms),), None, made.is_known)
        return made

    def _separate(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        if getattr(node, "mode", "RGB") != "RGB":
            return None
        index = [output.identifier for output in node.outputs].index(socket.identifier)
        whole = self.value(node.inputs[0], inside).sized(3)
        image = whole.image
        if image is not None:
            image = ImageUse(image.node, ("red", "green", "blue")[index], image.uv_layer, image.mapping)
        return Value((whole.terms[index],), image, whole.is_known)

    def _combine(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        if getattr(node, "mode", "RGB") != "RGB":
            return None
        parts = [self.value(part, inside).sized(1) for part in list(node.inputs)[:3]]
        if any(part.image is not None for part in parts):
            return None
        return Value(tuple(part.terms[0] for part in parts), None, all(part.is_known for part in parts))

    def _invert(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        factor, color = self.input(node, "Fac", inside), self.input(node, "Color", inside)
        if color.image is not None or factor.image is not None:
            return None
        return Value(tuple(terms.mix(term, terms.complement(term), factor.terms[0]) for term in color.terms),
                     None, color.is_known)

    def _gamma(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        color, gamma = self.input(node, "Color", inside), self.input(node, "Gamma", inside)
        if color.image is not None or gamma.image is not None:
            return None
        made = tuple(terms.computed(power, term, gamma.terms[0]) for term in color.terms)
        return Value(made, None, color.is_known)

    def _gray(self, node: Any, socket: Any, inside: Inside) -> Value:
        return self.value(node.inputs[0], inside).sized(3).sized(1)

    def _ramp(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        factor = self.input(node, "Fac", inside)
        if factor.image is not None:
            return None
        picked = (3,) if socket.identifier == "Alpha" else (0, 1, 2)
        made = ramp_terms(node, inside.tree, factor.sized(1).terms[0], picked, self._is_animated)
        return Value(made, None, factor.is_known)

    def _clamp(self, node: Any, socket: Any, inside: Inside) -> Value | None:
        parts = [self.value(part, inside).sized(1) for part in node.inputs]  # value, smallest, largest
        if node.clamp_type != "MINMAX" or any(part.image is not None for part in parts):
            return None
        limited = terms.computed(lambda value, low, high: np.minimum(np.maximum(value, low), high),
                                 *(part.terms[0] for part in parts))
        return Value((limited,), None, all(part.is_known for part in parts))

    def _light_path(self, node: Any, socket: Any, inside: Inside) -> Value:
        """Of what the camera sees."""
        return constant(1.0 if socket.identifier == "Is Camera Ray" else 0.0)

    # ---- Where an image lies ----

    def image_use(self, node: Any, channel: str, inside: Inside) -> ImageUse:
        if node.projection != "FLAT":
            self._complain(node, f"projects its image ({node.projection.lower()}); the UV map is taken")
        layer, mapping = "", {}
        place = self._origin(find(node.inputs, "Vector"), inside)
        if place is not None and place[0].type == "MAPPING" and not place[0].mute:
            source, within, _ = place
            mapping = self._mapping(source, within)
            place = self._origin(find(source.inputs, "Vector"), within)
        if place is not None:
            layer = self._layer(place[0], place[2])
        return ImageUse(node, channel, layer, mapping)

    def _origin(self, socket: Any, inside: Inside) -> tuple[Any, Inside, Any] | None:
        """The node that a socket's coordinates come from, through reroutes and groups; None if none is."""
        for _ in range(STEPS):
            link = live_link(socket) if socket is not None else None
            if link is None:
                return None
            node, output = link.from_node, link.from_socket
            if node.type == "REROUTE":
                socket = node.inputs[0]
            elif node.type == "GROUP_INPUT" and inside.group is not None:
                socket, inside = find(inside.group.inputs, output.identifier), inside.outer
            elif node.type == "GROUP" and group_output(node, output) is not None:
                socket, inside = group_output(node, output), Inside(node.node_tree, node, inside)
            else:
                return node, inside, output
        return None

    def _mapping(self, node: Any, inside: Inside) -> dict[str, tuple[Term, ...]]:
        if node.vector_type not in ("POINT", "VECTOR"):
            self._complain(node, f"maps as {node.vector_type.lower()}, which does not travel")
            return {}
        found = {}
        for name in ("location", "rotation", "scale"):
            value = self.input(node, name.capitalize(), inside)
            if value is None or (name == "location" and node.vector_type == "VECTOR"):
                value = constant(0.0, 0.0, 0.0)
            if value.image is not None:
                self._complain(node, f"has an image as its {name}, which does not travel")
                value = constant(*((1.0,) * 3 if name == "scale" else (0.0,) * 3))
            found[name] = value.sized(3).terms
        return found

    def _layer(self, node: Any, output: Any) -> str:
        """The UV map that coordinates come from; empty for the active one."""
        if node.type == "UVMAP":
            return node.uv_map
        if node.type == "ATTRIBUTE" and node.attribute_type == "GEOMETRY":
            return node.attribute_name
        if not (node.type == "TEX_COORD" and output.identifier == "UV"):
            self._complain(node, f"gives coordinates ({output.name}) that do not travel; the UV map is taken")
        return ""


# ---- Nodes in general ----


def find(sockets: Any, identifier: str) -> Any | None:
    return next((socket for socket in sockets if socket.identifier == identifier), None)


def live_link(socket: Any) -> Any | None:
    if not socket.is_linked:
        return None
    return next((link for link in socket.links if link.is_valid and not link.is_muted), None)


def passed_through(node: Any, socket: Any) -> Any | None:
    """What a muted node shows at an output: one of its inputs."""
    return next((link.from_socket for link in node.internal_links if link.to_socket == socket), None)


def is_number(socket: Any) -> bool:
    return socket.type in ("VALUE", "INT", "BOOLEAN")


def group_output(node: Any, socket: Any) -> Any | None:
    """The socket inside a group that its node shows."""
    if node.node_tree is None:
        return None
    ends = [end for end in node.node_tree.nodes if end.type == "GROUP_OUTPUT" and end.is_active_output]
    return find(ends[0].inputs, socket.identifier) if ends else None


# ---- Arithmetic ----


def power(base: Any, exponent: Any) -> Any:
    return np.where(np.asarray(base) > 0, np.power(np.maximum(base, 0.0), exponent), base)


def divide(one: Any, other: Any) -> Any:
    return np.where(np.asarray(other) == 0, 0.0, one / np.where(np.asarray(other) == 0, 1.0, other))


UNARY = {"ABSOLUTE": np.abs, "SINE": np.sin, "COSINE": np.cos, "FLOOR": np.floor, "CEIL": np.ceil,
         "RADIANS": np.radians, "DEGREES": np.degrees,
         "SQRT": lambda value: np.sqrt(np.maximum(value, 0.0)),
         "FRACT": lambda value: value - np.floor(value)}
BINARY = {"ADD": np.add, "SUBTRACT": np.subtract, "DIVIDE": divide,
          "MINIMUM": np.minimum, "MAXIMUM": np.maximum,
          "LESS_THAN": lambda one, other: np.where(np.asarray(one) < other, 1.0, 0.0),
          "GREATER_THAN": lambda one, other: np.where(np.asarray(one) > other, 1.0, 0.0)}
BLENDS = {"MIX": terms.mix,
          "ADD": lambda a, b, f: terms.add(a, terms.multiply(b, f)),
          "SUBTRACT": lambda a, b, f: terms.computed(lambda a, b, f: a - b * f, a, b, f)}
READERS = {
    "VALUE": ValueReader._stored, "RGB": ValueReader._stored, "REROUTE": ValueReader._reroute,
    "GROUP": ValueReader._group, "GROUP_INPUT": ValueReader._group_input, "TEX_IMAGE": ValueReader._image,
    "MIX_RGB": ValueReader._mix, "MIX": ValueReader._mix, "MATH": ValueReader._math,
    "SEPRGB": ValueReader._separate, "SEPARATE_COLOR": ValueReader._separate, "SEPXYZ": ValueReader._separate,
    "SEPARATE_XYZ": ValueReader._separate,
    "COMBRGB": ValueReader._combine, "COMBINE_COLOR": ValueReader._combine, "COMBXYZ": ValueReader._combine,
    "INVERT": ValueReader._invert, "GAMMA": ValueReader._gamma, "RGBTOBW": ValueReader._gray,
    "LIGHT_PATH": ValueReader._light_path, "VALTORGB": ValueReader._ramp, "CLAMP": ValueReader._clamp,
}
