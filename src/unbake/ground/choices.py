"""What an argument must be: one of several words, a whole number, a number, one of the package's own types."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import SupportsIndex, cast

from unbake.errors import UsageError, shorten, without_middle


def check_words(what: str, words: Sequence[str | int]) -> None:
    """Raise UsageError for one word where several are expected; its letters would be taken for them."""
    if isinstance(words, str):
        raise UsageError(f"{what} are a sequence of words, such as ('{words}',), not '{words}'")


def check_whole(number: object, what: str) -> None:
    """Raise UsageError for what is no whole number, such as a part of a clip's length that was never rounded."""
    try:
        operator.index(cast(SupportsIndex, number))
    except TypeError:
        raise UsageError(f"{what} is a whole number, not {number!r}") from None


def checked_whole(number: object, what: str) -> int:
    """Return a whole number as a plain integer, which every format can write, NumPy's too; UsageError for others."""
    check_whole(number, what)
    return operator.index(cast(SupportsIndex, number))


def whole_numbers(numbers: Iterable[float], what: str) -> tuple[int, ...]:
    """Return whole numbers as plain integers; UsageError for others, which would be cut to the one below."""
    given: tuple[float, ...] = ()
    try:
        given = tuple(numbers)
        whole = tuple(map(int, given))
        if not any(map(operator.ne, whole, given)):
            return whole
    except (TypeError, ValueError, OverflowError):
        pass
    raise UsageError(f"{what} are a sequence of whole numbers, not {without_middle(repr(given or numbers), 60)}")


def check_number(number: object, what: str) -> None:
    """Raise UsageError for what is no number, such as a length with its unit, ``2cm``, which only commands take."""
    if not isinstance(number, Real):
        raise UsageError(f"{what} is a number, not {shorten(str(number))}")


def check_kind(given: object, kind: type, what: str, hint: str = "") -> None:
    """Raise UsageError for an argument of another type: arguments in the wrong order, or plain arrays and file names.

    Parameters
    ----------
    given : the argument.
    kind : the type that it must have.
    what : the noun of the parameter, with its article.
    hint : what makes one, a clause.
    """
    if not isinstance(given, kind):
        end = f": {hint}" if hint else ""
        raise UsageError(f"{what} must be of the type {kind.__name__}, not {type(given).__name__}{end}")


def check_each(given: object, kind: type, what: str, hint: str = "") -> None:
    """Raise UsageError for what is no sequence of things of a type, such as a single one; parameters as `check_kind`,
    but `what` is in the plural."""
    of_kind = isinstance(given, Sequence) and all(isinstance(one, kind) for one in given)
    if not of_kind:
        end = f": {hint}" if hint else ""
        raise UsageError(f"{what} are a sequence of the type {kind.__name__}{end}")


def check_choice(what: str, chosen: object, known: Sequence[str]) -> None:
    """Raise UsageError for what is none of the known words; without a check, a misspelt one would mean another."""
    if chosen not in known:
        raise UsageError(f"unknown {what} '{chosen}'; known: {', '.join(known)}")
