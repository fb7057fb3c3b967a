"""Residual root force: what would have to hold the body besides the ground, for it to move as it does.

By inverse dynamics of point masses: the motion of the centre of mass and the change of angular momentum need a force
and a moment. The ground gives both through points that touch it, and can only push, within a cone of friction. The
least that remains is the residual, as part of the body's weight; moments count by the length of a leg. It sees what a
zero moment point cannot: pushing off in the air, falls that are too slow, turns out of nothing.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.segments import Masses
from unbake.synthesis.naturalness.terms.contacts import contacts_m
from unbake.synthesis.naturalness.terms.term import Term
from unbake.synthesis.naturalness.zero_moment import CUTOFF_HZ, GRAVITY_M_S2, accelerations_m_s2, low_passed

FRICTION = 0.8
RATE_HZ = 60.0
"""Forces are filtered far below it; frames between are interpolated."""
_TIPS = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]) * FRICTION / np.sqrt(2.0)
"""The edges of the cone of friction, towards the left and ahead; symmetrical, so that mirror images are alike."""


def measure(judged: JudgedMotion) -> Floats:
    """Return the residual (F,), in body weights."""
    frames = np.arange(0, judged.n_frames, max(1, round(judged.fps / RATE_HZ)))
    needed, centre = needed_wrenches(judged)
    points, touches = contacts_m(judged)
    sine, cosine = judged.ahead
    out = np.empty(len(frames))
    for row, frame in enumerate(frames):
        arms = (points[frame, touches[frame]] - centre[frame]) / judged.leg_m
        out[row] = residual(needed[frame], arms, float(sine[frame]), float(cosine[frame]))
    return np.interp(np.arange(judged.n_frames), frames, out)


def needed_wrenches(judged: JudgedMotion) -> tuple[Floats, Floats]:
    """Return the force and moment about the centre of mass (F, 6) that the motion needs, and that centre (F, 3).

    Forces in body weights, moments in body weights by a leg's length.
    """
    parts = Masses.winter().parts
    centres = low_passed(judged.centres_m, judged.fps, CUTOFF_HZ)
    centre = np.einsum("fsc,s->fc", centres, parts)
    around = centres - centre[:, None]
    turning = np.cross(around, accelerations_m_s2(around, judged.fps))
    force = accelerations_m_s2(centre, judged.fps) + np.array([0.0, GRAVITY_M_S2, 0.0])
    moment = np.einsum("fsc,s->fc", turning, parts) / judged.leg_m
    return np.concatenate([force, moment], axis=1) / GRAVITY_M_S2, centre


def residual(needed: Floats, arms: Floats, sine: float, cosine: float) -> float:
    """Return what remains of a force and moment (6,) when points push as best they can.

    Parameters
    ----------
    needed : force, then moment.
    arms : (P, 3) from the centre of mass to the points, in the moment's unit of length.
    sine, cosine : of the heading along which the cone of friction lies.
    """
    if not len(arms):
        return float(np.linalg.norm(needed))
    from scipy.optimize import nnls  # imported here: few motions are judged, and it takes a while

    aside, ahead = _TIPS.T
    edges = np.stack([cosine * aside + sine * ahead, np.ones(4), cosine * ahead - sine * aside], axis=1)
    moments = np.cross(arms[:, None], edges[None])
    pushes = np.concatenate([np.broadcast_to(edges, moments.shape), moments], axis=2).reshape(-1, 6)
    return float(nnls(pushes.T, needed)[1])


ROOT_FORCE = Term("root force", "body weights", 0.12, "mean", measure)
