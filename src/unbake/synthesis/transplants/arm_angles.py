"""Rule 4: the arms of one motion, turned by an angle that stays.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.2.1:
shoulders, elbows or both, by 20 to 90 degrees, small ones favoured; the right arm, the left, and both. About which
axes, and by which distribution, is ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.body.body_frame import heading
from unbake.motion.composed.recipe import Course, Recipe, Turn
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, rotate
from unbake.synthesis.transplants.pool import Donor, Pool
from unbake.synthesis.transplants.rule import LEAST_INSTANTS, register

LEAST_DEG, RANGE_DEG, SKEW = 20.0, 70.0, (1.0, 3.0)
"""20 + 70 · Beta(1, 3) degrees: a quarter of the range on average."""
SHOULDER_AXES = {"ahead": (1.0, 0.0, 0.0), "out": (0.0, 0.0, 1.0), "across": (0.0, 1.0, 0.0)}
"""About which an arm is turned, as the body sees it: x to the left, y up, z ahead."""


@dataclass(frozen=True)
class ArmAngles:
    """Joints, an axis and an angle, for the right arm, the left, and both: three results."""

    name: str = "angles"

    def propose(self, pool: Pool, rng: np.random.Generator) -> list[Recipe]:
        """Return three recipes; none for a motion that is too short, or without arms."""
        number = int(rng.integers(len(pool.donors)))
        donor = pool.donors[number]
        joints = (("shoulder",), ("elbow",), ("shoulder", "elbow"))[int(rng.integers(3))]
        angles = {
            joint: np.radians(LEAST_DEG + RANGE_DEG * rng.beta(*SKEW)) * rng.choice([-1.0, 1.0]) for joint in joints
        }
        axis = SHOULDER_AXES[str(rng.choice(list(SHOULDER_AXES)))]
        has_arms = all(
            f"{side}-{joint}" in donor.motion.skeleton.roles for side in ("left", "right") for joint in joints
        )
        if donor.n_instants < LEAST_INSTANTS or not has_arms:
            return []
        course = Course(number, donor.frames(np.arange(donor.n_instants, dtype=np.float64)))
        turns = {side: _turns(donor, side, angles, axis) for side in ("right", "left")}
        chosen = (turns["right"], turns["left"], turns["right"] + turns["left"])
        return [Recipe(self.name, pool.fps, course, turns=own) for own in chosen]


def _turns(donor: Donor, side: str, angles: dict[str, float], axis: tuple[float, float, float]) -> tuple[Turn, ...]:
    out = []
    skeleton = donor.motion.skeleton
    for part, angle in angles.items():
        joint = skeleton.roles[f"{side}-{part}"]
        if part == "shoulder":
            # The mirror image of a turn: about x the same, about y and z the other way round.
            mirrored = np.array(axis) * ((1.0, -1.0, -1.0) if side == "right" else (1.0, 1.0, 1.0))
            about = _as_the_parent_sees(donor.motion, joint, mirrored)
        else:
            about = elbow_axis(donor.motion, joint)
        half = 0.5 * angle
        turn = np.append(np.sin(half) * about, np.cos(half))
        out.append(Turn(skeleton.names[joint], turn[None]))
    return tuple(out)


def _as_the_parent_sees(motion: Motion, joint: int, axis: Floats) -> Floats:
    """An axis of the body's own frame, seen from the parent of a joint, on average over a motion."""
    roles = motion.skeleton.roles
    sine, cosine = heading(motion.positions()[:, [roles["left-hip"], roles["right-hip"]]])
    x, y, z = axis
    world = np.stack([cosine * x + sine * z, np.full_like(sine, y), cosine * z - sine * x], axis=-1)
    seen = rotate(quaternion_conjugate(motion.world_rotations_xyzw()[:, motion.skeleton.parents[joint]]), world)
    mean = seen.mean(axis=0)
    length = float(np.linalg.norm(mean))
    return np.asarray(mean / length) if length > 1e-6 else np.array([1.0, 0.0, 0.0])


def elbow_axis(motion: Motion, joint: int) -> Floats:
    """Return the axis (3,), as its parent sees it, about which an elbow bends on average; positive bends it more.

    An arm that is always straight shows none; then it is the first that is square to it.
    """
    skeleton, places = motion.skeleton, motion.positions()
    below = next((child for child, parent in enumerate(skeleton.parents) if parent == joint), joint)
    upper = places[:, joint] - places[:, skeleton.parents[joint]]
    across = np.cross(upper, places[:, below] - places[:, joint])
    seen = rotate(quaternion_conjugate(motion.world_rotations_xyzw()[:, skeleton.parents[joint]]), across)
    mean = seen.mean(axis=0)
    if np.linalg.norm(mean) < 1e-6:
        mean = np.cross(skeleton.offsets_m[joint], [0.0, 0.0, 1.0])
    length = float(np.linalg.norm(mean))
    return np.asarray(mean / length) if length > 1e-9 else np.array([1.0, 0.0, 0.0])


register(ArmAngles())
