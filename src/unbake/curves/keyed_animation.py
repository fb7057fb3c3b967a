"""F-curves with handles, as Blender and Maya mean them, and the animation that they make together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from unbake.compiling.threads import in_pieces
from unbake.curves.bezier import evaluate_chain, evaluate_chains
from unbake.curves.layers import AnimationLayer, with_layers
from unbake.curves.tangents import ALIGNED, FREE, Tangents, are_locked, followed_handles, is_code
from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Floats, as_floats, shaped
from unbake.ground.choices import check_kind, check_number, checked_whole
from unbake.keyframes.selection import KeyClass, Selection
from unbake.motion.channels import Channel, channels_of, motion_from_channels
from unbake.motion.frame_rate import rate_of_clip
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton

SHORTEST, LONGEST = 0.1, 0.75
"""Parts of a segment that a handle takes where nobody pulled it."""
WORTH_A_THREAD = 500
"""Frames that take longer than to wake a thread for them."""
LENGTH_SLACK, POSE_SLACK_M = 1e-6, 1e-6
CurveKind = Literal["channels", "quaternions"]
"""Which curves a file takes: F-curves of the source's own channels with any handles, or glTF's: quaternions and
translations with handles at thirds."""


def checked_frame(frame: int) -> int:
    """Return a frame as a plain integer; UsageError for a number that is not whole."""
    check_number(frame, "the frame of a key")
    if not float(frame).is_integer():
        raise UsageError(f"keys stand on whole frames, not on {frame}")
    return int(frame)


def handle_slopes(frames: Floats, values: Floats, left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """Return the slopes (..., K) of left and right handles (..., K, 2), in value per frame; 0 where one has no length.

    Keys stand on frames (K,) and have values (..., K).
    """
    before, after = frames - left[..., 0], right[..., 0] - frames
    with np.errstate(divide="ignore", invalid="ignore"):
        reaching = np.where(before > 0.0, (values - left[..., 1]) / before, 0.0)
        leaving = np.where(after > 0.0, (right[..., 1] - values) / after, 0.0)
    return reaching, leaving


def are_broken(frames: Floats, values: Floats, left: Floats, right: Floats) -> NDArray[np.bool_]:
    """Return whether the tangents (..., K) at keys are broken: two handles that are not in one line."""
    reaching, leaving = handle_slopes(frames, values, left, right)
    shorter = np.minimum(frames - left[..., 0], right[..., 0] - frames)
    has_both = shorter > 0.0
    # What a slope can say: a handle's end is known to some 1e-12 of the values around it, and to the last digits
    # of its own, which far from zero are coarser.
    range_of_values = np.ptp(values, axis=-1, keepdims=True)
    noise = 1e-9 * (np.abs(reaching) + np.abs(leaving) + range_of_values / max(np.ptp(frames), 1.0))
    largest = np.abs(values).max(axis=-1, keepdims=True)
    noise += 8.0 * np.spacing(largest) / np.where(has_both, shorter, 1.0)
    return np.asarray(has_both & (np.abs(leaving - reaching) > np.maximum(noise, 1e-12)))


@dataclass(frozen=True, eq=False)
class FCurve:
    """The keys of one channel and their handles.

    Parameters
    ----------
    channel : the joint and the name of the channel.
    frames : (K,) key times in frames from 0, strictly rising.
    values : (K,) key values: metres, radians, or quaternion components.
    left, right : (K, 2) handles as absolute (frame, value). A handle stays inside its segment in time, so that the
        curve is a function of time and every program evaluates it alike; the outer handles of the first and last
        key lie on the key.
    tangents : (K,) types of the handles and locks, as in `unbake.curves.tangents`; None where nobody has set any, so
        that the handles alone say which tangents are broken.

    Raises
    ------
    MotionError : shapes that do not match, frames that do not rise, numbers not finite, a handle outside its segment,
        a type that is none.
    """

    channel: Channel
    frames: Floats
    values: Floats
    left: Floats
    right: Floats
    tangents: Tangents | None = None

    def __post_init__(self) -> None:
        count = np.size(self.frames)
        shapes = {"frames": (count,), "values": (count,), "left": (count, 2), "right": (count, 2)}
        for name, shape in shapes.items():
            array = np.array(as_floats(getattr(self, name), f"{name} of a curve", MotionError))
            if not count or array.shape != shape or not np.isfinite(array).all():
                raise MotionError(f"{name} of curve {self.channel.name} must be finite, of shape {shape}")
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        if not (np.diff(self.frames) > 0.0).all():
            raise MotionError(f"key times of curve {self.channel.name} do not rise")
        slack = 1e-6
        starts, ends = self.frames[:-1, None] - slack, self.frames[1:, None] + slack
        inner = np.stack([self.right[:-1, 0], self.left[1:, 0]], axis=1)
        if not ((inner >= starts) & (inner <= ends)).all():
            raise MotionError(f"a handle of curve {self.channel.name} leaves its segment in time")
        if self.tangents is not None:
            object.__setattr__(self, "tangents", _checked_tangents(self.tangents, count, self.channel))

    def locked(self) -> NDArray[np.bool_]:
        """Return which keys (K,) are locked."""
        return np.zeros(len(self.frames), dtype=np.bool_) if self.tangents is None else are_locked(self.tangents)

    def slopes(self) -> tuple[Floats, Floats]:
        """Return the slopes (K,) of the left and the right handles, in value per frame; 0 where one has no length."""
        return handle_slopes(self.frames, self.values, self.left, self.right)

    def breaks(self) -> NDArray[np.int64]:
        """Return which keys, from 0, have a broken tangent: two handles that are not in one line."""
        return np.flatnonzero(are_broken(self.frames, self.values, self.left, self.right))

    def plain_tangents(self) -> Tangents:
        """Return the types (K,) that the handles alone tell: free where they are not in one line, otherwise aligned."""
        return np.where(are_broken(self.frames, self.values, self.left, self.right), FREE, ALIGNED).astype(np.uint8)

    def evaluate(self, frames: Floats) -> Floats:
        """Return the curve's values at times (T,) in frames from 0; it holds its end values outside its keys."""
        times = shaped(np.ascontiguousarray(frames, dtype=np.float64), (np.size(frames),), "times")
        return np.asarray(evaluate_chain(self.frames, self.values, self.left, self.right, times))


