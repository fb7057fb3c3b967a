"""How far curves at thirds miss a capture: what a search asks hundreds of times, to foretell what others reach."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.curves.fits.hermite_kernels import hermite_values
from unbake.curves.keyed_animation import CurveKind
from unbake.ground.arrays import Floats
from unbake.keyframes.selection import Selection
from unbake.reduce.join import join
from unbake.reduce.moves import Frames
from unbake.reduce.options import JoinOptions
from unbake.reduce.promised.missed import Missed
from unbake.reduce.take import Take


class Thirds:
    """Curves at thirds through keys of a take, by what they miss.

    Parameters
    ----------
    take : the motion.
    options : how keys are joined in the end; where that is with broken tangents, curves at thirds break as well.
    missed : measures.
    """

    def __init__(self, take: Take, options: JoinOptions, missed: Missed) -> None:
        self._take, self._missed = take, missed
        self._options = replace(options, fit="broken" if options.fit == "broken" else "hermite")
        self._is_quick = self._options.fit == "hermite" and not missed.goes_by_levers

    def per_frame_m(self, frames: Frames, kind: CurveKind) -> Floats:
        """Return how far (F,) the farthest joint is off at each frame, in metres, with keys on these frames."""
        if self._is_quick:
            # Without curves that nobody looks at, and quaternions component by component: a tenth of the time.
            skeleton, values = self._take.keyed(kind)
            return self._missed.of_values_m(skeleton, hermite_values(np.array(frames), values))
        return self._missed.per_frame_m(join(self._take, Selection(frames), kind, self._options))
