from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime, least_squares

from clips import packaged_clip
from curves.moving_arm import random_keys
from unbake.curves.fits.hermite import fit_broken, fit_hermite
from unbake.curves.fits.quaternion_hermite import (
    LENGTH_WEIGHT,
    equations,
    fit_quaternions,
    fit_quaternions_broken,
    improve_chain,
)
from unbake.errors import MotionError, UsageError
from unbake.motion.rotations import (
    in_one_hemisphere,
    normalised,
    quaternion_conjugate,
    quaternion_product,
    rotation_angle,
)


def turning(frames, joints, seed, *, step=0.15):
    """Rotations whose velocity wanders: (F, J, 4) in one hemisphere, a full turn or more within a hundred frames."""
    random = np.random.default_rng(seed)
    speeds = np.cumsum(random.normal(size=(frames, joints, 3)), axis=0)
    speeds *= step / np.maximum(np.abs(speeds).mean(axis=0), 1e-9)
    rotations = [normalised(random.normal(size=(joints, 4)))]
    for speed in speeds[1:]:
        turn = normalised(np.concatenate([speed / 2, np.ones((joints, 1))], axis=1))
        rotations.append(normalised(quaternion_product(rotations[-1], turn)))
    return in_one_hemisphere(np.array(rotations))


def curve(keys, rotations, outgoing, incoming):
    """The quaternions (F, J, 4), not normalised, by the textbook formula, frame by frame."""
    rows = [rotations[0]]
    for segment, (first, last) in enumerate(pairwise(keys)):
        length = last - first
        for frame in range(first + 1, last + 1):
            t = (frame - first) / length
            rows.append(
                (2 * t**3 - 3 * t**2 + 1) * rotations[first]
                + (t**3 - 2 * t**2 + t) * length * outgoing[segment]
                + (-2 * t**3 + 3 * t**2) * rotations[last]
                + (t**3 - t**2) * length * incoming[segment]
            )
    return np.array(rows)


def smooth_curve(keys, rotations, slopes):
    return curve(keys, rotations, slopes[:-1], slopes[1:])


def squared_angles(rotations, quaternions):
    """Sum over the frames (J,) of the squared angle between the captured and the curves' rotations."""
    return np.sum(rotation_angle(rotations, normalised(quaternions)) ** 2, axis=0)


def component_slopes(keys, rotations):
    return fit_hermite(keys, rotations.reshape(len(rotations), -1)).reshape(len(keys), -1, 4)


def component_slopes_broken(keys, rotations):
    values = rotations.reshape(len(rotations), -1)
    left, right = fit_broken(keys, values)
    third = np.diff(keys)[:, None] / 3
    shape = (len(keys) - 1, -1, 4)
    outgoing = ((right[:, :-1, 1].T - values[keys[:-1]]) / third).reshape(shape)
    return outgoing, ((values[keys[1:]] - left[:, 1:, 1].T) / third).reshape(shape)


def logarithms(keys, rotations, slopes):
    """The four numbers of each frame of one joint: half the rotation vector from the capture, and ln |q| weighted."""
    q = smooth_curve(keys, rotations[:, None], slopes[:, None])[:, 0]
    difference = quaternion_product(quaternion_conjugate(rotations), q)
    difference *= np.where(difference[:, 3:] < 0, -1, 1)
    sine = np.linalg.norm(difference[:, :3], axis=1, keepdims=True)
    vectors = np.arctan2(sine, difference[:, 3:]) * difference[:, :3] / np.where(sine > 0, sine, 1)
    lengths = np.sqrt(LENGTH_WEIGHT) * np.log(np.linalg.norm(q, axis=1, keepdims=True))
    return np.concatenate([vectors, lengths], axis=1).ravel()


def full_matrix(bands):
    matrix = np.zeros((len(bands), len(bands)))
    for row, column in np.ndindex(bands.shape):
        if column <= row:
            matrix[row, row - column] = matrix[row - column, row] = bands[row, column]
    return matrix


def equations_of(keys, rotations, slopes):
    bands, gradient = np.empty((slopes.size, 8)), np.empty(slopes.size)
    cost, angles = equations(keys, rotations, slopes, bands, gradient)
    return cost, angles, full_matrix(bands), gradient


