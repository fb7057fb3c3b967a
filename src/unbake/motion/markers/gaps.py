"""Frames in which a marker was not seen, filled where that can be done with little error.

A short gap is bridged by a cubic through the frames beside it. A longer one is filled from markers on the same part of
the body, those that keep their distances to it and among each other, by the rigid motion that takes them from the
frames beside the gap. What neither reaches stays empty and is reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals

CUBIC_S = 0.1
"""Longest gap for a cubic, in seconds."""
RIGID_S = 0.3
"""Longest gap that neighbours fill."""
HELD_S = 0.1
"""Longest gap at an end of the clip in which the nearest place is held."""
RIGID_M = 0.006
"""Standard deviation of a distance up to which two markers count as on one rigid part: skin moves by that much."""
CLOSURE_M = 0.02
"""How far neighbours may miss the place where a marker is seen again, carried there from where it was lost."""
_SAME_SIDE_M = 0.015
_MOST_NEIGHBOURS = 5
_SPREAD_M = 0.03
"""Neighbours must lie at least so far from a common line, or turning about it would be anybody's guess."""

Method = Literal["cubic", "rigid", "held", "none"]


@dataclass(frozen=True)
class Gap:
    """A stay of a marker out of sight: `first` to `last` (frames from 0, both included) and how it was filled."""

    marker: int
    first: int
    last: int
    method: Method

    @property
    def n_frames(self) -> int:
        """How many frames it lasts."""
        return self.last - self.first + 1


def fill_gaps(positions_m: Floats, fps: float) -> tuple[Floats, tuple[Gap, ...]]:
    """Return positions with gaps filled, and all gaps.

    Parameters
    ----------
    positions_m : (F, P, 3) in metres; a marker that was not seen is NaN.
    fps : frames a second, to know how long a gap lasts.

    Returns
    -------
    The positions, still NaN in the gaps of method ``none``, and every gap there was. Frames that were seen are
    unchanged.
    """
    seen = np.asarray(np.isfinite(positions_m).all(axis=2), dtype=np.bool_)
    out = np.where(seen[..., None], positions_m, np.nan)
    gaps = []
    for marker in np.flatnonzero(~seen.all(axis=0)):
        for first, last in intervals(~seen[:, marker]):
            method, filling = _filling(positions_m, seen, int(marker), first, last, fps)
            if filling is not None:
                out[first : last + 1, marker] = filling
            gaps.append(Gap(int(marker), first, last, method))
    return out, tuple(gaps)


def _filling(
    positions_m: Floats, seen: NDArray[np.bool_], marker: int, first: int, last: int, fps: float
) -> tuple[Method, Floats | None]:
    """Return how a gap is filled, and with what."""
    duration_s = (last - first + 1) / fps
    at_an_end = first == 0 or last == len(seen) - 1
    if not at_an_end and duration_s <= CUBIC_S:
        return "cubic", _cubic(positions_m[:, marker], seen[:, marker], first, last)
    if duration_s <= RIGID_S and (first > 0 or last < len(seen) - 1):
        filling = _rigid(positions_m, seen, marker, first, last)
        if filling is not None:
            return "rigid", filling
    if at_an_end and duration_s <= HELD_S and (first > 0 or last < len(seen) - 1):
        return "held", np.repeat(positions_m[last + 1 if first == 0 else first - 1, marker][None], last - first + 1, 0)
    return "none", None


def _cubic(path_m: Floats, seen: NDArray[np.bool_], first: int, last: int) -> Floats:
    """The polynomial through two frames on either side of a gap; through fewer where they were not seen, either."""
    known = [f for f in (first - 2, first - 1, last + 1, last + 2) if 0 <= f < len(seen) and seen[f]]
    frames = np.arange(first, last + 1)
    out = np.zeros((len(frames), 3))
    for frame in known:
        others = np.array([other for other in known if other != frame])
        weight = np.prod((frames[:, None] - others) / (frame - others), axis=1)
        out += weight[:, None] * path_m[frame]
    return out


def _rigid(positions_m: Floats, seen: NDArray[np.bool_], marker: int, first: int, last: int) -> Floats | None:
    """What the neighbours' rigid motion makes of the places beside the gap; None where there are no three of them."""
    anchors = [frame for frame in (first - 1, last + 1) if 0 <= frame < len(seen)]
    frames = np.arange(first, last + 1)
    neighbours = _neighbours(positions_m, seen, marker, [*anchors, *frames.tolist()])
    if neighbours is None:
        return None
    beside, own = positions_m[:, neighbours], positions_m[:, marker]
    guesses = [_carried(beside, own[anchor], anchor, frames) for anchor in anchors]
    if len(guesses) == 1:
        return guesses[0]
    arrival = _carried(beside, own[anchors[0]], anchors[0], np.array([anchors[1]]))[0]
    if np.linalg.norm(arrival - own[anchors[1]]) > CLOSURE_M:
        return None
    part = (frames - anchors[0])[:, None] / float(anchors[1] - anchors[0])
    return np.asarray((1.0 - part) * guesses[0] + part * guesses[1])


def _neighbours(
    positions_m: Floats, seen: NDArray[np.bool_], marker: int, frames: Sequence[int]
) -> NDArray[np.int64] | None:
    """Return the three to five markers that keep their distance to a marker best, all seen in the given frames."""
    candidates = np.flatnonzero(seen[frames].all(axis=0))
    candidates = candidates[candidates != marker]
    unsteady = {int(c): _unsteadiness_m(positions_m, seen, marker, int(c)) for c in candidates}
    chosen: list[int] = []
    for candidate in sorted(unsteady, key=lambda c: unsteady[c]):
        if unsteady[candidate] > RIGID_M or len(chosen) == _MOST_NEIGHBOURS:
            break
        # A marker at a joint keeps its distance to both sides of it: the neighbours must be on one side.
        if all(_unsteadiness_m(positions_m, seen, candidate, other) <= _SAME_SIDE_M for other in chosen):
            chosen.append(candidate)
    if len(chosen) < 3:
        return None
    corners = positions_m[frames[0], chosen]
    if np.linalg.svd(corners - corners.mean(axis=0), compute_uv=False)[1] < _SPREAD_M:
        return None
    return np.array(chosen, dtype=np.int64)


def _unsteadiness_m(positions_m: Floats, seen: NDArray[np.bool_], one: int, other: int) -> float:
    """Standard deviation of the distance of two markers over the frames that show both; infinite without two such."""
    together = seen[:, one] & seen[:, other]
    if together.sum() < 2:
        return float(np.inf)
    return float(np.linalg.norm(positions_m[together, one] - positions_m[together, other], axis=1).std())


def _carried(neighbours_m: Floats, place_m: Floats, anchor: int, frames: NDArray[np.int64]) -> Floats:
    """Return where a place at frame `anchor` goes (N, 3) with the rigid motion that fits its neighbours best.

    References: Kabsch, A solution for the best rotation to relate two sets of vectors, 1976.
    """
    source, targets = neighbours_m[anchor], neighbours_m[frames]
    middle, middles = source.mean(axis=0), targets.mean(axis=1)
    u, _, vt = np.linalg.svd(np.einsum("ki,nkj->nij", source - middle, targets - middles[:, None]))
    turned = np.sign(np.linalg.det(u @ vt))
    vt[:, 2] *= turned[:, None]
    rotations = np.swapaxes(u @ vt, 1, 2)
    return np.asarray(middles + rotations @ (place_m - middle))
