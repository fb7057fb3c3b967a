"""Windows as codes, short ones and fine ones, from which bounds on their distances follow.

Windows are projected onto axes in which those of a library differ most, some that mirroring keeps and some that it
negates; one more number is how far a window is from the space of these axes. That map brings no two windows farther
apart, nor does limiting its numbers to a range, and rounding moves a window by a known length at most. So the distance
of two codes, less what rounding may have added, is never more than the distance of their windows.

The numbers of each kind are turned among themselves by a random rotation before they are rounded: otherwise the first
axis alone, along which bodies travel, would decide how coarse all of them are.

A code of 32 bytes rules out most windows of a library. One of 128 bytes rules out nearly all others where the nearest
are far away: there the 31 axes of the short code leave twenty times as many.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32
from unbake.learning.neighbours import split_by_mirror
from unbake.search.similar.windows import MIRROR, SIZE


class Precision(NamedTuple):
    """How long codes are.

    Parameters
    ----------
    kept : numbers that mirroring keeps: the distance from the space of all axes is the last of them.
    negated : numbers that mirroring negates.
    top : the largest number; the least is its negative.
    """

    kept: int
    negated: int
    top: int

    @property
    def size(self) -> int:
        """How many numbers a code has."""
        return self.kept + self.negated


COARSE = Precision(18, 14, 127)
FINE = Precision(36, 28, 32767)
WITHIN = 0.999
"""Part of the sample's numbers that the range holds; what is beyond is limited to it."""
ROUNDING = 2e-3
"""What single precision may change of the distance of two windows of the usual size, in leg lengths: ten times what it
does."""
USUAL = 50.0
"""How far windows usually are from their mean, in leg lengths, at most; rounding grows with it."""

Codes = NDArray[np.int8] | NDArray[np.int16]


class CodedQuery(NamedTuple):
    """A window that codes are compared with.

    Parameters
    ----------
    code : (D,) its own code.
    slack : what rounding may add to the distance of this code from another, at most.
    numbers : (2, D) the numbers of the window and of its mirror image, limited but not rounded, in leg lengths.
    slack_of_others : what rounding may add to the distance of these from a code, at most.
    """

    code: Codes
    slack: float
    numbers: Floats32
    slack_of_others: float


@dataclass(frozen=True, eq=False)
class Projection:
    """The map from windows to codes of one precision.

    Parameters
    ----------
    precision : how long the codes are.
    mean : (SIZE,) a window like its mirror image.
    axes : (SIZE, D - 1) of length one and square to each other: those that mirroring keeps, then those that it negates.
    rest : mean distance from the space of the axes.
    turn_kept, turn_negated : the rotations of both kinds.
    scale_kept, scale_negated : leg lengths of one step of a code.
    """

    precision: Precision
    mean: Floats
    axes: Floats
    rest: float
    turn_kept: Floats
    turn_negated: Floats
    scale_kept: float
    scale_negated: float

    def numbers(self, windows: Floats32) -> Floats:
        """Return (N, D): the map of windows (N, 31, 17, 3) before it is limited and rounded.

        The sums are in single precision; that they are off by a few millionths of a window's size, `ROUNDING` covers.
        """
        mean, axes = self._single
        centred = windows.reshape(-1, SIZE) - mean
        along = centred @ axes
        # Not from the squares of both, whose difference would have lost its digits.
        off = centred - along @ axes.T
        rest = np.sqrt(np.einsum("ij,ij->i", off, off)).astype(np.float64) - self.rest
        n_along = self.precision.kept - 1
        kept = np.concatenate([along[:, :n_along], rest[:, None]], axis=1)
        return np.concatenate([kept @ self.turn_kept, along[:, n_along:] @ self.turn_negated], axis=1)

    @cached_property
    def _single(self) -> tuple[Floats32, Floats32]:
        return self.mean.astype(np.float32), self.axes.astype(np.float32)

    @cached_property
    def scales(self) -> Floats:
        """(D,) leg lengths of one step of each number."""
        return np.repeat([self.scale_kept, self.scale_negated], self.precision[:2])

    def codes(self, windows: Floats32) -> Codes:
        """Return the codes (N, D) of windows (N, 31, 17, 3)."""
        return self._rounded(self._limited(windows))

    def query(self, window: Floats32) -> CodedQuery:
        """Return a window (31, 17, 3) as codes are compared with it."""
        limited = self._limited(window[None])[0]
        code = self._rounded(limited)
        own = float(np.linalg.norm((limited - code) * self.scales))
        size = float(np.linalg.norm(window.ravel() - self.mean))
        others = float(0.5 * np.linalg.norm(self.scales)) + ROUNDING * max(1.0, size / USUAL)
        both = np.stack([limited, limited * np.repeat([1.0, -1.0], self.precision[:2])]) * self.scales
        return CodedQuery(code, own + others, both.astype(np.float32), others)

    def _limited(self, windows: Floats32) -> Floats:
        """Numbers (N, D) in steps, within the range."""
        return np.clip(self.numbers(windows) / self.scales, -self.precision.top, self.precision.top)

    def _rounded(self, limited: Floats) -> Codes:
        rounded = np.rint(limited)
        return rounded.astype(np.int8) if self.precision.top <= np.iinfo(np.int8).max else rounded.astype(np.int16)

    def to_bytes(self) -> bytes:
        """Return the projection as bytes, always the same."""
        numbers = np.array([self.rest, self.scale_kept, self.scale_negated])
        parts = [self.mean, self.axes, self.turn_kept, self.turn_negated, numbers]
        return np.concatenate([part.ravel() for part in parts]).astype("<f8").tobytes()

    @classmethod
    def from_bytes(cls, precision: Precision, data: bytes) -> Projection:
        """Return the projection that `to_bytes` made bytes of; UsageError where it did not."""
        kept, negated, _ = precision
        shapes = [(SIZE,), (SIZE, precision.size - 1), (kept, kept), (negated, negated), (3,)]
        sizes = [int(np.prod(shape)) for shape in shapes]
        if len(data) != 8 * sum(sizes):
            raise UsageError(f"a projection of windows has {8 * sum(sizes)} bytes, not {len(data)}")
        pieces = np.split(np.frombuffer(data, dtype="<f8"), np.cumsum(sizes)[:-1])
        mean, axes, turn_kept, turn_negated, numbers = (p.reshape(s) for p, s in zip(pieces, shapes, strict=True))
        return cls(precision, mean, axes, numbers[0], turn_kept, turn_negated, numbers[1], numbers[2])


