"""The deform bones of a rig as they stand now, and as the capture wants them."""

from __future__ import annotations

import re

import numpy as np

from ..link.worker import WorkerError
from ..reading.bodies import Sampler, nodes_of, rotations_of

PREFIX = re.compile(r"^(?:.*:)?(?:DEF-|ORG-)?")


class Body:
    """The seen bones of a rig.

    `points` are the heads of its nodes, then the tails of bones without children. `wanted_turns` (F, N, 3, 3) and
    `wanted_points` (F, P, 3) are in the world, in Blender's units; `is_wanted` (N,) and `is_wanted_point` (P,) say of
    which bones the capture knows anything.
    """

    def __init__(self, context, study, rig):
        self.context, self.rig = context, rig
        self.owners = study.subjects() if rig.name in study.owners else {rig.name: rig}
        self.nodes = study.nodes if rig.name in study.owners else nodes_of([rig])
        wanted, self.is_wanted = _wanted(study, self.nodes, rig)
        self.wanted_places_m = wanted[..., :3, 3] * study.metres
        self.tails = [number for number, node in enumerate(self.nodes) if node.length]
        self.wanted_turns, self.wanted_points = self._parts(wanted)
        self.is_wanted_point = np.concatenate([self.is_wanted, self.is_wanted[self.tails]])

    def matrices(self):
        """Return where the nodes are now, (N, 4, 4)."""
        sampler = Sampler(self.nodes, [0])
        sampler.read(0, self.owners, self.context.evaluated_depsgraph_get())
        return sampler.matrices[0]

    def now(self):
        """Return rotations (N, 3, 3) and points (P, 3) as they are now."""
        return self._parts(self.matrices())

    def _parts(self, matrices):
        points = [matrices[..., :3, 3]]
        for number in self.tails:
            tip = matrices[..., number, :3, 1] * self.nodes[number].length + matrices[..., number, :3, 3]
            points.append(tip[..., None, :])
        return rotations_of(matrices), np.concatenate(points, axis=-2)

    def control_matrix(self, name):
        """Return where a control is now in the world, (4, 4)."""
        seen = self.rig.evaluated_get(self.context.evaluated_depsgraph_get())
        return np.array(seen.matrix_world) @ np.array(seen.pose.bones[name].matrix)

    def size(self):
        """Return how large it is: the longest side of a box around its points."""
        return float(np.ptp(self.now()[1], axis=0).max())


def bare(name):
    """Return a bone's name as rigs of different makers agree on it: without armature, DEF- and ORG-."""
    return PREFIX.sub("", name).lower()


def _wanted(study, nodes, rig):
    """Where the capture wants each node, (F, N, 4, 4), and of which it knows that, (N,).

    Of another armature than the captured one, bones are told by their names, and turned as both rest.
    """
    if rig.name in study.owners:
        return study.matrices, np.array([node.bone != "" and node.owner == rig.name for node in nodes])
    found = np.tile(np.eye(4), (len(study.matrices), len(nodes), 1, 1))
    known = np.zeros(len(nodes), dtype=bool)
    sources = {bare(node.bone): place for place, node in enumerate(study.nodes) if node.bone}
    for number, node in enumerate(nodes):
        place = sources.get(bare(node.bone)) if node.bone else None
        if place is not None:
            source = study.nodes[place]
            rests = [_rest(study.subjects()[source.owner], source.bone), _rest(rig, node.bone)]
            found[:, number] = study.matrices[:, place] @ np.linalg.inv(rests[0]) @ rests[1]
            known[number] = True
    if not known.any():
        raise WorkerError(f"No deform bone of {rig.name} is called like one that was analysed")
    return found, known


def _rest(owner, bone):
    return np.array(owner.matrix_world) @ np.array(owner.data.bones[bone].matrix_local)