def _checked_tangents(tangents: Tangents, count: int, channel: Channel) -> Tangents:
    codes = np.array(tangents, dtype=np.uint8)
    if codes.shape != (count,) or not all(is_code(int(code)) for code in np.unique(codes)):
        raise MotionError(f"tangents of curve {channel.name} must be {count} types of handles")
    codes.setflags(write=False)
    return codes


def fcurves(
    channels: Sequence[Channel],
    frames: Floats,
    values: Floats,
    left: Floats,
    right: Floats,
    tangents: Tangents | None = None,
) -> tuple[FCurve, ...]:
    """Return curves with the same key times, checked together: one by one takes longer than to fit them.

    Parameters
    ----------
    channels : of the C curves.
    frames : (K,) key times in frames from 0, strictly rising.
    values, left, right : (C, K), (C, K, 2), (C, K, 2) as for `FCurve`; they become read-only.
    tangents : (C, K) as for `FCurve`, or None.

    Raises
    ------
    MotionError : as `FCurve`.
    """
    frames, values, left, right = (np.array(part, dtype=np.float64) for part in (frames, values, left, right))
    slack = 1e-6
    starts, ends = frames[:-1] - slack, frames[1:] + slack
    leaving, arriving = right[:, :-1, 0], left[:, 1:, 0]
    is_sound = (
        len(frames) > 0
        and all(np.isfinite(part).all() for part in (frames, values, left, right))
        and (np.diff(frames) > 0.0).all()
        and all(((time >= starts) & (time <= ends)).all() for time in (leaving, arriving))
    )
    for part in (frames, values, left, right):
        part.setflags(write=False)
    codes: Sequence[Tangents | None] = [None] * len(channels)
    if tangents is not None:
        codes = [_checked_tangents(own, len(frames), channel) for own, channel in zip(tangents, channels, strict=True)]
    parts = list(zip(channels, values, left, right, codes, strict=True))
    if not is_sound:
        # One of these says what is wrong.
        return tuple(FCurve(channel, frames, *rest) for channel, *rest in parts)
    curves = []
    for channel, *rest in parts:
        curve = FCurve.__new__(FCurve)
        names = ("channel", "frames", "values", "left", "right", "tangents")
        curve.__dict__.update(zip(names, (channel, frames, *rest), strict=True))
        curves.append(curve)
    return tuple(curves)


