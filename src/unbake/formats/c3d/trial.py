"""The markers of a C3D file in our world, their gaps filled as far as that goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.c3d.axes import Space, space_of
from unbake.formats.c3d.recording import USUAL_FPS, Recording, read_recording
from unbake.formats.c3d.widths import widths_m
from unbake.formats.registry import ReadOptions
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.ground.wording import frame_range, listed
from unbake.motion.frame_rate import rate_note
from unbake.motion.markers.gaps import Gap, fill_gaps
from unbake.motion.points import Points

_HOW = {
    "cubic": "by a cubic through the frames beside the gap",
    "rigid": "from markers on the same part of the body",
    "held": "at an end of the clip, by holding the nearest place",
}

Frames = tuple[int, int]
"""First and last frame, as the file numbers them."""


@dataclass(frozen=True, eq=False)
class Trial:
    """The markers of a file.

    Parameters
    ----------
    file : where they are from.
    labels : a name for each.
    positions_m : (F, P, 3) Y up; NaN in gaps that could not be filled.
    gaps : all there were, frames counted from 0.
    fps, first_frame : of the recording.
    warnings : what had to be assumed.
    widths_m : of joints, as the file has them: ``left-knee`` …
    """

    file: Path
    labels: tuple[str, ...]
    positions_m: Floats
    gaps: tuple[Gap, ...]
    fps: Fraction
    first_frame: int
    warnings: tuple[str, ...]
    widths_m: Mapping[str, float] = field(default_factory=dict)

    @property
    def frames(self) -> Frames:
        """The first and the last frame."""
        return self.first_frame, self.first_frame + len(self.positions_m) - 1

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Where (F, P) each marker is known: it was seen, or its gap was filled."""
        return np.asarray(np.isfinite(self.positions_m).all(axis=2), dtype=np.bool_)

    def points(self, frames: Frames | None = None) -> Points:
        """Return the markers that are known throughout some frames; all frames by default.

        Raises
        ------
        UsageError : frames that the file does not have.
        FileError : there is no such marker.
        """
        first, last = self.checked(frames or self.frames)
        rows = slice(first - self.first_frame, last - self.first_frame + 1)
        whole = np.asarray(self.seen[rows].all(axis=0), dtype=np.bool_)
        if not whole.any():
            text = f"has no marker that is seen in all of the frames {first}–{last}"
            longest = self._longest()
            if longest is None:
                raise FileError(self.file, text)
            raise FileError(self.file, text, code="gaps", first=longest[0], last=longest[1])
        values = self.positions_m[rows][:, whole].reshape(last - first + 1, -1)
        names = tuple(label for label, kept in zip(self.labels, whole, strict=True) if kept)
        inside = [gap for gap in self.gaps if gap.first < rows.stop and gap.last >= rows.start]
        warnings = (*self.warnings, *_told_gaps(inside, self.labels, whole, self.first_frame))
        try:
            return Points(values, names, 3, self.fps, first, warnings)
        except MotionError as error:
            raise FileError.of(self.file, error) from error

    def checked(self, frames: Frames) -> Frames:
        """Return frames; UsageError where the file does not have them."""
        (first, last), (start, end) = frames, self.frames
        if first > last:
            raise UsageError(f"the range {first}:{last} ends before it starts")
        if not (start <= first and last <= end):
            raise UsageError(f"the range {first}:{last} is outside the clip's {start}–{end}")
        return frames

    def stretches(self, markers: Sequence[int]) -> list[Frames]:
        """Return the stretches in which all of some markers are known, in order."""
        together = np.asarray(self.seen[:, markers].all(axis=1), dtype=np.bool_)
        return [(first + self.first_frame, last + self.first_frame) for first, last in intervals(together)]

    def gone(self, markers: Sequence[int], frames: Frames) -> str:
        """Return frames in words, with those of some markers that are not known in all of them."""
        rows = slice(frames[0] - self.first_frame, frames[1] - self.first_frame + 1)
        names = [self.labels[marker] for marker in markers if not self.seen[rows, marker].all()]
        return f"{frame_range(*frames)} ({listed(names)})"

    def _longest(self) -> Frames | None:
        """The longest stretch in which any marker is known."""
        stretches = [stretch for marker in range(len(self.labels)) for stretch in self.stretches([marker])]
        return max(stretches, key=length, default=None)


def length(frames: Frames) -> int:
    """Return how many frames there are."""
    return frames[1] - frames[0] + 1


def read_trial(path: Path, options: ReadOptions) -> Trial:
    """Read the markers of a C3D file; raises as `read_recording` and `space_of` do."""
    recording = read_recording(path)
    space = space_of(recording, options.metres_per_unit, dict(options.roles))
    fps, notes = rate_of(recording, options)
    places = [n for n, is_place in enumerate(recording.is_place) if is_place]
    positions_m, gaps = fill_gaps(_in_metres(recording, places, space), float(fps))
    warnings = (*recording.warnings, *space.warnings, *notes, *_left_out(recording, len(places)))
    labels = tuple(recording.labels[n] for n in places)
    widths = widths_m(recording, space.usual_m)
    return Trial(path, labels, positions_m, gaps, fps, recording.first_frame, warnings, widths)


def rate_of(recording: Recording, options: ReadOptions) -> tuple[Fraction, list[str]]:
    """Return the frame rate: that of the options, else of the file, else the usual one, with a warning."""
    if options.fps is not None:
        return options.fps, []
    if recording.fps is not None:
        return recording.fps, []
    return USUAL_FPS, [rate_note(USUAL_FPS)]


def _in_metres(recording: Recording, places: Sequence[int], space: Space) -> Floats:
    return recording.positions[:, places] * space.metres[places][:, None] @ space.turn.T


def _left_out(recording: Recording, places: int) -> list[str]:
    count = len(recording.labels) - places
    return [f"{count} of the file's points are no places but angles, forces, moments or powers: left out"] * (count > 0)


def filled_notes(gaps: Sequence[Gap], labels: Sequence[str]) -> list[str]:
    """Return a sentence for each way in which gaps were filled."""
    out = []
    for method, how in _HOW.items():
        frames: dict[str, int] = {}
        for gap in gaps:
            if gap.method == method:
                frames[labels[gap.marker]] = frames.get(labels[gap.marker], 0) + gap.n_frames
        if frames:
            each = listed(f"{label} {count}" for label, count in frames.items())
            out.append(f"frames that were not seen were filled {how}: {each}")
    return out


def _told_gaps(gaps: Sequence[Gap], labels: Sequence[str], whole: NDArray[np.bool_], first_frame: int) -> list[str]:
    """Return a sentence for each way in which gaps were filled, and one for the markers that were left out."""
    out = filled_notes([gap for gap in gaps if whole[gap.marker]], labels)
    longest: dict[str, Gap] = {}
    for gap in gaps:
        if not whole[gap.marker]:
            name = labels[gap.marker]
            longest[name] = max(longest.get(name, gap), gap, key=lambda g: g.n_frames)
    if longest:
        ranges = {name: frame_range(gap.first + first_frame, gap.last + first_frame) for name, gap in longest.items()}
        each = listed(f"{name} (frames {where})" for name, where in ranges.items())
        out.append(f"markers that were not seen for too long were left out: {each}")
    return out
