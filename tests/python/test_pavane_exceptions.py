# SPDX-License-Identifier: MIT
"""An exception in every kind of callback arrives with its traceback, and all can be used as before."""

from __future__ import annotations

import gc
import traceback
import weakref
from collections.abc import Callable
from pathlib import Path

import pavane
import pytest

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests" / "golden" / "small.pav"

Phase = pavane.Phase
PlayMode = pavane.PlayMode


class Boom(Exception):
    pass


class Bomb:
    """Raises when it is called, as often as it is armed."""

    def __init__(self, armed: int = 1) -> None:
        self.armed = armed
        self.calls = 0

    def __call__(self, *arguments: object) -> None:
        self.calls += 1
        if self.armed:
            self.armed -= 1
            self.fail()

    def fail(self) -> None:
        raise Boom(f"call {self.calls}")


def built() -> pavane.Document:
    """ "Walk" takes the box from 0 to 24 in a second, with an event "step" at its half; "Idle" stands at 100."""
    builder = pavane.Builder()
    builder.add_node("Box")
    walk = builder.add_clip("Walk", play_mode=PlayMode.STAY, frame_end=24)
    builder.add_channel(walk, "Box", "location", [[pavane.Key(0, 0, 1), pavane.Key(24, 24, 1)]])
    builder.add_channel(walk, "Box", "pressure", [1.0])
    builder.add_event(walk, "step", 12)
    builder.add_clip("Idle", play_mode=PlayMode.LOOP, frame_end=24)
    builder.add_channel("Idle", "Box", "location", [100.0])
    return builder.finish()


@pytest.fixture
def player() -> pavane.Player:
    player = pavane.Player(pavane.Scene(built()))
    player.play("Walk")
    return player


def x(player: pavane.Player) -> float:
    return player.scene.world_matrix("Box")[12]


def raises_through_fail(call: Callable[[], object], chain: tuple[str, ...] = ("__call__", "fail")) -> Boom:
    """The exception of a bomb, whose traceback ends in the functions that it came through."""
    with pytest.raises(Boom) as caught:
        call()
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert tuple(names[-len(chain) :]) == chain, names
    return caught.value


# ---- Update callbacks ----


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("kind", ["callable", "callable about a node", "subclass", "subclass about a node"])
def test_an_update_callback_of_each_phase_and_kind(player: pavane.Player, phase: pavane.Phase, kind: str) -> None:
    bomb = Bomb()

    class Update(pavane.UpdateCallback):
        def update(self, scene: pavane.Scene) -> None:
            bomb()

    callback = Update()
    callback.phase, callback.only = phase, "Box" if "node" in kind else None
    if "subclass" in kind:
        handle = player.scene.add_callback(callback)
    elif "node" in kind:
        handle = player.scene.add_callback(bomb, phase=phase, only="Box")
    else:
        handle = player.scene.add_callback(bomb, phase=phase)
    chain = ("update", "__call__", "fail") if "subclass" in kind else ("__call__", "fail")
    raises_through_fail(lambda: player.update(0.25), chain)
    assert x(player) == 6  # The frame is complete.
    player.update(0.25)
    assert (x(player), bomb.calls) == (12, 2)
    bomb.armed = 1
    raises_through_fail(player.scene.update, chain)
    player.scene.remove_callback(handle)
    player.update(0.25)
    assert (x(player), bomb.calls) == (18, 3)


def test_a_link_leaves_the_scene_as_it_is() -> None:
    bomb = Bomb(2)

    class Gauge(pavane.UpdateCallback):
        target_floats = 1

        def link(self, scene: pavane.Scene, channel: pavane.Channel, first: int) -> pavane.Target | None:
            bomb()
            return pavane.Target(pavane.Value.FLOAT, first)

    document = built()
    scene = pavane.Scene(document, callbacks=[Gauge()])
    raises_through_fail(lambda: pavane.Binding(document, scene), ("link", "__call__", "fail"))
    raises_through_fail(lambda: pavane.Player(scene), ("link", "__call__", "fail"))
    player = pavane.Player(scene)
    assert not player.binding.missed
    player.play("Walk")
    player.update(0.5)
    assert x(player) == 12


class Wrong(pavane.UpdateCallback):
    """An attribute that fails when it is asked for."""

    def __init__(self, attribute: str, bomb: Bomb) -> None:
        self.attribute, self.bomb = attribute, bomb

    def __getattribute__(self, name: str) -> object:
        mine = object.__getattribute__
        if name == mine(self, "__dict__").get("attribute"):
            mine(self, "bomb")()
        return mine(self, name)


