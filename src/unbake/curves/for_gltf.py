"""Curves that glTF holds exactly, as near as they come to those of any keyed animation.

glTF turns joints by quaternions whose handles lie at thirds of their segments. Euler angles and handles of other
lengths have no exact counterpart there. They are fitted again, to the animation and not to a capture: that is what
somebody approved of, and all that a file knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from unbake.curves.fits.fit import fit
from unbake.curves.keyed_animation import FCurve, KeyedAnimation, check_animation
from unbake.curves.measure import measure
from unbake.curves.world.jolts import Jolts
from unbake.curves.world.to_animation import FAR_M, NEAR_M, brought_near
from unbake.errors import UsageError
from unbake.ground.progress import Progress
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, tip_joints
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS

THIRD_TOLERANCE = 1e-6
"""A handle counts as lying at a third of its segment when it is nearer than this many frames."""


def is_unit_spline(named: Mapping[str, FCurve]) -> bool:
    """Return whether the keys are unit quaternions, as glTF demands.

    Two of them may lie on opposite sides, where a joint turns by more than half a turn from one key to the next: glTF's
    cubic splines join their components as they are.
    """
    if set(named) != set(QUATERNION):
        return False
    keys = np.stack([named[name].values for name in QUATERNION], axis=1)
    return bool(np.abs(np.linalg.norm(keys, axis=1) - 1.0).max() < 1e-6)


def at_thirds(curve: FCurve) -> bool:
    """Return whether all handles of a curve lie at thirds of their segments."""
    third = np.diff(curve.frames) / 3.0
    right = np.abs(curve.right[:-1, 0] - curve.frames[:-1] - third)
    left = np.abs(curve.left[1:, 0] - curve.frames[1:] + third)
    return bool(max(right.max(initial=0.0), left.max(initial=0.0)) <= THIRD_TOLERANCE)


def is_exact_in_gltf(animation: KeyedAnimation) -> bool:
    """Return whether glTF holds the curves of an animation as they are."""
    turning: dict[int, dict[str, FCurve]] = {}
    for curve in animation.curves:
        if curve.channel.name not in TRANSLATIONS:
            turning.setdefault(curve.channel.joint, {})[curve.channel.name] = curve
    return all(map(at_thirds, animation.curves)) and all(map(is_unit_spline, turning.values()))


def gltf_curves(
    animation: KeyedAnimation, seen: Motion | None = None, progress: Progress | None = None
) -> KeyedAnimation:
    """Return an animation with the same keys in curves that glTF holds exactly, and as near as those come.

    Joints whose tangents are broken get broken ones. Slopes are changed together so that joints stay in place. Where
    that leaves more than `NEAR_M`, all tangents may break: as far as no joint jolts at a key (`world.jolts`), and
    farther where that would leave more than `FAR_M`.

    Parameters
    ----------
    animation : any keyed animation; of one that glTF holds already nothing changes.
    seen : it at every frame, where that is known.
    progress : callback that receives the progress; what it raises ends the work.

    Notes
    -----
    Keys that do not reach the clip's ends cannot be fitted so: then the animation comes back as it is, and the writer
    of glTF fits slopes at thirds to it.
    """
    check_animation(animation)
    if is_exact_in_gltf(animation):
        return animation
    motion = animation.sample() if seen is None else seen
    skeleton = animation.skeleton.with_quaternion_channels()
    try:
        smooth = fit(motion, animation.selection, "hermite", skeleton=skeleton)
        broken = fit(motion, animation.selection, "broken", skeleton=skeleton)
    except UsageError:
        return animation
    report = progress or (lambda part: None)
    smooth = _with_breaks_of(animation, smooth, broken)
    smooth, off_m = brought_near(motion, smooth, within_m=FAR_M, progress=lambda part: report(0.5 * part))
    if off_m <= NEAR_M:
        return smooth
    broken, nearer_m = brought_near(motion, broken, progress=lambda part: report(0.5 + 0.5 * part))
    if nearer_m >= off_m:
        return smooth
    return _calm(motion, smooth, broken)


def _calm(motion: Motion, smooth: KeyedAnimation, broken: KeyedAnimation) -> KeyedAnimation:
    """Curves between smooth and broken ones: the broken ones at keys that do not jolt, or beside which all others are
    farther off than `FAR_M`."""
    keys = smooth.selection.frames
    jolts = Jolts(motion, keys, [*default_joints(motion), *tip_joints(motion)])
    may_jolt = np.zeros(len(keys), dtype=np.bool_)
    while True:
        found = jolts.between(smooth, broken, may_jolt)
        off_m = measure(motion, found).promised_per_frame_m(with_tips=True)
        is_far = np.maximum.reduceat(off_m, keys[:-1]) > FAR_M
        wanted = np.append(is_far, False) | np.append(False, is_far)
        if not (wanted & ~may_jolt).any():
            return found
        may_jolt |= wanted


def _with_breaks_of(animation: KeyedAnimation, smooth: KeyedAnimation, broken: KeyedAnimation) -> KeyedAnimation:
    """Smooth curves, but broken ones for joints that have broken tangents already."""
    breaks = {curve.channel.joint for curve in animation.curves if len(curve.breaks())}
    pairs = zip(smooth.curves, broken.curves, strict=True)
    return replace(smooth, curves=tuple(b if b.channel.joint in breaks else s for s, b in pairs))
