"""Which frames a stage has: their rate, their numbers, and the time codes that they stand at."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from pxr import Usd

from unbake.formats.usd.closed_stage import UnreadableError
from unbake.ground.arrays import Floats
from unbake.motion.frame_rate import rate_of_number, rate_of_times

LARGEST_CODE = 1e9
"""Time codes beyond this are a broken file's."""
_SLACK = 1e-3
"""How far from a frame, in frames, a sample may lie and still be of it."""


@dataclass(frozen=True)
class Timeline:
    """The frames of a stage: `count` of them, numbered from `first`, the first of them at time code `start`."""

    fps: Fraction
    first: int
    count: int
    start: float
    step: float
    notes: tuple[str, ...]

    def codes(self, begin: int, end: int) -> Floats:
        """Return the time codes of frames, counted from 0."""
        return np.asarray(self.start + self.step * np.arange(begin, end, dtype=np.float64))

    def frames(self, codes: Floats) -> Floats:
        """Return the frames, counted from 0 and not rounded, at time codes."""
        return np.asarray((codes - self.start) / self.step)


def timeline_of(stage: Usd.Stage, codes: Floats) -> Timeline:
    """Return the frames of a stage.

    A time code is a frame, unless the samples say otherwise: those that all stand on frames of ``framesPerSecond`` are
    of that rate, and those between time codes are of the lowest usual rate that they fit. Which frames there are is
    what the stage says, where it says so, and otherwise from the first sample to the last.

    Parameters
    ----------
    stage : its metadata are read.
    codes : (N,) time codes of all samples and knots, rising; at least one.
    """
    if not np.isfinite(codes).all() or np.abs(codes).max() > LARGEST_CODE:
        raise UnreadableError(f"it has samples at time code {codes[np.abs(codes).argmax()]:g}")
    notes: list[str] = []
    code_rate = rate_of_number(stage.GetTimeCodesPerSecond())
    if code_rate is None:
        raise UnreadableError(f"timeCodesPerSecond is {stage.GetTimeCodesPerSecond():g}")
    fps = _rate(stage, codes, code_rate, notes)
    step = float(code_rate / fps)
    begin, end = _range(stage, codes, step, notes)
    first = round(begin / step)
    start = first * step if abs(begin / step - first) < _SLACK else begin
    return Timeline(fps, first, int(np.ceil((end - start) / step - _SLACK)) + 1, start, step, tuple(notes))


def _rate(stage: Usd.Stage, codes: Floats, code_rate: Fraction, notes: list[str]) -> Fraction:
    """The rate at which samples stand on frames."""
    named = rate_of_number(stage.GetFramesPerSecond()) if stage.HasAuthoredMetadata("framesPerSecond") else None
    for rate in (named, code_rate):
        if rate is not None and _are_frames(codes * float(rate / code_rate)):
            return rate
    fitting = rate_of_times((codes - codes[0]) / float(code_rate))
    if fitting is None:
        notes.append(f"the samples are at no usual rate; they were read at {float(code_rate):g} frames a second")
    return fitting or code_rate


def _are_frames(frames: Floats) -> bool:
    near = np.round(frames)
    return bool(np.abs(frames - near).max() < _SLACK and (np.diff(near) > 0.0).all())


def _range(stage: Usd.Stage, codes: Floats, step: float, notes: list[str]) -> tuple[float, float]:
    """The first and the last time code; a range of one frame is what programs write that keep none."""
    begin, end = stage.GetStartTimeCode(), stage.GetEndTimeCode()
    has_range = stage.HasAuthoredTimeCodeRange() and np.isfinite([begin, end]).all() and abs(begin) <= LARGEST_CODE
    if not has_range or end > LARGEST_CODE or end < begin or (end - begin < step and len(codes) > 1):
        return float(codes[0]), float(codes[-1])
    outside = int(((codes < begin - _SLACK) | (codes > end + _SLACK)).sum())
    if outside == len(codes):
        return float(codes[0]), float(codes[-1])
    if outside:
        notes.append(f"{outside} samples outside the stage's range, {begin:g} to {end:g}, were left out")
    return begin, end
