"""Feet that hold in the keys: what is reduced, and measured against, is then the capture with its feet in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from unbake.curves.keyed_animation import KeyedAnimation
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.oracle import Oracle
from unbake.ground.notes import Note
from unbake.ground.progress import Report
from unbake.motion.motion import Motion
from unbake.reduce.hold_feet import PlantedCapture, with_planted_feet
from unbake.reduce.options import ReduceOptions
from unbake.studio.server.feet.feet import labels_from, plants_of
from unbake.studio.server.feet.own_oracle import taught_oracle
from unbake.studio.server.keys.evaluating import evaluate, silent
from unbake.studio.server.keys.keys import animation_from
from unbake.studio.server.messages import Evaluation, FeetHeld, Keys, Plant, Settings
from unbake.studio.server.opening.open_clip import Excerpt, OpenClip, single

Plants = tuple[Plant, ...]
OracleGiven = Callable[[], Oracle]


@dataclass(frozen=True, eq=False)
class PlantedStretch:
    """A stretch of a capture with its feet in place.

    Parameters
    ----------
    clip : those frames as a clip of their own, keyed as the whole capture is.
    planted : the same frames as they were captured, and with their feet in place.
    """

    clip: OpenClip
    planted: PlantedCapture

    @property
    def excerpt(self) -> Excerpt:
        """The frames to choose keys of, to fit, and to measure against."""
        return self.clip.excerpt(self.planted.motion.first_frame, self.planted.motion.last_frame)

    def options(self, options: ReduceOptions) -> ReduceOptions:
        """Return options by which ankles and toes weigh more while they are planted, as the library's do."""
        return self.planted.options(options)

    def reached(self, shown: Motion) -> FeetHeld:
        """Return how far planted points stray in the capture, and in what was made of it."""
        before, after = (self.planted.skating(motion) for motion in (self.planted.capture, shown))
        return FeetHeld(before.mean_mm, before.worst_mm, after.mean_mm, after.worst_mm)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know, a sentence each."""
        return tuple(f"Feet of the capture: {of_own_channels(note)}." for note in self.planted.cleaned.notes)

    @property
    def needs_channels(self) -> bool:
        """Whether its feet turn as the capture's channels cannot; the library keys what they need, then."""
        return self.planted.motion.skeleton.channels != self.planted.capture.skeleton.channels


def of_own_channels(note: str) -> str:
    """A note of the clean-up as it is true where keys are of the clip's own channels."""
    if isinstance(note, Note) and note.code == "new-channels":
        return f"turns that the clip's channels cannot hold are left out: {note.about['joints']}"
    return note


@dataclass(frozen=True, eq=False)
class Source:
    """What keys are chosen of.

    Parameters
    ----------
    captured : the clip that is open.
    held : those of its frames that count, with their feet in place, where that is asked for.
    plants : when the feet are held.
    """

    captured: OpenClip
    held: PlantedStretch | None = None
    plants: Plants = ()

    @property
    def clip(self) -> OpenClip:
        """The clip to look at."""
        return self.held.clip if self.held else self.captured


def source_of(clip: OpenClip, settings: Settings, holds_feet: bool, plants: Plants, oracle: OracleGiven) -> Source:
    """Return what keys are chosen of: the clip, or those of its frames that count, with their feet in place."""
    if not holds_feet:
        return Source(clip)
    held = plants_to_hold(clip, plants, oracle)
    return Source(clip, held_stretch(clip, settings.first, settings.last, held) if held else None, held)


def plants_to_hold(clip: OpenClip, labelled: Plants, oracle: OracleGiven) -> Plants:
    """Return when feet are to hold: as a clip is labelled, or, where it is not, as is guessed.

    Raises
    ------
    MotionError : a skeleton without legs.
    UsageError : an oracle without examples.
    """
    if labelled:
        return labelled
    chosen = oracle()
    key = ("plants", chosen)
    with clip.holding:
        known: Plants | None = clip.known.finished(key)
        if known is None:
            known = plants_of(guess_feet(clip.motion, taught_oracle(chosen)).labels)
            clip.known.keep_finished(key, known)
        return known


def held_stretch(clip: OpenClip, first: int, last: int, plants: Plants) -> PlantedStretch:
    """Return some frames of a clip with its feet in place, made now or before.

    Raises
    ------
    MotionError : labels that no clip can have, a skeleton without legs.
    """
    key = (first, last, plants)
    with clip.holding:
        known: PlantedStretch | None = clip.held(key)
        if known is None:
            known = _held(clip, *key)
            clip.keep_held(key, known)
        return known


def _held(clip: OpenClip, first: int, last: int, plants: Plants) -> PlantedStretch:
    captured = clip.excerpt(first, last).motion
    start = clip.motion.first_frame
    labels = labels_from(plants, clip.motion).excerpt(first - start, last - start)
    planted = with_planted_feet(captured, labels)
    stretch = OpenClip(
        clip.id, planted.motion, name=clip.name, format_name=clip.format_name, path=clip.path, sources={}
    )
    stretch.skeleton = clip.skeleton  # keys are of the clip's own channels
    return PlantedStretch(stretch, planted)


def evaluated(
    clip: OpenClip, keys: Keys, animation: KeyedAnimation, detail: float, report: Report = silent
) -> Evaluation:
    """Return the animation of some keys at every frame, and how far it is from what they are of."""
    excerpt = capture_of(clip, keys)
    found = evaluate(excerpt, animation, detail, report)
    return replace(found, against=single(excerpt.motion.positions())) if keys.holds else found


def capture_of(clip: OpenClip, keys: Keys) -> Excerpt:
    """Return the frames that keys are of: as they were captured, or with the feet in place that the keys hold."""
    if not keys.holds:
        return clip.excerpt(keys.first, keys.last)
    return held_stretch(clip, keys.first, keys.last, keys.holds).excerpt


def capture_and_animation(clip: OpenClip, keys: Keys) -> tuple[Excerpt, KeyedAnimation]:
    """Return the frames that keys are of (`capture_of`), and the animation that the keys make."""
    excerpt = capture_of(clip, keys)
    return excerpt, animation_from(keys, excerpt.motion, excerpt.skeleton)
