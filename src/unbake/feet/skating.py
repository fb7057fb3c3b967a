"""How much feet skate, and what cleaning them up cost: the measures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from unbake.feet.boundary_peaks import BoundaryPeak, accelerations, boundary_frames, worst_peak
from unbake.feet.floor import Floor, Ground, sinking_m, sole_heights_m, sole_points_m
from unbake.feet.labels import FootLabels, foot_planted
from unbake.feet.legs import Legs, legs_of
from unbake.feet.toes import toe_bends_rad, toe_jumps_rad
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion

LOW_M, FAST_M_S, MEAN_FRAMES, METRIC_HZ = 0.05, 0.5, 5, 20.0
"""A foot skates where it is under 5 cm in adjacent frames and moves faster than 0.5 m/s over the ground, from one frame
to the next and on average over 5 frames, at 20 frames a second."""
SAME_M = 1e-9


@dataclass(frozen=True)
class Skating:
    """How far planted points stray, and how many frames skate.

    Parameters
    ----------
    mean_mm, worst_mm : over the plants, how far each point gets from where it is on average, in millimetres.
    skating_frames, n_frames : frames at 20 a second in which a foot skates, of how many.
    planted_skating : those of them in which that foot is planted.
    sinking_mm : the deepest that a heel, ball or tip of the toes is in the ground; 0 where no ground was given.
    """

    mean_mm: float
    worst_mm: float
    skating_frames: int
    n_frames: int
    planted_skating: int = 0
    sinking_mm: float = 0.0

    @property
    def skating_part(self) -> float:
        """Part of the frames that skate."""
        return self.skating_frames / max(self.n_frames, 1)


@dataclass(frozen=True)
class CleaningCost:
    """What cleaning up changed.

    Parameters
    ----------
    peak : where root or legs are jerked most at the plants' boundaries, joint by joint and boundary by boundary.
    clip_peak_ratio : the largest acceleration of all of them at all boundaries, as part of the largest before; it does
        not see what happens in the calm parts of a lively clip.
    least_length, largest_length : of bones, as part of what they were.
    away_mean_mm, away_worst_mm : how far joints moved in frames in which no foot stands.
    others_mm : how far joints outside the legs moved against the root.
    toes_bent_deg : by how much the largest bend of toes grew, negative where it shrank.
    toes_jump_deg : the same of the largest turn of toes from one frame to the next.
    """

    peak: BoundaryPeak
    clip_peak_ratio: float
    least_length: float
    largest_length: float
    away_mean_mm: float
    away_worst_mm: float
    others_mm: float
    toes_bent_deg: float
    toes_jump_deg: float

    @property
    def peak_ratio(self) -> float:
        """How much harder a joint is jerked than before, at worst."""
        return self.peak.ratio


def skating(
    motion: Motion,
    labels: FootLabels,
    legs: Legs | None = None,
    ground: Ground | None = None,
    sole_m: Floats | None = None,
) -> Skating:
    """Return how much the feet of a motion skate.

    Parameters
    ----------
    motion, labels : the clip and its plants.
    legs : give those of the original, so that the heels are the same points; found by default.
    ground : what feet may sink into; None leaves that out.
    sole_m : (6,) how high heels, balls and tips are above it when they stand, again those of the original; by default
        what `sole_heights_m` finds.
    """
    found = legs or legs_of(motion)
    drifts = drifts_m(found.points_m(motion), labels)
    feet = skating_feet(motion, found, ground)
    at = (np.arange(len(feet) + 1) * (float(motion.fps) / METRIC_HZ)).astype(int)
    stands = foot_planted(labels.planted())[np.minimum(at, motion.n_frames - 1)]
    deepest = 0.0
    if ground is not None:
        soles = sole_heights_m(sole_points_m(motion, found), labels.planted(), ground) if sole_m is None else sole_m
        deepest = float(sinking_m(motion, found, ground, soles).max())
    mean, worst = (float(drifts.mean()), float(drifts.max())) if len(drifts) else (0.0, 0.0)
    counts = [int(part.any(axis=1).sum()) for part in (feet, feet & stands[:-1] & stands[1:])]
    return Skating(1000.0 * mean, 1000.0 * worst, counts[0], len(feet), counts[1], 1000.0 * deepest)


def drifts_m(points_m: Floats, labels: FootLabels) -> Floats:
    """Return for each plant how far its point gets from where it is on average.

    Parameters
    ----------
    points_m : (F, 4, 3) see `Legs.points_m`.
    labels : the plants.
    """
    out = []
    for plant in labels.plants:
        own = points_m[plant.first : plant.last + 1, plant.point]
        out.append(np.linalg.norm(own - own.mean(axis=0), axis=1).max())
    return np.array(out)


def skating_feet(motion: Motion, legs: Legs, ground: Ground | None = None) -> NDArray[np.bool_]:
    """Return in which frames (G, 2), at 20 a second, each foot skates: by the toe joints, as the usual measure has it.

    Reference: the measure of GMD and OmniControl (K. Karunratanakul et al., 2023; Y. Xie et al., 2024).
    """
    count = int(motion.duration_s * METRIC_HZ + 1e-6) + 1
    at = np.arange(count) * (float(motion.fps) / METRIC_HZ)
    before = np.minimum(at.astype(int), motion.n_frames - 1)
    after, part = np.minimum(before + 1, motion.n_frames - 1), (at - before)[:, None]
    skates = np.zeros((max(count - 1, 0), 2), dtype=bool)
    if count < 2:
        return skates
    for row, leg in enumerate(legs.both):
        toe = motion.positions()[:, leg.toe]
        path = toe[before] * (1.0 - part) + toe[after] * part
        low = path[:, 1] < (ground or Floor()).height_m(path) + LOW_M
        speed = np.hypot(*np.diff(path[:, [0, 2]], axis=0).T) * METRIC_HZ
        mean = np.convolve(
            np.pad(speed, MEAN_FRAMES // 2, mode="edge"), np.full(MEAN_FRAMES, 1.0 / MEAN_FRAMES), "valid"
        )
        skates[:, row] = low[1:] & low[:-1] & (speed > FAST_M_S) & (mean > FAST_M_S)
    return skates


def cleaning_cost(before: Motion, after: Motion, labels: FootLabels, legs: Legs | None = None) -> CleaningCost:
    """Return what cleaning up cost: accelerations at boundaries, lengths of bones, changes where nothing stands."""
    found = legs or legs_of(before)
    was, now = before.positions(), after.positions()
    windows, others = boundary_frames(labels), _others(found)
    moving = sorted({others[0], *range(was.shape[1])} - set(others[1:]))
    peaks = [float(accelerations(p[:, moving], float(before.fps))[windows].max(initial=0.0)) for p in (was, now)]
    ratios = _length_ratios(was, now, before.skeleton.parents)
    moved = np.linalg.norm(now - was, axis=2)
    away = moved[~foot_planted(labels.planted()).any(axis=1)]
    against_root = np.linalg.norm((now - was)[:, others] - (now - was)[:, others[:1]], axis=2)
    return CleaningCost(
        worst_peak(before, after, labels, moving),
        peaks[1] / peaks[0] if peaks[0] > 0.0 else 1.0,
        float(ratios.min(initial=1.0)),
        float(ratios.max(initial=1.0)),
        1000.0 * float(away.mean()) if away.size else 0.0,
        1000.0 * float(away.max(initial=0.0)),
        1000.0 * float(against_root.max(initial=0.0)),
        _growth_deg(toe_bends_rad, before, after, found),
        _growth_deg(toe_jumps_rad, before, after, found),
    )


def _growth_deg(angles: Callable[[Motion, Legs], Floats], before: Motion, after: Motion, legs: Legs) -> float:
    was, now = (float(angles(motion, legs).max(initial=0.0)) for motion in (before, after))
    return float(np.degrees(now - was))


def _length_ratios(before: Floats, after: Floats, parents: tuple[int, ...]) -> Floats:
    """Lengths (F, B) of the bones that have one, as part of what they were, from places (F, J, 3)."""
    joints = np.flatnonzero(np.array(parents) >= 0)
    above = np.array(parents)[joints]
    was, now = (np.linalg.norm(p[:, joints] - p[:, above], axis=2) for p in (before, after))
    has_length = (was > SAME_M).all(axis=0)
    return np.asarray(now[:, has_length] / was[:, has_length])


def _others(legs: Legs) -> list[int]:
    """The joints outside the legs, the root first."""
    inside: set[int] = {leg.hip for leg in legs.both}
    for joint, parent in enumerate(legs.skeleton.parents):
        if parent in inside:
            inside.add(joint)
    return [joint for joint in range(len(legs.skeleton.names)) if joint not in inside]
