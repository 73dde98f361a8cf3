# SPDX-License-Identifier: MIT
"""A library of clips on the model of another document; tests/c/test_library.c has the rest."""

from __future__ import annotations

import tracemalloc
import warnings

import pavane
import pytest

NAMES = ["Hand.L", "hand.L", "arm/upper", "root", "Root", "Walk_Cycle", "-loop", "Knöchel", "Kno\u0308chel", "手",
         " ", "..", "x" * 62, "x" * 63]  # fmt: skip
MISSES = ["Hand.", "hand.l", "upper", "ROOT", "Walk", "Knochel", "  ", "x" * 61]


def model() -> pavane.Document:
    """ "Rig" with bones of these names, each at x = its place, and objects that are called the same."""
    builder = pavane.Builder()
    rig = builder.add_node("Rig")
    for i, name in enumerate(NAMES):
        builder.add_bone(name, rig, elements=[("location", pavane.ElementKind.TRANSLATE, (i, 0, 0))])
    for name in NAMES:
        builder.add_node(name)
    return builder.finish()


def library(owner: str) -> pavane.Document:
    """The clip of each name moves its bone to 100 and its place; "Misses" moves what is not there."""
    builder = pavane.Builder(clips_alone=True)
    for i, name in enumerate(NAMES):
        builder.add_clip(name, frame_end=24)
        builder.add_channel(name, owner, "location", [100.0 + i], part=name)
    builder.add_clip("Misses", frame_end=24)
    for name in MISSES:
        builder.add_channel("Misses", owner, "location", [1000.0], part=name)
    return builder.finish()


def xs(scene: pavane.Scene) -> list[float]:
    return [scene.world_matrices[node, 3, 0] for node in range(1, 1 + 2 * len(NAMES))]


REST = [*range(len(NAMES)), *[0] * len(NAMES)]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_finds_its_own_and_nothing_else(name: str) -> None:
    document, clips = model(), library("Rig")
    scene = pavane.Scene(document)
    player = pavane.Player(scene)
    playback = player.play(name, binding=pavane.Binding(clips, document))
    player.update(0.5)
    place = NAMES.index(name)
    assert xs(scene) == [*REST[:place], 100 + place, *REST[place + 1 :]]
    assert playback.clip.name == name
    assert scene.find_node(("Rig", name)) == 1 + place and scene.find_node(name) == 1 + len(NAMES) + place


def test_a_miss_touches_nothing_and_is_told_in_one_list() -> None:
    document, clips = model(), library("Rig")
    binding = pavane.Binding(clips, document)
    assert [link.clip for link in binding.missed] == [len(NAMES)] * len(MISSES)
    assert all(link.status is pavane.LinkStatus.UNBOUND and link.target_count == 0 for link in binding.missed)
    assert "hand.L" in binding.missed[1].text
    scene = pavane.Scene(document)
    player = pavane.Player(scene)
    with pytest.raises(pavane.LinkError, match="Misses"):
        player.play("Misses", binding=binding)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scene.apply(binding, "Misses", 0.5)
        scene.update()
    assert xs(scene) == REST


def test_a_thousand_scenes_share_one_binding() -> None:
    document, clips = model(), library("Hero")
    binding = pavane.Binding(clips, document, owners={"Hero": "Rig"})
    crowd = [pavane.Player(pavane.Scene(document)) for _ in range(1000)]
    tracemalloc.start()
    for i, player in enumerate(crowd):
        player.play("手", binding=binding, weight=i / 1000)
        player.update(0.5)
    made = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    place = NAMES.index("手")
    for i, player in enumerate(crowd):
        assert xs(player.scene)[place] == pytest.approx(place + i / 10, abs=1e-4)
    assert made < 1000 * 64, f"{made} bytes of Python's for a thousand plays of one binding"


def test_the_clips_of_a_document_are_linked_once() -> None:
    builder = pavane.Builder()
    builder.add_node("Box")
    builder.add_clip("Go", frame_end=24)
    builder.add_channel("Go", "Box", "location", [5.0])
    document = builder.finish()
    players = [pavane.Player(pavane.Scene(document)) for _ in range(3)]
    del document, builder
    assert len({player.binding for player in players}) == 1 and len({player.binding.links for player in players}) == 1
    binding = players[0].binding
    players[0].scene.close()
    for player in players[1:]:
        player.play("Go")
        player.update(0.5)
        assert player.scene.world_matrix("Box")[12] == 5
    del players, player
    assert binding.links[0].status is pavane.LinkStatus.BOUND  # It keeps the document that it is a part of.


def test_bindings_are_equal_where_they_are_one_and_play_where_they_fit() -> None:
    document, clips = model(), library("Hero")
    one, two = (pavane.Player(pavane.Scene(document)) for _ in range(2))
    binding, again = (pavane.Binding(clips, document, owners={"Hero": "Rig"}) for _ in range(2))
    playbacks = [player.play("手", binding=binding) for player in (one, two)]
    assert all(playback.binding == binding and hash(playback.binding) == hash(binding) for playback in playbacks)
    assert binding != again and not binding == one.binding and one.binding == two.binding
    assert binding != "a binding" and not binding == None  # noqa: E711
    with pytest.raises(TypeError, match="not supported"):
        binding < again  # type: ignore[operator]
    assert two.play("手", binding=playbacks[0].binding).binding == binding
    two.play("手", binding=again)
    two.update(0)
    two.scene.apply(playbacks[0].binding, "手", 0.0)


def test_the_binding_of_one_scene_is_not_that_of_another() -> None:
    document, clips = model(), library("Rig")
    scenes = [pavane.Scene(document) for _ in range(2)]
    own = [pavane.Binding(clips, scene) for scene in scenes]
    playback = pavane.Player(scenes[0]).play("手", binding=own[0])
    assert playback.binding == own[0] != own[1]
    with pytest.raises(ValueError, match="the binding is for another scene"):
        scenes[1].apply(playback.binding, "手", 0.0)
