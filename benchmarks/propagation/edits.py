"""Edits that are functions of the motion, so that their truth is known on every frame of every clip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial.transform import Rotation

from unbake.ground.arrays import Floats
from unbake.motion.body.body_frame import heading
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at, rotations_at
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate


@dataclass(frozen=True, eq=False)
class Edited:
    """A motion and what an edit makes of it.

    Parameters
    ----------
    source, motion : before and after.
    seconds : (F,) when each frame of the source is shown.
    """

    source: Motion
    motion: Motion
    seconds: Floats


class Body:
    """A clip on which joints are turned as seen from where the body heads."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        roles = motion.skeleton.roles
        self.places = motion.positions()
        sine, cosine = heading(self.places[:, [roles["left-hip"], roles["right-hip"]]])
        zero = np.zeros_like(sine)
        half = 0.5 * np.arctan2(sine, cosine)
        self._heading = np.stack([zero, np.sin(half), zero, np.cos(half)], axis=1)
        centre = self.places[:, [roles["left-hip"], roles["right-hip"]]].mean(axis=1)
        speed = np.linalg.norm(np.gradient(centre[:, [0, 2]], axis=0), axis=1) * float(motion.fps)
        width = max(3, round(0.25 * float(motion.fps)))
        self.speed = np.convolve(np.pad(speed, width, mode="edge"), np.ones(width) / width, "same")[width:-width]

    def place(self, role: str) -> Floats:
        """Return where a joint is, as the body sees it."""
        hips = self.places[:, [self.motion.skeleton.roles[side] for side in ("left-hip", "right-hip")]].mean(axis=1)
        away = self.places[:, self.motion.skeleton.roles[role]] - hips
        return rotate(quaternion_conjugate(self._heading), away)

    def turn(self, role: str, vectors_deg: Sequence[Floats | float]) -> None:
        """Turn a joint about the body's axes to the left, upwards and ahead, in degrees (F,) or one number each."""
        joint = self.motion.skeleton.roles.get(role)
        if joint is None:
            return
        n = self.motion.n_frames
        vectors = np.radians(
            np.stack([np.broadcast_to(np.asarray(part, dtype=float), n) for part in vectors_deg], axis=1)
        )
        in_world = quaternion_product(
            self._heading,
            quaternion_product(Rotation.from_rotvec(vectors).as_quat(), quaternion_conjugate(self._heading)),
        )
        world, parent = self.motion.world_rotations_xyzw(), self.motion.skeleton.parents[joint]
        turned = quaternion_product(in_world, world[:, joint])
        rotations = self.motion.rotations_xyzw.copy()
        above = quaternion_conjugate(world[:, parent]) if parent >= 0 else np.array([0.0, 0.0, 0.0, 1.0])
        rotations[:, joint] = quaternion_product(above, turned)
        self.motion = replace(self.motion, rotations_xyzw=rotations)


def lean(body: Body) -> None:
    """Lean forward, the head upright."""
    body.turn("spine", (18.0, 0.0, 0.0))
    body.turn("neck", (-12.0, 0.0, 0.0))


def bow_legs(body: Body) -> None:
    """Bow the legs: thighs out, shins back in, more so the straighter the leg."""
    for side, sign in (("left", 1.0), ("right", -1.0)):
        straight = np.clip(-body.place(f"{side}-ankle")[:, 1] / 0.85, 0.5, 1.1)
        body.turn(f"{side}-hip", (0.0, 0.0, sign * 14.0 * straight))
        body.turn(f"{side}-knee", (0.0, 0.0, -sign * 20.0 * straight))
        body.turn(f"{side}-ankle", (0.0, 0.0, sign * 6.0 * straight))


def wide_arms(body: Body) -> None:
    """Hold the arms away from the body."""
    for side, sign in (("left", 1.0), ("right", -1.0)):
        body.turn(f"{side}-shoulder", (0.0, 0.0, sign * 30.0))
        body.turn(f"{side}-elbow", (-15.0, 0.0, 0.0))


def wide_when_walking(body: Body) -> None:
    """Hold the arms away while walking, let them hang while standing (figure 6.6 of the thesis)."""
    amount = 1.0 / (1.0 + np.exp(-8.0 * (body.speed - 0.5)))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        body.turn(f"{side}-shoulder", (0.0, 0.0, sign * 35.0 * amount))


def strut(body: Body) -> None:
    """Strut: chest out, shoulders that swing with the opposite foot, and a head that follows late."""
    apart = body.place("left-ankle")[:, 2] - body.place("right-ankle")[:, 2]
    body.turn("spine", (-8.0, -18.0 * apart, 6.0 * apart))
    body.turn("neck", (6.0, 8.0 * apart, 0.0))
    for side, sign in (("left", 1.0), ("right", -1.0)):
        body.turn(f"{side}-shoulder", (sign * 35.0 * apart, 0.0, sign * 8.0))
        body.turn(f"{side}-elbow", (-20.0 - sign * 15.0 * apart, 0.0, 0.0))


def heavy(body: Body) -> None:
    """Let head and arms hang, and sway with the steps."""
    apart = body.place("left-ankle")[:, 1] - body.place("right-ankle")[:, 1]
    body.turn("spine", (10.0, 0.0, 20.0 * apart))
    body.turn("neck", (15.0, 0.0, 0.0))


Pose = Callable[[Body], None]
EDITS: dict[str, tuple[Pose | None, float, float]] = {
    "lean": (lean, 1.0, 0.0),
    "bow legs": (bow_legs, 1.0, 0.0),
    "wide arms": (wide_arms, 1.0, 0.0),
    "wide when walking": (wide_when_walking, 1.0, 0.0),
    "strut": (strut, 1.0, 0.0),
    "slow and heavy": (heavy, 1.4, 0.0),
    "time warp": (None, 1.0, 0.5),
}
"""Name → how poses change, how much longer everything takes, and how much longer while the feet are apart."""


def edited(name: str, motion: Motion) -> Edited:
    """Return a clip as an edit changes it."""
    change, slower, more = EDITS[name]
    body = Body(motion)
    apart = np.abs(body.place("left-ankle")[:, 2] - body.place("right-ankle")[:, 2])
    if change:
        change(body)
    if slower == 1.0 and not more:
        return Edited(motion, body.motion, np.arange(motion.n_frames) / float(motion.fps))
    pace = slower * (1.0 + more * (apart - 0.25))
    fps = float(motion.fps)
    seconds = np.concatenate([[0.0], np.cumsum(pace[1:])]) / fps
    out = np.arange(int(seconds[-1] * fps + 1e-6) + 1) / fps
    shown = np.interp(out, seconds, np.arange(motion.n_frames))
    moved = replace(
        body.motion,
        rotations_xyzw=rotations_at(body.motion.rotations_xyzw, shown),
        translations_m=positions_at(body.motion.translations_m, shown),
    )
    return Edited(motion, moved, seconds)
