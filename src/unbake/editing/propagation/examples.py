"""Examples of an edit: a source, what it became, and which instant of the one is which of the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.editing.offset_layer import OffsetLayer, apply_layers, counting
from unbake.editing.retargeting import retargeted
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_kind
from unbake.ground.wording import counted
from unbake.motion.body.body_path import body_path, is_body
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.synthesis.distances.windows import padded, window_distances
from unbake.synthesis.warping.time_warp import WarpLimits, time_warp

LEAST_S = 0.25
SAME_M = 1e-6
STEEPEST = 3.0
WINDOW = 15
"""Instants, a quarter of a second, that are compared at once."""
MOST_WARPED = 6000
"""Instants up to which examples are warped in time: a table of all pairs is needed."""


@dataclass(frozen=True, eq=False)
class Example:
    """A stretch of motion, and what an artist made of it.

    Parameters
    ----------
    source : the motion as it was.
    edited : what it became: the same character, or another.
    seconds : (F,) when each frame of the source is shown in `edited`, from its first frame, never falling.
    first, last : frames of the source, from 0 and both included, that are an example of anything.
    notes : what was assumed.
    """

    source: Motion
    edited: Motion
    seconds: Floats
    first: int
    last: int
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, source: Motion, edited: Motion, frames: tuple[int, int] | None = None, *, warp: bool | None = None
    ) -> Example:
        """Return the example of two motions.

        Parameters
        ----------
        source, edited : before and after, from the same instant on.
        frames : first and last frame of the source, from 0, that count; all by default.
        warp : whether which frame is which is found by a time warp; by default where the lengths differ.

        Raises
        ------
        UsageError : too short, frames outside the source, or lengths that no time warp joins.
        MotionError : a skeleton without hip joints.
        """
        for motion, what in ((source, "the source"), (edited, "the edited clip")):
            check_kind(motion, Motion, what, "keyed.sample() makes a motion of an animation")
        first, last = frames or (0, source.n_frames - 1)
        if not 0 <= first <= last < source.n_frames:
            number = source.first_frame
            raise UsageError(
                f"frames {first + number} to {last + number} are outside the source's {number}–{source.last_frame}"
            )
        if (last - first) / float(source.fps) < LEAST_S:
            length = counted(last - first + 1, "frame")
            raise UsageError(f"an example needs at least {LEAST_S:g} s, this one has {length}")
        off_frames = abs(source.duration_s - edited.duration_s) * float(min(source.fps, edited.fps))
        if not warp and (warp is False or off_frames < 1.0):
            # At a lower rate the edit ends a little earlier: frames behind its end are no example.
            shown = int(edited.duration_s * float(source.fps) + 1e-6)
            return cls(source, edited, np.arange(source.n_frames) / float(source.fps), first, min(last, shown))
        notes = () if warp else (_length_note(source, edited),)
        return cls(source, edited, _warped(source, edited), first, last, notes)

    @classmethod
    def of_layers(
        cls,
        source: Motion,
        layers: Sequence[OffsetLayer],
        frames: tuple[int, int] | None = None,
        *,
        on: Motion | None = None,
    ) -> Example:
        """Return the example of layers of edits: which instant is which is what they say.

        Parameters
        ----------
        source, frames : as for `of`, frames from 0.
        layers : the edits.
        on : what they lie on, frame for frame the source with other edits; by default the source itself.

        Raises
        ------
        UsageError : as `of`, and what `unbake.apply_layers` refuses.
        """
        edited = apply_layers(source if on is None else on, layers)
        shown = np.arange(source.n_frames, dtype=np.float64)
        for layer in reversed(counting(layers)):
            shown = np.interp(layer.times(source.n_frames, float(source.fps)), np.arange(len(shown)), shown)
        own = np.arange(source.n_frames, dtype=np.float64)
        inside = np.flatnonzero((own >= shown[0] - 1e-9) & (own <= shown[-1] + 1e-9))
        limits = frames or (0, source.n_frames - 1)
        plain = cls.of(source, edited, limits, warp=False)
        seconds = np.interp(own, shown, own) / float(source.fps)
        return cls(source, edited, seconds, max(plain.first, int(inside[0])), min(plain.last, int(inside[-1])))

    def base(self) -> Motion:
        """Return the source on the edited character: itself, or retargeted."""
        return on_character(self.source, self.edited.skeleton)

    @property
    def keeps_character(self) -> bool:
        """Whether the edit is one of the source's own character."""
        return is_like(self.source.skeleton, self.edited.skeleton, SAME_M)


def is_like(skeleton: Skeleton, other: Skeleton, within_m: float = np.inf) -> bool:
    """Return whether two skeletons have the same joints, and bones that differ by no more than `within_m`."""
    mine, theirs = ((own.names, own.parents, own.translated) for own in (skeleton, other))
    return mine == theirs and float(np.abs(skeleton.offsets_m - other.offsets_m).max()) <= within_m


def on_character(source: Motion, skeleton: Skeleton) -> Motion:
    """Return a motion on a skeleton: itself if that is its own."""
    return source if is_like(source.skeleton, skeleton, SAME_M) else retargeted(source, skeleton).motion


def _length_note(source: Motion, edited: Motion) -> str:
    return (
        f"the source lasts {source.duration_s:.2f} s and its edit {edited.duration_s:.2f} s: which frame is which was "
        "found by a time warp"
    )


def _warped(source: Motion, edited: Motion) -> Floats:
    """When (F,) each frame of the source is shown in its edit."""
    if not (is_body(source) and is_body(edited)):
        raise UsageError(
            f"the source has {source.n_frames} frames in {source.duration_s:.2f} s and its edit {edited.n_frames} in "
            f"{edited.duration_s:.2f} s; without legs in both skeletons no time warp joins them"
        )
    paths = [np.asarray(body_path(motion).positions, dtype=np.float64) for motion in (source, edited)]
    n, m = (len(path) for path in paths)
    if max(n, m) > MOST_WARPED or not n / STEEPEST <= m <= n * STEEPEST:
        raise UsageError(
            f"the source lasts {source.duration_s:.2f} s and its edit {edited.duration_s:.2f} s: no time warp joins "
            f"lengths that differ by more than {STEEPEST:g} times, nor clips longer than {MOST_WARPED / 60:g} s"
        )
    before, after = (padded(path, WINDOW)[0] for path in paths)
    distances = window_distances(before, after, WINDOW).astype(np.float64)
    found = time_warp(distances, WarpLimits(most_repeats=3, steepest=STEEPEST))
    instants = np.arange(source.n_frames) / float(source.fps) * 60.0
    return found.at(instants) / 60.0
