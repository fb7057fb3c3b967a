"""The zero moment point: where on the ground the forces that move a body as it moves would have to act.

References: M. Vukobratović and D. Juričić, Contribution to the synthesis of biped gait, 1969; H. Shin, L. Kovar and M.
Gleicher, Physical touch-up of human motions, 2003, whose equations are for point masses, as here: what segments resist
turning about their own centres is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.synthesis.naturalness.segments import Masses

GRAVITY_M_S2 = 9.81
CUTOFF_HZ = 6.0
"""Centres are filtered before they are differentiated; gait has nothing above (Winter 2009, section 2.2.4)."""
LEAST_WEIGHT = 0.2
"""Part of the body's weight that must press down for the point to mean something; in flight there is none."""


@dataclass(frozen=True, eq=False)
class Moments:
    """What each segment's unit of mass adds to the zero moment point, so that other masses cost nothing.

    Parameters
    ----------
    about : (F, S, 2) (ÿ + g) x − ẍ y and (ÿ + g) z − z̈ y, with y from the ground.
    force : (F, S) ÿ + g.
    """

    about: Floats
    force: Floats

    def pressing(self, masses: Masses) -> Floats:
        """Return the force (F,) with which the body presses down, as part of its weight."""
        return np.asarray(self.force @ masses.parts / GRAVITY_M_S2)

    def zero_moment_point_m(self, masses: Masses) -> Floats:
        """Return the point (F, 2), x and z in metres; NaN where the body hardly presses down."""
        down = self.force @ masses.parts
        known = down >= LEAST_WEIGHT * GRAVITY_M_S2
        sums = np.einsum("fsc,s->fc", self.about, masses.parts)
        return np.where(known[:, None], sums / np.where(known, down, 1.0)[:, None], np.nan)


def moments_of(
    centres_m: Floats, fps: Fraction | float, ground_m: float = 0.0, cutoff_hz: float = CUTOFF_HZ
) -> Moments:
    """Return what segments add to the zero moment point.

    Parameters
    ----------
    centres_m : (F, S, 3) centres of mass, y up.
    fps : frames a second.
    ground_m : height of the ground.
    cutoff_hz : of the filter, a Butterworth filter of second order there and back; 0 filters nothing.
    """
    rate = float(fps)
    calm = low_passed(centres_m, rate, cutoff_hz)
    acceleration = accelerations_m_s2(calm, rate)
    height = calm[..., 1] - ground_m
    force = acceleration[..., 1] + GRAVITY_M_S2
    about = force[..., None] * calm[..., [0, 2]] - acceleration[..., [0, 2]] * height[..., None]
    return Moments(about, force)


def low_passed(values: Floats, rate_hz: float, cutoff_hz: float) -> Floats:
    """Return values (F, …) without what is faster than a frequency, without delay; as they are where that is nothing.

    The ends are continued by their own point reflection; of clips that are too short for that, a straight line is left
    out of the filter.
    """
    if cutoff_hz <= 0.0 or cutoff_hz >= 0.5 * rate_hz or len(values) < 3:
        return values
    # Imported here: it takes as long as all else that the studio's server imports.
    from scipy.signal import butter, filtfilt

    b, a = butter(2, cutoff_hz / (0.5 * rate_hz))
    reach = round(rate_hz / cutoff_hz) * 3
    if len(values) > reach:
        return np.asarray(filtfilt(b, a, values, axis=0, padlen=reach))
    # The filter has no time to settle: unfiltered, a body that goes straight on would seem to be thrown forward.
    part = np.linspace(0.0, 1.0, len(values)).reshape(-1, *(1,) * (values.ndim - 1))
    line = values[0] + part * (values[-1] - values[0])
    return np.asarray(line + filtfilt(b, a, values - line, axis=0, padlen=len(values) - 1))


def accelerations_m_s2(values: Floats, rate_hz: float) -> Floats:
    """Return second differences (F, …) of positions; the ends have those of their neighbours."""
    if len(values) < 3:
        return np.zeros_like(values)
    inside = (values[2:] - 2.0 * values[1:-1] + values[:-2]) * rate_hz**2
    return np.concatenate([inside[:1], inside, inside[-1:]])


def is_pressing(moments: Moments, masses: Masses) -> Booleans:
    """Return whether (F,) the body presses down enough for its zero moment point to mean something."""
    return np.asarray(moments.pressing(masses) >= LEAST_WEIGHT)
