"""Jolts: how much the speed of joints changes where tangents break, beside what the capture does there.

Centimetres do not see a jolt: a body that is nowhere farther off than promised may still hitch for one frame.
"""

from __future__ import annotations

import numpy as np

from unbake.curves.excerpts import LEFT, RIGHT, handles_of, with_handles
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.ground.arrays import Booleans, Floats
from unbake.kinematics.jacobian import Kinematics
from unbake.motion.motion import Motion

MOST, LEAST_M_S = 1.0, 0.3
"""A joint may change its speed at a key by so many times the most that the capture does in `FRAME_S` nearby; by so many
metres a second it always may. On ten clips for tuning that have breaks 1.5 takes two keys of 167 fewer."""
FRAME_S, AROUND_S = 1.0 / 120.0, 1.0 / 15.0
"""A frame of a usual capture, whatever rate this one has; and what is nearby."""
BESIDE = 1e-3
"""Frames beside a key at which joints are looked at."""
CALM = 0.95
"""Part of what is allowed that is left of a jolt that is too large."""
ROUNDS = 4
"""Jolts fall with what breaks, but not quite in proportion."""


class Jolts:
    """What keys may jolt.

    Parameters
    ----------
    motion : the capture.
    keys : (K,) frames from 0.
    joints : those that are looked at.
    """

    def __init__(self, motion: Motion, keys: tuple[int, ...], joints: list[int]) -> None:
        self._joints, self._fps = joints, float(motion.fps)
        self._times = np.array(keys[1:-1], dtype=np.float64)
        bends = np.diff(motion.positions()[:, joints], 2, axis=0) * self._fps**2
        found = np.pad(np.linalg.norm(bends, axis=2), ((1, 1), (0, 0)))
        around = max(1, round(AROUND_S * self._fps))
        largest = [found[max(0, key - around) : key + around + 1].max(axis=0) for key in keys[1:-1]]
        self._limits = np.maximum(MOST * FRAME_S * np.array(largest).reshape(-1, len(joints)), LEAST_M_S)

    def parts(self, animation: KeyedAnimation) -> Floats:
        """Return (K,) the largest jolt of a joint at each key, as a part of what is allowed; 0 at both ends."""
        times = np.concatenate([self._times - BESIDE, self._times, self._times + BESIDE])
        places = Kinematics(animation.skeleton).axes(animation.values_at(times)).positions[:, self._joints]
        before, at, after = places.reshape(3, len(self._times), len(self._joints), 3)
        jolts = np.linalg.norm(after - 2.0 * at + before, axis=2) * self._fps / BESIDE
        return np.pad((jolts / self._limits).max(axis=1, initial=0.0), 1)

    def between(self, smooth: KeyedAnimation, broken: KeyedAnimation, may_jolt: Booleans) -> KeyedAnimation:
        """Return broken curves where their jolts are allowed, or at keys (K,) that may jolt, and at all other keys what
        lies between these and smooth ones through the same keys, with handles of the same lengths."""
        start, ways, part = handles_of(smooth), handles_of(broken) - handles_of(smooth), np.ones(len(self._times) + 2)
        animation = broken
        for _ in range(ROUNDS):
            parts = np.where(may_jolt, 0.0, self.parts(animation))
            if parts.max() <= 1.0:
                break
            part *= np.where(parts > 1.0, CALM / np.maximum(parts, 1.0), 1.0)
            animation = with_handles(broken, start + part[:, None] * ways)
        return animation

    def calmed(self, animation: KeyedAnimation) -> tuple[KeyedAnimation, Booleans]:
        """Return the animation with jolts that are allowed, and at which keys (K,) tangents are less broken for it.

        Both slopes of a tangent come nearer to one between them, which is nearer to that of the longer segment.
        """
        parts = self.parts(animation)
        is_calmed = parts > 1.0
        if not is_calmed.any():
            return animation, is_calmed
        handles, left = handles_of(animation), np.where(is_calmed, CALM / np.maximum(parts, 1.0), 1.0)
        runs, rises = np.abs(handles[:, :, 1:-1, 0]), handles[:, :, 1:-1, 1] * np.array([-1.0, 1.0])[:, None, None]
        slopes = rises / runs
        shared = (runs * slopes).sum(axis=0) / runs.sum(axis=0)
        new = shared + left[1:-1] * (slopes - shared)
        at = np.flatnonzero(is_calmed)
        handles[RIGHT, :, at, 1] = (new * runs)[RIGHT, :, at - 1]
        handles[LEFT, :, at, 1] = -(new * runs)[LEFT, :, at - 1]
        return with_handles(animation, handles), is_calmed
