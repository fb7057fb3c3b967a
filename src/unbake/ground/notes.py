"""What people should know of a result, in sentences that programs can tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self


class Note(str):
    """A sentence about a result, with a code.

    The sentence says what was assumed, changed or left out, and nothing of how to ask for something else: whoever shows
    it knows the words of its own controls, and adds them by the code.

    Parameters
    ----------
    text : the sentence, without a full stop.
    code : what kind of note it is, such as ``unit-assumed``.
    about : what it is about, by name: ``joint``, ``frame`` (its number in the file), ``file``, …
    """

    __slots__ = ("about", "code")
    code: str
    about: Mapping[str, str | int]

    def __new__(cls, text: str, code: str, **about: str | int) -> Self:
        """Return the sentence with its code."""
        note = super().__new__(cls, text)
        note.code = code
        note.about = about
        return note

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, str | int]]:
        """Let copies and pickles keep the code."""
        return (str(self), self.code), dict(self.about)


def written_out(note: str) -> str:
    """Return a note as it stands among sentences: with a capital letter and a full stop."""
    return f"{note[0].upper()}{note[1:]}."
