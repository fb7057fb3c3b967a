"""Where the joints of the legs are under a change, and how they depend on its unknowns."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from unbake.feet.clean.body_change import BodyChange
from unbake.feet.clean.leg_changes import toe_axes
from unbake.feet.floor import sole_points_m
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.kinematics.jacobian import Kinematics
from unbake.kinematics.minimal_turns import turn_about
from unbake.kinematics.two_bone import hinge_axes, reach_with_two_bones
from unbake.motion.channels import channel_values, channels_of
from unbake.motion.motion import Motion
from unbake.motion.rotations import rotate
from unbake.motion.skeleton import ROTATIONS

STRAIGHT_M = 0.01
LEAST_M = 1e-9


@dataclass(frozen=True, eq=False)
class LowerBody:
    """Captured legs.

    Parameters
    ----------
    hips_m, knees_m, ankles_m : (F, 2, 3) the joints of the left and the right leg.
    soles_m : (F, 2, 3, 3) heel, ball and tip of each foot, see `sole_points_m`.
    hinges : (F, 2, 3) about which the knees bend, see `hinge_axes`.
    toe_axes : (F, 2, 3) about which the toes bend up, see `toe_axes`.
    stiff_axes : (F, 2, 3) about which the ankle's own channels cannot turn; zero where they turn it every way.
    """

    hips_m: Floats
    knees_m: Floats
    ankles_m: Floats
    soles_m: Floats
    hinges: Floats
    toe_axes: Floats
    stiff_axes: Floats

    @classmethod
    def of(cls, motion: Motion, legs: Legs) -> LowerBody:
        """Return the legs of a motion."""
        places, turns = motion.positions(), motion.world_rotations_xyzw()
        joints = [[leg.hip, leg.knee, leg.ankle, leg.toe] for leg in legs.both]
        hips, knees, ankles = (places[:, [leg[k] for leg in joints]] for k in range(3))
        hinges = [hinge_axes(places[:, leg], turns[:, leg[0]]) for leg in joints]
        soles = sole_points_m(motion, legs).reshape(-1, 2, 3, 3)
        return cls(
            hips, knees, ankles, soles, np.stack(hinges, axis=1), toe_axes(motion, legs), _stiff_axes(motion, legs)
        )

    def cut(self, first: int, end: int) -> LowerBody:
        """Return the frames from `first` to before `end`."""
        return LowerBody(*(getattr(self, field.name)[first:end] for field in fields(self)))

    def roll_axes(self) -> Floats:
        """Return the line (F, 2, 3) from heel to ball of each foot, of length 1."""
        line = self.soles_m[:, :, 1] - self.soles_m[:, :, 0]
        return np.asarray(line / np.maximum(np.linalg.norm(line, axis=-1, keepdims=True), LEAST_M))

    def longest_m(self) -> Floats:
        """Return the distance (F, 2) from hip to ankle of the straight leg."""
        thigh, shin = self.knees_m - self.hips_m, self.ankles_m - self.knees_m
        return np.asarray(np.linalg.norm(thigh, axis=-1) + np.linalg.norm(shin, axis=-1))

    def changed_soles(self, change: BodyChange) -> tuple[Floats, Floats]:
        """Return heel, ball and tip (F, 2, 3, 3) under a change, and how they depend on their foot's seven unknowns,
        (F, 2, 3, 3, 7)."""
        ankles = self.ankles_m + change.ankles_m
        turned = [rotate(change.feet_xyzw, self.soles_m[:, :, k] - self.ankles_m) for k in range(3)]
        axis = rotate(change.feet_xyzw, self.toe_axes)
        toes = rotate(turn_about(axis, change.toes_rad), turned[2] - turned[1])
        ways = np.stack([turned[0], turned[1], turned[1] + toes], axis=2)
        slopes = np.zeros((*ways.shape, 7))
        slopes[..., :3] = np.eye(3)
        slopes[..., 3:6] = -_cross_matrix(ways)
        slopes[:, :, 2, :, 6] = np.cross(axis, toes)
        return ankles[:, :, None] + ways, slopes

    def changed_knees(self, change: BodyChange) -> tuple[Floats, Floats]:
        """Return the knees (F, 2, 3) under a change, and how they depend on the way of their ankle, (F, 2, 3, 3); on
        that of the root they depend by what is missing to 1.

        They are `STRAIGHT_M` farther off the line from hip to ankle than they are, in quadrature: a knee has no finite
        slope where its leg becomes straight, and this one has.
        """
        thigh, shin = self.knees_m - self.hips_m, self.ankles_m - self.knees_m
        upper, lower = np.linalg.norm(thigh, axis=-1), np.linalg.norm(shin, axis=-1)
        way = self.ankles_m + change.ankles_m - self.hips_m - change.root_m[:, None]
        reach = np.maximum(np.linalg.norm(way, axis=-1), LEAST_M)
        line = way / reach[..., None]
        along = (upper**2 - lower**2 + reach**2) / (2.0 * reach)
        squared = upper**2 - along**2
        off = np.sqrt(np.maximum(squared, 0.0) + STRAIGHT_M**2)
        aside = np.cross(line, rotate(self._aims(way), self.hinges))
        aside = aside / np.maximum(np.linalg.norm(aside, axis=-1, keepdims=True), LEAST_M)
        farther = 1.0 - along / reach
        bends = np.where(squared > 0.0, -along * farther / off, 0.0)
        on_line = line[..., :, None] * line[..., None, :]
        slopes = farther[..., None, None] * on_line + bends[..., None, None] * aside[..., :, None] * line[..., None, :]
        slopes += (along / reach)[..., None, None] * (np.eye(3) - on_line)
        slopes -= (off / reach)[..., None, None] * line[..., :, None] * aside[..., None, :]
        knees = self.hips_m + change.root_m[:, None] + along[..., None] * line + off[..., None] * aside
        return knees, slopes

    def _aims(self, way: Floats) -> Floats:
        """How each leg (F, 2, 4) turns about its hip to an ankle that lies so far (F, 2, 3) from it."""
        aims = []
        for row in (0, 1):
            hip, knee, ankle = self.hips_m[:, row], self.knees_m[:, row], self.ankles_m[:, row]
            aims.append(reach_with_two_bones(hip, knee, ankle, hip + way[:, row], self.hinges[:, row]).hip_xyzw)
        return np.stack(aims, axis=1)


def _stiff_axes(motion: Motion, legs: Legs) -> Floats:
    """The axes (F, 2, 3) across the two that an ankle turns about; zero where it has more, or fewer."""
    skeleton, ankles = motion.skeleton, [leg.ankle for leg in legs.both]
    turning = [
        [c for c, channel in enumerate(channels_of(skeleton)) if channel.joint == ankle and channel.name in ROTATIONS]
        for ankle in ankles
    ]
    out = np.zeros((motion.n_frames, 2, 3))
    if all(len(columns) != 2 for columns in turning):
        return out
    axes = Kinematics(skeleton).axes(channel_values(motion)).axes
    for row, columns in enumerate(turning):
        if len(columns) == 2:
            across = np.cross(axes[:, columns[0]], axes[:, columns[1]])
            out[:, row] = across / np.maximum(np.linalg.norm(across, axis=-1, keepdims=True), LEAST_M)
    return out


def _cross_matrix(vectors: Floats) -> Floats:
    """The matrices (..., 3, 3) that multiply as the cross product with vectors (..., 3) does."""
    x, y, z = np.moveaxis(vectors, -1, 0)
    zero = np.zeros_like(x)
    return np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape(*vectors.shape, 3)
