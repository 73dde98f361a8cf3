# SPDX-License-Identifier: MIT
"""What the library raises beside the standard library's own exceptions."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class Error(Exception):
    """The base of the others."""


class FormatError(Error, ValueError):
    """The bytes, or what a builder was given, are not a valid document; the message says where."""


class VersionError(FormatError):
    """A valid file of a version, or with a required chunk, that this library does not know."""


class NotFoundError(Error, KeyError):
    """No clip, node, owner ... of that name, or more than one."""

    def __str__(self) -> str:
        return Exception.__str__(self)


class LinkError(Error):
    """A channel does not fit its target."""


class CapacityError(Error):
    """A capacity given at creation is used up."""


class CallbackError(Error):
    """A callback did what callbacks may not do."""


class CancelledError(Error):
    """A progress function wanted no more of a load."""


def not_found(kind: str, name: object, names: Iterable[str], argument: str = "") -> NotFoundError:
    """The exception for a name that is nowhere; it tells the nearest one that there is."""
    message = f"{argument}: there is no {kind} {name!r}" if argument else f"there is no {kind} {name!r}"
    wanted = str(name[-1] if isinstance(name, tuple) else name)
    if near := difflib.get_close_matches(wanted, list(names), 1):
        message += f"; the nearest is {near[0]!r}"
    return NotFoundError(message)


for _exception in (Error, FormatError, VersionError, NotFoundError, LinkError, CapacityError, CallbackError, CancelledError):
    _exception.__module__ = "pavane"  # Where people find it, and what a traceback says.
