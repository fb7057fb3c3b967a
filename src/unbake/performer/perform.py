"""Ask the performer for something by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import numpy as np

from unbake.errors import UsageError
from unbake.motion.body.roles import nearest
from unbake.motion.motion import Motion
from unbake.performer.body.controls import Controls, Part
from unbake.performer.body.figure import SIDES, STATURE_M, Figure
from unbake.performer.body.leg_ease import eased_from
from unbake.performer.body.rig import pose
from unbake.performer.moves.gait import GAITS
from unbake.performer.moves.going import Going
from unbake.performer.moves.jumping import Jump, Jumping
from unbake.performer.moves.reaching import Reach, Reaching
from unbake.performer.moves.standing import Stand, Standing
from unbake.performer.moves.turning import Turn, Turning
from unbake.performer.performance import Performance

_PLAYERS: dict[str, tuple[Any, Callable[..., Part]]] = {
    **{name: (gait, Going) for name, gait in GAITS.items()},
    "stand": (Stand(), Standing),
    "turn": (Turn(), Turning),
    "jump": (Jump(), Jumping),
    "reach": (Reach(), Reaching),
}
ACTIONS = tuple(_PLAYERS)
"""What can be asked for: ``walk run sneak stairs`` (a `Gait`), ``stand``, ``turn``, ``jump``, ``reach``."""
SECONDS = 4.0
MOST_FRAMES = 10_000_000
REACHED_WITHIN_M = 1e-10


def perform(
    action: str,
    *,
    seconds: float | None = None,
    fps: Fraction | int = 120,
    seed: int = 0,
    stature_m: float = STATURE_M,
    **style: Any,
) -> Performance:
    """Return a performance of one of `ACTIONS`, the same for the same arguments at any frame rate.

    Parameters
    ----------
    action : what to do.
    seconds : how long; an action with an end takes the time it needs, or stands on until then. 4 s by default.
    fps : frames a second.
    seed : of all that differs between steps and performers.
    stature_m : 1.75 m by default; lengths and times of the manner scale with it.
    style : fields of `Gait`, `Stand`, `Turn`, `Jump` or `Reach` that are to be different.

    Raises
    ------
    UsageError : an unknown action or style (the nearest are suggested), a manner that legs or arms cannot do, a length
        of time that is not above zero.
    """
    if action not in _PLAYERS:
        raise UsageError(f"the performer cannot '{action}'{nearest(action, ACTIONS)}; known: {', '.join(ACTIONS)}")
    manner, player = _PLAYERS[action]
    known = [field.name for field in fields(manner)]
    for name, value in style.items():
        if name not in known:
            raise UsageError(f"'{action}' has no style '{name}'{nearest(name, known)}; known: {', '.join(known)}")
        if not np.all(np.isfinite(value if isinstance(value, (int, float, tuple)) else 0.0)):
            raise UsageError(f"{name} must be a finite number, not {value}")
    rate, wanted_s = Fraction(fps), SECONDS if seconds is None else seconds
    if not 0.0 < wanted_s * rate < MOST_FRAMES:
        raise UsageError(f"a performance needs 1 to {MOST_FRAMES:,} frames; {wanted_s:g} s at {float(rate):g} a second")
    figure = Figure(stature_m)
    wanted = wanted_s if seconds is not None or action in (*GAITS, "stand") else 0.0
    part = player(figure, replace(manner, **style), wanted, np.random.default_rng(seed))
    # The last frame is the last that the part still has; a millionth covers what rounding takes away.
    time_s = np.arange(int(part.duration_s * float(rate) + 1e-6) + 1) / float(rate)
    controls = part.controls(time_s)
    eased = eased_from(figure, part, time_s, controls)
    motion = pose(figure, controls.hips_m, controls.angles, controls.feet, rate, controls.hands, eased)
    _check_reached(action, figure, motion, controls)
    contacts = np.concatenate([controls.feet[side].contacts for side in SIDES], axis=1)
    return Performance(motion, contacts, figure, part.ground, part.flight(time_s))


def _check_reached(action: str, figure: Figure, motion: Motion, controls: Controls) -> None:
    """Raise UsageError where a leg is too short for a planted foot: its contacts would not be true."""
    for side in SIDES:
        ankle = motion.positions()[:, figure.joint(f"{side.capitalize()}Foot")]
        planted = controls.feet[side].contacts.any(axis=1)
        missed = np.linalg.norm(ankle - controls.feet[side].ankle_m, axis=1)[planted]
        if missed.size and missed.max() > REACHED_WITHIN_M:
            raise UsageError(
                f"'{action}' asks too much: a leg is {100.0 * missed.max():.1f} cm short of a planted foot"
            )
