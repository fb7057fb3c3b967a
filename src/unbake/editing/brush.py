"""How far each joint follows a drag: a Gaussian brush, parts of the body, and their mirror image.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.5 and figure 6.3; the
distance along the skeleton, the parts and the mirror image are ours.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, shaped
from unbake.ground.choices import check_kind, check_number, check_whole
from unbake.motion.body.mirror import partners
from unbake.motion.body.roles import nearest, resolve_joints
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

Measure = Literal["skeleton", "space"]
"""How far two joints are apart: along the bones, or in a straight line."""
PARTS: dict[str, tuple[str, ...]] = {
    "left-hand": ("left-wrist",),
    "right-hand": ("right-wrist",),
    "left-arm": ("left-shoulder",),
    "right-arm": ("right-shoulder",),
    "arms": ("left-shoulder", "right-shoulder"),
    "left-foot": ("left-ankle",),
    "right-foot": ("right-ankle",),
    "left-leg": ("left-hip",),
    "right-leg": ("right-hip",),
    "legs": ("left-hip", "right-hip"),
    "head": ("head",),
    "upper-body": ("spine", "chest", "left-shoulder", "right-shoulder"),
    "body": ("hips",),
}
"""Parts of a body, each with the roles of the joints that it starts at."""


def brushed(
    motion: Motion,
    frame: int,
    joint: str,
    radius_m: float,
    *,
    along: Measure = "skeleton",
    onto: Floats | None = None,
) -> Floats:
    """Return how far each joint (J,) follows, 0 to 1, once a brush has passed over a joint: exp(−r² / 2σ²).

    Parameters
    ----------
    motion, frame : the pose, its frame from 0.
    joint : the name or role of the joint under the brush.
    radius_m : the brush's σ; a joint at this distance follows by 0.61, at twice of it by 0.14. Above 0.
    along : whether distances are measured along the bones or in space.
    onto : (J,) what was painted before; of both, each joint keeps the greater number.

    Raises
    ------
    UsageError : a joint that is not there, a radius that is not above 0, an unknown measure, a frame outside the clip,
        an `onto` of another shape, or with numbers that are not finite.
    """
    check_number(radius_m, "a brush's radius")
    if not radius_m > 0.0 or not np.isfinite(radius_m):
        raise UsageError(f"a brush has a radius above 0, not {radius_m}")
    if along not in get_args(Measure):
        raise UsageError(f"distances are measured along the skeleton or in space, not along '{along}'")
    check_whole(frame, "a frame")
    frame = int(frame)
    if not 0 <= frame < motion.n_frames:
        raise UsageError(f"frame {frame + motion.first_frame} is outside the clip")
    positions = motion.positions()[frame]
    centre = resolve_joints(motion.skeleton, [joint])[0]
    if along == "space":
        away = np.linalg.norm(positions - positions[centre], axis=1)
    else:
        away = _along_bones(motion.skeleton, positions, centre)
    painted = np.exp(-0.5 * (away / radius_m) ** 2)
    if onto is None:
        return np.asarray(painted)
    onto = shaped(onto, painted.shape, "painted numbers")
    if not np.isfinite(onto).all():
        raise UsageError("painted numbers must be finite")
    return np.maximum(painted, onto)


def _along_bones(skeleton: Skeleton, positions_m: Floats, start: int) -> Floats:
    """The way (J,) along the bones from one joint to every other."""
    lengths = np.zeros(len(positions_m))
    lengths[1:] = np.linalg.norm(positions_m[1:] - positions_m[list(skeleton.parents[1:])], axis=1)
    away = np.full(len(positions_m), np.inf)
    joint, way = start, 0.0
    while joint >= 0:
        away[joint] = way
        way += lengths[joint]
        joint = skeleton.parents[joint]
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            away[joint] = min(away[joint], away[parent] + lengths[joint])
    return away


def part(skeleton: Skeleton, name: str) -> Floats:
    """Return 1 for each joint (J,) of a part of the body, such as ``left-arm`` or ``upper-body``, and 0 for others.

    Raises
    ------
    UsageError : an unknown part (the nearest are suggested), or one that this skeleton has no joint for.
    """
    check_kind(skeleton, Skeleton, "the skeleton", "motion.skeleton, for one")
    if name not in PARTS:
        raise UsageError(f"unknown part '{name}'{nearest(name, list(PARTS))}")
    starts = {skeleton.roles[role] for role in PARTS[name] if role in skeleton.roles}
    if not starts:
        raise UsageError(f"no joint of this skeleton was recognised as part of '{name}'")
    inside: list[bool] = []
    for joint, parent in enumerate(skeleton.parents):
        inside.append(joint in starts or (parent >= 0 and inside[parent]))
    return np.array(inside, dtype=np.float64)


def mirrored_influence(skeleton: Skeleton, influence: Floats) -> Floats:
    """Return an influence (J,) with left and right exchanged; joints without a partner keep theirs.

    Raises
    ------
    UsageError : an influence of another number of joints.
    """
    influence = np.asarray(influence)
    if influence.shape != (len(skeleton.names),):
        raise UsageError(f"an influence is {len(skeleton.names)} numbers, one a joint; this one is {influence.shape}")
    return np.asarray(influence[list(partners(skeleton))])