def following(curve: FCurve) -> FCurve:
    """Return a curve with the handles that follow a rule put where it wants them; other handles stay as they are."""
    if curve.tangents is None:
        return curve
    left, right = followed_handles(curve.frames, curve.values, curve.left, curve.right, curve.tangents)
    return curve if left is curve.left else replace(curve, left=left, right=right)


@dataclass(frozen=True, eq=False)
class KeyedAnimation:
    """A skeleton, one F-curve for each of its channels, all keyed on the same frames, and layers on top of them.

    Parameters
    ----------
    skeleton : the joints and channels.
    curves : one for each of `channels_of(skeleton)`, in that order.
    selection : the keyframes (from 0) with their classes.
    n_frames : length of the clip.
    fps : frames a second.
    first_frame : number of the first frame as the source file counts.
    fit : name of the fit that made the handles.
    warnings : what readers and fits had to assume or change.
    layers : what goes on top of the curves, the first below the others; see `layered`.

    Raises
    ------
    MotionError : a curve missing, too many, or keyed on other frames than the selection; a key beyond the clip; two
        layers of one name, or one that is of another clip; fps ≤ 0.
    UsageError : what is no skeleton or no selection, a length or a first frame that is no whole number.
    """

    skeleton: Skeleton
    curves: tuple[FCurve, ...]
    selection: Selection
    n_frames: int
    fps: Fraction
    first_frame: int = 1
    fit: str = "free"
    warnings: tuple[str, ...] = ()
    layers: tuple[AnimationLayer, ...] = ()

    def __post_init__(self) -> None:
        check_kind(self.skeleton, Skeleton, "the skeleton of an animation")
        check_kind(self.selection, Selection, "the selection of an animation")
        object.__setattr__(self, "n_frames", checked_whole(self.n_frames, "the number of frames"))
        object.__setattr__(self, "first_frame", checked_whole(self.first_frame, "the number of the first frame"))
        object.__setattr__(self, "fps", rate_of_clip(self.fps))
        expected = channels_of(self.skeleton)
        if tuple(curve.channel for curve in self.curves) != expected:
            raise MotionError(f"the skeleton has {len(expected)} channels, the curves are of {len(self.curves)} others")
        if self.selection.frames[-1] >= self.n_frames:
            raise MotionError(f"key {self.selection.frames[-1]} lies beyond the clip's {self.n_frames} frames")
        keyed = np.array(self.selection.frames, dtype=np.float64)
        checked = None
        for curve in self.curves:
            if curve.frames is not checked and not np.array_equal(curve.frames, keyed):
                name = self.skeleton.names[curve.channel.joint]
                raise MotionError(f"curve {curve.channel.name} of '{name}' is not keyed on the selection's frames")
            checked = curve.frames
        names = [layer.name for layer in self.layers]
        for place, layer in enumerate(self.layers):
            if layer.name in names[:place]:
                raise MotionError(f"two layers are called '{layer.name}'")
            if reason := layer.misfit(self.skeleton, self.n_frames):
                raise MotionError(f"layer '{layer.name}' is of another animation: {reason}")

    @property
    def last_frame(self) -> int:
        """Number of the last frame as the source file counts."""
        return self.first_frame + self.n_frames - 1

    def key_numbers(self) -> tuple[int, ...]:
        """Return the keyframes as people number them."""
        return tuple(frame + self.first_frame for frame in self.selection.frames)

    def key_index(self, frame: int) -> int:
        """Return which key, from 0, stands on a frame (from 0 too); UsageError, with the file's number, where none."""
        checked_frame(frame)
        if frame not in self.selection.frames:
            raise UsageError(f"frame {frame + self.first_frame} is no keyframe of this animation")
        return self.selection.frames.index(frame)

    def values_at(self, frames: Floats) -> Floats:
        """Return the values (T, C) of all channels at times (T,) in frames from 0; UsageError for another shape."""
        times = shaped(np.ascontiguousarray(frames, dtype=np.float64), (np.size(frames),), "times")
        if not self.curves:
            return np.empty((len(times), 0))
        values, left, right = (
            np.array([getattr(c, part) for c in self.curves]) for part in ("values", "left", "right")
        )
        out = np.empty((len(times), len(values)))

        def fill(first: int, last: int) -> None:
            out[first:last] = evaluate_chains(self.curves[0].frames, values, left, right, times[first:last])

        in_pieces(fill, 0, len(times), WORTH_A_THREAD)
        return out

    def sample(self, frames: Sequence[float] | Floats | None = None) -> Motion:
        """Return the motion of the curves, without layers, at given times in frames from 0.

        By default at every frame of the clip.
        """
        times = np.arange(self.n_frames, dtype=np.float64) if frames is None else as_floats(frames, "times")
        values = self.values_at(times)
        return motion_from_channels(self.skeleton, values, self.fps, self.first_frame, self.warnings)

    def layered(self) -> Motion:
        """Return the motion at every frame, with all layers on top; without layers what `sample` returns.

        Joints that layers turn about axes for which they have no channels get three rotation channels.
        """
        return with_layers(self.sample(), self.layers)

    def check(self, motion: Motion | None = None) -> tuple[str, ...]:
        """Return what is wrong with the curves as an editor wants them, a sentence each; nothing where all is well.

        Handles must leave time between them (what a key can be put into exactly), and those of the ``free`` fit must
        be neither stubs nor longer than three quarters of their segment.

        Parameters
        ----------
        motion : the capture; if it is given, the poses at the keys must be its poses.
        """
        faults = []
        spans = np.diff(self.selection.frames)
        for curve in self.curves:
            name = f"{curve.channel.name} of '{self.skeleton.names[curve.channel.joint]}'"
            out = (curve.right[:-1, 0] - curve.frames[:-1]) / spans
            into = (curve.frames[1:] - curve.left[1:, 0]) / spans
            if (out + into > 1.0 + LENGTH_SLACK).any():
                faults.append(f"handles of {name} overlap in time")
            lengths = np.concatenate([out, into])
            least, most = SHORTEST - LENGTH_SLACK, LONGEST + LENGTH_SLACK
            if self.fit == "free" and not ((lengths >= least) & (lengths <= most)).all():
                faults.append(f"a handle of {name} is a stub, or longer than three quarters of its segment")
        if motion is not None:
            keys = list(self.selection.frames)
            off_m = np.abs(self.sample(keys).positions() - motion.positions()[keys]).max()
            if off_m > POSE_SLACK_M:
                faults.append(f"the pose at a key is {100.0 * off_m:.3g} cm off the capture's")
        return tuple(faults)

    def count_breaks(self) -> int:
        """Return how many tangents are broken, over all channels and keys."""
        return sum(len(curve.breaks()) for curve in self.curves)

    def count_tangents(self) -> int:
        """Return how many tangents there are to break: those of the keys between first and last, over all channels."""
        return len(self.curves) * max(len(self.selection) - 2, 0)

    def locked_channel(self, key: int) -> str | None:
        """Return the name of a channel in which a key, from 0, is locked, such as ``rx of 'Hips'``; None without."""
        for curve in self.curves:
            if curve.tangents is not None and curve.locked()[key]:
                return f"{curve.channel.name} of '{self.skeleton.names[curve.channel.joint]}'"
        return None

    def key_classes(self) -> tuple[KeyClass, ...]:
        """Return the class of each keyframe."""
        return self.selection.classes


def check_animation(given: object) -> None:
    """Raise UsageError for what is no keyed animation, such as the motion that belongs before it."""
    check_kind(given, KeyedAnimation, "the animation", "fit(motion, selection) makes one")
