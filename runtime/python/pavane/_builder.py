# SPDX-License-Identifier: MIT
"""pavane.Builder: makes a document in a program."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from ._arrays import Numbers, count, floats, indices, vector
from ._builder_looks import LooksBuilder
from ._checks import checked, listed, refusal, rows
from ._checks import number as check_number
from ._checks import whole as check_whole
from ._enums import (
    NONE,
    Axis,
    Conversion,
    ElementKind,
    InheritScale,
    MeshSmoothing,
    NodeFlag,
    PlayMode,
    SampleInterpolation,
    SequenceInterpolation,
    SkinBlending,
    SkinFlag,
    TargetKind,
)
from ._members import member
from ._packing import (
    JOINT,
    SEQUENCE_KEY,
    Component,
    Index,
    Names,
    Weights,
    packed_between,
    packed_component,
    packed_components,
    packed_element,
    packed_weights,
)
from ._pavane import Builder as LowBuilder
from ._pavane import Document, version
from ._records import Element, Joint

class Builder(LooksBuilder):
    """Makes a document in a program: add what it holds, then `finish`.

    Adding returns the index of what was added; where an index is wanted, the name does as well.  The finished
    document goes through the same validation as a file.  The first failure of the library stays: what is
    added after it, and `finish`, raise it again.
    """

    @checked
    def __init__(
        self,
        *,
        scene_name: str = "",
        clips_alone: bool = False,
        fps: int = 24,
        fps_base: float = 1.0,
        frame_start: float = 0.0,
        frame_end: float = 0.0,
        up_axis: Axis = Axis.Z,
        unit_scale: float = 1.0,
        world_color: Sequence[float] = (0.0, 0.0, 0.0),
        writer: str = "pavane",
        writer_version: str = version,
        source: str = "",
    ) -> None:
        if fps < 1 or fps_base <= 0:
            raise ValueError(f"{fps} frames per {fps_base} seconds: both must be above 0")
        low = LowBuilder(
            writer,
            writer_version,
            source,
            clips_alone,
            scene_name,
            up_axis,
            unit_scale,
            fps,
            fps_base,
            frame_start,
            frame_end,
            vector("world_color", world_color, 3),
        )
        super().__init__(low)
        self._nodes = Names("node")
        self._meshes = Names("mesh")
        self._clips = Names("clip")
        self._skins = Names("skin")
        self._sizes: list[tuple[int, int]] = []  # Points and vertices of each mesh.
        self._morphs: list[tuple[str, Names]] = []  # Library and morphs of each mesh.

    def __repr__(self) -> str:
        nodes, meshes, clips = (len(part.names) for part in (self._nodes, self._meshes, self._clips))
        return f"<pavane.Builder of {nodes} nodes, {meshes} meshes, {clips} clips>"

    def finish(self) -> Document:
        """A document of all that was added so far; the builder stays as it is."""
        return self._builder.finish()

    # ---- Nodes ----

    @checked
    def add_node(
        self,
        name: str,
        parent: Index | None = None,
        *,
        elements: Iterable[Element | tuple[str, ElementKind, Numbers | None]] | None = None,
        mesh: Index | None = None,
        skin: int | None = None,
        camera: Index | None = None,
        light: Index | None = None,
        slots: Iterable[Index | None] = (),
        instancer: Index | None = None,
        flags: NodeFlag = NodeFlag(0),  # noqa: B008
        library: str = "",
    ) -> int:
        """An object.  `elements` are its stack, by default location, rotation and scale at rest."""
        # What is unknown is told before anything is added.
        shown = self._meshes.index(mesh), self._skins.index(skin)
        carried = self._cameras.index(camera), self._lights.index(light), self._nodes.index(instancer, "instancer")
        node = self._add_node(name, parent, None, elements, slots, flags, library, 0.0)
        if mesh is not None:
            self._builder.set_mesh(node, *shown)
        setters = (self._builder.set_camera, self._builder.set_light, self._builder.set_instancer)
        for given, index, place in zip((camera, light, instancer), carried, setters, strict=True):
            if given is not None:
                place(node, index)
        return node

    @checked
    def add_bone(
        self,
        name: str,
        armature: Index,
        parent: Index | None = None,
        *,
        elements: Iterable[Element | tuple[str, ElementKind, Numbers | None]] | None = None,
        length: float = 0.0,
        inherit_scale: InheritScale = InheritScale.FULL,
        flags: NodeFlag = NodeFlag(0),
        library: str = "",
    ) -> int:
        """A bone of an armature's node; without a parent it is below the armature.

        The first element, if it is a matrix, is the rest of the bone seen from its parent's.
        """
        parent = armature if parent is None else parent
        return self._add_node(name, parent, armature, elements, (), flags, library, length, inherit_scale)

    def _add_node(
        self,
        name: str,
        parent: Index | None,
        armature: Index | None,
        elements: Iterable[Element | tuple[str, ElementKind, Numbers | None]] | None,
        slots: Iterable[Index | None],
        flags: NodeFlag,
        library: str,
        length: float,
        inherit_scale: InheritScale = InheritScale.FULL,
    ) -> int:
        if elements is None:
            elements = [
                ("location", ElementKind.TRANSLATE, None),
                ("rotation", ElementKind.QUATERNION, None),
                ("scale", ElementKind.SCALE, None),
            ]
        stack = tuple(packed_element(*e) for e in rows("elements", "Elements, or of (name, kind, values)", elements, 3))
        shown = listed("slots", "a sequence of materials", slots)
        materials = indices("slots", [self._materials.index(slot, "slots") for slot in shown])
        parents = self._nodes.index(parent, "parent"), self._nodes.index(armature, "armature")
        return self._nodes.add(
            name,
            self._builder.add_node(
                *parents, name, library, stack, materials, flags, length, inherit_scale
            ),
        )

    @checked
    def set_mesh(self, node: Index, mesh: Index, skin: int | None = None) -> None:
        """Shows a mesh, deformed by a skin."""
        self._builder.set_mesh(self._nodes.index(node), self._meshes.index(mesh), self._skins.index(skin))

    @checked
    def set_scene_camera(self, node: Index) -> None:
        self._builder.set_scene_camera(self._nodes.index(node))

    @checked
    def add_skin(self, armature: Index, joints: Iterable[Joint | tuple[int, Index, Numbers]]) -> int:
        """Joints are (group of the mesh, bone's node, inverse bind matrix of 16 numbers)."""
        packed = [self._joint(*joint) for joint in rows("joints", "Joints, or of (group, node, matrix)", joints, 3)]
        index = self._nodes.index(armature, "armature")
        return self._skins.add("", self._builder.add_skin(index, b"".join(packed)))

    def _joint(self, group: int, node: Index, inverse_bind: Numbers) -> bytes:
        check_whole("joints: group", group)
        matrix = vector("joints: matrix", inverse_bind, 16)
        return JOINT.pack(group, self._nodes.index(node, "joints"), *matrix)

    @checked
    def set_skin(
        self,
        skin: int,
        blending: SkinBlending = SkinBlending.LINEAR,
        *,
        next: int | None = None,
        mask: int | None = None,
        flags: SkinFlag = SkinFlag(0),
    ) -> None:
        """How a skin blends its bones; the skin, added after it, that deforms what comes out; the group of
        the mesh that says how much it counts at a point (None: all of it everywhere)."""
        self._builder.set_skin(skin, blending, NONE if next is None else next, NONE if mask is None else mask, flags)

    # ---- Meshes ----

    @checked
    def add_mesh(
        self,
        name: str,
        points: Numbers,
        polygons: Iterable[Sequence[int]] | Numbers | None = None,
        *,
        corners: Numbers | None = None,
        slots: Numbers | None = None,
        vertices: Numbers | None = None,
        normals: Numbers | None = None,
        smooth: bool = False,
        triangles: Numbers | None = None,
        primitives: Numbers | None = None,
        library: str = "",
        error: float = 0.0,
    ) -> int:
        """Points are three numbers each; `polygons` are sequences of points, or with `corners` their sizes;
        without any there are points alone.

        What is drawn is computed where it is not given: a vertex per corner, a fan of triangles per polygon,
        and normals, those of the points when `smooth`.  `slots` says which material slot each polygon shows.
        `vertices` are corners, `normals` theirs, `triangles` three vertices each, `primitives` (slot, first
        index, number of indices).  `error` is how far it was rounded before, as in a file.
        """
        sizes: Numbers | None = polygons
        faces: Numbers | None = None
        if polygons is not None and corners is None:
            given = listed("polygons", "a sequence of polygons", polygons)
            faces = [listed("polygons", "a sequence of points", face) for face in given]
            sizes = [len(face) for face in faces]
            corners = faces
        if points is None:
            raise refusal("points", "a sequence of numbers", points)
        packed_points = floats("points", points, 3)
        packed_corners = indices("polygons" if corners is faces else "corners", corners)
        packed_vertices = indices("vertices", vertices)
        mesh = self._builder.add_mesh(
            name,
            library,
            smooth,
            error,
            packed_points,
            indices("polygons", sizes),
            packed_corners,
            indices("slots", slots),
            packed_vertices,
            floats("normals", normals, 3),
            indices("triangles", triangles, 3),
            indices("primitives", primitives, 3),
        )
        vertex_count = count(packed_corners if packed_vertices is None else packed_vertices, 1)
        self._sizes.append((count(packed_points, 3), vertex_count))
        self._morphs.append((library, Names("morph")))
        return self._meshes.add(name, mesh)

    @checked
    def set_smoothing(
        self,
        mesh: Index,
        smoothing: MeshSmoothing,
        *,
        sharp_angle: float = math.pi,
        flat_polygons: Iterable[int] = (),
        sharp_corners: Iterable[int] = (),
    ) -> None:
        """Once per mesh: where its normals come from, for a scene with exact normals.  Sharp corners are those
        from which the edge to the next one of their polygon is sharp."""
        self._builder.set_smoothing(
            self._meshes.index(mesh),
            smoothing,
            sharp_angle,
            indices("flat_polygons", listed("flat_polygons", "a sequence of polygons", flat_polygons)),
            indices("sharp_corners", listed("sharp_corners", "a sequence of corners", sharp_corners)),
        )

    @checked
    def add_uv_layer(self, mesh: Index, name: str, values: Numbers) -> int:
        """Two numbers per vertex."""
        index = self._meshes.index(mesh)
        return self._builder.add_uv_layer(index, self._sizes[index][1], name, floats("values", values, 2))

    @checked
    def add_color_layer(self, mesh: Index, name: str, values: Numbers) -> int:
        """Four numbers per vertex."""
        index = self._meshes.index(mesh)
        return self._builder.add_color_layer(index, self._sizes[index][1], name, floats("values", values, 4))

    @checked
    def set_weights(self, mesh: Index, groups: Sequence[str], weights: Iterable[Weights]) -> None:
        """Once per mesh: the weights of each point, by group or as (group, weight) pairs."""
        index = self._meshes.index(mesh)
        point_count = self._sizes[index][0]
        self._builder.set_weights(index, point_count, *packed_weights(point_count, groups, weights))

    @checked
    def add_morph(
        self,
        mesh: Index,
        name: str,
        deltas: Numbers,
        *,
        points: Numbers | None = None,
        normal_deltas: Numbers | None = None,
        vertices: Numbers | None = None,
        value: float = 0.0,
        minimum: float = 0.0,
        maximum: float = 1.0,
    ) -> int:
        """A relative shape key: what it adds to `points` (default: all) and to the normals of `vertices`."""
        index = self._meshes.index(mesh)
        if deltas is None:
            raise refusal("deltas", "a sequence of numbers", deltas)
        of_points = indices("points", points), floats("deltas", deltas, 3)
        of_vertices = indices("vertices", vertices), floats("normal_deltas", normal_deltas, 3)
        morph = self._builder.add_morph(index, name, value, minimum, maximum, *of_points, *of_vertices)
        return self._morphs[index][1].add(name, morph)

    @checked
    def set_sequence(
        self, mesh: Index, keys: Iterable[tuple[float, SequenceInterpolation, Index | None]], *, eval_time: float = 0.0
    ) -> None:
        """Once per mesh: absolute shape keys, the shapes that it goes through, in the order of their frames.

        Each is (frame, interpolation, morph), a morph of the mesh or None, the mesh at rest.  A channel with the kind
        TargetKind.MESH and the element `eval_time` drives where the mesh is, at rest at `eval_time`.
        """
        index = self._meshes.index(mesh)
        morphs = self._morphs[index][1]
        packed = []
        for frame, kind, morph in rows("keys", "(frame, interpolation, morph)", keys, 3):
            check_number("keys: frame", frame)
            interpolation = member("keys: interpolation", "SequenceInterpolation", kind)
            packed.append(SEQUENCE_KEY.pack(frame, interpolation, morphs.index(morph, "keys")))
        self._builder.set_sequence(index, b"".join(packed), eval_time)

    # ---- Clips ----

    @checked
    def add_clip(
        self,
        name: str,
        *,
        frame_start: float = 0.0,
        frame_end: float = 0.0,
        play_mode: PlayMode = PlayMode.STAY,
        fps: int = 0,
        fps_base: float = 0.0,
        library: str = "",
        error: float = 0.0,
        error_bound: float = 0.0,
    ) -> int:
        """Start and end 0: from the first to the last key; fps 0: that of the scene.

        `error` is the largest of its samples if it was measured, `error_bound` what it was to stay below.
        """
        frames = (frame_start, frame_end)
        return self._clips.add(
            name,
            self._builder.add_clip(name, library, play_mode, fps, fps_base, *frames, error, error_bound),
        )

    @checked
    def add_samples(
        self,
        clip: Index,
        rate: int,
        samples: Numbers,
        lanes: int = 1,
        cuts: Iterable[tuple[float, Sequence[float], Sequence[float]]] = (),
        *,
        interpolation: SampleInterpolation = SampleInterpolation.LINEAR,
        knots: Iterable[tuple[float, Sequence[float]]] = (),
    ) -> int:
        """A group of samples, all lanes of a moment together, for components that are a Lane of it.

        A cut is a frame where the lanes jump, what each comes to there, and what each goes on from; a knot is a
        frame between the samples, and what each lane is there.
        """
        index = self._clips.index(clip)
        if lanes < 1:
            raise ValueError("lanes: there is at least one")
        if samples is None:
            raise refusal("samples", "a sequence of numbers", samples)
        between = [packed_between("knot", lanes, *knot) for knot in rows("knots", "(frame, values)", knots, 2)]
        jumps = [packed_between("cut", lanes, *cut) for cut in rows("cuts", "(frame, before, after)", cuts, 3)]
        group = self._builder.add_samples(index, rate, lanes, floats("samples", samples, lanes), interpolation)
        for frame, values in between:
            self._builder.add_knot(index, frame, values)
        for frame, values in jumps:
            self._builder.add_cut(index, frame, values)
        return group

    @checked
    def add_channel(
        self,
        clip: Index,
        owner: str,
        element: str,
        components: Mapping[int, Component] | Sequence[Component],
        *,
        part: str = "",
        kind: TargetKind | None = None,
        conversion: Conversion = Conversion.NONE,
        library: str = "",
    ) -> int:
        """What drives an element: of an object, with `part` of a bone, or what `kind` says.

        A component is a number, keys (`Key` or (frame, value)), `Keys`, a `Lane` of samples or a `Base`.
        """
        if kind is None:
            kind = TargetKind.BONE if part else TargetKind.OBJECT
        place = self._clips.index(clip), kind, library, owner, part, element
        return self._builder.add_channel(*place, conversion, packed_components(components))

    @checked
    def add_morph_channel(self, clip: Index, mesh: Index, morph: Index, weight: Component) -> int:
        """What drives a morph's weight: found by its index in the mesh or by its name, stored by the names of both."""
        index = self._meshes.index(mesh)
        library, morphs = self._morphs[index]
        part = morphs.names[morphs.index(morph)]
        place = self._clips.index(clip), TargetKind.MORPH, library, self._meshes.names[index], part, "value"
        return self._builder.add_channel(*place, Conversion.NONE, (packed_component(0, weight, "weight"),))

    @checked
    def add_event(self, clip: Index, name: str, frame: float) -> int:
        """Something that happens at a frame, in the order of their frames."""
        return self._builder.add_event(self._clips.index(clip), name, frame)
