"""Curves of Euler angles, as near as they come to those of quaternions, for programs that evaluate only such.

As for glTF the other way round, they are fitted to the animation, not to a capture: that is what somebody approved of.
"""

from __future__ import annotations

from dataclasses import replace

from unbake.curves.baked import BAKED, baked_animation
from unbake.curves.fits.fit import fit, keyed_skeleton
from unbake.curves.keyed_animation import KeyedAnimation, check_animation
from unbake.curves.world.to_animation import FAR_M, brought_near
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, Skeleton


def has_quaternions(skeleton: Skeleton) -> bool:
    """Return whether any joint has quaternion channels."""
    return any(set(channels) & set(QUATERNION) for channels in skeleton.channels)


def euler_motion(motion: Motion) -> Motion:
    """Return the same motion with Euler channels in place of quaternion ones, in orders that avoid gimbal lock."""
    if not has_quaternions(motion.skeleton):
        return motion
    skeleton, notes = keyed_skeleton(motion, motion.skeleton.with_euler_channels())
    return replace(motion, skeleton=skeleton, warnings=(*motion.warnings, *notes))


def euler_curves(animation: KeyedAnimation, progress: Progress | None = None) -> KeyedAnimation:
    """Return an animation with the same keys whose joints turn by Euler angles alone.

    Slopes and handles are changed together so that joints stay in place. Where smooth curves are farther off than
    `FAR_M`, tangents break if that is nearer. Rotation orders keep clear of gimbal lock. The clip's ends become keys. A
    baked animation has a key on every frame afterwards, too.

    Parameters
    ----------
    animation : any keyed animation; of one without quaternion channels nothing changes.
    progress : callback that receives the progress; what it raises ends the work.
    """
    check_animation(animation)
    if not has_quaternions(animation.skeleton):
        return animation
    motion, skeleton = animation.sample(), animation.skeleton.with_euler_channels()
    if animation.fit == BAKED:
        return baked_animation(euler_motion(motion))
    report = progress or (lambda part: None)
    keys = animation.selection.with_ends(motion.n_frames)
    smooth = fit(motion, keys, skeleton=skeleton, progress=lambda part: report(0.3 * part))
    smooth, off_m = brought_near(motion, smooth, progress=lambda part: report(0.3 + 0.4 * part))
    if off_m <= FAR_M:
        return smooth
    broken = fit(motion, keys, "broken", skeleton=skeleton)
    broken, broken_m = brought_near(motion, broken, progress=lambda part: report(0.7 + 0.3 * part))
    return broken if broken_m < off_m else smooth
