"""Labelled stretches of a clip: which frames somebody stands for, and which nobody has labelled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from unbake.feet.labels import GUESSES, FootLabels, Plant, Source
from unbake.ground.intervals import intervals


@dataclass(frozen=True)
class LabelledPart:
    """Labels of a stretch of a clip.

    Parameters
    ----------
    labels : of the stretch; `first_frame` says where it starts, as the clip's file numbers frames.
    by : who stands for all of it, frames without plants too: ``hand`` once a person has looked at every boundary.
    """

    labels: FootLabels
    by: Source

    @property
    def first_number(self) -> int:
        """Its first frame, as the file numbers it."""
        return self.labels.first_frame

    @property
    def last_number(self) -> int:
        """Its last frame, as the file numbers it."""
        return self.labels.first_frame + self.labels.n_frames - 1

    @property
    def is_guess(self) -> bool:
        """Whether nobody has looked at it."""
        return self.by in GUESSES

    def between(self, first_number: int, last_number: int) -> LabelledPart:
        """Return its frames `first_number` to `last_number`, as the file numbers them; these must be inside."""
        first, last = first_number - self.first_number, last_number - self.first_number
        return replace(self, labels=self.labels.excerpt(first, last))


def labelled_frames(parts: Iterable[LabelledPart], n_frames: int, first_frame: int) -> NDArray[np.bool_]:
    """Return which frames (F,) of a clip are inside one of the parts."""
    covered = np.zeros(n_frames, dtype=np.bool_)
    for part in parts:
        covered[part.first_number - first_frame : part.last_number - first_frame + 1] = True
    return covered


def whole_labels(parts: Iterable[LabelledPart], n_frames: int, fps: Fraction, first_frame: int) -> FootLabels:
    """Return the labels of a whole clip; frames outside all parts have no plants."""
    plants = [plant for part in parts for plant in plants_in_clip(part.labels, first_frame)]
    return FootLabels(_joined(plants), n_frames, fps, first_frame)


def filled(parts: Sequence[LabelledPart], guess: FootLabels, by: Source = "oracle") -> tuple[LabelledPart, ...]:
    """Return the parts with a guess of the whole clip where they label nothing, in the order of frames."""
    start = guess.first_frame
    missing = ~labelled_frames(parts, guess.n_frames, start)
    guessed = (LabelledPart(guess.excerpt(first, last), by) for first, last in intervals(missing))
    return tuple(sorted((*parts, *guessed), key=lambda part: part.first_number))


def cut(parts: Iterable[LabelledPart], first_number: int, last_number: int) -> tuple[LabelledPart, ...]:
    """Return what of the parts lies in frames `first_number` to `last_number`, as the file numbers them."""
    inside = (part for part in parts if part.first_number <= last_number and part.last_number >= first_number)
    return tuple(
        part.between(max(part.first_number, first_number), min(part.last_number, last_number)) for part in inside
    )


def without(part: LabelledPart, first_number: int, last_number: int) -> list[LabelledPart]:
    """Return what is left of a part outside frames `first_number` to `last_number`, as the file numbers them."""
    before = (part.first_number, min(part.last_number, first_number - 1))
    behind = (max(part.first_number, last_number + 1), part.last_number)
    return [part.between(begin, end) for begin, end in (before, behind) if begin <= end]


def numbered(
    parts: Sequence[LabelledPart], n_frames: int, first_frame: int, to: tuple[int, Fraction, int]
) -> tuple[LabelledPart, ...]:
    """Return the parts of a clip for the same clip with other frames: `to` is their count, rate and first number.

    As many frames at another rate are the same frames; otherwise each takes what the nearest in time has.
    """
    if not parts:
        return ()
    fps = parts[0].labels.fps
    whole = whole_labels(parts, n_frames, fps, first_frame)
    count, rate, start = to
    if count == n_frames:
        nearest = np.arange(count)
        moved = replace(whole, fps=rate, first_frame=start)
    else:
        nearest = np.minimum((np.arange(count) * float(fps / rate) + 0.5).astype(int), n_frames - 1)
        moved = replace(whole.at_rate(rate, count), first_frame=start)
    owners = np.full(n_frames, -1)
    for number, part in enumerate(parts):
        owners[part.first_number - first_frame : part.last_number - first_frame + 1] = number
    there = owners[nearest]
    found = [
        LabelledPart(moved.excerpt(first, last), part.by)
        for number, part in enumerate(parts)
        for first, last in intervals(there == number)
    ]
    return tuple(sorted(found, key=lambda part: part.first_number))


def plants_in_clip(labels: FootLabels, first_frame: int) -> list[Plant]:
    """Return the plants of a stretch with frames counted from the first of its clip."""
    shift = labels.first_frame - first_frame
    return [replace(plant, first=plant.first + shift, last=plant.last + shift) for plant in labels.plants]


def _joined(plants: Iterable[Plant]) -> tuple[Plant, ...]:
    """Plants of one source that follow each other without a gap made one: stretches may meet inside a plant."""
    out: list[Plant] = []
    for plant in sorted(plants, key=lambda p: (p.point, p.source, p.first)):
        last = out[-1] if out else None
        if last and (last.point, last.source, last.last + 1) == (plant.point, plant.source, plant.first):
            out[-1] = replace(last, last=plant.last)
        else:
            out.append(plant)
    return tuple(out)
