"""What a performance is judged by, computed the slow way from the motion alone."""

from __future__ import annotations

import numpy as np


def slips(points, contacts):
    """How far (C, F−1) each contact point moves between frames that both say it stands; zero elsewhere."""
    moved = np.abs(np.diff(points, axis=0)).max(axis=2)
    return np.where(contacts[1:] & contacts[:-1], moved, 0.0)


def knee_angles_deg(motion):
    """Flexion (F, 2) of both knees, 0 for a straight leg."""
    positions, names = motion.positions(), motion.skeleton.names
    out = []
    for side in ("Left", "Right"):
        hip, knee, ankle = (positions[:, names.index(f"{side}{part}")] for part in ("UpLeg", "Leg", "Foot"))
        up, down = hip - knee, ankle - knee
        cosine = np.sum(up * down, axis=1) / np.linalg.norm(up, axis=1) / np.linalg.norm(down, axis=1)
        out.append(180.0 - np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))
    return np.stack(out, axis=1)


def knee_accelerations_m_s2(motion):
    """Size (F−2, 2) of both knees' acceleration, from second differences."""
    knees = motion.positions()[:, [motion.skeleton.names.index(f"{side}Leg") for side in ("Left", "Right")]]
    return np.linalg.norm(np.diff(knees, n=2, axis=0), axis=2) * float(motion.fps) ** 2


def knees_ahead_m(motion):
    """How far (F, 2) each knee lies in front of the line from hip to ankle, as the hips face."""
    positions, names = motion.positions(), motion.skeleton.names
    across = positions[:, names.index("LeftUpLeg")] - positions[:, names.index("RightUpLeg")]
    facing = np.cross(across, [0.0, 1.0, 0.0])
    facing /= np.linalg.norm(facing, axis=1, keepdims=True)
    out = []
    for side in ("Left", "Right"):
        hip, knee, ankle = (positions[:, names.index(f"{side}{part}")] for part in ("UpLeg", "Leg", "Foot"))
        along = (ankle - hip) / np.linalg.norm(ankle - hip, axis=1, keepdims=True)
        aside = knee - hip - np.sum((knee - hip) * along, axis=1, keepdims=True) * along
        out.append(np.sum(aside * facing, axis=1))
    return np.stack(out, axis=1)
