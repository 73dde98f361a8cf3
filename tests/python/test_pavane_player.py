# SPDX-License-Identifier: MIT
"""pavane.Player, Playback and Binding."""

from __future__ import annotations

import math
import threading
from pathlib import Path

import pavane
import pytest

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "c" / "fixtures"
PlayMode = pavane.PlayMode


@pytest.fixture
def scene() -> pavane.Scene:
    return pavane.Scene(pavane.Document(FIXTURES / "scene.pav"))


@pytest.fixture
def player(scene: pavane.Scene) -> pavane.Player:
    return pavane.Player(scene)


def root_x(player: pavane.Player) -> float:
    return player.scene.world_matrix("Root")[12]


# ---- Playing ----


@pytest.mark.parametrize("by", [0, "Slide", "clip"])
def test_a_clip_plays_by_index_name_or_itself(player: pavane.Player, by: int | str) -> None:
    player.play(player.scene.document.clips[0] if by == "clip" else by)
    player.update(0.25)
    assert root_x(player) == 2.5
    player.update(0.5)
    assert root_x(player) == 7.5


@pytest.mark.parametrize(
    ("mode", "x"),
    [(None, 10), (PlayMode.STAY, 10), (PlayMode.LOOP, 2.5), (PlayMode.PING_PONG, 7.5), (PlayMode.ONCE, 10)],
)
def test_modes_say_what_happens_at_the_end(player: pavane.Player, mode: PlayMode | None, x: float) -> None:
    player.play("Slide", mode=mode)
    player.update(1.25)
    assert root_x(player) == pytest.approx(x, abs=1e-5)


@pytest.mark.parametrize(
    ("mode", "x"),
    [(PlayMode.STAY, [0, 5, 10, 10]), (PlayMode.LOOP, [8, 5, 2, 9]), (PlayMode.PING_PONG, [2, 5, 8, 1])],
)
def test_a_duration_takes_the_place_of_the_clips_own(player: pavane.Player, mode: PlayMode, x: list[float]) -> None:
    playback = player.play("Slide", mode=mode, duration=4, start=-0.2)
    shown = []
    for seconds in (0, 2.8, 2.8, 2.8):
        player.update(seconds)
        shown.append(root_x(player))
    assert shown == pytest.approx(x, abs=1e-5) and playback.speed == 0.25


def test_once_ends_after_its_end_was_shown(player: pavane.Player) -> None:
    playback = player.play("Slide", mode=PlayMode.ONCE)
    player.update(2)
    assert playback.active and playback.finished
    player.update(0.1)
    assert not playback.active and player.playbacks == ()
    assert root_x(player) == 1
    with pytest.raises(pavane.NotFoundError, match="the playback has ended"):
        playback.time  # noqa: B018
    with pytest.raises(pavane.NotFoundError, match="the playback has ended"):
        playback.weight = 1
    assert repr(playback) == "<pavane.Playback, ended>"


def test_play_options_reach_the_playback(player: pavane.Player) -> None:
    playback = player.play("Slide", weight=0.5, priority=-3, speed=2, start=0.25, paused=True, owner="Root")
    state = playback.weight, playback.priority, playback.speed, playback.time, playback.paused
    assert state == (0.5, -3, 2, 0.25, True)
    assert playback.mode is PlayMode.STAY and not playback.finished
    assert playback.clip == player.scene.document.clip("Slide") and playback.player is player
    player.update(0.25)
    assert playback.clip_time == 0.25
    assert root_x(player) == pytest.approx(0.5 * 2.5 + 0.5 * 1)


@pytest.mark.parametrize("mode", list(PlayMode))
def test_backwards_it_starts_at_its_end_unless_a_start_is_given(player: pavane.Player, mode: PlayMode) -> None:
    playback = player.play("Slide", mode=mode, speed=-1)
    assert playback.time == 1 and not playback.finished
    player.update(0.25)
    assert root_x(player) == pytest.approx(7.5)
    assert [player.play("Slide", mode=mode, speed=-1, start=start).time for start in (0, 0.25)] == [0, 0.25]
    assert player.play("Slide", mode=mode, start=None).time == 0
    then = pavane.Transition("Slide", speed=-1.0)
    playback.add_transition(then)
    playback.add_transition(then._replace(start=0.0))
    assert [transition.start for transition in playback.transitions] == [None, 0]


