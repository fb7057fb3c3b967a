"""Rotation orders that keep a clip's Euler curves calm.

When the middle of three Euler angles comes near ±90° (gimbal lock), the outer two turn about nearly the same axis and
swing by up to 180° against each other while the joint itself hardly moves. No few keys describe such curves. Another
order has its lock elsewhere.

Which of the six orders to take is measured by how far its curves travel. The obvious rule, the order that stays
farthest from lock, is worse where every order comes near it: the shoulder of a dancer, keyed on 5 % of the frames,
leaves 3.0 cm RMS at the wrist with the order farthest from lock (22°), and 0.8 cm with the one that travels least (9°).

References: Shoemake, Euler angle conversion (Graphics Gems IV), 1994, on orders and their singularities.
"""

from __future__ import annotations

import math

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import ROTATION_ORDERS, euler_from_quaternion, quaternion_conjugate, quaternion_product
from unbake.motion.skeleton import ROTATIONS, Skeleton

LIMIT_RAD = math.radians(20.0)
"""Distance from gimbal lock within which an order is questioned."""
CLEARLY_LESS = 0.85
"""Part of its own curves' travel below which another order is worth a change."""
AS_LITTLE = 1.05
"""Orders that travel no more than this times the least count as equals; of these the farthest from lock is taken."""
CLEARLY_FARTHER_RAD = math.radians(30.0)
"""Distance from lock that another order must gain to be worth a change where it travels as little."""


def safe_rotation_orders(
    motion: Motion, skeleton: Skeleton | None = None, *, limit_rad: float = LIMIT_RAD
) -> dict[int, str]:
    """Return better rotation orders for the joints that come near gimbal lock in this clip.

    Only joints with all three Euler channels are considered: with one or two, the order is not free to change.

    Parameters
    ----------
    motion : the clip.
    skeleton : the same joints with other channels; by default the motion's own.
    limit_rad : a joint is considered when its middle angle comes nearer than this to ±90°.

    Returns
    -------
    dict from joint index to an order, as a product from left to right, whose three curves travel least over the clip
    (of about equals, the one that stays farthest from lock); only joints for which this is clearly better than their
    own order. See `Skeleton.with_rotation_orders`.
    """
    skeleton = skeleton or motion.skeleton
    orders: dict[int, str] = {}
    for joint, names in enumerate(skeleton.channels):
        if set(ROTATIONS) <= set(names):
            frame = skeleton.axes_xyzw[joint]
            local = motion.rotations_xyzw[:, joint]
            inner = quaternion_product(quaternion_product(quaternion_conjugate(frame), local), frame)
            own = skeleton.rotation_orders[joint]
            if distance_from_lock(own, inner) < limit_rad:
                orders[joint] = _better_order(own, inner)
    return {joint: order for joint, order in orders.items() if order != skeleton.rotation_orders[joint]}


def _better_order(own: str, q_xyzw: Floats) -> str:
    """Return the order to use for rotations (F, 4) in place of `own`, or `own` where none is clearly better."""
    travels = {order: travel(order, q_xyzw) for order in ROTATION_ORDERS}
    distances = {order: distance_from_lock(order, q_xyzw) for order in ROTATION_ORDERS}
    least = min(travels.values())
    best = max((o for o in ROTATION_ORDERS if travels[o] <= AS_LITTLE * least), key=lambda order: distances[order])
    less = travels[best] < CLEARLY_LESS * travels[own]
    farther = travels[best] <= AS_LITTLE * travels[own] and distances[best] >= distances[own] + CLEARLY_FARTHER_RAD
    return best if less or farther else own


def distance_from_lock(order: str, q_xyzw: Floats) -> float:
    """Return how near, in radians, the middle Euler angle of quaternions (F, 4) in this order comes to ±90°."""
    middle = euler_from_quaternion(order, q_xyzw)[..., 1]
    return float(np.pi / 2 - np.max(np.abs(middle)))


def travel(order: str, q_xyzw: Floats) -> float:
    """Return the root mean square of the steps, in radians a frame, of the continuous Euler curves of (F, 4).

    A step is the shortest between the equal triples of two frames. Which of its two triples a frame starts from makes
    no difference to that, so the frames need no walk from first to last.
    """
    first = euler_from_quaternion(order, q_xyzw)
    second = np.stack([first[:, 0] + np.pi, np.pi - first[:, 1], first[:, 2] + np.pi], axis=1)
    steps = np.stack([first[1:], second[1:]]) - first[:-1]
    steps -= 2.0 * np.pi * np.round(steps / (2.0 * np.pi))
    squares = np.sum(steps**2, axis=-1).min(axis=0)
    return float(np.sqrt(squares.mean())) if len(squares) else 0.0
