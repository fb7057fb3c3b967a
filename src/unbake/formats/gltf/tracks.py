"""The tracks of a glTF animation: rotations and translations of whole joints, with tangents a second.

glTF turns a joint by one quaternion spline and moves it by one vector spline; all components share their keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from unbake.curves.fits.hermite import fit_hermite
from unbake.curves.fits.quaternion_hermite import fit_quaternions
from unbake.curves.for_gltf import at_thirds, is_unit_spline
from unbake.curves.keyed_animation import FCurve, KeyedAnimation
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import in_one_hemisphere
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS

Path = Literal["rotation", "translation"]


@dataclass(frozen=True, eq=False)
class Track:
    """One channel of a glTF animation.

    `values` (K, n) at the keys; `incoming` and `outgoing` (K, n) tangents per second, None for straight lines.
    """

    joint: int
    path: Path
    values: Floats
    incoming: Floats | None = None
    outgoing: Floats | None = None


def baked_tracks(motion: Motion) -> Iterator[Track]:
    """Yield straight tracks with a key on every frame, for the joints that have channels."""
    rotations = in_one_hemisphere(motion.rotations_xyzw)
    places = {joint: place for place, joint in enumerate(motion.skeleton.translated)}
    for joint, names in enumerate(motion.skeleton.channels):
        if set(names) - set(TRANSLATIONS):
            yield Track(joint, "rotation", rotations[:, joint])
        if joint in places:
            yield Track(joint, "translation", motion.translations_m[:, places[joint]])


def keyed_tracks(animation: KeyedAnimation) -> Iterator[Track]:
    """Yield tracks keyed on the selection.

    Quaternion curves and translations whose handles lie at thirds of their segments are given exactly. All others
    (Euler angles, free handles) have no exact counterpart in glTF: the animation is sampled on every frame, and the
    tangents, one slope a key, come nearest to that by least squares.
    """
    fitted = _FittedTracks(animation)
    curves: dict[int, dict[str, FCurve]] = {}
    for curve in animation.curves:
        curves.setdefault(curve.channel.joint, {})[curve.channel.name] = curve
    for joint, named in curves.items():
        turning = {name: curve for name, curve in named.items() if name not in TRANSLATIONS}
        if turning:
            exact = is_unit_spline(turning) and all(at_thirds(c) for c in turning.values())
            yield _exact_rotation(animation, joint, turning) if exact else fitted.track(joint, "rotation")
        moving = {name: curve for name, curve in named.items() if name in TRANSLATIONS}
        if moving:
            exact = all(at_thirds(c) for c in moving.values())
            yield _exact_translation(animation, joint, moving) if exact else fitted.track(joint, "translation")


class _FittedTracks:
    """Hermite splines through the sampled animation; sampled only if one is asked for."""

    def __init__(self, animation: KeyedAnimation) -> None:
        self._animation = animation
        self._motion: Motion | None = None
        self._column_of = {joint: column for column, joint in enumerate(animation.skeleton.translated)}

    def track(self, joint: int, path: Path) -> Track:
        first, last = self._animation.selection.frames[0], self._animation.selection.frames[-1]
        if self._motion is None:
            # Outside the keys a curve holds its value, in glTF too, so only what lies between them is fitted.
            self._motion = self._animation.sample(np.arange(first, last + 1, dtype=np.float64))
        keys = np.array(self._animation.selection.frames, dtype=np.int64) - first
        if path == "rotation":
            values = in_one_hemisphere(self._motion.rotations_xyzw[:, joint])
            slopes = fit_quaternions(keys, values[:, None])[:, 0]
        else:
            values = self._motion.translations_m[:, self._column_of[joint]]
            slopes = fit_hermite(keys, values)
        slopes = slopes * float(self._animation.fps)
        return _track(joint, path, values[keys], slopes, slopes.copy())


def _tangents(curve: FCurve, fps: float) -> tuple[Floats, Floats]:
    """Return incoming and outgoing tangents (K,) per second of a curve whose handles lie at thirds."""
    seconds = np.diff(curve.frames) / fps
    incoming, outgoing = np.zeros(len(curve.frames)), np.zeros(len(curve.frames))
    incoming[1:] = 3.0 * (curve.values[1:] - curve.left[1:, 1]) / seconds
    outgoing[:-1] = 3.0 * (curve.right[:-1, 1] - curve.values[:-1]) / seconds
    return incoming, outgoing


def _exact_rotation(animation: KeyedAnimation, joint: int, named: Mapping[str, FCurve]) -> Track:
    ordered = [named[name] for name in QUATERNION]
    values = np.stack([curve.values for curve in ordered], axis=1)
    pairs = [_tangents(curve, float(animation.fps)) for curve in ordered]
    incoming, outgoing = (np.stack([pair[n] for pair in pairs], axis=1) for n in (0, 1))
    return _track(joint, "rotation", values, incoming, outgoing)


def _exact_translation(animation: KeyedAnimation, joint: int, named: Mapping[str, FCurve]) -> Track:
    count = len(animation.selection.frames)
    values = np.tile(animation.skeleton.offsets_m[joint], (count, 1))
    incoming, outgoing = np.zeros((count, 3)), np.zeros((count, 3))
    for axis, name in enumerate(TRANSLATIONS):
        if name in named:
            values[:, axis] = named[name].values
            incoming[:, axis], outgoing[:, axis] = _tangents(named[name], float(animation.fps))
    return _track(joint, "translation", values, incoming, outgoing)


def _track(joint: int, path: Path, values: Floats, incoming: Floats, outgoing: Floats) -> Track:
    """A spline whose outermost tangents are zero; one key alone makes no spline."""
    if len(values) < 2:
        return Track(joint, path, values)
    incoming[0] = 0.0
    outgoing[-1] = 0.0
    return Track(joint, path, values, incoming, outgoing)
