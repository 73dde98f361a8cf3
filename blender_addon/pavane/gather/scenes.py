# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole way from the open .blend to a document. It changes the open file: run it on a copy."""
from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import bpy
import numpy as np

from ..pavane_format import model
from ..report import Report
from ..settings import Settings
from . import (actions, blocks, drivers, finite, history, instances, libraries, modes, nla, properties, rest,
               sampled_channels, sampling, sharing, skins, stilled, worlds)
from .attributes import Attributes
from .cameras import Cameras
from .channels import ChannelGatherer
from .clips import Clips
from .custom_properties import CustomProperties
from .keyed import Keyed, KeyedFinder
from .lights import Lights
from .lister import Lister
from .materials import Materials
from .meshes import Meshes
from .morphs import MorphList
from .movables import Movables
from .nodes import Nodes, Place
from .paths import Paths
from .sampling import Sampler, Samples
from .scope import Scope
from .sharing import Others
from .sizes import Sizes
from .visibility import FLAGS, Visibility


class Gatherer:
    def __init__(self, settings: Settings, report: Report) -> None:
        self._settings = settings
        self._report = report
        self._paths = Paths()
        self._scope = Scope(settings)
        everything = blocks.all_blocks()
        rest.leave_tweak_mode(everything)
        inside = blocks.closure([self._scope.scene, *self._scope.everything()])
        is_usual = settings.clips == "actions"
        self._clips = Clips(everything, inside, self._paths, report if is_usual else Report())
        lister = Lister(self._scope.scene, everything, inside, self._paths, report)
        self._takes = modes.takes(settings.clips, self._clips, lister)
        self._actions = self._read_actions()
        self._rest = rest.Rest(self._clips, everything, self._paths, report)
        self._animated = properties.animated(self._clips, everything, self._paths)
        rest.stop_everything(everything)
        self._rest.restore()
        libraries.report_missing(self._report)
        drivers.report_drivers(everything, inside, self._paths, report)
        nla.report_strips(everything, settings.clips, report)
        instances.report_instances(self._scope, report)
        nla.report_markers(self._scope.scene, settings.clips, report)
        self._visibility = Visibility(self._scope.everything(), self._clips, everything, self._paths,
                                      settings.clips in ("nla-tracks", "scene"), report)
        self._rest.forget(FLAGS)
        self._visibility.shut(self._scope.hidden)
        self._scope.show()

    def _read_actions(self) -> list[list[Any]]:
        """Of each take, for an import, before anything is changed; strips could not be given back by their actions."""
        if not (self._settings.editing_data and self._settings.clips in ("actions", "active")):
            return [[] for _ in self._takes]
        known: dict[int, Any] = {}
        for take in self._takes:
            for keying in take.keyings:
                if keying.action.as_pointer() not in known:
                    known[keying.action.as_pointer()] = actions.read(keying.action, self._report)
        played = [dict.fromkeys(keying.action.as_pointer() for keying in take.keyings) for take in self._takes]
        return [[known[pointer] for pointer in pointers if known[pointer] is not None] for pointers in played]

    def gather(self) -> model.Document:
        scene = self._scope.scene
        scene.frame_set(scene.frame_start)
        self._report.progress.at(0.0, "reading the scene")
        self._movables = Movables(self._scope.everything())
        self._meshes = Meshes(self._report, self._settings.topology)
        self._materials = Materials(self._animated, self._report)
        self._attributes = Attributes(self._animated)
        self._morphs = MorphList(self._attributes)
        self._cameras = Cameras(self._attributes, self._report)
        self._lights = Lights(self._attributes, self._report)
        self._properties = CustomProperties(self._attributes, self._report)
        model_scene = self._empty_scene()
        mesh_of = self._gather_data(model_scene)
        places = {**self._materials.places(), **self._attributes.places(), **self._visibility.places()}
        self._sampler = Sampler(scene, self._movables, self._morphs.keys, places, self._report)
        at_rest = self._sampler.at(np.array([float(scene.frame_start)]))
        self._set_rest(at_rest)
        finder = KeyedFinder(self._movables, self._morphs, self._materials, self._attributes,
                             self._visibility, self._paths, self._report)
        keyed = [finder.find(take) for take in self._takes]
        animated = {(index, element) for found in keyed
                    for index, elements in found.movables.items() for element in elements}
        self._fill_scene(model_scene, mesh_of, animated)
        gatherer = ChannelGatherer(self._movables, self._morphs, self._materials, self._attributes,
                                   self._visibility, self._sampler, self._sizes(mesh_of, at_rest),
                                   self._settings.error_bound, self._report)
        with stilled.stilled() if self._sampler.simulation_start is None else nullcontext():
            clips = self._gather_clips(gatherer, keyed)
        for clip, found in zip(clips, self._actions):
            clip.actions = found
        unsteady = {self._movables.list[index].ob.as_pointer() for index in gatherer.unsteady}
        history.report_unsteady(self._scope.everything(), unsteady, self._report)
        self._materials.images.report_bytes()
        self._count(model_scene, clips)
        document = model.Document(self._info(), model_scene, self._meshes.meshes, clips,
                                  self._materials.images.images)
        finite.mend(document, self._report)
        return document

    # ---- The scene ----

    def _empty_scene(self) -> model.Scene:
        source = self._scope.scene
        return model.Scene(source.name, "z", source.unit_settings.scale_length, source.render.fps,
                           source.render.fps_base, source.frame_start, source.frame_end)

    def _gather_data(self, scene: model.Scene) -> dict[int, int | None]:
        """What the objects hold, and the sky. By object that is shown anywhere: its mesh."""
        shown = [*self._scope.objects, *(ob for found in self._scope.contents.values() for ob in found)]
        mesh_of = self._gather_meshes(shown)
        pointers = {ob.as_pointer() for ob in shown}
        for movable in self._movables.list:
            if not movable.bone and movable.ob.as_pointer() in pointers:
                self._cameras.index(movable.ob)
                self._lights.index(movable.ob)
        worlds.add_world(scene, self._scope.scene, self._attributes, self._report)
        self._properties.add_all(self._scope.scene, self._scope.everything(), self._materials.sources)
        return mesh_of

    def _sizes(self, mesh_of: dict[int, int | None], at_rest: Samples) -> Sizes:
        points = {ob: self._meshes.meshes[index].points for ob, index in mesh_of.items() if index is not None}
        return Sizes(self._movables, points, at_rest.matrices[0])

    def _gather_meshes(self, shown: list[Any]) -> dict[int, int | None]:
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
        self._materials.set_rest(samples.of_place)
        self._attributes.set_rest(samples.of_place)
        self._morphs.set_rest(samples)
        self._visibility.set_rest(samples)
        for index, movable in enumerate(self._movables.list):
            value = samples.matrices[:, index].astype(np.float64)
            base = samples.base(self._movables, np.array([index]))[:, 0]
            if sampling.is_elsewhere(movable, value, base):
                if movable.drop_flat_inverse():
                    self._report.note(f"object {movable.label}", "its parent inverse has no size, so that nothing leads "
                                      "back through it: it hangs on its parent without one, and is sampled")
                local = sampling.solve(movable, value, base)
                if sampling.is_lost(movable, value, base, local):
                    self._report.cause(movable.ob.name, sampling.LOST)
                parts = movable.take_apart(local)
                movable.rest.update({element: values[0] for element, values in parts.items()})

    def _fill_scene(self, scene: model.Scene, mesh_of: dict[int, int | None],
                    animated: set[tuple[int, str]]) -> None:
        source = self._scope.scene
        furnish = self._furnisher(scene, mesh_of)
        nodes = Nodes(self._scope, self._movables, animated, self._visibility.hidden, furnish)
        scene.nodes = nodes.list
        scene.camera = nodes.main.node(source.camera) if source.camera is not None else None
        scene.materials = self._materials.materials
        scene.cameras, scene.lights = self._cameras.list, self._lights.list
        scene.properties = self._properties.list

    def _furnisher(self, scene: model.Scene, mesh_of: dict[int, int | None]) -> Any:
        def furnish(node: model.Node, ob: Any, place: Place) -> None:
            node.camera = self._cameras.index(ob)
            node.light = self._lights.index(ob)
            node.mesh = mesh_of[ob.as_pointer()]
            if node.mesh is None:
                return
            node.slots = self._materials.slots(ob)
            found = skins.skins(ob, self._meshes.meshes[node.mesh], place.node, place.node)
            first = len(scene.skins)
            node.skin = first if found else None
            for number, skin in enumerate(found[:-1]):
                skin.next = first + number + 1
            scene.skins += found

        return furnish

    # ---- Clips ----

    def _gather_clips(self, gatherer: ChannelGatherer, keyed: list[Keyed]) -> list[model.Clip]:
        """All clips; those that move nothing of each other play together."""
        takes = self._takes
        clips = [take.clip(self._scope.scene.render) for take in takes]
        done = 0
        for group in sharing.groups(takes, alone=self._sampler.simulation_start is not None):
            self._tell_group([clips[index].name for index in group.clips], done, len(clips))
            done += len(group.clips)
            for index in group.clips:
                takes[index].play()
            try:
                if len(group.clips) > 1:
                    moments = [gatherer.moments(clips[index], takes[index].borders) for index in group.clips]
                    self._sampler.remember(np.unique(np.concatenate(moments)))
                for place, index in enumerate(group.clips):
                    gatherer.gather(clips[index], takes[index], keyed[index], Others(group, place))
            finally:
                self._sampler.forget()
                for index in group.clips:
                    takes[index].stop()
                self._rest.restore()
                self._visibility.restore()
        return clips

    def _tell_group(self, names: list[str], done: int, count: int) -> None:
        others = f" and {len(names) - 1} more" if len(names) > 1 else ""
        self._report.progress.at(0.1 + 0.8 * done / count, f"clip {names[0]!r}{others}, {done} of {count} are done")

    def _count(self, scene: model.Scene, clips: list[model.Clip]) -> None:
        report = self._report
        report.objects = len(self._scope.objects)
        report.nodes, report.meshes, report.clips = len(scene.nodes), len(self._meshes.meshes), len(clips)
        for clip in clips:
            for channel in clip.channels:
                kinds = {component.kind for component in channel.components}
                if "sampled" in kinds:
                    report.sampled += 1
                    sampled_channels.tell(channel, report)
                elif "curve" in kinds:
                    report.curve += 1
                else:
                    report.constant += 1

    def _info(self) -> model.Info:
        return model.Info("Pavane for Blender", "0.1.0", f"Blender {bpy.app.version_string}")
