"""How feet are cleaned up: lengths of time, limits, and what gives way."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

import numpy as np

from unbake.errors import UsageError
from unbake.kinematics.two_bone import DAMPED_FROM_RAD

Lengths = Literal["kept", "stretched"]
Method = Literal["calm", "faded"]
LENGTHS: tuple[Lengths, ...] = get_args(Lengths)
METHODS: tuple[Method, ...] = get_args(Method)
_AT_LEAST_ZERO = (
    "place_s",
    "end_s",
    "let_go_s",
    "max_move_m",
    "still_m",
    "max_stretch",
)


@dataclass(frozen=True, kw_only=True)
class CleanOptions:
    """How feet are cleaned up.

    Parameters
    ----------
    place_s : a plant is where its point is on average over so much of its beginning; 0.5 s, 30 frames at 60 a second.
    fade_s : time in which what feet, knees and root were moved by dies away, to e⁻¹; 0.07 s.
    end_s : a point is held more and more firmly over so much of the beginning of its plant, and less and less over so
        much of its end; 0.1 s.
    let_go_s : most by which a plant that was guessed is shortened at either end while its point moves; 70 ms, which is
        how late the oracle is at most where the performer lifts a toe. Plants by hand are taken at their word. At 0 all
        plants are held as they are, even where the foot steps in one.
    max_move_m : plants that would move a foot by more are left as they are, and said; 0.3 m.
    still_m : a plant whose point strays less is left as it is, and so is a point that sinks in less; 1 mm.
    damped_from_rad : where thigh and shin are stretched, the angle from which a knee is slow to get straighter; π
        never, 2.8 rad by default, the paper's.
    lengths : what gives way where a knee may not: ``kept``, the root, and the lengths of bones only where both legs
        cannot reach; ``stretched``, thigh and shin everywhere, as the paper has it, whereby the motion gets
        translation channels for knees and ankles.
    method : ``calm``, the change of all frames at once that accelerates joints least; ``faded``, a quick one for live
        use, which looks neither at knees nor at the ground.
    max_stretch : most by which thigh and shin may get longer or shorter; 0.026, a part of their length.

    Raises
    ------
    UsageError : a length, time or part below zero or not finite, an angle outside 0 to π, unknown `lengths`.

    References: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002.
    """

    place_s: float = 0.5
    fade_s: float = 0.07
    end_s: float = 0.1
    let_go_s: float = 0.07
    max_move_m: float = 0.3
    still_m: float = 0.001
    damped_from_rad: float = DAMPED_FROM_RAD
    lengths: Lengths = "kept"
    method: Method = "calm"
    max_stretch: float = 0.026

    def __post_init__(self) -> None:
        for name in _AT_LEAST_ZERO:
            if not 0.0 <= getattr(self, name) < np.inf:
                raise UsageError(f"{name} must be a finite number of at least 0, not {getattr(self, name):g}")
        if not 0.0 < self.fade_s < np.inf:
            raise UsageError(f"fade_s must be a finite number above 0, not {self.fade_s:g}")
        if not 0.0 <= self.damped_from_rad <= np.pi:
            raise UsageError(f"damped_from_rad must lie between 0 and π, not {self.damped_from_rad:g}")
        if self.max_stretch >= 1.0:
            raise UsageError(f"max_stretch must be below 1, not {self.max_stretch:g}")
        if self.lengths not in LENGTHS:
            raise UsageError(f"lengths must be {' or '.join(LENGTHS)}, not '{self.lengths}'")
        if self.method not in METHODS:
            raise UsageError(f"method must be {' or '.join(METHODS)}, not '{self.method}'")

    def frames(self, seconds: float, fps: Fraction) -> int:
        """Return the frames nearest to a length of time."""
        return int(seconds * float(fps) + 0.5)