@dataclass(frozen=True, eq=False)
class Projections:
    """Both maps of a library.

    Parameters
    ----------
    coarse, fine : the maps.
    n_library : windows that the library had; when it has grown to many times as many, other axes may be better.
    """

    coarse: Projection
    fine: Projection
    n_library: int

    @cached_property
    def stamp(self) -> str:
        """What tells these projections from others."""
        return sha256(self.to_bytes()).hexdigest()[:16]

    def to_bytes(self) -> bytes:
        """Return the projections as bytes, always the same."""
        return self.n_library.to_bytes(8, "little") + self.coarse.to_bytes() + self.fine.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Projections:
        """Return the projections that `to_bytes` made bytes of; UsageError where it did not."""
        end = 8 + 8 * (SIZE * COARSE.size + COARSE.kept**2 + COARSE.negated**2 + 3)
        coarse, fine = Projection.from_bytes(COARSE, data[8:end]), Projection.from_bytes(FINE, data[end:])
        return cls(coarse, fine, int.from_bytes(data[:8], "little"))


def fit_projections(sample: Floats32, n_library: int) -> Projections:
    """Return the projections that keep most of the differences between windows (N, 31, 17, 3) of a sample.

    Mirror images count as much as the windows themselves. A better sample gives codes that rule out more; what is
    found with any of them is the same.
    """
    if not len(sample):
        raise UsageError("a projection needs at least one window")
    kept, negated = split_by_mirror(sample.reshape(-1, SIZE), MIRROR)
    basis_kept, basis_negated = (part.astype(np.float64) for part in split_by_mirror(_identity(), MIRROR))
    mean_kept = kept.mean(axis=0, dtype=np.float64)
    axes_kept = basis_kept @ _principal_axes(kept - mean_kept, FINE.kept - 1)
    axes_negated = basis_negated @ _principal_axes(negated.astype(np.float64), FINE.negated)
    mean = basis_kept @ mean_kept
    coarse, fine = (
        _fitted(precision, sample, mean, axes_kept[:, : precision.kept - 1], axes_negated[:, : precision.negated])
        for precision in (COARSE, FINE)
    )
    return Projections(coarse, fine, n_library)


def _fitted(precision: Precision, sample: Floats32, mean: Floats, *axes: Floats) -> Projection:
    """The projection onto axes, with the scales that a sample needs."""
    kept, negated, top = precision
    even = np.linalg.qr(np.concatenate(axes, axis=1))[0]
    plain = Projection(precision, mean, even, 0.0, np.eye(kept), np.eye(negated), 1.0, 1.0)
    rest = float(plain.numbers(sample)[:, kept - 1].mean())
    turns = np.random.default_rng(0)
    turned = replace(plain, rest=rest, turn_kept=_rotation(kept, turns), turn_negated=_rotation(negated, turns))
    numbers = np.abs(turned.numbers(sample))
    scales = [max(float(np.quantile(part, WITHIN)), ROUNDING) / top for part in np.split(numbers, [kept], axis=1)]
    return replace(turned, scale_kept=scales[0], scale_negated=scales[1])


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
