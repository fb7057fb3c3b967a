"""The quick change of a lower body that holds what is planted: exact while a foot stands, fading before and after.

For live use, where a clip is a second long and an answer must be there at once. It asks nothing of knees and ground:
`calm_change` does.

Reference: L. Kovar, J. Schreiner and M. Gleicher, Footskate cleanup for motion capture editing, 2002, for the fades.
"""

from __future__ import annotations

import numpy as np

from unbake.feet.clean.body_change import BodyChange
from unbake.feet.clean.calm_change import Holds
from unbake.feet.clean.lower_body import LowerBody
from unbake.ground.arrays import Booleans, Floats
from unbake.kinematics.minimal_turns import turn_between
from unbake.motion.fading import faded
from unbake.motion.rotations import quaternion_from_vector, rotate, vector_from_quaternion

FADE_S = 1.0 / 6.0


def faded_change(body: LowerBody, holds: Holds, fps: float) -> BodyChange:
    """Return the change that puts planted points in their places, and fades within a sixth of a second.

    A foot on heel and ball turns by the least rotation. The root goes with the mean of the feet that stand.

    Parameters
    ----------
    body, holds : the capture and what its change has to respect; not the ground.
    fps : frames a second.
    """
    frames = int(FADE_S * fps + 0.5)
    change = BodyChange.none(len(body.hips_m))
    is_held = (holds.weights > 0.0).reshape(-1, 2, 2)
    places = holds.places_m.reshape(-1, 2, 2, 3)
    for row in (0, 1):
        heel, ball = body.soles_m[:, row, 0], body.soles_m[:, row, 1]
        both, either = is_held[:, row, 0] & is_held[:, row, 1], is_held[:, row, 0] | is_held[:, row, 1]
        turned = vector_from_quaternion(turn_between(ball - heel, places[:, row, 1] - places[:, row, 0]))
        turn = quaternion_from_vector(faded(turned, both, frames))
        anchor = np.where(is_held[:, row, 0], 0, 1)
        every = np.arange(len(anchor))
        own, place = body.soles_m[every, row, anchor], places[every, row, anchor]
        ankle = place + rotate(turn, body.ankles_m[:, row] - own) - body.ankles_m[:, row]
        change.feet_xyzw[:, row] = turn
        change.ankles_m[:, row] = faded(ankle, either, frames)
    stands = np.asarray(is_held.any(axis=2))
    if holds.root_moves:
        change.root_m[:] = faded(_mean(change.ankles_m, stands), stands[:, 0] | stands[:, 1], frames)
    return change


def _mean(ways: Floats, stands: Booleans) -> Floats:
    """The mean way (F, 3) of the feet (F, 2, 3) that stand."""
    return np.asarray((ways * stands[..., None]).sum(axis=1) / np.maximum(stands.sum(axis=1), 1)[:, None])
