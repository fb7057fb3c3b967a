"""A clip that is open in the studio, with what was already worked out about it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from unbake.curves.fits.fit import keyed_skeleton
from unbake.formats.bone_mesh import rest_pose
from unbake.formats.registry import ReadOptions
from unbake.ground.arrays import Floats
from unbake.keyframes.layers import EXTREMES_LAYERS, LAYER_PRESETS, Layer
from unbake.keyframes.moments.leads import leading_parts
from unbake.keyframes.request import SelectOptions
from unbake.motion.body.parts import parts_of
from unbake.motion.body.roles import GROUPS, resolve_joints, split_name
from unbake.motion.channels import channel_values, channels_of
from unbake.motion.levers import Levers
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints, default_levers
from unbake.motion.skeleton import Skeleton
from unbake.reduce.take import Take
from unbake.studio.server import messages
from unbake.studio.server.feet.labelled import Labelled
from unbake.studio.server.opening.worked_out import WorkedOut

KEPT_HELD = 2


class OpenClip:
    """A motion and what the studio has worked out about it.

    Parameters
    ----------
    number : its id in this session.
    motion : the capture.
    name : what people call it, usually the file's name.
    format_name : of the file it came from.
    path : where it was read from, if from this machine.
    sources : the bytes of the files it was read from, by name, the one to load first; they go into projects.
    known : what was worked out about the same motion before; nothing by default.
    """

    def __init__(
        self,
        number: str,
        motion: Motion,
        *,
        name: str,
        format_name: str,
        path: Path | None,
        sources: dict[str, bytes],
        known: WorkedOut | None = None,
    ) -> None:
        self.id = number
        self.motion = motion
        self.name = name
        self.format_name = format_name
        self.path = path
        self.sources = sources
        self.options = ReadOptions()  # what was said about the file when it was opened
        self.takes: tuple[str, ...] = ()  # of the file, where it holds several
        self.known = known or WorkedOut()
        self.holding = Lock()
        self.labelled = Labelled()
        self.plants_of_command: tuple[messages.Plant, ...] | None = None  # by labels beside the file
        self._held: OrderedDict[object, Any] = OrderedDict()
        self._lock = Lock()
        self.excerpt = lru_cache(maxsize=4)(self._excerpt)

    def _excerpt(self, first: int, last: int) -> Excerpt:
        motion = self.motion
        if (first, last) != (motion.first_frame, motion.last_frame):
            motion = motion.excerpt(first, last)
        return Excerpt(motion, self.skeleton)

    @cached_property
    def skeleton(self) -> Skeleton:
        """The joints with the channels that are keyed: where the file's would lock, with other rotation orders."""
        return keyed_skeleton(self.motion)[0]

    def held(self, key: object) -> Any:
        """Return a stretch with its feet in place that was made before; None where none was, or it is forgotten."""
        with self._lock:
            return self._held.get(key)

    def keep_held(self, key: object, stretch: Any) -> None:
        """Remember a stretch with its feet in place, and forget the oldest."""
        with self._lock:
            self._held[key] = stretch
            while len(self._held) > KEPT_HELD:
                self._held.popitem(last=False)

    def message(self) -> messages.Clip:
        """Return what the page needs to know of the clip."""
        motion, skeleton = self.motion, self.motion.skeleton
        roles = skeleton.roles
        role_of = {joint: role for role, joint in roles.items()}
        parts = parts_of(skeleton)
        part_of = {joint: part for part, joints in enumerate(parts.values()) for joint in joints}
        joints = tuple(
            messages.Joint(
                name=name,
                parent=skeleton.parents[j],
                is_end=bool(skeleton.end_sites[j]),
                side=split_name(name)[0] or "middle",  # type: ignore[arg-type]
                role=role_of.get(j),
                part=part_of[j],
            )
            for j, name in enumerate(skeleton.names)
        )
        rest = rest_pose(skeleton)
        leads = tuple(name for name in GROUPS if set(GROUPS[name]) & set(roles))
        return messages.Clip(
            id=self.id,
            name=self.name,
            path=str(self.path) if self.path else None,
            format=self.format_name,
            fps=float(motion.fps),
            first_frame=motion.first_frame,
            last_frame=motion.last_frame,
            height_m=motion.height_m(),
            joints=joints,
            channels=tuple(messages.Channel(c.joint, c.name) for c in channels_of(self.skeleton)),
            parts=tuple(parts),
            leads=leads,
            lead_joints=tuple(tuple(resolve_joints(skeleton, [name])) for name in leads),
            lead_spans=tuple(
                messages.LeadSpan(span.first + motion.first_frame, span.last + motion.first_frame, span.part)
                for span in leading_parts(motion)
            ),
            measured=tuple(default_joints(motion)),
            warnings=(*motion.warnings, *keyed_skeleton(motion)[1]),
            takes=self.takes,
            take=self.options.take if self.takes else None,
            positions=single(motion.positions()),
            rotations=turns(motion.world_rotations_xyzw()),
            values=single(channel_values(motion, self.skeleton)),
            rest_positions=single(rest.positions()[0]),
            rest_rotations=single(rest.world_rotations_xyzw()[0]),
        )

    def first_settings(self) -> messages.Settings:
        """Return what is asked of selection until a person says otherwise: what the command line does."""
        options = SelectOptions()
        return messages.Settings(
            criterion=options.criterion,
            metric=options.metric,
            compose=None,
            lead=(),
            pins=(),
            first=self.motion.first_frame,
            last=self.motion.last_frame,
            min_gap=None,
            max_gap=None,
        )


