# SPDX-License-Identifier: MIT
"""The viewer on a program's own scene."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from ._checks import listed, refusal, text, whole
from ._checks import number as check_number
from ._enums import PlayMode
from ._pavane import Document, Player, Scene

_Path = str | os.PathLike[str]
_Step = Callable[[float], object]
_Run = Callable[[object, _Step, _Step | None, tuple[bytes, ...]], None]

# Between the two numbers of an option that has a pair of them.
_PAIRS = {"size": "x", "frames": ".."}
_NUMBERS = {"time", "frame", "speed", "fade", "yaw", "pitch", "distance", "pan_right", "pan_up"}
_PATHS = {"statistics_file", "screenshot", "contact_sheet", "dump"}
_ON_OR_OFF = {"others", "hud"}
_FLAGS = {
    *("rest", "reverse", "paused", "frame_all", "bones", "wireframe", "hidden", "as_rendered", "masks", "no_grid"),
    *("no_textures", "statistics", "values", "fullscreen"),
}


def view(
    player: Player,
    *,
    update: Callable[[float], object] | None = None,
    click: Callable[[], object] | None = None,
    clip: str | None = None,
    with_: str | Sequence[str] = (),
    others: bool | str | None = None,
    rest: bool = False,
    time: float | str | None = None,
    frame: float | str | None = None,
    mode: PlayMode | str | None = None,
    speed: float | str | None = None,
    reverse: bool = False,
    paused: bool = False,
    fade: float | str | None = None,
    camera: str | None = None,
    yaw: float | str | None = None,
    pitch: float | str | None = None,
    distance: float | str | None = None,
    pan_right: float | str | None = None,
    pan_up: float | str | None = None,
    frame_all: bool = False,
    bones: bool = False,
    wireframe: bool = False,
    hidden: bool = False,
    as_rendered: bool = False,
    masks: bool = False,
    no_grid: bool = False,
    lighting: str | None = None,
    no_textures: bool = False,
    hud: bool | str | None = None,
    statistics: bool = False,
    statistics_file: _Path | None = None,
    values: bool = False,
    find: str | None = None,
    title: str | None = None,
    fullscreen: bool = False,
    press: str | Sequence[str] | None = None,
    size: str | tuple[int, int] | None = None,
    screenshot: _Path | None = None,
    frames: str | tuple[int, int] | None = None,
    contact_sheet: _Path | None = None,
    dump: _Path | None = None,
) -> None:
    """Shows the player's scene in a window, and returns when it is closed.

    The player advances with the time that passes, and update callbacks run as always; what one raises closes
    the window and is raised from here.  The options are those of the program, `pavane-viewer --help` tells
    about them: `--pan-up 0.5` is `pan_up=0.5`.  `update` is called for every picture with the seconds that
    have passed, in place of the player's, by those who have something to do around it; `click` when the mouse
    is clicked in the picture.  With `screenshot`, `contact_sheet` or `dump` there is no window, and it returns
    when they are written; a display is needed all the same, and xvfb-run is one.
    """
    own = "player", "update", "click"
    _check_own(player, update, click)
    arguments = _arguments({name: value for name, value in locals().items() if name not in (*own, "own")})
    step = _lent(player, update or player.update)
    clicked = _lent(player, _without_seconds(click)) if click else None
    run = _load()
    lent = player._lend()
    try:
        run(lent, step, clicked, arguments)
    finally:
        player._take_back()


def _lent(player: Player, function: _Step) -> _Step:
    """The same while the player is lent."""
    return lambda seconds: player._call_lent(function, seconds)


def _without_seconds(function: Callable[[], object]) -> _Step:
    return lambda _: function()


def _load() -> _Run:
    try:
        return cast(_Run, import_module("._view", __package__).view)
    except ImportError as error:
        raise ImportError(
            f"pavane.view needs the viewer, which is not here ({error}); it is built with the package where a C"
            " compiler finds freeglut, GLEW and stb (Debian: freeglut3-dev libglew-dev libstb-dev)",
            name="pavane._view",
        ) from error


def _check_own(player: object, update: object, click: object) -> None:
    if not isinstance(player, Player):
        made = {Scene: "pavane.Player(scene)", Document: "pavane.Player(pavane.Scene(document))"}.get(type(player))
        raise TypeError(f"player: a Player is wanted, not {player!r}" + (f"; {made} makes one" if made else ""))
    for name, function in (("update", update), ("click", click)):
        if function is not None and not callable(function):
            raise refusal(name, "a callable", function)


# ---- Its options ----


def _text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, PlayMode):
        return value.name.lower().replace("_", "-")
    if name in _PAIRS and isinstance(value, tuple | list):
        for number in value:
            whole(name, number)
        return _PAIRS[name].join(str(int(number)) for number in value)
    if name == "press" and not isinstance(value, str):
        return ",".join(_names(name, value))
    if name in _NUMBERS and not isinstance(value, str):
        check_number(name, value)
        return str(value)
    if name not in _PATHS:
        text(name, value)
        return str(value)
    try:
        return os.fsdecode(cast(_Path, value))
    except TypeError:
        raise refusal(name, "a path", value) from None


def _names(name: str, value: object) -> list[str]:
    names = [value] if isinstance(value, str) else listed(name, "a sequence of names", cast(Sequence[str], value))
    for one in names:
        text(name, one)
    return names


def _argument(name: str, value: object) -> list[str]:
    """None, one or several arguments of the program that mean the same."""
    flag = "--" + name.rstrip("_").replace("_", "-")
    if (value is None and name != "with_") or (value is False and name not in _ON_OR_OFF):
        return []
    if name in _FLAGS and not isinstance(value, bool):
        raise refusal(name, "True or False", value)
    if value is True and name not in _ON_OR_OFF:
        if name not in _FLAGS:
            raise refusal(name, "a value", value)
        return [flag]
    if name == "with_":
        return [f"{flag}={clip}" for clip in _names(name, value)]
    said = _text(name, value)
    if "\0" in said:
        raise ValueError(f"{name}: a zero character in {said!r}")
    return [f"{flag}={said}"]


def _arguments(options: dict[str, object]) -> tuple[bytes, ...]:
    return tuple(os.fsencode(argument) for name, value in options.items() for argument in _argument(name, value))
