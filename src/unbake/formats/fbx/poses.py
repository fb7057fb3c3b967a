"""A take whose nodes do not turn and move as joints do, by itself: where ufbx has them on every frame.

For what curves do not tell alone: several layers, scales that are uneven or change, pivots that move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from unbake.formats.fbx.frames import Frames
from unbake.formats.fbx.rig import STILL_M, names_of
from unbake.formats.fbx.scene import Scene, Wanted, read_scene
from unbake.formats.fbx.values import worlds
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.rotations import IDENTITY_XYZW, quaternion_conjugate, quaternion_product, rotate
from unbake.motion.skeleton import TRANSLATIONS, Skeleton


def posed_motion(path: Path, scene: Scene, chosen: Sequence[int], frames: Frames) -> Motion:
    """Return a motion in which every joint is where ufbx has its node; joints move in their parents where nodes do.

    Parameters
    ----------
    path, scene : the file.
    chosen : numbers of the nodes that are joints, parents first.
    frames : of the clip.

    Raises
    ------
    FileError, UsageError : as `read_scene`.
    """
    above = {node for number in chosen for node in _line(scene, number)}
    wanted = Wanted(frames.start_s, frames.fps, frames.count, tuple(sorted(above)))
    again = read_scene(path, scene.take, poses=wanted)
    assert again.poses is not None
    local = np.zeros((frames.count, len(scene.nodes), 10))
    local[..., 6:] = 1.0
    local[:, list(wanted.nodes)] = again.poses
    matrices, rotations = worlds(scene, local)
    places = np.stack([matrices[number][1] for number in chosen], axis=1)
    turns = np.stack([rotations[number] for number in chosen], axis=1)
    return _motion(scene, chosen, frames, places, turns)


def _line(scene: Scene, number: int) -> list[int]:
    out = [number]
    while (number := scene.nodes[number].parent) >= 0:
        out.append(number)
    return out


def _motion(scene: Scene, chosen: Sequence[int], frames: Frames, places: Floats, turns: Floats) -> Motion:
    place_of = {node: place for place, node in enumerate(chosen)}
    parents = [next((place_of[n] for n in _line(scene, node)[1:] if n in place_of), -1) for node in chosen]
    several = sum(parent < 0 for parent in parents) > 1
    rotations, shifts = turns.copy(), places.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            back = quaternion_conjugate(turns[:, parent])
            rotations[:, joint] = quaternion_product(back, turns[:, joint])
            shifts[:, joint] = rotate(back, places[:, joint] - places[:, parent])
    moves = [parent < 0 or bool((np.ptp(shifts[:, j], axis=0) > STILL_M).any()) for j, parent in enumerate(parents)]
    orders = [scene.nodes[node].order or "zyx" for node in chosen]
    names, notes = names_of([scene.nodes[node] for node in chosen], several)
    channels = [
        (*(TRANSLATIONS if moved else ()), *(f"r{letter}" for letter in order))
        for moved, order in zip(moves, orders, strict=True)
    ]
    skeleton = Skeleton(
        names,
        tuple([-1] * several + [parent + several if parent >= 0 else several - 1 for parent in parents]),
        np.concatenate([np.zeros((int(several), 3)), shifts[0]]),
        tuple([()] * several + channels),
        tuple(["zyx"] * several + orders),
        metres_per_unit=1.0,
    )
    still = np.tile(IDENTITY_XYZW, (frames.count, int(several), 1))
    motion = Motion(
        skeleton,
        np.concatenate([still, rotations], axis=1),
        shifts[:, moves],
        frames.fps,
        frames.first,
    )
    return replace(motion, warnings=tuple(notes))
