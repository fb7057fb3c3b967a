"""Curves for formats whose joints turn by Euler angles only (FBX)."""

from __future__ import annotations

from dataclasses import replace

from unbake.curves.baked import BAKED, baked_animation
from unbake.curves.fits.fit import fit, keyed_skeleton
from unbake.curves.fits.free import LONGEST_FREE
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.world.match import default_weights, hold_ends
from unbake.errors import UsageError
from unbake.keyframes.error_table import Progress
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, Skeleton


def has_quaternions(skeleton: Skeleton) -> bool:
    """Return whether a joint turns by quaternion channels."""
    return any(set(channels) & set(QUATERNION) for channels in skeleton.channels)


def euler_motion(motion: Motion) -> Motion:
    """Return the same motion with Euler channels in place of quaternion ones, in orders that avoid gimbal lock."""
    if not has_quaternions(motion.skeleton):
        return motion
    skeleton, notes = keyed_skeleton(motion, motion.skeleton.with_euler_channels())
    return replace(motion, skeleton=skeleton, warnings=(*motion.warnings, *notes))


def euler_curves(animation: KeyedAnimation, progress: Progress | None = None) -> KeyedAnimation:
    """Return an animation with the same keys, its quaternion curves replaced by Euler angles fitted to them.

    Handles are free, and slopes are changed together so that joints stay in place; poses at keys are the same. Where
    keys do not reach the clip's ends, so that nothing can be fitted, every frame becomes a key.

    Parameters
    ----------
    animation : any keyed animation; one that has Euler channels only comes back as it is.
    progress : told how far the work is; what it raises ends the work.
    """
    if not has_quaternions(animation.skeleton):
        return animation
    motion = euler_motion(animation.sample())
    if animation.fit == BAKED:
        return baked_animation(motion)
    is_long = motion.n_frames > LONGEST_FREE
    method = "hermite" if is_long else "free"
    try:
        fitted = fit(motion, animation.selection, method, rotation_orders="source")
    except UsageError:
        return baked_animation(motion)
    return fitted if is_long else hold_ends(motion, fitted, default_weights(motion, tips=True), progress=progress)
