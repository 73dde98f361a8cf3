# SPDX-License-Identifier: MIT
"""The viewer on a program's own scene."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from ._enums import PlayMode
from ._pavane import Player

_Path = str | os.PathLike[str]
_Step = Callable[[float], object]
_Run = Callable[[object, _Step, _Step | None, tuple[bytes, ...]], None]

# Between the two numbers of an option that has a pair of them.
_PAIRS = {"size": "x", "frames": ".."}


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


def _text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, PlayMode):
        return value.name.lower().replace("_", "-")
    if name in _PAIRS and isinstance(value, Sequence) and not isinstance(value, str):
        return _PAIRS[name].join(str(int(number)) for number in value)
    if name == "press" and not isinstance(value, str):
        return ",".join(cast(Sequence[str], value))
    return str(value) if isinstance(value, int | float) else os.fspath(cast(_Path, value))


def _arguments(options: dict[str, object]) -> tuple[bytes, ...]:
    """The arguments of the program that mean the same."""
    arguments = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None or (value is False and name not in ("others", "hud")):
            continue
        if value is True and name not in ("others", "hud"):
            arguments.append(flag)
        elif name == "with_":
            clips = [value] if isinstance(value, str) else cast(Sequence[str], value)
            if not all(isinstance(clip, str) for clip in clips):
                raise TypeError(f"with_: names of clips are wanted, not {clips!r}")
            arguments += [f"{flag}={clip}" for clip in clips]
        else:
            arguments.append(f"{flag}={_text(name, value)}")
    for argument in arguments:
        if "\0" in argument:
            raise ValueError(f"{argument!r}: a character zero cannot be passed on")
    return tuple(os.fsencode(argument) for argument in arguments)
