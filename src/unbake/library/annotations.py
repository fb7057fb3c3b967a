"""Annotations: independent yes/no flags on every frame of a clip, each value with its author."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats32
from unbake.motion.body.roles import nearest

THIRTEEN = (
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
"""The vocabulary of Ikemoto 2007, 4.2.3 (after Arikan, Forsyth and O'Brien 2003), with which a library starts."""
LONGEST_NAME = 60
WORDS = ("and", "or", "not")
"""What joins flags in expressions; no flag is called so."""
GUESS = " (guess)"
"""What ELAN's files call guesses of a flag, after its name; no flag ends so."""
YES, NO, UNKNOWN = 1, 0, -1


@dataclass(frozen=True)
class Label:
    """What a person said of a run of frames.

    Parameters
    ----------
    start, stop : frames from 0; `stop` is the first behind the run.
    is_set : whether the flag holds there.
    """

    start: int
    stop: int
    is_set: bool


@dataclass(frozen=True, eq=False)
class Annotations:
    """The flags of a clip, frame by frame. A person's word overrides a classifier's.

    Parameters
    ----------
    flags : the vocabulary.
    values : (flags, F) int8: `YES`, `NO`, or `UNKNOWN` where nobody has said or guessed anything.
    by_person : (flags, F) whether a person said so.
    confidence : (flags, F) float32: how probable it is that the value is right; 1 for a person's, 0 where unknown.
    """

    flags: tuple[str, ...]
    values: NDArray[np.int8]
    by_person: Booleans
    confidence: Floats32

    def row(self, flag: str) -> int:
        """Return the row of a flag, whatever the case of its letters, hyphens for spaces; UsageError if unknown."""
        return flag_index(self.flags, flag)

    def is_set(self, flag: str) -> Booleans:
        """Return where a flag holds (F,)."""
        return np.asarray(self.values[self.row(flag)] == YES)


def annotations_of(
    flags: tuple[str, ...],
    n_frames: int,
    labels: Iterable[tuple[int, Label]],
    certainties: Iterable[tuple[int, Floats32]],
) -> Annotations:
    """Return the annotations that labels and guesses make.

    Parameters
    ----------
    flags : the vocabulary; the others name its rows.
    n_frames : of the clip.
    labels : row, and what a person said.
    certainties : row, and how certain a classifier is, frame by frame (F,), that the flag holds.
    """
    shape = (len(flags), n_frames)
    values = np.full(shape, UNKNOWN, dtype=np.int8)
    confidence = np.zeros(shape, dtype=np.float32)
    by_person = np.zeros(shape, dtype=np.bool_)
    for row, certainty in certainties:
        values[row] = certainty >= 0.5
        confidence[row] = np.maximum(certainty, 1.0 - certainty)
    for row, label in labels:
        frames = slice(label.start, label.stop)
        values[row, frames], confidence[row, frames], by_person[row, frames] = label.is_set, 1.0, True
    return Annotations(flags, values, by_person, confidence)


def painted(labels: Iterable[Label], start: int, stop: int, is_set: bool | None) -> list[Label]:
    """Return the labels of one flag after a person spoke about frames `start` to before `stop`; None clears them.

    Labels that touch and agree become one.
    """
    out: list[Label] = []
    for label in labels:
        if label.start < start:
            out.append(Label(label.start, min(label.stop, start), label.is_set))
        if label.stop > stop:
            out.append(Label(max(label.start, stop), label.stop, label.is_set))
    if is_set is not None:
        out.append(Label(start, stop, is_set))
    joined: list[Label] = []
    for label in sorted(out, key=lambda label: label.start):
        if joined and joined[-1].stop == label.start and joined[-1].is_set == label.is_set:
            label = Label(joined.pop().start, label.stop, label.is_set)
        joined.append(label)
    return joined


def flag_index(flags: tuple[str, ...], name: str) -> int:
    """Return which flag a name means; UsageError with the nearest, or all, where none is called so."""
    wanted = plain_name(name)
    for index, flag in enumerate(flags):
        if plain_name(flag) == wanted:
            return index
    hint = nearest(name, flags) or f"; known: {', '.join(flags) or 'none'}"
    raise UsageError(f"unknown flag '{name}'{hint}", code="unknown-flag", flag=name)


def check_vocabulary(flags: tuple[str, ...]) -> None:
    """Refuse vocabularies in which a flag has no proper name, or two the same; UsageError."""
    seen: set[str] = set()
    for flag in flags:
        if not plain_name(flag) or len(flag) > LONGEST_NAME or not flag.isprintable():
            raise UsageError(
                f"'{flag}' is not a valid name for a flag: expected 1 to {LONGEST_NAME} letters", code="flag-name"
            )
        if plain_name(flag) in WORDS:
            raise UsageError(
                f"'{flag}' is not a valid name for a flag: in expressions it joins flags", code="flag-name"
            )
        if flag.endswith(GUESS):
            raise UsageError(
                f"'{flag}' is not a valid name for a flag: in ELAN's files guesses are called so", code="flag-name"
            )
        if plain_name(flag) in seen:
            raise UsageError(f"the flag '{flag}' is there twice", code="flag-name")
        seen.add(plain_name(flag))


def plain_name(name: str) -> str:
    """Return a flag's name without what its spelling may differ in: case, hyphens, underscores, blanks."""
    return " ".join(name.replace("-", " ").replace("_", " ").lower().split())
