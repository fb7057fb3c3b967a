"""Bodies that do one thing exactly, for the tests of what is measured on them."""

from dataclasses import replace

import numpy as np
from tests.synthesis.figures import turned, walker

from unbake.feet.labels import FootLabels, Plant
from unbake.motion.rotations import quaternion_product
from unbake.synthesis.naturalness.judged import JudgedMotion

FRAMES = 90


def standing(frames=FRAMES):
    """A body that stands on both feet and does not move."""
    walking = walker().motion
    rotations = np.repeat(walking.rotations_xyzw[15:16], frames, axis=0)
    names = walking.skeleton.names
    for row, name in enumerate(names):
        if "Leg" in name or "Foot" in name:
            rotations[:, row] = [0.0, 0.0, 0.0, 1.0]
    root = np.repeat(walking.translations_m[15:16], frames, axis=0)
    motion = replace(walking, rotations_xyzw=rotations, translations_m=root)
    lowest = motion.positions()[..., 1].min()
    root[..., 1] -= lowest
    motion = replace(motion, translations_m=root)
    labels = FootLabels(tuple(Plant(0, frames - 1, point) for point in range(4)), frames, motion.fps)
    return JudgedMotion.of(motion, labels)


def leaning(angle_rad):
    """The same body fallen forwards about its ankles, stiff."""
    still = standing()
    rotations, moved = still.motion.rotations_xyzw.copy(), still.motion.translations_m.copy()
    rotations[:, 0] = quaternion_product(turned(0, np.full(FRAMES, angle_rad)), rotations[:, 0])
    ankles = [still.motion.skeleton.roles[f"{side}-ankle"] for side in ("left", "right")]
    tilted = replace(still.motion, rotations_xyzw=rotations)
    moved[:, 0] += (still.motion.positions() - tilted.positions())[:, ankles].mean(axis=1)
    return JudgedMotion.of(replace(tilted, translations_m=moved), still.labels)


def carried(judged, shift_m):
    """The same body moved as a whole by (F, 3), its labels kept."""
    moved = judged.motion.translations_m.copy()
    moved[:, 0] += shift_m
    return JudgedMotion.of(replace(judged.motion, translations_m=moved), judged.labels, judged.legs)


def times_s(judged):
    """The instants of its frames."""
    return np.arange(judged.n_frames) / judged.fps


def gliding(judged, speed_m_s):
    """The same body gliding over the floor."""
    way = np.array([0.6, 0.0, -0.8])
    return carried(judged, speed_m_s * times_s(judged)[:, None] * way)


def hovering(height_m):
    """A body that stands in the air, without plants."""
    up = carried(standing(), np.array([0.0, height_m, 0.0]))
    return JudgedMotion.of(up.motion, FootLabels((), up.n_frames, up.motion.fps), up.legs)
