"""How what was changed while a foot stands fades away before and after."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals

SLOPE_PART = 0.5
"""Part of the fade in which the slope at its start dies away, so that a point which is let go while its capture moves
is caught up with smoothly. On the CMU clips that were labelled by hand some joint is jerked 2.4 times as hard as before
where plants begin and end, mean of the clips; 3.6 times without the slope. With 0.7 it is hardly less, and feet that
hang back so long skate in more frames. What it adds is no more than the value itself: knees near the straight leg turn
very fast, and would overshoot."""
HIGHEST = 4.0 / 27.0
"""Of s·(1 − s)², by which it dies away."""
SLOPE_OVER = 0.15
"""How long the slope is measured over, as part of the fade: 25 ms of a sixth of a second. From one frame to the next,
noise would tell it."""


def faded(values: Floats, is_held: NDArray[np.bool_], frames: int) -> Floats:
    """Return values (F, D) as they are where they are held, fading to zero between.

    From each end of a held stretch the value falls by 2t³ − 3t² + 1 to zero within `frames` frames, or within the gap
    to the next one where that is shorter. Its slope, which goes on at first, dies away within half of `frames`, or
    within the gap. What comes from both sides is added, so values and, but where they are large against them, slopes
    are continuous, and one value on both sides of a short gap is kept throughout.

    Parameters
    ----------
    values : (F, D); what it holds outside `is_held` does not matter.
    is_held : (F,).
    frames : length of the fade; 0 drops to zero at once.

    Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002; the slope is
    ours.
    """
    out = np.where(is_held[:, None], values, 0.0)
    runs = list(intervals(is_held))
    for number, (first, last) in enumerate(runs):
        before = runs[number - 1][1] if number else -1 - frames
        after = runs[number + 1][0] if number + 1 < len(runs) else len(values) + frames
        inside = min(max(1, round(SLOPE_OVER * frames)), max(1, last - first))
        leaves = (values[last] - values[max(last - inside, first)]) / inside
        comes = (values[first] - values[min(first + inside, last)]) / inside
        _add_fade(out, values[last], leaves, last, 1, min(frames + 1, after - last), frames)
        _add_fade(out, values[first], comes, first, -1, min(frames + 1, first - before), frames)
    return out


def _add_fade(out: Floats, value: Floats, slope: Floats, edge: int, way: int, length: int, frames: int) -> None:
    """Add what fades away from one edge, forwards (1) or backwards (−1), to the frames of the gap."""
    dies = max(1, min(int(SLOPE_PART * frames), length))
    goes_on = HIGHEST * dies * float(np.linalg.norm(slope))
    slope = slope * min(1.0, float(np.linalg.norm(value)) / goes_on) if goes_on > 0.0 else slope
    for step in range(1, length):
        frame = edge + way * step
        if not 0 <= frame < len(out):
            return
        t, s = step / length, min(step / dies, 1.0)
        out[frame] += (2.0 * t**3 - 3.0 * t**2 + 1.0) * value + dies * s * (1.0 - s) ** 2 * slope
