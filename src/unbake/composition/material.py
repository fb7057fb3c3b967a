"""The clips of a library as material: those of one skeleton, at one rate, with their plants and flags."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from unbake.composition.clip_source import RATE, clip_source
from unbake.composition.retargeted_clips import Pair, retargeted_sources
from unbake.editing.retargeting import can_travel
from unbake.errors import MotionError, UsageError
from unbake.ground.arrays import Booleans
from unbake.ground.progress import Progress
from unbake.ground.wording import listed
from unbake.library.annotations import YES
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.synthesis.blending.source import BlendSource, check_sources
from unbake.synthesis.material.material import Material

LEAST_FRAMES = 30
"""Clips that are shorter than half a second are left out."""


@dataclass(frozen=True)
class LibraryMaterial:
    """Material and where it comes from.

    Parameters
    ----------
    material : the clips.
    clips : the same as the library lists them.
    stamp : says which motions and plants these are: another stamp, other material. Flags are no part of it.
    notes : what was left out, a sentence each.
    """

    material: Material
    clips: tuple[Clip, ...]
    stamp: str
    notes: tuple[str, ...]

    def frame_number(self, clip: int, frame: int) -> tuple[str, int]:
        """Return the name of a clip of the material, and the number in its file of a frame from 0."""
        own = self.clips[clip]
        number = round(frame * float(own.fps) / self.material.fps)
        return own.name, own.first_frame + min(number, own.n_frames - 1)


def library_material(
    library: Library, clips: Sequence[Clip] | None = None, report: Progress = lambda part: None
) -> LibraryMaterial:
    """Return the clips of a library that new motion can be put together from.

    Clips of other skeletons than the one with most frames are retargeted to it: joints by role or name, turns copied,
    the way scaled by the legs, planted feet held. Those without legs or shorter than half a second are left out, and so
    are those whose joints cannot be matched. `notes` says which.

    Parameters
    ----------
    library : where from.
    clips : which of them; all by default.
    report : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : nothing is left.
    """
    chosen = library.clips() if clips is None else list(clips)
    order = {clip.id: number for number, clip in enumerate(chosen)}
    found: list[Pair] = []
    unfit: list[str] = []
    for number, clip in enumerate(chosen):
        source = _source(library, clip) if clip.has_body else None
        if source is None:
            unfit.append(clip.name)
        else:
            found.append((clip, source))
        report(0.5 * (number + 1) / len(chosen))
    kept, others = _of_one_skeleton(found)
    if not chosen:
        raise UsageError(f"{library.path} has no clips yet", code="no-material")
    if not kept:
        raise UsageError(
            f"{library.path}: no clip has legs with toes, a root that moves and half a second of motion",
            code="no-material",
        )
    notes = []
    if unfit:
        notes.append(
            "left out, as they have no legs with toes, no root that moves or less than half a second: "
            f"{listed(unfit, most=5)}"
        )
    figure = kept[0][1].motion.skeleton
    fitted, strange = retargeted_sources(library, others, figure, lambda part: report(0.5 + 0.5 * part))
    if fitted:
        names = listed((clip.name for clip, _ in fitted), most=5)
        notes.append(f"retargeted to the figure of {kept[0][0].name}, with planted feet held: {names}")
    if strange:
        names = listed((clip.name for clip, _ in strange), most=5)
        notes.append(f"left out, as their joints cannot be matched with those of {kept[0][0].name}: {names}")
    # How feet stand shows best where most is seen of them, and heels must be the same points in all clips.
    legs = max((source for _, source in kept), key=lambda source: source.n_frames).legs
    kept = sorted([*kept, *fitted], key=lambda pair: order[pair[0].id])
    sources = tuple(replace(source, legs=legs) for _, source in kept)
    material = Material(tuple(clip.name for clip, _ in kept), sources, _flags(library, kept))
    return LibraryMaterial(material, tuple(clip for clip, _ in kept), _stamp(kept), tuple(notes))


def _source(library: Library, clip: Clip) -> BlendSource | None:
    """A clip that is long enough, has legs and can move."""
    try:
        source = clip_source(library, clip)
    except MotionError:
        return None
    return source if source.n_frames >= LEAST_FRAMES and can_travel(source.motion.skeleton) else None


def _of_one_skeleton(found: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
    """The clips of the skeleton with most frames, and the others."""
    groups: list[list[Pair]] = []
    for clip, source in found:
        group = next((group for group in groups if _match(group[0][1], source)), None)
        if group is None:
            groups.append([(clip, source)])
        else:
            group.append((clip, source))
    groups.sort(key=lambda group: -sum(source.n_frames for _, source in group))
    return (groups[0], [pair for group in groups[1:] for pair in group]) if groups else ([], [])


def _match(a: BlendSource, b: BlendSource) -> bool:
    try:
        check_sources([a, b])
    except (MotionError, UsageError):
        return False
    return True


def _flags(library: Library, kept: Sequence[Pair]) -> dict[str, Booleans]:
    """Where each flag of the vocabulary holds, over all frames of the material."""
    parts = []
    for clip, source in kept:
        values = library.annotations(clip.id).values == YES
        frames = (np.arange(source.n_frames) * float(clip.fps / RATE) + 0.5).astype(np.int64)
        parts.append(values[:, np.minimum(frames, clip.n_frames - 1)])
    every = np.concatenate(parts, axis=1)
    return {flag: every[row] for row, flag in enumerate(library.vocabulary)}


def _stamp(kept: Sequence[Pair]) -> str:
    digest = hashlib.sha256()
    for clip, source in kept:
        digest.update(f"{clip.content_hash} {source.n_frames}".encode())
        digest.update(np.packbits(source.labels.planted()).tobytes())
    return digest.hexdigest()[:16]
