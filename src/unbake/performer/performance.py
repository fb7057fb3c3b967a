"""A performance: a motion with all that is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from unbake.motion.motion import Motion
from unbake.performer.body.figure import Figure
from unbake.performer.ground import Ground


@dataclass(frozen=True, eq=False)
class Performance:
    """A motion, and the truth about its feet.

    Parameters
    ----------
    motion : the clip, baked.
    contacts : (F, 4) booleans, left heel, left toe, right heel, right toe. While one is set, that point of
        `figure.contact_points_m(motion)` stays where it is.
    figure : the performer.
    ground : what it stands on.
    flight : (F,) booleans, set where the hips are thrown: level at one velocity, up and down by gravity alone. It is
        the hips joint that follows the parabola, not the centre of mass, on which the limbs' own movement would tell.
    """

    motion: Motion
    contacts: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    figure: Figure
    ground: Ground = field(default_factory=Ground)
    flight: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
