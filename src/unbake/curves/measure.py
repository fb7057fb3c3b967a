"""What came out, in the world: how far the joints of a keyed animation are from the capture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.errors import UsageError
from unbake.ground.arrays import Floats
from unbake.motion.levers import Levers
from unbake.motion.motion import Motion
from unbake.motion.points import default_levers, joints_of, tip_joints


@dataclass(frozen=True)
class JointError:
    """The largest distance of one joint in metres, and the frame of it, as the file counts."""

    joint: str
    max_m: float
    frame: int

    @property
    def max_cm(self) -> float:
        """Largest distance in centimetres."""
        return 100.0 * self.max_m


@dataclass(frozen=True, eq=False)
class MeasuredError:
    """Distances in metres between the same joints of two motions at the same frames.

    Parameters
    ----------
    max_m, mean_m, rms_m : largest, mean and root of the mean square over all frames and joints.
    worst_joint : name of the joint, or of the point beside one, with the largest distance.
    worst_frame : the frame of the largest distance, as the file counts.
    per_frame_m : (F,) the worst joint of each frame.
    per_joint_m : (N,) the worst frame of each joint.
    joints : names of the N joints, and points beside joints, that were measured.
    per_joint_frame : the frame of each joint's largest distance, as the file counts.
    tips : the same of the tips, all joints and end sites beside the default ones: hands, fingers, toes and their ends;
        None where other joints were named, or where there are no tips.
    """

    max_m: float
    mean_m: float
    rms_m: float
    worst_joint: str
    worst_frame: int
    per_frame_m: Floats
    per_joint_m: Floats
    joints: tuple[str, ...]
    per_joint_frame: tuple[int, ...]
    tips: MeasuredError | None = None

    def promised_m(self, with_tips: bool = False) -> float:
        """Return the largest distance that a promised error limits: of the joints, or of joints and tips."""
        return max(self.max_m, self.tips.max_m) if with_tips and self.tips else self.max_m

    def promised_per_frame_m(self, with_tips: bool = False) -> Floats:
        """Return the same for each frame (F,)."""
        return np.maximum(self.per_frame_m, self.tips.per_frame_m) if with_tips and self.tips else self.per_frame_m

    def by_joint(self) -> tuple[JointError, ...]:
        """Return the largest distance of each joint, the farthest first."""
        found = map(JointError, self.joints, map(float, self.per_joint_m), self.per_joint_frame)
        return tuple(sorted(found, key=lambda one: -one.max_m))

    def beyond(self, limit_m: float) -> tuple[JointError, ...]:
        """Return the joints that are farther off than a limit at some frame, the farthest first."""
        return tuple(one for one in self.by_joint() if one.max_m > limit_m)

    @property
    def max_cm(self) -> float:
        """Largest distance in centimetres."""
        return 100.0 * self.max_m

    @property
    def mean_cm(self) -> float:
        """Mean distance in centimetres."""
        return 100.0 * self.mean_m

    @property
    def rms_cm(self) -> float:
        """Root mean square distance in centimetres."""
        return 100.0 * self.rms_m


def measure(
    motion: Motion,
    animation: KeyedAnimation,
    joints: Sequence[str | int] | None = None,
) -> MeasuredError:
    """Return how far an animation's joints are from the motion that it was made of, at every frame.

    Parameters
    ----------
    motion : the capture.
    animation : what was fitted to it.
    joints : indices, names, roles or groups; by default the 17 joints of the thesis (all where it is no humanoid), and
        the points beside joints whose turning these do not show, as selection sees them (`motion.levers`); apart from
        them the tips.

    Raises
    ------
    UsageError : an unknown joint, or an animation of other joints or another length.
    """
    return measure_motions(motion, animation.sample(), joints)


def measure_motions(
    reference: Motion,
    other: Motion,
    joints: Sequence[str | int] | None = None,
) -> MeasuredError:
    """Return the distances between the joints of two motions of the same length; see `measure`."""
    check_comparable(reference, other)
    if joints is not None:
        return _measured(reference, other, joints_of(reference, joints), Levers())
    levers, tips = default_levers(reference), tip_joints(reference)
    measured = _measured(reference, other, joints_of(reference, None), levers)
    return replace(measured, tips=_measured(reference, other, tips, Levers())) if tips else measured


def _measured(reference: Motion, other: Motion, chosen: list[int], levers: Levers) -> MeasuredError:
    names = (*(reference.skeleton.names[joint] for joint in chosen), *levers.names)
    places = (
        np.concatenate([motion.positions()[:, chosen], levers.positions(motion)], axis=1)
        for motion in (reference, other)
    )
    gaps = np.linalg.norm(np.subtract(*places), axis=-1)
    frame, column = (int(i) for i in np.unravel_index(np.argmax(gaps), gaps.shape))
    return MeasuredError(
        max_m=float(gaps[frame, column]),
        mean_m=float(gaps.mean()),
        rms_m=float(np.sqrt(np.mean(gaps**2))),
        worst_joint=names[column],
        worst_frame=frame + reference.first_frame,
        per_frame_m=gaps.max(axis=1),
        per_joint_m=gaps.max(axis=0),
        joints=names,
        per_joint_frame=tuple((gaps.argmax(axis=0) + reference.first_frame).tolist()),
    )


def check_comparable(reference: Motion, other: Motion) -> None:
    """Raise UsageError unless two motions have the same joints and the same number of frames."""
    if reference.skeleton.names != other.skeleton.names or reference.skeleton.parents != other.skeleton.parents:
        raise UsageError("the two motions have different joints, so they cannot be compared")
    if reference.n_frames != other.n_frames:
        raise UsageError(f"the motions have {reference.n_frames} and {other.n_frames} frames; they must be as long")
