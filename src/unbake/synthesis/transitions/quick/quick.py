"""Transitions at run time: a blend of a second with clean feet in a millisecond or two.

It does what `multiway_blend` and `clean_feet` do, with less: motions are prepared, time warps between intermediaries
are known, and feet are held by legs alone, over all of the blend (`leg_kernels`).

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 5.3 and 5.7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels, Plant
from unbake.ground.arrays import Floats, Indices
from unbake.motion.motion import Motion
from unbake.motion.skeleton import ROTATIONS, Skeleton
from unbake.synthesis.transitions.prepared import PreparedMotion
from unbake.synthesis.transitions.windows import MOST_STAYS, gap_frames


@dataclass(frozen=True, eq=False)
class QuickTransition:
    """A transition.

    Parameters
    ----------
    motion : the blend, from where the first window starts, with its feet held.
    labels : its plants.
    weights, times : (F, n) how much each source counts, and its instant in frames of its window.
    path : (F, 5) of the body, see `PreparedMotion`.
    foot_plant_m : how far planted points were from their places before feet were held, mean.
    missed_m : farthest that an ankle is from where it should be after: legs that are too short.
    left_alone : plants that are not held: they would have moved a foot by more than 0.3 m, or too fast.
    """

    motion: Motion
    labels: FootLabels
    weights: Floats
    times: Floats
    path: Floats
    foot_plant_m: float
    missed_m: float
    left_alone: int


@dataclass(frozen=True, eq=False)
class TransitionWindow:
    """A stretch of a prepared motion, packed to be blended.

    Parameters
    ----------
    motion, first, n_frames : which stretch; its first frame from 0.
    """

    motion: PreparedMotion
    first: int
    n_frames: int

    def __post_init__(self) -> None:
        if not 0 <= self.first <= self.motion.n_frames - self.n_frames:
            raise UsageError(
                f"a transition needs {self.n_frames} frames from frame {self.first} on, but the clip has "
                f"{self.motion.n_frames}: choose a frame farther from its ends, or add a longer clip"
            )

    @cached_property
    def rows(self) -> Floats:
        """Way, translations and rotations (N + 2, 3 + 3 T + 4 J) with a frame before and one after the window."""
        around = np.arange(self.first - 1, self.first + self.n_frames + 1).clip(0, self.motion.n_frames - 1)
        return self.motion.packed[around]

    @cached_property
    def joints(self) -> Floats:
        """Joints that are compared, see `padded_window`."""
        from unbake.synthesis.transitions.aligning_kernels import padded_window

        return padded_window(self.motion.compared_m, self.first, self.n_frames)

    @cached_property
    def levels_m(self) -> Floats:
        """The lowest heights of heels, balls and tips (3,)."""
        own = self.motion.soles_m[self.first : self.first + self.n_frames, :, 1]
        return np.asarray(own.reshape(-1, 3).min(axis=0))

    @cached_property
    def feet(self) -> tuple[Indices, Floats, int]:
        """Stays of the feet, see `window_stays`."""
        from unbake.synthesis.transitions.plant_kernels import window_stays

        stays, seen = np.zeros((MOST_STAYS, 7), np.int64), np.zeros((MOST_STAYS, 3, 2, 3))
        motion = self.motion
        count = window_stays(motion.stays, self.first, self.n_frames, motion.soles_m, motion.path, stays, seen)
        return stays, seen, count


@dataclass(frozen=True, eq=False)
class QuickBlender:
    """Makes transitions between motions of one skeleton and rate.

    Parameters
    ----------
    example : any of the motions; its skeleton and legs are those of all.
    """

    example: PreparedMotion

    def __call__(self, windows: Sequence[TransitionWindow], warps: Sequence[Floats | None] = ()) -> QuickTransition:
        """Return a transition.

        Parameters
        ----------
        windows : two to four, in order; intermediaries can be kept, they are packed once.
        warps : the instants (N,) of each window for the frames of the one before it, as far as they are known.

        Raises
        ------
        UsageError : fewer than two or more than four windows, or of different lengths.
        """
        from unbake.synthesis.transitions.quick.quick_kernels import quick_blend

        _check(windows)
        known = tuple(warps) or (None,) * (len(windows) - 1)
        feet = [window.feet for window in windows]
        found = quick_blend(
            np.stack([window.rows for window in windows]),
            _aligned(windows, known),
            np.stack([stays for stays, _, _ in feet]),
            np.array([count for _, _, count in feet]),
            np.stack([seen for _, seen, _ in feet]),
            windows[0].motion.path[windows[0].first],
            gap_frames(float(self.example.source.motion.fps)),
            *self._skeleton,
            np.minimum(windows[0].levels_m, windows[-1].levels_m),
        )
        return self._transition(windows, found)

    def _transition(self, windows: Sequence[TransitionWindow], found: tuple[Any, ...]) -> QuickTransition:
        poses, path, weights, times, plants, _, is_taken, feet, missed = found
        source = windows[0].motion.source.motion
        n, length, split = len(windows), len(path), 3 * len(source.skeleton.translated)
        motion = Motion(
            self.skeleton,
            poses[:, split:].reshape(length, -1, 4),
            poses[:, :split].reshape(length, -1, 3),
            source.fps,
            source.first_frame + windows[0].first,
        )
        held = [
            Plant(int(row[3 + 2 * point]), int(row[4 + 2 * point]), int(2 * row[0] + point), "oracle")
            for row in plants[is_taken > 0]
            for point in (0, 1)
            if row[3 + 2 * point] >= 0
        ]
        labels = FootLabels(tuple(held), length, source.fps, motion.first_frame)
        alone = int((is_taken < 0).sum())
        return QuickTransition(
            motion, labels, weights[:, :n], times[:n, :length].T, path, float(feet), float(missed), alone
        )

    @cached_property
    def skeleton(self) -> Skeleton:
        """The skeleton with three rotation channels for each joint that turns: means of turns need them."""
        return widened(self.example.source.motion.skeleton)

    @cached_property
    def _skeleton(self) -> tuple[Indices, Floats, Indices, Indices, Indices, Floats, Floats]:
        """The skeleton and the legs as the kernels read them."""
        skeleton, legs = self.example.source.motion.skeleton, self.example.source.legs
        parents = np.array(skeleton.parents)
        translated = np.full(len(parents), -1)
        translated[list(skeleton.translated)] = np.arange(len(skeleton.translated))
        children = skeleton.children()
        rows = []
        for leg in legs.both:
            tip = children[leg.toe][0] if children[leg.toe] else leg.toe
            rows.append([leg.hip, leg.knee, leg.ankle, leg.toe, tip])
        needed = {int(joint) for row in rows for joint in row}
        for joint in sorted(needed, reverse=True):
            at = joint
            while parents[at] >= 0:
                at = int(parents[at])
                needed.add(at)
        return (
            parents,
            np.asarray(skeleton.offsets_m, dtype=np.float64),
            translated,
            np.array(sorted(needed)),
            np.array(rows),
            np.asarray(legs.heel_offsets_m, dtype=np.float64),
            np.asarray(legs.bones_m, dtype=np.float64),
        )


def widened(skeleton: Skeleton) -> Skeleton:
    """Return a skeleton whose joints that turn about one or two axes have channels for the third."""
    partial = {
        joint: skeleton.rotation_orders[joint]
        for joint, names in enumerate(skeleton.channels)
        if 0 < len(set(names) & set(ROTATIONS)) < len(ROTATIONS)
    }
    return skeleton.with_rotation_orders(partial) if partial else skeleton


def _aligned(windows: Sequence[TransitionWindow], warps: Sequence[Floats | None]) -> Floats:
    """The instants (n, N) of all windows at the frames of the first."""
    from unbake.synthesis.transitions.aligning_kernels import align_windows
    from unbake.synthesis.transitions.clock_kernels import compose

    n_frames = windows[0].n_frames
    out = np.empty((len(windows), n_frames))
    out[0] = np.arange(n_frames)
    for k, warp in enumerate(warps, 1):
        if warp is None:
            warp = np.empty(n_frames)
            align_windows(windows[k - 1].joints, windows[k].joints, warp)
        compose(warp, out[k - 1], out[k])
    return out


def _check(windows: Sequence[TransitionWindow]) -> None:
    if not 2 <= len(windows) <= 4:
        raise UsageError(f"a transition is a blend of two to four motions, not {len(windows)}")
    if len({window.n_frames for window in windows}) > 1:
        raise UsageError("the windows of a transition must have one length")