@pytest.mark.parametrize("noise", [0.03, 2.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_cost_and_its_gradient_are_those_of_the_logarithms(seed, noise):
    """Also where wild slopes carry the curve to the other hemisphere."""
    keys, rotations = random_keys(30, 5, seed), np.ascontiguousarray(turning(30, 1, seed)[:, 0])
    slopes = component_slopes(keys, rotations[:, None])[:, 0]
    slopes = slopes + noise * np.random.default_rng(seed).normal(size=slopes.shape)
    across = np.sum(smooth_curve(keys, rotations, slopes) * rotations, axis=1)
    assert (across < 0).any() == (noise > 0.1)

    def cost_at(flat):
        return np.sum(logarithms(keys, rotations, flat.reshape(slopes.shape)) ** 2)

    cost, angles, _, gradient = equations_of(keys, rotations, slopes)
    assert cost == pytest.approx(cost_at(slopes.ravel()), rel=1e-12)
    assert 4 * angles == pytest.approx(squared_angles(rotations, smooth_curve(keys, rotations, slopes)), rel=1e-9)
    numeric = approx_fprime(slopes.ravel(), cost_at, 1e-7)
    assert 2 * gradient == pytest.approx(numeric, rel=1e-4, abs=1e-4 * np.abs(numeric).max())


def test_the_matrix_is_that_of_finite_differences_where_angles_vanish():
    """Keys of unit quaternions and any slopes: the curve itself is the capture, so only its lengths are off."""
    keys = np.array([0, 4, 5, 11, 19])
    random = np.random.default_rng(2)
    corners = in_one_hemisphere(normalised(np.array([0, 0, 0, 2]) + random.normal(size=(20, 4))))
    slopes = 0.1 * random.normal(size=(5, 4))
    rotations = normalised(smooth_curve(keys, corners, slopes))
    _, angles, matrix, _ = equations_of(keys, rotations, slopes)
    assert angles < 1e-20
    step = 1e-6
    columns = []
    for entry in np.eye(slopes.size).reshape(-1, *slopes.shape):
        ahead, behind = (logarithms(keys, rotations, slopes + side * step * entry) for side in (1, -1))
        columns.append((ahead - behind) / (2 * step))
    jacobian = np.stack(columns, axis=1)
    assert matrix == pytest.approx(jacobian.T @ jacobian, abs=1e-6 * np.abs(matrix).max())


@pytest.mark.parametrize("step", [0.06, 0.3, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_a_general_optimiser_finds_no_better_slopes(seed, step):
    keys, rotations = random_keys(45, 3 + seed, seed), turning(45, 1, seed, step=step)
    near = component_slopes(keys, rotations)[:, 0]

    def residuals(flat):
        return logarithms(keys, rotations[:, 0], flat.reshape(near.shape))

    best = least_squares(residuals, near.ravel(), xtol=1e-12, ftol=1e-12, gtol=1e-12, max_nfev=400)
    found = fit_quaternions(keys, rotations)[:, 0]
    assert np.sum(residuals(near.ravel()) ** 2) > 1.02 * 2 * best.cost
    assert np.sum(residuals(found.ravel()) ** 2) <= 2 * best.cost * (1 + 2e-5)
    if step < 0.1:
        assert found == pytest.approx(best.x.reshape(found.shape), abs=1e-3 * np.abs(best.x).max())


@pytest.mark.parametrize(("frames", "seed", "count"), [(20, 53, 2), (45, 14, 3), (45, 50, 5), (45, 53, 5)])
def test_steps_that_fail_are_damped(frames, seed, count):
    """Wild rotations on which the first full step makes the cost larger."""
    keys, rotations = random_keys(frames, count, seed), turning(frames, 1, seed, step=0.3)
    near = component_slopes(keys, rotations)[:, 0]

    def residuals(flat):
        return logarithms(keys, rotations[:, 0], flat.reshape(near.shape))

    best = least_squares(residuals, near.ravel(), xtol=1e-12, ftol=1e-12, gtol=1e-12, max_nfev=400)
    found = fit_quaternions(keys, rotations)[:, 0]
    assert np.sum(residuals(found.ravel()) ** 2) <= 2 * best.cost * (1 + 1e-4)


def test_angles_are_not_given_away_for_lengths():
    """From slopes whose angles are perfect and whose lengths are not, there is no way to go."""
    keys, slopes = np.array([0, 20, 40]), np.zeros((3, 4))
    corners = in_one_hemisphere(normalised(np.array([0, 0, 0, 2]) + np.random.default_rng(4).normal(size=(41, 4))))
    slopes[1] = 0.1 * corners[20]
    rotations = normalised(smooth_curve(keys, corners, slopes))
    rotations[5] = normalised(rotations[5] + 1e-4)
    start = slopes.copy()
    improve_chain(keys, rotations, slopes)
    assert (slopes == start).all()


def test_a_curve_through_zero_has_a_cost():
    keys, rotations = np.array([0, 4]), np.tile([0.0, 0.0, 0.0, 1.0], (5, 1))
    rotations[3:] *= -1
    found = equations_of(keys, rotations, np.zeros((2, 4)))
    assert all(np.isfinite(part).all() for part in found)


def test_broken_segments_are_clips_of_their_own():
    keys, rotations = np.array([0, 9, 14, 40]), turning(41, 3, 4)
    outgoing, incoming = fit_quaternions_broken(keys, rotations)
    for segment, (first, last) in enumerate(pairwise(keys)):
        alone = fit_quaternions_broken(np.array([0, last - first]), rotations[first : last + 1])
        assert outgoing[segment] == pytest.approx(alone[0][0], abs=1e-5)
        assert incoming[segment] == pytest.approx(alone[1][0], abs=1e-5)


@settings(max_examples=60)
@given(frames=st.integers(2, 60), share=st.floats(0, 1), step=st.floats(0, 2), seed=st.integers(0, 1000))
def test_no_joint_is_farther_off_than_by_components(frames, share, step, seed):
    keys = random_keys(frames, 2 + round(share * (frames - 2)), seed)
    rotations = turning(frames, 3, seed, step=step)
    found, start = fit_quaternions(keys, rotations), component_slopes(keys, rotations)
    before, after = (squared_angles(rotations, smooth_curve(keys, rotations, slopes)) for slopes in (start, found))
    assert (after <= before * (1 + 1e-9) + 1e-12).all()
    found, start = fit_quaternions_broken(keys, rotations), component_slopes_broken(keys, rotations)
    before, after = (squared_angles(rotations, curve(keys, rotations, *slopes)) for slopes in (start, found))
    assert (after <= before * (1 + 1e-9) + 1e-12).all()


def test_a_real_clip_comes_clearly_nearer():
    rotations = in_one_hemisphere(packaged_clip().rotations_xyzw)
    keys = np.linspace(0, len(rotations) - 1, 20).astype(int)
    before = squared_angles(rotations, smooth_curve(keys, rotations, component_slopes(keys, rotations)))
    quaternions = smooth_curve(keys, rotations, fit_quaternions(keys, rotations))
    after = squared_angles(rotations, quaternions)
    assert (after <= before).all()
    assert after.sum() < 0.9 * before.sum()
    lengths = np.linalg.norm(quaternions, axis=-1)
    assert 0.5 < lengths.min() < lengths.max() < 2.0
    broken = squared_angles(rotations, curve(keys, rotations, *fit_quaternions_broken(keys, rotations)))
    assert broken.sum() < 0.9 * after.sum()


def test_curves_that_a_player_normalises_are_found_again():
    """Captures made of quaternion cubics are reproduced, though their components are no cubics."""
    keys = np.array([0, 20, 45, 70])
    random = np.random.default_rng(6)
    corners = in_one_hemisphere(normalised(np.array([0, 0, 0, 1.5]) + random.normal(size=(71, 2, 4))))
    rotations = normalised(smooth_curve(keys, corners, 0.02 * random.normal(size=(4, 2, 4))))
    before = squared_angles(rotations, smooth_curve(keys, rotations, component_slopes(keys, rotations)))
    after = squared_angles(rotations, smooth_curve(keys, rotations, fit_quaternions(keys, rotations)))
    assert (after < 0.02 * before).all()


def both(keys, rotations):
    """Slopes of both fits, one below the other."""
    return np.concatenate([fit_quaternions(keys, rotations), *fit_quaternions_broken(keys, rotations)])


def test_turned_data_give_the_turned_fit():
    """Neither the frame of the world nor that of the joint matters."""
    keys, rotations = random_keys(60, 6, 1), turning(60, 2, 1)
    left, right = normalised(np.random.default_rng(3).normal(size=(2, 4)))

    def turned(q):
        return quaternion_product(quaternion_product(left, q), right)

    assert both(keys, turned(rotations)) == pytest.approx(turned(both(keys, rotations)), abs=1e-7)


def test_signs_do_not_matter():
    keys, rotations = random_keys(60, 6, 2), turning(60, 3, 2)
    signs = np.array([1, -1, -1])[:, None]
    assert (both(keys, signs * rotations) == signs * both(keys, rotations)).all()


def test_reversed_data_give_the_reversed_fit():
    keys, rotations = random_keys(60, 6, 3), turning(60, 2, 3)
    backwards = fit_quaternions((59 - keys)[::-1], rotations[::-1])
    assert -backwards[::-1] == pytest.approx(fit_quaternions(keys, rotations), abs=1e-7)


def test_twice_the_frames_give_half_the_slope_a_frame():
    def sampled(frames):
        time = np.linspace(0, 1, frames)[:, None, None]
        waves = np.concatenate([np.sin(3 * time), np.cos(5 * time), time**2, np.exp(time)], axis=2)
        return in_one_hemisphere(normalised(waves))

    keys = np.array([0, 40, 90, 160])
    once, twice = fit_quaternions(keys, sampled(161)), fit_quaternions(2 * keys, sampled(321))
    assert 2 * twice == pytest.approx(once, abs=1e-3 * np.abs(once).max())


def test_joints_do_not_touch_each_other():
    keys, rotations = random_keys(50, 6, 5), turning(50, 3, 5)
    together = both(keys, rotations)
    for joint in range(3):
        assert both(keys, rotations[:, [joint]])[:, 0] == pytest.approx(together[:, joint], abs=1e-12)


def test_a_joint_that_does_not_move_gets_slopes_of_exactly_zero():
    rotations = turning(50, 2, 7)
    # A unit quaternion but for a rounding of single precision.
    rotations[:, 1] = (1 + 3e-7) * normalised(np.array([0.1, -0.7, 0.3, 0.2]))
    slopes = both(np.array([0, 1, 13, 49]), rotations)
    assert not slopes[:, 1].any()
    assert slopes[:, 0].any()


def test_what_the_data_leave_open_stays_with_the_components():
    rotations = turning(12, 2, 8)
    keys = np.arange(12)
    assert (fit_quaternions(keys, rotations) == component_slopes(keys, rotations)).all()
    keys = np.array([0, 1, 2, 11])
    pairs = list(zip(fit_quaternions_broken(keys, rotations), component_slopes_broken(keys, rotations), strict=True))
    assert pairs
    for found, start in pairs:
        assert (found[:2] == start[:2]).all()
        assert (found[2] != start[2]).any()


@pytest.mark.parametrize("degrees", [100, 179, 180, 181, 350, 720])
def test_a_turn_between_two_keys_may_be_large(degrees):
    half = np.radians(np.linspace(0, degrees, 31)) / 2
    rotations = np.stack([0 * half, np.sin(half), 0 * half, np.cos(half)], axis=1)[:, None]
    for keys in (np.array([0, 30]), np.array([0, 15, 30])):
        slopes = fit_quaternions(keys, rotations)
        assert np.isfinite(slopes).all()
        before = squared_angles(rotations, smooth_curve(keys, rotations, component_slopes(keys, rotations)))
        after = squared_angles(rotations, smooth_curve(keys, rotations, slopes))
        assert after <= before * (1 + 1e-9)


def test_a_flip_from_one_frame_to_the_next_is_survived():
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (40, 1, 1))
    rotations[20:] = [1.0, 0.0, 0.0, 0.0]
    assert np.isfinite(both(np.array([0, 39]), rotations)).all()
    assert np.isfinite(both(np.array([0, 19, 39]), rotations)).all()


def test_one_frame_two_frames_no_joints():
    alone = turning(1, 2, 0)
    assert not fit_quaternions(np.array([0]), alone).any()
    assert [slopes.shape for slopes in fit_quaternions_broken(np.array([0]), alone)] == [(0, 2, 4)] * 2
    pair = turning(2, 2, 0)
    assert fit_quaternions(np.array([0, 1]), pair) == pytest.approx(np.stack([pair[1] - pair[0]] * 2))
    assert fit_quaternions(np.array([0, 4]), np.empty((5, 0, 4))).shape == (2, 0, 4)


def test_the_input_stays_as_it_was():
    keys, rotations = random_keys(30, 5, 9), turning(30, 2, 9)
    copies = keys.copy(), rotations.copy()
    keys.setflags(write=False)
    rotations.setflags(write=False)
    both(keys, rotations)
    assert (keys == copies[0]).all()
    assert (rotations == copies[1]).all()


@pytest.mark.parametrize("fit", [fit_quaternions, fit_quaternions_broken])
def test_what_is_refused(fit):
    rotations = turning(20, 3, 10)
    with pytest.raises(UsageError, match="0 to 19"):
        fit(np.array([0, 18]), rotations)
    for wrong, fault in ((1.01, "no unit"), (0.0, "no unit"), (np.nan, "no unit"), (-1.0, "other sign")):
        bad = rotations.copy()
        bad[7, 1] *= wrong
        with pytest.raises(MotionError, match=f"joint 1 at frame 7.*{fault}") as caught:
            fit(np.array([0, 19]), bad)
        assert caught.value.frame_index == 7
