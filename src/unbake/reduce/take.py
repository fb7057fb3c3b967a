"""A motion that is reduced, with what every fit of it needs, worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from unbake.curves.fits.fit import fit, keyed_skeleton
from unbake.curves.fits.free import BREAK_WEIGHT
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import measure
from unbake.ground.arrays import Floats, Indices
from unbake.ground.progress import Progress
from unbake.keyframes.moments.bakes.baked_keys import baked_keys
from unbake.keyframes.moments.bakes.corners import FEWER, are_samples, corners, on_one_frame
from unbake.keyframes.moments.bakes.steps import steps
from unbake.keyframes.moments.extremes import Extreme, extremes
from unbake.keyframes.moments.jumps import Jump, jumps
from unbake.keyframes.moments.leads import LeadSpan, leading_parts
from unbake.keyframes.selection import Selection
from unbake.motion.body.size import scale_of_lengths
from unbake.motion.channels import channel_values
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

STRAIGHT_M, BESIDE_M = 0.005, 0.03
"""Curves that break at corners may miss a bake by so much, if it is as large as people; and by so much where keys that
lay between frames stand on the next one, as breakdowns are not added for less."""


class Take:
    """A motion to reduce.

    Parameters
    ----------
    motion : the capture.
    skeleton : the same joints with the channels that are keyed; by default those of `keyed_skeleton`.
    whole : the take that this is an excerpt of, and which of its frames; see `excerpt`.
    acted : the same frames as they were acted, where the motion has lost its travel; by default the motion itself.
        Extremes, holds and what leads show there: on a treadmill, no foot ever rests.
    """

    def __init__(
        self,
        motion: Motion,
        skeleton: Skeleton | None = None,
        whole: tuple[Take, Indices] | None = None,
        acted: Motion | None = None,
    ) -> None:
        self.motion = motion
        self.acted = motion if acted is None else acted
        self._whole = whole
        self._given = skeleton
        self._extremes: dict[tuple[str, ...] | None, tuple[Extreme, ...]] = {}
        self._last: dict[CurveKind, tuple[tuple[object, ...], KeyedAnimation]] = {}

    @cached_property
    def _keyed(self) -> tuple[Skeleton, tuple[str, ...]]:
        return keyed_skeleton(self.motion) if self._given is None else (self._given, ())

    @property
    def skeleton(self) -> Skeleton:
        """The joints with the channels that are keyed."""
        return self._keyed[0]

    @cached_property
    def values(self) -> Floats:
        """(F, C) the capture's values of these channels."""
        if self._whole:
            return self._whole[0].values[self._whole[1]]
        return channel_values(self.motion, self.skeleton)

    @cached_property
    def _as_quaternions(self) -> tuple[Skeleton, Floats]:
        if self._whole:
            skeleton, values = self._whole[0]._as_quaternions
            return skeleton, values[self._whole[1]]
        skeleton = self.motion.skeleton.with_quaternion_channels()
        return skeleton, channel_values(self.motion, skeleton)

    def __getstate__(self) -> dict[str, object]:
        """An excerpt goes to other processes without its whole."""
        own = {"values": self.values, "_as_quaternions": self._as_quaternions} if self._whole else {}
        return {**self.__dict__, **own, "_whole": None}

    def excerpt(self, first: int, last: int, every: int = 1) -> Take:
        """Return the frames `first` to `last`, from 0, both included, with the values that they have in the whole.

        Of every so many frames one is taken, at a frame rate that is lower by as much, and the last one.
        """
        rows, motion = np.array([*range(first, last, every), last]), self.motion
        part = replace(
            motion,
            rotations_xyzw=motion.rotations_xyzw[rows],
            translations_m=motion.translations_m[rows],
            fps=motion.fps / every,
            first_frame=motion.first_frame + first,
        )
        return Take(part, self.skeleton, (self, rows))

    def keyed(self, kind: CurveKind) -> tuple[Skeleton, Floats]:
        """Return the joints with the channels that curves of a kind key, and the capture's values (F, C) of these."""
        return self._as_quaternions if kind == "quaternions" else (self.skeleton, self.values)

    def values_of(self, skeleton: Skeleton) -> Floats | None:
        """Return the capture's values for a skeleton that fits are made for; None for others."""
        if skeleton is self.skeleton:
            return self.values
        return self._as_quaternions[1] if skeleton is self._as_quaternions[0] else None

    @cached_property
    def baked_keys(self) -> tuple[int, ...]:
        """The keys that the motion had before it was baked; none where it was not. See `moments.bakes.baked_keys`."""
        if self.corners or are_samples(corners(self.motion), self.motion):
            return self.corners
        return baked_keys(self.motion)

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The keys of a bake whose curves meet in corners, such as lines, or poses that hold and jump; none elsewhere.

        See `moments.bakes`. Curves that break at these keys alone give the motion. An excerpt has none of its own.
        """
        if self.steps:
            return self.steps
        found = () if self._whole else self._joined_by(corners(self.motion))
        single = on_one_frame(self.motion, found)
        return single if single != found and self._gives_motion(single, BESIDE_M) else found

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """Those of a motion that holds every pose until the next one; none elsewhere."""
        found = () if self._whole else steps(self.motion)
        return found if found and self._gives_motion(found, STRAIGHT_M) else ()

    def _joined_by(self, found: tuple[int, ...]) -> tuple[int, ...]:
        """Those corners, or more where a few joints alone go elsewhere, that give the motion; none where none do.

        Capture often seems to go elsewhere in a few joints: these count only beside corners of them all.
        """
        if not found or self._gives_motion(found, STRAIGHT_M):
            return found
        more = corners(self.motion, FEWER)
        if self._gives_motion(more, STRAIGHT_M):
            return more
        return found if self._gives_motion(found, BESIDE_M) else ()

    def _gives_motion(self, corners: Sequence[int], within_m: float) -> bool:
        """Whether curves of either kind do: lines of one kind are not quite lines of the other. Samples are no keys."""
        if are_samples(corners, self.motion):
            return False
        keys, limit_m = Selection((0, *corners, self.motion.n_frames - 1)), within_m * scale_of_lengths(self.motion)
        for kind in ("quaternions", "channels"):
            missed = measure(self.motion, self.fitted(keys, kind, "broken"))
            if max(missed.max_m, missed.tips.max_m if missed.tips else 0.0) <= limit_m:
                return True
        return False

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """Where the capture lost a joint from one frame to the next, not where steps were made; see `moments.jumps`."""
        return () if self.steps else jumps(self.motion)

    @property
    def sides_of_jumps(self) -> tuple[int, ...]:
        """The frames from 0 before and after each jump."""
        return tuple(sorted({jump.frame + side for jump in self.jumps for side in (0, 1)}))

    @cached_property
    def _leads(self) -> tuple[LeadSpan, ...]:
        return leading_parts(self.acted)

    def leads(self, lead: tuple[str, ...] | None) -> tuple[LeadSpan, ...]:
        """Return what leads over time: what is named, all the time, or what `leading_parts` finds."""
        return self._leads if lead is None else (LeadSpan(0, self.motion.n_frames - 1, ", ".join(lead)),)

    def extremes(self, lead: tuple[str, ...] | None) -> tuple[Extreme, ...]:
        """Return the extremes of the motion, or of a leading part; see `unbake.keyframes.moments.extremes`."""
        if lead not in self._extremes:
            self._extremes[lead] = extremes(self.acted, lead, self._leads if lead is None else None)
        return self._extremes[lead]

    def fitted(
        self,
        selection: Selection,
        kind: CurveKind,
        method: str,
        break_weight: float = BREAK_WEIGHT,
        progress: Progress | None = None,
        *,
        bending: float = 1.0,
        is_quick: bool = False,
    ) -> KeyedAnimation:
        """Return curves of a kind through selected frames; for parameters and errors see `fit`.

        The last ones of each kind are kept: what keeps a promise is shown beside what it was before the match.
        """
        asked = (selection.frames, method, break_weight, bending, is_quick)
        known = self._last.get(kind)
        if known and known[0] == asked:
            return replace(known[1], selection=selection)
        skeleton, values = self.keyed(kind)
        animation = fit(
            self.motion,
            selection,
            method,
            skeleton=skeleton,
            rotation_orders="source",
            break_weight=break_weight,
            bending=bending,
            is_quick=is_quick,
            values=values,
            progress=progress,
        )
        notes = () if kind == "quaternions" else self._keyed[1]
        animation = replace(animation, warnings=(*animation.warnings, *notes)) if notes else animation
        self._last[kind] = asked, animation
        return animation
