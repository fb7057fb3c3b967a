"""Words of which one is meant, and numbers that are whole."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import SupportsIndex, cast

from unbake.errors import UsageError


def check_words(what: str, words: Sequence[str]) -> None:
    """Raise UsageError for one word where several are expected; its letters would be taken for them."""
    if isinstance(words, str):
        raise UsageError(f"{what} are a sequence of words, such as ('{words}',), not '{words}'")


def check_whole(number: object, what: str) -> None:
    """Raise UsageError for what is no whole number, such as a part of a clip's length that was never rounded."""
    try:
        operator.index(cast(SupportsIndex, number))
    except TypeError:
        raise UsageError(f"{what} is a whole number, not {number!r}") from None


def check_choice(what: str, chosen: object, known: Sequence[str]) -> None:
    """Raise UsageError for what is none of the known words; without a check, a misspelt one would mean another."""
    if chosen not in known:
        raise UsageError(f"unknown {what} '{chosen}'; known: {', '.join(known)}")
