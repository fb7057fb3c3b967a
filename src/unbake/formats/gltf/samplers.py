"""The channels of a glTF animation and their values at given times."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.errors import FileError
from unbake.formats.gltf.accessors import read_accessor
from unbake.formats.gltf.container import Document
from unbake.ground.arrays import Floats
from unbake.ground.files.checked_json import Item
from unbake.motion.rotations import normalised

MOST_SECONDS = 1e6
"""Eleven days: later keys are a broken file's."""
WIDTHS = {"rotation": ("VEC4",), "translation": ("VEC3",)}
"""The channels that joints take part in."""


@dataclass(frozen=True, eq=False)
class Spline:
    """One animated property of one node: times (K,) in seconds and values (K, n).

    `incoming` and `outgoing` (K, n) tangents a second are set for CUBICSPLINE only.
    """

    times_s: Floats
    values: Floats
    interpolation: str
    incoming: Floats | None = None
    outgoing: Floats | None = None

    def on_frames(self, frames_s: Floats) -> Spline:
        """Return the curve with each key on the frame that it was stored for, where rounding took it off.

        Times are stored as float32: after an hour at 120 frames a second they are up to a seventieth of a frame off.
        """
        if len(frames_s) == 1:
            return self
        after = np.clip(np.searchsorted(frames_s, self.times_s), 1, len(frames_s) - 1)
        is_nearer = 2.0 * self.times_s < frames_s[after - 1] + frames_s[after]
        exact = frames_s[np.where(is_nearer, after - 1, after)]
        rounding = np.minimum(np.spacing(np.abs(self.times_s).astype(np.float32)), 0.25 * (frames_s[1] - frames_s[0]))
        return replace(self, times_s=np.where(np.abs(exact - self.times_s) <= rounding, exact, self.times_s))

    def scaled(self, factor: Floats | float) -> Spline:
        """Return the curve with values and tangents multiplied by a factor, or by one for each component."""
        incoming, outgoing = (None if side is None else side * factor for side in (self.incoming, self.outgoing))
        return replace(self, values=self.values * factor, incoming=incoming, outgoing=outgoing)

    def at(self, times_s: Floats, slack_s: float = 0.0) -> Floats:
        """Return the values (T, n) at the given times; before the first and after the last key the curve holds.

        A time up to `slack_s` before a step counts as behind it: stored times are rounded to float32 or to decimals.
        """
        if len(self.times_s) == 1:
            return np.repeat(self.values, len(times_s), axis=0)
        if self.interpolation == "STEP":
            return self.values[np.maximum(np.searchsorted(self.times_s, times_s + slack_s, side="right") - 1, 0)]
        clamped = np.clip(times_s, self.times_s[0], self.times_s[-1])
        after = np.clip(np.searchsorted(self.times_s, clamped, side="right"), 1, len(self.times_s) - 1)
        before = after - 1
        length = (self.times_s[after] - self.times_s[before])[:, None]
        share = np.divide((clamped - self.times_s[before])[:, None], length, out=np.ones_like(length), where=length > 0)
        if self.incoming is not None and self.outgoing is not None:
            return _hermite(
                share,
                self.values[before],
                self.values[after],
                self.outgoing[before] * length,
                self.incoming[after] * length,
            )
        if self.values.shape[1] == 4:
            return _slerp(self.values[before], self.values[after], share)
        return self.values[before] * (1.0 - share) + self.values[after] * share


def read_spline(document: Document, sampler: Item, path: str) -> Spline:
    """Read the sampler of a ``rotation``, ``translation`` or ``scale`` channel.

    Raises
    ------
    FileError : times that fall, a count of values that does not fit the times, an unknown interpolation.
    """
    times = read_accessor(document, sampler.need("input"), ("SCALAR",))[:, 0]
    if (np.diff(times) < 0.0).any():
        place = int(np.flatnonzero(np.diff(times) < 0.0)[0]) + 1
        raise FileError(document.file, f"{sampler.path}: key times do not rise at key {place}")
    if np.abs(times).max() > MOST_SECONDS:
        raise FileError(document.file, f"{sampler.path} has a key at {times[np.abs(times).argmax()]:g} s")
    values = read_accessor(document, sampler.need("output"), WIDTHS.get(path, ("VEC3",)))
    named = sampler.get("interpolation")
    interpolation = named.text() if named is not None else "LINEAR"
    if named is not None and interpolation not in ("LINEAR", "STEP", "CUBICSPLINE"):
        named.fail("LINEAR, STEP or CUBICSPLINE")
    each = 3 if interpolation == "CUBICSPLINE" else 1
    if len(values) != each * len(times):
        raise FileError(document.file, f"{sampler.path} has {len(values)} values for {len(times)} keys of {each}")
    incoming = outgoing = None
    if each == 3:
        incoming, values, outgoing = values[0::3], values[1::3], values[2::3]
    if path == "rotation" and each == 1:
        values = normalised(values)
    return Spline(times, values, interpolation, incoming, outgoing)


def _hermite(share: Floats, start: Floats, end: Floats, leaving: Floats, arriving: Floats) -> Floats:
    rest = 1.0 - share
    return np.asarray(
        rest * rest * (1.0 + 2.0 * share) * start
        + share * share * (3.0 - 2.0 * share) * end
        + share * rest * (rest * leaving - share * arriving)
    )


def _slerp(start: Floats, end: Floats, share: Floats) -> Floats:
    """Turn from one unit quaternion to another along the shorter way, at an even pace."""
    cosine = np.sum(start * end, axis=1, keepdims=True)
    end = np.where(cosine < 0.0, -end, end)
    angle = 2.0 * np.arctan2(np.linalg.norm(end - start, axis=1), np.linalg.norm(end + start, axis=1))[:, None]
    sine = np.sin(angle)
    small = sine < 1e-9
    safe = np.where(small, 1.0, sine)
    first = np.where(small, 1.0 - share, np.sin((1.0 - share) * angle) / safe)
    second = np.where(small, share, np.sin(share * angle) / safe)
    return np.asarray(first * start + second * end)
