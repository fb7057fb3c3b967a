"""What is learnt from examples of an edit: which numbers change, in which units, and the two predictors.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, 6.2 to 6.4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import scipy
from threadpoolctl import threadpool_limits

from unbake.editing.propagation.channels import Channels, mean_rotations, offsets
from unbake.editing.propagation.examples import Example, is_like, on_character
from unbake.editing.propagation.features import RATE_HZ, SMOOTHED, features_of, instants_of, seen_roles
from unbake.editing.propagation.following import unlike_note
from unbake.editing.propagation.options import PropagateOptions
from unbake.editing.propagation.predictors import Predictor, learnt
from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Booleans, Floats
from unbake.ground.choices import check_kind
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.synthesis.blending.tracks import Tracks, tracks_of

EVERY = 2
"""Every how manieth instant of an example is learnt from: neighbours in time say the same."""
LEAST_CHANGE = 1e-4
"""Radians or metres (or a part of the speed) that a number must change by to be an edit."""
TRAVELS_M, TRAVELS_RAD = 0.25, 0.6
"""A body that strays farther from its source's place or heading goes a way of its own."""
LEAST_BEND = 1.0
"""Accelerations, in units of the number over s², below which there is nothing to learn."""
LEAST_PART = 0.3
"""Numbers vary at least by this part of what the most varied of their kind does, so that noise is not learnt."""


@dataclass(frozen=True, eq=False)
class Units:
    """Numbers in standard units: (x − centre) / size."""

    centre: Floats
    size: Floats

    @classmethod
    def of(cls, rows: Floats, groups: Sequence[slice], *, about_zero: bool) -> Units:
        """Return units for rows (N, C); small columns stay small within their group.

        The size is the root of the mean square, about zero or about the mean: where rows are differences, an edit
        that is much the same everywhere varies little in units of its own size.
        """
        centre = rows.mean(axis=0)
        size = np.sqrt(((rows - centre * (not about_zero)) ** 2).mean(axis=0))
        for group in groups:
            if size[group].size:
                size[group] = np.maximum(size[group], LEAST_PART * size[group].max())
        return cls(centre, np.maximum(size, 1e-9))

    def standard(self, rows: Floats) -> Floats:
        """Return rows in standard units."""
        return np.asarray((rows - self.centre) / self.size)

    def back(self, rows: Floats) -> Floats:
        """Return rows from standard units."""
        return np.asarray(rows * self.size + self.centre)


@dataclass(frozen=True, eq=False)
class EditModel:
    """An edit as it was learnt.

    Parameters
    ----------
    character : the skeleton of the edited motions.
    keeps_character : whether the edit is one of the sources' own characters, and so of the next source's.
    roles : joints of a source that are looked at.
    channels : how numbers are read.
    changed : (C,) which of them the edit changes; the others stay the source's.
    units, bend_units : of the changed numbers and of their accelerations.
    reach : how far features and accelerations of the examples are from their mean, which is their unit.
    poses, bends : the predictors.
    n_examples : instants that were learnt from.
    options : how it was learnt.
    notes : what was assumed.
    """

    character: Skeleton
    keeps_character: bool
    roles: tuple[str, ...]
    channels: Channels
    changed: Booleans
    units: Units
    bend_units: Units
    reach: tuple[float, float]
    poses: Predictor
    bends: Predictor
    n_examples: int
    options: PropagateOptions
    notes: tuple[str, ...] = ()


Teach = Callable[[Floats, Floats, PropagateOptions], Predictor]


def learn(examples: Sequence[Example], options: PropagateOptions | None = None, *, teach: Teach = learnt) -> EditModel:
    """Learn an edit from examples.

    Parameters
    ----------
    examples : stretches before and after; corrections of an earlier result are further ones.
    options : how.
    teach : makes a predictor from inputs and outputs in standard units; by default the one that options name.

    Raises
    ------
    UsageError : no example, examples of different characters, an edit that changes nothing.
    MotionError : skeletons without hip joints, or whose root cannot move.
    """
    options = options or PropagateOptions()
    check_kind(options, PropagateOptions, "the options")
    _check(examples)
    roles = seen_roles([example.source for example in examples])
    both = [_tracks(example) for example in examples]
    channels = _channels(both, options)
    parts = [_instants(example, *own, channels, roles) for example, own in zip(examples, both, strict=True)]
    seen = _Instants(*(np.concatenate(arrays) for arrays in zip(*(part.arrays() for part in parts), strict=True)))
    changed = _changed(seen, options)
    numbers, bends, groups = seen.numbers[:, changed], seen.bends[:, changed], _groups(channels, changed)
    units = Units.of(numbers, groups, about_zero=options.outputs == "difference")
    bend_units = Units.of(bends, groups, about_zero=True)
    bend_units = Units(bend_units.centre, np.maximum(bend_units.size, LEAST_BEND * units.size))
    reach = _reach(seen.poses), _reach(seen.accelerations)
    notes = [note for example in examples for note in example.notes] + _unlike(examples, both)
    # Matrices of a few hundred rows: to wake other threads takes longer than the work.
    with threadpool_limits(1, "blas"):
        by_pose = teach(seen.poses / reach[0], units.standard(numbers), options)
        by_acceleration = teach(seen.accelerations / reach[1], bend_units.standard(bends), options)
    if getattr(by_pose, "is_sparse", False):
        notes.append(f"{len(numbers)} instants of examples are many: inducing points stand for them")
    return EditModel(
        examples[0].edited.skeleton,
        all(example.keeps_character for example in examples),
        roles,
        channels,
        changed,
        units,
        bend_units,
        reach,
        by_pose,
        by_acceleration,
        len(numbers),
        options,
        tuple(notes),
    )


