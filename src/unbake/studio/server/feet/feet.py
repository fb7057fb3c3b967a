"""Foot plants in the studio: the feet of a clip, labels as messages, guesses, lessons, and what to label next."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from unbake.errors import UsageError
from unbake.feet.detect.active import ActiveTraining
from unbake.feet.detect.features import features_of_paths, leg_paths
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import GUESSES, FootLabels, Plant
from unbake.feet.legs import legs_of
from unbake.formats.clip_files import clips_in
from unbake.ground.arrays import Floats
from unbake.ground.progress import Report
from unbake.motion.motion import Motion
from unbake.studio.server import messages as m
from unbake.studio.server.feet.own_oracle import taught_oracle
from unbake.studio.server.opening.open_clip import OpenClip, single
from unbake.studio.server.opening.sources import clip_suffixes
from unbake.training.labelled_clips import Library

SPEED_S = 1.0 / 60.0
"""Speeds are measured over a sixtieth of a second to both sides: over less, the noise of a capture drowns them."""
LOWEST = 0.01
"""The part of the frames with which a point is lowest: what the ground is taken to be for pictures."""


def found_feet(clip: OpenClip) -> m.FeetFound:
    """Return where the feet of a clip are and how they move; MotionError for a skeleton without legs."""
    legs = legs_of(clip.motion)
    points = legs.points_m(clip.motion)
    heights = points[:, :, 1] - np.quantile(points[:, :, 1], LOWEST, axis=0)
    return m.FeetFound(
        ankles=tuple(leg.ankle for leg in legs.both),
        toes=tuple(leg.toe for leg in legs.both),
        heel_offsets=single(legs.heel_offsets_m),
        heights_cm=single(100.0 * heights),
        speeds=single(speeds_of(points, float(clip.motion.fps))),
    )


def speeds_of(points_m: Floats, fps: float) -> Floats:
    """Return how fast points (F, P, 3) move, (F, P) in metres a second."""
    n_frames = len(points_m)
    reach = max(1, round(SPEED_S * fps))
    at = np.arange(n_frames)
    after, before = np.minimum(at + reach, n_frames - 1), np.maximum(at - reach, 0)
    seconds = np.maximum(after - before, 1) / fps
    return np.asarray(np.linalg.norm(points_m[after] - points_m[before], axis=-1) / seconds[:, None])


def labels_from(plants: Iterable[m.Plant], motion: Motion) -> FootLabels:
    """Return the labels in a message; MotionError for any that no clip can have."""
    start = motion.first_frame
    found = (Plant(p.first - start, p.last - start, p.point, p.source) for p in plants)
    return FootLabels(tuple(found), motion.n_frames, motion.fps, start)


def plants_of(labels: FootLabels) -> tuple[m.Plant, ...]:
    """Return labels as a message, by point and time."""
    start = labels.first_frame
    ordered = sorted(labels.plants, key=lambda plant: (plant.point, plant.first))
    return tuple(m.Plant(p.first + start, p.last + start, p.point, p.source) for p in ordered)


def guessed(clip: OpenClip, oracle: Oracle, report: Report) -> m.FeetGuessed:
    """Return when the feet of a clip are planted: by an oracle that was taught, else as by default.

    Raises
    ------
    MotionError : a skeleton without legs.
    UsageError : an oracle without examples.
    """
    motion = clip.motion
    report("Comparing with the examples", 0.1)
    found = guess_feet(motion, taught_oracle(oracle))
    report("Comparing with the examples", 0.7)
    return m.FeetGuessed(plants_of(found.labels), single(found.certainty), single(distances(motion, oracle)))


def distances(motion: Motion, oracle: Oracle) -> Floats:
    """Return how far every frame (F,) is from the nearest example."""
    rate = min(float(motion.fps), float(oracle.options.rate_hz))
    paths = leg_paths(motion, legs_of(motion))
    slower = paths.at_rate(rate) if rate < float(motion.fps) else paths
    found = oracle.nearest_distance(features_of_paths(slower, oracle.options))
    at = np.arange(motion.n_frames) * (rate / float(motion.fps))
    return np.asarray(np.interp(at, np.arange(len(found)), found))


def next_sequence(clip: OpenClip, oracle: Oracle) -> m.SequenceFound:
    """Return the sequence of a clip that an oracle would learn most from."""
    training = ActiveTraining({clip.name: clip.motion}, oracle)
    sequence, frame, distance = training.farthest()
    start = clip.motion.first_frame
    is_known = np.isfinite(distance)
    return m.SequenceFound(sequence.first + start, sequence.last + start, frame + start, distance if is_known else None)


def next_in_folder(clip: OpenClip, oracle: Oracle, report: Report) -> m.SequenceFound:
    """Return the sequence of all clips in a clip's folder that an oracle would learn most from.

    What lies labelled beside those clips counts as known; clips that cannot be read, or have no legs, are left out.

    Raises
    ------
    UsageError : a clip that was not opened from a folder, or no clip there has legs.
    """
    if clip.path is None:
        raise UsageError(f"{clip.name} was not opened from a folder of this machine, so there is none to look through")
    files = [file for file in clips_in([clip.path.parent], is_deep=False) if file.suffix.lower() in clip_suffixes()]
    reading = replace(clip.options, skeleton_file=None)
    library = Library(files, options=reading)
    found = library.farthest(oracle, lambda part: report("Reading the clips of the folder", part))
    path = None if found.file.resolve() == clip.path.resolve() else str(found.file.absolute())
    distance = found.distance if np.isfinite(found.distance) else None
    left_out = tuple(text.replace(f"{clip.path.parent}{os.sep}", "") for text in found.left_out)
    return m.SequenceFound(*found.frame_numbers, found.number, distance, path, left_out)


def taught(clip: OpenClip, oracle: Oracle, request: m.LearnFeet) -> Oracle:
    """Return an oracle that also knows some frames of a clip as they are labelled.

    Raises
    ------
    MotionError : labels that no clip can have, a skeleton without legs.
    UsageError : frames outside the clip.
    """
    motion = clip.motion
    start = motion.first_frame
    if not start <= request.first <= request.last <= motion.last_frame:
        raise UsageError(f"frames {request.first} to {request.last} are not inside the clip")
    # What somebody looked at and left as it is counts as labelled by hand.
    seen = (replace(p, source="hand") if p.source in GUESSES else p for p in request.plants)
    labels = labels_from(seen, motion)
    name = lesson_name(clip, request)
    known = oracle.without(name) if any(example.name == name for example in oracle.examples) else oracle
    return known.with_examples(motion, labels, name, request.first - start, request.last - start)


def lesson_name(clip: OpenClip, request: m.LearnFeet) -> str:
    """Return what some frames of a clip are called among an oracle's lessons."""
    return f"{clip.name} {request.first}–{request.last}"
