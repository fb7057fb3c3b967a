"""The world-space match: curves change so that hands, feet and head come nearer to the capture in the world."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import MeasuredError, measure
from unbake.curves.world.match import END_ROLES, Weights, default_weights, end_joints, hold_ends
from unbake.curves.world.turning import Turning, has_quaternions
from unbake.ground.arrays import Booleans
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.motion.points import joints_of
from unbake.reduce.options import JoinOptions
from unbake.reduce.take import Take


def finish(
    take: Take, animation: KeyedAnimation, options: JoinOptions, progress: Progress | None = None
) -> KeyedAnimation:
    """Return the animation after the world-space match; the animation itself where that is not wanted.

    Where the match turns joints of quaternion curves faster than they may (`turning`), it goes part of its way.
    """
    matched = match_world(take, animation, options, progress)
    if matched is animation or not has_quaternions(matched):
        return matched
    return Turning(take.motion, options.tips).calmed(animation, matched)


def match_world(
    take: Take,
    animation: KeyedAnimation,
    options: JoinOptions,
    progress: Progress | None = None,
    *,
    near: Booleans | None = None,
    within_m: float | None = None,
    bending: float = 1.0,
) -> KeyedAnimation:
    """Return the animation after the world-space match alone, as those who still search for keys want it.

    Where `near` (K,) is given, only curves at these keys change. Where an error is given, in metres, the match ends as
    soon as it is known whether that is kept; not with weights of somebody's own, whose distances are no errors.
    `bending` is that of the fit, see `fit`.
    """
    if not options.holds_ends:
        return animation
    weights = default_weights(take.motion, options.tips) if options.end_weights is None else options.end_weights
    within_m = within_m if options.end_weights is None else None
    values = take.values_of(animation.skeleton)
    return hold_ends(
        take.motion,
        animation,
        weights,
        values=values,
        near=near,
        within_m=within_m,
        bending=bending,
        progress=progress,
    )


def changed_weights(motion: Motion, changes: Mapping[str, float], *, tips: bool = False) -> Weights:
    """Return the default weights of the world-space match with some changed.

    Parameters
    ----------
    motion : the capture.
    changes : joint, role or group → weight.
    tips : as in `JoinOptions`.

    Raises
    ------
    UsageError : an unknown joint.
    """
    weights = default_weights(motion, tips)
    for joint, weight in changes.items():
        weights.update(dict.fromkeys(joints_of(motion, [joint]), weight))
    return weights


@dataclass(frozen=True, eq=False)
class Ends:
    """How far wrists, ankles, toes and head are from the capture, before and after the world-space match.

    Of what has none of them, everything that the error is measured on.

    Parameters
    ----------
    before : None for keys that were chosen by what the match leaves, as for a promised error: it was part of each try.
    after : with the match.
    kinds : which of them there are: ``wrists``, ``ankles``, ``toes``, ``head``.
    """

    before: MeasuredError | None
    after: MeasuredError
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, motion: Motion, before: KeyedAnimation | None, after: KeyedAnimation) -> Ends:
        """Measure the animations of a motion before, where there is one, and after the match, at its ends."""
        found = {role.rpartition("-")[2] for role in END_ROLES if role in motion.skeleton.roles}
        kinds = tuple(kind for kind in ("wrists", "ankles", "toes", "head") if kind.removesuffix("s") in found)
        joints = end_joints(motion) if kinds else None
        return cls(measure(motion, before, joints) if before else None, measure(motion, after, joints), kinds)

    @property
    def title(self) -> str:
        """Which joints these are."""
        return ", ".join(self.kinds) or "all joints"
