"""Layers that change a clip in pose and in time: y(t) = d(t) ∘ x(t + k(t)).

The pose offsets d are an `AnimationLayer`; the time offsets k are keys of their own. A layer first moves the clip below
it in time, then turns and shifts joints.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.5. Her offsets are
vectors that are added; ours are turns in each joint's own frame, as of every layer. Interpolation as of
`AnimationLayer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import overload

import numpy as np
from numpy.typing import NDArray

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.curves.layers import LARGEST, AnimationLayer, layer_between, with_layers
from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_each, check_kind, whole_numbers
from unbake.kinematics.minimal_turns import nearest_vectors
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.skeleton import Skeleton


@dataclass(frozen=True, eq=False)
class OffsetLayer:
    """Offsets of pose and time on top of a clip.

    Parameters
    ----------
    pose : turns and shifts with their keys, a name, a weight and a switch; the latter three are the layer's own.
    time_frames : (N,) keys of the time offsets, whole frames from 0, strictly rising; none by default.
    time_offsets_s : (N,) seconds by which the clip below is looked at later (above 0) or earlier at each of them.
        Between two keys the time that is shown follows a monotone cubic; outside of them the offset of the nearest
        key holds. Times before the clip show its first frame, times after it the last.
    is_solo : whether only layers that are solo count, this one among them.

    Raises
    ------
    MotionError : shapes that do not match, frames that do not rise, offsets that are not finite.
    """

    pose: AnimationLayer
    time_frames: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    time_offsets_s: Floats = field(default_factory=lambda: np.empty(0))
    is_solo: bool = False

    def __post_init__(self) -> None:
        frames, offsets = np.array(self.time_frames, np.float64), np.array(self.time_offsets_s, np.float64)
        if frames.ndim != 1 or offsets.shape != frames.shape or not (np.abs(offsets) <= LARGEST).all():
            raise MotionError(f"layer '{self.name}' needs one finite time offset for each of its time keys")
        is_whole = bool((frames == np.rint(frames)).all() and (np.abs(frames) < 2**53).all())
        if not is_whole or (frames < 0).any() or not (np.diff(frames) > 0).all():
            raise MotionError(f"the time keys of layer '{self.name}' must be whole frames from 0 that rise")
        for name, array in (("time_frames", frames.astype(np.int64)), ("time_offsets_s", offsets)):
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    @property
    def name(self) -> str:
        """What people call it."""
        return self.pose.name

    @property
    def has_times(self) -> bool:
        """Whether it moves anything in time."""
        return bool(self.pose.weight and self.time_offsets_s.any())

    def times(self, n_frames: int, fps: float) -> Floats:
        """Return the times (F,), in frames from 0, at which the clip below is shown on each frame.

        Raises
        ------
        UsageError : time would stand still or run backwards between two keys.
        """
        return np.asarray(np.clip(self.unbounded_times(n_frames, fps), 0.0, n_frames - 1.0))

    def unbounded_times(self, n_frames: int, fps: float) -> Floats:
        """Return what `times` does before times outside the clip become its first or its last frame."""
        frames = np.arange(n_frames, dtype=np.float64)
        if not self.has_times:
            return frames
        keys = self.time_frames.astype(np.float64)
        shown = keys + self.pose.weight * fps * self.time_offsets_s
        wrong = np.flatnonzero(np.diff(shown) <= 0.0)
        if len(wrong):
            first, last = self.time_frames[wrong[0] : wrong[0] + 2].tolist()
            raise UsageError(
                f"layer '{self.name}' would turn time back between its time keys, {last - first} frames apart, at "
                f"{first / fps:.3f} s and {last / fps:.3f} s: their offsets may differ by less than that",
                code="time-backwards",
            )
        inside = np.clip(frames, keys[0], keys[-1])
        if len(keys) > 1:
            from scipy.interpolate import PchipInterpolator

            inside = PchipInterpolator(keys, shown)(inside) + (frames - inside)
        else:
            inside = frames + (shown[0] - keys[0])
        return np.asarray(inside)

    def misfit(self, skeleton: Skeleton, n_frames: int) -> str | None:
        """Return why this is no layer of a clip, a sentence; None where it is one."""
        if len(self.time_frames) and self.time_frames[-1] >= n_frames:
            return f"it has a time key beyond the {n_frames} frames"
        return self.pose.misfit(skeleton, n_frames)


def retimed(motion: Motion, times: Floats) -> Motion:
    """Return a motion as it is at times (F,) in frames from 0; whole ones keep their very numbers."""
    return replace(
        motion,
        rotations_xyzw=rotations_at(motion.rotations_xyzw, times),
        translations_m=positions_at(motion.translations_m, times),
    )


def counting(layers: Sequence[OffsetLayer]) -> list[OffsetLayer]:
    """Return the layers that count: those that are solo, or all where none is, without those that are muted."""
    is_any_solo = any(layer.is_solo for layer in layers)
    return [layer for layer in layers if not layer.pose.is_muted and (layer.is_solo or not is_any_solo)]


@overload
def apply_layers(clip: Motion, layers: Sequence[OffsetLayer]) -> Motion: ...


@overload
def apply_layers(clip: KeyedAnimation, layers: Sequence[OffsetLayer]) -> Motion | KeyedAnimation: ...


def apply_layers(clip: Motion | KeyedAnimation, layers: Sequence[OffsetLayer]) -> Motion | KeyedAnimation:
    """Return a clip with layers on top, the first below the others.

    Parameters
    ----------
    clip : a motion; or a keyed animation, which stays one as long as no layer moves it in time: its layers are put on
        top of those that it has, and curves and keys stay. Moved in time it becomes a motion, with a pose on every
        frame.
    layers : muted layers do not count, and beside solo layers no others.

    Raises
    ------
    UsageError : a layer of another clip, one whose time would run backwards, or one of a name that is taken.
    """
    check_each(layers, OffsetLayer, "layers", "[pose_layer(…)], for one")
    if not isinstance(clip, KeyedAnimation):
        check_kind(clip, Motion, "the clip", "or a keyed animation")
    counted = counting(layers)
    skeleton, n_frames, fps = clip.skeleton, clip.n_frames, float(clip.fps)
    for layer in layers:
        if reason := layer.misfit(skeleton, n_frames):
            raise UsageError(f"layer '{layer.name}' is of another clip: {reason}")
    if isinstance(clip, KeyedAnimation):
        if not any(layer.has_times for layer in counted):
            try:
                return replace(clip, layers=(*clip.layers, *(layer.pose for layer in counted)))
            except MotionError as error:
                raise UsageError(str(error)) from error
        clip = clip.layered()
    for layer in counted:
        if layer.has_times:
            clip = retimed(clip, layer.times(n_frames, fps))
        clip = with_layers(clip, [layer.pose])
    return clip


def pose_layer(name: str, motion: Motion, poses: Mapping[int, Motion], *, untouched: Iterable[int] = ()) -> OffsetLayer:
    """Return the layer that has the poses on their frames: delta keys, with monotone cubics between them.

    Turns take the short way from key to key; whole turns may add up.

    Parameters
    ----------
    name : of the layer.
    motion : the clip below.
    poses : frame, from 0 → its pose, a motion of one frame as `pose` gives it.
    untouched : further keys, on frames at which nothing is to change; without them the first and last pose hold to
        the ends of the clip.

    Raises
    ------
    UsageError : no pose, a frame outside the clip, one that is both, or a pose of another skeleton.
    """
    rest = sorted(set(whole_numbers(untouched, "frames that stay untouched")))
    frames = sorted({*whole_numbers(poses, "frames of poses"), *rest})
    if not poses:
        raise UsageError("a layer of poses needs at least one pose")
    if set(rest) & set(poses):
        raise UsageError(
            f"frame {min(set(rest) & set(poses)) + motion.first_frame} has a pose, and is to stay as it is"
        )
    if frames[0] < 0 or frames[-1] >= motion.n_frames:
        wrong = frames[0] if frames[0] < 0 else frames[-1]
        raise UsageError(
            f"frame {wrong + motion.first_frame} is outside the clip's {motion.first_frame}–{motion.last_frame}"
        )
    below = replace(motion, rotations_xyzw=motion.rotations_xyzw[frames], translations_m=motion.translations_m[frames])
    rotations, translations = below.rotations_xyzw.copy(), below.translations_m.copy()
    for frame, one in poses.items():
        check_kind(one, Motion, f"the pose of frame {frame + motion.first_frame}", "pose(…).motion is one")
        if (
            one.rotations_xyzw.shape != (1, *rotations.shape[1:])
            or one.translations_m.shape[1:] != translations.shape[1:]
        ):
            raise UsageError(f"the pose of frame {frame + motion.first_frame} must be one frame of the clip's skeleton")
        rotations[frames.index(frame)], translations[frames.index(frame)] = one.rotations_xyzw[0], one.translations_m[0]
    dense = layer_between(below, replace(below, rotations_xyzw=rotations, translations_m=translations), name)
    vectors, shifts = dense.at(np.arange(len(frames)))
    for key in range(1, len(frames)):
        vectors[key] = nearest_vectors(vectors[key], vectors[key - 1])
    return OffsetLayer(replace(dense, frames=np.array(frames), vectors_rad=vectors, shifts_m=shifts))
