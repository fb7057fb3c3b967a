"""Motions prepared for transitions: everything that a blend of a second needs, computed once.

A blend is seen from the body's place and heading. Here both are low-passed, so that the way of a blend is smooth
whatever it is made of; a motion that is blended with itself still comes back as it was. Centres of mass are low-passed
as the zero moment point wants them, before they are blended: so no candidate of a search has to be filtered.

References: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, sections 5.3 and 5.7.
Filtering what is blended is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from unbake.feet.floor import sole_points_m
from unbake.feet.labels import foot_planted
from unbake.ground.arrays import Floats, Floats32, Indices
from unbake.ground.intervals import intervals
from unbake.motion.body.roles import POINT_ROLES
from unbake.motion.resampling import positions_at
from unbake.motion.rotations import in_one_hemisphere, quaternion_product
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.tracks import tracks_of
from unbake.synthesis.naturalness.segments import SEGMENTS, segment_centres_m
from unbake.synthesis.naturalness.zero_moment import CUTOFF_HZ, low_passed

FINE = 4
"""Instants in a frame that windows of a search are laid out at; between them, values go straight: the error of a foot
that lands (50 m/s²) is 0.02 mm."""
N_SOLES, N_CENTRES = 6, len(SEGMENTS)
N_PATH = 5
"""Columns of a path: x, z, heading, its cosine and its sine."""


@dataclass(frozen=True, eq=False)
class PreparedMotion:
    """A motion that transitions can lead from, through and to.

    Parameters
    ----------
    source : the motion and its plants.
    path : (F, 5) where the body is, x and z in metres, its heading in radians without jumps, cosine and sine of it; all
        low-passed.
    soles_m : (F, 6, 3) heels, balls and tips of both feet, seen from there.
    centres_m : (F, 14, 3) low-passed centres of mass of the segments, seen from there.
    rotations_xyzw : (F, J, 4) local rotations, without jumps of sign; the root's as seen from the heading.
    translations_m : (F, T, 3) local translations; the root's as seen from place and heading.
    compared_m : (3, P, F) joints that are compared, in the world.
    stays : (N, 7) foot (0 left), first and last frame of each stay of a foot on the ground; the same of its heel and
        its ball, −1 for one that is not planted.
    """

    source: BlendSource
    path: Floats
    soles_m: Floats
    centres_m: Floats
    rotations_xyzw: Floats
    translations_m: Floats
    compared_m: Floats
    stays: Indices

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.path)

    @cached_property
    def packed(self) -> Floats:
        """Way, translations and rotations side by side (F, 3 + 3 T + 4 J)."""
        n = self.n_frames
        parts = [self.path[:, :3], self.translations_m.reshape(n, -1), self.rotations_xyzw.reshape(n, -1)]
        return np.concatenate(parts, axis=1)


def prepared(source: BlendSource) -> PreparedMotion:
    """Prepare a motion.

    Raises
    ------
    MotionError : a skeleton without legs, arms or heading, or whose root cannot move.
    """
    motion, rate = source.motion, float(source.motion.fps)
    tracks = tracks_of(motion)
    places = low_passed(tracks.places_m, rate, CUTOFF_HZ)
    headings = low_passed(tracks.headings_rad[:, None], rate, CUTOFF_HZ)[:, 0]
    path = np.column_stack([places, headings, np.cos(headings), np.sin(headings)])
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    half, zero = -0.5 * headings, np.zeros_like(headings)
    about_up = np.stack([zero, np.sin(half), zero, np.cos(half)], axis=-1)
    rotations[:, 0] = quaternion_product(about_up, rotations[:, 0])
    translations[:, :1] = seen_from(path, translations[:, :1])
    roles = motion.skeleton.roles
    joints = [roles[role] for role in POINT_ROLES if role in roles]
    centres = low_passed(segment_centres_m(motion), rate, CUTOFF_HZ)
    return PreparedMotion(
        source,
        path,
        seen_from(path, sole_points_m(motion, source.legs)),
        seen_from(path, centres),
        np.ascontiguousarray(in_one_hemisphere(rotations)),
        np.ascontiguousarray(translations),
        np.ascontiguousarray(motion.positions()[:, joints].transpose(2, 1, 0)),
        stays_of(source),
    )


def seen_from(path: Floats, points_m: Floats) -> Floats:
    """Return points (F, P, 3) of the world as the body on its path (F, 5) sees them: left, up, ahead."""
    x, z = points_m[..., 0] - path[:, None, 0], points_m[..., 2] - path[:, None, 1]
    cosine, sine = path[:, None, 3], path[:, None, 4]
    return np.stack([cosine * x - sine * z, points_m[..., 1], sine * x + cosine * z], axis=-1)


def stays_of(source: BlendSource) -> Indices:
    """Return the stays (N, 7) of feet on the ground, see `PreparedMotion`."""
    rows = []
    feet = foot_planted(source.labels.planted())
    for foot in (0, 1):
        for begin, end in intervals(feet[:, foot]):
            row = [foot, begin, end]
            for point in (2 * foot, 2 * foot + 1):
                inside = [p for p in source.labels.of_point(point) if begin <= p.first <= end]
                row += [inside[0].first, inside[-1].last] if inside else [-1, -1]
            rows.append(row)
    return np.array(rows, dtype=np.int64).reshape(-1, 7)


def laid_out(motion: PreparedMotion, first: int, n_frames: int) -> Floats32:
    """Return a window as searches read it: (4 (n − 1) + 1, 5 + 3 · 6 + 3 · 14), path, soles and centres side by side.

    Parameters
    ----------
    motion : where it is.
    first : its first frame.
    n_frames : how long it is.
    """
    instants = first + np.arange(FINE * (n_frames - 1) + 1) / FINE
    path = positions_at(motion.path[:, :3], instants)
    # Numbers near zero keep their digits.
    path[:, :2] -= path[0, :2].copy()
    soles, centres = (positions_at(values, instants) for values in (motion.soles_m, motion.centres_m))
    columns = [path, np.cos(path[:, 2:]), np.sin(path[:, 2:])]
    rows = np.column_stack([*columns, soles.reshape(len(soles), -1), centres.reshape(len(centres), -1)])
    return rows.astype(np.float32)
