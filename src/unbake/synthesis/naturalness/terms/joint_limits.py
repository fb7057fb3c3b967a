"""Joint limits: joints bend farther than bodies do, or knees the wrong way.

Only where joints are is looked at, so that all skeletons are alike. The limits are passive ranges of healthy adults
(American Academy of Orthopaedic Surgeons, Joint Motion, 1965; D. Roaas and G. Andersson, 1982), with room for where
captures put their joints.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.terms.term import Term

LIMITS_DEG = (
    (("hip", "knee", "ankle"), 20.0, 180.0),
    (("knee", "ankle", "toe"), 40.0, 175.0),
    (("shoulder", "elbow", "wrist"), 20.0, 180.0),
)
"""Three joints of a limb, and the least and largest angle between both bones."""
THIGHS_DEG = 45.0
"""Least angle between a thigh and the trunk."""
TRUNK_DEG = 75.0
"""Largest angle between the lower and the upper half of the trunk."""
HEAD_DEG = 70.0
"""Largest angle between the neck and the trunk below it."""
HYPER_DEG = 12.0
"""How far a knee may be beyond straight."""
FOLDED_DEG = 70.0
"""In a leg that is bent farther, the foot no longer tells where ahead is."""


def measure(judged: JudgedMotion) -> Floats:
    """Return how far the joint that is worst is beyond its limits (F,), in degrees."""
    at, worst = judged.joints_m, np.zeros(judged.n_frames)
    for side in ("left", "right"):
        for parts, least, most in LIMITS_DEG:
            roles = [f"{side}-{part}" for part in parts]
            if all(role in at for role in roles):
                angle = angle_deg(at[roles[0]] - at[roles[1]], at[roles[2]] - at[roles[1]])
                worst = np.maximum(worst, np.maximum(least - angle, angle - most))
        worst = np.maximum(worst, _beyond_straight_deg(judged, side) - HYPER_DEG)
    return np.maximum(worst, _trunk_deg(judged))


def angle_deg(a: Floats, b: Floats) -> Floats:
    """Return the angles (F,) between vectors (F, 3), 0 to 180."""
    return np.degrees(np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), np.einsum("fc,fc->f", a, b)))


def _beyond_straight_deg(judged: JudgedMotion, side: str) -> Floats:
    """How far a knee is bent forwards, where the foot points; 0 for one that is bent as knees are."""
    hip, knee, ankle, toe = (judged.joints_m[f"{side}-{part}"] for part in ("hip", "knee", "ankle", "toe"))
    bend = 180.0 - angle_deg(hip - knee, ankle - knee)
    along = ankle - hip
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    aside = (knee - hip) - np.einsum("fc,fc->f", knee - hip, along)[:, None] * along
    foot = (toe - ankle) - np.einsum("fc,fc->f", toe - ankle, along)[:, None] * along
    foot = foot / np.maximum(np.linalg.norm(foot, axis=1, keepdims=True), 1e-9)
    # Feet turn out, so a knee counts that goes rather back than aside.
    back = -np.einsum("fc,fc->f", aside, foot) / np.maximum(np.linalg.norm(aside, axis=1), 1e-9)
    return np.where((back > 0.7) & (bend < FOLDED_DEG), bend, 0.0)


def _trunk_deg(judged: JudgedMotion) -> Floats:
    at = judged.joints_m
    hips = 0.5 * (at["left-hip"] + at["right-hip"])
    top = at.get("neck", 0.5 * (at["left-shoulder"] + at["right-shoulder"]) if "left-shoulder" in at else hips)
    worst = np.zeros(judged.n_frames)
    for side in ("left", "right"):
        thigh = at[f"{side}-knee"] - at[f"{side}-hip"]
        lower = at.get("spine", top)
        worst = np.maximum(worst, THIGHS_DEG - angle_deg(thigh, lower - hips))
    if "chest" in at:
        worst = np.maximum(worst, angle_deg(at["chest"] - hips, top - at["chest"]) - TRUNK_DEG)
        if "head" in at and "neck" in at:
            worst = np.maximum(worst, angle_deg(at["neck"] - at["chest"], at["head"] - at["neck"]) - HEAD_DEG)
    return np.where(np.isfinite(worst), worst, 0.0)


JOINT_LIMITS = Term("joint limits", "°", 5.0, "max", measure)
