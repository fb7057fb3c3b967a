"""What heels and toes look like frame by frame: how fast and how high they are, against what is around.

Forty-odd numbers for each point, in leg lengths and seconds, sixty times a second whatever the clip's rate. Neither
where a motion happens nor where it heads changes any; heights count from where the clip's own feet stand, and from the
lowest around, so that neither the floor's height nor stairs do. A left foot's are a right one's in the mirror.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from unbake.feet.detect.guess.foot_paths import FootPaths
from unbake.feet.detect.guess.path_filters import lowest, shifted, smoothed, velocity
from unbake.feet.detect.guess.standing import standing_heights
from unbake.ground.arrays import Floats, Floats32

RATE_HZ = 60
SMOOTHINGS = (0.6, 1.5, 3.5)
"""Standard deviations of the bell curves that paths are smoothed by, in sixtieths of a second: the widest sees through
noise, the narrowest when a foot comes down."""
COURSE = (-9, -6, -3, 3, 6, 9)
"""When speed and height are looked at, too, in sixtieths of a second."""
WAYS = (-12, -6, 6, 12)
"""Over what time the way over the ground is measured."""
LOWS, LOWS_OF_ALL = (10, 30, 60), (10, 60)
"""Within what time the lowest that the point, or any point, gets is looked for."""
STILL = 0.12
"""Points slower than this, in leg lengths a second, tell how high they stand."""
NOISE_DEVIATION = 8.0
OTHER_POINT = [1, 0, 3, 2]


def traits(paths: FootPaths) -> Floats32:
    """Return what each of the `FOOT_POINTS` looks like (N, 4, T), one row each sixtieth of a second.

    Parameters
    ----------
    paths : at any rate.
    """
    sampled = paths.at_rate(RATE_HZ)
    scale = 1.0 / sampled.legs.leg_length_m
    points, joints = scale * sampled.points_m, scale * sampled.legs.positions_m
    paths_of = [smoothed(points, deviation) for deviation in SMOOTHINGS]
    columns = [*_of_feet(paths_of), *_of_body(joints, paths_of[1]), _noise(points, paths_of[2])]
    return np.stack(columns, axis=2).astype(np.float32)


def _of_feet(paths_of: list[Floats]) -> Iterator[Floats]:
    """Yield columns (N, 4) that only the points of the feet tell, from their paths, smoothed more and more."""
    velocities = [velocity(path, RATE_HZ) for path in paths_of]
    speeds, climbs = [_over_ground(v) for v in velocities], [v[..., 1] for v in velocities]
    yield from (*speeds, *climbs)
    height, flat = paths_of[1][..., 1], paths_of[1][..., [0, 2]]
    for frames in COURSE:
        yield shifted(speeds[1], frames)
        yield shifted(height, frames) - height
    for frames in WAYS:
        yield np.linalg.norm(shifted(flat, frames) - flat, axis=2)
    above = height - standing_heights(paths_of[2][..., 1], np.linalg.norm(velocities[2], axis=2) < STILL)
    yield from (speed[:, OTHER_POINT] for speed in (speeds[1], climbs[1], speeds[2]))
    yield above - above[:, OTHER_POINT]
    yield height - height[:, OTHER_POINT]
    yield _other_foot(np.linalg.norm(velocities[1], axis=2))
    yield above - _other_foot(above)
    yield above
    yield from (height - lowest(height, reach) for reach in LOWS)
    yield from (above - lowest(above.min(axis=1, keepdims=True), reach) for reach in LOWS_OF_ALL)


def _of_body(joints: Floats, points: Floats) -> Iterator[Floats]:
    """Yield columns (N, 4) that the legs' joints (N, 2, 4, 3) tell of the points (N, 4, 3)."""
    hips = smoothed(joints[:, :, 0].mean(axis=1), SMOOTHINGS[1])
    moves = velocity(hips, RATE_HZ)
    yield hips[:, None, 1] - points[..., 1]
    yield _of_each_point(np.linalg.norm(joints[:, :, 0] - joints[:, :, 2], axis=2))
    yield np.repeat(moves[:, None, 1], 4, axis=1)
    yield np.repeat(_over_ground(moves)[:, None], 4, axis=1)
    yield _over_ground(points - hips[:, None])
    knee, toe = joints[:, :, 1] - joints[:, :, 2], joints[:, :, 3] - joints[:, :, 2]
    yield _of_each_point(knee[..., 1])
    ahead = toe * [1.0, 0.0, 1.0] / np.maximum(_over_ground(toe), 1e-6)[..., None]
    yield _of_each_point((knee * ahead).sum(axis=2))


def _noise(points: Floats, smooth: Floats) -> Floats:
    """How far (N, 4) points are from their smoothed paths, around each frame."""
    squares = smoothed(((points - smooth) ** 2).sum(axis=2), NOISE_DEVIATION)
    return np.sqrt(np.maximum(squares, 0.0))


def _over_ground(vectors: Floats) -> Floats:
    return np.hypot(vectors[..., 0], vectors[..., 2])


def _of_each_point(of_feet: Floats) -> Floats:
    """What is of feet (N, 2) for each point (N, 4)."""
    return np.repeat(of_feet, 2, axis=1)


def _other_foot(of_points: Floats) -> Floats:
    """The lower (N, 4) of the other foot's two points."""
    return _of_each_point(of_points.reshape(-1, 2, 2).min(axis=2)[:, ::-1])