def test_a_playback_can_be_changed(player: pavane.Player) -> None:
    playback = player.play("Slide")
    playback.time = 0.5
    playback.speed = -1
    playback.weight = 1
    playback.mode = PlayMode.LOOP
    player.update(0.25)
    assert (playback.time, playback.clip_time, root_x(player)) == (0.25, 0.25, 2.5)
    playback.paused = True
    player.update(5)
    assert playback.time == 0.25 and playback.mode is PlayMode.LOOP
    assert repr(playback) == "<pavane.Playback of 'Slide' at 0.25 seconds, paused>"


def test_priority_mask_and_loop_count_can_be_changed(player: pavane.Player) -> None:
    playback = player.play("Slide", start=0.25, speed=0)
    above = player.play("Slide", start=0.75, speed=0, priority=1, weight=0.5)
    player.update(0)
    assert root_x(player) == pytest.approx(0.5 * 2.5 + 0.5 * 7.5)
    playback.priority = 2
    player.update(0)
    assert root_x(player) == pytest.approx(2.5) and above.effective_weight == 0
    assert playback.priority == 2 and playback.effective_priority == 2
    mask = pavane.Mask(player.scene.document, 0.5)
    playback.mask = mask
    player.update(0)
    assert root_x(player) == pytest.approx(0.5 * 2.5 + 0.5 * (0.5 * 7.5 + 0.5 * 1))
    assert playback.mask is not None and playback.mask.weight(pavane.Target(pavane.Value.FLOAT, 0)) == 0.5
    playback.mask = None
    player.update(0)
    assert root_x(player) == pytest.approx(2.5) and playback.mask is None


def test_a_loop_is_told_when_to_end(player: pavane.Player) -> None:
    playback = player.play("Slide", mode=PlayMode.LOOP)
    player.update(3.25)
    playback.loop_count = 1  # The pass that it is in is run to its end.
    player.update(5)
    assert (playback.loop_count, playback.finished, playback.clip_time) == (1, True, 1)
    playback.loop_count = 6
    player.update(1.5)
    assert (playback.finished, playback.clip_time, playback.loops) == (False, 0.5, 5)
    playback.mode = PlayMode.STAY
    assert playback.clip_time == 0.5
    player.update(5)
    assert playback.clip_time == 1 and root_x(player) == 10


def test_a_priority_set_in_a_cross_fade_counts_when_it_is_over(player: pavane.Player) -> None:
    one = player.play("Slide", start=0, speed=0)
    two = player.play("Slide", start=1, speed=0, fade=1, curve=pavane.FadeCurve.SMOOTH, cross_fade=True)
    two.priority = 5
    for step in range(1, 4):
        player.update(0.25)
        part = step / 4
        assert two.effective_weight == pytest.approx(part * part * (3 - 2 * part))
        assert one.effective_weight + two.effective_weight == pytest.approx(1, abs=1e-12)
        assert (two.priority, two.effective_priority, two.fade_curve) == (5, 0, pavane.FadeCurve.SMOOTH)
    player.update(0.25)
    assert (two.effective_priority, two.effective_weight) == (5, 1)


