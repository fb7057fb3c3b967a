"""A foot over time, and how it turns about a heel or a ball that stays where it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.rotations import quaternion_product, rotate
from unbake.performer.body.figure import ANKLE_HEIGHT, BALL_HEIGHT, TIP_HEIGHT, Figure
from unbake.performer.body.limb import about_x, about_y

UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True, eq=False)
class FootPath:
    """Where a foot is at F instants.

    Parameters
    ----------
    ankle_m : (F, 3) the ankle joint in the world.
    yaw_rad : (F,) direction of the toes about the vertical, from +Z towards +X, not wrapped.
    pitch_rad : (F,) positive where the toes are higher than the heel.
    toe_bend_rad : (F,) bend of the toes against the foot, positive upwards.
    contacts : (F, 2) booleans, heel and toe.
    freedom : (F,) 0 where the foot stands, rising to 1 and falling again on its way through the air.
    swing_s : (F, 2) on its way through the air, the instants at which it left the ground and will be back; NaN where it
        stands. None for a foot that never leaves it.
    """

    ankle_m: Floats
    yaw_rad: Floats
    pitch_rad: Floats
    toe_bend_rad: Floats
    contacts: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
    freedom: Floats
    swing_s: Floats | None = None

    @property
    def rotation_xyzw(self) -> Floats:
        """The foot's rotation (F, 4) in the world."""
        return foot_rotation(self.yaw_rad, self.pitch_rad)


def foot_rotation(yaw_rad: Floats, pitch_rad: Floats) -> Floats:
    """Return world rotations (F, 4) of a foot: first its pitch (toes up), then its direction."""
    return quaternion_product(about_y(yaw_rad), about_x(-pitch_rad))


def flat_foot(figure: Figure, place_m: Floats, yaw_rad: Floats) -> tuple[Floats, Floats]:
    """Return heel and ball (F, 3) of a foot that stands flat with its ankle above `place_m` (F, 3)."""
    turn = about_y(yaw_rad)
    ankle = place_m + ANKLE_HEIGHT * figure.stature_m * UP
    return ankle + rotate(turn, figure.heel_offset_m), ankle + rotate(turn, figure.ball_offset_m)


def ankle_of_heel(figure: Figure, heel_m: Floats, yaw_rad: Floats, pitch_rad: Floats) -> Floats:
    """Return the ankle (F, 3) of a foot whose heel is at `heel_m` (F, 3)."""
    return np.asarray(heel_m - rotate(foot_rotation(yaw_rad, pitch_rad), figure.heel_offset_m))


def ankle_of_ball(figure: Figure, ball_m: Floats, yaw_rad: Floats, pitch_rad: Floats) -> Floats:
    """Return the ankle (F, 3) of a foot whose ball is at `ball_m` (F, 3)."""
    return np.asarray(ball_m - rotate(foot_rotation(yaw_rad, pitch_rad), figure.ball_offset_m))


def rolled_ankle(figure: Figure, place_m: Floats, yaw_rad: Floats, pitch_rad: Floats) -> Floats:
    """Return the ankle (F, 3) of a foot planted at `place_m` and rolled: toes up on the heel, heel up on the ball.

    The point that it rolls about is exactly where it is when the foot stands flat.
    """
    heel, ball = flat_foot(figure, place_m, yaw_rad)
    about_heel = ankle_of_heel(figure, heel, yaw_rad, pitch_rad)
    about_ball = ankle_of_ball(figure, ball, yaw_rad, pitch_rad)
    return np.where((pitch_rad >= 0.0)[:, None], about_heel, about_ball)


def sole_m(figure: Figure, path: FootPath) -> Floats:
    """Return the points (F, 3, 3) of the sole under heel, ball and tip of the toes."""
    turn = path.rotation_xyzw
    toes = quaternion_product(turn, about_x(-path.toe_bend_rad))
    ball = path.ankle_m + rotate(turn, figure.ball_offset_m)
    tip = ball + rotate(toes, figure.tip_offset_m)
    return np.stack(
        [
            path.ankle_m + rotate(turn, figure.heel_offset_m),
            ball - rotate(toes, BALL_HEIGHT * figure.stature_m * UP),
            tip - rotate(toes, TIP_HEIGHT * figure.stature_m * UP),
        ],
        axis=1,
    )
