"""What transplants are drawn from: motions with bodies and plants, and which of them fit each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError
from unbake.feet.labels import foot_planted
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.motion.body.body_path import RATE_HZ, BodyPath
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

MOST_APART_DEG = 25.0
"""Skeletons fit as long as no bone rests in directions that differ by more: copied rotations bend a limb by as much."""
SHORT_M = 0.03
"""Bones that are shorter have no direction worth comparing."""


@dataclass(frozen=True, eq=False)
class Donor:
    """A motion to transplant from or to.

    Parameters
    ----------
    name : of its clip.
    motion : as captured.
    body : its body, sixty times a second.
    planted : (F, 4) where its heels and toes stand, see `FootLabels`.
    """

    name: str
    motion: Motion
    body: BodyPath
    planted: Booleans

    @property
    def n_instants(self) -> int:
        """Its length at 60 Hz."""
        return self.body.n_instants

    def frames(self, instants: Floats) -> Floats:
        """Return the frames of the motion at instants (N,) of 60 Hz, whole or not."""
        at = instants * (float(self.motion.fps) / RATE_HZ)
        return np.minimum(at, self.motion.n_frames - 1.0)

    @cached_property
    def stands(self) -> Indices:
        """At every instant 0 for no foot planted, 1 for the left, 2 for the right, 3 for both (T,)."""
        frames = np.rint(self.frames(np.arange(self.n_instants, dtype=np.float64))).astype(np.int64)
        feet = foot_planted(self.planted)[frames]
        return np.asarray(feet[:, 0] + 2 * feet[:, 1], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Pool:
    """Motions among which limbs may be exchanged.

    Parameters
    ----------
    donors : at least one.
    likeness : (N, N) how probable rule 3 makes each pair, adding up to 1; None where nothing was compared.

    Raises
    ------
    MotionError : no donors.
    """

    donors: Sequence[Donor]
    likeness: Floats | None = field(default=None)

    def __post_init__(self) -> None:
        if not self.donors:
            raise MotionError("there is no motion with a body to transplant from", code="no-body")

    @property
    def fps(self) -> Fraction:
        """Frames a second of all results."""
        return Fraction(RATE_HZ)

    def fits(self, one: int, other: int) -> bool:
        """Return whether limbs may be exchanged between two motions: joints alike, bones that rest alike."""
        ours, theirs = self._kinds[one], self._kinds[other]
        if ours == theirs:
            return True
        if (known := self._fits.get((ours, theirs))) is None:
            known = fitting(self.donors[one].motion.skeleton, self.donors[other].motion.skeleton)
            self._fits[ours, theirs] = known
        return known

    @cached_property
    def _fits(self) -> dict[tuple[int, int], bool]:
        return {}

    @cached_property
    def _kinds(self) -> list[int]:
        """A number for each distinct skeleton."""
        known: dict[tuple[object, ...], int] = {}
        out = []
        for donor in self.donors:
            skeleton = donor.motion.skeleton
            key = (skeleton.names, skeleton.parents, skeleton.offsets_m.tobytes(), skeleton.rest_xyzw.tobytes())
            out.append(known.setdefault(key, len(known)))
        return out

    def pair(self, rng: np.random.Generator) -> tuple[int, int] | None:
        """Return an ordered pair of different motions that fit, drawn uniformly; None where there is none."""
        pairs = self._pairs
        return None if not len(pairs) else (int((found := pairs[rng.integers(len(pairs))])[0]), int(found[1]))

    @cached_property
    def _pairs(self) -> NDArray[np.int64]:
        count = range(len(self.donors))
        return np.array([(a, b) for a in count for b in count if a != b and self.fits(a, b)]).reshape(-1, 2)


def fitting(one: Skeleton, other: Skeleton) -> bool:
    """Return whether rotations may be copied between two skeletons."""
    if (one.names, one.parents) != (other.names, other.parents):
        return False
    ours, theirs = one.offsets_m, other.offsets_m
    lengths = np.linalg.norm(ours, axis=1), np.linalg.norm(theirs, axis=1)
    long = (np.minimum(*lengths) > SHORT_M) & (np.array(one.parents) >= 0)
    cosine = np.einsum("jk,jk->j", ours[long], theirs[long]) / (lengths[0][long] * lengths[1][long])
    return bool((cosine >= np.cos(np.radians(MOST_APART_DEG))).all())
