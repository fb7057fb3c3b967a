"""Self-penetration: limbs are in each other, or in trunk and head."""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.terms.capsules import Capsule
from unbake.synthesis.naturalness.terms.term import Term

RADII = {"arm": 0.035, "forearm": 0.03, "thigh": 0.055, "shank": 0.035, "trunk": 0.09, "head": 0.075}
"""By the length of a leg: thinner than people are, as flesh gives way and joints lie where captures put them."""
_LIMBS = {"arm": ("shoulder", "elbow"), "forearm": ("elbow", "wrist"), "thigh": ("hip", "knee"),
          "shank": ("knee", "ankle")}  # fmt: skip
_SIDES = ("left", "right")
PAIRS = (
    *(
        (f"{side} forearm", other)
        for side in _SIDES
        for other in ("belly", "chest", "head", "left thigh", "right thigh")
    ),
    ("left forearm", "right forearm"),
    ("left forearm", "right arm"),
    ("right forearm", "left arm"),
    ("left shank", "right shank"),
    ("left shank", "right thigh"),
    ("right shank", "left thigh"),
)
"""What is never in each other; neighbours along the body always are."""


def measure(judged: JudgedMotion) -> Floats:
    """Return how deep limbs are in each other (F,), in metres: the deepest pair."""
    capsules = body_capsules(judged)
    depths = [capsules[a].depth_m(capsules[b]) for a, b in PAIRS if a in capsules and b in capsules]
    return np.max([np.zeros(judged.n_frames), *depths], axis=0)


def body_capsules(judged: JudgedMotion) -> dict[str, Capsule]:
    """Return the capsules that a body's joints allow, by name."""
    at, leg = judged.joints_m, judged.leg_m
    found = {}
    for side in _SIDES:
        for part, ends in _LIMBS.items():
            above, below = (f"{side}-{end}" for end in ends)
            if above in at and below in at:
                found[f"{side} {part}"] = Capsule(at[above], at[below], RADII[part] * leg)
    if "neck" in at:
        hips = 0.5 * (at["left-hip"] + at["right-hip"])
        chest = at.get("chest", hips + 0.6 * (at["neck"] - hips))
        # From the belly to below the collar bones, by way of the chest, for a trunk that bends.
        found["belly"] = Capsule(hips + 0.3 * (chest - hips), chest, RADII["trunk"] * leg)
        found["chest"] = Capsule(chest, chest + 0.5 * (at["neck"] - chest), RADII["trunk"] * leg)
    if "head" in at:
        found["head"] = Capsule(at["head"], at["head"], RADII["head"] * leg)
    return found


SELF_CONTACT = Term("self-contact", "m", 0.02, "max", measure)
