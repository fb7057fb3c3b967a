"""The calmest change of a lower body that holds what is planted: all of it at once, over all frames.

What it costs: the accelerations that the change adds to hips, knees, ankles, heels, balls and tips; a little, how far
it moves them; much, what planted points are off their places, what points are below the ground, and what legs would
have to be longer. So a foot starts early and ends late what it could not do at once, a knee that is nearly straight is
spared because it would be thrown, and the root goes where both legs ask for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from unbake.feet.clean.body_change import FEET, LEVERS_M, ROOT, BodyChange, joined
from unbake.feet.clean.lower_body import LowerBody
from unbake.feet.clean.options import CleanOptions
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.kinematics.least_acceleration import Term, minimised
from unbake.motion.rotations import vector_from_quaternion

CALM_ROOT, CALM_KNEE, CALM_ANKLE, CALM_TOES = 2.0, 1.0, 1.0, 0.5
CALM_SOLES = (0.5, 1.0, 0.5)
"""How much accelerations count: of the root, which carries the upper body, of joints, and of heel, ball and tip."""
NEAR_KNEE = 0.3
NEAR_SOLES = (0.3, 1.0, 0.0)
NEAR_TOES = 20.0
"""How much ways of knee, and of heel, ball and tip count; tips go with toes, which would rather keep their bend. Where
a ball is held that trembles in the capture, toes would else bend by up to 60 degrees, if only to shake less."""
STIFF, FOOT_M = 10.0, 0.1
"""How much turns count that the ankle's own channels cannot hold, by how far they move a point at ten centimetres."""
TOES_RAD, TOES = 0.25, 1e4
"""How far toes bend against their foot before it counts as much as a planted point, and how much. Without this limit,
the tip of a ball that is pulled into its place stays behind, and toes bend by a right angle."""
CALM_ROLL, NEAR_ROLL = 0.1, 30.0
"""The same of a foot that rolls about the line from heel to ball, which moves none of the points that are held."""
GROUND = (3e4, 3e4, 3e3)
"""Weight of the ground below heel, ball and tip, in 1/s², as that of `HELD`. Toes give a little: to lift a tip by a
centimetre, they bend up by ten degrees."""
REACHES = 1e5
HELD = (1e4, 1e5)
"""Weight of a planted point at the ends of its plant and inside."""
STRAIGHTEST = 0.9962
"""Part of a straight leg's length up to which legs may be straightened, a knee bent by ten degrees; legs that were
captured straighter may be as straight as they were."""
SLACK_M = 1e-6
"""Ground and lengths of legs count from here on: captures lie on their own limits, where rounding would decide."""
FIXED = 1e20
STEPS, START_STEPS = 40, 12
"""Most steps, and most of those that only look for a good start."""
PIECE_S, OVERLAP_S = 20.0, 2.0
"""Long takes are solved in pieces that go over into each other: changes die away within a second."""


@dataclass(frozen=True, eq=False)
class Holds:
    """What a change has to respect.

    Parameters
    ----------
    places_m : (F, 4, 3) where `FOOT_POINTS` are to be while they are planted.
    weights : (F, 4) how hard each is held, from 0, not at all, over its ends, to 1.
    least_m : (F, 2, 3) lowest height of heel, ball and tip; −∞ where there is none.
    root_moves : whether the root can.
    """

    places_m: Floats
    weights: Floats
    least_m: Floats
    root_moves: bool

    def asks_for_change(self, points_m: Floats, soles_m: Floats) -> bool:
        """Return whether captured points (F, 4, 3) are off their places, or heels, balls or tips (F, 6, 3) too low."""
        is_off = (self.weights > 0.0) & (points_m != self.places_m).any(axis=-1)
        return bool(is_off.any() or (soles_m[..., 1] < self.least_m.reshape(-1, 6)).any())

    def cut(self, first: int, end: int) -> Holds:
        """Return the frames from `first` to before `end`."""
        own = slice(first, end)
        return Holds(self.places_m[own], self.weights[own], self.least_m[own], self.root_moves)


def calm_change(
    body: LowerBody, holds: Holds, fps: float, options: CleanOptions, progress: Progress | None = None
) -> BodyChange:
    """Return the change that adds least acceleration and respects what is held.

    Parameters
    ----------
    body, holds : the capture and what its change has to respect.
    fps : frames a second.
    options : lengths of time, and by how much legs may be stretched.
    progress : callback that receives the progress.
    """
    frames = len(body.hips_m)
    piece, overlap = int(PIECE_S * fps), int(OVERLAP_S * fps)
    out = None
    for first in range(0, max(frames - overlap, 1), piece):
        end = min(first + piece + overlap, frames)
        if end + overlap >= frames:
            end = frames
        change = _solved(body.cut(first, end), holds.cut(first, end), fps, options)
        out = change if out is None else joined(out, change, overlap)
        if progress:
            progress(end / frames)
        if end == frames:
            break
    assert out is not None
    return out if holds.root_moves else replace(out, root_m=np.zeros((frames, 3)))


def _solved(body: LowerBody, holds: Holds, fps: float, options: CleanOptions) -> BodyChange:
    change = BodyChange.none(len(body.hips_m))
    # Knees near the straight leg have many ways; seen from the capture they have one, which is a good start.
    captured, flat = body.changed_knees(change)
    for knees_by, steps in ((flat, START_STEPS), (None, STEPS)):

        def terms(change: BodyChange, knees_by: Floats | None = knees_by) -> list[Term]:
            near = np.full(len(body.hips_m), 4.0 / options.fade_s**4)
            feet = _feet_terms(body, holds, change, near)
            return [
                _root_term(holds, change, near),
                *feet,
                *_leg_terms(body, change, captured, knees_by, near, options),
            ]

        change = minimised(change, terms, BodyChange.moved, LEVERS_M, fps, steps)
    return change


