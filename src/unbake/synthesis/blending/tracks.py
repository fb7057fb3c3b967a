"""A motion taken apart: the way of the body over the floor, and its poses as seen from there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from unbake.errors import MotionError
from unbake.ground.arrays import Floats
from unbake.motion.body.body_frame import heading, over_floor
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.rotations import quaternion_product
from unbake.motion.skeleton import TRANSLATIONS, Skeleton


@dataclass(frozen=True, eq=False)
class Tracks:
    """The way of a body over the floor, and its poses seen from the body's place and heading.

    Parameters
    ----------
    skeleton, fps : of the motion.
    places_m : (F, 2) x and z of the middle between the hip joints.
    headings_rad : (F,) direction ahead, from +Z towards +X, without jumps.
    rotations_xyzw : (F, J, 4) local rotations; the root's as seen from the heading.
    translations_m : (F, T, 3) local translations; the root's from the place on the floor, as seen from the heading.
    """

    skeleton: Skeleton
    fps: Fraction
    places_m: Floats
    headings_rad: Floats
    rotations_xyzw: Floats
    translations_m: Floats

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.places_m)

    def at(self, times: Floats) -> Tracks:
        """Return the tracks at instants (N,) in frames, whole or not; the ends are held."""
        return Tracks(
            self.skeleton,
            self.fps,
            positions_at(self.places_m, times),
            positions_at(self.headings_rad[:, None], times)[:, 0],
            rotations_at(self.rotations_xyzw, times),
            positions_at(self.translations_m, times),
        )

    def body_at(self, time: float) -> tuple[Floats, float]:
        """Return where the body is (2,) and where it heads at an instant, in frames, whole or not."""
        at = np.array([time])
        return positions_at(self.places_m, at)[0], float(positions_at(self.headings_rad[:, None], at)[0, 0])

    def steps(self) -> tuple[Floats, Floats]:
        """Return how the body moves from each frame to the next: (F − 1, 2) as seen from the heading before, to the
        left and ahead; and how it turns, (F − 1,) in radians, by the shorter way, as headings have no jumps."""
        return _seen(np.diff(self.places_m, axis=0), -self.headings_rad[:-1]), np.diff(self.headings_rad)

    def motion(self, first_frame: int = 1) -> Motion:
        """Return the motion that these tracks are of."""
        rotations, translations = self.rotations_xyzw.copy(), self.translations_m.copy()
        rotations[:, 0] = quaternion_product(_about_up(self.headings_rad), rotations[:, 0])
        root = translations[:, 0]
        root[:, [0, 2]] = _seen(root[:, [0, 2]], self.headings_rad) + self.places_m
        return Motion(self.skeleton, rotations, translations, self.fps, first_frame)


def tracks_of(motion: Motion) -> Tracks:
    """Take a motion apart.

    Raises
    ------
    MotionError : a skeleton without hip joints, or whose root has not all three translation channels.
    """
    skeleton, roles = motion.skeleton, motion.skeleton.roles
    if not {"left-hip", "right-hip"} <= set(roles):
        raise MotionError("the skeleton has no left-hip and right-hip, so its heading is unknown", code="no-body")
    if not set(TRANSLATIONS) <= set(skeleton.channels[0]):
        raise MotionError(f"the root '{skeleton.names[0]}' cannot move: a blend needs its translation channels")
    hips = motion.positions()[:, [roles["left-hip"], roles["right-hip"]]]
    angles = np.unwrap(np.arctan2(*heading(hips)))
    places = hips.mean(axis=1)[:, [0, 2]]
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    rotations[:, 0] = quaternion_product(_about_up(-angles), rotations[:, 0])
    root = translations[:, 0]
    root[:, [0, 2]] = _seen(root[:, [0, 2]] - places, -angles)
    return Tracks(skeleton, motion.fps, places, angles, rotations, translations)


def travelled(place_m: Floats, heading_rad: float, steps_m: Floats, turns_rad: Floats) -> tuple[Floats, Floats]:
    """Return the way of a body from its steps: places (F, 2) and headings (F,), one more than there are steps.

    Parameters
    ----------
    place_m, heading_rad : where it starts.
    steps_m, turns_rad : (F − 1, 2) and (F − 1,), see `Tracks.steps`.
    """
    headings = heading_rad + np.concatenate([[0.0], np.cumsum(turns_rad)])
    places = place_m + np.concatenate([np.zeros((1, 2)), np.cumsum(_seen(steps_m, headings[:-1]), axis=0)])
    return places, headings


def _about_up(angles_rad: Floats) -> Floats:
    half, zero = 0.5 * angles_rad, np.zeros_like(angles_rad)
    return np.stack([zero, np.sin(half), zero, np.cos(half)], axis=-1)


def _seen(vectors: Floats, angles_rad: Floats) -> Floats:
    """Vectors (N, 2) over the floor, x and z, turned from +Z towards +X."""
    return over_floor(vectors, np.sin(angles_rad), np.cos(angles_rad))


def seen_points(points_m: Floats, place_m: Floats, heading_rad: float) -> Floats:
    """Return points (..., 3) of the world as a body sees them that stands at a place (2,) with a heading."""
    moved = (points_m[..., [0, 2]] - place_m).reshape(-1, 2)
    level = _seen(moved, np.full(len(moved), -heading_rad)).reshape(*points_m.shape[:-1], 2)
    return np.stack([level[..., 0], points_m[..., 1], level[..., 1]], axis=-1)


def world_points(points_m: Floats, place_m: Floats, heading_rad: float) -> Floats:
    """Return points (..., 3) as a body sees them in the world: the inverse of `seen_points`."""
    flat = points_m[..., [0, 2]].reshape(-1, 2)
    level = _seen(flat, np.full(len(flat), heading_rad)).reshape(*points_m.shape[:-1], 2) + place_m
    return np.stack([level[..., 0], points_m[..., 1], level[..., 1]], axis=-1)
