"""One Newton step of a whole body, eliminated joint by joint from the tips to the root.

The unknowns are a shift of the root and a turn θ of every joint, both in the world. Each joint of the tree hands its
parent a quadratic function of six numbers, the joint's shift and the parent's turn, so a step costs the same for every
joint: this is the KKT system of bones of constant length with its multipliers eliminated along the tree. The
multipliers are the forces that the bones carry; they appear as the curvature of turns (`forces`).

References: R. Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7, for elimination along a tree; L. Ikemoto,
Hybrid artist- and data-driven techniques for character animation, 2007, 6.5, for the problem. That all children of a
joint turn with it as one rigid body, and that the turns themselves are the unknowns, is ours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.ground.arrays import Booleans, Floats

LEAST = 1e-13
"""Curvature below which nothing holds a turn."""


@njit(cache=True, nogil=True)
def inverse_of(matrix: Floats, low: Floats, inverse: Floats) -> bool:
    """Put the inverse of a positive definite matrix (n, n) into `inverse`; False where it is not one. By Cholesky.

    `low` (n, n) is room for the factor.
    """
    n = len(matrix)
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i, j]
            for k in range(j):
                rest -= low[i, k] * low[j, k]
            if i == j:
                if not rest > LEAST:
                    return False
                low[i, i] = np.sqrt(rest)
            else:
                low[i, j] = rest / low[j, j]
    for column in range(n):
        for i in range(n):
            rest = 1.0 if i == column else 0.0
            for k in range(i):
                rest -= low[i, k] * inverse[k, column]
            inverse[i, column] = rest / low[i, i]
        for i in range(n - 1, -1, -1):
            rest = inverse[i, column]
            for k in range(i + 1, n):
                rest -= low[k, i] * inverse[k, column]
            inverse[i, column] = rest / low[i, i]
    return True


@njit(cache=True, nogil=True)
def add_to_parent(
    quadratic: Floats, slope: Floats, bone: Floats, force: Floats, is_curved: bool, onto: Floats, onto_slope: Floats
) -> None:
    """Add a child's function of (its shift, the parent's turn) to the parent's of (the parent's shift and turn).

    Parameters
    ----------
    quadratic, slope : (6, 6), (6,) the child's.
    bone : (3,) from the parent to the child; a turn moves the child by θ × bone + ½ θ × (θ × bone).
    force : (3,) slope of the whole cost below the child by its shift.
    is_curved : whether the second of these terms counts; otherwise only what a bone under tension adds across itself,
        which is never negative.
    onto, onto_slope : (6, 6), (6,) the parent's, added to.
    """
    cross = np.zeros((3, 3))
    cross[0, 1], cross[0, 2], cross[1, 2] = bone[2], -bone[1], bone[0]
    cross[1, 0], cross[2, 0], cross[2, 1] = -bone[2], bone[1], -bone[0]
    moved = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            for k in range(3):
                moved[i, j] += quadratic[i, k] * cross[k, j]
    for i in range(3):
        onto_slope[i] += slope[i]
        onto_slope[3 + i] += slope[3 + i]
        for j in range(3):
            onto_slope[3 + i] += cross[j, i] * slope[j]
            shared = moved[i, j] + quadratic[i, 3 + j]
            turning = quadratic[3 + i, 3 + j]
            for k in range(3):
                turning += cross[k, i] * (moved[k, j] + quadratic[k, 3 + j]) + quadratic[k, 3 + i] * cross[k, j]
            onto[i, j] += quadratic[i, j]
            onto[i, 3 + j] += shared
            onto[3 + j, i] += shared
            onto[3 + i, 3 + j] += turning
    along = force[0] * bone[0] + force[1] * bone[1] + force[2] * bone[2]
    if not is_curved and along < 0.0:
        length = bone[0] ** 2 + bone[1] ** 2 + bone[2] ** 2
        for i in range(3):
            onto[3 + i, 3 + i] -= along
            for j in range(3):
                onto[3 + i, 3 + j] += along * bone[i] * bone[j] / length
    if is_curved:
        for i in range(3):
            onto[3 + i, 3 + i] -= along
            for j in range(3):
                onto[3 + i, 3 + j] += 0.5 * (force[i] * bone[j] + bone[i] * force[j])


@njit(cache=True, nogil=True)
def newton_step(
    parents: NDArray[np.int64],
    is_fixed: Booleans,
    positions: Floats,
    slopes: Floats,
    curvatures: Floats,
    joint_slopes: Floats,
    joint_curvatures: Floats,
    damping: float,
    is_curved: bool,
    steps: Floats,
) -> bool:
    """Put the step that minimises the quadratic model into `steps`; False where the model has no minimum.

    Parameters
    ----------
    parents, is_fixed : (J,) the tree, and which joints do not turn against their parents.
    positions : (J, 3) in the world.
    slopes, curvatures : (J, 3) of the cost by each joint's place.
    joint_slopes, joint_curvatures : (J, 3), (J, 3, 3) of the cost by each joint's turn against its parent's; the
        root's against the world's.
    damping : added to the curvature of every turn.
    is_curved : whether turns have all of their curvature (Newton), or only what is never negative, that of bones under
        tension (then there always is a minimum).
    steps : (J, 6) shift and turn of each joint, the result.
    """
    count = len(parents)
    quadratics, firsts, forces = np.zeros((count, 6, 6)), np.zeros((count, 6)), np.zeros((count, 3))
    inverses, shared = np.zeros((count, 3, 3)), np.zeros((count, 3, 6))
    own, low, left, first = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((6, 6)), np.zeros(6)
    for joint in range(count - 1, -1, -1):
        quadratic, slope, turn = quadratics[joint], firsts[joint], joint_curvatures[joint]
        for i in range(3):
            quadratic[i, i] += curvatures[joint, i]
            slope[i] += slopes[joint, i]
            forces[joint, i] += slopes[joint, i]
        if joint == 0:
            break
        parent = parents[joint]
        if is_fixed[joint]:
            for i in range(6):
                first[i] = slope[i]
                for j in range(6):
                    left[i, j] = quadratic[i, j]
        else:
            for i in range(3):
                slope[3 + i] += joint_slopes[joint, i]
                for j in range(3):
                    own[i, j] = quadratic[3 + i, 3 + j] + turn[i, j]
                    shared[joint, i, j] = quadratic[3 + i, j]
                    shared[joint, i, 3 + j] = -turn[i, j]
                own[i, i] += damping
            if not inverse_of(own, low, inverses[joint]):
                return False
            for i in range(6):
                first[i] = slope[i] if i < 3 else -joint_slopes[joint, i - 3]
                for k in range(3):
                    taken = 0.0
                    for m in range(3):
                        taken += shared[joint, m, i] * inverses[joint, m, k]
                    first[i] -= taken * slope[3 + k]
                    for j in range(6):
                        start = 0.0
                        if k == 0:
                            if i < 3 and j < 3:
                                start = quadratic[i, j]
                            elif i >= 3 and j >= 3:
                                start = turn[i - 3, j - 3]
                        left[i, j] = (start if k == 0 else left[i, j]) - taken * shared[joint, k, j]
        bone = positions[joint] - positions[parent]
        add_to_parent(left, first, bone, forces[joint], is_curved, quadratics[parent], firsts[parent])
        for i in range(3):
            forces[parent, i] += forces[joint, i]
    whole, inverse = quadratics[0].copy(), np.zeros((6, 6))
    for i in range(3):
        whole[i, i] += 1e-9
        firsts[0, 3 + i] += joint_slopes[0, i]
        whole[3 + i, 3 + i] += damping
        for j in range(3):
            whole[3 + i, 3 + j] += joint_curvatures[0, i, j]
    if not inverse_of(whole, np.zeros((6, 6)), inverse):
        return False
    for i in range(6):
        steps[0, i] = 0.0
        for j in range(6):
            steps[0, i] -= inverse[i, j] * firsts[0, j]
    for joint in range(1, count):
        above, bone = steps[parents[joint]], positions[joint] - positions[parents[joint]]
        step = steps[joint]
        step[0] = above[0] + above[4] * bone[2] - above[5] * bone[1]
        step[1] = above[1] + above[5] * bone[0] - above[3] * bone[2]
        step[2] = above[2] + above[3] * bone[1] - above[4] * bone[0]
        if is_fixed[joint]:
            for i in range(3, 6):
                step[i] = above[i]
            continue
        for i in range(3):
            own[0, i] = firsts[joint, 3 + i]
            for j in range(3):
                own[0, i] += shared[joint, i, j] * step[j] + shared[joint, i, 3 + j] * above[3 + j]
        for i in range(3):
            step[3 + i] = 0.0
            for j in range(3):
                step[3 + i] -= inverses[joint, i, j] * own[0, j]
    return True
