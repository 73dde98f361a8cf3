# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole way from the open .blend to a document. It changes the open file: run it on a copy."""
from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from ..pavane_format import model
from ..report import Report
from ..settings import Settings
from . import (blocks, cameras, drivers, finite, history, instances, libraries, properties, rest, sampling,
               skins)
from .cameras import Cameras
from .channels import ChannelGatherer
from .clips import ActionClip, Clips
from .keyed import Keyed, KeyedFinder
from .materials import Materials
from .meshes import Meshes
from .morphs import MorphList
from .movables import Movables
from .nodes import Nodes, Place
from .paths import Paths
from .sampling import Sampler, Samples
from .scope import Scope


class Gatherer:
    def __init__(self, settings: Settings, report: Report) -> None:
        self._report = report
        self._paths = Paths()
        self._scope = Scope(settings)
        everything = blocks.all_blocks()
        rest.leave_tweak_mode(everything)
        inside = blocks.closure([self._scope.scene, *self._scope.everything()])
        self._clips = Clips(everything, inside, self._paths, report)
        self._rest = rest.Rest(self._clips, everything, self._paths, report)
        self._animated = properties.animated(self._clips, everything, self._paths)
        rest.stop_everything(everything)
        self._rest.restore()
        libraries.report_missing(self._report)
        drivers.report_drivers(everything, inside, self._paths, report)
        instances.report_instances(self._scope, report)
        self._hidden = self._hidden_flags()
        self._rest.free_visibility(self._clips, everything)
        self._scope.show()

    def gather(self) -> model.Document:
        scene = self._scope.scene
        scene.frame_set(scene.frame_start)
        self._movables = Movables(self._scope.everything())
        self._meshes, self._cameras = Meshes(self._report), Cameras()
        self._materials = Materials(self._animated, self._report)
        self._morphs = MorphList()
        mesh_of = self._gather_meshes()
        self._sampler = Sampler(scene, self._movables, self._morphs.keys, self._materials.places(),
                                self._report)
        self._set_rest(self._sampler.at(np.array([float(scene.frame_start)])))
        finder = KeyedFinder(self._movables, self._morphs, self._materials, self._paths, self._report)
        keyed = [finder.find(clip) for clip in self._clips.clips]
        animated = {(index, element) for found in keyed
                    for index, elements in found.movables.items() for element in elements}
        model_scene = self._scene(mesh_of, animated)
        gatherer = ChannelGatherer(self._movables, self._morphs, self._materials, self._sampler)
        clips = [self._clip(gatherer, clip, found) for clip, found in zip(self._clips.clips, keyed)]
        unsteady = {self._movables.list[index].ob.as_pointer() for index in gatherer.unsteady}
        history.report_unsteady(self._scope.everything(), unsteady, self._report)
        self._materials.images.report_bytes()
        self._count(model_scene, clips)
        document = model.Document(self._info(), model_scene, self._meshes.meshes, clips,
                                  self._materials.images.images)
        finite.mend(document, self._report)
        return document

    # ---- The scene ----

    def _hidden_flags(self) -> dict[int, tuple[bool, bool]]:
        """The objects' own flags, before everything is shown; what collections hide is the scope's to say."""
        return {ob.as_pointer(): (ob.hide_viewport, ob.hide_render) for ob in self._scope.everything()}

    def _gather_meshes(self) -> dict[int, int | None]:
        """By object that is shown anywhere: its mesh."""
        shown = [*self._scope.objects, *(ob for found in self._scope.contents.values() for ob in found)]
        mesh_of: dict[int, int | None] = {}
        for ob in sorted(shown, key=blocks.order):
            if ob.as_pointer() in mesh_of:
                continue
            index = self._meshes.add(ob)
            mesh_of[ob.as_pointer()] = index
            if index is not None:
                self._materials.slots(ob)
                self._morphs.add(ob.data, self._meshes.meshes[index])
        return mesh_of

    def _set_rest(self, samples: Samples) -> None:
        """Where constraints or drivers move something away from what its properties say, that is its rest."""
        self._morphs.set_rest(samples)
        self._materials.set_rest(samples.of_place)
        for index, movable in enumerate(self._movables.list):
            value = samples.matrices[:, index].astype(np.float64)
            base = samples.base(self._movables, np.array([index]))[:, 0]
            if sampling.is_elsewhere(movable, value, base):
                parts = movable.take_apart(sampling.solve(movable, value, base))
                movable.rest.update({element: values[0] for element, values in parts.items()})

    def _scene(self, mesh_of: dict[int, int | None], animated: set[tuple[int, str]]) -> model.Scene:
        source = self._scope.scene
        scene = model.Scene(source.name, "z", source.unit_settings.scale_length, source.render.fps,
                            source.render.fps_base, source.frame_start, source.frame_end)
        furnish = self._furnisher(scene, mesh_of)
        nodes = Nodes(self._scope, self._movables, animated, self._hidden, furnish)
        scene.nodes = nodes.list
        scene.world_color = cameras.world_color(source.world, self._report)
        scene.camera = nodes.main.node(source.camera) if source.camera is not None else None
        scene.materials = self._materials.materials
        scene.cameras, scene.lights = self._cameras.cameras, self._cameras.lights
        return scene

    def _furnisher(self, scene: model.Scene, mesh_of: dict[int, int | None]) -> Any:
        def furnish(node: model.Node, ob: Any, place: Place) -> None:
            node.camera = self._cameras.camera(ob)
            node.light = self._cameras.light(ob)
            node.mesh = mesh_of[ob.as_pointer()]
            if node.mesh is None:
                return
            node.slots = self._materials.slots(ob)
            skin = skins.skin(ob, self._meshes.meshes[node.mesh], place.node, place.node)
            if skin is not None:
                node.skin = len(scene.skins)
                scene.skins.append(skin)

        return furnish

    # ---- Clips ----

    def _clip(self, gatherer: ChannelGatherer, source: ActionClip, keyed: Keyed) -> model.Clip:
        action, render = source.action, self._scope.scene.render
        clip = model.Clip(action.name, blocks.library(action), "loop" if action.use_cyclic else "stay",
                          render.fps, render.fps_base, source.start, max(source.start, source.end))
        rest.play(source)
        try:
            gatherer.gather(clip, keyed)
        finally:
            rest.stop(source)
            self._rest.restore()
        return clip

    def _count(self, scene: model.Scene, clips: list[model.Clip]) -> None:
        report = self._report
        report.objects = len(self._scope.objects)
        report.nodes, report.meshes, report.clips = len(scene.nodes), len(self._meshes.meshes), len(clips)
        for clip in clips:
            for channel in clip.channels:
                kinds = {component.kind for component in channel.components}
                if "sampled" in kinds:
                    report.sampled += 1
                elif "curve" in kinds:
                    report.curve += 1
                else:
                    report.constant += 1

    def _info(self) -> model.Info:
        return model.Info("Pavane for Blender", "0.1.0", f"Blender {bpy.app.version_string}")
