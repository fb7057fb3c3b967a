"""Windows as 32 bytes, from which a bound on their distances follows.

Windows are projected onto 31 axes in which those of a library differ most, 17 that mirroring keeps and 14 that it
negates; the 32nd number is how far a window is from the space of these axes. That map brings no two windows farther
apart, nor does limiting its numbers to a range, and rounding moves a window by a known length at most. So the distance
of two codes, less what rounding may have added, is never more than the distance of their windows.

The numbers of each kind are turned among themselves by a random rotation before they are rounded: otherwise the first
axis alone, along which bodies travel, would decide how coarse all of them are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32
from unbake.learning.neighbours import split_by_mirror
from unbake.search.similar.windows import MIRROR, SIZE

KEPT = 18
"""Numbers of a code that mirroring keeps: 17 axes, and the distance from the space of all axes."""
NEGATED = 14
"""Numbers of a code that mirroring negates."""
N_CODE = KEPT + NEGATED
TOP = 127
"""The largest number of a code; the least is its negative."""
WITHIN = 0.999
"""Part of the sample's numbers that the range holds; what is beyond is limited to it."""
ROUNDING = 2e-3
"""What single precision may change of the distance of two windows of the usual size, in leg lengths: ten times what it
does."""
USUAL = 50.0
"""How far windows usually are from their mean, in leg lengths, at most; rounding grows with it."""

Codes = NDArray[np.int8]


class CodedQuery(NamedTuple):
    """A window's code (32,), and the most by which rounding this code and another adds to their distance."""

    code: Codes
    slack: float


@dataclass(frozen=True, eq=False)
class Projection:
    """The map from windows to codes.

    Parameters
    ----------
    mean : (SIZE,) a window like its mirror image.
    axes : (SIZE, 31) of length one and square to each other: 17 that mirroring keeps, then 14 that it negates.
    rest : mean distance from the space of the axes.
    turn_kept, turn_negated : (18, 18), (14, 14) the rotations.
    scale_kept, scale_negated : leg lengths of one step of a code.
    n_library : windows that the library had; when it has grown to many times as many, other axes may be better.
    """

    mean: Floats
    axes: Floats
    rest: float
    turn_kept: Floats
    turn_negated: Floats
    scale_kept: float
    scale_negated: float
    n_library: int

    def numbers(self, windows: Floats32) -> Floats:
        """Return (N, 32): the map of windows (N, 31, 17, 3) before it is limited and rounded.

        The sums are in single precision; that they are off by a few millionths of a window's size, `ROUNDING` covers.
        """
        mean, axes = self._single
        centred = windows.reshape(-1, SIZE) - mean
        along = centred @ axes
        # Not from the squares of both, whose difference would have lost its digits.
        off = centred - along @ axes.T
        rest = np.sqrt(np.einsum("ij,ij->i", off, off)).astype(np.float64) - self.rest
        kept = np.concatenate([along[:, : KEPT - 1], rest[:, None]], axis=1)
        return np.concatenate([kept @ self.turn_kept, along[:, KEPT - 1 :] @ self.turn_negated], axis=1)

    @cached_property
    def _single(self) -> tuple[Floats32, Floats32]:
        return self.mean.astype(np.float32), self.axes.astype(np.float32)

    @cached_property
    def scales(self) -> Floats:
        """(32,) leg lengths of one step of each number."""
        return np.repeat([self.scale_kept, self.scale_negated], [KEPT, NEGATED])

    def codes(self, windows: Floats32) -> Codes:
        """Return the codes (N, 32) of windows (N, 31, 17, 3)."""
        return np.clip(np.rint(self.numbers(windows) / self.scales), -TOP, TOP).astype(np.int8)

    def query(self, window: Floats32) -> CodedQuery:
        """Return the code of a window (31, 17, 3) that others are compared with."""
        numbers = self.numbers(window[None])[0] / self.scales
        limited = np.clip(numbers, -TOP, TOP)
        code = np.rint(limited)
        own = np.linalg.norm((limited - code) * self.scales)
        others = 0.5 * np.linalg.norm(self.scales)
        size = float(np.linalg.norm(window.ravel() - self.mean))
        return CodedQuery(code.astype(np.int8), float(own + others) + ROUNDING * max(1.0, size / USUAL))

    @cached_property
    def stamp(self) -> str:
        """What tells this projection from others."""
        return sha256(self.to_bytes()).hexdigest()[:16]

    def to_bytes(self) -> bytes:
        """Return the projection as bytes, always the same."""
        numbers = [self.rest, self.scale_kept, self.scale_negated, float(self.n_library)]
        parts = [self.mean, self.axes, self.turn_kept, self.turn_negated, np.array(numbers)]
        return np.concatenate([part.ravel() for part in parts]).astype("<f8").tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Projection:
        """Return the projection that `to_bytes` made bytes of; UsageError where it did not."""
        shapes = [(SIZE,), (SIZE, N_CODE - 1), (KEPT, KEPT), (NEGATED, NEGATED), (4,)]
        sizes = [int(np.prod(shape)) for shape in shapes]
        if len(data) != 8 * sum(sizes):
            raise UsageError(f"a projection of windows has {8 * sum(sizes)} bytes, not {len(data)}")
        pieces = np.split(np.frombuffer(data, dtype="<f8"), np.cumsum(sizes)[:-1])
        mean, axes, kept, negated, numbers = (p.reshape(s) for p, s in zip(pieces, shapes, strict=True))
        return cls(mean, axes, numbers[0], kept, negated, numbers[1], numbers[2], int(numbers[3]))


