"""What touches the floor, and so may bear the body: what is labelled as planted, and whatever else is that near."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Booleans, Floats
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.support import support_points_m

NEAR_M = 0.03
"""Soles that are nearer to the floor than this touch it, planted or not: labels end a few frames early or late."""
LOW = 0.12
"""Other joints touch it where they are lower than this part of a leg's length: hands, knees, hips of who lies."""
OTHERS = ("hips", "head", *(f"{side}-{part}" for side in ("left", "right") for part in ("wrist", "elbow", "knee")))


def contacts_m(judged: JudgedMotion) -> tuple[Floats, Booleans]:
    """Return points (F, P, 3) through which the ground may push, and whether (F, P) it can."""
    everywhere = np.ones((judged.n_frames, 4), dtype=np.bool_)
    flat = support_points_m(judged.motion, judged.legs, everywhere)
    corners = np.insert(flat, 1, judged.floor.level_m, axis=2)
    stands = judged.labels.planted()[:, [0, 1, 1, 2, 3, 3]] | (judged.heights_m < NEAR_M)
    low = judged.floor.level_m + LOW * judged.leg_m
    others = np.stack([judged.joints_m[role] for role in OTHERS if role in judged.joints_m], axis=1)
    touches = np.concatenate([np.repeat(stands, 2, axis=1), others[..., 1] < low], axis=1)
    return np.concatenate([corners, others], axis=1), touches
