"""The takes of a file: what of it is read as one clip. An animation that moves several figures is a take of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unbake.errors import FileError, UsageError
from unbake.formats.unique_names import UniqueNames
from unbake.ground.notes import Note

LEAST_MOVING = 5
"""So many nodes of a tree move where it is a figure; with fewer, it is a part of a scene, such as a prop or a lamp."""
MOST_NAMES = 20
"""So many names are listed."""


@dataclass(frozen=True)
class Animation:
    """An animation of a file.

    Parameters
    ----------
    name : what it is called; empty where the file does not say.
    figures : names of the figures that it moves, where these are several. The first is read by default.
    is_moving : whether it moves joints at all.
    """

    name: str
    figures: tuple[str, ...] = ()
    is_moving: bool = True


@dataclass(frozen=True)
class Take:
    """What is read as one clip: an animation, by its number, or one of the figures that it moves."""

    name: str
    animation: int
    figure: int | None
    is_moving: bool


def left_out_note(count: int, of: str) -> Note:
    """Return a note on nodes that move and are not read, as they are not part of something."""
    some = "nodes that move are" if count > 1 else "node that moves is"
    return Note(f"{count} {some} not part of {of}, and left out", "nodes-left-out")


class Takes:
    """The takes of a file by their names, each of which is used once.

    A figure's take has the name of the figure, behind that of the animation where there are several animations.

    Parameters
    ----------
    animations : in the order of the file.
    noun : what the format calls an animation, of which it may hold several.
    """

    def __init__(self, animations: Sequence[Animation], noun: str) -> None:
        self._names = tuple(animation.name for animation in animations)
        has_figures = any(animation.figures for animation in animations)
        self._noun = "figure" if has_figures and len(animations) == 1 else "take" if has_figures else noun
        unique, self._takes = UniqueNames(), list[Take]()
        for number, animation in enumerate(animations):
            for figure, name in enumerate(animation.figures or (animation.name,)):
                called = f"{animation.name}: {name}" if animation.figures and len(animations) > 1 else name
                place = figure if animation.figures else None
                self._takes.append(Take(unique.take(called), number, place, animation.is_moving))

    @property
    def moving(self) -> tuple[str, ...]:
        """Names of the takes that move joints."""
        return tuple(take.name for take in self._takes if take.is_moving)

    def chosen(self, file: Path, name: str | None) -> tuple[Take, tuple[Note, ...]]:
        """Return the take of a name, and what to say; without a name the first that moves joints.

        An animation's own name stands for the first of its figures.

        Raises
        ------
        UsageError : no take of that name.
        FileError : no name, and no take at all.
        """
        listed = ", ".join(f"'{take.name}'" for take in self._takes[:MOST_NAMES])
        listed += ", …" * (len(self._takes) > MOST_NAMES)
        if name is not None:
            meant = (take for take in self._takes if name in (take.name, self._names[take.animation]))
            found = min(meant, key=lambda take: take.name != name, default=None)
            if found is None:
                some = "only {} is" if len(self._takes) == 1 else "{}s are"
                has = f"its {some.format(self._noun)} {listed}" if listed else f"it has no {self._noun}s"
                raise UsageError(f"{file}: there is no {self._noun} '{name}'; {has}", take=name)
            return found, ()
        if not self._takes:
            raise FileError(file, "holds no animation")
        taken = next((take for take in self._takes if take.is_moving), self._takes[0])
        if len(self._takes) == 1:
            return taken, ()
        text = f"the file has {len(self._takes)} {self._noun}s, {listed}: '{taken.name}' was read"
        return taken, (Note(text, "take-chosen"),)
