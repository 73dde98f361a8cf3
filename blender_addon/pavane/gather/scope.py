# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects are exported, and how all of them are made visible so that Blender evaluates them."""
from __future__ import annotations

from typing import Any, Iterable, Iterator

import bpy

from ..settings import Settings
from . import blocks


class ScopeError(Exception):
    """The settings name something that the file does not have."""


class Scope:
    """The objects of a scene and view layer, and what they show as collection instances."""

    def __init__(self, settings: Settings) -> None:
        self.scene = _named(bpy.data.scenes, settings.scene, "scene") or bpy.context.window.scene
        layers = self.scene.view_layers
        default = bpy.context.window.view_layer if self.scene == bpy.context.window.scene else layers[0]
        self.view_layer = _named(layers, settings.view_layer, "view layer") or default
        bpy.context.window.scene = self.scene
        bpy.context.window.view_layer = self.view_layer
        leave_edit_mode()
        self.hidden = _hidden_objects(self.view_layer.layer_collection)
        chosen = [ob for ob in self.view_layer.objects if self._is_chosen(ob, settings)]
        self.objects = sorted(chosen, key=blocks.order)
        self.contents: dict[int, list[Any]] = {}  # of each collection that is instanced: its objects
        self.hidden_in: dict[int, dict[str, set[int]]] = {}  # and which of them its own collections hide
        self._find_contents(self.objects)

    def _is_chosen(self, ob: Any, settings: Settings) -> bool:
        if settings.collection:
            collection = _named(bpy.data.collections, settings.collection, "collection")
            if not any(ob == other for other in collection.all_objects):
                return False
        if settings.visible and not ob.visible_get(view_layer=self.view_layer):
            return False
        if settings.selected and not ob.select_get(view_layer=self.view_layer):
            return False
        return not (settings.renderable and (ob.hide_render or ob.as_pointer() in self.hidden["render"]))

    def _find_contents(self, objects: list[Any]) -> None:
        for ob in objects:
            collection = instanced_collection(ob)
            if collection is not None and collection.as_pointer() not in self.contents:
                found = sorted(collection.all_objects, key=blocks.order)
                self.contents[collection.as_pointer()] = found
                self.hidden_in[collection.as_pointer()] = _hidden_in_collection(collection)
                self._find_contents(found)

    def everything(self) -> list[Any]:
        """Every object that is shown or that a shown one depends on, each once, in order."""
        shown = [*self.objects, *(ob for found in self.contents.values() for ob in found)]
        return sorted(with_dependencies(shown), key=blocks.order)

    def show(self) -> None:
        """Makes everything visible; Blender does not evaluate what is hidden."""
        for layer in _layer_collections(self.view_layer.layer_collection):
            layer.hide_viewport = False
        for collection in (self.scene.collection, *bpy.data.collections):
            collection.hide_viewport = False
            collection.hide_render = False
        in_layer = {ob.as_pointer() for ob in self.view_layer.objects}
        for ob in self.everything():
            ob.hide_viewport = False
            ob.hide_render = False
            if ob.as_pointer() in in_layer:
                ob.hide_set(False, view_layer=self.view_layer)


def instanced_collection(ob: Any) -> Any:
    return ob.instance_collection if ob.instance_type == "COLLECTION" else None


def with_dependencies(objects: Iterable[Any]) -> list[Any]:
    """The objects, their parents, and the armatures that deform them."""
    found: dict[int, Any] = {}
    todo = list(objects)
    while todo:
        ob = todo.pop()
        if ob.as_pointer() in found:
            continue
        found[ob.as_pointer()] = ob
        todo += [ob.parent] if ob.parent is not None else []
        todo += [modifier.object for modifier in ob.modifiers
                 if modifier.type == "ARMATURE" and modifier.object is not None]
    return list(found.values())


def leave_edit_mode() -> None:
    active = bpy.context.view_layer.objects.active
    if active is not None and active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")


def _named(collection: Any, name: str, what: str) -> Any:
    if not name:
        return None
    if name not in collection:
        raise ScopeError(f"there is no {what} named {name!r}; there are: {', '.join(collection.keys())}")
    return collection[name]


def _layer_collections(top: Any) -> Iterator[Any]:
    yield top
    for child in top.children:
        yield from _layer_collections(child)


# ---- What collections hide ----


def _hidden_objects(top: Any) -> dict[str, set[int]]:
    """Objects that are hidden in the viewport or the render because all of their collections are."""
    seen: dict[str, set[int]] = {"viewport": set(), "render": set()}
    known: set[int] = set()

    def walk(layer: Any, viewport: bool, render: bool) -> None:
        if not layer.exclude:
            viewport = viewport or layer.collection.hide_viewport
            render = render or layer.collection.hide_render
            pointers = {ob.as_pointer() for ob in layer.collection.objects}
            known.update(pointers)
            seen["viewport"].update(pointers if not viewport else ())
            seen["render"].update(pointers if not render else ())
        for child in layer.children:
            walk(child, viewport, render)

    walk(top, False, False)
    return {"viewport": known - seen["viewport"], "render": known - seen["render"]}


def _hidden_in_collection(top: Any) -> dict[str, set[int]]:
    """Objects that an instance of the collection does not show; where the scene has them does not matter."""
    shown: dict[str, set[int]] = {"viewport": set(), "render": set()}

    def walk(collection: Any, viewport: bool, render: bool) -> None:
        viewport = viewport or collection.hide_viewport
        render = render or collection.hide_render
        pointers = {ob.as_pointer() for ob in collection.objects}
        shown["viewport"].update(pointers if not viewport else ())
        shown["render"].update(pointers if not render else ())
        for child in collection.children:
            walk(child, viewport, render)

    walk(top, False, False)
    everything = {ob.as_pointer() for ob in top.all_objects}
    return {where: everything - visible for where, visible in shown.items()}
