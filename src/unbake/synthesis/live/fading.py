"""Inertialisation, frame by frame: after a jump, what the pose differed from the new one dies away.

References: D. Bollo, Inertialization, GDC 2018; D. Holden, Spring-it-on, 2021. The same springs as in
`unbake.synthesis.inertialised`.
"""

from __future__ import annotations

import numpy as np

from unbake.ground.arrays import Floats
from unbake.motion.rotations import (
    quaternion_conjugate,
    quaternion_from_vector,
    quaternion_product,
    vector_from_quaternion,
)
from unbake.synthesis.blending.momentary import HALF_LIFE_S, dying
from unbake.synthesis.material.material import Material
from unbake.synthesis.material.spliced import Stretch

OVER_S = 10.0 * HALF_LIFE_S
"""After this nothing is left of a difference but a hundredth."""


class Fading:
    """What is left of the difference between what was shown and what is played.

    Parameters
    ----------
    material : what is played.
    """

    def __init__(self, material: Material) -> None:
        self._material = material
        self._frames = -1
        joints, translated = material.rotations_xyzw.shape[1], material.translations_m.shape[1]
        self._turns = np.zeros((2, joints, 3))
        self._moves = np.zeros((2, translated, 3))
        self._step, self._turn = np.zeros(2), 0.0

    def jump(self, shown: list[tuple[Floats, Floats]], step: Floats, turn: float, stretch: Stretch) -> None:
        """Begin to fade from what was shown to a stretch of a clip.

        Parameters
        ----------
        shown : rotations (J, 4) and translations (T, 3), as `Stretch` has them, of the last two frames; at least one.
        step, turn : the last step (2,) and turn of the body.
        stretch : what is played from now on; its first frames are of one clip.
        """
        row = int(stretch.origins[0, 0])
        start = int(self._material.starts[self._material.clip_of[row]])
        differences = []
        for back, (rotations, translations) in enumerate(reversed(shown), start=1):
            own = max(row - back, start)
            turned = quaternion_product(rotations, quaternion_conjugate(self._material.rotations_xyzw[own]))
            differences.append((vector_from_quaternion(turned), translations - self._material.translations_m[own]))
        fps = self._material.fps
        offsets, before = differences[0], differences[-1]
        self._turns = np.stack([offsets[0], (offsets[0] - _nearest(before[0], offsets[0])) * fps])
        self._moves = np.stack([offsets[1], (offsets[1] - before[1]) * fps])
        self._step, self._turn = step - stretch.steps_m[0], turn - float(stretch.turns_rad[0])
        self._frames = 0

    def faded(
        self, rotations_xyzw: Floats, translations_m: Floats, step: Floats, turn: float
    ) -> tuple[Floats, Floats, Floats, float]:
        """Return a frame's pose, step and turn with what is left of the difference; each call is a frame later."""
        if self._frames < 0:
            return rotations_xyzw, translations_m, step, turn
        self._frames += 1
        seconds = self._frames / self._material.fps
        if seconds > OVER_S:
            self._frames = -1
            return rotations_xyzw, translations_m, step, turn
        at = np.array([seconds])
        left = 0.5 ** (seconds / HALF_LIFE_S)
        return (
            quaternion_product(quaternion_from_vector(dying(self._turns[0], self._turns[1], at)[0]), rotations_xyzw),
            translations_m + dying(self._moves[0], self._moves[1], at)[0],
            step + left * self._step,
            turn + left * self._turn,
        )


def _nearest(vectors: Floats, to: Floats) -> Floats:
    """The same rotations (J, 3) the way round that is nearer to others."""
    angles = np.linalg.norm(vectors, axis=-1, keepdims=True)
    other = vectors - 2.0 * np.pi * vectors / np.maximum(angles, 1e-9)
    is_nearer = np.linalg.norm(other - to, axis=-1) < np.linalg.norm(vectors - to, axis=-1)
    return np.where(is_nearer[:, None], other, vectors)
