"""The synthetic performer's actions, whose flags are known exactly: several statures, clean and noisy captures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.annotations.labelled import Judged
from unbake.ground.arrays import Booleans
from unbake.ground.intervals import intervals
from unbake.library.annotations import THIRTEEN, flag_index
from unbake.motion.body.body_path import RATE_HZ, ROLES, BodyPath, body_path
from unbake.performer import perform, with_drift, with_noise
from unbake.performer.performance import Performance

STATURES_M = (1.55, 1.68, 1.75, 1.9)
NOISES_DEG = (0.0, 0.3, 0.8, 1.5)
SECONDS = 4.0
TURNING_DEG_S = 30.0
"""A heading that changes faster is a turn."""
LOW = 0.85
"""Hips below this part of their height when standing are a crouch."""
STANDS_S = 0.5
"""Feet that stay as long make somebody stand."""
REACHED = 0.1
"""Hands that are so far from where they began, in leg lengths, reach."""

ACTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("walk", {"speed_m_s": 0.8}),
    ("walk", {"speed_m_s": 1.2}),
    ("walk", {"speed_m_s": 1.6}),
    ("walk", {"speed_m_s": 1.2, "turning_deg_s": 50.0}),
    ("walk", {"speed_m_s": 1.0, "turning_deg_s": -60.0}),
    ("run", {"speed_m_s": 2.6}),
    ("run", {"speed_m_s": 3.4}),
    ("run", {"speed_m_s": 3.0, "turning_deg_s": 50.0}),
    ("run", {"speed_m_s": 3.0, "turning_deg_s": -45.0}),
    ("backwards", {"speed_m_s": 0.8}),
    ("backwards", {"speed_m_s": 1.1}),
    ("jump", {}),
    ("jump", {"height_m": 0.2, "distance_m": 0.0}),
    ("turn", {"angle_deg": 180.0}),
    ("turn", {"angle_deg": -120.0}),
    ("stand", {}),
    ("reach", {}),
    ("reach", {"side": "left"}),
)
"""What is done, in turn by performers of all statures. "Backwards" is a walk that is played from its end."""


def performed(seed: int, noise_deg: float, *, rounds: int = 2) -> list[Judged]:
    """Return takes of all acts.

    Parameters
    ----------
    seed : of everything.
    noise_deg : of every joint's rotation, with drift of twice the size.
    rounds : how often each act is done, each time by another performer.
    """
    return [clip for turn in range(rounds) for clip in _round(1000 * seed + turn, turn, noise_deg)]


def _round(seed: int, turn: int, noise_deg: float) -> Iterator[Judged]:
    for n, (act, style) in enumerate(ACTS):
        stature = STATURES_M[(n + turn) % len(STATURES_M)]
        scaled = {k: v * (stature / 1.75) ** 0.5 if k == "speed_m_s" else v for k, v in style.items()}
        action = "walk" if act == "backwards" else act
        seconds = SECONDS if action in ("walk", "run", "stand") else None
        done = perform(action, seconds=seconds, fps=RATE_HZ, seed=seed * 100 + n, stature_m=stature, **scaled)
        motion, truth = done.motion, truth_of(act, style, done)
        if act == "backwards":
            motion = replace(
                motion,
                rotations_xyzw=motion.rotations_xyzw[::-1].copy(),
                translations_m=motion.translations_m[::-1].copy(),
            )
            truth = truth[:, ::-1]
        if noise_deg:
            motion = with_drift(motion, 2.0 * noise_deg, 0.02 * noise_deg, seed=seed)
            motion = with_noise(motion, noise_deg, 0.003 * noise_deg, seed=seed + 1)
        yield Judged(f"{act} {n} {stature:g} m, seed {seed}", f"{stature:g}", body_path(motion), truth)


def truth_of(act: str, style: dict[str, Any], done: Performance) -> Booleans:
    """Return where each flag holds (K, T), by what was asked of the performer and what it did without any noise."""
    path = body_path(done.motion)
    out = np.zeros((len(THIRTEEN), path.n_instants), dtype=np.bool_)

    def put(flag: str, where: Booleans | bool) -> None:
        out[flag_index(THIRTEEN, flag)] |= where

    put("Walk", act in ("walk", "backwards"))
    put("Run", act == "run")
    put("Backwards", act == "backwards")
    if turned := style.get("turning_deg_s", 0.0):
        put("Turn Left" if turned > 0.0 else "Turn Right", True)
    if act == "turn":
        _put_turns(path, put)
    if act in ("jump", "turn", "stand", "reach"):
        flight = done.flight if len(done.flight) else np.zeros(path.n_instants, dtype=np.bool_)
        hips = path.positions[:, ROLES.index("hips"), 1]
        low = (hips < LOW * hips[0]) & ~flight
        put("Jump", flight)
        put("Crouch", low)
        put("Stand", _long(done.contacts.all(axis=1) & ~low, round(STANDS_S * RATE_HZ)))
    if act == "reach":
        wrists = path.positions[:, [ROLES.index("left-wrist"), ROLES.index("right-wrist")]]
        put("Reach", (np.linalg.norm(wrists - wrists[0], axis=2) > REACHED).any(axis=1))
    return out


def _put_turns(path: BodyPath, put: Callable[[str, Booleans], None]) -> None:
    """Turns in place, by the heading's change over half a second."""
    sine, cosine = path.frame[1:]
    turning = np.degrees(np.gradient(np.unwrap(np.arctan2(sine, cosine)))) * RATE_HZ
    steady = np.convolve(np.pad(turning, 15, mode="edge"), np.full(31, 1.0 / 31.0), mode="valid")
    put("Turn Left", steady > TURNING_DEG_S)
    put("Turn Right", steady < -TURNING_DEG_S)


def _long(where: Booleans, least: int) -> Booleans:
    """Runs of so many instants or more."""
    out = np.zeros_like(where)
    for first, last in intervals(where):
        out[first : last + 1] = last - first + 1 >= least
    return out
