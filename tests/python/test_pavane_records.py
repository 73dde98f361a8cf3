# SPDX-License-Identifier: MIT
"""What a scene's cameras, lights, sky, hidden nodes and custom properties are now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pavane
import pytest
from pavane import TargetKind

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "golden"


@pytest.fixture
def player() -> Iterator[pavane.Player]:
    yield pavane.Player(pavane.Scene(pavane.Document(GOLDEN / "moves.pav")))


def test_a_document_tells_its_properties() -> None:
    properties = pavane.Document(GOLDEN / "moves.pav").properties
    assert [one.name for one in properties] == [
        "gears", "speed", "speed", "title", "ik", "offset", "level", "fog"]  # fmt: skip
    title, ik = properties[3], properties[4]
    assert (title.kind, title.text, title.values) == (pavane.PropertyKind.STRING, "Königin", ())
    assert (ik.owner_kind, ik.owner, ik.part) == (TargetKind.BONE_PROPERTY, "Rig", "Root")
    assert ik.values == (1,) and ik.kind is pavane.PropertyKind.BOOLEAN
    assert properties[2].library == "lib.blend" and [one.index for one in properties] == list(range(8))
    assert pavane.Document(GOLDEN / "small.pav").properties == ()


def test_cameras_and_lights_follow_a_clip(player: pavane.Player) -> None:
    scene = player.scene
    assert scene.camera("Lens") == scene.document.cameras[0] and scene.light(0) == scene.document.lights[0]
    assert scene.camera(0).flags is pavane.CameraFlag.DEPTH_OF_FIELD
    player.play("Zoom")
    player.update(1.0)
    camera, light = scene.camera("Lens"), scene.light("Lamp")
    assert (camera.name, camera.lens, camera.focus_distance) == ("Lens", 60, 3)
    assert light.energy == 30 and light.color == (0.5, 1, 0.75)
    assert scene.world_color.tolist() == [0.25, 0.25, 1]
    assert scene.camera("Map") == scene.document.cameras[1]
    player.stop()
    player.update(0.0)
    assert scene.camera(0) == scene.document.cameras[0] and scene.light(0).energy == 10


def test_their_targets_go_by_element(player: pavane.Player) -> None:
    scene = player.scene
    target = scene.camera_target("Lens", "fstop")
    assert target.value is pavane.Value.FLOAT
    scene.targets[target.first] = 8
    scene.targets[scene.light_target(0, "color").first] = 0.5
    scene.targets[scene.camera_target(0, "depth_of_field").first] = 0
    scene.targets[scene.world_color_target.first + 2] = 0.125
    scene.update()
    assert scene.camera(0).fstop == 8 and scene.camera(0).flags == pavane.CameraFlag(0)
    assert scene.light(0).color == (0.5, 1, 1) and scene.world_color[2] == 0.125
    with pytest.raises(KeyError, match="there is no element 'lense'; the nearest is 'lens'"):
        scene.camera_target("Lens", "lense")
    with pytest.raises(KeyError, match="there is no element 'enrgy'; the nearest is 'energy'"):
        scene.light_target("Lamp", "enrgy")
    with pytest.raises(KeyError, match="there is no camera 'Lenz'; the nearest is 'Lens'"):
        scene.camera("Lenz")
    with pytest.raises(IndexError, match="light 1, but there are 1"):
        scene.light(1)


def test_hidden_nodes_are_a_view(player: pavane.Player) -> None:
    scene = player.scene
    flags, ball = scene.node_flags, scene.find_node("Ball")
    assert (flags.format, flags.shape, flags.readonly) == ("I", (6,), True)
    assert flags.tolist() == [node.flags for node in scene.document.nodes]
    player.play("Switch")
    player.update(0.5)
    assert pavane.NodeFlag(flags[ball]) == pavane.NodeFlag(0)
    player.update(0.5)
    assert pavane.NodeFlag(flags[ball]) == pavane.NodeFlag.HIDDEN_VIEWPORT
    target = scene.element_target("Ball", "hide_render")
    assert target.value is pavane.Value.WHOLE


def test_properties_are_views_found_by_name(player: pavane.Player) -> None:
    scene = player.scene
    gears = scene.find_property(TargetKind.OBJECT_PROPERTY, "Rig", "gears")
    view = scene.property_values(gears)
    assert view is not None and view.tolist() == [1, 2, 3, 4, 5]
    assert np.shares_memory(np.asarray(view), np.asarray(scene.property_values(scene.document.properties[gears])))
    player.play("Level")
    player.update(0.0)
    assert view.tolist() == [9, 2, 3, 4, 8]
    ik = scene.find_property(TargetKind.BONE_PROPERTY, "Rig", "ik", part="Root")
    target = scene.property_target(ik)
    assert target is not None and target.value is pavane.Value.WHOLE
    scene.targets[target.first] = 0
    scene.update()
    assert list(scene.property_values(ik) or ()) == [0]
    linked = scene.find_property(TargetKind.OBJECT_PROPERTY, "Rig", "speed", library="lib.blend")
    assert scene.document.properties[linked].values == (0.25,)
    title = scene.find_property(TargetKind.OBJECT_PROPERTY, "Rig", "title")
    assert scene.property_values(title) is None and scene.property_target(title) is None
    with pytest.raises(KeyError, match="there is no property 'gear'; the nearest is 'gears'"):
        scene.find_property(TargetKind.OBJECT_PROPERTY, "Rig", "gear")
    with pytest.raises(KeyError, match="there is no property 'ik'$"):
        scene.find_property(TargetKind.BONE_PROPERTY, "Rig", "ik")
    with pytest.raises(IndexError, match="property 8, but there are 8"):
        scene.property_values(8)


def test_a_builder_takes_cameras_and_properties() -> None:
    builder = pavane.Builder(scene_name="Built")
    camera = builder.add_camera("Cam", focus_distance=3, fstop=4, flags=pavane.CameraFlag.DEPTH_OF_FIELD)
    builder.add_node("Eye", camera=camera)
    for name, value in {"f": 0.5, "i": 3, "b": True, "text": "hm", "many": [1, 2], "floats": (0.5, 1)}.items():
        builder.add_property(TargetKind.OBJECT_PROPERTY, "Eye", name, value)
    builder.add_property(TargetKind.ARMATURE_PROPERTY, "Bones", "f", 2, kind=pavane.PropertyKind.FLOAT, part="B")
    clip = builder.add_clip("Blink")
    keys = pavane.Keys(((0, 0), (24, 1)))
    builder.add_channel(clip, "Eye", "hide_viewport", [keys])
    document = builder.finish()
    assert (document.cameras[0].focus_distance, document.cameras[0].fstop) == (3, 4)
    found = {one.name: (one.kind.name, one.values, one.text) for one in document.properties[:6]}
    assert found == {
        "b": ("BOOLEAN", (1,), ""), "f": ("FLOAT", (0.5,), ""), "floats": ("FLOAT", (0.5, 1), ""),
        "i": ("INTEGER", (3,), ""), "many": ("INTEGER", (1, 2), ""), "text": ("STRING", (), "hm"),
    }  # fmt: skip
    last = document.properties[6]
    assert (last.owner_kind, last.part, last.kind) == (TargetKind.ARMATURE_PROPERTY, "B", pavane.PropertyKind.FLOAT)
    scene = pavane.Scene(document)
    scene.apply(pavane.Binding(document, document), clip, 1.0)
    scene.update()
    assert scene.node_flags[0] == pavane.NodeFlag.HIDDEN_VIEWPORT
    with pytest.raises(ValueError, match='property "f" of "Eye" is there already'):
        builder.add_property(TargetKind.OBJECT_PROPERTY, "Eye", "f", 1.0)


def test_a_value_that_is_no_boolean_is_refused() -> None:
    builder = pavane.Builder()
    builder.add_property(TargetKind.SCENE_PROPERTY, "", "b", 2, kind=pavane.PropertyKind.BOOLEAN)
    with pytest.raises(pavane.FormatError, match="SCNE: property 0: value 0 is 2, which is no boolean"):
        builder.finish()
