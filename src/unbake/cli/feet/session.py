"""One clip whose foot labels are guessed, corrected, stored and drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from unbake.cli.feet.painting import Stroke, overlaid, painted
from unbake.cli.feet.plants import stored_parts
from unbake.errors import FileError, UsageError
from unbake.feet.detect.guess.guess import FootGuess
from unbake.feet.labels import FOOT_POINTS, FootLabels, Source
from unbake.formats.foot_labels.format import save_parts, stored_labels
from unbake.formats.foot_labels.parts import LabelledPart, cut, filled, labelled_frames, whole_labels, without
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.motion.motion import Motion

SURE = 0.3
"""A certainty within this of 0 and 1 is no reason to look."""


class FootSession:
    """Labels of a stretch of a clip on their way from a guess to a file.

    Parameters
    ----------
    clip : the whole clip.
    target : the file of its labels.
    guess : says where the feet of a clip are planted, should it be asked.
    frames : first and last of the stretch, as the file numbers them; None for all.
    again : whether what is stored counts for nothing; labels of another motion then are no hindrance to a whole clip.
    file : the clip's own; only C3D needs it.
    """

    def __init__(
        self,
        clip: Motion,
        target: Path,
        guess: Callable[[Motion], FootGuess],
        frames: tuple[int, int] | None,
        again: bool = False,
        file: Path | None = None,
    ) -> None:
        self._file = file
        self._clip, self._target, self._guess_of = clip, target, guess
        self.first, self.last = frames or (clip.first_frame, clip.last_frame)
        if self.first > self.last:
            raise UsageError(f"the range {self.first}:{self.last} ends before it starts")
        self._rows = (clip.frame_index(self.first), clip.frame_index(self.last))
        is_whole = (self.first, self.last) == (clip.first_frame, clip.last_frame)
        self._parts = () if again and is_whole else stored_parts(target, clip, file)
        self._labels = self._none
        self._was_asked = False

    @property
    def _none(self) -> FootLabels:
        clip = self._clip
        return FootLabels((), clip.n_frames, clip.fps, clip.first_frame)

    @cached_property
    def _guess(self) -> FootGuess:
        """The guess, of the whole clip."""
        self._was_asked = True
        return self._guess_of(self._clip)

    @property
    def certainty(self) -> Floats:
        """How certain the guess is, of the whole clip (F, 4)."""
        return self._guess.certainty

    def guess(self, is_blank: bool, again: bool) -> None:
        """Take the oracle's labels; UsageError where they would replace those of a person."""
        if not again:
            self._check_not_by_hand()
        self._label(self._guessed(is_blank), "hand" if is_blank else "oracle")

    def guess_the_rest(self) -> None:
        """Take the oracle's labels for all frames of the stretch that nobody has looked at; others stay."""
        looked_at = [part for part in self._parts if not part.is_guess]
        rest = filled(cut(looked_at, self.first, self.last), self._guessed(False))
        self._take(cut(rest, self.first, self.last))

    def take(self, parts: tuple[LabelledPart, ...], again: bool) -> None:
        """Take the labelled frames of the stretch from elsewhere; UsageError where they would replace a person's."""
        for part in (parts := cut(parts, self.first, self.last)):
            if not again:
                self._check_not_by_hand(part)
        self._take(parts)

    def correct(
        self, strokes: tuple[Stroke, ...], other: Path | None, is_accepted: bool, is_blank: bool, again: bool
    ) -> None:
        """Paint over what is stored of these frames, or over the guess where nothing is.

        The frames that are painted are a person's from then on; all of them where the rest is accepted, or blank.
        """
        others = self._parts_from(other) if other is not None and other.suffix.lower() == ".json" else ()
        kept = () if again or is_blank else self._parts
        known = (*kept, *others)
        labels = self._none if self._are_covered(known) else self._guessed(is_blank)
        for part in known:
            labels = overlaid(labels, part)
        if not self._are_covered(kept):
            self._take(cut(filled(cut(kept, self.first, self.last), labels), self.first, self.last))
        self._take(cut(others, self.first, self.last))
        labels = overlaid(self._none, LabelledPart(painted(labels.excerpt(*self._rows), strokes), "hand"))
        for first, last in [self._rows] if is_accepted or is_blank else self._painted_rows(strokes):
            self._take((LabelledPart(labels.excerpt(first, last), "hand"),))

    def _painted_rows(self, strokes: tuple[Stroke, ...]) -> Iterator[tuple[int, int]]:
        """First and last of the frames, from 0, that strokes paint, run by run."""
        is_painted = np.zeros(self._clip.n_frames, dtype=np.bool_)
        for stroke in strokes:
            first = self.first if stroke.first is None else stroke.first
            last = self.last if stroke.last is None else stroke.last
            is_painted[first - self._clip.first_frame : last - self._clip.first_frame + 1] = True
        return intervals(is_painted)

    def take_stored(self) -> None:
        """Take the labels as they are stored; FileError where there are none."""
        if not self._parts:
            raise FileError(self._target, "holds no foot labels; unbake feet label makes some")
        self._labels = self._whole()

    def save(self) -> None:
        """Store what is labelled; labels of frames outside the stretch stay."""
        save_parts(self._parts, self._clip, self._target)

    def _label(self, labels: FootLabels, by: Source) -> None:
        """Take labels of the whole clip for all frames of the stretch."""
        self._take((LabelledPart(labels.excerpt(*self._rows), by),))

    def _take(self, parts: tuple[LabelledPart, ...]) -> None:
        """Put parts in place of what was stored of their frames."""
        for part in parts:
            self._parts = tuple(
                piece for old in self._parts for piece in without(old, part.first_number, part.last_number)
            )
        self._parts = tuple(sorted((*self._parts, *parts), key=lambda part: part.first_number))
        self._labels = self._whole()

    def _whole(self) -> FootLabels:
        clip = self._clip
        return whole_labels(self._parts, clip.n_frames, clip.fps, clip.first_frame)

    def _parts_from(self, file: Path) -> tuple[LabelledPart, ...]:
        """Labels of another file, at whatever rate they are."""
        stored = stored_labels(file)
        if stored is None:
            raise FileError(file, "holds no foot labels")
        return stored.parts_of(self._clip, self._file)

    @property
    def labels(self) -> FootLabels:
        """The labels of the stretch."""
        return self._labels.excerpt(*self._rows)

    def draw(self, picture: Path, title: str, frames_a_row: int | None, with_certainty: bool = True) -> None:
        """Draw the stretch to a PNG, with what is stored of the frames around it out of sight."""
        from unbake.feet.legs import legs_of
        from unbake.reports.pictures.foot_picture import foot_picture_png

        foot_picture_png(
            self._clip,
            self._labels,
            picture,
            certainty=self.certainty if with_certainty else None,
            frame_numbers=(self.first, self.last),
            frames_a_row=frames_a_row,
            title=title,
            legs=legs_of(self._clip),
        )

    def fields(self) -> dict[str, Any]:
        """Return what there is to say: frames as the file numbers them, plants as first, last and source."""
        labels = self.labels
        shift = labels.first_frame
        return {
            "labels": str(self._target),
            "frames": [self.first, self.last],
            "labelled": [
                [part.first_number, part.last_number, part.by] for part in cut(self._parts, self.first, self.last)
            ],
            "plants": {
                name: [[p.first + shift, p.last + shift, p.source] for p in labels.of_point(point)]
                for point, name in enumerate(FOOT_POINTS)
            },
            "unsure": self._unsure() if self._was_asked else [],
        }

    def _guessed(self, is_blank: bool) -> FootLabels:
        return self._none if is_blank else self._guess.labels

    def _unsure(self) -> list[dict[str, Any]]:
        """Frames where the guess is not certain, the longest first."""
        certainty = self.certainty[self._rows[0] : self._rows[1] + 1]
        found = []
        for point, name in enumerate(FOOT_POINTS):
            unsure = (certainty[:, point] > SURE) & (certainty[:, point] < 1.0 - SURE)
            found += [{"point": name, "first": a + self.first, "last": b + self.first} for a, b in intervals(unsure)]
        return sorted(found, key=lambda place: (place["first"] - place["last"], place["first"]))

    @property
    def is_by_hand(self) -> bool:
        """Whether every frame of the stretch is labelled already, by more than a guess."""
        return self._are_covered(tuple(part for part in self._parts if not part.is_guess))

    def _check_not_by_hand(self, there: LabelledPart | None = None) -> None:
        first, last = (self.first, self.last) if there is None else (there.first_number, there.last_number)
        for part in self._parts:
            if not part.is_guess and part.first_number <= last and part.last_number >= first:
                raise UsageError(
                    f"{self._target}: frames {part.first_number}–{part.last_number} are labelled ({part.by}) already; "
                    "--hand corrects them, --again labels them anew, unbake feet show draws them"
                )

    def _are_covered(self, parts: tuple[LabelledPart, ...]) -> bool:
        """Whether every frame of the stretch is labelled in one of the parts."""
        covered = labelled_frames(parts, self._clip.n_frames, self._clip.first_frame)
        return bool(covered[self._rows[0] : self._rows[1] + 1].all())
