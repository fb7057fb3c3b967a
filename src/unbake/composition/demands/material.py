"""The clips of a library as material: their frames at 60 Hz, what is known of their flags, and their motions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.annotations.instants import labels_at
from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.library.stored import skeleton_of
from unbake.library.tables import BODY, PLANTS, body_of
from unbake.motion.body.body_path import RATE_HZ
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.demands.features import AXES, feature_axes
from unbake.synthesis.demands.pool import FramePool, pool_of

KEPT = "demand-frames"
VERSION = f"17 joints, {AXES} axes; 2"
LEAST_FRAMES = 20
"""Shorter clips are no material."""

Report = Callable[[float], None]


@dataclass(eq=False)
class Material:
    """Clips whose skeletons have the same joints.

    Parameters
    ----------
    library : where they are from; it must stay open.
    clips : those that are used.
    pool : their frames.
    figure : the skeleton that moves; clips of others are moved over to it joint by joint.
    leg_m : length of its legs.
    legs_m : (clips,) length of the legs of each clip.
    left_out : how many clips of the library have other joints.
    """

    library: Library
    clips: tuple[Clip, ...]
    pool: FramePool
    figure: Skeleton
    leg_m: float
    legs_m: NDArray[np.float64]
    left_out: int = 0
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
            clip = self.clips[number]
            motion = self.library.motion(clip.id)
            labels = self.library.foot_labels(clip.id)
            if labels is None:
                planted = self.library.derived(clip.id, PLANTS)["planted"].astype(np.bool_)
                labels = FootLabels.from_frames(planted, clip.fps, clip.first_frame, "oracle")
            motion = on_figure(motion, self.figure, self.leg_m / float(self.legs_m[number]))
            at_rate = motion.resampled(RATE_HZ)
            self._sources[number] = BlendSource(at_rate, labels.at_rate(Fraction(RATE_HZ), at_rate.n_frames))
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
            self.legs_m[list(numbers)],
            self.left_out,
        )
        out._sources = {new: self._sources[old] for new, old in enumerate(numbers) if old in self._sources}
        return out


def material_of(
    library: Library,
    clips: Sequence[Clip] | None = None,
    *,
    figure: str | int | None = None,
    report: Report = lambda part: None,
) -> Material:
    """Return the material that a library has.

    Parameters
    ----------
    library : the library.
    clips : those that may be used; all by default.
    figure : the clip whose skeleton moves. By default the skeleton with most frames; clips whose skeletons have other
        joints are left out.
    report : called with the part that is done, 0 to 1.

    Raises
    ------
    UsageError : no clip has a body with legs; the figure is not among them.
    """
    every = [clip for clip in library.clips() if clip.has_body and clip.duration_s * RATE_HZ + 1 >= LEAST_FRAMES]
    wanted = {clip.id for clip in clips} if clips is not None else {clip.id for clip in every}
    if not any(clip.id in wanted for clip in every):
        raise UsageError(
            f"{library.path}: no clip that may be used has a body with legs and a third of a second; 'unbake library "
            "add' adds clips",
            code="no-body",
        )
    pool, legs_m = _kept_pool(library, every, report)
    skeletons = _skeletons(library)
    usable = [n for n, clip in enumerate(every) if clip.id in wanted]
    chosen = skeletons[library.clip(figure).id] if figure is not None else _most(every, usable, skeletons)
    alike = [n for n in usable if _joints(skeletons[every[n].id]) == _joints(chosen)]
    if not alike:
        raise UsageError(f"no clip that may be used has the joints of '{figure}'", code="no-clips")
    own = [n for n in alike if skeletons[every[n].id] is chosen] or alike
    return Material(
        library,
        tuple(every[n] for n in alike),
        pool.chosen(alike),
        chosen,
        float(legs_m[own[0]]),
        legs_m[alike],
        len(usable) - len(alike),
    )


def on_figure(motion: Motion, figure: Skeleton, scale: float) -> Motion:
    """Return a motion on another skeleton with the same joints, its way over the floor and its heights scaled."""
    if motion.skeleton is figure:
        return motion
    translations = motion.translations_m.copy()
    root = list(motion.skeleton.translated).index(0) if 0 in motion.skeleton.translated else None
    if root is not None:
        translations[:, root] *= scale
    for column, joint in enumerate(motion.skeleton.translated):
        if column != root:
            translations[:, column] += figure.offsets_m[joint] - motion.skeleton.offsets_m[joint]
    return replace(motion, skeleton=figure, translations_m=translations)


def _joints(skeleton: Skeleton) -> tuple[object, ...]:
    return skeleton.names, skeleton.parents, skeleton.translated


def _skeletons(library: Library) -> dict[int, Skeleton]:
    """The skeleton of each clip; equal ones are one object."""
    rows = library.database.rows("SELECT id, data FROM skeleton")
    known = {int(number): skeleton_of(data) for number, data in rows}
    return {int(clip): known[int(own)] for clip, own in library.database.rows("SELECT id, skeleton_id FROM clip")}


def _most(clips: Sequence[Clip], usable: Sequence[int], skeletons: dict[int, Skeleton]) -> Skeleton:
    """Of the joints with most frames the skeleton with most frames."""
    by_joints: dict[object, float] = {}
    by_skeleton: dict[int, float] = {}
    for n in usable:
        own, length = skeletons[clips[n].id], clips[n].duration_s
        by_joints[_joints(own)] = by_joints.get(_joints(own), 0.0) + length
        by_skeleton[id(own)] = by_skeleton.get(id(own), 0.0) + length
    every = [skeletons[clips[n].id] for n in usable]
    return max(every, key=lambda skeleton: (by_joints[_joints(skeleton)], by_skeleton[id(skeleton)]))


def _kept_pool(library: Library, clips: Sequence[Clip], report: Report) -> tuple[FramePool, NDArray[np.float64]]:
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
