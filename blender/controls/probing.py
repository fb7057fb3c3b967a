"""What each control does to the deform bones: it is moved a little, and what follows says which kind it is.

So a rig may be built as it likes: constraints, drivers, switches between IK and FK all answer as they are set now.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from mathutils import Matrix

SHIFT = 0.01
"""How far a control is moved, in sizes of the body."""
TURN_RAD = 0.1
ALIKE, STILL = 0.3, 0.1
"""Parts of the control's own movement: what differs by less follows it, what moves by less stays."""
LEAST = 1e-3
"""What moves by less than this part of it, moves by chance."""


@dataclass
class Control:
    """A control, and what of the body follows it.

    Parameters
    ----------
    name : of its bone.
    node : the node that turns as it does, −1 for none.
    point : the point that moves as it does, −1 for none.
    chain : of a pole: the points that it turns the others about, first and last, with those between them; else empty.
    root : of a pole: the node at the root of its chain.
    """

    name: str
    node: int = -1
    point: int = -1
    chain: tuple = ()
    root: int = -1

    @property
    def moves(self):
        """Whether its location says anything."""
        return self.point >= 0 or bool(self.chain)


def control_of(body, name):
    """Return the control of this name as the rig stands now; None where nothing follows it."""
    bone, size = body.rig.pose.bones[name], body.size()
    before = body.now(), body.control_matrix(name), bone.matrix_basis.copy()
    shifts = [] if all(bone.lock_location) else [_shifted(body, bone, before, a, SHIFT * size) for a in range(6)]
    turns = [] if _is_turn_locked(bone) else [_turned(body, bone, before, axis) for axis in range(3)]
    shifts, turns = [s for s in shifts if s is not None], [t for t in turns if t is not None]
    point, node = _follower(body, shifts, 4, body.is_wanted_point), _follower(body, turns, 2, body.is_wanted)
    if point >= 0 or node >= 0:
        return Control(name, node, node if node >= 0 and _moves_too(shifts, node) else point)
    return _pole(body, name, shifts, before[0][1])


def _is_turn_locked(bone):
    return all(bone.lock_rotation) and (bone.rotation_mode != "QUATERNION" or bone.lock_rotation_w)


def _shifted(body, bone, before, direction, size):
    """Move a control along one of six directions: how far each point (P,) is from following, and how much it moved,
    per unit; None where the control itself stays."""
    (_, points), matrix, basis = before
    away = np.zeros(3)
    away[direction % 3] = size if direction < 3 else -size
    local = np.linalg.norm(matrix[:3, direction % 3])
    bone.matrix_basis = basis @ Matrix.Translation(away / max(local, 1e-9))
    after, moved = _look(body, bone, basis)
    own = moved[:3, 3] - matrix[:3, 3]
    length = float(np.linalg.norm(own))
    if length < STILL * size:
        return None
    gone = after[1] - points
    return np.linalg.norm(gone - own, axis=1) / length, np.linalg.norm(gone, axis=1) / length


def _turned(body, bone, before, axis):
    """Turn a control: how far each node (N,) is from turning with it, per unit; None where it does not turn."""
    (turns, _), matrix, basis = before
    bone.matrix_basis = basis @ Matrix.Rotation(TURN_RAD, 4, "XYZ"[axis])
    after, moved = _look(body, bone, basis)
    own = _unit(moved) @ _unit(matrix).T
    if _angles(own[None])[0] < STILL * TURN_RAD:
        return None
    return (_angles(after[0] @ turns.transpose(0, 2, 1) @ own.T) / TURN_RAD,)


def _look(body, bone, basis):
    """The body and the control as they are now; the control is put back."""
    body.context.view_layer.update()
    found = body.now(), body.control_matrix(bone.name)
    bone.matrix_basis = basis
    body.context.view_layer.update()
    return found


def _unit(matrix):
    left, _, right = np.linalg.svd(matrix[:3, :3])
    return left @ right


def _angles(turns):
    """Angles (N,) of rotations (N, 3, 3), from their skew part: exact where they are small."""
    skew = turns - turns.transpose(0, 2, 1)
    return np.arcsin(np.clip(0.5 * np.sqrt((skew**2).sum(axis=(1, 2)) / 2.0), 0.0, 1.0))


def _follower(body, probes, least, is_wanted):
    """The first (topmost) that follows in most probes; −1 for none. Whatever the object itself does is not asked."""
    if len(probes) < min(least, 2):
        return -1
    alike = sum((probe[0] < ALIKE).astype(int) for probe in probes) >= min(least, len(probes))
    found = np.flatnonzero(alike & is_wanted)
    return int(found[0]) if len(found) else -1


def _moves_too(shifts, node):
    return len(shifts) >= 2 and sum(probe[0][node] < ALIKE for probe in shifts) >= min(4, len(shifts))


def _pole(body, name, shifts, points):
    """The pole of a chain that turns about the line from its first joint to its last; None for what does nothing.

    The chain's root is the first point that stays while what hangs on it moves.
    """
    if not shifts:
        return None
    moved = np.max([probe[1] for probe in shifts], axis=0)
    if moved.max() < LEAST:
        return None
    still = moved < STILL * moved.max()
    for root in np.flatnonzero(still[: len(body.nodes)] & body.is_wanted):
        inner, ends = _below(body, root, still)
        if inner and ends:
            end = max(ends, key=lambda p: float(np.linalg.norm(points[p] - points[root])))
            return Control(name, chain=(int(root), *inner, int(end)), root=int(root))
    return None


def _below(body, root, still):
    """Points between the root of a chain and its ends, and the ends: the first points below that stay."""
    inner, ends, way = [], [], [root]
    tails = {number: len(body.nodes) + place for place, number in enumerate(body.tails)}
    while way:
        above = way.pop()
        if above in tails and above != root and still[tails[above]]:
            ends.append(tails[above])
        for number, node in enumerate(body.nodes):
            if node.parent == above:
                if not still[number]:
                    inner.append(number)
                    way.append(number)
                elif above != root:
                    ends.append(number)
    return inner, ends
