"""Edits propagated: what an example became, a longer motion becomes, too.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, chapter 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from threadpoolctl import threadpool_limits

from unbake.editing.planted_feet import HeldFeet, with_held_feet
from unbake.editing.propagation.channels import Channels
from unbake.editing.propagation.combining import Estimate, combined
from unbake.editing.propagation.confidence import low_note, low_ranges
from unbake.editing.propagation.examples import Example
from unbake.editing.propagation.features import RATE_HZ, features_of, instants_of
from unbake.editing.propagation.model import EditModel, base_of, check_source, learn
from unbake.editing.propagation.options import PropagateOptions
from unbake.feet.labels import FootLabels
from unbake.ground.arrays import Floats
from unbake.ground.choices import check_each, check_kind
from unbake.ground.progress import Report
from unbake.motion.body.rooting import rooted, unrooted
from unbake.motion.motion import Motion
from unbake.motion.resampling import positions_at
from unbake.motion.turning_channels import with_needed_channels
from unbake.synthesis.blending.tracks import Tracks, tracks_of

SLOWEST = 0.1
"""Least part of its own pace at which time passes."""
SAME_PACE = 1e-9
"""Logarithms of the pace up to which time passes as in the source: differences of seconds are rounded."""


@dataclass(frozen=True, eq=False)
class Propagated:
    """A motion that an edit was carried over to.

    Parameters
    ----------
    motion : the result.
    confidence : (F,) 0 to 1 for each frame, how much the examples say about it.
    low : stretches that are unlike every example, first and last frame from 0.
    source_frames : (F,) the instant of the source, in its frames from 0, that each frame shows.
    labels : plants of the feet; None where they were not held.
    notes : what a person should know, a sentence each.
    """

    motion: Motion
    confidence: Floats
    low: tuple[tuple[int, int], ...]
    source_frames: Floats
    labels: FootLabels | None
    notes: tuple[str, ...]


def propagate(
    examples: Sequence[Example],
    source: Motion,
    options: PropagateOptions | None = None,
    progress: Report | None = None,
    *,
    labels: FootLabels | None = None,
) -> Propagated:
    """Carry the edit of examples over to a longer motion.

    Parameters
    ----------
    examples : see `learn`.
    source : the motion that is to be edited alike; on the examples' source character or any other with its roles.
    options : how.
    progress : told which step is how far.
    labels : where the source's feet are planted; guessed by default.

    Raises
    ------
    UsageError, MotionError : see `learn` and `apply`.
    """
    check_each(examples, Example, "examples", "[Example.of(source, edited)]")
    check_kind(source, Motion, "the source", "keyed.sample() makes a motion of an animation")
    told = progress or (lambda step, part: None)
    told("learn", 0.0)
    free = [replace(example, source=rooted(example.source), edited=rooted(example.edited)) for example in examples]
    model = learn(free, options)
    told("learn", 1.0)
    found = apply(model, rooted(source), told, labels=labels)
    return replace(found, motion=unrooted(found.motion, source, found.source_frames))


def apply(
    model: EditModel, source: Motion, progress: Report | None = None, *, labels: FootLabels | None = None
) -> Propagated:
    """Return a motion as a learnt edit changes it.

    Parameters
    ----------
    model : what was learnt.
    source : the motion.
    progress : told which step is how far.
    labels : where its feet are planted; guessed by default.

    Raises
    ------
    MotionError : a source without the joints that the examples had, or without a root that moves; labels of another
        motion.
    """
    told = progress or (lambda step, part: None)
    check_source(model, source.skeleton)
    base = base_of(model, source)
    whole = tracks_of(base)
    at = instants_of(source)
    instants = whole.at(at)
    told("predict", 0.0)
    rows, confidence = predicted(model, source, instants)
    told("predict", 1.0)
    shown = _shown(model.channels, rows, float(source.fps), source.n_frames)
    way = model.channels.way_offsets(instants, rows)
    at_frames = shown * RATE_HZ / float(source.fps)
    tracks = model.channels.composed(_at(whole, shown), positions_at(rows, at_frames), positions_at(way, at_frames))
    changed = with_needed_channels(tracks.motion(source.first_frame), list(range(len(base.skeleton.names))))
    told("feet", 0.0)
    held = HeldFeet(changed, None)
    if model.options.feet != "none":
        held = with_held_feet(changed, source, np.round(shown).astype(np.int64), model.options.feet, labels)
    told("feet", 1.0)
    certain = np.interp(at_frames, np.arange(len(at)), confidence)
    low = low_ranges(certain, float(source.fps))
    notes = (*model.notes, *held.notes)
    if model.keeps_character and base is not source:
        notes = ("the take has other joints than the edited clip: the result is on the edited clip's figure", *notes)
    if low:
        notes = (*notes, low_note(low, certain, source.first_frame))
    return Propagated(held.motion, certain, low, shown, held.labels, notes)


def predicted(model: EditModel, source: Motion, instants: Tracks) -> tuple[Floats, Floats]:
    """Return the rows (T, C) of the target at a source's instants, and how certain they are (T,).

    Parameters
    ----------
    model : what was learnt.
    source : the motion.
    instants : the same on the edited character, at its instants.
    """
    features = features_of(source, model.roles)
    with threadpool_limits(1, "blas"):
        poses, confidence = model.poses.predict(features.poses / model.reach[0])
        bends, _ = model.bends.predict(features.accelerations / model.reach[1])
    own = model.channels.source_rows(instants)
    bends = Estimate(model.bend_units.back(bends.values) / model.bend_units.size, bends.variances)
    scale = model.bend_units.size / model.units.size
    found = combined(poses, bends, model.units.standard(own[:, model.changed]), RATE_HZ, model.options.weights, scale)
    rows = own.copy()
    rows[:, model.changed] = model.units.back(found)
    return rows, np.clip(confidence, 0.0, 1.0)


def _at(whole: Tracks, shown: Floats) -> Tracks:
    """Tracks at the source's frames, whole or not; whole ones keep their very numbers."""
    is_own = len(shown) == whole.n_frames and bool((shown == np.arange(whole.n_frames)).all())
    return whole if is_own else whole.at(shown)


def _shown(channels: Channels, rows: Floats, fps: float, n_frames: int) -> Floats:
    """Which instant of the source, in its frames, each frame of the result shows."""
    passing = np.exp(rows[:, -1])
    if np.abs(rows[:, -1]).max() <= SAME_PACE:
        return np.arange(n_frames, dtype=np.float64)
    steps = np.maximum(passing[1:], SLOWEST) / channels.rate_hz
    seconds = np.concatenate([[0.0], np.cumsum(steps)])
    out = np.arange(int(seconds[-1] * fps + 1e-6) + 1) / fps
    return np.interp(out, seconds, np.arange(len(seconds))) * fps / channels.rate_hz
