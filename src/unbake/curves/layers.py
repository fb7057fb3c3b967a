"""Layers on top of an animation's curves: turns and shifts of some joints, with keys and a weight of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Floats
from unbake.motion.motion import LARGEST_M, Motion
from unbake.motion.rotations import (
    quaternion_conjugate,
    quaternion_from_vector,
    quaternion_product,
    vector_from_quaternion,
)
from unbake.motion.skeleton import Skeleton
from unbake.motion.turning_channels import with_needed_channels

FEET = "feet"
"""Name of the layer that holds planted feet."""
CHANGED_RAD, CHANGED_M = 1e-6, 1e-6
"""Turns and shifts below these, a thousandth of a millimetre at a leg's end, are none."""
LARGEST = LARGEST_M
"""The largest number in a layer, and the largest weight."""


@dataclass(frozen=True, eq=False)
class AnimationLayer:
    """Turns and shifts of some joints, to be put on top of a motion.

    At its keys a layer has exactly their values. Between two keys each number follows a monotone cubic, which never
    goes beyond the two. Before the first key and after the last it holds their values.

    Parameters
    ----------
    name : what people call it.
    frames : (K,) its keys, whole frames from 0, strictly rising, at least one.
    joints : the n joints that turn, none twice.
    vectors_rad : (K, n, 3) their turns as rotation vectors in each joint's own frame: local rotation · exp(v).
    moved : the m joints that move, none twice; each needs translation channels.
    shifts_m : (K, m, 3) by which, in the frame of each joint's parent.
    weight : what turns and shifts are multiplied by: 1 for all of them, 0 for none; beyond 1 exaggerates.
    is_muted : whether it is left out for now.

    Raises
    ------
    MotionError : shapes that do not match, frames that do not rise, a joint twice, a number or a weight that is not
        finite or beyond `LARGEST`.

    References: F. N. Fritsch and J. Butland, A method for constructing local monotone piecewise cubic interpolants,
    1984.
    """

    name: str
    frames: NDArray[np.int64]
    joints: tuple[int, ...]
    vectors_rad: Floats
    moved: tuple[int, ...]
    shifts_m: Floats
    weight: float = 1.0
    is_muted: bool = False

    def __post_init__(self) -> None:
        frames = np.array(self.frames, dtype=np.float64)
        is_whole = (frames == np.rint(frames)).all() and (np.abs(frames) < 2**53).all()
        if frames.ndim != 1 or not len(frames) or not is_whole or frames[0] < 0 or not (np.diff(frames) > 0).all():
            raise MotionError(f"the keys of layer '{self.name}' must be whole frames from 0 that rise, at least one")
        object.__setattr__(self, "frames", frames.astype(np.int64))
        for part, joints in (("vectors_rad", self.joints), ("shifts_m", self.moved)):
            array, shape = np.array(getattr(self, part), dtype=np.float64), (len(frames), len(joints), 3)
            if array.shape != shape or not (np.abs(array) <= LARGEST).all():
                raise MotionError(
                    f"{part} of layer '{self.name}' must be numbers up to {LARGEST:,.0f}, of shape {shape}"
                )
            if len(set(joints)) != len(joints):
                raise MotionError(f"layer '{self.name}' has a joint twice")
            object.__setattr__(self, part, array)
        if not abs(self.weight) <= LARGEST:
            raise MotionError(f"the weight of layer '{self.name}' must be a number up to {LARGEST:,.0f}")
        for part in ("frames", "vectors_rad", "shifts_m"):
            getattr(self, part).setflags(write=False)

    def misfit(self, skeleton: Skeleton, n_frames: int) -> str | None:
        """Return why this is no layer of a clip, a sentence; None where it is one."""
        if self.frames[-1] >= n_frames:
            return f"it has a key beyond the {n_frames} frames"
        if not {*self.joints, *self.moved} <= set(range(len(skeleton.names))):
            return "it has joints that are not there"
        fixed = [joint for joint in self.moved if joint not in skeleton.translated]
        return f"it moves joint '{skeleton.names[fixed[0]]}', which has no translation channels" if fixed else None

    def at(self, frames: Floats | NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Return its vectors (T, n, 3) and shifts (T, m, 3) at times (T,) in frames from 0, before the weight."""
        times = np.clip(frames, self.frames[0], self.frames[-1])
        after = np.searchsorted(self.frames, times)
        values = np.concatenate([self.vectors_rad, self.shifts_m], axis=1)
        found = values[after]
        # On a key, and between keys with the same values, there is nothing to interpolate, and SciPy is not loaded.
        before = np.maximum(after - 1, 0)
        between = np.flatnonzero((self.frames[after] != times) & (values[before] != found).any(axis=(1, 2)))
        if len(between):
            from scipy.interpolate import PchipInterpolator

            found[between] = PchipInterpolator(self.frames, values)(times[between])
        return found[:, : len(self.joints)], found[:, len(self.joints) :]

    def changed_frames(self, n_frames: int) -> NDArray[np.int64]:
        """Return the frames of a clip of `n_frames`, from 0, in which it changes anything."""
        if not self._has_effect():
            return np.array([], dtype=np.int64)
        vectors, shifts = self.at(np.arange(n_frames))
        return np.flatnonzero(vectors.any(axis=(1, 2)) | shifts.any(axis=(1, 2)))

    def applied(self, motion: Motion) -> Motion:
        """Return a motion with the layer on top; the motion itself where the layer is empty, muted or of weight 0.

        Rotations may leave the channels of their joints; `with_layers` completes those.

        Raises
        ------
        UsageError : a motion that is shorter than the layer, lacks its joints, or cannot move them.
        """
        if reason := self.misfit(motion.skeleton, motion.n_frames):
            raise UsageError(f"layer '{self.name}' is of another motion: {reason}")
        if not self._has_effect():
            return motion
        vectors, shifts = self.at(np.arange(motion.n_frames))
        rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
        joints, places = list(self.joints), [motion.skeleton.translated.index(joint) for joint in self.moved]
        rotations[:, joints] = quaternion_product(rotations[:, joints], quaternion_from_vector(self.weight * vectors))
        translations[:, places] += self.weight * shifts
        return replace(motion, rotations_xyzw=rotations, translations_m=translations)

    def _has_effect(self) -> bool:
        return not self.is_muted and self.weight != 0.0 and bool(self.vectors_rad.any() or self.shifts_m.any())


def with_layers(motion: Motion, layers: Sequence[AnimationLayer]) -> Motion:
    """Return a motion with layers on top, the first below the others; the motion itself where none changes it.

    Joints that turn about axes for which they have no channels get three rotation channels.

    Raises
    ------
    UsageError : as `AnimationLayer.applied`.
    """
    joints: set[int] = set()
    for layer in layers:
        below, motion = motion, layer.applied(motion)
        joints.update(layer.joints if motion is not below else ())
    return with_needed_channels(motion, sorted(joints)) if joints else motion


def layer_between(before: Motion, after: Motion, name: str) -> AnimationLayer:
    """Return the layer that makes one motion of another; it has keys only around frames that differ.

    Turns below `CHANGED_RAD` and shifts below `CHANGED_M` are left out.

    Raises
    ------
    UsageError : motions of other lengths or joints, or whose bones differ in length.
    """
    if before.rotations_xyzw.shape != after.rotations_xyzw.shape:
        raise UsageError("the motions have other lengths or joints: there is no layer between them")
    turns = quaternion_product(quaternion_conjugate(before.rotations_xyzw), after.rotations_xyzw)
    vectors = vector_from_quaternion(turns)
    vectors[np.linalg.norm(vectors, axis=-1) < CHANGED_RAD] = 0.0
    shifts = after.local_translations_m() - before.local_translations_m()
    shifts[np.linalg.norm(shifts, axis=-1) < CHANGED_M] = 0.0
    joints = np.flatnonzero(vectors.any(axis=(0, 2)))
    moved = np.flatnonzero(shifts.any(axis=(0, 2)))
    if not set(moved.tolist()) <= set(before.skeleton.translated):
        raise UsageError("bones differ in length: a layer holds turns, and shifts of joints with translation channels")
    rows = np.flatnonzero(vectors.any(axis=(1, 2)) | shifts.any(axis=(1, 2)))
    changes = vectors[np.ix_(rows, joints)], shifts[np.ix_(rows, moved)]
    return layer_on(name, rows, before.n_frames, tuple(joints.tolist()), changes[0], tuple(moved.tolist()), changes[1])


def layer_on(
    name: str,
    rows: NDArray[np.int64],
    n_frames: int,
    joints: tuple[int, ...],
    vectors_rad: Floats,
    moved: tuple[int, ...],
    shifts_m: Floats,
) -> AnimationLayer:
    """Return the layer that changes some frames of a clip and no others.

    It is keyed on those frames, on the frames beside them and on the ends of the clip: what a key on every frame would
    give, with fewer keys.

    Parameters
    ----------
    name, joints, moved : as for `AnimationLayer`.
    rows : (R,) the frames that it changes, from 0, strictly rising.
    n_frames : length of the clip.
    vectors_rad, shifts_m : (R, n, 3) and (R, m, 3) the values on those frames.
    """
    keys = np.unique(np.concatenate([rows - 1, rows, rows + 1, [0, n_frames - 1]]))
    keys = keys[(keys >= 0) & (keys < n_frames)].astype(np.int64)
    vectors, shifts = np.zeros((len(keys), len(joints), 3)), np.zeros((len(keys), len(moved), 3))
    places = np.searchsorted(keys, rows)
    vectors[places], shifts[places] = vectors_rad, shifts_m
    return AnimationLayer(name, keys, joints, vectors, moved, shifts)


def moved_times(times: Floats, old: Floats, new: Floats) -> Floats:
    """Return where times (T,) stand once keys (K,) have moved from `old` to `new`, all in frames from 0.

    Between two keys time is stretched evenly; behind the last key and ahead of the first it is shifted.
    """
    ends = np.clip(times, old[0], old[-1])
    return np.asarray(np.interp(ends, old, new) + (times - ends))


def carried(layer: AnimationLayer, old: Floats, new: Floats, n_frames: int) -> AnimationLayer:
    """Return a layer that has moved in time with the keys below it.

    Its keys go to the nearest whole frames and have the values that the layer had there before; of several that meet
    on one frame, one is left.

    Parameters
    ----------
    layer : what to move.
    old, new : (K,) frames of the keys below it, before and after.
    n_frames : length of the clip afterwards.
    """
    frames = np.unique(np.clip(np.rint(moved_times(layer.frames.astype(np.float64), old, new)), 0, n_frames - 1))
    vectors, shifts = layer.at(moved_times(frames, new, old))
    return replace(layer, frames=frames.astype(np.int64), vectors_rad=vectors, shifts_m=shifts)


def layers_in_keys(names: Iterable[str]) -> tuple[str, ...]:
    """Return a note on layers of a take, if there are any, whose result is keyed anew."""
    quoted = [f"'{name}'" for name in names]
    what = "the layer" if len(quoted) == 1 else "the layers"
    return (f"{what} {', '.join(quoted)} of the take went into the keys, as far as those reach",) if quoted else ()
