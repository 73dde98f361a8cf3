# SPDX-License-Identifier: MIT
"""The records of scenes, bindings and players as named tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._enums import EventKind, FadeCurve, LinkStatus, Phase, PlayMode, SocketFlag, TargetKind, Value

if TYPE_CHECKING:
    from ._pavane import Clip, Playback, Scene

__all__ = [
    "AddedEvent",
    "Link",
    "ListedCallback",
    "PlayerEvent",
    "RootMotion",
    "Socket",
    "Target",
    "Transition",
]


class Target(NamedTuple):
    """A place in `Scene.targets`."""

    value: Value
    first: int


class ListedCallback(NamedTuple):
    """A callback in the list of a scene."""

    handle: int | None
    """None of a built-in one."""
    name: str
    phase: Phase
    only: int | None
    """The item that it is about; None: all."""
    kind: TargetKind
    """What `only` counts."""


class Link(NamedTuple):
    """What became of a channel in a binding."""

    clip: int
    channel: int
    status: LinkStatus
    target_count: int
    text: str


class PlayerEvent(NamedTuple):
    """Something that happened while a clip played."""

    kind: EventKind
    playback: Playback | None
    """None of SKIPPED, as is the clip."""
    clip: Clip | None
    index: int | None  # type: ignore[assignment]
    """Of a marker in the clip's events; of an added event its handle."""
    name: str
    time: float
    """When, on the playback's clock: not wrapped."""
    clip_time: float
    backwards: bool
    """The clip ran backwards there."""
    skipped: int
    """How many were skipped; 0 of all others."""


class Transition(NamedTuple):
    """What comes after a playback by itself: at its end, or at a ratio or an event, it fades to another clip,
    which is played with its owner, weight and priority."""

    clip: Clip | int | str | None
    """None: to nothing, it fades out."""
    ratio: float | None = None
    event: str | None = None
    fade: float = 0.0
    """Seconds."""
    curve: FadeCurve | int = FadeCurve.LINEAR
    mode: PlayMode | None = None
    """None: the one that the artist meant."""
    speed: float = 1.0
    start: float | None = None
    """Seconds into the clip; None: its start, or with a negative speed its end."""
    loop_count: int = 0


class Socket(NamedTuple):
    """What hangs on a node of a scene: a node of it, or another scene."""

    handle: int
    node: int | None
    scene: Scene | None
    to: int
    offset: tuple[float, ...] | None
    flags: SocketFlag


class RootMotion(NamedTuple):
    """Where root motion has come to, and the last update's step, in the space of the turn before it."""

    location: tuple[float, float, float]
    rotation: tuple[float, float, float, float]
    """A quaternion x, y, z, w."""
    step_location: tuple[float, float, float]
    step_rotation: tuple[float, float, float, float]


class AddedEvent(NamedTuple):
    """An event that the program added to a clip."""

    handle: int
    clip: Clip
    name: str
    seconds: float
