"""How far propagated motions are from the truth, how smooth they are, and how well variances tell errors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.clips import DATA
from benchmarks.propagation.edits import Edited, edited
from unbake.editing.propagation.examples import Example
from unbake.editing.propagation.features import features_of, instants_of
from unbake.editing.propagation.model import EditModel
from unbake.editing.propagation.propagate import Propagated
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.synthesis.blending.tracks import tracks_of


@cache
def clip(name: str) -> Motion:
    """Return a clip at 60 frames a second."""
    return load_motion(DATA / "cmu" / name[:2] / f"{name}.amc").resampled(60)


@cache
def truth(edit: str, name: str) -> Edited:
    """Return a clip as an edit changes it."""
    return edited(edit, clip(name))


def example(edit: str, name: str, seconds: float | None = None) -> Example:
    """Return the first seconds of a clip, or all of it, as an example of an edit."""
    one = truth(edit, name)
    last = one.source.n_frames - 1
    if seconds is not None:
        last = min(last, round(seconds * float(one.source.fps)))
    return Example(one.source, one.motion, one.seconds, 0, last)


def seen(motion: Motion) -> Floats:
    """Joints (F, J, 3) as each frame's own body sees them."""
    tracks, places = tracks_of(motion), motion.positions()
    away = places[..., [0, 2]] - tracks.places_m[:, None]
    sine, cosine = np.sin(tracks.headings_rad)[:, None], np.cos(tracks.headings_rad)[:, None]
    left, ahead = cosine * away[..., 0] - sine * away[..., 1], sine * away[..., 0] + cosine * away[..., 1]
    return np.stack([left, places[..., 1], ahead], axis=-1)


def errors_mm(found: Motion, target: Motion) -> tuple[float, float]:
    """Return the root mean square error of joints as the body sees them, and of its way over the floor, in mm."""
    n = min(found.n_frames, target.n_frames)
    own, other = tracks_of(found), tracks_of(target)
    poses = ((seen(found)[:n] - seen(target)[:n]) ** 2).sum(axis=2).mean()
    way = ((own.places_m[:n] - other.places_m[:n]) ** 2).sum(axis=1).mean()
    return 1000.0 * float(np.sqrt(poses)), 1000.0 * float(np.sqrt(way))


def jerk_ratio(found: Propagated, target: Motion) -> float:
    """Return the mean jerk of all joints as part of the truth's."""

    def jerk(motion: Motion) -> float:
        return float(np.linalg.norm(np.diff(motion.positions(), 3, axis=0), axis=2).mean())

    return jerk(found.motion) / jerk(target)


@dataclass(frozen=True)
class Calibration:
    """Part of the true numbers within what should hold 90 %, and the negative log likelihood of each."""

    coverage: float
    likelihood: float


def calibration(model: EditModel, one: Edited) -> Calibration:
    """Return how well variances of poses tell errors, in standard units."""
    at = instants_of(one.source)
    seconds = np.interp(at, np.arange(one.source.n_frames), one.seconds)
    source = tracks_of(one.source).at(at)
    target = tracks_of(one.motion).at(seconds * float(one.motion.fps))
    rows = model.units.standard(model.channels.rows(source, target, seconds)[:, model.changed])
    estimate, _ = model.poses.predict(features_of(one.source, model.roles).poses / model.reach[0])
    variance = np.maximum(estimate.variances, 1e-4)
    away = rows - estimate.values
    inside = np.abs(away) < 1.645 * np.sqrt(variance)
    likelihood = 0.5 * (np.log(2.0 * np.pi * variance) + away**2 / variance)
    return Calibration(float(inside.mean()), float(likelihood.mean()))
