"""Rotations as unit quaternions x y z w, as rotation vectors, and as Euler angles.

A rotation order such as ``"zyx"`` is written as the matrix product, from left to right: R = Rz · Ry · Rx. This is the
order in which a BVH file lists its channels; an ASF file's ``axis XYZ`` names the same product from right to left.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from unbake.ground.arrays import AT_ONCE, Floats, rows_at_once

IDENTITY_XYZW: Floats = np.array([0.0, 0.0, 0.0, 1.0])
ROTATION_ORDERS = tuple("".join(p) for p in permutations("xyz"))
"""The six orders of three distinct axes, each as a matrix product from left to right."""


def quaternion_product(a_xyzw: Floats, b_xyzw: Floats) -> Floats:
    """Return the Hamilton product a · b of two arrays of quaternions (..., 4); it rotates by b first, then by a."""
    a, b = np.asarray(a_xyzw), np.asarray(b_xyzw)
    ax, ay, az, aw = a[..., 0], a[..., 1], a[..., 2], a[..., 3]
    bx, by, bz, bw = b[..., 0], b[..., 1], b[..., 2], b[..., 3]
    out = np.empty(np.broadcast_shapes(a.shape, b.shape))
    out[..., 0] = aw * bx + ax * bw + ay * bz - az * by
    out[..., 1] = aw * by - ax * bz + ay * bw + az * bx
    out[..., 2] = aw * bz + ax * by - ay * bx + az * bw
    out[..., 3] = aw * bw - ax * bx - ay * by - az * bz
    return out


def quaternion_conjugate(q_xyzw: Floats) -> Floats:
    """Return the conjugate of quaternions (..., 4): the inverse of unit quaternions."""
    return np.asarray(q_xyzw * np.array([-1.0, -1.0, -1.0, 1.0]))


def rotate(q_xyzw: Floats, vectors: Floats) -> Floats:
    """Rotate vectors (..., 3) by unit quaternions (..., 4); the leading shapes broadcast."""
    q, v = np.asarray(q_xyzw), np.asarray(vectors)
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    vx, vy, vz = v[..., 0], v[..., 1], v[..., 2]
    # v + 2 w (a × v) + 2 a × (a × v), with a the imaginary part
    tx, ty, tz = 2.0 * (y * vz - z * vy), 2.0 * (z * vx - x * vz), 2.0 * (x * vy - y * vx)
    out = np.empty((*np.broadcast_shapes(q.shape[:-1], v.shape[:-1]), 3))
    out[..., 0] = vx + w * tx + (y * tz - z * ty)
    out[..., 1] = vy + w * ty + (z * tx - x * tz)
    out[..., 2] = vz + w * tz + (x * ty - y * tx)
    return out


def normalised(q_xyzw: Floats) -> Floats:
    """Scale quaternions (..., 4) to unit length; a zero quaternion becomes the identity."""
    if q_xyzw.size > 4 * AT_ONCE and len(q_xyzw) > 1:
        out = np.empty(q_xyzw.shape)
        for rows in rows_at_once(len(q_xyzw), q_xyzw[0].size // 4):
            out[rows] = normalised(q_xyzw[rows])
        return out
    squares = q_xyzw * q_xyzw
    length = np.sqrt(squares[..., 0] + squares[..., 1] + squares[..., 2] + squares[..., 3])[..., None]
    if length.all():
        return np.asarray(q_xyzw / length)
    return np.where(length > 0.0, q_xyzw / np.where(length > 0.0, length, 1.0), IDENTITY_XYZW)


def in_one_hemisphere(q_xyzw: Floats) -> Floats:
    """Flip signs along the first axis (frames) so that each quaternion is within 180° of the one before (q ≡ −q)."""
    if len(q_xyzw) < 2:
        return q_xyzw.copy()
    turns = np.where(np.sum(q_xyzw[1:] * q_xyzw[:-1], axis=-1) < 0.0, -1.0, 1.0)
    signs = np.concatenate([np.ones_like(turns[:1]), np.cumprod(turns, axis=0)])
    return np.asarray(q_xyzw * signs[..., None])


def rotation_angle(a_xyzw: Floats, b_xyzw: Floats) -> Floats:
    """Return the angle in radians, 0 to π, between two arrays of unit quaternions (..., 4)."""
    difference = quaternion_product(quaternion_conjugate(a_xyzw), b_xyzw)
    return np.asarray(2.0 * np.arctan2(np.linalg.norm(difference[..., :3], axis=-1), np.abs(difference[..., 3])))


def quaternion_from_vector(vector_rad: Floats) -> Floats:
    """Return the unit quaternions (..., 4) of rotation vectors (..., 3) in radians."""
    half = 0.5 * np.linalg.norm(vector_rad, axis=-1, keepdims=True)
    # np.sinc(x) is sin(πx)/(πx): it has no hole at zero.
    return np.concatenate([0.5 * vector_rad * np.sinc(half / np.pi), np.cos(half)], axis=-1)


def vector_from_quaternion(q_xyzw: Floats) -> Floats:
    """Return the rotation vectors (..., 3), in radians, at most π long, of unit quaternions (..., 4)."""
    sign = np.where(q_xyzw[..., 3:] < 0.0, -1.0, 1.0)
    sine = np.linalg.norm(q_xyzw[..., :3], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, sign * q_xyzw[..., 3:])
    part = np.where(sine > 1e-12, angle / np.where(sine > 1e-12, sine, 1.0), 2.0)
    return np.asarray(sign * part * q_xyzw[..., :3])


def quaternion_from_euler(order: str, angles_rad: Floats) -> Floats:
    """Return the quaternions (..., 4) of Euler angles (..., n), n = len(order), given in the sequence of `order`.

    `order` holds up to three letters of ``xyz``; ``""`` gives the identity. R = R(order[0]) · R(order[1]) · ….
    """
    # One array a component, so that every operation runs over numbers that lie side by side.
    q = [np.full(angles_rad.shape[:-1], number) for number in IDENTITY_XYZW]
    for position, letter in enumerate(order):
        half = 0.5 * angles_rad[..., position]
        sine, cosine = np.sin(half), np.cos(half)
        i = "xyz".index(letter)
        j, k = (i + 1) % 3, (i + 2) % 3
        # The product with a turn about one axis, of which two components are zero.
        q[i], q[j], q[k], q[3] = (
            cosine * q[i] + sine * q[3],
            cosine * q[j] + sine * q[k],
            cosine * q[k] - sine * q[j],
            cosine * q[3] - sine * q[i],
        )
    return np.stack(q, axis=-1)


def euler_from_quaternion(order: str, q_xyzw: Floats) -> Floats:
    """Return Euler angles (..., 3) in radians of unit quaternions, in the sequence of `order` (three distinct axes).

    The middle angle lies in [−π/2, π/2]. At gimbal lock (middle angle ±90°) the last angle is set to zero.

    References: Bernardes & Viollet, Quaternion to Euler angles conversion: A direct, general and computationally
    efficient method, 2022.
    """
    i, j, k = ("xyz".index(letter) for letter in order)
    sign = 1.0 if (j - i) % 3 == 1 else -1.0
    w, x, y, z = q_xyzw[..., 3], q_xyzw[..., i], q_xyzw[..., j], sign * q_xyzw[..., k]
    # With half angles a, b, c of q = qi·qj·qk: x + z and w + y are (cos b + sin b) times the sine and cosine of a + c,
    # x − z and w − y are (cos b − sin b) times those of a − c.
    long, short = np.hypot(x + z, w + y), np.hypot(x - z, w - y)
    half_sum, half_difference = np.arctan2(x + z, w + y), np.arctan2(x - z, w - y)
    middle = 2.0 * np.arctan2(long, short) - np.pi / 2
    locked_up, locked_down = short < 1e-9, long < 1e-9
    first = half_sum + half_difference
    first = np.where(locked_up, 2.0 * half_sum, np.where(locked_down, 2.0 * half_difference, first))
    last = np.where(locked_up | locked_down, 0.0, sign * (half_sum - half_difference))
    return np.stack([wrapped_angle(first), middle, wrapped_angle(last)], axis=-1)


def continuous_euler_from_quaternion(order: str, q_xyzw: Floats, free: str = "xyz") -> Floats:
    """Return Euler angles (F, J, 3) in radians that do not jump: of the equal triples, each frame takes the nearest.

    Every rotation has two triples, (a, b, c) and (a + π, π − b, c + π), and every angle may gain full turns. Frame 0
    takes the triple whose angles outside `free` (the axes that have a channel) are smallest, then the smaller one.

    Parameters
    ----------
    order : three distinct axes, as a matrix product from left to right.
    q_xyzw : (F, J, 4) unit quaternions over F frames.
    free : axes that may turn.
    """
    first = euler_from_quaternion(order, q_xyzw)
    if not len(first):
        return first
    second = np.stack([first[..., 0] + np.pi, np.pi - first[..., 1], first[..., 2] + np.pi], axis=-1)
    both = np.stack([first, wrapped_angle(second)])
    blocked = np.array([letter not in free for letter in order])
    # A missing axis must stay near zero in every frame, so its angle weighs far more than closeness in time.
    penalty = 1e3 * np.sum(np.abs(both[..., blocked]), axis=-1) if blocked.any() else np.zeros(both.shape[:-1])
    cost = penalty[:, 0] + np.sum(np.abs(both[:, 0]), axis=-1)
    taken = _taken(both, penalty, cost[0] > cost[1])
    out = np.where(taken[..., None], both[1], both[0])
    turn = 2.0 * np.pi
    out[1:] -= turn * np.cumsum(np.round(np.diff(out, axis=0) / turn), axis=0)
    return np.asarray(out)


def _taken(both: Floats, penalty: Floats, start: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which of two triples (2, F, J, 3) each frame takes (F, J), true for the second: the one with the lower
    penalty (2, F, J) and way from the one before, the first frame that of `start` (J,).

    Which is nearer depends on the one before alone, so a frame may take the same whatever that was, the same as that,
    or the other; from the last frame of the first kind on, the others are counted.
    """
    turn = 2.0 * np.pi
    nearer = []
    for before in both:
        costs = []
        for own, price in zip(both, penalty, strict=True):
            way = own[1:] - before[:-1]
            way -= turn * np.round(way / turn)
            costs.append(price[1:] + np.einsum("fja,fja->fj", way, way))
        nearer.append(costs[0] > costs[1])
    after_first, after_second = nearer
    sure = np.concatenate([np.ones_like(start)[None], after_first == after_second])
    taken = np.concatenate([start[None], after_first])
    others = np.cumsum(~sure & taken, axis=0)
    last = np.maximum.accumulate(np.where(sure, np.arange(len(sure))[:, None], 0), axis=0)
    return np.take_along_axis(taken, last, axis=0) ^ ((others - np.take_along_axis(others, last, axis=0)) % 2 == 1)


def wrapped_angle(angle_rad: Floats | float) -> Floats:
    """Return the same angles (...), in radians, from −π to below π."""
    return np.asarray((angle_rad + np.pi) % (2.0 * np.pi) - np.pi)
