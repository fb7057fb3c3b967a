"""Which curves cost the most: each channel's error in value, weighed by what hangs below its joint."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.ground.arrays import Floats
from unbake.motion.channels import Channel, channel_values
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton
from unbake.reports.stick_figure import stick_figure

UNNOTICEABLE_M = 1e-6


@dataclass(frozen=True, eq=False)
class WorstCurve:
    """One curve and its capture, in the unit that a graph editor shows.

    Parameters
    ----------
    curve : the F-curve as fitted (metres, radians, quaternion components).
    joint : name of its joint.
    captured : (F,) the capture's values, in `unit`.
    scale, unit : factor from the curve's own values to the unit (``cm``, ``°``, empty), and its name.
    frame : index of the frame at which it is farthest from the capture.
    difference : how far it is off there, in `unit`.
    reach_m : how far the end of the chain below is moved by that, in metres, if nothing else makes up for it.
    """

    curve: FCurve
    joint: str
    captured: Floats
    scale: float
    unit: str
    frame: int
    difference: float
    reach_m: float


def worst_curves(motion: Motion, animation: KeyedAnimation, count: int = 6) -> tuple[WorstCurve, ...]:
    """Return up to `count` curves that move the body farthest from the capture, the worst first.

    An angle's error counts by how far it swings the end of the longest chain of bones that is drawn below the joint
    (a thumb's twitch is no error of the body), a translation's as it is, a quaternion component's as the angle that it
    turns by. Curves that move the body by less than a micrometre are left out.

    Parameters
    ----------
    motion : the capture.
    animation : what was fitted to it.
    """
    skeleton = animation.skeleton
    captured = channel_values(motion, skeleton)
    gaps = np.abs(animation.values_at(np.arange(motion.n_frames, dtype=np.float64)) - captured)
    below = chain_lengths_m(skeleton, stick_figure(motion).joints)
    moved = np.array(
        [_moved_m(curve.channel, gap, below) for curve, gap in zip(animation.curves, gaps.max(0), strict=True)]
    )
    order = sorted(range(len(moved)), key=lambda c: (-moved[c], c))
    found = []
    for column in [c for c in order if moved[c] > UNNOTICEABLE_M][:count]:
        curve = animation.curves[column]
        scale, unit = _display(curve.channel.name)
        frame = int(gaps[:, column].argmax())
        off = float(gaps[frame, column]) * scale
        name = skeleton.names[curve.channel.joint]
        values = captured[:, column] * scale
        found.append(WorstCurve(curve, name, values, scale, unit, frame, off, float(moved[column])))
    return tuple(found)


def chain_lengths_m(skeleton: Skeleton, ends: Collection[int]) -> Floats:
    """Return for each joint the length (J,) of the longest chain of bones from it to one of `ends`, in metres."""
    lengths = np.zeros(len(skeleton.names))
    counts = [joint in ends for joint in range(len(lengths))]
    for joint in range(len(lengths) - 1, 0, -1):
        if not counts[joint]:
            continue
        counts[skeleton.parents[joint]] = True
        bone = float(np.linalg.norm(skeleton.offsets_m[joint]))
        parent = skeleton.parents[joint]
        lengths[parent] = max(lengths[parent], bone + lengths[joint])
    return lengths


def _moved_m(channel: Channel, gap: float, below_m: Floats) -> float:
    """Metres that a channel's error moves the end of what hangs on it: a chord, as a full turn moves nothing."""
    if channel.name in TRANSLATIONS:
        return gap
    angle = min(2.0 * gap if channel.name in QUATERNION else gap, np.pi)
    return 2.0 * float(below_m[channel.joint] * np.sin(angle / 2.0))


def _display(name: str) -> tuple[float, str]:
    if name in TRANSLATIONS:
        return 100.0, "cm"
    if name in QUATERNION:
        return 1.0, ""
    return 180.0 / float(np.pi), "°"
