# SPDX-License-Identifier: MIT
"""Masks and additive clips through the package; tests/c/test_additive.c has the rest."""

from __future__ import annotations

import math
from collections.abc import Callable

import pavane
import pytest

RIG_BONES = {"Hip": None, "Spine": "Hip", "Hand": "Spine", "Foot": "Hip"}


@pytest.fixture
def player() -> pavane.Player:
    """ "Bend" puts all bones of a rig at x = 8, "Shift" takes them from 1 to 5 in a second."""
    builder = pavane.Builder()
    rig = builder.add_node("Rig")
    bones: dict[str, int] = {}
    for name, parent in RIG_BONES.items():
        bones[name] = builder.add_bone(name, rig, rig if parent is None else bones[parent], length=1.0)
    bend = builder.add_clip("Bend", fps=24, frame_end=24)
    shift = builder.add_clip("Shift", fps=24, frame_end=24)
    for name in RIG_BONES:
        builder.add_channel(bend, "Rig", "location", [8.0], part=name)
        builder.add_channel(shift, "Rig", "location", [[(0, 1.0), (24, 5.0)]], part=name)
    return pavane.Player(pavane.Scene(builder.finish()))


def bones(player: pavane.Player) -> list[float]:
    targets = player.scene.targets
    return [targets[player.scene.element_target(("Rig", name), "location").first] for name in RIG_BONES]


def test_a_mask_takes_a_bone_and_what_hangs_on_it(player: pavane.Player) -> None:
    mask = pavane.Mask(player.scene.document)
    mask.set_node(("Rig", "Spine"), 0.5, below=True)
    playback = player.play("Bend", mask=mask)
    player.update(0)
    assert bones(player) == [0, 4, 4, 0]
    mask.set_names([("Rig", "Foot"), ("Rig", "Hand")])
    player.update(0)
    assert bones(player) == [0, 4, 8, 8]
    target = player.scene.element_target(("Rig", "Foot"), "location")
    mask.set_target(target, 0.25)
    assert playback.mask is not None and playback.mask.weight(target) == 0.25
    assert player.play("Bend").mask is None


def test_additive_clips_are_added(player: pavane.Player) -> None:
    player.play("Bend")
    playback = player.play("Shift", additive=True, start=0.5, weight=0.5)
    player.update(0)
    assert bones(player) == [9.5] * 4 and playback.additive and playback.reference is None
    playback.stop()
    playback = player.play("Shift", additive=True, reference=0.0, start=0.5)
    player.update(0)
    assert bones(player) == [10] * 4 and playback.reference == 0


def test_apply_takes_them_too(player: pavane.Player) -> None:
    scene = player.scene
    mask = pavane.Mask(scene.document, 1.0)
    mask.set_node(("Rig", "Hip"), 0.0)
    scene.apply(player.binding, "Bend", 0.0)
    scene.apply(player.binding, "Shift", 1.0, additive=True, reference=0.0, mask=mask)
    scene.update()
    assert bones(player) == [8, 12, 12, 12]


def test_what_a_mask_cannot_be_is_refused(player: pavane.Player) -> None:
    mask = pavane.Mask(player.scene.document)
    target = player.scene.element_target(("Rig", "Hip"), "location")
    refused: list[Callable[[], object]] = [
        lambda: pavane.Mask(player.scene.document, 1.5),
        lambda: mask.set_node("Rig", -1),
        lambda: mask.set_names(["Rig"], math.nan),
        lambda: mask.set_target(target, 2),
        lambda: player.play("Bend", reference=math.inf),
    ]
    for call in refused:
        with pytest.raises(ValueError):
            call()
    with pytest.raises(KeyError, match="Hop"):
        mask.set_names([("Rig", "Hip"), ("Rig", "Hop")])
    assert mask.weight(target) == 0
    with pytest.raises(IndexError, match="no such target"):
        mask.set_target(pavane.Target(pavane.Value.FLOAT, 10**6))
    with pytest.raises(TypeError, match="a Mask is wanted"):
        player.play("Bend", mask=1)  # type: ignore[arg-type]
    other = pavane.Builder()
    other.add_node("Rig")
    with pytest.raises(ValueError, match="for another document"):
        player.play("Bend", mask=pavane.Mask(other.finish()))
