"""Motions of runs: where fades lie, and what they leave of poses that were asked for."""

import numpy as np
import pytest

from synthesis.figures import walker
from unbake.synthesis.demands.assembling import LEAST_FADE, Run, assemble
from unbake.synthesis.demands.problem import Targets

WALKS = (walker(120), walker(120, step_m=0.7, turning=0.4))
OPEN = Targets(
    np.zeros(0, dtype=np.int64),
    np.zeros((0, 2)),
    np.zeros(0),
    np.zeros((0, 2)),
    np.zeros(0, dtype=np.int64),
    1,
    np.zeros(2),
    0.0,
    1.0,
)


def made(runs, *poses):
    return assemble(runs, WALKS.__getitem__, OPEN, poses)


def fade_of(blended):
    return np.flatnonzero(blended.weights.max(axis=1) < 1.0)


@pytest.mark.parametrize("pose", [39, 36, 40, 45])
def test_a_pose_beside_a_join_is_shown_and_the_fade_is_as_long(pose):
    runs = [Run(0, 40, 0, 20), Run(40, 60, 1, 45)]
    plain, kept = made(runs), made(runs, pose)
    assert plain.weights[pose].max() < 0.99
    assert kept.weights[pose].max() == 1.0
    assert len(fade_of(kept)) == len(fade_of(plain)) == 20
    clip, frame = (0, 20 + pose) if pose < 40 else (1, 45 + pose - 40)
    joints = slice(1, None)
    assert np.allclose(
        kept.motion.rotations_xyzw[pose, joints], WALKS[clip].motion.rotations_xyzw[frame, joints], atol=1e-6
    )


def test_a_join_between_two_poses_that_are_too_near_fades_over_them():
    runs = [Run(0, 40, 0, 20), Run(40, 60, 1, 45)]
    assert (fade_of(made(runs, 39, 41)) == fade_of(made(runs))).all()
    assert len(fade_of(made(runs, 34, 44))) >= LEAST_FADE
