"""Stretches of clips and blends put one after the other: one motion, its plants, and where each frame comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions
from unbake.feet.labels import FootLabels, Planted
from unbake.ground.arrays import Floats, Indices
from unbake.motion.motion import Motion
from unbake.motion.turning_channels import with_needed_channels
from unbake.synthesis.blending.blended import Blended, Blender
from unbake.synthesis.blending.multiway import BlendOptions, MultiwayBlend, averaged
from unbake.synthesis.blending.tracks import Tracks, tracks_of, travelled
from unbake.synthesis.blending.weights import eased
from unbake.synthesis.material.material import Material

JOIN = MultiwayBlend(BlendOptions(limits=None))
"""How a transition of a motion graph is blended: as many frames as its windows have, with weights that ease in and out,
as in Kovar's paper."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Consecutive frames that are ready to be played, wherever the body is.

    Parameters
    ----------
    rotations_xyzw, translations_m : (F, J, 4) and (F, T, 3) as `Tracks` has them.
    steps_m, turns_rad : (F, 2) and (F,) how the body gets to each frame from the one before, see `Tracks.steps`.
    planted : (F, 4).
    origins : (F, 2) two frames of the material's row that each is made of; the same twice where there is but one.
    parts : (F,) how much the second counts, 0 to 1.
    """

    rotations_xyzw: Floats
    translations_m: Floats
    steps_m: Floats
    turns_rad: Floats
    planted: Planted
    origins: Indices
    parts: Floats

    @property
    def n_frames(self) -> int:
        """Number of frames."""
        return len(self.parts)


def cut(material: Material, first: int, last: int) -> Stretch:
    """Return frames of one clip, both included, by the material's row."""
    rows = np.arange(first, last + 1)
    steps, turns = material.steps
    return Stretch(
        material.rotations_xyzw[rows],
        material.translations_m[rows],
        steps[rows],
        turns[rows],
        material.planted[rows],
        np.stack([rows, rows], axis=1),
        np.zeros(len(rows)),
    )


def blended(material: Material, source: int, target: int, window: int, blender: Blender = JOIN) -> Blended:
    """Return the blend of a transition, from one frame of the row to another, as it comes from the blender."""
    start, end = material.place(source), material.place(target)
    return blender(
        [
            material.sources[start.clip].window(start.frame, start.frame + window - 1),
            material.sources[end.clip].window(end.frame - window + 1, end.frame),
        ]
    )


def join(material: Material, source: int, target: int, window: int, blender: Blender = JOIN) -> Stretch:
    """Return a transition without its first frame, which is the frame that it starts from."""
    blend = blended(material, source, target, window, blender)
    tracks = tracks_of(blend.motion)
    steps, turns = tracks.steps()
    origins = np.rint(blend.times[:, [0, -1]]).astype(np.int64) + np.array([source, target - window + 1])
    return Stretch(
        tracks.rotations_xyzw[1:],
        tracks.translations_m[1:],
        steps,
        turns,
        blend.labels.planted()[1:],
        origins[1:],
        blend.weights[1:, -1],
    )


def quick_join(material: Material, source: int, target: int, window: int) -> Stretch:
    """Return the poses of `join` in a tenth of the time, for live use: plants are not looked for in the blend.

    Points stand as in the first window in the first half, and as in the second one in the second.
    """
    first, second = np.arange(source, source + window), np.arange(target - window + 1, target + 1)
    part = eased(np.linspace(0.0, 1.0, window))
    weights = np.stack([1.0 - part, part], axis=1)
    tracks = averaged([material.tracks_at(first), material.tracks_at(second)], weights)
    steps, turns = tracks.steps()
    planted = np.where((part < 0.5)[:, None], material.planted[first], material.planted[second])
    origins = np.stack([first, second], axis=1)
    return Stretch(
        tracks.rotations_xyzw[1:], tracks.translations_m[1:], steps, turns, planted[1:], origins[1:], part[1:]
    )


@dataclass(frozen=True, eq=False)
class Spliced:
    """A motion put together from material.

    Parameters
    ----------
    motion : the result; it starts where its first stretch is in its clip.
    labels : its plants.
    origins, parts : (F, 2) and (F,), see `Stretch`.
    notes : what a person should know, a sentence each.
    """

    motion: Motion
    labels: FootLabels
    origins: Indices
    parts: Floats
    notes: tuple[str, ...] = ()


def spliced(material: Material, stretches: Sequence[Stretch], *, clean: bool = True) -> Spliced:
    """Return stretches as one motion; each begins with the frame after the last of the one before.

    Parameters
    ----------
    material : what they are of.
    stretches : one at least.
    clean : whether feet are held where they are planted, see `unbake.clean_feet`.

    Raises
    ------
    UsageError : there are none.
    """
    if not stretches or not any(stretch.n_frames for stretch in stretches):
        raise UsageError("a motion needs at least one stretch of a clip")

    def every(name: str) -> Floats:
        return np.concatenate([getattr(stretch, name) for stretch in stretches])

    origins = np.concatenate([stretch.origins for stretch in stretches])
    ways, headings = material.ways
    first = int(origins[0, 0])
    places, turned = travelled(ways[first], float(headings[first]), every("steps_m")[1:], every("turns_rad")[1:])
    source = material.sources[int(material.clip_of[first])].motion
    tracks = Tracks(material.skeleton, source.fps, places, turned, every("rotations_xyzw"), every("translations_m"))
    motion = tracks.motion(1)
    motion = with_needed_channels(motion, list(range(len(motion.skeleton.names))))
    planted = np.concatenate([stretch.planted for stretch in stretches])
    labels = FootLabels.from_frames(planted, motion.fps, motion.first_frame, "oracle")
    notes: tuple[str, ...] = ()
    if clean:
        cleaned = clean_feet(motion, labels, CleanOptions(), legs=material.legs)
        motion, labels, notes = cleaned.motion, cleaned.labels, cleaned.notes
    return Spliced(motion, labels, origins, every("parts"), notes)
