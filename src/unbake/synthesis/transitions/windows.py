"""Windows of prepared motions, made ready for a search: laid out, their feet, and how each is aligned with each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32
from unbake.synthesis.blending.plants import GAP_S
from unbake.synthesis.naturalness.segments import Masses
from unbake.synthesis.naturalness.support import FOOT_WIDTH
from unbake.synthesis.transitions.candidate_kernels import Windows
from unbake.synthesis.transitions.prepared import PreparedMotion, laid_out

MOST_STAYS = 16
"""Stays of feet that a window can have: steps of a sixteenth of a second."""
Place = tuple[PreparedMotion, int]
"""A window: a motion, and its first frame."""


def search_windows(places: Sequence[Place], n_frames: int = 60, masses: Masses | None = None) -> Windows:
    """Return windows as the search reads them.

    Parameters
    ----------
    places : motions of one skeleton and rate, and the first frames of the windows.
    n_frames : their length.
    masses : of the segments, Winter's by default.

    Raises
    ------
    UsageError : windows of fewer than 8 frames, outside of their motion, or motions of different rates.
    """
    # Imported late: reading a file needs no compiler.
    from unbake.synthesis.transitions.plant_kernels import window_stays

    check_windows(places, n_frames)
    fine: Floats32 = np.stack([laid_out(motion, first, n_frames) for motion, first in places])
    stays = np.zeros((len(places), MOST_STAYS, 7), np.int64)
    seen, counts = np.zeros((len(places), MOST_STAYS, 3, 2, 3)), np.zeros(len(places), np.int64)
    for k, (motion, first) in enumerate(places):
        counts[k] = window_stays(motion.stays, first, n_frames, motion.soles_m, motion.path, stays[k], seen[k])
    source = places[0][0].source
    rate = float(source.motion.fps)
    half = 0.5 * FOOT_WIDTH * source.legs.leg_length_m()
    parts = (masses or Masses.winter()).parts
    return Windows(fine, all_warps(places, n_frames), stays, counts, seen, parts, half, rate, gap_frames(rate))


def gap_frames(rate_hz: float) -> int:
    """Return the frames that a foot needs from one place to the next."""
    return round(GAP_S * rate_hz)


def all_warps(places: Sequence[Place], n_frames: int) -> Floats:
    """Return the time warps (K, K, N) from each window to each."""
    from unbake.synthesis.transitions.aligning_kernels import align_windows, padded_window

    joints = [padded_window(motion.compared_m, first, n_frames) for motion, first in places]
    out = np.empty((len(places), len(places), n_frames))
    for i, a in enumerate(joints):
        for j, b in enumerate(joints):
            align_windows(a, b, out[i, j])
    return out


def check_windows(places: Sequence[Place], n_frames: int) -> None:
    """Refuse windows that cannot be searched; see `search_windows`."""
    if n_frames < 8:
        raise UsageError(f"a transition needs at least 8 frames, not {n_frames}")
    for motion, first in places:
        if not 0 <= first <= motion.n_frames - n_frames:
            raise UsageError(f"a window of {n_frames} frames from {first} on is not inside the clip: add longer clips")
    if len({motion.source.motion.fps for motion, _ in places}) > 1:
        raise UsageError("motions of different frame rates cannot be searched: resample some of them")
