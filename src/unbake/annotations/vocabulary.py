"""Which flags there are: the thesis's thirteen by default, and any that a person adds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from unbake.errors import UsageError
from unbake.motion.body.roles import nearest

DEFAULT_VOCABULARY = (
    "Run",
    "Walk",
    "Wave",
    "Jump",
    "Turn Left",
    "Turn Right",
    "Catch",
    "Reach",
    "Carry",
    "Backwards",
    "Crouch",
    "Stand",
    "Pick Up",
)
"""The flags of Ikemoto 2007, section 4.2.3, after Arikan et al. 2003."""
LONGEST = 40


def word_of(flag: str) -> str:
    """Return a flag as it is typed: ``turn-left`` for ``Turn Left``; equal for names that mean the same flag."""
    return "-".join(re.findall(r"[^\W_]+", flag.casefold()))


def flag_named(text: str, vocabulary: Sequence[str]) -> str:
    """Return the flag that a text means, whatever its case and whether words are joined by spaces, - or _.

    Raises
    ------
    UsageError : there is none; the nearest is suggested.
    """
    for flag in vocabulary:
        if word_of(flag) == word_of(text):
            return flag
    known = ", ".join(vocabulary) or "none"
    raise UsageError(f"there is no flag '{text}'{nearest(text, vocabulary)}; known: {known}", code="no-flag")


def with_flag(vocabulary: Sequence[str], flag: str) -> tuple[str, ...]:
    """Return a vocabulary with one flag more, at its end; UsageError for a name that is taken or is no name."""
    check_vocabulary([*vocabulary, flag])
    return (*vocabulary, flag)


def without_flag(vocabulary: Sequence[str], flag: str) -> tuple[str, ...]:
    """Return a vocabulary without one of its flags; UsageError where it has none of this name."""
    gone = flag_named(flag, vocabulary)
    return tuple(other for other in vocabulary if other != gone)


def check_vocabulary(flags: Iterable[str]) -> None:
    """Raise UsageError unless every flag has a name of letters, digits, spaces and ``-``, no two alike."""
    seen: dict[str, str] = {}
    for flag in flags:
        if not re.fullmatch(r"[^\W_]+([ -][^\W_]+)*", flag) or len(flag) > LONGEST:
            raise UsageError(
                f"'{flag}' is no name for a flag: words of letters and digits, at most {LONGEST} characters in all"
            )
        if word_of(flag) in ("and", "or", "not"):
            raise UsageError(f"'{flag}' is no name for a flag: searches use the word")
        if (other := seen.setdefault(word_of(flag), flag)) is not flag:
            raise UsageError(f"the vocabulary already has the flag {other}")


def mirrored_columns(vocabulary: Sequence[str]) -> list[int]:
    """Return for each flag the place of the one that it becomes in a mirror image: Turn Right for Turn Left.

    A flag without a counterpart stays itself.
    """
    words = [word_of(flag) for flag in vocabulary]
    others = ["-".join(_OTHER_SIDE.get(part, part) for part in word.split("-")) for word in words]
    return [words.index(other) if other in words else place for place, other in enumerate(others)]


_OTHER_SIDE = {"left": "right", "right": "left"}
