"""Motions whose root stands still while a joint below it carries the body, as armatures within scenes have them.

What learns an edit, and what blends motions, wants the root itself to move. Seen so, the joints above the body rest,
the root carries them along, and every joint from the body on is where it was in the world.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.forward import forward_kinematics
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton


def carrier(skeleton: Skeleton, *, below_root: bool = False) -> int:
    """Return the joint that carries the body: the root (0), or the last one above both hip joints that moves freely
    where the root cannot move.

    Parameters
    ----------
    skeleton : the joints.
    below_root : prefer that one to a root that can move, too: it may stand still all the same.
    """
    roles = skeleton.roles
    if (can_move(skeleton, 0) and not below_root) or not {"left-hip", "right-hip"} <= set(roles):
        return 0
    left, right = (_way(skeleton, roles[role]) for role in ("left-hip", "right-hip"))
    both = [joint for joint in left if joint in right and can_move(skeleton, joint) and _turns(skeleton, joint)]
    return both[-1] if both else 0


def can_move(skeleton: Skeleton, joint: int) -> bool:
    """Return whether a joint has all three translation channels."""
    return set(TRANSLATIONS) <= set(skeleton.channels[joint])


def rooted_skeleton(skeleton: Skeleton, *, below_root: bool = False) -> Skeleton:
    """Return the skeleton of `rooted` motions: with a root that moves and turns freely, if another joint carries it."""
    if not carrier(skeleton, below_root=below_root):
        return skeleton
    return replace(skeleton, channels=((*TRANSLATIONS, *QUATERNION), *skeleton.channels[1:]))


def rooted(motion: Motion, *, below_root: bool = False) -> Motion:
    """Return a motion with a root that moves as its carrier does; the motion itself where that is the root.

    Parameters
    ----------
    motion : the clip.
    below_root : see `carrier`.
    """
    skeleton, joint = motion.skeleton, carrier(motion.skeleton, below_root=below_root)
    if not joint:
        return motion
    way = _way(skeleton, joint)
    rotations, local = motion.rotations_xyzw.copy(), motion.local_translations_m()
    rotations[:, way], local[:, way] = skeleton.rest_xyzw[way], skeleton.offsets_m[way]
    rotations[:, 0], local[:, 0] = [0.0, 0.0, 0.0, 1.0], 0.0
    places, turns = forward_kinematics(np.array(skeleton.parents, dtype=np.int64), rotations[:1], local[:1])
    root = quaternion_product(
        motion.world_rotations_xyzw()[:, joint], np.broadcast_to(quaternion_conjugate(turns[:, joint]), (len(local), 4))
    )
    rotations[:, 0] = root
    local[:, 0] = motion.positions()[:, joint] - rotate(root, np.broadcast_to(places[:, joint], (len(local), 3)))
    free = rooted_skeleton(skeleton, below_root=below_root)
    return replace(motion, skeleton=free, rotations_xyzw=rotations, translations_m=local[:, list(free.translated)])


def unrooted(motion: Motion, original: Motion, shown: Floats) -> Motion:
    """Return a rooted motion with the joints above its carrier as they were in another motion.

    Parameters
    ----------
    motion : what came of `rooted(original)`.
    original : the motion as it was.
    shown : (F,) the instant of the original, in frames, that each frame of `motion` shows.
    """
    joint = carrier(original.skeleton)
    if not joint or motion.skeleton.names != original.skeleton.names:
        return motion
    above = _way(original.skeleton, joint)[:-1]
    rotations, local = motion.rotations_xyzw.copy(), motion.local_translations_m()
    rotations[:, above] = rotations_at(original.rotations_xyzw[:, above], shown)
    local[:, above] = positions_at(original.local_translations_m()[:, above], shown)
    places, turns = forward_kinematics(np.array(motion.skeleton.parents, dtype=np.int64), rotations, local)
    back = quaternion_conjugate(turns[:, above[-1]])
    rotations[:, joint] = quaternion_product(back, motion.world_rotations_xyzw()[:, joint])
    local[:, joint] = rotate(back, motion.positions()[:, joint] - places[:, above[-1]])
    channels = (original.skeleton.channels[0], *motion.skeleton.channels[1:])
    held = replace(motion.skeleton, channels=channels)
    return replace(motion, skeleton=held, rotations_xyzw=rotations, translations_m=local[:, list(held.translated)])


def _way(skeleton: Skeleton, joint: int) -> list[int]:
    """The joints from the root to one, both included."""
    way = [joint]
    while skeleton.parents[way[0]] >= 0:
        way.insert(0, skeleton.parents[way[0]])
    return way


def _turns(skeleton: Skeleton, joint: int) -> bool:
    turning = set(skeleton.channels[joint]) - set(TRANSLATIONS)
    return len(turning) >= 3
