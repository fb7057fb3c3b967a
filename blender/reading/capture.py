"""A clip of the scene for Unbake: joints whose channels are Blender's own wherever bones follow them exactly.

Each node is compared with what its properties alone would make of it. Where they explain its place on every frame, the
joint has Blender's F-curves as its channels, and Unbake's curves can be written back as they are. Where constraints,
drivers or scale move it, too, the joint has channels that nobody writes back: it is seen, and its error counts.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from .bodies import rotations_of
from .properties import ROTATIONS
from .rotations import continuous, matrix_from_euler, matrix_from_quaternion, xyzw_from_matrix

NEAR_M = 1e-4
NEAR = 5e-4
"""How exactly properties have to explain a node: metres, and parts of one in a rotation's matrix."""
IDENTITY = [0.0, 0.0, 0.0, 1.0]
Y_UP = [-float(np.sqrt(0.5)), 0.0, 0.0, float(np.sqrt(0.5))]
"""From Blender's Z up to Unbake's Y up."""


@dataclass
class Capture:
    """A clip as Unbake reads it: `joints` and `columns` of its file, and which joint each node is."""

    joints: list
    columns: list
    joint_of: list
    first: int
    n_frames: int
    fps: Fraction

    def file_bytes(self):
        """Return the clip as Unbake's native file, a key on every frame."""
        head = {
            "format": "unbake-animation",
            "version": 3,
            "generator": "Unbake for Blender",
            "fps": f"{self.fps.numerator}/{self.fps.denominator}",
            "first_frame": self.first,
            "n_frames": self.n_frames,
            "fit": "baked",
            "warnings": [],
            "keys": {"frames": list(range(self.n_frames)), "classes": ["keypose"] * self.n_frames, "error": 0.0},
            "metres_per_unit": None,
            "joints": self.joints,
            "curves": [{"joint": j, "channel": name, "values": v.tolist()} for j, name, v in self.columns],
        }
        return json.dumps(head, allow_nan=False).encode()


