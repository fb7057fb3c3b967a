"""What motion matching compares: 27 numbers of each frame, of where the body goes and how its feet and hips move.

References: M. Büttner and S. Clavet, Motion matching: the road to next gen animation, 2015; D. Holden and others,
Learned motion matching, 2020, section 3, whose features these are. How clips go on beyond their ends, and the weights,
are ours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Booleans, Floats, Floats32
from unbake.motion.body.body_frame import over_floor
from unbake.motion.rotations import wrapped_angle
from unbake.synthesis.blending.tracks import travelled
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.material import Material

AHEAD_S = (1.0 / 3.0, 2.0 / 3.0, 1.0)
"""The instants of the way ahead."""
PLACES, HEADINGS, FEET, FOOT_SPEEDS, HIP_SPEED = slice(0, 6), slice(6, 12), slice(12, 18), slice(18, 24), slice(24, 27)
GROUPS = ((PLACES, 1.0), (HEADINGS, 1.5), (FEET, 0.75), (FOOT_SPEEDS, 1.0), (HIP_SPEED, 1.0))
"""Slices of the 27 numbers and how much they count."""
N_FEATURES = 27
LEAST_SPREAD = 0.03
"""Numbers are divided by no less: where all frames are nearly alike, as of a body that stands, it matters little what
differs."""
GOING_ON_S = 0.25
"""Beyond its end a clip goes on as it did on average in this time before."""
BLOCK = 16
"""Frames in a row that bounds rule out at once."""


@dataclass(frozen=True, eq=False)
class Features:
    """The features of all frames of material, and the boxes around frames in a row.

    Parameters
    ----------
    values : (N, 27) each group divided by its spread.
    spreads : (27,) by which numbers were divided: metres, sines and cosines, metres a second.
    low, high : (B, 27) the box around each `BLOCK` frames.
    """

    values: Floats32
    spreads: Floats
    low: Floats32
    high: Floats32

    @classmethod
    def of(cls, material: Material) -> Features:
        """Return the features of all frames."""
        raw = raw_features(material)
        spreads = np.ones(N_FEATURES)
        for group, _ in GROUPS:
            spreads[group] = max(float(raw[:, group].std(axis=0).mean()), LEAST_SPREAD)
        values = np.ascontiguousarray(raw / spreads, dtype=np.float32)
        edges = np.arange(0, len(values), BLOCK)
        return cls(values, spreads, np.minimum.reduceat(values, edges), np.maximum.reduceat(values, edges))

    def query(self, row: int, way: Floats | None = None) -> tuple[Floats32, Floats32]:
        """Return what to look for (27,) and how much each number counts (27,).

        Parameters
        ----------
        row : the frame whose feet and hips are to be continued.
        way : (12,) places and headings ahead, see `wanted_way`; None where they do not matter.
        """
        weights = np.concatenate([np.full(group.stop - group.start, weight) for group, weight in GROUPS])
        query = self.values[row].astype(np.float64)
        if way is None:
            weights[: FEET.start] = 0.0
        else:
            query[: FEET.start] = way / self.spreads[: FEET.start]
        return query.astype(np.float32), weights.astype(np.float32)

    def nearest(
        self, query: Floats32, weights: Floats32, allowed: Booleans, within: float = np.inf
    ) -> tuple[int, float]:
        """Return the allowed frame whose features are nearest, and its cost: the weighted sum of squares.

        Exact: boxes rule out blocks whose bound is above the best cost, and sums end early.

        Parameters
        ----------
        query, weights : (27,) see `query`.
        allowed : (N,) which frames may be found.
        within : the cost to be below; −1 is returned where no frame is.
        """
        # Imported late: reading a file needs no compiler.
        from unbake.synthesis.live.feature_kernels import nearest_frame

        row, cost = nearest_frame(self.values, self.low, self.high, BLOCK, query, weights, allowed, within)
        return int(row), float(cost)

    def cost(self, query: Floats32, weights: Floats32, row: int) -> float:
        """Return the cost of one frame."""
        return float((weights * (self.values[row] - query) ** 2).sum())


def raw_features(material: Material) -> Floats:
    """Return the 27 numbers (N, 27) of each frame, seen from the body's place and heading.

    Places (x to the left, z ahead) a third, two thirds and one second ahead, in metres; sines and cosines of the
    headings there; places of the left and the right ankle; their velocities and the hips', in metres a second.
    """
    fps = material.fps
    ahead = [round(seconds * fps) for seconds in AHEAD_S]
    parts = [_of_clip(material, clip, ahead, fps) for clip in range(len(material.sources))]
    return np.concatenate(parts)


def _of_clip(material: Material, clip: int, ahead: list[int], fps: float) -> Floats:
    rows = slice(int(material.starts[clip]), int(material.starts[clip + 1]))
    steps, turns = (values[rows] for values in material.steps)
    count, last = len(steps), round(GOING_ON_S * fps)
    more = max(ahead)
    going_on = np.tile(steps[-last:].mean(axis=0), (more, 1)), np.full(more, turns[-last:].mean())
    places, headings = travelled(
        np.zeros(2), 0.0, np.concatenate([steps[1:], going_on[0]]), np.concatenate([turns[1:], going_on[1]])
    )
    sine, cosine = np.sin(headings[:count]), np.cos(headings[:count])
    columns = [over_floor(places[n : n + count] - places[:count], -sine, cosine) for n in ahead]
    for n in ahead:
        turned = headings[n : n + count] - headings[:count]
        columns.append(np.stack([np.sin(turned), np.cos(turned)], axis=1))
    motion, legs = material.sources[clip].motion, material.legs
    positions = motion.positions()
    own_places, own_headings = (values[rows] for values in material.ways)
    own_sine, own_cosine = np.sin(own_headings), np.cos(own_headings)
    ankles = positions[:, [leg.ankle for leg in legs.both]]
    hips = positions[:, [leg.hip for leg in legs.both]].mean(axis=1)
    for foot in (0, 1):
        level = over_floor(ankles[:, foot][:, [0, 2]] - own_places, -own_sine, own_cosine)
        columns.append(np.stack([level[:, 0], ankles[:, foot, 1], level[:, 1]], axis=1))
    for way in (ankles[:, 0], ankles[:, 1], hips):
        speed = np.gradient(way, axis=0) * fps if count > 1 else np.zeros_like(way)
        level = over_floor(speed[:, [0, 2]], -own_sine, own_cosine)
        columns.append(np.stack([level[:, 0], speed[:, 1], level[:, 1]], axis=1))
    return np.concatenate(columns, axis=1)


def wanted_way(request: Request, heading_rad: float, velocity_m_s: tuple[float, float], usual_m_s: float) -> Floats:
    """Return places and headings ahead (12,) of a body that reaches what is requested in the set time.

    Velocity and heading go to what is wanted by halves; after the set time an eighth of the difference is left.

    Parameters
    ----------
    request : its direction and speed; the present heading and the usual speed stand in for what it leaves open.
    heading_rad : of the body in the world.
    velocity_m_s : to the left and ahead.
    usual_m_s : speed where none is asked for.
    """
    half_life = request.within_s / 3.0
    turn = 0.0 if request.direction_rad is None else float(wrapped_angle(request.direction_rad - heading_rad))
    speed = usual_m_s if request.speed_m_s is None else request.speed_m_s
    goal = speed * np.array([np.sin(turn), np.cos(turn)])
    now = np.array(velocity_m_s)
    times = np.array(AHEAD_S)
    left = 0.5 ** (times / half_life)
    places = goal * times[:, None] + (now - goal) * ((1.0 - left) * half_life / np.log(2.0))[:, None]
    headings = turn * (1.0 - left)
    return np.concatenate([places.ravel(), np.stack([np.sin(headings), np.cos(headings)], axis=1).ravel()])