def fit_projection(sample: Floats32, n_library: int) -> Projection:
    """Return the projection that keeps most of the differences between windows (N, 31, 17, 3) of a sample.

    Mirror images count as much as the windows themselves. A better sample gives codes that rule out more; what is
    found with any of them is the same.
    """
    if not len(sample):
        raise UsageError("a projection needs at least one window")
    flat = sample.reshape(-1, SIZE)
    kept, negated = split_by_mirror(flat, MIRROR)
    basis_kept, basis_negated = (part.astype(np.float64) for part in split_by_mirror(_identity(), MIRROR))
    mean_kept = kept.mean(axis=0, dtype=np.float64)
    axes = [
        basis_kept @ _principal_axes(kept - mean_kept, KEPT - 1),
        basis_negated @ _principal_axes(negated.astype(np.float64), NEGATED),
    ]
    turns = np.random.default_rng(0)
    kept_turn, negated_turn = _rotation(KEPT, turns), _rotation(NEGATED, turns)
    even = np.linalg.qr(np.concatenate(axes, axis=1))[0]
    plain = Projection(basis_kept @ mean_kept, even, 0.0, np.eye(KEPT), np.eye(NEGATED), 1.0, 1.0, n_library)
    rest = float(plain.numbers(sample)[:, KEPT - 1].mean())
    unscaled = Projection(plain.mean, even, rest, kept_turn, negated_turn, 1.0, 1.0, n_library)
    numbers = np.abs(unscaled.numbers(sample))
    scale_kept, scale_negated = _scale(numbers[:, :KEPT]), _scale(numbers[:, KEPT:])
    return Projection(plain.mean, even, rest, kept_turn, negated_turn, scale_kept, scale_negated, n_library)


def _identity() -> Floats32:
    return np.eye(SIZE, dtype=np.float32)


def _principal_axes(centred: Floats, count: int) -> Floats:
    """The directions (D, count) in which values (N, D) differ most, square to each other."""
    # Imported late: it takes a while, and only new projections need it.
    from scipy.linalg import eigh

    size = centred.shape[1]
    _, axes = eigh(centred.T @ centred, subset_by_index=(size - count, size - 1))
    return np.asarray(axes[:, ::-1])


def _rotation(size: int, rng: np.random.Generator) -> Floats:
    return np.linalg.qr(rng.standard_normal((size, size)))[0]


def _scale(numbers: Floats) -> float:
    """Leg lengths of one step, so that nearly all numbers are in range; never so fine that it means nothing."""
    return max(float(np.quantile(numbers, WITHIN)), ROUNDING) / TOP
