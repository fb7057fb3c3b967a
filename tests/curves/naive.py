"""Slow, obvious versions of what fits compute: the judge of the fast ones."""

from itertools import pairwise

import numpy as np

from unbake.kinematics.jacobian import Kinematics


def split(problem, flat):
    """Unknowns (U,) as slopes (K, n)."""
    slopes = np.zeros_like(problem.slopes.start)
    for row, own in zip(slopes, np.split(flat, np.cumsum(problem.slopes.counts)[:-1]), strict=True):
        row[: len(own)] = own
    return slopes


def state_at(problem, flat):
    return problem.at(split(problem, flat))


def free_unknowns(problem):
    """Which of all unknowns (U,) may change."""
    flat = np.concatenate([np.zeros(n, dtype=bool) for n in problem.slopes.counts])
    starts = np.cumsum([0, *problem.slopes.counts])
    for key, held in enumerate(problem.held):
        for side in (0, 1):
            flat[starts[key] + problem.slopes.places[side, key, ~held]] = True
    return flat


def dense(matrix):
    """A block tridiagonal matrix as a whole."""
    starts = np.cumsum([0, *matrix.counts])
    places = [slice(first, last) for first, last in pairwise(starts)]
    out = np.zeros((starts[-1], starts[-1]))
    for k, own in enumerate(places):
        out[own, own] = matrix.diagonal[k, : matrix.counts[k], : matrix.counts[k]]
    for k, (own, beside) in enumerate(pairwise(places)):
        out[own, beside] = matrix.upper[k, : matrix.counts[k], : matrix.counts[k + 1]]
        out[beside, own] = out[own, beside].T
    return out


def flat_sides(counted, right):
    """Right-hand sides, solutions or slopes (K, n) without what fills them up."""
    return np.concatenate([side[:count] for side, count in zip(right, counted.counts, strict=True)])


def normal_equations(problem, flat, weights):
    """The normal equations from the whole Jacobian, overshoot left out."""
    state = state_at(problem, flat)
    zero = state_at(problem, np.zeros_like(flat)).values
    effects = np.stack([state_at(problem, unit).values - zero for unit in np.eye(len(flat))], axis=-1)
    effects[:, :, ~free_unknowns(problem)] = 0.0
    positions = Kinematics(problem.kinematics.skeleton).axes(state.values).of_positions(problem.joints)
    jacobian = np.einsum("fnxc,fcu->fnxu", positions, effects)
    matrix = np.einsum("fn,fnxu,fnxv->uv", weights, jacobian, jacobian)
    own = problem.own_weights(weights)[:, None] * problem.levers
    matrix += np.einsum("fc,fcu,fcv->uv", own, effects, effects)
    right = np.einsum("fn,fnxu,fnx->u", weights, jacobian, state.gaps)
    right += np.einsum("fc,fcu,fc->u", own, effects, problem.captured - state.values)
    return matrix, right


def thesis_objective(x, keys, data, samples, accuracy_weight, angle_weight):
    """The same objective, from the points of the curve as the thesis words it."""
    x = x.reshape(-1, 4)
    accuracy = 0.0
    right, left = {}, {}
    for segment, (first, last) in enumerate(pairwise(keys)):
        a, p, b, q = x[segment]
        points = [
            np.array([first, data[first]]),
            np.array([first + a * (last - first), data[first] + p]),
            np.array([first + b * (last - first), data[last] + q]),
            np.array([last, data[last]]),
        ]
        right[segment], left[segment + 1] = points[1] - points[0], points[3] - points[2]
        for sample in range(samples[segment] + 1 if samples[segment] else 0):
            u = sample / samples[segment]
            weights = [(1 - u) ** 3, 3 * (1 - u) ** 2 * u, 3 * (1 - u) * u**2, u**3]
            time, value = sum(w * point for w, point in zip(weights, points, strict=True))
            accuracy += (value - np.interp(time, np.arange(len(data)), data)) ** 2
    corners = 0.0
    for key in range(1, len(keys) - 1):
        angle = np.arctan2(*left[key][::-1]) - np.arctan2(*right[key][::-1])
        corners += 1.0 - np.cos(angle)
    return accuracy_weight * accuracy + angle_weight * corners
