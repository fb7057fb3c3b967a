"""Animation by hand: poses on a sheet at 24 frames a second, baked to any frame rate, with its keys known.

An animator's controls: the hips, the angles of the rig in degrees, and for each foot the place under its ball, its
height, direction, roll (above 0 the heel is up and the foot turns about the ball, below 0 the toes are up and it turns
about the heel) and its toes. A foot whose controls are the same on two neighbouring keys stands still between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotate
from unbake.performer.body.figure import BALL_HEIGHT, SIDES, STATURE_M, Figure, Side
from unbake.performer.body.foot import FootPath, ankle_of_ball, ankle_of_heel
from unbake.performer.body.limb import about_y
from unbake.performer.body.rig import ANGLES, pose
from unbake.performer.moves.standing import standing_hips_m
from unbake.performer.pieces.keying import Key, check_sheet, sampled

SHEET_FPS = 24
FOOT = ("x", "y", "z", "yaw", "roll", "toe")
CONTROLS = ("x", "y", "z", *ANGLES, *(f"{side}-{name}" for side in SIDES for name in FOOT))
"""All controls: hips in metres (y above standing), angles in degrees, and of each foot ``x y z`` in metres (of the
ball, y above the ground), ``yaw roll toe`` in degrees. Metres are those of a performer of `STATURE_M`."""

REST = {
    **dict.fromkeys(CONTROLS, 0.0),
    **{"left-x": 0.095, "right-x": -0.095, "left-z": 0.09, "right-z": 0.09, "left-yaw": 8.0, "right-yaw": -8.0},
    **{f"{side}-{name}": value for side in SIDES for name, value in (("raise", 7.0), ("elbow", 14.0), ("hand", 10.0))},
}
"""Standing at the origin, facing +Z, arms hanging."""


@dataclass(frozen=True, eq=False)
class PosedPiece:
    """An animation made by hand, baked.

    Parameters
    ----------
    name : of the piece.
    motion : a key on every frame; the first is frame 1 of the sheet.
    keyposes, breakdowns : the animator's keys as frames of `motion`, from 0. Where the rate is a multiple of 24 the
        motion there is exactly the pose that was authored; otherwise they are the nearest frames.
    contacts : (F, 4) booleans as in a `Performance`.
    sheet : what was authored.
    figure : the performer.
    """

    name: str
    motion: Motion
    keyposes: tuple[int, ...]
    breakdowns: tuple[int, ...]
    contacts: Booleans
    sheet: tuple[Key, ...]
    figure: Figure

    @property
    def frames(self) -> tuple[int, ...]:
        """All keys as frames of the motion, in order."""
        return tuple(sorted((*self.keyposes, *self.breakdowns)))


def bake(
    name: str,
    sheet: Sequence[Key],
    fps: Fraction | int = 120,
    stature_m: float = STATURE_M,
    *,
    sheet_fps: int = SHEET_FPS,
    late: Mapping[str, int] | None = None,
) -> PosedPiece:
    """Return a sheet as baked motion with its keys.

    Parameters
    ----------
    name : of the piece.
    sheet : the keys, with a value for every control.
    fps : frames a second of the motion.
    stature_m : of the performer.
    sheet_fps : frames a second of the sheet.
    late : controls whose curves follow the others by so many frames of the sheet, as arms overlap a body; none of feet.

    Raises
    ------
    UsageError : a sheet that is none, controls that the rig does not have, a rate not above zero, late feet.
    """
    check_sheet(sheet)
    if list(sheet[0].values) != list(CONTROLS):
        raise UsageError("a pose needs a value for every control, in the order of CONTROLS; start from REST")
    rate = Fraction(fps)
    if rate <= 0:
        raise UsageError(f"the frame rate must be above zero, not {rate}")
    late = late or {}
    wrong = sorted(set(late) - set(ANGLES))
    if wrong:
        raise UsageError(f"only angles of the rig may be late, not '{wrong[0]}'")
    figure = Figure(stature_m)
    each = rate / sheet_fps
    count = int((sheet[-1].frame - 1) * each) + 1
    frames = 1.0 + np.array([float(n / each) for n in range(count)])
    values = sampled(sheet, frames)
    for control, delay in late.items():
        column = CONTROLS.index(control)
        values[:, column] = sampled(sheet, np.maximum(frames - delay, 1.0))[:, column]
    motion = posed(figure, values, rate)
    keyposes, breakdowns = (
        tuple(min(round((key.frame - 1) * each), count - 1) for key in sheet if key.kind == kind)
        for kind in ("keypose", "breakdown")
    )
    return PosedPiece(name, motion, keyposes, breakdowns, _contacts(sheet, frames), tuple(sheet), figure)


def posed(figure: Figure, values: Floats, fps: Fraction) -> Motion:
    """Return the motion of controls (F, C) in the order of `CONTROLS`."""
    column = dict(zip(CONTROLS, values.T, strict=True))
    scale = figure.stature_m / STATURE_M
    hips = scale * np.stack([column["x"], column["y"], column["z"]], axis=1)
    hips[:, 1] += standing_hips_m(figure)
    angles = {name: np.radians(column[name]) for name in ANGLES}
    return pose(figure, hips, angles, {side: _foot(figure, column, side) for side in SIDES}, fps)


def _foot(figure: Figure, column: dict[str, Floats], side: Side) -> FootPath:
    x, y, z, yaw, roll, toe = (column[f"{side}-{name}"] for name in FOOT)
    scale = figure.stature_m / STATURE_M
    yaw, pitch = np.radians(yaw), -np.radians(roll)
    ball = scale * np.stack([x, y, z], axis=1)
    ball[:, 1] += BALL_HEIGHT * figure.stature_m
    heel = ball + rotate(about_y(yaw), figure.heel_offset_m - figure.ball_offset_m)
    about_ball = ankle_of_ball(figure, ball, yaw, pitch)
    ankle = np.where((pitch > 0.0)[:, None], ankle_of_heel(figure, heel, yaw, pitch), about_ball)
    bend = np.maximum(-pitch, 0.0) + np.radians(toe)
    # As if it stood: the rig must not hold a foot back from where the animator has put it.
    return FootPath(ankle, yaw, pitch, bend, np.ones((len(yaw), 2), dtype=np.bool_), np.zeros_like(yaw))


def _contacts(sheet: Sequence[Key], frames: Floats) -> Booleans:
    """A point touches the ground between two keys that both have it at the same place on the ground."""
    contacts = np.zeros((len(frames), 4), dtype=np.bool_)
    values = sampled(sheet, frames)
    for a, b in pairwise(sheet):
        rows = (frames >= a.frame) & (frames <= b.frame)
        for place, side in enumerate(SIDES):
            roll = values[rows, CONTROLS.index(f"{side}-roll")]
            same = {name: a.values[f"{side}-{name}"] == b.values[f"{side}-{name}"] for name in FOOT}
            stands = a.values[f"{side}-y"] == 0.0 and all(same[name] for name in "xyz")
            if stands and same["yaw"]:
                contacts[rows, 2 * place] |= roll <= 0.0
            if stands:
                contacts[rows, 2 * place + 1] |= roll >= 0.0
    return contacts
