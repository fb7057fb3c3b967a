"""A body's joints over time at one rate: what motions of all skeletons and frame rates are compared by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.motion.body.body_frame import heading
from unbake.motion.body.roles import POINT_ROLES, Roles
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at
from unbake.motion.rotations import rotate

RATE_HZ = 60
"""Poses a second, as in Ikemoto's thesis."""
NEEDED = ("left-hip", "left-knee", "left-ankle", "right-hip", "right-knee", "right-ankle")
"""The roles without which there is no place, heading and leg length."""
LEAST_LEG_M = 1e-3
"""Shorter legs are none."""
ROLES = ("hips", *(role for role in POINT_ROLES if role != "hips"))


@dataclass(frozen=True, eq=False)
class BodyPath:
    """The joints that make a body, sixty times a second, in leg lengths.

    Parameters
    ----------
    positions : (T, 17, 3) the joints of `ROLES` in the world, y up, divided by `leg_m`; float32.
    leg_m : length of a leg from hip over knee to ankle, in metres.
    """

    positions: Floats32
    leg_m: float

    @property
    def n_instants(self) -> int:
        """Number of poses, the first at the clip's first frame."""
        return len(self.positions)

    @cached_property
    def frame(self) -> tuple[Floats, Floats, Floats]:
        """The body's own frame: its place over the ground (T, 2), x and z, and sine and cosine (T,) of its heading."""
        hips = self.positions[:, [ROLES.index("left-hip"), ROLES.index("right-hip")]].astype(np.float64)
        return hips.mean(axis=1)[:, [0, 2]], *heading(hips)

    def seen_from(self, centres: Indices, instants: Indices) -> Floats32:
        """Return poses as the body sees them that stands at other instants.

        Parameters
        ----------
        centres : (N,) instants whose place and heading are the origin.
        instants : (N, W) the poses; those before the first and after the last are the end poses.

        Returns
        -------
        (N, W, 17, 3) x to the left, y up from the floor at zero, z ahead, in leg lengths.
        """
        place, sine, cosine = self.frame
        poses = self.positions[np.clip(instants, 0, self.n_instants - 1)].astype(np.float64)
        x = poses[..., 0] - place[centres, 0][:, None, None]
        z = poses[..., 2] - place[centres, 1][:, None, None]
        s, c = sine[centres][:, None, None], cosine[centres][:, None, None]
        return np.stack([c * x - s * z, poses[..., 1], s * x + c * z], axis=-1).astype(np.float32)

    def mirrored(self) -> BodyPath:
        """Return the path of the mirror image."""
        swapped = [ROLES.index(_other_side(role)) for role in ROLES]
        return BodyPath(self.positions[:, swapped] * np.array([-1.0, 1.0, 1.0], dtype=np.float32), self.leg_m)


def is_body(motion: Motion) -> bool:
    """Return whether a motion has a `body_path`: legs, and of some length. No kernel is compiled for that."""
    roles = motion.skeleton.roles
    if any(role not in roles for role in NEEDED):
        return False
    first = motion.excerpt(motion.first_frame, motion.first_frame)
    return _leg_m(np.array([_first_place(first, roles[role]) for role in NEEDED])) >= LEAST_LEG_M


def body_path(motion: Motion) -> BodyPath:
    """Return the body of a motion over time.

    Joints whose role no joint has (a skeleton without a neck) are where their nearest neighbour towards the hips is,
    so that bodies with fewer joints can be compared with others.

    Raises
    ------
    MotionError : no humanoid: legs without hips, knees or ankles, or of no length.
    """
    roles = motion.skeleton.roles
    missing = [role for role in NEEDED if role not in roles]
    if missing:
        raise MotionError(f"the skeleton has no {', '.join(missing)}, so it is no body", code="no-body")
    joints = [roles[_present(role, roles)] for role in ROLES]
    step = float(motion.fps) / RATE_HZ
    instants = step * np.arange(int((motion.n_frames - 1) / step + 1e-6) + 1, dtype=np.float64)
    positions = positions_at(motion.positions()[:, joints], instants)
    leg_m = _leg_m(positions[0, [ROLES.index(role) for role in NEEDED]])
    if leg_m < LEAST_LEG_M:
        raise MotionError("the legs have no length, so the skeleton is no body", code="no-body")
    return BodyPath((positions / leg_m).astype(np.float32), leg_m)


def _leg_m(places_m: Floats) -> float:
    """The length of a leg, of the places (6, 3) of `NEEDED`."""
    return float(np.linalg.norm(np.diff(places_m.reshape(2, 3, 3), axis=1), axis=2).sum(axis=1).mean())


def _first_place(motion: Motion, joint: int) -> Floats:
    """Where (3,) a joint is in the first frame."""
    skeleton, local = motion.skeleton, motion.local_translations_m()[0]
    place = local[joint]
    while (joint := skeleton.parents[joint]) >= 0:
        place = local[joint] + rotate(motion.rotations_xyzw[0, joint], place)
    return place


_TOWARDS_HIPS = {
    "spine": "hips",
    "chest": "spine",
    "neck": "chest",
    "head": "neck",
    "clavicle": "chest",
    "shoulder": "clavicle",
    "elbow": "shoulder",
    "wrist": "elbow",
}


def _present(role: str, roles: Roles) -> str:
    """The role itself, or the nearest one towards the hips that a joint has; the left hip for hips that none has."""
    while role not in roles:
        if role == "hips":
            return "left-hip"
        side, _, part = role.rpartition("-")
        above = _TOWARDS_HIPS[part]
        role = f"{side}-{above}" if side and f"{side}-{above}" in ROLES else above
    return role


def _other_side(role: str) -> str:
    side, _, part = role.rpartition("-")
    return f"{'right' if side == 'left' else 'left'}-{part}" if side else role
