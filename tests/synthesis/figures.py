"""Motions and sources that tests of blends share."""

from dataclasses import replace
from functools import cache

import numpy as np
from tests.clips import jump_clip
from tests.data import DATA

from unbake.feet.labels import FootLabels, Plant
from unbake.formats.registry import load_motion
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_product
from unbake.synthesis.blending.source import BlendSource


@cache
def jump():
    """The packaged jump with its plants."""
    return BlendSource.of(jump_clip())


@cache
def real(name):
    """A clip of the archive at 60 frames a second, with the plants that are guessed."""
    return BlendSource.of(load_motion(DATA / "cmu" / name[:2] / f"{name}.amc").resampled(60))


@cache
def walker(n=60, step_m=0.6, lean=0.0, turning=0.0, stature=1.0):
    """A plain figure that swings its legs and goes on, its sides exactly alike, with a plant for each half step."""
    names = ["Hips", "Spine", "Neck", "Head"]
    parents = [-1, 0, 1, 2]
    offsets = [[0.0, 0.95, 0.0], [0.0, 0.15, 0.0], [0.0, 0.35, 0.0], [0.0, 0.12, 0.0]]
    for side, x in (("Left", 1.0), ("Right", -1.0)):
        top = len(names)
        names += [side + part for part in ("UpLeg", "Leg", "Foot", "ToeBase", "Toe_end")]
        parents += [0, top, top + 1, top + 2, top + 3]
        offsets += [[0.09 * x, -0.05, 0.0], [0.0, -0.42, 0.0], [0.0, -0.4, 0.0], [0.0, -0.06, 0.13], [0.0, 0.0, 0.06]]
        arm = len(names)
        names += [side + part for part in ("Arm", "ForeArm", "Hand")]
        parents += [1, arm, arm + 1]
        offsets += [[0.18 * x, 0.3, 0.0], [0.28 * x, 0.0, 0.0], [0.25 * x, 0.0, 0.0]]
    phase = 2.0 * np.pi * np.arange(n) / 60.0
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (n, len(names), 1))
    rotations[:, 1] = turned(0, lean * np.ones(n))
    for side, sign in (("Left", 1.0), ("Right", -1.0)):
        swing = sign * np.sin(phase)
        rotations[:, names.index(side + "UpLeg")] = turned(0, -0.35 * swing)
        rotations[:, names.index(side + "Leg")] = turned(0, 0.3 + 0.3 * np.cos(phase) * sign)
        rotations[:, names.index(side + "Arm")] = quaternion_product(
            turned(0, 0.4 * swing), turned(2, -1.3 * sign * np.ones(n))
        )
        rotations[:, names.index(side + "ForeArm")] = turned(1, -0.4 * sign * (1.0 + 0.3 * swing))
    angle = turning * np.arange(n) / n
    rotations[:, 0] = turned(1, angle)
    ahead = step_m / 30.0 * np.stack([np.sin(angle), np.zeros(n), np.cos(angle)], axis=-1)
    root = np.cumsum(ahead, axis=0) - ahead[0] + [0.0, 0.95, 0.0]
    root[:, 1] += 0.02 * np.cos(2.0 * phase)
    motion = Motion.from_arrays(names, parents, np.array(offsets) * stature, rotations, root * stature, 60)
    plants = [Plant(first, min(first + 24, n - 1), 0 if k % 2 else 2) for k, first in enumerate(range(0, n, 30))]
    plants += [replace(plant, point=plant.point + 1) for plant in plants]
    return BlendSource(motion, FootLabels(tuple(plants), n, motion.fps, motion.first_frame))


def turned(axis, angle):
    """Quaternions about x, y or z."""
    out = np.zeros((len(angle), 4))
    out[:, axis], out[:, 3] = np.sin(0.5 * angle), np.cos(0.5 * angle)
    return out


def placed(source, angle, shift):
    """A source somewhere else, with another heading."""
    motion = source.motion
    rotations, translations = motion.rotations_xyzw.copy(), motion.translations_m.copy()
    up = turned(1, np.full(motion.n_frames, angle))
    rotations[:, 0] = quaternion_product(up, rotations[:, 0])
    x, z = translations[:, 0, 0].copy(), translations[:, 0, 2].copy()
    translations[:, 0, 0] = np.cos(angle) * x + np.sin(angle) * z + shift[0]
    translations[:, 0, 2] = np.cos(angle) * z - np.sin(angle) * x + shift[1]
    return replace(source, motion=replace(motion, rotations_xyzw=rotations, translations_m=translations))


def apart_m(a, b):
    """The largest distance of a joint in one motion from the same in another."""
    assert a.n_frames == b.n_frames
    return float(np.linalg.norm(a.positions() - b.positions(), axis=-1).max())


def bone_lengths_m(motion):
    """How long every bone is in each frame."""
    places, parents = motion.positions(), np.array(motion.skeleton.parents)
    return np.linalg.norm(places[:, 1:] - places[:, parents[1:]], axis=-1)