class Excerpt(Take):
    """The frames of a clip that are worked on, with what is measured on them."""

    @cached_property
    def measured(self) -> tuple[int, ...]:
        """The joints that errors are measured on."""
        return tuple(default_joints(self.motion))

    @cached_property
    def levers(self) -> Levers:
        """The points beside them that errors are measured on."""
        return default_levers(self.motion)

    @cached_property
    def measured_places_m(self) -> Floats:
        """(F, N, 3) where these joints and points are in the capture."""
        return np.concatenate([self.motion.positions()[:, self.measured], self.levers.positions(self.motion)], axis=1)


def single(array: Floats) -> messages.Float32:
    """Return numbers for pictures: flat, in single precision."""
    return np.asarray(array, dtype=np.float32).ravel()


def turns(rotations_xyzw: Floats) -> messages.Int16:
    """Return rotations for pictures: flat, to a hundredth of a degree, in half the bytes of single precision."""
    return np.rint(32_767.0 * rotations_xyzw).astype(np.int16).ravel()


LONG = 3_000
"""Frames from which on the three layers are not the first thing that is asked for: the slider goes by number."""
FRAMES_A_KEY = 18
"""A count to begin with; the three layers find somewhat fewer on everyday clips."""


def first_choice(n_frames: int = 0) -> messages.Choice:
    """Return how keys are chosen until a person says otherwise: by three layers, of long takes by number."""
    return messages.Choice(
        by="count" if n_frames > LONG else "layers",
        keys=max(2, n_frames // FRAMES_A_KEY) if n_frames else 20,
        error_cm=2.0,
        accuracy=0.005,
        significance=0.1,
        layers=tuple(layer_settings(layer) for layer in EXTREMES_LAYERS),
    )


def first_joining() -> messages.Joining:
    """Return how keys are joined until a person says otherwise."""
    return messages.Joining(fit="free", break_weight=1.0, holds_ends=True, end_weights={})


def layer_settings(layer: Layer) -> messages.LayerSettings:
    """Return a layer as a message."""
    return messages.LayerSettings(
        criterion=layer.criterion,
        metric=layer.metric,
        lead=layer.lead,
        space=layer.space,
        accuracy=layer.accuracy,
        significance=layer.significance,
        floor_cm=100.0 * layer.floor_m,
    )


def layer_from(settings: messages.LayerSettings) -> Layer:
    """Return the layer of a message; a floor that a preset has goes by the figure's size, as there."""
    presets = (layer for layers in LAYER_PRESETS.values() for layer in layers if layer.floor_scales)
    return replace(
        EXTREMES_LAYERS[0],
        criterion=settings.criterion,
        metric=settings.metric,
        lead=settings.lead,
        space=settings.space,
        accuracy=settings.accuracy,
        significance=settings.significance,
        floor_m=settings.floor_cm / 100.0,
        floor_scales=any(
            (settings.criterion, settings.floor_cm) == (layer.criterion, 100.0 * layer.floor_m) for layer in presets
        ),
    )
