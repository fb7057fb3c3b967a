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
    def first(self) -> int:
        """Its first frame, as the file numbers them."""
        return self.labels.first_frame

    @property
    def last(self) -> int:
        """Its last frame, as the file numbers them."""
        return self.labels.first_frame + self.labels.n_frames - 1

    @property
    def is_guess(self) -> bool:
        """Whether nobody has looked at it."""
        return self.by in GUESSES

    def between(self, first: int, last: int) -> LabelledPart:
        """Return its frames `first` to `last`, as the file numbers them; these must be inside."""
        return replace(self, labels=self.labels.excerpt(first - self.first, last - self.first))


def labelled_frames(parts: Iterable[LabelledPart], n_frames: int, first_frame: int) -> NDArray[np.bool_]:
    """Return which frames (F,) of a clip are inside one of the parts."""
    covered = np.zeros(n_frames, dtype=np.bool_)
    for part in parts:
        covered[part.first - first_frame : part.last - first_frame + 1] = True
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
    return tuple(sorted((*parts, *guessed), key=lambda part: part.first))


def cut(parts: Iterable[LabelledPart], first: int, last: int) -> tuple[LabelledPart, ...]:
    """Return what of the parts lies in frames `first` to `last`, as the file numbers them."""
    inside = (part for part in parts if part.first <= last and part.last >= first)
    return tuple(part.between(max(part.first, first), min(part.last, last)) for part in inside)


def without(part: LabelledPart, first: int, last: int) -> list[LabelledPart]:
    """Return what is left of a part outside frames `first` to `last`, as the file numbers them."""
    pieces = ((part.first, min(part.last, first - 1)), (max(part.first, last + 1), part.last))
    return [part.between(begin, end) for begin, end in pieces if begin <= end]


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
        owners[part.first - first_frame : part.last - first_frame + 1] = number
    there = owners[nearest]
    found = [
        LabelledPart(moved.excerpt(first, last), part.by)
        for number, part in enumerate(parts)
        for first, last in intervals(there == number)
    ]
    return tuple(sorted(found, key=lambda part: part.first))


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
