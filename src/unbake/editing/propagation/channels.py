"""Edits as numbers: how a target differs from its source at each instant, or what it is, and back again.

One row holds a rotation vector for each joint, shifts of joints that move, the body's way over the floor, and the
logarithm of how fast time passes.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.4: exponential maps,
steps over the floor and turns against the frame before, time since the frame before. Ours: differences to the source
(``difference``); rotation vectors about the mean rotation of the examples, so that none is near a full turn (``pose``);
and the body's place as an offset from the source's where the example goes the source's way, so that nothing drifts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy

from unbake.ground.arrays import Floats
from unbake.motion.body.body_frame import over_floor
from unbake.motion.rotations import in_one_hemisphere, quaternion_conjugate, quaternion_product
from unbake.synthesis.blending.tracks import Tracks, travelled

ROOT = 3
"""Numbers of the way over the floor: to the left, ahead, heading."""


@dataclass(frozen=True, eq=False)
class Channels:
    """How rows of numbers are read.

    Parameters
    ----------
    n_joints, n_moved : joints, and joints with translations.
    rate_hz : rows a second.
    travels : whether the way is told by steps and turns a second; else by the offset from the source's place and
        heading, as seen from there.
    about_xyzw : (J, 4) the rotations that rotation vectors start from; None for differences to the source.
    """

    n_joints: int
    n_moved: int
    rate_hz: float
    travels: bool
    about_xyzw: Floats | None = None

    @property
    def count(self) -> int:
        """Numbers in a row."""
        return 3 * (self.n_joints + self.n_moved) + ROOT + 1

    @property
    def way(self) -> slice:
        """Columns of the way over the floor."""
        start = 3 * (self.n_joints + self.n_moved)
        return slice(start, start + ROOT)

    def rows(self, source: Tracks, target: Tracks, seconds: Floats) -> Floats:
        """Return the rows (T, C) of a target.

        Parameters
        ----------
        source, target : at T corresponding instants.
        seconds : (T,) when the target is where.
        """
        is_difference = self.about_xyzw is None
        start = source.rotations_xyzw if self.about_xyzw is None else self.about_xyzw
        turns = quaternion_product(target.rotations_xyzw, quaternion_conjugate(start))
        shifts = target.translations_m - source.translations_m * is_difference
        way = self._steps(target) - self._steps(source) * is_difference if self.travels else offsets(source, target)
        passing = np.maximum(np.diff(seconds, prepend=seconds[0]) * self.rate_hz, 1e-3)
        passing[0] = passing[1] if len(passing) > 1 else 1.0
        n = len(seconds)
        parts = [_vectors(turns).reshape(n, -1), shifts.reshape(n, -1), way, np.log(passing)[:, None]]
        return np.concatenate(parts, axis=1)

    def _steps(self, tracks: Tracks) -> Floats:
        """Steps and turns a second that lead to each instant (T, 3); to the first as to the second."""
        steps, turns = tracks.steps()
        rows = np.concatenate([steps, turns[:, None]], axis=1) * self.rate_hz
        return np.concatenate([rows[:1], rows]) if len(rows) else np.zeros((tracks.n_frames, 3))

    def source_rows(self, source: Tracks) -> Floats:
        """Return the rows of the source itself: the estimate that others are drawn to."""
        seconds = np.arange(source.n_frames) / self.rate_hz
        return self.rows(source, source, seconds)

    def way_offsets(self, source: Tracks, rows: Floats) -> Floats:
        """Return the offsets (T, 3) in place and heading, seen from the source's, that rows (T, C) come to."""
        way = rows[:, self.way]
        if not self.travels:
            return way
        if self.about_xyzw is None:
            way = way + self._steps(source)
        way = way[1:] / self.rate_hz
        places, headings = travelled(source.places_m[0], float(source.headings_rad[0]), way[:, :2], way[:, 2])
        return offsets(source, replace(source, places_m=places, headings_rad=headings))

    def composed(self, source: Tracks, rows: Floats, way: Floats) -> Tracks:
        """Return the tracks that rows (T, C) make of a source, going where `way` (T, 3) says, see `way_offsets`."""
        n, turned = len(rows), 3 * self.n_joints
        is_difference = self.about_xyzw is None
        start = source.rotations_xyzw if self.about_xyzw is None else self.about_xyzw
        turns = (
            scipy.spatial.transform.Rotation.from_rotvec(rows[:, :turned].reshape(-1, 3)).as_quat().reshape(n, -1, 4)
        )
        shifts = rows[:, turned : self.way.start].reshape(n, -1, 3)
        places, headings = _moved(source, way)
        return replace(
            source,
            places_m=places,
            headings_rad=headings,
            rotations_xyzw=quaternion_product(turns, start),
            translations_m=shifts + source.translations_m * is_difference,
        )


def offsets(source: Tracks, target: Tracks) -> Floats:
    """Return where a target is and heads (T, 3) as seen from its source: to the left, ahead, turned."""
    away = target.places_m - source.places_m
    seen = over_floor(away, -np.sin(source.headings_rad), np.cos(source.headings_rad))
    turned = np.unwrap(target.headings_rad - source.headings_rad)
    turned -= 2.0 * np.pi * np.round(np.median(turned) / (2.0 * np.pi))
    return np.column_stack([seen, turned])


def _moved(source: Tracks, way: Floats) -> tuple[Floats, Floats]:
    moved = over_floor(way[:, :2], np.sin(source.headings_rad), np.cos(source.headings_rad))
    return source.places_m + moved, source.headings_rad + way[:, 2]


def mean_rotations(rotations_xyzw: Floats) -> Floats:
    """Return the mean (J, 4) of rotations (T, J, 4) over time."""
    joints = range(rotations_xyzw.shape[1])
    return np.stack(
        [scipy.spatial.transform.Rotation.from_quat(rotations_xyzw[:, joint]).mean().as_quat() for joint in joints]
    )


def _vectors(turns_xyzw: Floats) -> Floats:
    """Rotation vectors (T, J, 3) of turns, without jumps by full turns over time."""
    near = in_one_hemisphere(turns_xyzw)
    sums = near[..., 3].sum(axis=0)
    near = near * np.where(sums < 0.0, -1.0, 1.0)[None, :, None]
    sine = np.linalg.norm(near[..., :3], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, near[..., 3:])
    return np.asarray(near[..., :3] * np.where(sine > 1e-12, angle / np.maximum(sine, 1e-12), 2.0))
