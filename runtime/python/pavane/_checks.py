# SPDX-License-Identifier: MIT
"""Arguments of what is written in Python: what is wrong with one is told by its name before it is used."""

from __future__ import annotations

import inspect
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

from . import _enums
from ._members import member

_Function = TypeVar("_Function", bound=Callable[..., Any])
_Check = Callable[[str, Any], None]

COUNT_LIMIT = 2**32


def refusal(argument: str, wanted: str, given: object) -> TypeError:
    return TypeError(f"{argument}: {wanted} is wanted, not {shortened(given)}")


def shortened(given: object) -> str:
    """For messages."""
    text = repr(given)
    return text if len(text) <= 100 else text[:97] + "..."


# ---- One value ----


def text(argument: str, given: object) -> None:
    if not isinstance(given, str):
        raise refusal(argument, "a str", given)
    if "\0" in given:
        raise ValueError(f"{argument}: a zero character in {shortened(given)}")
    if any("\ud800" <= letter <= "\udfff" for letter in given):
        raise ValueError(f"{argument}: a surrogate alone in {shortened(given)}")


def number(argument: str, given: Any) -> None:
    if isinstance(given, str | bytes) or not (hasattr(given, "__float__") or hasattr(given, "__index__")):
        raise refusal(argument, "a number", given)
    try:
        fine = abs(float(given)) < 2.0**128  # What a float of 4 bytes holds; no NaN is.
    except OverflowError:
        fine = False
    if not fine:
        raise ValueError(f"{argument}: a finite number is wanted, not {shortened(given)}")


def whole(argument: str, given: Any) -> None:
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise refusal(argument, "a whole number", given)
    if not 0 <= operator.index(given) < COUNT_LIMIT:
        raise ValueError(f"{argument}: a whole number from 0 to {COUNT_LIMIT - 1} is wanted, not {shortened(given)}")


def _key(argument: str, given: object) -> None:
    if given is None:
        raise refusal(argument, "a name or an index", given)


# ---- Several ----


def listed(argument: str, wanted: str, given: Iterable[Any]) -> list[Any]:
    """What an iterable gives; a str is never meant as its letters."""
    if isinstance(given, str | bytes) or not hasattr(given, "__iter__"):
        raise refusal(argument, wanted, given)
    return list(given)


def rows(argument: str, wanted: str, given: Iterable[Any], size: int) -> Iterator[tuple[Any, ...]]:
    """The items of an iterable, which are of `size` things each."""
    for row in listed(argument, f"a sequence of {wanted}", given):
        if isinstance(row, str | bytes | Mapping) or not hasattr(row, "__iter__") or len(tuple(row)) != size:
            raise refusal(argument, f"a sequence of {wanted}", row)
        yield tuple(row)


def mapping(argument: str, wanted: str, given: Any) -> list[tuple[Any, Any]]:
    if not hasattr(given, "items"):
        raise refusal(argument, wanted, given)
    return list(given.items())


# ---- By annotation ----


def _check_of(annotation: str) -> _Check | None:
    """None for what is not checked here."""
    kind = annotation.removesuffix(" | None")
    plain: dict[str, _Check] = {"str": text, "float": number, "int": whole, "Index": _key}
    check = plain.get(kind) or (_member_of(kind) if hasattr(_enums, kind) else None)
    if check is None or kind == annotation:
        return check
    return None if check is _key else _or_none(check)


def _member_of(kind: str) -> _Check:
    def check(argument: str, given: Any) -> None:
        member(argument, kind, given)

    return check


def _or_none(check: _Check) -> _Check:
    def check_given(argument: str, given: Any) -> None:
        if given is not None:
            check(argument, given)

    return check_given


def checked(function: _Function) -> _Function:
    """The same method; it looks at its arguments of simple types first."""
    parameters = list(inspect.signature(function).parameters.values())[1:]
    checks = {parameter.name: _check_of(str(parameter.annotation)) for parameter in parameters}
    names = list(checks)

    @wraps(function)
    def call(self: object, *given: object, **named: object) -> object:
        for name, value in (*zip(names, given, strict=False), *named.items()):
            if check := checks.get(name):
                check(name, value)
        return function(self, *given, **named)

    return cast(_Function, call)


def check_record(argument: str, record: NamedTuple) -> None:
    """The same of the fields of a record."""
    for name, annotation in type(record).__annotations__.items():
        check = _check_of(getattr(annotation, "__forward_arg__", str(annotation)))
        if check:
            check(f"{argument}: {name}", getattr(record, name))
