"""Fitting: a motion and its keyframes become F-curves with handles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np

from unbake.curves.fits.free import BREAK_WEIGHT, FREE_FITS, fit_free
from unbake.curves.fits.hermite import checked_keys, fit_broken, fit_thirds, handles_at_thirds
from unbake.curves.fits.quaternion_hermite import fit_quaternions, fit_quaternions_broken
from unbake.curves.fits.schneider import fit_schneider
from unbake.curves.fits.thesis import fit_thesis
from unbake.curves.keyed_animation import FCurve, KeyedAnimation, fcurves
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices, few_at_once
from unbake.ground.choices import check_kind, check_number
from unbake.ground.progress import Progress, check_progress
from unbake.keyframes.selection import Selection
from unbake.motion.body.roles import nearest
from unbake.motion.channels import Channel, channels_of, known_values
from unbake.motion.gimbal import safe_rotation_orders
from unbake.motion.motion import Motion, check_motion
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton

FitMethod = Callable[[Indices, Floats], tuple[Floats, Floats]]
"""From keys (K,) and values (F, C) to left and right handles (C, K, 2) as absolute (frame, value). Values come in
degrees, centimetres and quaternion components times 360/π (the degrees that a small change of one turns by)."""

FIT_METHODS: dict[str, FitMethod] = {
    **{name: partial(fit_free, shape=shape) for name, shape in FREE_FITS.items()},
    "hermite": fit_thirds,
    "schneider": fit_schneider,
    "broken": fit_broken,
    "thesis": fit_thesis,
}

CHANNELS_AT_ONCE = 16
"""Channels are fitted side by side, on all cores; on long takes so many at least, to keep cores busy in little memory.
"""

RotationOrders = Literal["auto", "source"]


def fit(
    motion: Motion,
    selection: Selection,
    method: str = "free",
    *,
    skeleton: Skeleton | None = None,
    rotation_orders: RotationOrders = "auto",
    break_weight: float = BREAK_WEIGHT,
    bending: float = 1.0,
    is_quick: bool = False,
    values: Floats | None = None,
    progress: Progress | None = None,
) -> KeyedAnimation:
    """Turn a motion into an animation with one F-curve a channel, keyed on the selected frames.

    Every curve passes exactly through the capture at every key, and runs forwards in time.

    Parameters
    ----------
    motion : the capture.
    selection : keyframes from 0; the clip's first and last frame must be among them.
    method : a name in `FIT_METHODS`. ``free`` is near and fair: handles take a tenth to three quarters of their segment
        and do not overlap; ``tightest`` may do both to be nearer to each channel; ``hermite`` keeps its handles at
        thirds and so survives every file format, ``broken`` is ``hermite`` with a slope on each side of a key: nearer,
        but not smooth; ``schneider`` keeps the data's own tangents, ``thesis`` minimises the objective of Roberts'
        thesis. Quaternion curves at thirds are nearest as rotations, all others channel by channel.
    skeleton : the same joints with other channels (quaternions, other rotation orders); by default the motion's own.
    rotation_orders : ``auto`` gives joints that come near gimbal lock an order that does not (and says so in the
        animation's warnings), ``source`` keeps the file's.
    break_weight : for ``free`` and ``tightest``: tangents break where that takes away more than this part of the
        squared error nearby; 1 and above never, 0 wherever it helps at all.
    bending : for ``free``: how many times its usual weight bending has against the error.
    is_quick : for the free fits: in half the time, a little farther from each channel; for tries whose curves are
        brought nearer to the capture in the world anyway.
    values : (F, C) `channel_values` of the motion for the skeleton that is keyed, where many fits share them.
    progress : callback that receives the progress, by the free fits, which take longest; what it raises ends the work.

    Raises
    ------
    UsageError : an unknown method or choice of orders, a weight of breaks or bending for a fit that is not free, a
        skeleton of other joints, keyframes that do not reach from the first frame to the last, values of another shape.
    """
    check_motion(motion)
    check_kind(selection, Selection, "the selection", "Selection(frames) makes one of frames from 0")
    check_kind(method, str, "the fit", "'free', for one")
    check_progress(progress)
    if method not in FIT_METHODS:
        raise UsageError(f"unknown fit '{method}'{nearest(method, list(FIT_METHODS))} (known: {' '.join(FIT_METHODS)})")
    check_number(break_weight, "the break weight")
    check_number(bending, "the weight of bending")
    if break_weight != BREAK_WEIGHT and method not in FREE_FITS:
        raise UsageError(f"only the free fits weigh whether to break a tangent, not '{method}'")
    if bending != 1.0 and (method not in FREE_FITS or not 0.0 <= bending < np.inf):
        raise UsageError("only the free fits weigh bending, by a finite factor of at least 0")
    keys = checked_keys(np.array(selection.frames), motion.n_frames)
    target, notes = keyed_skeleton(motion, skeleton, rotation_orders)
    data = known_values(motion, target, values)
    return KeyedAnimation(
        skeleton=target,
        curves=_curves(channels_of(target), keys, data, method, break_weight, bending, is_quick, progress),
        selection=selection,
        n_frames=motion.n_frames,
        fps=motion.fps,
        first_frame=motion.first_frame,
        fit=method,
        warnings=(*motion.warnings, *notes),
    )


def keyed_skeleton(
    motion: Motion, skeleton: Skeleton | None = None, rotation_orders: RotationOrders = "auto"
) -> tuple[Skeleton, tuple[str, ...]]:
    """Return the skeleton whose channels `fit` keys, and what to tell people about it; for parameters see there."""
    if skeleton is None:
        skeleton = motion.skeleton
    check_kind(skeleton, Skeleton, "the skeleton to fit")
    if skeleton.names != motion.skeleton.names or skeleton.parents != motion.skeleton.parents:
        raise UsageError("the skeleton to fit has other joints than the motion")
    if rotation_orders not in ("auto", "source"):
        raise UsageError(f"rotation orders are 'auto' or 'source', not '{rotation_orders}'")
    orders = safe_rotation_orders(motion, skeleton) if rotation_orders == "auto" else {}
    if not orders:
        return skeleton, ()
    changed = ", ".join(f"'{skeleton.names[joint]}' ({order.upper()})" for joint, order in orders.items())
    note = f"to keep the curves out of gimbal lock, the rotation order was changed of {changed}"
    return skeleton.with_rotation_orders(orders), (note,)


def _curves(
    channels: tuple[Channel, ...],
    keys: Indices,
    values: Floats,
    method: str,
    break_weight: float,
    bending: float,
    is_quick: bool,
    progress: Progress | None,
) -> tuple[FCurve, ...]:
    scale = np.array([_display_scale(channel) for channel in channels])
    left, right = np.empty((2, len(channels), len(keys), 2))
    for few in few_at_once(range(len(channels)), len(values) // CHANNELS_AT_ONCE):

        def share(part: float, done: int = few[0], count: int = len(few)) -> None:
            if progress:
                progress((done + part * count) / len(channels))

        chosen = FIT_METHODS[method]
        if method in FREE_FITS:
            shape = FREE_FITS[method] * np.array([1.0, 1.0, 1.0, bending])
            chosen = partial(fit_free, break_weight=break_weight, shape=shape, progress=share)
            chosen = partial(chosen, levelling=0.0, restarts=False) if is_quick else chosen
        units = np.stack([np.ones(len(few)), scale[few]], axis=1)[:, None]
        left[few], right[few] = (side / units for side in chosen(keys, values[:, few] * scale[few]))
    turning = _quaternion_columns(channels)
    if turning and method in ("hermite", "broken"):
        left[turning], right[turning] = _quaternion_handles(keys, values[:, turning], is_broken=method == "broken")
    still = np.ptp(values, axis=0) == 0.0
    # The outer handles lie on their keys, to the last bit whatever the scale.
    for side, key, end in ((left, keys[0], 0), (right, keys[-1], -1)):
        side[:, end, 0], side[:, end, 1] = key, values[key]
    for side in (left, right):
        side[still, :, 1] = values[0, still, None]
    return fcurves(channels, keys.astype(np.float64), values[keys].T, left, right)


def _quaternion_columns(channels: tuple[Channel, ...]) -> list[int]:
    """Columns of quaternion components, x y z w of one joint after the other."""
    found = [(c.joint, QUATERNION.index(c.name), column) for column, c in enumerate(channels) if c.name in QUATERNION]
    return [column for _, _, column in sorted(found)]


def _quaternion_handles(keys: Indices, components: Floats, *, is_broken: bool) -> tuple[Floats, Floats]:
    """Handles (4J, K, 2) at thirds of quaternion components (F, 4J), x y z w of one joint after the other."""
    rotations = components.reshape(len(components), -1, 4)
    if is_broken:
        outgoing, incoming = fit_quaternions_broken(keys, rotations)
    else:
        slopes = fit_quaternions(keys, rotations)
        outgoing, incoming = slopes[:-1], slopes[1:]
    sides = (side.reshape(len(keys) - 1, components.shape[1]) for side in (outgoing, incoming))
    return handles_at_thirds(keys, components, *sides)


def _display_scale(channel: Channel) -> float:
    """How many units of a graph editor, where one weighs as much as a frame, make one unit of the channel."""
    if channel.name in TRANSLATIONS:
        return 100.0
    if channel.name in QUATERNION:
        return 360.0 / float(np.pi)
    return 180.0 / float(np.pi)
