# SPDX-License-Identifier: MIT
"""Root motion through the package; tests/c/test_root_motion.c has the rest."""

from __future__ import annotations

import math

import pavane
import pytest

AxisFlag = pavane.AxisFlag


@pytest.fixture
def player() -> pavane.Player:
    """ "Corner" goes 10 along x and turns by 90 degrees about z in a second; "Straight" goes 10 at a steady speed."""
    builder = pavane.Builder()
    builder.add_node("Hero")
    corner = builder.add_clip("Corner", fps=24, frame_end=24, play_mode=pavane.PlayMode.LOOP)
    builder.add_channel(corner, "Hero", "location", [[(0, 0.0), (24, 10.0)]])
    builder.add_channel(
        corner,
        "Hero",
        "rotation",
        [0.0, 0.0, [(0, 0.0), (24, math.pi / 2)]],
        conversion=pavane.Conversion.EULER_XYZ,
    )
    straight = builder.add_clip("Straight", fps=24, frame_end=24, play_mode=pavane.PlayMode.LOOP)
    linear = pavane.Interpolation.LINEAR
    keys = [pavane.Key(0, 0, linear), pavane.Key(24, 10, linear)]
    builder.add_channel(straight, "Hero", "location", [keys])
    return pavane.Player(pavane.Scene(builder.finish()))


def test_it_adds_up_over_loops_and_is_out_of_the_pose(player: pavane.Player) -> None:
    assert player.root_motion is None and player.root_motion_options is None
    player.set_root_motion("Hero", AxisFlag.X | AxisFlag.Y, turn=AxisFlag.Z)
    assert player.root_motion_options == (0, AxisFlag.X | AxisFlag.Y, AxisFlag.Z)
    player.play("Corner")
    for location in (10, 0, 0), (10, 10, 0), (0, 10, 0), (0, 0, 0):
        player.update(1)
        motion = player.root_motion
        assert motion is not None
        assert motion.location == pytest.approx(location, abs=1e-4)
        assert motion.step_location == pytest.approx((10, 0, 0), abs=1e-4)
        assert motion.step_rotation == pytest.approx((0, 0, math.sqrt(0.5), math.sqrt(0.5)), abs=1e-6)
    player.update(0.5)
    world = list(player.scene.world_matrix("Hero"))
    assert world == pytest.approx([float(i % 5 == 0) for i in range(16)], abs=1e-6)
    player.reset_root_motion()
    assert player.root_motion is not None and player.root_motion.location == (0, 0, 0)
    player.set_root_motion(None)
    player.update(0)
    assert player.root_motion is None and player.scene.world_matrix("Hero")[12] == pytest.approx(5)


@pytest.mark.parametrize("steps", [1, 24, 1000])
def test_a_transition_leads_to_the_same_place_in_any_steps(player: pavane.Player, steps: int) -> None:
    """To the half at speed 1, then in a quarter of a second to speed 3: 5, 5 and 7.5 along x."""
    player.set_root_motion("Hero", AxisFlag.X)
    player.play("Straight", then=pavane.Transition("Straight", ratio=0.5, fade=0.25, speed=3.0))
    for _ in range(steps):
        player.update(1 / steps)
    motion = player.root_motion
    assert motion is not None and motion.location == pytest.approx((5 + 5 + 7.5, 0, 0), abs=1e-3)


def test_what_cannot_be_taken_is_refused(player: pavane.Player) -> None:
    with pytest.raises(ValueError, match="location: 8 is no AxisFlag"):
        player.set_root_motion("Hero", 8)
    with pytest.raises(ValueError, match="no such axes"):
        player.set_root_motion("Hero", turn=AxisFlag.X | AxisFlag.Y)
    with pytest.raises(KeyError, match="Hreo"):
        player.set_root_motion("Hreo", AxisFlag.X)


def test_a_node_without_what_is_taken_is_named() -> None:
    builder = pavane.Builder()
    builder.add_node("Fixed", elements=[("place", pavane.ElementKind.MATRIX, None)])
    player = pavane.Player(pavane.Scene(builder.finish()))
    with pytest.raises(pavane.NotFoundError, match='node "Fixed" has no location or rotation to take root motion from'):
        player.set_root_motion("Fixed", AxisFlag.X)
