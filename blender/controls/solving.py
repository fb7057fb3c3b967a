"""Controls put so that the deform bones stand where the capture wants them, frame by frame.

What a control is off by is measured on the evaluated rig and taken away, until nothing is left or nothing helps.
"""

from __future__ import annotations

import numpy as np
from mathutils import Matrix

ROUNDS = 8
NEAR = 1e-5
"""In sizes of the body: what is nearer is there."""
ROLL = 0.003
"""How much a bone's roll counts for a pole beside the bend, in lengths of the limb: it decides for straight limbs."""


class Solver:
    """Solves frame after frame; each begins where the one before it ended."""

    def __init__(self, body, controls):
        self.body, self.controls = body, controls
        self.size = body.size()
        self.bones = [body.rig.pose.bones[control.name] for control in controls]
        self.bases = [bone.matrix_basis.copy() for bone in self.bones]
        self.away = [_distance(body, control) for control in controls]

    def solve(self, row):
        """Put the controls for a row of the capture, and return their (location, rotation as w x y z, Euler, …)."""
        best, least = None, np.inf
        self._put()
        for _ in range(ROUNDS):
            turns, points = self.body.now()
            changes = [self._change(place, row, turns, points) for place in range(len(self.controls))]
            gap = self._gap(row, turns, points)
            if gap < least:
                best, least = [basis.copy() for basis in self.bases], gap
            if max(size for _, size in changes) < NEAR * self.size:
                break
            for place, (change, _) in enumerate(changes):
                self._turn(place, change)
            self._put()
        self.bases = best
        self._put()
        return [basis.copy() for basis in best]

    def _put(self):
        for bone, basis in zip(self.bones, self.bases, strict=True):
            locked = _locked(bone)
            bone.matrix_basis = basis
            for prop, index, value in locked:
                getattr(bone, prop)[index] = value
        self.body.context.view_layer.update()

    def _turn(self, place, change):
        """Let a change in the world become one of the control's own properties, as Blender converts them."""
        rig, bone = self.body.rig, self.bones[place]
        world, within = self.body.control_matrix(bone.name), np.linalg.inv(np.array(rig.matrix_world))
        before, after = (
            rig.convert_space(pose_bone=bone, matrix=Matrix(m.tolist()), from_space="POSE", to_space="LOCAL")
            for m in (within @ world, within @ change @ world)
        )
        location, turn, size = self.bases[place].decompose()
        location += after.to_translation() - before.to_translation()
        turn = turn @ before.to_quaternion().inverted() @ after.to_quaternion()
        self.bases[place] = Matrix.LocRotScale(location, turn, size)

    def _gap(self, row, turns, points):
        away = np.linalg.norm(points - self.body.wanted_points[row], axis=1)
        turned = [control.node for control in self.controls if control.node >= 0]
        off = np.abs(turns[turned] - self.body.wanted_turns[row, turned])
        return float((away[self.body.is_wanted_point] ** 2).sum() + (0.1 * self.size) ** 2 * (off**2).sum())

    def _change(self, place, row, turns, points):
        """How a control has to move in the world, (4, 4), and by how much."""
        control, body = self.controls[place], self.body
        if control.chain:
            return self._pole_change(place, row, turns, points)
        turn, shift = np.eye(3), np.zeros(3)
        pivot = body.control_matrix(control.name)[:3, 3]
        if control.node >= 0:
            turn = body.wanted_turns[row, control.node] @ turns[control.node].T
        if control.point >= 0:
            pivot = points[control.point]
            shift = body.wanted_points[row, control.point] - pivot
        change = np.eye(4)
        change[:3, :3], change[:3, 3] = turn, pivot + shift - turn @ pivot
        angle = float(np.arccos(np.clip(0.5 * (np.trace(turn) - 1.0), -1.0, 1.0)))
        return change, float(np.linalg.norm(shift)) + 0.1 * self.size * (angle if angle > 1e-4 else 0.0)

    def _pole_change(self, place, row, turns, points):
        """A pole goes round its limb, at its own distance from the middle, until that bends in the capture's plane."""
        control, body = self.controls[place], self.body
        first, last = (body.wanted_points[row, control.chain[end]] for end in (0, -1))
        length = float(np.linalg.norm(last - first))
        here = body.control_matrix(control.name)[:3, 3]
        if length < 1e-6 * self.size:
            return np.eye(4), 0.0
        axis = (last - first) / length
        angle = _twist(
            axis, _spokes(control, turns, points, axis, length), self._wanted_spokes(control, row, axis, length)
        )
        out = _across(here - first, axis)
        if np.linalg.norm(out) < 1e-6 * self.size:
            out = _across(body.wanted_turns[row, control.root][:, 0], axis)
        out = _about(axis, angle) @ out / np.linalg.norm(out)
        there = 0.5 * (first + last) + self.away[place] * out
        change = np.eye(4)
        change[:3, 3] = there - here
        return change, abs(angle) * length + 0.1 * float(np.linalg.norm(there - here))

    def _wanted_spokes(self, control, row, axis, length):
        return _spokes(control, self.body.wanted_turns[row], self.body.wanted_points[row], axis, length)


def _spokes(control, turns, points, axis, length):
    """What shows how far a limb is turned about its axis: where it bends, and a little its root's roll, (S, 3)."""
    first = points[control.chain[0]]
    bends = [_across(points[p] - first, axis) for p in control.chain[1:-1]]
    rolls = [ROLL * length * _across(turns[control.root][:, a], axis) for a in range(3)]
    return np.array(bends + rolls)


def _across(vector, axis):
    return vector - axis * (vector @ axis)


def _twist(axis, spokes, wanted):
    """The angle about an axis that brings spokes nearest to others."""
    along = float((spokes * wanted).sum())
    round_ = float((np.cross(spokes, wanted) @ axis).sum())
    return float(np.arctan2(round_, along))


def _about(axis, angle):
    return np.array(Matrix.Rotation(angle, 3, axis.tolist()))


def _distance(body, control):
    """How far a pole is from its limb's line now."""
    if not control.chain:
        return 0.0
    _, points = body.now()
    first, last = points[control.chain[0]], points[control.chain[-1]]
    axis = (last - first) / max(float(np.linalg.norm(last - first)), 1e-9)
    here = body.control_matrix(control.name)[:3, 3]
    return max(float(np.linalg.norm(_across(here - first, axis))), 0.25 * float(np.linalg.norm(last - first)))


def _locked(bone):
    """The components that stay: property, index, value."""
    found = [("location", i, bone.location[i]) for i in range(3) if bone.lock_location[i]]
    if bone.rotation_mode not in ("QUATERNION", "AXIS_ANGLE"):
        found += [("rotation_euler", i, bone.rotation_euler[i]) for i in range(3) if bone.lock_rotation[i]]
    return found
