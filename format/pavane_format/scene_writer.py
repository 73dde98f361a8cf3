# SPDX-License-Identifier: MIT
"""The SCNE chunk of a scene."""
from __future__ import annotations

from . import layout, property_writer
from .model import Element, Image, Material, Mesh, Node, Scene, Skin, Texture
from .pack import Text, enum, floats, optional, records
from .tables import Arrays

ELEMENT_SIZES = {"translate": 3, "rotate_axis": 4, "quaternion": 4, "axis_angle": 4, "scale": 6, "matrix": 16}
STACK_LIMIT = 32
SKIN_LIMIT = 32
INPUT_LIMIT = 128
INPUT_SIZES = (1, 3, 4)
TABLES = layout.CHUNKS["SCNE"].tables


def arrays(scene: Scene, meshes: list[Mesh], images: list[Image]) -> Arrays:
    return _SceneWriter(scene, meshes, images).arrays()


def flags(name: str, thing: object) -> int:
    """The bits of the attributes that are called as the flags are, and are true."""
    bits = layout.ENUMS[name]
    return sum(bits[name] for name in bits if getattr(thing, name))


def skin_chain(skins: list[Skin], first: int) -> list[int]:
    """The skin and those after it; cut off where they are too many."""
    chain = [first]
    while (after := skins[chain[-1]].next) is not None and len(chain) <= SKIN_LIMIT:
        chain.append(after)
    return chain


