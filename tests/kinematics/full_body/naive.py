"""Slow, obvious twins: a dense Newton step, Newton on the dense KKT system of places, and SciPy's minimiser."""

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation


def cross_matrix(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def dense_step(parents, is_fixed, positions, slopes, curvatures, joint_slopes, joint_curvatures, damping, is_curved):
    """The step that minimises the model, from one dense matrix."""
    count = len(parents)
    size = 3 + 3 * count
    turn = np.zeros((count, 3, size))
    for joint in range(count):
        if is_fixed[joint]:
            turn[joint] = turn[parents[joint]]
        else:
            turn[joint][:, 3 + 3 * joint : 6 + 3 * joint] = np.eye(3)
    shift = np.zeros((count, 3, size))
    shift[0][:, :3] = np.eye(3)
    forces = slopes.copy()
    for joint in range(count - 1, 0, -1):
        forces[parents[joint]] += forces[joint]
    matrix, right = np.zeros((size, size)), np.zeros(size)
    for joint in range(count):
        if joint:
            bone = positions[joint] - positions[parents[joint]]
            above = turn[parents[joint]]
            shift[joint] = shift[parents[joint]] - cross_matrix(bone) @ above
            force = forces[joint]
            if not is_curved:
                across = np.eye(3) - np.outer(bone, bone) / (bone @ bone)
                matrix += max(-(force @ bone), 0.0) * above.T @ across @ above
            else:
                bent = 0.5 * (np.outer(force, bone) + np.outer(bone, force)) - force @ bone * np.eye(3)
                matrix += above.T @ bent @ above
        matrix += shift[joint].T @ np.diag(curvatures[joint]) @ shift[joint]
        right += shift[joint].T @ slopes[joint]
        if is_fixed[joint]:
            continue
        against = turn[joint] - (turn[parents[joint]] if joint else 0.0)
        matrix += against.T @ joint_curvatures[joint] @ against + damping * turn[joint].T @ turn[joint]
        right += against.T @ joint_slopes[joint]
    used = np.abs(matrix).sum(axis=0) > 0.0
    step = np.zeros(size)
    step[used] = -np.linalg.solve(matrix[np.ix_(used, used)], right[used])
    return np.concatenate([shift @ step, turn @ step], axis=1)


def nearest_places(wishes, weights, bones, start):
    """Places (N, 3) nearest to the wishes on bones of constant length: Newton on the dense KKT system.

    `bones` are pairs (i, j), whose lengths are those at the start.
    """
    count = len(wishes)
    lengths = np.array([np.linalg.norm(start[i] - start[j]) for i, j in bones])
    places, forces = start.copy(), np.zeros(len(bones))
    for _ in range(200):
        laplacian, slopes = np.diag(weights), np.zeros((len(bones), 3 * count))
        for k, (i, j) in enumerate(bones):
            pull = max(forces[k], 0.0) if _ < 100 else forces[k]
            laplacian[[i, j], [i, j]] += pull
            laplacian[[i, j], [j, i]] -= pull
            slopes[k, 3 * i : 3 * i + 3] = places[i] - places[j]
            slopes[k, 3 * j : 3 * j + 3] = places[j] - places[i]
        off = np.array(
            [0.5 * (np.sum((places[i] - places[j]) ** 2) - d**2) for (i, j), d in zip(bones, lengths, strict=True)]
        )
        top = np.concatenate([np.kron(laplacian, np.eye(3)), slopes.T], axis=1)
        matrix = np.concatenate([top, np.concatenate([slopes, np.zeros((len(bones),) * 2)], axis=1)])
        first = (weights[:, None] * (places - wishes)).ravel() + slopes.T @ forces
        step = -np.linalg.solve(matrix, np.concatenate([first, off]))
        part = min(1.0, 0.1 / np.abs(step[: 3 * count]).max())
        places, forces = places + part * step[: 3 * count].reshape(-1, 3), forces + part * step[3 * count :]
        if np.abs(step[: 3 * count]).max() < 1e-13:
            break
    return places


def minimised(parents, offsets, root, rests, wishes, weights, calm):
    """The same objective as `Figure.reaching` without limits, by SciPy; returns positions and the cost."""
    count = len(parents)
    rest = Rotation.from_quat(rests.copy())

    def places(numbers):
        own = rest * Rotation.from_rotvec(numbers[3:].reshape(count, 3))
        found, world = np.zeros((count, 3)), [own[0]] * count
        found[0] = numbers[:3]
        for joint in range(1, count):
            found[joint] = found[parents[joint]] + world[parents[joint]].apply(np.array(offsets[joint]))
            world[joint] = world[parents[joint]] * own[joint]
        return found

    def cost(numbers):
        off = places(numbers) - wishes
        turned = Rotation.from_rotvec(numbers[3:].reshape(count, 3)).magnitude()
        return 0.5 * float((weights[:, None] * off**2).sum() + (calm * turned**2).sum())

    start = np.concatenate([root, np.zeros(3 * count)])
    found = minimize(cost, start, method="BFGS", options={"gtol": 1e-9, "maxiter": 2000})
    return places(found.x), found.fun


def socket_excess(row, parent, joint):
    """By how much (2,) a bone points beyond a socket's limit, and is twisted too far, in radians.

    `row` is one of `Sockets.rows`, `parent` and `joint` are rotations in the world.
    """
    own = parent.inv() * joint
    centre, start, farthest = row[1:4], row[4:7], row[15:]
    bone, across = own.apply(row[7:10]), own.apply(row[10:13])
    angle = np.arccos(np.clip(bone @ centre, -1.0, 1.0))
    azimuth = np.degrees(np.arctan2(bone @ np.cross(centre, start), bone @ start))
    limit = np.interp(azimuth, 360.0 / len(farthest) * np.arange(len(farthest)), farthest, period=360.0)
    normal = np.cross(centre, bone)
    carried = Rotation.from_rotvec(angle * normal / np.linalg.norm(normal)).apply(start)
    twist = np.arctan2(np.cross(carried, across) @ bone, carried @ across)
    return np.array([max(angle - limit, 0.0), max(row[13] - twist, twist - row[14], 0.0)])
