"""The clips of a library as material: their frames at 60 Hz, what is known of their flags, and their motions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.instants import labels_at
from unbake.composition.clip_source import clip_source
from unbake.editing.retargeting import can_travel, retargeted
from unbake.errors import UsageError
from unbake.feet.legs import missing_roles
from unbake.ground.arrays import Booleans
from unbake.ground.progress import Progress
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.library.stored import skeleton_of
from unbake.library.tables import BODY, body_of
from unbake.motion.body.body_path import RATE_HZ
from unbake.motion.body.rooting import rooted_skeleton
from unbake.motion.skeleton import Skeleton
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.demands.features import AXES, feature_axes
from unbake.synthesis.demands.pool import FramePool, pool_of
from unbake.synthesis.transitions.quick.quick import widened

KEPT = "demand-frames"
VERSION = f"17 joints, {AXES} axes; 2"
LEAST_FRAMES = 20
"""Shorter clips are no material."""


@dataclass(eq=False)
class Material:
    """Clips, and the figure that moves as they do.

    Parameters
    ----------
    library : where they are from; it must stay open.
    clips : those that are used.
    pool : their frames.
    figure : the skeleton that moves; clips of others are retargeted to it.
    leg_m : length of its legs.
    is_own : (clips,) which clips are of the figure itself.
    left_out : names of clips without legs with toes, without a root that moves, or too short.
    """

    library: Library
    clips: tuple[Clip, ...]
    pool: FramePool
    figure: Skeleton
    leg_m: float
    is_own: Booleans
    left_out: tuple[str, ...] = ()
    _sources: dict[int, BlendSource] = field(default_factory=dict)

    @cached_property
    def flags(self) -> tuple[str, ...]:
        """The vocabulary."""
        return self.library.vocabulary

    @cached_property
    def values(self) -> NDArray[np.int8]:
        """What is known of each frame (flags, N): 1 yes, 0 no, −1 unknown."""
        parts = []
        for clip, length in zip(self.clips, self.pool.lengths, strict=True):
            values = self.library.annotations(clip.id).values
            parts.append(labels_at(values, np.arange(int(length)), clip.fps))
        return np.concatenate(parts, axis=1)

    def source(self, number: int) -> BlendSource:
        """Return a clip on the figure, at 60 Hz, with its plants: labels by hand, else where feet seem planted."""
        if number not in self._sources:
            source = clip_source(self.library, self.clips[number])
            if self.is_own[number]:
                motion = replace(source.motion, skeleton=self.figure)
            else:
                motion = retargeted(source.motion, self.figure).motion
            self._sources[number] = BlendSource(motion, source.labels)
        return self._sources[number]

    def number_of(self, name: str) -> int:
        """Return which clip a name means; UsageError where it is not among them."""
        clip = self.library.clip(name)
        for number, own in enumerate(self.clips):
            if own.id == clip.id:
                return number
        raise UsageError(f"clip '{name}' is not among those that are used", code="unknown-clip", clip=name)

    def frame_number(self, number: int, instant: int) -> int:
        """Return an instant of a clip as its file numbers frames."""
        clip = self.clips[number]
        return clip.first_frame + min(round(instant * float(clip.fps) / RATE_HZ), clip.n_frames - 1)

    def chosen(self, numbers: Sequence[int]) -> Material:
        """Return the material of some of the clips."""
        out = Material(
            self.library,
            tuple(self.clips[n] for n in numbers),
            self.pool.chosen(numbers),
            self.figure,
            self.leg_m,
            self.is_own[list(numbers)],
            self.left_out,
        )
        out._sources = {new: self._sources[old] for new, old in enumerate(numbers) if old in self._sources}
        return out


def material_of(
    library: Library,
    clips: Sequence[Clip] | None = None,
    *,
    figure: str | int | None = None,
    report: Progress = lambda part: None,
) -> Material:
    """Return the material that a library has.

    Parameters
    ----------
    library : the library.
    clips : those that may be used; all by default.
    figure : the clip whose skeleton moves; by default the skeleton with most frames.
    report : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : no clip has legs with toes and a root that moves; the figure's clip is unknown, or none of them.
    """
    asked = library.clips() if clips is None else list(clips)
    wanted = {clip.id for clip in asked}
    every = [clip for clip in library.clips() if clip.has_body and clip.duration_s * RATE_HZ + 1 >= LEAST_FRAMES]
    if not any(clip.id in wanted for clip in every):
        raise UsageError(
            f"{library.path}: no clip that may be used has a body with legs and a third of a second", code="no-material"
        )
    pool, legs_m = _kept_pool(library, every, report)
    skeletons = _skeletons(library)
    usable = [n for n, clip in enumerate(every) if clip.id in wanted and _is_usable(skeletons[clip.id])]
    if not usable:
        raise UsageError(
            f"{library.path}: no clip that may be used has legs with toes and a root that moves", code="no-clips"
        )
    chosen = _most(every, usable, skeletons) if figure is None else skeletons[library.clip(figure).id]
    own = [n for n, clip in enumerate(every) if skeletons[clip.id] is chosen and _is_usable(chosen)]
    if not own:
        raise UsageError(
            f"clip '{figure}' has no legs with toes, or its root cannot move: name another figure", code="no-body"
        )
    is_own = np.isin(usable, own)
    used = tuple(every[n] for n in usable)
    left_out = tuple(clip.name for clip in asked if clip not in used)
    # Turns that a joint's own channels cannot hold may come from other skeletons.
    moving = chosen if is_own.all() else widened(chosen)
    return Material(library, used, pool.chosen(usable), moving, float(legs_m[own[0]]), is_own, left_out)


def _skeletons(library: Library) -> dict[int, Skeleton]:
    """The skeleton of each clip as its `clip_source` has it; equal ones are one object."""
    rows = library.database.rows("SELECT id, data FROM skeleton")
    known = {int(number): rooted_skeleton(skeleton_of(data), below_root=True) for number, data in rows}
    return {int(clip): known[int(own)] for clip, own in library.database.rows("SELECT id, skeleton_id FROM clip")}


def _is_usable(skeleton: Skeleton) -> bool:
    """Whether motions of a skeleton go over the floor on feet that can be held."""
    return can_travel(skeleton) and not missing_roles(skeleton)


def _most(clips: Sequence[Clip], usable: Sequence[int], skeletons: dict[int, Skeleton]) -> Skeleton:
    """The skeleton with most frames."""
    seconds: dict[int, float] = {}
    for n in usable:
        own = id(skeletons[clips[n].id])
        seconds[own] = seconds.get(own, 0.0) + clips[n].duration_s
    return max((skeletons[clips[n].id] for n in usable), key=lambda skeleton: seconds[id(skeleton)])


def _kept_pool(library: Library, clips: Sequence[Clip], report: Progress) -> tuple[FramePool, NDArray[np.float64]]:
    """The frames of all clips, and the length of their legs; kept in the library for the next time.

    Axes are fitted to captured clips where there are any, so that an enriched library joins those as before.
    """
    content = json.dumps([(clip.id, clip.content_hash) for clip in clips])
    stamp = f"{VERSION}; {hashlib.sha256(content.encode()).hexdigest()[:16]}"
    data = library.kept(KEPT, stamp)
    if data is not None:
        try:
            kept = unpacked_tables(data)
            features, steps = kept["features"].astype(np.float32), kept["steps"].astype(np.float64)
            return FramePool(features, steps, kept["lengths"].astype(np.int64)), kept["legs_m"].astype(np.float64)
        except (ValueError, KeyError):
            pass  # damaged: it is made again
    paths = []
    for done, clip in enumerate(clips, start=1):
        paths.append(body_of(library.derived(clip.id, BODY)))
        report(0.8 * done / len(clips))
    captured = [path for path, clip in zip(paths, clips, strict=True) if not clip.is_composed]
    pool = pool_of(paths, feature_axes(captured or paths))
    legs_m = np.array([path.leg_m for path in paths])
    report(1.0)
    if not library.database.is_read_only:
        tables: dict[str, NDArray[Any]] = {"features": pool.features, "steps": pool.steps, "lengths": pool.lengths}
        tables["legs_m"] = legs_m
        library.keep(KEPT, stamp, packed_tables(tables, compress=False))
    return pool, legs_m
