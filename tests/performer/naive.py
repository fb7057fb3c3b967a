"""Slow, obvious kinematics of a performance: the judge of the fast ones."""

import numpy as np
from scipy.spatial.transform import Rotation

from unbake.performer.body.figure import ANKLE_HEIGHT, ANKLE_OF_FOOT, FOOT_LENGTH


def positions_of(motion):
    """Positions and world rotations by SciPy, joint by joint."""
    skeleton, local = motion.skeleton, motion.local_translations_m()
    positions, turns = [], []
    for joint, parent in enumerate(skeleton.parents):
        turn = Rotation.from_quat(motion.rotations_xyzw[:, joint])
        if parent < 0:
            positions.append(local[:, joint])
            turns.append(turn)
        else:
            positions.append(positions[parent] + turns[parent].apply(local[:, joint]))
            turns.append(turns[parent] * turn)
    return np.stack(positions, axis=1), turns


def contact_points(motion, stature_m):
    """Heel and toe joint of both feet, (F, 4, 3)."""
    positions, turns = positions_of(motion)
    names = motion.skeleton.names
    heel = stature_m * np.array([0.0, -ANKLE_HEIGHT, -ANKLE_OF_FOOT * FOOT_LENGTH])
    out = []
    for side in ("Left", "Right"):
        foot = names.index(f"{side}Foot")
        out += [positions[:, foot] + turns[foot].apply(heel), positions[:, names.index(f"{side}ToeBase")]]
    return np.stack(out, axis=1)
