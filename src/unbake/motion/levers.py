"""Levers: points beside joints that turn while no joint's position shows it, such as a camera or a propeller.

A joint's position says nothing about its own rotation. Where joints with positions that count hang on it, they do;
where none does, selection would take the joint for still. So two points are fixed to such a joint: the end of its bone,
and one beside it, at a right angle to the bone and as far off, which shows a twist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import Skeleton

BARE_M = 1.0
"""Length of the levers of an object without any bone, such as a camera: how far off it is what it shows is unknown, and
at one metre a centimetre is about half a degree."""
STILL_M = 1e-4
"""Levers that move less are left out: nothing turns that anybody could see."""


@dataclass(frozen=True, eq=False)
class Levers:
    """Points fixed to joints.

    Parameters
    ----------
    joints : the joint of each of N points.
    arms_m : (N, 3) where they are in the frames of their joints.
    names : one name a point: ``camera (end)``, ``camera (side)``.
    """

    joints: tuple[int, ...] = ()
    arms_m: Floats = field(default_factory=lambda: np.zeros((0, 3)))
    names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.joints)

    def of(self, joints: Sequence[int]) -> Levers:
        """Return those of some joints alone."""
        places = [place for place, joint in enumerate(self.joints) if joint in joints]
        return Levers(
            tuple(self.joints[place] for place in places),
            self.arms_m[places],
            tuple(self.names[place] for place in places),
        )

    def positions(self, motion: Motion) -> Floats:
        """Return where they are in the world (F, N, 3) as a motion with these joints moves, in metres."""
        joints = list(self.joints)
        if not joints:
            return np.empty((motion.n_frames, 0, 3))
        return motion.positions()[:, joints] + rotate(motion.world_rotations_xyzw()[:, joints], self.arms_m)


def find_levers(motion: Motion, seen: Sequence[int], is_body: bool) -> Levers:
    """Return levers for the joints whose turning no position shows.

    Parameters
    ----------
    motion : the clip.
    seen : the joints whose positions count.
    is_body : whether these are a humanoid's places. Heads, hands and feet turn in every clip, and the places stand for
        them; only what turns farther than any place moves (a head that shakes on a body that stands) gets levers.
        Otherwise everything does that turns.

    Notes
    -----
    A lever is as long as the joint's bone: to its end site or child where it has one, otherwise from its parent;
    without either, as the skeleton's bones on average; `BARE_M` where there are none. Turning is the joint's own,
    together with that of the joints above it up to the first that branches: a straight chain that twists shows only at
    its end.
    """
    skeleton = motion.skeleton
    least = max(STILL_M, _reach(motion, seen)) if is_body else STILL_M
    joints: list[int] = []
    arms: list[Floats] = []
    names: list[str] = []
    for joint in _out_of_sight(skeleton, seen):
        pair = _arms_m(skeleton, joint)
        turned = rotate(_own_turn(motion, joint)[:, None], pair)
        if np.linalg.norm(turned - turned[0], axis=-1).max() > least:
            joints += [joint, joint]
            arms += [*pair]
            names += [f"{skeleton.names[joint]} (end)", f"{skeleton.names[joint]} (side)"]
    return Levers(tuple(joints), np.array(arms).reshape(-1, 3), tuple(names))


def skeleton_with_sites(skeleton: Skeleton, levers: Levers) -> Skeleton:
    """Return a skeleton with levers as end sites, behind all its joints."""
    count = len(levers)
    # Longer than any name that is there.
    name, still = max(skeleton.names, key=len) + "+", np.tile(IDENTITY_XYZW, (count, 1))
    return replace(
        skeleton,
        names=(*skeleton.names, *(f"{name}{place}" for place in range(count))),
        parents=(*skeleton.parents, *levers.joints),
        offsets_m=np.concatenate([skeleton.offsets_m, levers.arms_m]),
        channels=(*skeleton.channels, *([()] * count)),
        rotation_orders=(*skeleton.rotation_orders, *(["zyx"] * count)),
        axes_xyzw=np.concatenate([skeleton.axes_xyzw, still]),
        rest_xyzw=np.concatenate([skeleton.rest_xyzw, still]),
        end_sites=(*skeleton.end_sites, *([True] * count)),
    )


def motion_with_sites(motion: Motion, levers: Levers) -> Motion:
    """Return a motion with levers as end sites of its skeleton."""
    still = np.broadcast_to(IDENTITY_XYZW, (motion.n_frames, len(levers), 4))
    rotations = np.concatenate([motion.rotations_xyzw, still], axis=1)
    return replace(motion, skeleton=skeleton_with_sites(motion.skeleton, levers), rotations_xyzw=rotations)


def _out_of_sight(skeleton: Skeleton, seen: Sequence[int]) -> list[int]:
    """The joints that turn something, though nothing whose position counts: it lies in them, or hangs on none."""
    moves_seen: set[int] = set()
    for joint in seen:
        is_apart = False
        while (above := skeleton.parents[joint]) >= 0:
            # A joint at the very place of its parent stays there when that turns.
            is_apart = is_apart or bool(np.any(skeleton.offsets_m[joint])) or joint in skeleton.translated
            if is_apart:
                moves_seen.add(above)
            joint = above
    return [j for j, is_end in enumerate(skeleton.end_sites) if not is_end and j not in moves_seen]


def _reach(motion: Motion, seen: Sequence[int]) -> float:
    """How far any place is at most from where it was at first, the travel of the first along the floor left out."""
    places = motion.positions()[:, list(seen)]
    places = places - places[:, :1] * np.array([1.0, 0.0, 1.0])
    return float(np.linalg.norm(places - places[0], axis=-1).max())


def _own_turn(motion: Motion, joint: int) -> Floats:
    """The rotations (F, 4) of a joint against the nearest joint above that branches."""
    skeleton = motion.skeleton
    children = skeleton.children()
    turn = motion.rotations_xyzw[:, joint]
    above = skeleton.parents[joint]
    while above >= 0 and sum(not skeleton.end_sites[child] for child in children[above]) == 1:
        turn = quaternion_product(motion.rotations_xyzw[:, above], turn)
        above = skeleton.parents[above]
    return turn


def _arms_m(skeleton: Skeleton, joint: int) -> Floats:
    """The arms (2, 3) of a joint's levers: along its bone, and at a right angle to it."""
    lengths = np.linalg.norm(skeleton.offsets_m, axis=1)
    below = [*skeleton.children()[joint]]
    below.sort(key=lambda child: (not skeleton.end_sites[child], -lengths[child]))
    bone = next((skeleton.offsets_m[child] for child in below if lengths[child] > 0.0), None)
    if bone is None:
        bone = rotate(quaternion_conjugate(skeleton.rest_xyzw[joint]), skeleton.offsets_m[joint])
        # The root's offset is where it stands.
        if skeleton.parents[joint] < 0 or lengths[joint] == 0.0:
            bones = lengths[1:][lengths[1:] > 0.0]
            bone = np.array([0.0, 0.0, bones.mean() if len(bones) else BARE_M])
    length = np.linalg.norm(bone)
    side = np.cross(bone, np.eye(3)[np.abs(bone).argmin()])
    return np.array([bone, side * (length / np.linalg.norm(side))])