@pytest.mark.parametrize("attribute", ["update", "link", "phase", "only", "target_floats"])
def test_an_attribute_of_a_callback(player: pavane.Player, attribute: str) -> None:
    bomb = Bomb(2)
    raises_through_fail(lambda: player.scene.add_callback(Wrong(attribute, bomb)))
    raises_through_fail(lambda: pavane.Scene(player.scene.document, callbacks=[Wrong(attribute, bomb)]))
    player.scene.add_callback(Wrong(attribute, bomb))
    player.update(0.25)
    assert x(player) == 6


# ---- The player's ----


def test_an_event_callback(player: pavane.Player) -> None:
    told: list[str] = []
    bomb = Bomb()
    handle = player.add_event_callback(bomb)
    player.add_event_callback(lambda event: told.append(event.name))
    raises_through_fail(lambda: player.update(0.75))
    assert told == ["step"] and x(player) == 18
    player.update(1)
    assert told == ["step", "finished"] and bomb.calls == 2
    player.remove_event_callback(handle)


def test_an_event_that_begins_a_transition(player: pavane.Player) -> None:
    player.stop()
    player.play("Walk", then=pavane.Transition("Idle", event="step", fade=0.5))
    player.add_event_callback(Bomb())
    raises_through_fail(lambda: player.update(0.75))
    walk, idle = player.playbacks
    assert (walk.fade, idle.fade, walk.effective_weight + idle.effective_weight) == (0.5, 0.5, 1)
    assert x(player) == pytest.approx(0.5 * 18 + 0.5 * 100)
    player.update(0.5)
    player.update(0)
    assert player.playbacks == (idle,) and x(player) == 100


def test_a_number_that_fails_to_be_one(player: pavane.Player) -> None:
    class Late:
        def __index__(self) -> int:
            bomb()
            return 2

    bomb = Bomb(2)
    transition = pavane.Transition("Idle", loop_count=Late())  # type: ignore[arg-type]
    chain = ("__index__", "__call__", "fail")
    raises_through_fail(lambda: player.play("Walk", loop_count=Late()), chain)  # type: ignore[arg-type]
    raises_through_fail(lambda: player.play("Walk", then=transition), chain)
    assert len(player.playbacks) == 1
    assert player.play("Walk", then=transition).transitions[0].loop_count == 2
    player.update(0.25)
    assert x(player) == 6


def test_a_play_callback_of_the_programs_own() -> None:
    """As runtime/examples/path.py has one: below the player, it applies and updates."""
    scene = pavane.Scene(built())
    bomb = Bomb()

    class PlayCallback:
        def __init__(self) -> None:
            self.binding, self.clock = pavane.Binding(scene.document, scene), 0.0

        def __call__(self, seconds: float) -> None:
            self.clock += seconds
            scene.apply(self.binding, "Walk", self.clock)
            bomb()
            scene.update()

    play = PlayCallback()
    raises_through_fail(lambda: play(0.25))
    scene.reset_targets()  # What was applied is forgotten.
    play(0.25)
    assert scene.world_matrix("Box")[12] == 12


def test_the_progress_of_a_load() -> None:
    raises_through_fail(lambda: pavane.Document(SMALL, progress=Bomb()))
    assert pavane.Document(SMALL, progress=Bomb(0)).clips


# ---- What is left of them ----


def test_nothing_keeps_an_exception_that_was_raised(player: pavane.Player) -> None:
    class Large:
        pass

    def fail(scene: pavane.Scene) -> None:
        held = Large()
        gone.append(weakref.ref(held))
        raise Boom

    gone: list[weakref.ref[Large]] = []
    player.scene.add_callback(fail)
    for _ in range(3):
        with pytest.raises(Boom):
            player.update(0.1)
    gc.collect()
    assert [ref() for ref in gone] == [None] * 3


def test_an_exception_does_not_hide_one_of_the_library(player: pavane.Player) -> None:
    def nest(scene: pavane.Scene) -> None:
        try:
            scene.update()
        except pavane.CallbackError as error:
            raise Boom from error

    player.scene.add_callback(nest)
    with pytest.raises(Boom) as caught:
        player.update(0.25)
    assert isinstance(caught.value.__cause__, pavane.CallbackError) and x(player) == 6
