"""Legs that reach, compiled and by arrays."""

import numpy as np

from synthesis.material.walkers import walkers
from unbake.kinematics.two_bone import hinge_axes, reach_with_two_bones
from unbake.motion.rotations import quaternion_conjugate, quaternion_from_vector, quaternion_product, rotate
from unbake.synthesis.live.leg_kernels import leg_turns
from unbake.synthesis.live.planted_feet import MOST_M, PlantedFeet


def test_compiled_legs_reach_as_those_by_arrays():
    motion, legs = walkers().sources[0].motion, walkers().legs
    joints = np.array([[leg.hip, leg.knee, leg.ankle, leg.toe] for leg in legs.both])
    rng = np.random.default_rng(0)
    for frame in range(0, 180, 7):
        places, worlds = motion.positions()[frame][joints], motion.world_rotations_xyzw()[frame][joints]
        ankles = places[:, 2] + rng.normal(0.0, 0.1, (2, 3))
        feet = quaternion_from_vector(rng.normal(0.0, 0.3, (2, 3)))
        found = leg_turns(places, np.ascontiguousarray(worlds[:, :3]), ankles, feet)
        hinge = np.concatenate([hinge_axes(places[leg : leg + 1], worlds[leg : leg + 1, 0]) for leg in (0, 1)])
        slow = reach_with_two_bones(places[:, 0], places[:, 1], places[:, 2], ankles, hinge)
        foot = quaternion_product(quaternion_conjugate(quaternion_product(slow.hip_xyzw, slow.knee_xyzw)), feet)
        for joint, turn in enumerate((slow.hip_xyzw, slow.knee_xyzw, foot)):
            own = worlds[:, joint]
            expected = quaternion_product(quaternion_conjugate(own), quaternion_product(turn, own))
            assert np.allclose(np.abs((found[:, joint] * expected).sum(axis=-1)), 1.0, atol=1e-9)


def test_a_knee_that_is_stretched_a_little_too_far_still_bends_forwards():
    toe, hip = np.array([0.0, 0.0, 0.13]), np.array([0.0, 0.82, 0.0])
    identity = np.tile([0.0, 0.0, 0.0, 1.0], (2, 3, 1))
    ankles = np.tile([0.0, 0.03, 0.0], (2, 1))
    for bend_rad in (0.05, 0.02, -0.02, -0.05):
        knee = np.array([0.0, 0.4, 0.2 * bend_rad])
        joints = np.tile(np.stack([hip, knee, np.zeros(3), toe]), (2, 1, 1))
        found = leg_turns(joints, identity, ankles, np.tile([0.0, 0.0, 0.0, 1.0], (2, 1)))
        thigh = rotate(found[:, 0], knee - hip)
        shin = rotate(quaternion_product(found[:, 0], found[:, 1]), -knee)
        assert np.allclose(hip + thigh + shin, ankles, atol=1e-6)
        assert ((hip + thigh)[:, 2] > 0.08).all()


def slid(shift, frames):
    """The planted feet of one pose that is moved by a shift each frame: places of points, and what is held."""
    source, legs = walkers().sources[0], walkers().legs
    motion, feet = source.motion, PlantedFeet(walkers())
    planted, out, held = np.array([True, True, False, False]), [], []
    points = legs.points_m(motion)[0]
    for frame in range(frames):
        translations = motion.translations_m[0].copy()
        translations[0] += np.array(shift) * frame
        rotations = feet.held(motion.rotations_xyzw[0], translations, planted, points[:, 1], np.zeros((4, 2)))
        out.append((rotations, translations))
        held.append(np.isfinite(feet.places_m[:, 0]))
    poses = type(motion)(motion.skeleton, np.stack([r for r, _ in out]), np.stack([t for _, t in out]), motion.fps)
    return legs.points_m(poses), np.array(held)


def test_a_planted_foot_stays_while_the_body_moves():
    points, held = slid((0.002, 0.0, 0.0), 30)
    assert held[:, :2].all()
    assert not held[:, 2:].any()
    assert np.abs(points[:, :2] - points[0, :2]).max() < 1e-6
    assert np.ptp(points[:, 2], axis=0).max() > 0.05


def test_a_foot_that_is_left_behind_steps_after_the_body():
    points, held = slid((0.02, 0.0, 0.0), 60)
    heel = points[:, 0]
    let_go = np.flatnonzero(held[:-1, 0] & ~held[1:, 0])
    assert len(let_go) > 1
    assert let_go[0] * 0.02 <= MOST_M + 1e-9
    assert heel[-1, 0] - heel[0, 0] > 0.5
    assert heel[:, 1].max() > heel[0, 1] + 0.02
    assert np.linalg.norm(np.diff(heel, axis=0), axis=1).max() < 0.12
