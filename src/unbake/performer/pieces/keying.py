"""Keys on an animator's sheet, and the easing between them.

Values between two keys are one cubic in time. At a key the curve is flat (``slow``: slow in, slow out), goes straight
to the neighbour (``linear``) or passes through without stopping and without overshoot (``flow``, what editors call auto
clamped). A hold is the same pose keyed twice; a moving hold ends a little further on (`moving_hold`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats

Ease = Literal["slow", "linear", "flow"]
Kind = Literal["keypose", "breakdown"]
Values = Mapping[str, float]
"""A pose as an animator keys it: a value for every control."""


@dataclass(frozen=True)
class Key:
    """A pose on the sheet.

    Parameters
    ----------
    frame : number on the sheet, from 1.
    values : a value for every control.
    kind : keypose or breakdown.
    ease_in, ease_out : how the curves arrive and leave.
    """

    frame: int
    values: Values
    kind: Kind = "keypose"
    ease_in: Ease = "slow"
    ease_out: Ease = "slow"

    def eased(self, ease_in: Ease, ease_out: Ease | None = None) -> Key:
        """Return the key with another easing, on both sides unless two are given."""
        return replace(self, ease_in=ease_in, ease_out=ease_out or ease_in)


def between(a: Values, b: Values, favour: float, **changes: float) -> dict[str, float]:
    """Return a breakdown's pose between two others: `favour` 0 is the first, 1 the second; then what is different.

    Names in `changes` are written with underscores, as everywhere in the sheets: ``left_swing`` is ``left-swing``.
    """
    pose = {name: a[name] + favour * (b[name] - a[name]) for name in a}
    return changed(pose, **changes)


def changed(pose: Values, **changes: float) -> dict[str, float]:
    """Return a pose with some values different; UsageError for a control it does not have."""
    named = {name.replace("_", "-"): value for name, value in changes.items()}
    unknown = sorted(set(named) - set(pose))
    if unknown:
        raise UsageError(f"the rig has no control '{unknown[0]}'; known: {', '.join(pose)}")
    return {**pose, **named}


def moving_hold(pose: Values, towards: Values, part: float = 0.08) -> dict[str, float]:
    """Return the pose at the end of a moving hold: `part` of the way to what comes next."""
    return between(pose, towards, part)


def mirrored(pose: Values) -> dict[str, float]:
    """Return the pose with left and right exchanged."""
    out = {}
    for name, value in pose.items():
        side, _, rest = name.partition("-")
        other = {"left": f"right-{rest}", "right": f"left-{rest}"}.get(side, name)
        sign = -1.0 if name in MIRRORED_SIGN or (rest in ("x", "yaw") and other != name) else 1.0
        out[other] = sign * value
    return {name: out[name] for name in pose}


def onwards(pose: Values, way_m: float) -> dict[str, float]:
    """Return the same pose further along +Z, hips and feet."""
    return {name: value + way_m if name in ("z", "left-z", "right-z") else value for name, value in pose.items()}


MIRRORED_SIGN = ("x", "turn", "tilt", "twist", "side", "look", "cock")
"""Controls of the middle of the body that change their sign in a mirror."""


def check_sheet(keys: Sequence[Key]) -> None:
    """Raise UsageError unless frames rise from 1, the ends are keyposes, and all keys have the same controls."""
    if len(keys) < 2 or keys[0].frame != 1 or any(a.frame >= b.frame for a, b in pairwise(keys)):
        raise UsageError("a sheet needs two keys or more, on frames that rise from 1")
    if "breakdown" in (keys[0].kind, keys[-1].kind):
        raise UsageError("a breakdown lies between keyposes, so the first and the last key must be keyposes")
    for key in keys:
        if list(key.values) != list(keys[0].values):
            raise UsageError(f"the key on frame {key.frame} has other controls than the first")


def sampled(keys: Sequence[Key], frames: Floats) -> Floats:
    """Return the values (F, C) of all controls at frames of the sheet, which may lie between whole ones.

    Parameters
    ----------
    keys : a sheet.
    frames : (F,) from 1 to the last key's frame.
    """
    at = np.array([key.frame for key in keys], dtype=np.float64)
    values = np.array([list(key.values.values()) for key in keys])
    gaps = np.diff(at)[:, None]
    secants = np.diff(values, axis=0) / gaps
    flow = _flow_slopes(secants, gaps)
    leaving = np.stack([_slope(key.ease_out, flow[k], secants[k]) for k, key in enumerate(keys[:-1])])
    arriving = np.stack([_slope(key.ease_in, flow[k + 1], secants[k]) for k, key in enumerate(keys[1:])])
    segment = np.clip(np.searchsorted(at, frames, side="right") - 1, 0, len(keys) - 2)
    length = gaps[segment]
    u = (frames - at[segment])[:, None] / length
    start, end = values[segment], values[segment + 1]
    # The form start + u² … keeps equal values equal to the last digit: a planted foot must not even tremble.
    blend = u**2 * (3.0 - 2.0 * u)
    tangents = length * (u * (1.0 - u) ** 2 * leaving[segment] - u**2 * (1.0 - u) * arriving[segment])
    out = start + blend * (end - start) + tangents
    return np.where(u >= 1.0, end, np.where(u <= 0.0, start, out))


def _slope(ease: Ease, flow: Floats, secant: Floats) -> Floats:
    return {"slow": np.zeros_like(flow), "linear": secant, "flow": flow}[ease]


def _flow_slopes(secants: Floats, gaps: Floats) -> Floats:
    """Slopes (K, C) at the keys: the weighted harmonic mean of both sides, flat at highs, lows and ends.

    References: Fritsch & Butland, A method for constructing local monotone piecewise cubic interpolants, 1984.
    """
    slopes = np.zeros((len(secants) + 1, secants.shape[1]))
    before, after = secants[:-1], secants[1:]
    same = before * after > 0.0
    w1, w2 = 2.0 * gaps[1:] + gaps[:-1], gaps[1:] + 2.0 * gaps[:-1]
    shares = w1 / np.where(same, before, 1.0) + w2 / np.where(same, after, 1.0)
    slopes[1:-1] = np.where(same, (w1 + w2) / np.where(same, shares, 1.0), 0.0)
    return slopes
