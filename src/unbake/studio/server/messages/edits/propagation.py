"""Edits of some stretches, carried over to a whole take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.arrays import Float32, Float64, Int32
from unbake.studio.server.messages.edits.layers import PoseLayer
from unbake.studio.server.messages.motion import Evaluation, Keys, Plant


@dataclass(frozen=True)
class EditedStretch:
    """A stretch before and after an edit: by keys of the take that is edited, or by clips that are open."""

    first: int  # frames of the source, both included
    last: int
    edited: Keys | None = None  # what it became, as keys of the take …
    edited_clip: str = ""  # … or as a clip, which begins at the same instant as the source
    source: Keys | None = None  # what it was, as keys of the take …
    source_clip: str = ""  # … or as a clip; where both are left out: the take, joined through the keys of `edited`


@dataclass(frozen=True)
class Propagate:
    """Carry the edit of some stretches over to a take. → Propagated"""

    clip: str  # the take
    examples: tuple[EditedStretch, ...]
    keys: Keys | None = None  # of the take: the result is put on them; those in its own stretches stay as edited
    weights: tuple[float, ...] = ()  # four: predicted poses and accelerations, the source's; none: as usual
    outputs: Literal["difference", "pose"] = "difference"
    predictor: Literal["gp", "mls"] = "gp"
    feet: Literal["calm", "faded", "none"] = "calm"
    warps: bool = False  # which frame is which is found by a time warp, where lengths are equal, too
    detail: float = 0.0  # of the evaluation
    layers: tuple[PoseLayer, ...] = ()  # on top of the keys, and of those of examples: they become part of the result
    plants: tuple[Plant, ...] = ()  # where the take's feet are planted; without any, what the keys hold, or a guess


@dataclass(frozen=True)
class Propagated:
    """A take that an edit was carried over to. F frames of the result, which may last longer or shorter."""

    first: int  # of the result's frames
    values: Float32  # (F, C) of the take's channels, metres and radians; without keys only
    keys: Keys | None  # the result on the take's keys
    evaluation: Evaluation | None  # of the keys
    confidence: Float32  # (F,) 0 to 1, how much the examples say about each frame
    source_frames: Float64  # (F,) which instant of the take each frame shows
    low_first: Int32  # stretches that are unlike every example, both ends included
    low_last: Int32
    notes: tuple[str, ...]
    seconds: float
