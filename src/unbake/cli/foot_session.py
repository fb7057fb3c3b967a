"""One clip whose foot labels are guessed, corrected, stored and drawn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from unbake.cli.foot_painting import Stroke, overlaid, painted
from unbake.errors import FileError, UsageError
from unbake.feet.labels import FOOT_POINTS, FootLabels, Source, intervals
from unbake.feet.oracle import Oracle
from unbake.feet.smoothing import hysteresis
from unbake.formats.foot_labels import LabelledPart, load_labels, load_parts, save_labels
from unbake.motion.motion import Motion
from unbake.motion.rotations import Floats

GUESSES = ("oracle", "thresholds")
"""Labels by these nobody has looked at."""
SURE = 0.3
"""A certainty within this of 0 and 1 is no reason to look."""


class FootSession:
    """Labels of a stretch of a clip on their way from a guess to a file.

    Parameters
    ----------
    clip : the whole clip.
    target : the file of its labels.
    oracle : gives the oracle, should it be asked.
    roles : role → joint where the names do not say it.
    frames : first and last of the stretch, as the file numbers them; None for all.
    """

    def __init__(
        self,
        clip: Motion,
        target: Path,
        oracle: Callable[[], Oracle],
        roles: dict[str, int] | None,
        frames: tuple[int, int] | None,
    ) -> None:
        self._clip, self._target, self._oracle, self._roles = clip, target, oracle, roles
        self.first, self.last = frames or (clip.first_frame, clip.last_frame)
        if self.first > self.last:
            raise UsageError(f"the range {self.first}:{self.last} ends before it starts")
        self._rows = (clip.frame_index(self.first), clip.frame_index(self.last))
        self._parts = load_parts(target, clip, roles)
        self._labels = FootLabels((), clip.n_frames, clip.fps, clip.first_frame)
        self._by: Source = "hand"
        self._was_asked = False

    @cached_property
    def certainty(self) -> Floats:
        """The oracle's, of the whole clip (F, 4)."""
        self._was_asked = True
        return self._oracle().certainty(self._clip, self._roles)

    def guess(self, is_blank: bool, again: bool) -> None:
        """Take the oracle's labels; UsageError where they would replace those of a person."""
        if not again:
            self._check_not_by_hand()
        self._labels = self._guessed(is_blank)
        self._by = "hand" if is_blank else "oracle"

    def correct(self, strokes: tuple[Stroke, ...], other: Path | None, is_blank: bool, again: bool) -> None:
        """Paint over what is stored of these frames, or over the guess where nothing is; the result is a person's."""
        others: tuple[LabelledPart, ...] = ()
        if other is not None and other.suffix.lower() == ".json":
            others = load_parts(other, self._clip, self._roles)
            if not others:
                raise FileError(other, "holds no foot labels")
        kept = () if again or is_blank else self._parts
        is_known = self._are_covered((*kept, *others))
        labels = self._labels if is_known else self._guessed(is_blank)
        for part in (*kept, *others):
            labels = overlaid(labels, part)
        stretch = painted(labels.excerpt(*self._rows), strokes)
        self._labels = overlaid(self._labels, LabelledPart(stretch, "hand"))

    def take_stored(self) -> None:
        """Take the labels as they are stored; FileError where there are none."""
        stored = load_labels(self._target, self._clip, self._roles)
        if stored is None:
            raise FileError(self._target, "holds no foot labels; unbake feet label makes some")
        self._labels = stored
        overlapping = [part.by for part in self._parts if self._touches(part)]
        self._by = "hand" if not overlapping or "hand" in overlapping else overlapping[0]

    def save(self) -> None:
        """Store the labels of the stretch; those of other frames stay."""
        save_labels(self.labels, self._clip, self._target, self._by, self._roles)

    @property
    def labels(self) -> FootLabels:
        """The labels of the stretch."""
        return self._labels.excerpt(*self._rows)

    def draw(self, picture: Path, title: str, frames_a_row: int | None, with_certainty: bool = True) -> None:
        """Draw the stretch to a PNG, with what is stored of the frames around it out of sight."""
        from unbake.feet.legs import legs_of
        from unbake.reports.foot_picture import foot_picture_png

        foot_picture_png(
            self._clip,
            self._labels,
            picture,
            certainty=self.certainty if with_certainty else None,
            frames=(self.first, self.last),
            frames_a_row=frames_a_row,
            title=title,
            legs=legs_of(self._clip, self._roles),
        )

    def fields(self) -> dict[str, Any]:
        """Return what there is to say: frames as the file numbers them, plants as first, last and source."""
        labels = self.labels
        shift = labels.first_frame
        return {
            "labels": str(self._target),
            "frames": [self.first, self.last],
            "by": self._by,
            "plants": {
                name: [[p.first + shift, p.last + shift, p.source] for p in labels.of_point(point)]
                for point, name in enumerate(FOOT_POINTS)
            },
            "unsure": self._unsure() if self._was_asked else [],
        }

    def _guessed(self, is_blank: bool) -> FootLabels:
        clip = self._clip
        if is_blank:
            return FootLabels((), clip.n_frames, clip.fps, clip.first_frame)
        return FootLabels.from_frames(hysteresis(self.certainty), clip.fps, clip.first_frame, source="oracle")

    def _unsure(self) -> list[dict[str, Any]]:
        """Frames where the neighbours disagree, the longest first."""
        certainty = self.certainty[self._rows[0] : self._rows[1] + 1]
        found = []
        for point, name in enumerate(FOOT_POINTS):
            unsure = (certainty[:, point] > SURE) & (certainty[:, point] < 1.0 - SURE)
            found += [{"point": name, "first": a + self.first, "last": b + self.first} for a, b in intervals(unsure)]
        return sorted(found, key=lambda place: (place["first"] - place["last"], place["first"]))

    @property
    def is_by_hand(self) -> bool:
        """Whether every frame of the stretch is labelled already, by more than a guess."""
        return self._are_covered(tuple(part for part in self._parts if part.by not in GUESSES))

    def _touches(self, part: LabelledPart) -> bool:
        first = part.labels.first_frame
        return first <= self.last and first + part.labels.n_frames - 1 >= self.first

    def _check_not_by_hand(self) -> None:
        for part in self._parts:
            if part.by not in GUESSES and self._touches(part):
                first, last = part.labels.first_frame, part.labels.first_frame + part.labels.n_frames - 1
                raise UsageError(
                    f"{self._target}: frames {first}–{last} are labelled ({part.by}) already; --hand corrects them, "
                    "--again guesses anew, unbake feet show draws them"
                )

    def _are_covered(self, parts: tuple[LabelledPart, ...]) -> bool:
        """Whether every frame of the stretch is labelled in one of the parts."""
        covered = np.zeros(self._clip.n_frames, dtype=np.bool_)
        for part in parts:
            start = part.labels.first_frame - self._clip.first_frame
            covered[start : start + part.labels.n_frames] = True
        return bool(covered[self._rows[0] : self._rows[1] + 1].all())