class CaptureBuilder:
    """Makes joints of nodes; `metres` is how many metres make one unit of the scene."""

    def __init__(self, sampler, owners, targets, metres):
        self.sampler = sampler
        self.owners = owners
        self.metres = metres
        self.targets = {(t.owner, t.bone, t.prop, t.index): t for t in targets}
        self.rotations = rotations_of(sampler.matrices)
        self.places_m = sampler.matrices[..., :3, 3] * metres
        bones = [node.name for node in sampler.nodes if node.bone]
        self.prefix = os.path.commonprefix(bones) if len(bones) > 1 else ""
        self.taken = set(bones)
        self.joints = [_joint(self._free_name("World"), -1, [0.0, 0.0, 0.0], Y_UP)]
        self.columns = []
        self.joint_of = []

    def capture(self, first, fps):
        """Return the clip; targets learn which column they are."""
        for place, node in enumerate(self.sampler.nodes):
            self._add(place, node)
        return Capture(self.joints, self.columns, self.joint_of, first, len(self.places_m), fps)

    def _add(self, place, node):
        turn, shift_m = self._local(place, node.parent)
        rest, metres = self._rest(node)
        carrier = self.owners[node.owner].pose.bones[node.bone] if node.bone else self.owners[node.owner]
        turning = self._turning(place, node, carrier, turn, rest)
        moving = self._moving(place, node, shift_m, rest, metres)
        if not turning and not moving:
            rest = np.eye(4)
        base, base_m = rest[:3, :3], rest[:3, 3] * metres
        turn, shift_m = base.T @ turn, (shift_m - base_m) @ base
        parent = self.joint_of[node.parent] if node.parent >= 0 else 0
        name = node.name if node.bone else self._free_name(self.prefix + node.name)
        if np.abs(rest - np.eye(4)).max() > 1e-9:
            resting = self._free_name(f"{self.prefix}rest {place}")
            self.joints.append(_joint(resting, parent, base_m, xyzw_from_matrix(base)))
            parent = len(self.joints) - 1
        here = len(self.joints)
        joint = _joint(name, parent, shift_m[0], xyzw_from_matrix(turn[0]))
        self.joints.append(joint)
        self.joint_of.append(here)
        self._add_location(here, joint, shift_m, moving, metres)
        self._add_rotation(here, joint, carrier, turn, turning)
        if node.length:
            tip = [0.0, node.length * self._size(node), 0.0]
            self.joints.append(_joint(self._free_name(f"{name}_tip"), here, tip, IDENTITY) | {"end_site": True})

    def _free_name(self, name):
        """A name that no joint has yet; bones have their own."""
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def _add_location(self, here, joint, shift_m, moving, metres):
        for axis, letter in enumerate("xyz"):
            target = moving.get(axis)
            if target is None and np.ptp(shift_m[:, axis]) < NEAR_M:
                continue
            if target is not None:
                target.column, target.factor = len(self.columns), metres
            values = shift_m[:, axis] if target is None else target.values * metres
            joint["channels"].append(f"t{letter}")
            self.columns.append((here, f"t{letter}", values))

    def _add_rotation(self, here, joint, carrier, turn, turning):
        if not turning:
            if np.ptp(turn, axis=0).max() >= NEAR:
                for index, values in enumerate(continuous(xyzw_from_matrix(turn)).T):
                    self._add_channel(here, joint, "q" + "xyzw"[index], values)
        elif len(turning) == 4:
            wxyz = np.stack([turning[index].values for index in range(4)], axis=-1)
            wxyz = continuous(wxyz / np.linalg.norm(wxyz, axis=-1, keepdims=True))
            for index, letter in ((1, "x"), (2, "y"), (3, "z"), (0, "w")):
                turning[index].column = len(self.columns)
                self._add_channel(here, joint, f"q{letter}", wxyz[:, index])
        else:
            joint["rotation_order"] = carrier.rotation_mode[::-1].lower()
            for index, letter in enumerate("xyz"):
                turning[index].column = len(self.columns)
                self._add_channel(here, joint, f"r{letter}", turning[index].values)

    def _add_channel(self, here, joint, name, values):
        joint["channels"].append(name)
        self.columns.append((here, name, values))

    def _local(self, place, parent):
        """Rotations (F, 3, 3) and shifts (F, 3) in metres against the parent."""
        if parent < 0:
            return self.rotations[:, place], self.places_m[:, place]
        above = self.rotations[:, parent].transpose(0, 2, 1)
        away = self.places_m[:, place] - self.places_m[:, parent]
        return above @ self.rotations[:, place], (above @ away[..., None])[..., 0]

    def _rest(self, node):
        """Where a node rests without scale, and how many metres make one unit of its location."""
        rest = node.rest.copy()
        metres = self.metres * (self._size(node) / self.metres if node.bone else self._size_of_parent(node))
        rest[:3, :3] = rotations_of(rest[None])[0]
        return rest, metres

    def _size(self, node):
        """How many metres make one unit within a node's own object."""
        return float(np.cbrt(abs(np.linalg.det(np.array(self.owners[node.owner].matrix_world)[:3, :3])))) * self.metres

    def _size_of_parent(self, node):
        if node.parent < 0:
            return 1.0
        return self._size(self.sampler.nodes[node.parent]) / self.metres

    def _turning(self, place, node, carrier, turn, rest):
        """The targets of a node's rotation by component, where they explain it; none otherwise."""
        mode = carrier.rotation_mode
        prop = ROTATIONS.get(mode, "rotation_euler")
        count = 4 if mode == "QUATERNION" else 3
        found = [self.targets.get((node.owner, node.bone, prop, index)) for index in range(count)]
        if mode == "AXIS_ANGLE" or None in found:
            return {}
        values = np.stack([target.values for target in found], axis=-1)
        of = matrix_from_quaternion(values) if count == 4 else matrix_from_euler(mode, values)
        if np.abs(rest[:3, :3] @ of - turn).max() > NEAR:
            return {}
        return dict(enumerate(found))

    def _moving(self, place, node, shift_m, rest, metres):
        """The targets of a node's location by axis, where its location explains where it is; none otherwise."""
        found = {axis: self.targets.get((node.owner, node.bone, "location", axis)) for axis in range(3)}
        locations = self.sampler.locations[:, place].copy()
        for axis, target in found.items():
            if target is not None:
                locations[:, axis] = target.values
        explained_m = (rest[:3, 3] + locations @ rest[:3, :3].T) * metres
        if metres == 0.0 or np.abs(explained_m - shift_m).max() > NEAR_M:
            return {}
        return {axis: target for axis, target in found.items() if target is not None}


def _joint(name, parent, offset_m, rest_xyzw):
    return {
        "name": name,
        "parent": parent,
        "offset_m": [float(x) for x in offset_m],
        "channels": [],
        "rotation_order": "zyx",
        "axes_xyzw": IDENTITY,
        "rest_xyzw": [float(x) for x in rest_xyzw],
        "end_site": False,
    }
