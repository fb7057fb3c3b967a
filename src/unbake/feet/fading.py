"""How what was changed while a foot stands fades away before and after."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.feet.labels import intervals
from unbake.motion.rotations import Floats


def faded(values: Floats, is_held: NDArray[np.bool_], frames: int) -> Floats:
    """Return values (F, D) as they are where they are held, fading to zero between.

    From each end of a held stretch the value falls by 2t³ − 3t² + 1 to zero within `frames` frames, or within the gap
    to the next one where that is shorter; what comes from both sides is added. So the value is continuous, and one
    value on both sides of a short gap is kept throughout.

    A fade that also goes on with the slope at its start was tried: it overshoots wherever a foot still moves when its
    plant begins, and lowers no acceleration.

    Parameters
    ----------
    values : (F, D); what it holds outside `is_held` does not matter.
    is_held : (F,).
    frames : length of the fade; 0 drops to zero at once.

    Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002.
    """
    out = np.where(is_held[:, None], values, 0.0)
    runs = list(intervals(is_held))
    for number, (first, last) in enumerate(runs):
        before = runs[number - 1][1] if number else -1 - frames
        after = runs[number + 1][0] if number + 1 < len(runs) else len(values) + frames
        _add_fade(out, values[last], last, 1, min(frames + 1, after - last))
        _add_fade(out, values[first], first, -1, min(frames + 1, first - before))
    return out


def _add_fade(out: Floats, value: Floats, edge: int, way: int, length: int) -> None:
    """Add what fades away from one edge, forwards (1) or backwards (−1), to the frames of the gap."""
    for step in range(1, length):
        frame = edge + way * step
        if not 0 <= frame < len(out):
            return
        t = step / length
        out[frame] += (2.0 * t**3 - 3.0 * t**2 + 1.0) * value
