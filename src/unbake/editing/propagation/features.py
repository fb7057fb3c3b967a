"""What a source looks like at an instant: its joints an eighth of a second before, now and after, and how they
accelerate.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.4. As there, joints
are places in space, seen from where the body stands and heads now. Ours: joints are those with a role, in leg lengths,
so that sources of other bodies and skeletons can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.motion.body.body_frame import heading
from unbake.motion.body.roles import POINT_ROLES
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at

RATE_HZ = 60
"""Instants a second."""
AROUND_S = 0.125
SMOOTHED = 7
"""Instants over which accelerations are averaged: an eighth of a second, made odd."""


@dataclass(frozen=True, eq=False)
class Features:
    """What predictors see of a source.

    Parameters
    ----------
    poses : (T, 9 N) places of N joints before, now and after, in leg lengths.
    accelerations : (T, 3 N) of the joints, seen from the body, in leg lengths over s², averaged.
    """

    poses: Floats
    accelerations: Floats


def seen_roles(motions: Sequence[Motion]) -> tuple[str, ...]:
    """Return the roles that joints of all motions have; MotionError where one has no hip joints."""
    for motion in motions:
        if not {"left-hip", "right-hip"} <= set(motion.skeleton.roles):
            raise MotionError(
                "the skeleton has no left-hip and right-hip, so nothing says where the body stands and heads",
                code="no-body",
            )
    return tuple(role for role in POINT_ROLES if all(role in motion.skeleton.roles for motion in motions))


def instants_of(motion: Motion) -> Floats:
    """Return the instants (T,) of a motion in its frames from 0, `RATE_HZ` a second."""
    step = float(motion.fps) / RATE_HZ
    return step * np.arange(int((motion.n_frames - 1) / step + 1e-6) + 1, dtype=np.float64)


def features_of(motion: Motion, roles: Sequence[str]) -> Features:
    """Return the features of a motion at its instants.

    Parameters
    ----------
    motion : the source.
    roles : joints to look at, see `seen_roles`.
    """
    joints = [motion.skeleton.roles[role] for role in roles]
    hips = [motion.skeleton.roles[role] for role in ("left-hip", "right-hip")]
    places = positions_at(motion.positions()[:, [*joints, *hips]], instants_of(motion)) / size_m(motion)
    places, hips_m = places[:, :-2], places[:, -2:]
    sine, cosine = heading(hips_m)
    centre = hips_m.mean(axis=1) * np.array([1.0, 0.0, 1.0])
    around = round(AROUND_S * RATE_HZ)
    now = np.arange(len(places))
    poses = [_seen(places[np.clip(now + n, 0, len(now) - 1)], centre, sine, cosine) for n in (-around, 0, around)]
    own = poses[1]
    bends = np.zeros_like(own)
    if len(own) > 2:
        bends[1:-1] = np.diff(own, 2, axis=0) * RATE_HZ**2
        bends[0], bends[-1] = bends[1], bends[-2]
    bends = scipy.ndimage.uniform_filter1d(bends, SMOOTHED, axis=0, mode="nearest")
    return Features(np.concatenate(poses, axis=1).reshape(len(now), -1), bends.reshape(len(now), -1))


def size_m(motion: Motion) -> float:
    """Return the length of a leg in metres, as far as the skeleton has one; without knees and ankles 1."""
    skeleton, roles = motion.skeleton, motion.skeleton.roles
    chain = [roles.get(f"left-{part}") for part in ("hip", "knee", "ankle")]
    if None in chain:
        return 1.0
    places = motion.positions()[0, [joint for joint in chain if joint is not None]]
    length = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
    if length < 1e-3:
        raise MotionError(
            f"the legs of '{skeleton.names[0]}' have no length, so the skeleton is no body", code="no-body"
        )
    return length


def _seen(places: Floats, centre: Floats, sine: Floats, cosine: Floats) -> Floats:
    """Places (T, N, 3) from where a body stands and heads."""
    x, y, z = np.moveaxis(places - centre[:, None], -1, 0)
    s, c = sine[:, None], cosine[:, None]
    return np.stack([c * x - s * z, y, s * x + c * z], axis=-1)
