# SPDX-License-Identifier: MIT
"""Arguments that are members of an enum, for the extension and the builder alike."""

from __future__ import annotations

import operator
from enum import IntEnum, IntFlag
from functools import cache, reduce
from typing import Any, cast

from . import _enums


@cache
def _all_bits(kind: type[IntFlag]) -> int:
    return reduce(operator.or_, (int(flag) for flag in kind), 0)


def _is_one(kind: type[IntEnum | IntFlag], number: int) -> bool:
    if issubclass(kind, IntFlag):
        return number >= 0 and not number & ~_all_bits(kind)
    return number in {int(one) for one in kind}


def _meant(kind: type[IntEnum | IntFlag], given: object) -> str:
    """An example; where a name is given that is nearly one of the members, that one."""
    name = given.upper().replace("-", "_") if isinstance(given, str) else ""
    one = name if name in kind.__members__ else next(iter(kind.__members__))
    return f"pavane.{kind.__name__}.{one}"


def member_or_error(argument: str, type_name: str, given: Any) -> int | Exception:
    """The number of a member of an enum, or of flags; what is to be raised when it is none."""
    kind = cast("type[IntEnum | IntFlag]", getattr(_enums, type_name))
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        return TypeError(f"{argument}: a {type_name} such as {_meant(kind, given)} is wanted, not {given!r}")
    number = operator.index(given)
    return number if _is_one(kind, number) else ValueError(f"{argument}: {number} is no {type_name}")


def member(argument: str, type_name: str, given: Any) -> int:
    number = member_or_error(argument, type_name, given)
    if isinstance(number, Exception):
        raise number
    return number
