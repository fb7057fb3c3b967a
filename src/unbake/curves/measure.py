"""What came out, in the world: how far the joints of a keyed animation are from the capture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.keyed_animation import KeyedAnimation, check_animation
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, rows_at_once
from unbake.motion.levers import Levers
from unbake.motion.motion import Motion, check_motion
from unbake.motion.points import default_levers, joints_of, tip_joints


@dataclass(frozen=True)
class JointError:
    """The largest distance of one joint in metres, and the frame of it, as the file numbers it."""

    joint: str
    max_m: float
    number: int

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
    worst_number : the frame of the largest distance, as the file numbers it.
    per_frame_m : (F,) the worst joint of each frame.
    per_joint_m : (N,) the worst frame of each joint.
    joints : names of the N joints, and points beside joints, that were measured.
    per_joint_number : the frame of each joint's largest distance, as the file numbers it.
    tips : the same of the tips, all joints and end sites beside the default ones: hands, fingers, toes and their ends;
        None where other joints were named, or where there are no tips.
    """

    max_m: float
    mean_m: float
    rms_m: float
    worst_joint: str
    worst_number: int
    per_frame_m: Floats
    per_joint_m: Floats
    joints: tuple[str, ...]
    per_joint_number: tuple[int, ...]
    tips: MeasuredError | None = None

    def promised_m(self, with_tips: bool = False) -> float:
        """Return the largest distance that a promised error limits: of the joints, or of joints and tips."""
        return max(self.max_m, self.tips.max_m) if with_tips and self.tips else self.max_m

    def promised_per_frame_m(self, with_tips: bool = False) -> Floats:
        """Return the same for each frame (F,)."""
        return np.maximum(self.per_frame_m, self.tips.per_frame_m) if with_tips and self.tips else self.per_frame_m

    def by_joint(self) -> tuple[JointError, ...]:
        """Return the largest distance of each joint, the farthest first."""
        found = map(JointError, self.joints, map(float, self.per_joint_m), self.per_joint_number)
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
    check_animation(animation)
    check_comparable(motion, animation)
    pieces = rows_at_once(motion.n_frames, len(motion.skeleton.names))
    return _measured(motion, ((rows, animation.sample(np.arange(rows.start, rows.stop))) for rows in pieces), joints)


def measure_motions(
    reference: Motion,
    other: Motion,
    joints: Sequence[str | int] | None = None,
) -> MeasuredError:
    """Return the distances between the joints of two motions of the same length; see `measure`."""
    check_motion(other, "the other motion")
    check_comparable(reference, other)
    return _measured(reference, [(slice(0, other.n_frames), other)], joints)


def _measured(
    reference: Motion, pieces: Iterable[tuple[slice, Motion]], joints: Sequence[str | int] | None
) -> MeasuredError:
    """Measure another motion, in pieces at these frames: the default joints and points, and beside them the tips."""
    chosen = joints_of(reference, joints)
    levers = default_levers(reference) if joints is None else Levers()
    tips = tip_joints(reference) if joints is None else []
    captured = _places(reference, chosen, levers), _places(reference, tips, Levers())
    gaps, of_tips = (np.empty(places.shape[:2]) for places in captured)
    for rows, piece in pieces:
        gaps[rows] = np.linalg.norm(captured[0][rows] - _places(piece, chosen, levers), axis=-1)
        of_tips[rows] = np.linalg.norm(captured[1][rows] - _places(piece, tips, Levers()), axis=-1)
    found = _summed_up(reference, gaps, [reference.skeleton.names[joint] for joint in chosen] + list(levers.names))
    if not tips:
        return found
    return replace(found, tips=_summed_up(reference, of_tips, [reference.skeleton.names[joint] for joint in tips]))


def _places(motion: Motion, joints: list[int], levers: Levers) -> Floats:
    """Return where joints and points beside joints are (F, N, 3)."""
    places = motion.positions()[:, joints]
    return np.concatenate([places, levers.positions(motion)], axis=1) if len(levers) else places


def _summed_up(reference: Motion, gaps: Floats, names: Sequence[str]) -> MeasuredError:
    frame, column = (int(i) for i in np.unravel_index(np.argmax(gaps), gaps.shape))
    return MeasuredError(
        max_m=float(gaps[frame, column]),
        mean_m=float(gaps.mean()),
        rms_m=float(np.sqrt(np.mean(gaps**2))),
        worst_joint=names[column],
        worst_number=frame + reference.first_frame,
        per_frame_m=gaps.max(axis=1),
        per_joint_m=gaps.max(axis=0),
        joints=tuple(names),
        per_joint_number=tuple((gaps.argmax(axis=0) + reference.first_frame).tolist()),
    )


def check_comparable(reference: Motion, other: Motion | KeyedAnimation) -> None:
    """Raise UsageError unless two motions have the same joints and the same number of frames."""
    check_motion(reference)
    if reference.skeleton.names != other.skeleton.names or reference.skeleton.parents != other.skeleton.parents:
        raise UsageError("the two motions have different joints, so they cannot be compared")
    if reference.n_frames != other.n_frames:
        raise UsageError(f"the motions have {reference.n_frames} and {other.n_frames} frames; they must be as long")
