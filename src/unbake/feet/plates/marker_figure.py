"""A figure of hips, legs and feet made from markers, so that whatever works on motions works on them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import scipy

from unbake.feet.legs import SIDES
from unbake.feet.plates.markers import LEG_PER_SHANK, find_markers, leg_paths_of_markers
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.points import Points
from unbake.motion.rotations import IDENTITY_XYZW
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton

_BONES = ("UpLeg", "Leg", "Foot", "ToeBase")


def figure_of_markers(points: Points, overrides: Mapping[str, str] | None = None) -> Motion:
    """Return hips and both legs as a motion whose joints are where `leg_paths_of_markers` has them.

    Every joint moves freely with its markers, so bones are as long from frame to frame as markers make them. Feet are
    turned as their markers of heel, toe and ankle are; no other joint turns. For labelling and looking at: there is
    nothing here that could be cleaned up or reduced.

    Parameters
    ----------
    points : markers in metres, Y up.
    overrides : role → label, as for `find_markers`.

    Raises
    ------
    UsageError, MotionError : as `leg_paths_of_markers`.
    """
    paths = leg_paths_of_markers(points, overrides)
    roles, places = find_markers(points.names, overrides), points.positions()
    legs = paths.positions_m
    hips = legs[:, :, 0].mean(axis=1)
    translations, rotations = [hips], np.tile(IDENTITY_XYZW, (paths.n_frames, 9, 1))
    foot_m = float(np.median(np.linalg.norm(legs[:, :, 3] - legs[:, :, 2], axis=2)))
    for n, side in enumerate(SIDES):
        heel = places[:, roles[f"{side}-heel"]] if f"{side}-heel" in roles else legs[:, n, 2]
        turn = _foot_turn(heel, legs[:, n, 2], legs[:, n, 3])
        rotations[:, 4 * n + 3] = turn.as_quat()
        translations += [legs[:, n, 0] - hips, legs[:, n, 1] - legs[:, n, 0], legs[:, n, 2] - legs[:, n, 1]]
        translations.append(turn.inv().apply(legs[:, n, 3] - legs[:, n, 2]))
    skeleton = _skeleton(paths.leg_length_m, float(np.linalg.norm(translations[1], axis=1).mean()), foot_m)
    moved = np.stack(translations, axis=1)
    return Motion(skeleton, rotations, moved, points.fps, points.first_frame, points.warnings)


def _foot_turn(heel_m: Floats, ankle_m: Floats, toe_m: Floats) -> scipy.spatial.transform.Rotation:
    """How a foot is turned: z from heel to toe, y towards the ankle."""
    ahead = toe_m - heel_m
    above = ankle_m - 0.5 * (heel_m + toe_m)
    above = np.where(np.linalg.norm(np.cross(ahead, above), axis=1, keepdims=True) > 1e-9, above, [0.0, 1.0, 0.0])
    left = np.cross(above, ahead)
    axes = np.stack([left, np.cross(ahead, left), ahead], axis=2)
    lengths = np.linalg.norm(axes, axis=1, keepdims=True)
    usable = (lengths > 1e-9).all(axis=(1, 2))
    axes = np.where(usable[:, None, None], axes / np.maximum(lengths, 1e-9), np.eye(3))
    return scipy.spatial.transform.Rotation.from_matrix(axes)


def _skeleton(leg_m: float, half_hips_m: float, foot_m: float) -> Skeleton:
    shank_m = leg_m / LEG_PER_SHANK
    names, parents, offsets = ["Hips"], [-1], [[0.0, 0.0, 0.0]]
    for side, outward in zip(SIDES, (1.0, -1.0), strict=True):
        top = len(names)
        names += [side.capitalize() + bone for bone in _BONES]
        parents += [0, top, top + 1, top + 2]
        offsets += [[outward * half_hips_m, 0.0, 0.0], [0.0, shank_m - leg_m, 0.0], [0.0, -shank_m, 0.0]]
        offsets.append([0.0, 0.0, foot_m])
    channels = tuple((*TRANSLATIONS, *QUATERNION) for _ in names)
    return Skeleton(tuple(names), tuple(parents), np.array(offsets), channels)