def _root_term(holds: Holds, change: BodyChange, near: Floats) -> Term:
    unit = np.tile(np.eye(3), (len(near), 1, 1))
    return Term(
        ROOT, unit, change.root_m, CALM_ROOT, CALM_ROOT * near if holds.root_moves else np.full(len(near), FIXED)
    )


def _leg_terms(
    body: LowerBody,
    change: BodyChange,
    captured_m: Floats,
    knees_by: Floats | None,
    near: Floats,
    options: CleanOptions,
) -> Iterator[Term]:
    """Knees that move little, by how they depend on their ankles in the capture where that is given, and legs that are
    long enough."""
    knees, by_ankle = body.changed_knees(change) if knees_by is None else (None, knees_by)
    way = body.ankles_m + change.ankles_m - body.hips_m - change.root_m[:, None]
    length = np.maximum(np.linalg.norm(way, axis=-1), 1e-9)
    over = np.maximum(length - _longest_m(body, options), 0.0)
    for row, foot in enumerate(FEET):
        by, by_root = by_ankle[:, row], np.eye(3) - by_ankle[:, row]
        if knees is None:
            moved = (by @ change.ankles_m[:, row, :, None] + by_root @ change.root_m[..., None])[..., 0]
        else:
            moved = knees[:, row] - captured_m[:, row]
        first = min(foot, ROOT)
        yield Term(first, _of_leg(row, by, by_root), moved, CALM_KNEE, NEAR_KNEE * near)
        line = (way[:, row] / length[:, row, None])[:, None]
        hard = np.where(over[:, row] > SLACK_M, REACHES**2, 0.0)
        yield Term(first, _of_leg(row, line, -line), over[:, row, None], 0.0, hard)


def _longest_m(body: LowerBody, options: CleanOptions) -> Floats:
    """How far (F, 2) each ankle may be from its hip."""
    straight = body.longest_m()
    own = np.minimum(np.linalg.norm(body.ankles_m - body.hips_m, axis=-1), straight)
    stretch = 1.0 + options.max_stretch if options.lengths == "stretched" else 1.0
    return stretch * np.maximum(own, STRAIGHTEST * straight)


def _feet_terms(body: LowerBody, holds: Holds, change: BodyChange, near: Floats) -> Iterator[Term]:
    """Ankles, heels, balls and tips that move little, are in their places and above the ground, and toes that keep
    their bend."""
    soles, soles_by = body.changed_soles(change)
    roll_axes = body.roll_axes()
    unit = np.tile(np.eye(3), (len(near), 1, 1))
    for row, foot in enumerate(FEET):
        yield Term(foot, unit, change.ankles_m[:, row], CALM_ANKLE, near)
        for k in range(3):
            point, by = soles[:, row, k], soles_by[:, row, k]
            yield Term(foot, by, point - body.soles_m[:, row, k], CALM_SOLES[k], NEAR_SOLES[k] * near)
            short = np.minimum(point[:, 1] - holds.least_m[:, row, k], 0.0)
            yield Term(foot, by[:, 1:2], short[:, None], 0.0, np.where(short < -SLACK_M, GROUND[k] ** 2, 0.0))
            if k < 2:
                weight = holds.weights[:, 2 * row + k]
                hard = np.where(weight > 0.0, HELD[0] * (HELD[1] / HELD[0]) ** weight, 0.0)
                yield Term(foot, by, point - holds.places_m[:, 2 * row + k], 0.0, hard**2)
        toes_m = np.linalg.norm(body.soles_m[:, row, 2] - body.soles_m[:, row, 1], axis=-1)
        bend = np.zeros((len(near), 1, 7))
        bend[:, 0, 6] = toes_m
        yield Term(foot, bend, (toes_m * change.toes_rad[:, row])[:, None], CALM_TOES, NEAR_TOES * near)
        over = change.toes_rad[:, row] - np.clip(change.toes_rad[:, row], -TOES_RAD, TOES_RAD)
        yield Term(foot, bend, (toes_m * over)[:, None], 0.0, np.where(over != 0.0, TOES**2, 0.0))
        turn = vector_from_quaternion(change.feet_xyzw[:, row])
        yield _turn_term(foot, body.stiff_axes[:, row], turn, 0.0, STIFF * near)
        yield _turn_term(foot, roll_axes[:, row], turn, CALM_ROLL, NEAR_ROLL * near)


def _turn_term(foot: int, axes: Floats, turn: Floats, calm: float, near: Floats) -> Term:
    """The part of a foot's turn (F, 3) that is about an axis (F, 3) in each frame."""
    by = np.zeros((len(axes), 1, 7))
    by[:, 0, 3:6] = FOOT_M * axes
    return Term(foot, by, (by[:, :, 3:6] @ turn[..., None])[..., 0], calm, near)


def _of_leg(row: int, ankle: Floats, root: Floats) -> Floats:
    """Slopes (F, R, 10) by a leg's unknowns and the root's, from those by ankle and root (F, R, 3)."""
    others = np.zeros((*ankle.shape[:2], 4))
    parts = (ankle, others, root) if row == 0 else (root, ankle, others)
    return np.concatenate(parts, axis=2)
