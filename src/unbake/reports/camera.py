"""From where a clip's figures are seen: from the side of their travel, turned a little so that both sides show."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion

TRAVEL_OF_STATURE = 0.6
"""A clip whose hips stay within this part of the stature stays in its place, and is seen by its facing."""
SIDE_TURN_RAD = math.radians(20.0)
"""From the pure side, left and right limbs hide each other."""
PLACE_TURN_RAD = math.radians(45.0)
"""On the spot, gestures go to the side as often as to the front: three quarters show both."""
UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, eq=False)
class Camera:
    """A level, parallel view: `right` is the picture's horizontal axis in the world, `words` says it to people."""

    right: Floats
    words: str

    @property
    def towards(self) -> Floats:
        """Unit vector from the figure to the viewer."""
        return np.cross(self.right, UP)

    def picture(self, positions_m: Floats) -> Floats:
        """Return positions (…, 3) as (…, 2): metres to the right and up."""
        return np.stack([positions_m @ self.right, positions_m[..., 1]], axis=-1)

    def depth(self, positions_m: Floats) -> Floats:
        """Return how near positions (…, 3) are to the viewer, in metres; larger is nearer."""
        return np.asarray(positions_m @ self.towards)


def side_camera(motion: Motion) -> Camera:
    """Return the view from the side of the main way that the hips travel, which runs from left to right.

    Where they stay in their place, the figure faces right and a half turn of 45° towards the viewer.
    """
    hips = motion.positions()[:, motion.skeleton.roles.get("hips", 0)]
    facing = _facing(motion)
    travel = _travel(hips, TRAVEL_OF_STATURE * motion.height_m())
    if travel is not None:
        return Camera(_turned(travel, SIDE_TURN_RAD, facing), "from the side of the main direction of travel")
    if facing is not None:
        return Camera(_turned(facing, PLACE_TURN_RAD, facing), "at an angle, because the clip stays in place")
    return Camera(np.array([1.0, 0.0, 0.0]), "along the Z axis")


def _travel(hips_m: Floats, least_m: float) -> Floats | None:
    """Main horizontal direction (3,) of a path (F, 3), from its start towards its end; None where it is too short."""
    flat = hips_m * (1.0, 0.0, 1.0)
    centred = flat - flat.mean(axis=0)
    # The thin decomposition of (F, 3), not of the F × F side: a long take has a hundred thousand frames.
    direction = np.linalg.svd(centred, full_matrices=False)[2][0] if len(flat) > 1 else UP
    along = centred @ direction
    if np.ptp(along) <= max(least_m, 1e-6):
        return None
    direction = direction / np.linalg.norm(direction)
    # A way out and back has no end: what it does first counts.
    forwards = along[-1] - along[0]
    if abs(forwards) < 0.1 * float(np.ptp(along)):
        forwards = along[np.argmax(np.abs(along - along[0]))] - along[0]
    return np.asarray(direction if forwards >= 0.0 else -direction)


def _facing(motion: Motion) -> Floats | None:
    """Mean horizontal direction (3,) in which hips and shoulders face; None where there are none."""
    roles, positions = motion.skeleton.roles, motion.positions()
    across = np.zeros((motion.n_frames, 3))
    for part in ("hip", "shoulder"):
        if f"left-{part}" in roles and f"right-{part}" in roles:
            across += positions[:, roles[f"left-{part}"]] - positions[:, roles[f"right-{part}"]]
    ahead = np.cross(across, UP)
    for direction in (ahead.mean(axis=0), ahead[0]):
        length = float(np.linalg.norm(direction))
        if length > 0.02:
            return np.asarray(direction / length)
    return None


def _turned(direction: Floats, angle_rad: float, facing: Floats | None) -> Floats:
    """Turn a horizontal axis about the vertical, to the side that shows more of the figure's front."""
    cosine, sine = math.cos(angle_rad), math.sin(angle_rad)
    aside = np.cross(UP, direction)
    both = [cosine * direction + sign * sine * aside for sign in (1.0, -1.0)]
    if facing is None:
        return both[0]
    return max(both, key=lambda right: float(np.cross(right, UP) @ facing))
