"""Which way is up in a BVH file, which does not say: Blender writes its own axes, z up, and most others y.

A figure that stands along z, at rest and in motion, is turned so that y is up.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.delivery.axes import turn_to, turned
from unbake.motion.motion import Motion

FRAMES_LOOKED_AT = 25
UPRIGHT = 0.8
"""Cosine of the angle to an axis within which a figure stands along it."""
_Z_TO_Y = turn_to("-z")


def upright(motion: Motion) -> Motion:
    """Return a motion with y up; where z was, it is turned and one of its warnings says so.

    Somebody who lies does so in motion alone, and a rest pose with all bones along one axis is one at rest alone: a
    figure has to stand along z in both. Of a figure whose head is not known the hips are looked at; where no ankle is
    known either, y is taken as up.
    """
    rest = motion.skeleton.rest_positions()[None]
    rows = np.linspace(0, motion.n_frames - 1, min(motion.n_frames, FRAMES_LOOKED_AT)).astype(int)
    sample = replace(motion, rotations_xyzw=motion.rotations_xyzw[rows], translations_m=motion.translations_m[rows])
    if not all(_stands_along_z(motion, places) for places in (rest, sample.positions())):
        return motion
    note = Note("the figure stands along z: z was taken as up, and turned to y", "axes-assumed")
    return replace(turned(motion, _Z_TO_Y), warnings=(*motion.warnings, note))


def _stands_along_z(motion: Motion, positions: Floats) -> bool:
    """Whether the head, or else the hips, is above the ankles along z in most of some poses (T, J, 3)."""
    roles = motion.skeleton.roles
    ankles = [roles[role] for role in ("left-ankle", "right-ankle") if role in roles]
    top = roles.get("head", roles.get("hips"))
    if top is None or not ankles:
        return False
    along = positions[:, top] - positions[:, ankles].mean(axis=1)
    lengths = np.linalg.norm(along, axis=1)
    return bool(np.median(along[:, 2] / np.maximum(lengths, 1e-12)) > UPRIGHT)
