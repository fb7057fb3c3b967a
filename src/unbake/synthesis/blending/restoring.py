"""Poses whose joints are as near to wanted places as bones of constant length allow.

Joints are turned by the least turn that points their bones at the wanted places, from the root outwards; then the legs
bend so that ankles are where they should be, for feet on the floor show an error of a centimetre.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.feet.clean.body_change import BodyChange
from unbake.feet.clean.leg_changes import applied, reached
from unbake.feet.clean.options import CleanOptions
from unbake.feet.legs import Legs
from unbake.ground.arrays import Floats
from unbake.kinematics.minimal_turns import turn_between
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import TRANSLATIONS, Skeleton

LEAST_M = 1e-4
"""A shorter bone has no direction."""


def with_bones_restored(motion: Motion, wanted_m: Floats, legs: Legs) -> Motion:
    """Return the motion with joints as near to wanted places as may be; every bone keeps its length.

    Parameters
    ----------
    motion : where poses start: how bones turn about themselves is kept, and where the root is.
    wanted_m : (F, J, 3) places of all joints in the world.
    legs : the legs of its skeleton.
    """
    turned = _pointed(motion, wanted_m)
    change = BodyChange.none(turned.n_frames)
    ankles = [leg.ankle for leg in legs.both]
    change.ankles_m[:] = wanted_m[:, ankles] - turned.positions()[:, ankles]
    options = CleanOptions(max_stretch=0.0)
    changes = [reached(turned, legs, row, change, options) for row in (0, 1)]
    return applied(turned, legs, change.root_m, changes)


def _pointed(motion: Motion, wanted: Floats) -> Motion:
    """Turn the joints from the root outwards so that their bones point at the wanted places."""
    skeleton, base = motion.skeleton, motion.rotations_xyzw
    places, world = motion.positions(), motion.world_rotations_xyzw()
    out, turned = base.copy(), world.copy()
    for joint, parent in enumerate(skeleton.parents):
        above = turned[:, parent] if parent >= 0 else None
        here = base[:, joint] if above is None else quaternion_product(above, base[:, joint])
        ends = _ends(skeleton, joint)
        if ends:
            back = quaternion_conjugate(world[:, joint])
            bones = [rotate(back, places[:, end] - places[:, joint]) for end in ends]
            ways = [wanted[:, end] - wanted[:, joint] for end in ends]
            here = quaternion_product(_turn(here, bones, ways), here)
            out[:, joint] = here if above is None else quaternion_product(quaternion_conjugate(above), here)
        turned[:, joint] = here
    return replace(motion, rotations_xyzw=out)


def _turn(here: Floats, bones: list[Floats], ways: list[Floats]) -> Floats:
    """The turn of the world (F, 4) that points one bone along its way, or several as nearly as can be."""
    if len(bones) == 1:
        return turn_between(rotate(here, bones[0]), ways[0])
    from scipy.spatial.transform import Rotation

    starts = np.stack([rotate(here, bone) for bone in bones], axis=1)
    ends = np.stack(ways, axis=1)
    # Kabsch: the rotation nearest to the sum of outer products.
    u, _, vt = np.linalg.svd(np.einsum("fki,fkj->fij", ends, starts))
    sign = np.sign(np.linalg.det(u @ vt))
    u[:, :, 2] *= sign[:, None]
    return np.asarray(Rotation.from_matrix(u @ vt).as_quat())


def _ends(skeleton: Skeleton, joint: int) -> list[int]:
    """The joints that a joint's own turn moves first: its children, or theirs where a child cannot turn or is here."""
    if not set(skeleton.channels[joint]) - set(TRANSLATIONS):
        return []
    out, waiting = [], list(skeleton.children()[joint])
    while waiting:
        child = waiting.pop(0)
        if float(np.linalg.norm(skeleton.offsets_m[child])) >= LEAST_M:
            out.append(child)
        elif not set(skeleton.channels[child]):
            waiting += skeleton.children()[child]
    return out