class _SceneWriter:
    def __init__(self, scene: Scene, meshes: list[Mesh], images: list[Image]) -> None:
        self.scene = scene
        self.meshes = meshes
        self.images = images
        self.text = Text()
        names = ("nodes", "elements", "skins", "joints", "slots", "materials", "material_inputs", "textures")
        self.rows: dict[str, list[dict]] = {name: [] for name in names}
        self.element_values: list[float] = []
        self.input_values: list[float] = []

    def arrays(self) -> Arrays:
        scene = self.scene
        for i, skin in enumerate(scene.skins):
            self.add_skin(i, skin)
        for i, node in enumerate(scene.nodes):
            self.add_node(i, node)
        for i, material in enumerate(scene.materials):
            self.add_material(f"material {i}", material)
        result = {
            name: records(TABLES[name], rows, lambda i, name=name: f"{name}[{i}]")
            for name, rows in self.rows.items()
            if name not in ("nodes", "materials")
        }
        result["nodes"] = records(TABLES["nodes"], self.rows["nodes"], self.node_name)
        result["materials"] = records(TABLES["materials"], self.rows["materials"], lambda i: f"material {i}")
        result["element_values"] = floats(self.element_values, (-1,), "element values")
        result["input_values"] = floats(self.input_values, (-1,), "input values")
        result["scene"] = records(TABLES["scene"], [self.scene_row()], lambda i: f"scene {scene.name!r}")
        for kind in ("cameras", "lights"):
            things = getattr(scene, kind)
            result[kind] = records(
                TABLES[kind],
                [self.plain_row(kind, i, thing) for i, thing in enumerate(things)],
                lambda i, kind=kind, things=things: f"{TABLES[kind].record} {things[i].name!r}",
            )
        result |= property_writer.arrays(scene.properties, self.text)
        result["text"] = self.text.array()
        return result

    def node_name(self, i: int) -> str:
        return f"node {i} {self.scene.nodes[i].name!r}"

    def refer(self, reference: int | None, things: list, where: str) -> int:
        if reference is not None and not 0 <= reference < len(things):
            raise ValueError(f"{where} is {reference}, but there are {len(things)}")
        return optional(reference)

    def scene_row(self) -> dict:
        scene, where = self.scene, f"scene {self.scene.name!r}"
        if scene.frame_end < scene.frame_start:
            raise ValueError(
                f"{where}: ends at frame {scene.frame_end}, before its start at {scene.frame_start}"
            )
        return {
            "name": self.text.add(scene.name, where),
            "up_axis": enum("axis", scene.up_axis, where),
            "unit_scale": scene.unit_scale,
            "fps": scene.fps,
            "fps_base": scene.fps_base,
            "frame_start": scene.frame_start,
            "frame_end": scene.frame_end,
            "camera": self.refer(scene.camera, scene.nodes, f"{where}: camera"),
            "world_color": scene.world_color,
        }

    def plain_row(self, kind: str, i: int, thing: object) -> dict:
        """The row of a thing whose attributes are called as the fields are."""
        where, row = f"{TABLES[kind].record} {i}", {}
        for field in TABLES[kind].fields:
            if field.type == "flags":
                row[field.name] = flags(field.ref, thing)
                continue
            value = getattr(thing, field.name)
            if field.type == "string":
                value = self.text.add(value, where)
            elif field.type == "enum":
                value = enum(field.ref, value, where)
            row[field.name] = value
        return row

    # ---- Nodes ----

    def add_node(self, i: int, node: Node) -> None:
        where, nodes = self.node_name(i), self.scene.nodes
        if node.parent is not None and not 0 <= node.parent < i:
            raise ValueError(f"{where}: its parent is {node.parent}, but parents stand before their children")
        if node.kind == "bone" and (
            node.armature is None
            or not 0 <= node.armature < len(nodes)
            or nodes[node.armature].kind != "object"
        ):
            raise ValueError(f"{where}: a bone's armature must be an object, but it is {node.armature}")
        self.check_inherits(node, where)
        self.check_skin(node, where)
        row = {
            "kind": enum("node_kind", node.kind, where),
            "name": self.text.add(node.name, where),
            "library": self.text.add(node.library, where),
            "parent": optional(node.parent),
            "armature": self.refer(node.armature, nodes, f"{where}: armature"),
            "instancer": self.refer(node.instancer, nodes, f"{where}: instancer"),
            "elements_first": len(self.rows["elements"]),
            "elements_count": len(node.elements),
            "mesh": self.refer(node.mesh, self.meshes, f"{where}: mesh"),
            "skin": optional(node.skin),
            "camera": self.refer(node.camera, self.scene.cameras, f"{where}: camera"),
            "light": self.refer(node.light, self.scene.lights, f"{where}: light"),
            "slots_first": len(self.rows["slots"]),
            "slots_count": len(node.slots),
            "flags": flags("node_flag", node),
            "length": node.length,
            "inherit_scale": enum("inherit_scale", node.inherit_scale, where),
        }
        self.rows["nodes"].append(row)
        self.rows["slots"] += [
            {"material": self.refer(slot, self.scene.materials, f"{where}: slot {k}")}
            for k, slot in enumerate(node.slots)
        ]
        if len(node.elements) > STACK_LIMIT:
            raise ValueError(
                f"{where}: has {len(node.elements)} elements, but {STACK_LIMIT} at most are allowed"
            )
        names = [element.name for element in node.elements]
        for element in node.elements:
            if names.count(element.name) > 1:
                raise ValueError(f"{where}: two elements are called {element.name!r}")
            self.add_element(element, f"{where}: element {element.name!r}")

    def check_inherits(self, node: Node, where: str) -> None:
        if node.inherit_scale == "full" and not (node.no_inherit_rotation or node.no_local_location):
            return
        if node.kind != "bone":
            raise ValueError(f"{where}: only bones may leave out what they inherit")
        parent = None if node.parent is None else self.scene.nodes[node.parent]
        if node.parent != node.armature and (
            parent is None or parent.kind != "bone" or parent.armature != node.armature
        ):
            raise ValueError(
                f"{where}: does not inherit all, so its parent must be its armature or one of its bones"
            )

    def add_element(self, element: Element, where: str) -> None:
        kind = enum("element_kind", element.kind, where)
        values = floats(element.values, (ELEMENT_SIZES[element.kind],), where)
        self.rows["elements"].append(
            {
                "name": self.text.add(element.name, where),
                "kind": kind,
                "values_first": len(self.element_values),
                "values_count": len(values),
            }
        )
        self.element_values += values.tolist()

    # ---- Skins ----

    def check_skin(self, node: Node, where: str) -> None:
        if node.skin is None:
            return
        self.refer(node.skin, self.scene.skins, f"{where}: skin")
        if node.mesh is None:
            raise ValueError(f"{where}: has a skin, but no mesh")
        self.refer(node.mesh, self.meshes, f"{where}: mesh")
        groups = len(self.meshes[node.mesh].groups)
        for s in skin_chain(self.scene.skins, node.skin):
            skin = self.scene.skins[s]
            for k, joint in enumerate(skin.joints):
                if not 0 <= joint.group < groups:
                    raise ValueError(
                        f"{where}: joint {k} of its skin {s} moves group {joint.group}, but there are {groups}"
                    )
            if skin.mask is not None and not 0 <= skin.mask < groups:
                raise ValueError(f"{where}: the mask of its skin {s} is group {skin.mask}, but there are {groups}")

    def add_skin(self, i: int, skin: Skin) -> None:
        where, nodes = f"skin {i}", self.scene.nodes
        if skin.armature is None:
            raise ValueError(f"{where}: has no armature")
        if skin.next is not None and not i < skin.next < len(self.scene.skins):
            raise ValueError(f"{where}: the next skin {skin.next} is not one that stands after it")
        if len(skin_chain(self.scene.skins, i)) > SKIN_LIMIT:
            raise ValueError(f"{where}: more than {SKIN_LIMIT} skins one after the other")
        self.rows["skins"].append(
            {
                "armature": self.refer(skin.armature, nodes, f"{where}: armature"),
                "joints_first": len(self.rows["joints"]),
                "joints_count": len(skin.joints),
                "blending": enum("skin_blending", skin.blending, where),
                "next": optional(skin.next),
                "mask": optional(skin.mask),
                "flags": flags("skin_flag", skin),
            }
        )
        for k, joint in enumerate(skin.joints):
            place = f"{where}: joint {k}"
            if joint.node is None:
                raise ValueError(f"{place}: has no node")
            self.rows["joints"].append(
                {
                    "group": joint.group,
                    "node": self.refer(joint.node, nodes, f"{place}: node"),
                    "inverse_bind": floats(joint.inverse_bind, (16,), f"{place}: inverse bind"),
                }
            )

    # ---- Materials ----

    def add_material(self, where: str, material: Material) -> None:
        self.rows["materials"].append(
            {
                "name": self.text.add(material.name, where),
                "library": self.text.add(material.library, where),
                "alpha_mode": enum("alpha_mode", material.alpha_mode, where),
                "flags": flags("material_flag", material),
                "inputs_first": len(self.rows["material_inputs"]),
                "inputs_count": len(material.inputs),
                "textures_first": len(self.rows["textures"]),
                "textures_count": len(material.textures),
            }
        )
        if len(material.inputs) > INPUT_LIMIT:
            raise ValueError(
                f"{where}: has {len(material.inputs)} inputs, but {INPUT_LIMIT} at most are allowed"
            )
        for k, texture in enumerate(material.textures):
            self.add_texture(f"{where}: texture {k}", material, texture)
        self.add_inputs(where, material)

    def add_inputs(self, where: str, material: Material) -> None:
        names = [given.name for given in material.inputs]
        for given in material.inputs:
            place = f"{where}: input {given.name!r}"
            if names.count(given.name) > 1:
                raise ValueError(f"{where}: two inputs are called {given.name!r}")
            values = floats(given.values, (-1,), place)
            if len(values) not in INPUT_SIZES:
                raise ValueError(f"{place}: has {len(values)} values, but must have 1, 3 or 4")
            self.rows["material_inputs"].append(
                {
                    "name": self.text.add(given.name, place),
                    "values_first": len(self.input_values),
                    "values_count": len(values),
                }
            )
            self.input_values += values.tolist()

    def add_texture(self, where: str, material: Material, texture: Texture) -> None:
        """Before its material's inputs are added, so that they begin where the rows end."""
        if texture.input is None or texture.image is None:
            raise ValueError(f"{where}: has no {'input' if texture.input is None else 'image'}")
        row = {
            "image": self.refer(texture.image, self.images, f"{where}: image"),
            "uv_layer": self.text.add(texture.uv_layer, where),
        }
        for name in ("input", "location", "rotation", "scale"):
            place, given = f"{where}: {name}", getattr(texture, name)
            row[name] = self.refer(given, material.inputs, place)
            if given is None:
                continue
            if name != "input" and len(material.inputs[given].values) != 3:
                raise ValueError(f"{place}: input {material.inputs[given].name!r} must have 3 values")
            row[name] += len(self.rows["material_inputs"])
        for name, kind in (
            ("channel", "texture_channel"),
            ("extension", "texture_extension"),
            ("filter", "texture_filter"),
        ):
            row[name] = enum(kind, getattr(texture, name), where)
        self.rows["textures"].append(row)