@pytest.mark.parametrize(
    ("name", "value", "exception"),
    [
        ("time", math.nan, ValueError),
        ("speed", math.inf, ValueError),
        ("weight", -1, ValueError),
        ("weight", "full", TypeError),
        ("mode", 4, ValueError),
        ("priority", 2**31, ValueError),
        ("priority", 0.5, TypeError),
        ("mask", 5, TypeError),
        ("loop_count", -1, ValueError),
        ("loop_count", 2**32, ValueError),
        ("loop_count", 2**80, ValueError),
        ("loop_count", 0.5, TypeError),
        ("clip_time", 1, AttributeError),
    ],
)
def test_what_a_playback_cannot_be_is_refused(
    player: pavane.Player, name: str, value: object, exception: type[Exception]
) -> None:
    playback = player.play("Slide")
    with pytest.raises(exception):
        setattr(playback, name, value)
    for changeable in "time", "speed", "weight", "mode", "priority", "mask", "loop_count", "paused":
        with pytest.raises((AttributeError, TypeError)):
            delattr(playback, changeable)
    assert (playback.time, playback.speed, playback.weight) == (0, 1, 1)
    assert (playback.priority, playback.mask, playback.loop_count) == (0, None, 0)


def test_playbacks_are_listed_and_stopped(player: pavane.Player) -> None:
    one, two, three = (player.play("Slide") for _ in range(3))
    assert player.playbacks == (one, two, three) and hash(player.playbacks[0]) == hash(one)
    assert repr(player) == "<pavane.Player, 3 playbacks>"
    player.stop(two)
    assert player.playbacks == (one, three)
    one.stop()
    assert player.playbacks == (three,)
    player.stop()
    assert player.playbacks == () and not three.active
    three.stop()


@pytest.mark.parametrize(
    ("arguments", "exception", "message"),
    [
        ({"clip": "Slid"}, KeyError, "there is no clip 'Slid'; the nearest is 'Slide'"),
        ({"clip": 1}, IndexError, "clip 1, but there are 1"),
        ({"clip": "Slide", "owner": "Rot"}, KeyError, "there is no owner 'Rot'; the nearest is 'Root'"),
        ({"clip": "Slide", "weight": -1}, ValueError, "weight"),
        ({"clip": "Slide", "speed": math.nan}, ValueError, "speed"),
        ({"clip": "Slide", "mode": 9}, ValueError, "mode: 9 is no PlayMode"),
        ({"clip": "Slide", "binding": 1}, TypeError, "binding: a Binding is wanted, not 1"),
        ({"clip": "Slide", "loop": True}, TypeError, "loop"),
        ({}, TypeError, "clip"),
    ],
)
def test_what_cannot_be_played_says_why(
    player: pavane.Player, arguments: dict[str, object], exception: type[Exception], message: str
) -> None:
    with pytest.raises(exception, match=message):
        player.play(**arguments)  # type: ignore[arg-type]
    assert player.playbacks == ()


@pytest.mark.parametrize("count", [-1, 2**32])
def test_a_count_that_cannot_be_is_refused(player: pavane.Player, count: int) -> None:
    with pytest.raises(ValueError, match="a whole number from 0 to 4294967295 is wanted, not"):
        player.play("Slide", loop_count=count)
    with pytest.raises(ValueError, match="a whole number from 0 to 4294967295 is wanted, not"):
        player.play("Slide", then=pavane.Transition("Slide", loop_count=count))
    with pytest.raises(ValueError, match="a whole number from 0 to 4294967295 is wanted, not"):
        pavane.Scene(player.scene.document, callback_capacity=count)
    with pytest.raises(ValueError, match=f"location: {count} is no AxisFlag"):
        player.set_root_motion("Root", count)
    assert player.playbacks == ()


def test_capacities_are_told(scene: pavane.Scene) -> None:
    player = pavane.Player(scene, playback_capacity=1)
    player.play("Slide")
    with pytest.raises(pavane.CapacityError):
        player.play("Slide")
    with pytest.raises(pavane.CapacityError):
        pavane.Player(scene)


def test_an_update_by_no_number_is_refused(player: pavane.Player) -> None:
    with pytest.raises(ValueError, match="an update by nan seconds"):
        player.update(math.nan)
    with pytest.raises(TypeError):
        player.update("1")  # type: ignore[arg-type]


