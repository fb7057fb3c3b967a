"""``--nudge``: keys that were chosen by count move by a few frames, where the fitted curves then come nearer.

A selection is the best by its criterion, which joins poses by straight lines or cubics. Curves whose slopes and handles
are fitted have wishes of their own: where most of a limb turns round a few frames beside a key, the key is misplaced.
Moves are tried with curves at thirds, which are fitted in a moment; those stay that the finished curves confirm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import measure
from unbake.ground.arrays import Floats
from unbake.ground.progress import Progress
from unbake.keyframes.selection import Selection, by_segment
from unbake.reduce.finish import finish
from unbake.reduce.join import join
from unbake.reduce.moves import Frames, Moves
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take

SHIFTS_S = (1.0 / 15.0, 1.0 / 30.0, 1.0 / 60.0)
"""How far keys are moved. On the twelve clips of the CMU database for tuning, at two counts each, these lower the
largest error by 15 %, the last two alone by 13 %."""
ROUNDS = 3
"""How often moves that the finished curves do not confirm are taken back."""


@dataclass(frozen=True, eq=False)
class Fitted:
    """Keys, the finished curves of each kind through them, and how far (F,) the farther of these is off, in metres."""

    frames: Frames
    animations: dict[CurveKind, KeyedAnimation]
    missed_m: Floats

    @property
    def cost(self) -> float:
        """What is to be lowered: nearly the largest error, but that of every frame counts."""
        return float((self.missed_m**4).sum())


def nudged(take: Take, selection: Selection, options: ReduceOptions, report: Progress) -> Fitted:
    """Return the keys, moved where that lowers the error of the finished curves; never with a larger largest error.

    Parameters
    ----------
    take : the motion.
    selection : the keys as they were chosen; ends and pins stay.
    options : pins, gaps, and how keys are joined.
    report : callback that receives the progress, 0 to 1.
    """
    began = best = _fitted(take, selection.frames, options)
    report(1.0 / (2 + ROUNDS))
    frames = Moves(take.motion, options, SHIFTS_S).made(selection.frames, lambda keys: _expected(take, keys, options))
    for done in range(ROUNDS):
        if frames == began.frames:
            break
        trial = _fitted(take, frames, options)
        if trial.cost < best.cost and trial.missed_m.max() <= began.missed_m.max():
            best = trial
        confirmed = _confirmed(began, trial)
        report((2.0 + done) / (2 + ROUNDS))
        if confirmed == frames:
            break
        frames = confirmed
    return best


def _fitted(take: Take, frames: Frames, options: ReduceOptions) -> Fitted:
    keys = Selection(frames)
    animations = {kind: finish(take, join(take, keys, kind, options), options) for kind in options.curves}
    missed = [measure(take.motion, one).promised_per_frame_m(options.tips) for one in animations.values()]
    return Fitted(frames, animations, np.asarray(np.max(missed, axis=0)))


def _expected(take: Take, frames: Frames, options: ReduceOptions) -> Floats:
    """Return the most (K − 1,) that curves at thirds miss in each segment, in metres."""
    closed = replace(options, fit="broken" if options.fit == "broken" else "hermite")
    kinds = {kind: join(take, Selection(frames), kind, closed) for kind in options.curves}
    missed = [measure(take.motion, one).promised_per_frame_m(options.tips) for one in kinds.values()]
    return by_segment(np.max(missed, axis=0), frames)


def _confirmed(began: Fitted, trial: Fitted) -> Frames:
    """Return the moved keys, those put back around which the finished curves have come no nearer."""
    found = list(trial.frames)
    gained = began.missed_m**4 - trial.missed_m**4
    for k, (before, after) in enumerate(zip(began.frames, trial.frames, strict=True)):
        first, last = max(0, k - 2), min(len(found) - 1, k + 2)
        around = slice(min(began.frames[first], trial.frames[first]), max(began.frames[last], trial.frames[last]) + 1)
        if before != after and gained[around].sum() <= 0.0:
            found[k] = before
    return tuple(found)
