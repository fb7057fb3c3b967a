"""The parts of a body that have weight: where their centres are, and what part of the whole each weighs.

Masses and centres are those of D. Winter, Biomechanics and motor control of human movement, 2009, table 4.1 (after
Dempster 1955).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion

WINTER = {"foot": 0.0145, "shank": 0.0465, "thigh": 0.1, "hand": 0.006, "forearm": 0.016, "upper arm": 0.028}
"""Part of the body's mass that each segment of a limb has; left and right are alike."""
PELVIS, ABDOMEN, THORAX = 0.142, 0.139, 0.216
TRUNK, HEAD = PELVIS + ABDOMEN + THORAX, 0.081
PAIRS = tuple(WINTER)
SEGMENTS = ("trunk", "head", *(f"{side} {part}" for side in ("left", "right") for part in PAIRS))
"""The columns of all arrays over segments."""
_CENTRES = {"shank": 0.433, "thigh": 0.433, "forearm": 0.43, "upper arm": 0.436}
_ENDS = {
    "thigh": ("hip", "knee"),
    "shank": ("knee", "ankle"),
    "upper arm": ("shoulder", "elbow"),
    "forearm": ("elbow", "wrist"),
}
NEEDED = tuple(
    f"{side}-{part}" for side in ("left", "right") for part in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
)
SPINE_AT, CHEST_AT = 0.27, 0.6
"""Where the joints of the spine and of the chest are between hips and shoulders, where a skeleton has none."""
HAND = 0.4
"""How far beyond the wrist the hand's centre is, by the length of the forearm: hand .108 of the stature, forearm .146,
the centre at .506 of the hand."""
HEAD_UP = 0.15
"""How far above the neck joint the centre of head and neck is, by the length of the trunk, where no joint shows it."""


@dataclass(frozen=True, eq=False)
class Masses:
    """What part of the body's mass each segment has.

    Parameters
    ----------
    parts : (14,) in the order of `SEGMENTS`, positive, adding up to 1.

    Raises
    ------
    MotionError : other numbers.
    """

    parts: Floats

    def __post_init__(self) -> None:
        parts = np.array(self.parts, dtype=np.float64)
        if parts.shape != (len(SEGMENTS),) or not (parts > 0.0).all() or abs(parts.sum() - 1.0) > 1e-6:
            raise MotionError(f"masses of segments are {len(SEGMENTS)} positive numbers that add up to 1")
        object.__setattr__(self, "parts", parts)

    @classmethod
    def winter(cls) -> Masses:
        """Return the masses of Winter's table, which add up to 1 but for 0.1 percent."""
        parts = np.array([TRUNK, HEAD, *WINTER.values(), *WINTER.values()])
        return cls(parts / parts.sum())

    def of(self, segment: str) -> float:
        """Return the part of one of `SEGMENTS`."""
        return float(self.parts[SEGMENTS.index(segment)])


def segment_centres_m(motion: Motion) -> Floats:
    """Return the centres of mass (F, 14, 3) of all `SEGMENTS`, in metres.

    The trunk's is that of pelvis, abdomen and thorax, each midway between its ends along the spine up to the neck:
    shoulders go up and down with the arms. A foot's is midway between ankle and toe joint.

    Raises
    ------
    MotionError : a skeleton without legs and arms.
    """
    roles, places = motion.skeleton.roles, motion.positions()
    missing = [role for role in NEEDED if role not in roles]
    if missing:
        raise MotionError(f"the skeleton has no {', '.join(missing)}: balance needs legs and arms", code="no-body")
    at = {role: places[:, joint] for role, joint in roles.items()}
    hips, shoulders = (0.5 * (at[f"left-{part}"] + at[f"right-{part}"]) for part in ("hip", "shoulder"))
    out = [_trunk(at, hips, shoulders), _head(at, hips, shoulders)]
    for side in ("left", "right"):
        ankle, wrist, elbow = at[f"{side}-ankle"], at[f"{side}-wrist"], at[f"{side}-elbow"]
        ends = {part: (at[f"{side}-{top}"], at[f"{side}-{end}"]) for part, (top, end) in _ENDS.items()}
        centre = {part: top + _CENTRES[part] * (end - top) for part, (top, end) in ends.items()}
        centre["foot"] = 0.5 * (ankle + at.get(f"{side}-toe", ankle))
        centre["hand"] = wrist + HAND * (wrist - elbow)
        out += [centre[part] for part in PAIRS]
    return np.stack(out, axis=1)


def _trunk(at: dict[str, Floats], hips: Floats, shoulders: Floats) -> Floats:
    top = at.get("neck", shoulders)
    spine = at.get("spine", hips + SPINE_AT * (top - hips))
    chest = at.get("chest", hips + CHEST_AT * (top - hips))
    if "spine" not in at and "chest" in at:
        spine = hips + SPINE_AT / CHEST_AT * (chest - hips)
    ends = ((PELVIS, hips, spine), (ABDOMEN, spine, chest), (THORAX, chest, top))
    return np.asarray(sum(part * 0.5 * (below + above) for part, below, above in ends) / TRUNK)


def _head(at: dict[str, Floats], hips: Floats, shoulders: Floats) -> Floats:
    """The centre of head and neck: about the ears, above the joint of the head."""
    up = HEAD_UP * (shoulders - hips)
    if "head" in at:
        return at["head"] + 0.5 * up
    return at.get("neck", shoulders) + up
