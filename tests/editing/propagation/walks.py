"""The performer's walks, and edits of them that are known on every frame."""

from dataclasses import replace
from functools import cache

import numpy as np
from scipy.spatial.transform import Rotation

from unbake.motion.body.body_frame import heading
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.rotations import quaternion_product
from unbake.performer import perform

FPS = 30


@cache
def walk(seconds=5.0, seed=0, action="walk"):
    return perform(action, seconds=seconds, fps=FPS, seed=seed).motion


def turned(motion, name, vectors_rad):
    """A joint turned in its parent's frame."""
    joint = motion.skeleton.index(name)
    rotations = motion.rotations_xyzw.copy()
    turns = Rotation.from_rotvec(np.array(np.broadcast_to(vectors_rad, (motion.n_frames, 3)))).as_quat()
    rotations[:, joint] = quaternion_product(turns, rotations[:, joint])
    return replace(motion, rotations_xyzw=rotations)


def swinging(motion):
    """An arm that is lifted by how far the other foot is ahead: an edit that differs from frame to frame."""
    places, names = motion.positions(), motion.skeleton
    sine, cosine = heading(places[:, [names.index("LeftUpLeg"), names.index("RightUpLeg")]])
    between = places[:, names.index("LeftFoot")] - places[:, names.index("RightFoot")]
    apart = sine * between[:, 0] + cosine * between[:, 2]
    return turned(motion, "RightArm", np.stack([-1.2 * apart, 0.0 * apart, 0.0 * apart], axis=1))


def slowed(motion, by):
    """The motion as it is when everything takes `by` times as long, and when each of its frames is shown."""
    seconds = by * np.arange(motion.n_frames) / FPS
    out = np.arange(int(seconds[-1] * FPS + 1e-6) + 1) / by
    slow = replace(
        motion,
        rotations_xyzw=rotations_at(motion.rotations_xyzw, out),
        translations_m=positions_at(motion.translations_m, out),
    )
    return slow, seconds


def away_m(motion, other):
    """RMS distance of joints."""
    n = min(motion.n_frames, other.n_frames)
    return float(np.sqrt(((motion.positions()[:n] - other.positions()[:n]) ** 2).sum(axis=2).mean()))
