"""Curves fitted to an animation, not to a capture: somebody approved of all of it, so tips count as well."""

from __future__ import annotations

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.measure import measure
from unbake.curves.world.match import default_weights, hold_ends
from unbake.curves.world.turning import Turning, has_quaternions
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion

NEAR_M = 0.005
"""Curves that stay this near to the animation, tips included, are near enough."""
FAR_M = 0.02
"""Tangents break, calm or not, only where curves would be farther off than this."""


def brought_near(
    motion: Motion, plain: KeyedAnimation, *, within_m: float | None = None, progress: Progress | None = None
) -> tuple[KeyedAnimation, float]:
    """Return the nearer of curves and these after the world-space match, and how far they are off, in metres.

    Where the match turns joints of quaternion curves much faster than the animation does, it goes part of its way.

    Parameters
    ----------
    motion : the animation at every frame.
    plain : curves that were fitted to it channel by channel; within `NEAR_M` they are left alone.
    within_m : see `match.hold_ends`.
    progress : callback that receives the progress; what it raises ends the work.
    """
    off_m = measure(motion, plain).promised_m(with_tips=True)
    if off_m <= NEAR_M:
        return plain, off_m
    weights = default_weights(motion, tips=True)
    matched = hold_ends(motion, plain, weights, within_m=within_m, progress=progress)
    if has_quaternions(matched):
        matched = Turning(motion, tips=True).calmed(plain, matched)
    matched_m = measure(motion, matched).promised_m(with_tips=True)
    return (matched, matched_m) if matched_m < off_m else (plain, off_m)