def test_a_closed_player_makes_room_for_another(scene: pavane.Scene) -> None:
    with pavane.Player(scene) as player:
        playback = player.play("Slide")
    assert not playback.active
    with pytest.raises(ValueError, match="the player is closed"):
        playback.time = 1
    assert repr(player) == "<pavane.Player, closed>"
    pavane.Player(scene).play("Slide")


def test_a_playback_of_another_player_is_not_stopped(player: pavane.Player) -> None:
    other = pavane.Player(pavane.Scene(player.scene.document))
    with pytest.raises(ValueError, match="is no playback of this player"):
        player.stop(other.play("Slide"))


# ---- Bindings ----


def test_a_library_plays_through_a_binding(player: pavane.Player) -> None:
    library = pavane.Document(FIXTURES / "clips_alone.pav")
    binding = pavane.Binding(library, player.scene.document)
    playback = player.play("Slide", binding=binding)
    player.update(0.5)
    assert root_x(player) == 5
    assert playback.clip == library.clip("Slide") and playback.binding.clips == library
    assert binding.clips == library and player.binding.clips == player.scene.document
    assert repr(binding) == "<pavane.Binding, 1 of 1 channels bound>"


def test_bindings_and_playbacks_keep_what_they_need(player: pavane.Player) -> None:
    """Their documents are closed, more than once, while they play."""
    library = pavane.Document(FIXTURES / "clips_alone.pav")
    binding = pavane.Binding(library, player.scene.document)
    playback = player.play("Slide", binding=binding)
    for _ in range(3):
        playback.binding.clips.close()
        binding.clips.close()
    library.close()
    player.scene.document.close()
    del library, binding
    player.update(0.5)
    assert root_x(player) == 5 and playback.clip.name == "Slide"
    player.stop()
    player.update(0.5)


def test_owners_are_paired() -> None:
    document = pavane.Document(FIXTURES / "scene.pav")
    scene = pavane.Scene(document)
    binding = pavane.Binding(document, document, owners={"Root": "Face"})
    player = pavane.Player(scene)
    player.play("Slide", binding=binding)
    player.update(0.5)
    assert scene.world_matrix("Face")[12] == 5 and scene.world_matrix("Root")[12] == 1
    with pytest.raises(pavane.NotFoundError, match="Rooot"):
        pavane.Binding(document, document, owners={"Rooot": "Face"})
    with pytest.raises(TypeError):
        pavane.Binding(document, document, owners={"Root": 1})  # type: ignore[dict-item]


def ball_and_clip(*channels: tuple[str, str, pavane.TargetKind | None]) -> pavane.Player:
    """A player of a scene with a ball of paint, and a clip that drives what the channels say."""
    builder = pavane.Builder()
    builder.add_node("Ball")
    builder.add_material("Paint", {"base_color": (1, 0, 0)})
    clip = builder.add_clip("Roll")
    for owner, element, kind in channels:
        builder.add_channel(clip, owner, element, [1.0, 2.0, 3.0], kind=kind)
    return pavane.Player(pavane.Scene(builder.finish()))


@pytest.mark.parametrize(
    ("channel", "message"),
    [
        (("Ball", "locaton", None), 'object "Ball", locaton: .*nearest is "location"'),
        (("Bal", "location", None), 'object "Bal", location: .*nearest is "Ball"'),
        (("Paint", "base_color", None), 'object "Paint", base_color: no such object'),
        (("Paint", "base_colour", pavane.TargetKind.MATERIAL), 'nearest is "base_color"'),
    ],
)
def test_a_clip_that_moves_nothing_is_not_played(
    channel: tuple[str, str, pavane.TargetKind | None], message: str
) -> None:
    player = ball_and_clip(channel)
    with pytest.raises(pavane.LinkError, match=f'^nothing would move; clip "Roll": .*{message}'):
        player.play("Roll")
    assert player.playbacks == ()