@dataclass(frozen=True, eq=False)
class _Instants:
    """What is learnt from: a target's numbers and their accelerations, the source's numbers, what it looks like."""

    numbers: Floats
    bends: Floats
    source_numbers: Floats
    poses: Floats
    accelerations: Floats

    def arrays(self) -> tuple[Floats, ...]:
        """Return all of them, in order."""
        return self.numbers, self.bends, self.source_numbers, self.poses, self.accelerations


def _instants(
    example: Example, source: Tracks, target: Tracks, seconds: Floats, channels: Channels, roles: tuple[str, ...]
) -> _Instants:
    """The instants of an example that count."""
    numbers = channels.rows(source, target, seconds)
    bends = np.zeros_like(numbers)
    bends[1:-1] = np.diff(numbers, 2, axis=0) * RATE_HZ**2
    # Averaged as the source's are: a clip of 30 frames a second bends on its own frames alone, at every second instant.
    bends = scipy.ndimage.uniform_filter1d(bends, SMOOTHED, axis=0, mode="nearest")
    features = features_of(example.source, roles)
    step = float(example.source.fps) / RATE_HZ
    last = min(int(example.last / step + 1e-6), len(numbers) - 2)
    inside = np.arange(max(int(np.ceil(example.first / step)), 1), last + 1)[::EVERY]
    whole = numbers, bends, channels.source_rows(source), features.poses, features.accelerations
    return _Instants(*(array[inside] for array in whole))


def _changed(seen: _Instants, options: PropagateOptions) -> Booleans:
    """Which numbers are learnt; UsageError where the edit changes none."""
    away = np.abs(seen.numbers - seen.source_numbers).max(axis=0)
    if options.outputs == "pose":
        # A pose that never changes is the mean rotation, for which all numbers are zero: the source's own are not.
        return np.asarray(away + np.ptp(seen.numbers, axis=0) > 1e-6)
    if not (away > LEAST_CHANGE).any():
        raise UsageError(
            "the edit changes nothing that can be learnt: in the frames of the examples, source and edit hold the same "
            "poses and go the same way; to stand elsewhere is no edit, and a single frame is too short"
        )
    return np.asarray(away > LEAST_CHANGE)


def _check(examples: Sequence[Example]) -> None:
    if not examples:
        raise UsageError("an edit is learnt from at least one example")
    for example in examples[1:]:
        if not is_like(example.edited.skeleton, examples[0].edited.skeleton):
            raise UsageError("the edited motions of all examples must be of one character: their skeletons differ")


def _unlike(examples: Sequence[Example], both: Sequence[tuple[Tracks, Tracks, Floats]]) -> list[str]:
    """A sentence for each example whose edit is hardly one of its source."""
    notes = []
    for number, (example, (source, target, _)) in enumerate(zip(examples, both, strict=True), start=1):
        step = float(example.source.fps) / RATE_HZ
        inside = np.arange(int(example.first / step), int(example.last / step + 1e-6) + 1, dtype=np.float64)
        which = "the edited clip" if len(examples) == 1 else f"the edited clip of example {number}"
        notes.append(unlike_note(source.at(inside), target.at(inside), which))
    return [note for note in notes if note]


def _tracks(example: Example) -> tuple[Tracks, Tracks, Floats]:
    """Source and target at the source's instants, and when the target is where.

    Both are brought to the lower of their rates first: what lies between the frames of one alone is no edit.
    """
    at = instants_of(example.source)
    seconds = np.interp(at, np.arange(example.source.n_frames), example.seconds)
    rate = min(example.source.fps, example.edited.fps)
    source, target = (
        tracks_of(motion if motion.fps == rate else motion.resampled(rate))
        for motion in (example.base(), example.edited)
    )
    return source.at(at * float(rate / example.source.fps)), target.at(seconds * float(rate)), seconds


def _channels(both: Sequence[tuple[Tracks, Tracks, Floats]], options: PropagateOptions) -> Channels:
    source, target, _ = both[0]
    about = None
    if options.outputs == "pose":
        about = mean_rotations(np.concatenate([target.rotations_xyzw for _, target, _ in both]))
    ways = [offsets(source, target) for source, target, _ in both]
    strays = [np.abs(way - np.median(way, axis=0)).max(axis=0) for way in ways]
    travels = any(stray[:2].max() > TRAVELS_M or stray[2] > TRAVELS_RAD for stray in strays)
    n_joints, n_moved = source.rotations_xyzw.shape[1], target.translations_m.shape[1]
    return Channels(n_joints, n_moved, RATE_HZ, travels, about)


def _groups(channels: Channels, changed: Booleans) -> list[slice]:
    """Which of the changed columns are turns, shifts, steps over the floor, turns over it, and time."""
    turned, way = 3 * channels.n_joints, channels.way
    ends = [0, turned, way.start, way.start + 2, way.stop, channels.count]
    counts = np.concatenate([[0], np.cumsum(changed)])
    return [slice(int(counts[a]), int(counts[b])) for a, b in pairwise(ends)]


def _reach(x: Floats) -> float:
    return float(np.sqrt(((x - x.mean(axis=0)) ** 2).sum(axis=1).mean())) or 1.0


def base_of(model: EditModel, source: Motion) -> Motion:
    """Return a source on the character that the edit is of: itself, where it has that character's joints and the edit
    leaves characters as they are."""
    if model.keeps_character and is_like(source.skeleton, model.character):
        return source
    return on_character(source, model.character)


def check_source(model: EditModel, skeleton: Skeleton) -> None:
    """Refuse a source that lacks joints which the examples were looked at by; MotionError."""
    missing = [role for role in model.roles if role not in skeleton.roles]
    if missing:
        raise MotionError(f"the source has no {', '.join(missing)}, by which the examples' sources were looked at")
