"""A transition inside its motions: what comes before, the blend, what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels, Plant
from unbake.ground.arrays import Floats
from unbake.synthesis.blending.blended import Blended, Blender
from unbake.synthesis.blending.multiway import MultiwayBlend
from unbake.synthesis.blending.plants import CarriedPlant
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.tracks import Tracks, tracks_of, travelled


def transition(
    source: BlendSource,
    start: int,
    target: BlendSource,
    end: int,
    n_frames: int = 60,
    between: Sequence[BlendSource] = (),
    blender: Blender | None = None,
) -> Blended:
    """Return the first motion up to a frame, a blend, and the second motion from a frame on.

    Parameters
    ----------
    source : where it comes from.
    start : frame, from 0, at which the blend begins; the window that is blended begins there.
    target : where it goes to.
    end : frame, from 0, at which the blend ends; the window that is blended ends there.
    n_frames : length of both windows; a second at 60 frames a second.
    between : intermediaries, in order.
    blender : how; a multi-way blend by default.

    Returns
    -------
    The whole motion. Each source's `times` count its own frames from 0; before and after the blend one of them counts
    alone. Feet are not cleaned, see `Blended.with_clean_feet`.

    Raises
    ------
    UsageError : too little motion after `start` or before `end`; what the blender refuses.
    """
    if n_frames < 2:
        raise UsageError(f"a transition needs at least 2 frames, not {n_frames}")
    windows = [source.window(start, start + n_frames - 1), *between, target.window(end - n_frames + 1, end)]
    blend = (blender or MultiwayBlend())(windows)
    middle = tracks_of(blend.motion)
    before, after = tracks_of(source.motion), _placed(tracks_of(target.motion), end, middle)
    tracks = _joined([_cut(before, 0, start), middle, _cut(after, end + 1, after.n_frames)])
    motion = replace(tracks.motion(source.motion.first_frame), skeleton=blend.motion.skeleton)
    labels = labels_around(source, start, blend.labels, target, end, motion.n_frames)
    starts = np.zeros(blend.weights.shape[1])
    starts[0], starts[-1] = start, end - n_frames + 1
    weights, times = _around(blend, start, target.n_frames - end - 1, starts)
    plants = tuple(_later(plant, start) for plant in blend.plants)
    return replace(blend, motion=motion, labels=labels, plants=plants, weights=weights, times=times)


def _placed(tracks: Tracks, frame: int, before: Tracks) -> Tracks:
    """The tracks moved over the floor so that a frame is where other tracks end."""
    steps, turns = tracks.steps()
    _places, headings = travelled(np.zeros(2), 0.0, steps, turns)
    turn = float(before.headings_rad[-1] - headings[frame])
    own, _ = travelled(np.zeros(2), turn, steps, turns)
    return replace(tracks, places_m=own - own[frame] + before.places_m[-1], headings_rad=headings + turn)


def _cut(tracks: Tracks, first: int, end: int) -> Tracks:
    own = slice(first, end)
    return replace(
        tracks,
        places_m=tracks.places_m[own],
        headings_rad=tracks.headings_rad[own],
        rotations_xyzw=tracks.rotations_xyzw[own],
        translations_m=tracks.translations_m[own],
    )


def _joined(parts: Sequence[Tracks]) -> Tracks:
    def every(name: str) -> Floats:
        return np.concatenate([getattr(part, name) for part in parts])

    return replace(
        parts[1],
        places_m=every("places_m"),
        headings_rad=every("headings_rad"),
        rotations_xyzw=every("rotations_xyzw"),
        translations_m=every("translations_m"),
    )


def _around(blend: Blended, before: int, after: int, starts: Floats) -> tuple[Floats, Floats]:
    """Weights and times of the whole: one source before the blend, one after it."""
    n = blend.weights.shape[1]
    first, last = np.eye(n)[[0] * before], np.eye(n)[[n - 1] * after]
    times = blend.times + starts
    early = times[0] + np.arange(-before, 0)[:, None]
    late = times[-1] + np.arange(1, after + 1)[:, None]
    return np.concatenate([first, blend.weights, last]), np.concatenate([early, times, late])


def _later(plant: CarriedPlant, frames: int) -> CarriedPlant:
    moved = tuple(replace(own, first=own.first + frames, last=own.last + frames) for own in plant.plants)
    return replace(plant, first=plant.first + frames, last=plant.last + frames, plants=moved)


def labels_around(
    source: BlendSource, start: int, blend: FootLabels, target: BlendSource, end: int, n_frames: int
) -> FootLabels:
    """Return the plants of a whole transition; those that meet where the parts do become one.

    Parameters
    ----------
    source, start : what comes before, and at which of its frames the blend begins.
    blend : its plants.
    target, end : what follows, and at which of its frames the blend ends.
    n_frames : of the whole.
    """
    shift = start + blend.n_frames - (end + 1)
    every = [replace(p, last=min(p.last, start - 1)) for p in source.labels.plants if p.first < start]
    every += [replace(p, first=p.first + start, last=p.last + start) for p in blend.plants]
    every += [
        replace(p, first=max(p.first, end + 1) + shift, last=p.last + shift)
        for p in target.labels.plants
        if p.last > end
    ]
    joined: list[Plant] = []
    for plant in sorted(every, key=lambda p: (p.point, p.first)):
        if joined and joined[-1].point == plant.point and joined[-1].last + 1 >= plant.first:
            joined[-1] = replace(joined[-1], last=plant.last)
        else:
            joined.append(plant)
    return FootLabels(tuple(joined), n_frames, source.motion.fps, source.motion.first_frame)
