# SPDX-License-Identifier: GPL-3.0-or-later
"""What a material's shader nodes show, in the terms of one Principled shader."""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Callable

from . import terms
from .material_values import (
    STEPS, ImageUse, Inside, Value, ValueReader, constant, find, group_output, live_link, passed_through)
from .properties import Key
from .terms import ONE, Constant

BLACK, NOTHING, WHOLE = constant(0.0, 0.0, 0.0), constant(0.0), constant(1.0)

# The Principled shader's inputs by the identifiers that they have, or had, in Blender.
PRINCIPLED = {
    "base_color": ("Base Color",), "alpha": ("Alpha",), "metallic": ("Metallic",),
    "roughness": ("Roughness",),
    "ior": ("IOR",), "specular": ("Specular IOR Level", "Specular"), "specular_tint": ("Specular Tint",),
    "transmission": ("Transmission Weight", "Transmission"), "coat": ("Coat Weight", "Clearcoat"),
    "coat_roughness": ("Coat Roughness", "Clearcoat Roughness"), "sheen": ("Sheen Weight", "Sheen"),
    "sheen_tint": ("Sheen Tint",), "subsurface": ("Subsurface Weight", "Subsurface"),
    "emission_color": ("Emission Color", "Emission"), "emission_strength": ("Emission Strength",)}
TINTS = {"specular_tint": "specular", "sheen_tint": "sheen"}  # and what they are the tint of