def test_a_clip_that_is_bound_in_part_or_empty_is_played() -> None:
    player = ball_and_clip(("Ball", "locaton", None), ("Ball", "location", None))
    assert player.play("Roll").active
    assert [link.status.name for link in player.binding.missed] == ["UNBOUND"]
    assert ball_and_clip().play("Roll").active


def test_of_several_clips_each_is_asked_for_its_own_channels() -> None:
    builder = pavane.Builder()
    builder.add_node("Ball")
    for name, owner in ("A", "Ball"), ("B", "Cube"), ("C", "Ball"), ("D", "Cube"):
        clip = builder.add_clip(name)
        for element in "location", "scale":
            builder.add_channel(clip, owner, element, [1.0, 2.0, 3.0])
    player = pavane.Player(pavane.Scene(builder.finish()))
    for name in "AC":
        assert player.play(name).active
    for name in "BD":
        with pytest.raises(pavane.LinkError, match=f'clip "{name}"'):
            player.play(name)


def test_the_report_names_what_missed() -> None:
    document = pavane.Document(FIXTURES / "playback.pav")
    binding = pavane.Binding(document, document)
    assert len(binding.links) == sum(len(clip.channels) for clip in document.clips)
    assert all(link.status is not pavane.LinkStatus.BOUND for link in binding.missed)
    assert any('nearest is "Hand_R"' in link.text for link in binding.missed)
    statuses = {link.status for link in binding.links}
    assert statuses == set(pavane.LinkStatus)


def test_a_binding_for_another_document_is_refused(player: pavane.Player) -> None:
    other = pavane.Document(FIXTURES / "scene.pav")
    binding = pavane.Binding(other, other)
    with pytest.raises(ValueError, match="the binding is for another scene"):
        player.play("Slide", binding=binding)
    with pytest.raises(TypeError, match="a Document or a Scene is wanted"):
        pavane.Binding(other, "scene")  # type: ignore[arg-type]


# ---- Below the player ----


def test_apply_and_update_do_without_a_player(scene: pavane.Scene) -> None:
    binding = pavane.Binding(scene.document, scene.document)
    scene.apply(binding, "Slide", 0.25)
    scene.update()
    assert scene.world_matrix("Root")[12] == 2.5
    scene.apply(binding, 0, 1.0, owner="Root", weight=0.5, priority=1)
    scene.update()
    assert scene.world_matrix("Root")[12] == 5.5


@pytest.mark.parametrize(
    ("arguments", "options", "exception"),
    [
        (("Slide", math.nan), {}, ValueError),
        (("Slide", 0.0), {"weight": -1.0}, ValueError),
        (("Slide", 0.0), {"owner": "Nobody"}, KeyError),
        (("Nothing", 0.0), {}, KeyError),
    ],
)
def test_what_cannot_be_applied_is_refused(
    scene: pavane.Scene, arguments: tuple[str, float], options: dict[str, object], exception: type[Exception]
) -> None:
    binding = pavane.Binding(scene.document, scene.document)
    with pytest.raises(exception):
        scene.apply(binding, *arguments, **options)  # type: ignore[arg-type]


def test_more_clips_than_apply_capacity_are_refused() -> None:
    document = pavane.Document(FIXTURES / "scene.pav")
    scene = pavane.Scene(document, apply_capacity=1)
    binding = pavane.Binding(document, document)
    scene.apply(binding, "Slide", 0)
    with pytest.raises(pavane.CapacityError, match="apply_capacity is used up"):
        scene.apply(binding, "Slide", 0)


# ---- The interpreter's lock ----


def test_an_update_lets_other_threads_run() -> None:
    """Only a thread that runs while another updates the scene can be told so."""
    builder = pavane.Builder()
    for i in range(60000):
        builder.add_node(f"{i}", i - 1 if i else None)
    scene = pavane.Scene(builder.finish())
    told: list[str] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set() and not told:
            try:
                scene.find_node(0)
            except RuntimeError as error:
                told.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    for _ in range(300):
        scene.update()
        if told:
            break
    done.set()
    thread.join()
    assert told == ["the scene is shown, or updated by another thread"]
