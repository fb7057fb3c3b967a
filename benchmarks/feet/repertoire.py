"""What the synthetic performer is asked to do for training and for judging: motions with exact contacts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.motion.motion import Motion
from unbake.performer import perform, with_drift, with_noise

MANNERS: dict[str, list[dict[str, Any]]] = {
    "walk": [
        {"speed_m_s": 0.7},
        {"speed_m_s": 1.0},
        {"speed_m_s": 1.3},
        {"speed_m_s": 1.7},
        {"speed_m_s": 1.3, "turning_deg_s": 35.0},
        {"speed_m_s": 1.0, "turning_deg_s": -60.0},
        {"speed_m_s": 1.2, "strike_deg": 8.0, "toe_off_deg": 35.0},
        {"speed_m_s": 0.9, "step_length_m": 0.4, "clearance_m": 0.03},
    ],
    "run": [
        {"speed_m_s": 2.4},
        {"speed_m_s": 3.0},
        {"speed_m_s": 3.8},
        {"speed_m_s": 3.0, "turning_deg_s": 45.0},
        {"speed_m_s": 3.2, "strike_deg": -8.0},
    ],
    "jump": [{}, {"height_m": 0.15, "distance_m": 0.0}, {"height_m": 0.5, "distance_m": 0.6}, {"height_m": 0.25}],
    "turn": [
        {},
        {"angle_deg": -90.0},
        {"angle_deg": 360.0, "most_a_step_deg": 70.0},
        {"angle_deg": -150.0, "step_s": 0.65, "lift_m": 0.06},
    ],
    "stairs": [
        {"step_length_m": 0.32},
        {"step_length_m": 0.32, "cadence_hz": 1.2},
        {"step_length_m": 0.34, "riser_m": 0.12},
    ],
    "sneak": [{}, {"speed_m_s": 0.6}, {"speed_m_s": 0.35, "clearance_m": 0.08}],
    "stand": [{}, {"sway_m": 0.015, "unrest_deg": 3.0}],
    "reach": [{}],
}
"""Manners by action, as styles of `perform`."""

_GOING: dict[str, tuple[float, float]] = {
    "step_width_m": (0.04, 0.2),
    "flat_at": (0.08, 0.2),
    "toe_out_deg": (-5.0, 20.0),
    "turning_deg_s": (-80.0, 80.0),
    "crouch_m": (0.01, 0.1),
    "ahead_m": (0.04, 0.1),
    "lean_deg": (0.0, 12.0),
    "hips_turn_deg": (2.0, 10.0),
}
SPREADS: dict[str, dict[str, tuple[float, float]]] = {
    "walk": {
        **_GOING,
        "speed_m_s": (0.5, 2.0),
        "strike_deg": (0.0, 28.0),
        "toe_off_deg": (30.0, 62.0),
        "heel_off_at": (0.4, 0.65),
        "clearance_m": (0.01, 0.09),
        "duty": (0.56, 0.68),
    },
    "run": {
        **_GOING,
        "speed_m_s": (2.0, 4.8),
        "strike_deg": (-20.0, 15.0),
        "toe_off_deg": (45.0, 72.0),
        "heel_off_at": (0.3, 0.55),
        "clearance_m": (0.08, 0.45),
        "duty": (0.24, 0.42),
    },
    "sneak": {
        **_GOING,
        "speed_m_s": (0.25, 0.9),
        "strike_deg": (-30.0, 15.0),
        "toe_off_deg": (15.0, 50.0),
        "heel_off_at": (0.5, 0.75),
        "clearance_m": (0.05, 0.25),
        "crouch_m": (0.05, 0.22),
    },
    "stairs": {"step_length_m": (0.31, 0.38), "riser_m": (0.1, 0.2), "cadence_hz": (1.0, 1.9)},
    "jump": {"height_m": (0.06, 0.6), "distance_m": (0.0, 0.9), "crouch_m": (0.12, 0.38), "give_m": (0.12, 0.38)},
    "turn": {
        "angle_deg": (-360.0, 360.0),
        "most_a_step_deg": (30.0, 80.0),
        "step_s": (0.36, 0.7),
        "lift_m": (0.02, 0.12),
    },
    "stand": {"sway_m": (0.002, 0.02), "unrest_deg": (0.5, 4.0)},
}
"""Ranges that manners are drawn from."""

MOTIONS = tuple(MANNERS)


@dataclass(frozen=True, eq=False)
class Take:
    """A performance as a capture has it, and its exact contacts."""

    name: str
    action: str
    motion: Motion
    labels: FootLabels


def takes(seed: int, statures_m: tuple[float, ...], noise_deg: float | None = None, fps: int = 60) -> Iterator[Take]:
    """Yield a take of every manner, statures in turn.

    Parameters
    ----------
    seed : of everything.
    statures_m : of the performers.
    noise_deg : standard deviation of every joint's rotation; a hundredth of it in metres is the root's, and drift of
        twice the size is added. By default clean, a little and much in turn.
    fps : frames a second.
    """
    rng = np.random.default_rng(seed)
    count = 0
    for action, manners in MANNERS.items():
        for manner in manners:
            stature = statures_m[count % len(statures_m)]
            noise = (0.0, 0.3, 0.8)[count % 3] if noise_deg is None else noise_deg
            count += 1
            yield take(action, manner, int(rng.integers(2**31)), stature, noise, fps)


def varied_takes(seed: int, count: int, fps: int = 60) -> Iterator[Take]:
    """Yield takes whose manner, stature and noise are drawn: twice as many of walks and runs as of the others."""
    rng = np.random.default_rng(seed)
    actions = ("walk", "run", *SPREADS)
    for n in range(count):
        action = actions[n % len(actions)]
        stature, noise = float(rng.uniform(1.5, 1.95)), float(rng.choice((0.0, 0.2, 0.5, 1.0)))
        while True:
            manner = {name: round(float(rng.uniform(*span)), 3) for name, span in SPREADS[action].items()}
            try:
                yield take(action, manner, int(rng.integers(2**31)), stature, noise, fps)
            except UsageError:  # such a manner asks too much of the legs
                continue
            break


def take(action: str, manner: dict[str, Any], seed: int, stature_m: float, noise_deg: float, fps: int = 60) -> Take:
    """Return one performance with the faults of a capture; slow captures are long, those with an end are whole."""
    seconds = {"stand": 3.0, "jump": None, "turn": None, "reach": None}.get(action, 5.0)
    scaled = {n: v * (stature_m / 1.75) ** 0.5 if n == "speed_m_s" else v for n, v in manner.items()}
    scaled = {
        n: v * stature_m / 1.75 if n in ("step_length_m", "riser_m", "height_m") else v for n, v in scaled.items()
    }
    done = perform(action, seconds=seconds, fps=fps, seed=seed, stature_m=stature_m, **scaled)
    motion = done.motion
    if noise_deg:
        motion = with_drift(motion, 2.0 * noise_deg, 0.02 * noise_deg, seed=seed)
        motion = with_noise(motion, noise_deg, 0.003 * noise_deg, seed=seed + 1)
    style = " ".join(f"{n}={v:g}" for n, v in manner.items())
    name = f"{action} {style} {stature_m:.3g} m, seed {seed}, noise {noise_deg:g}°".replace("  ", " ")
    return Take(name, action, motion, FootLabels.from_frames(done.contacts, motion.fps, source="performer"))