# Other shaders that reflect: what their sockets are, and what else is so about them.
DULL = {"roughness": WHOLE, "specular": NOTHING}
SHADERS: dict[str, tuple[dict[str, str], dict[str, Value]]] = {
    "BSDF_DIFFUSE": ({"base_color": "Color"}, DULL),
    "BSDF_GLOSSY": ({"base_color": "Color", "roughness": "Roughness"}, {"metallic": WHOLE}),
    "BSDF_ANISOTROPIC": ({"base_color": "Color", "roughness": "Roughness"}, {"metallic": WHOLE}),
    "BSDF_METALLIC": ({"base_color": "Base Color", "roughness": "Roughness"}, {"metallic": WHOLE}),
    "BSDF_GLASS": ({"base_color": "Color", "roughness": "Roughness", "ior": "IOR"}, {"transmission": WHOLE}),
    "BSDF_REFRACTION": (
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"}, {"transmission": WHOLE}),
    "BSDF_TRANSLUCENT": ({"base_color": "Color"}, DULL),
    "BSDF_TOON": ({"base_color": "Color"}, DULL),
    "BSDF_SHEEN": ({"base_color": "Color"}, DULL), "BSDF_VELVET": ({"base_color": "Color"}, DULL),
    "SUBSURFACE_SCATTERING": ({"base_color": "Color"}, {**DULL, "subsurface": WHOLE}),
}
NEAR = {"BSDF_TRANSLUCENT", "BSDF_TOON", "BSDF_SHEEN", "BSDF_VELVET"}


@dataclass
class Surface:
    """Values by the names of inputs. Clear: nothing but what lies behind. Glowing: light alone."""

    values: dict[str, Value] = field(default_factory=dict)
    normal: ImageUse | None = None
    is_clear: bool = False
    is_glowing: bool = False
    threshold: Value | None = None

    def get(self, name: str) -> Value:
        return self.values.get(name, USUAL[name])


USUAL = {
    "base_color": constant(0.8, 0.8, 0.8), "alpha": WHOLE, "metallic": NOTHING, "roughness": constant(0.5),
    "ior": constant(1.5), "specular": constant(0.5), "specular_tint": constant(1.0, 1.0, 1.0),
    "transmission": NOTHING, "coat": NOTHING, "coat_roughness": constant(0.03), "sheen": NOTHING,
    "sheen_tint": constant(1.0, 1.0, 1.0), "subsurface": NOTHING, "emission_color": constant(1.0, 1.0, 1.0),
    "emission_strength": NOTHING, "normal_strength": WHOLE}


class SurfaceReader:
    def __init__(self, is_animated: Callable[[Key], bool], complain: Callable[[Any, str], None]) -> None:
        self._complain = complain
        self._values = ValueReader(is_animated, complain)
        # What sockets show that many may lead to; while it is sought, nothing.
        self._known: dict[tuple[int, ...], Surface | None] = {}
        self._steps = 0

    def read(self, tree: Any) -> Surface | None:
        """What the tree's active output shows; None if there is nothing."""
        output = next(filter(None, map(tree.get_output_node, ("EEVEE", "ALL", "CYCLES"))), None)
        return self._surface(find(output.inputs, "Surface"), Inside(tree)) if output is not None else None

    def _surface(self, socket: Any, inside: Inside) -> Surface | None:
        link = live_link(socket) if socket is not None else None
        if link is None or self._steps > STEPS:
            return None
        key = (socket.as_pointer(), *inside.key)
        if key not in self._known:
            self._known[key] = None
            self._steps += 1
            self._known[key] = self._shader(link.from_node, link.from_socket, inside)
            self._steps -= 1
        found = self._known[key]
        # What is mixed is changed, and others may take it too.
        return replace(found, values=dict(found.values)) if found is not None else None

    def _shader(self, node: Any, socket: Any, inside: Inside) -> Surface | None:
        if node.mute:
            passed = passed_through(node, socket)
            return self._surface(passed, inside) if passed is not None else None
        if node.type == "REROUTE":
            return self._surface(node.inputs[0], inside)
        if node.type == "GROUP":
            return self._surface(group_output(node, socket), Inside(node.node_tree, node, inside))
        if node.type == "GROUP_INPUT":
            outer = find(inside.group.inputs, socket.identifier) if inside.group is not None else None
            return self._surface(outer, inside.outer)
        if socket.type != "SHADER":
            return self._color_as_light(node, socket, inside)
        if node.type in SHADERS:
            return self._reflecting(node, inside)
        read = READERS.get(node.type)
        if read is None:
            self._complain(node, "is a shader that cannot be exported")
            return None
        return read(self, node, inside)

    # ---- Single shaders ----

    def _principled(self, node: Any, inside: Inside) -> Surface:
        made = Surface()
        for name, identifiers in PRINCIPLED.items():
            socket = next(filter(None, (find(node.inputs, identifier) for identifier in identifiers)), None)
            if socket is None:
                continue
            if name == "alpha":
                made.values[name], made.threshold = self._alpha(socket, inside)
            else:
                made.values[name] = self._values.value(socket, inside)
        for name, weight in TINTS.items():  # once a number: how far the tint is the base colour
            if len(made.values[name].terms) == 1:
                made.values[name] = _tint(made.values["base_color"], made.values[name], made.get(weight) != NOTHING)
        self._add_normal(made, node, inside)
        return made

    def _alpha(self, socket: Any, inside: Inside) -> tuple[Value, Value | None]:
        """Alpha, and the threshold if a comparison alone decides what is seen: so newer Blenders clip."""
        link = live_link(socket)
        node = link.from_node if link is not None else None
        if node is not None and node.type == "MATH" and not node.mute and node.operation == "GREATER_THAN":
            limit = self._values.value(node.inputs[1], inside).sized(1)
            if limit.image is None:
                return self._values.value(node.inputs[0], inside).sized(1), limit
        return self._values.value(socket, inside).sized(1), None

    def _reflecting(self, node: Any, inside: Inside) -> Surface:
        if node.type in NEAR:
            self._complain(node, "has no equal in the file; it is exported as a diffuse surface")
        sockets, others = SHADERS[node.type]
        made = Surface(dict(others))
        for name, identifier in sockets.items():
            found = self._values.input(node, identifier, inside)
            if found is not None:
                made.values[name] = found.sized(len(USUAL[name].terms))
        self._add_normal(made, node, inside)
        return made

    def _specular(self, node: Any, inside: Inside) -> Surface:
        made = Surface()
        names = {"base_color": "Base Color", "roughness": "Roughness", "emission_color": "Emissive Color"}
        for name, identifier in names.items():
            made.values[name] = self._values.input(node, identifier, inside)
        made.values["emission_strength"] = WHOLE
        hidden = self._values.input(node, "Transparency", inside)
        made.values["alpha"] = Value((terms.complement(hidden.terms[0]),)) if hidden.image is None else WHOLE
        self._complain(node, "has a specular colour, which does not travel")
        self._add_normal(made, node, inside)
        return made

    def _emission(self, node: Any, inside: Inside) -> Surface:
        color, strength = (self._values.input(node, name, inside) for name in ("Color", "Strength"))
        if strength.image is not None:
            self._complain(node, "has an image as its strength, which does not travel")
            strength = WHOLE
        return Surface({"base_color": BLACK, "specular": NOTHING, "emission_color": color,
                        "emission_strength": strength}, is_glowing=True)

    def _transparent(self, node: Any, inside: Inside) -> Surface:
        return Surface({"alpha": NOTHING}, is_clear=True)

    def _color_as_light(self, node: Any, socket: Any, inside: Inside) -> Surface | None:
        """A colour where a shader belongs shines as it is."""
        color = self._values.output(node, socket, inside)
        if color is None:
            self._complain(node, "cannot be exported as what a surface shows")
            return None
        return Surface({"base_color": BLACK, "specular": NOTHING, "emission_color": color.sized(3),
                        "emission_strength": WHOLE}, is_glowing=True)

    def _add_normal(self, made: Surface, node: Any, inside: Inside) -> None:
        socket = find(node.inputs, "Normal")
        for _ in range(STEPS):
            link = live_link(socket) if socket is not None else None
            if link is None:
                return
            node, output = link.from_node, link.from_socket
            if node.type == "REROUTE":
                socket = node.inputs[0]
            elif node.type == "GROUP_INPUT" and inside.group is not None:
                socket, inside = find(inside.group.inputs, output.identifier), inside.outer
            elif node.type == "GROUP" and group_output(node, output) is not None:
                socket, inside = group_output(node, output), Inside(node.node_tree, node, inside)
            else:
                self._add_normal_map(made, node, inside)
                return

    def _add_normal_map(self, made: Surface, node: Any, inside: Inside) -> None:
        if node.type != "NORMAL_MAP" or node.mute or node.space != "TANGENT":
            if not node.mute:
                self._complain(node, "changes the normal in a way that does not travel")
            return
        color = self._values.input(node, "Color", inside)
        if color.image is None:
            self._complain(node, "has no image as its colour; its normals do not travel")
            return
        if color.terms != (ONE, ONE, ONE) or color.image.channel != "rgb":
            self._complain(node, "takes a changed image; the image travels as it is")
        layer = color.image.uv_layer or node.uv_map
        made.normal = ImageUse(color.image.node, "normal", layer, color.image.mapping)
        made.values["normal_strength"] = self._values.input(node, "Strength", inside)

    # ---- Several shaders ----

    def _mix(self, node: Any, inside: Inside) -> Surface | None:
        one, other = (self._surface(node.inputs[i], inside) for i in (1, 2))
        factor = self._values.value(node.inputs[0], inside).sized(1)
        if one is None or other is None:
            return one or other
        if not factor.is_known:
            return other if one.is_clear else one  # what is not known must not become invisible
        if factor.is_constant:
            factor = Value((terms.unit(*factor.terms),))
        if factor.image is None and factor.terms[0] in (terms.ZERO, ONE):
            return one if factor.terms[0] == terms.ZERO else other
        if one.is_clear and other.is_clear:
            return one
        if one.is_clear:
            other.values["alpha"] = self._values.product(node, other.get("alpha"), factor)
            return other
        if factor.image is not None:
            self._complain(node, "mixes by an image, which does not travel; its first shader is taken")
            return one
        rest = Value((terms.complement(factor.terms[0]),))
        if other.is_clear:
            one.values["alpha"] = self._values.product(node, one.get("alpha"), rest)
            return one
        return self._blend(node, one, other, factor)

    def _blend(self, node: Any, one: Surface, other: Surface, factor: Value) -> Surface:
        self._complain(node, "mixes two shaders; the file mixes their numbers")
        made = Surface(normal=one.normal or other.normal, is_glowing=one.is_glowing and other.is_glowing)
        amount = factor.terms[0]
        for name in {**one.values, **other.values}:
            a, b = one.get(name), other.get(name)
            if name == "emission_color":  # where nothing shines, the other's colour does
                a = b if one.get("emission_strength") == NOTHING else a
                b = a if other.get("emission_strength") == NOTHING else b
            mixed = tuple(terms.mix(x, y, amount) for x, y in zip(a.terms, b.terms))
            made.values[name] = Value(mixed, a.image or b.image)
        return made

    def _add(self, node: Any, inside: Inside) -> Surface | None:
        one, other = (self._surface(socket, inside) for socket in node.inputs[:2])
        if one is None or other is None:
            return one or other
        if one.is_glowing and not other.is_glowing:
            one, other = other, one
        if one.is_clear or other.is_clear:
            self._complain(node, "adds what lies behind, which does not travel")
            return other if one.is_clear else one
        if other.is_glowing and one.get("emission_strength") == NOTHING:
            for name in ("emission_color", "emission_strength"):
                one.values[name] = other.values[name]
            return one
        self._complain(node, "adds two shaders; only the first travels")
        return one


def _tint(base: Value, amount: Value, is_seen: bool) -> Value:
    """A tint of nothing need not follow the base colour."""
    followed = base.terms if is_seen else tuple(terms.at_rest(term) for term in base.terms)
    return Value(tuple(terms.mix(ONE, term, amount.terms[0]) for term in followed))


def shown_color(surface: Surface) -> Value | None:
    """Of light alone whose strength never changes: the colour that is shown. None if it is not just that."""
    color, strength = surface.get("emission_color"), surface.get("emission_strength").terms[0]
    if not surface.is_glowing or not isinstance(strength, Constant):
        return None
    return Value(tuple(terms.multiply(term, strength) for term in color.terms), color.image, color.is_known)


READERS = {
    "BSDF_PRINCIPLED": SurfaceReader._principled, "EEVEE_SPECULAR": SurfaceReader._specular,
    "EMISSION": SurfaceReader._emission, "BACKGROUND": SurfaceReader._emission,
    "BSDF_TRANSPARENT": SurfaceReader._transparent, "MIX_SHADER": SurfaceReader._mix,
    "ADD_SHADER": SurfaceReader._add,
}
