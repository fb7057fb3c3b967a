"""What a format would lose, and writing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from unbake.studio.server.messages.edits.layers import PoseLayer
from unbake.studio.server.messages.motion import Keys, Plant


@dataclass(frozen=True)
class PlanExport:
    """Ask what each format makes of an animation. → ExportPlan"""

    clip: str
    keys: Keys | None  # None: the capture itself, with layers
    detail: float
    plants: tuple[Plant, ...] = ()  # where the feet are to be kept in place; none: as they move
    layers: tuple[PoseLayer, ...] = ()
    suffix: str = ""  # of the one format that is asked about; empty: all


@dataclass(frozen=True)
class ExportLoss:
    """What one format cannot hold of the animation."""

    suffix: str
    name: str
    keeps: str
    loses: tuple[str, ...]
    deviation_cm: float  # of the file from what is seen, at worst
    error_cm: float  # of the file from the capture, at worst
    worst_joint: str  # and where
    worst_frame: int
    tips_cm: float | None  # the same of the tips
    frames: str  # where Blender shows the frames; empty where it does not import the format


@dataclass(frozen=True)
class ExportPlan:
    """What each format makes of the animation."""

    losses: tuple[ExportLoss, ...]


@dataclass(frozen=True)
class Export:
    """Write an animation to a file of the server's machine, or for the browser to download. → Exported"""

    clip: str
    keys: Keys | None
    detail: float
    path: str  # absolute, or within the studio's folder; a bare suffix for a download
    is_download: bool
    may_replace: bool
    plants: tuple[Plant, ...] = ()  # as in PlanExport
    fps: int = 0  # frames a second of the file; 0: as the clip has
    travel: Literal["hips", "in-place", "root"] = "hips"  # who travels over the floor
    names: Literal["", "cmu", "mixamo", "rigify", "unity", "unreal"] = ""  # the table by which joints are renamed
    is_baked: bool = False  # a key on every frame, for programs that play other curves or none
    unit: Literal["", "m", "cm", "mm", "in", "ft"] = ""  # of formats that name none
    up: Literal["y", "z"] = "y"  # of formats that leave it open
    usd: Literal["skeleton", "splines"] = "skeleton"  # with a sample on every frame, or with every key and handle
    has_figure: bool = False  # of bones, in an FBX
    layers: tuple[PoseLayer, ...] = ()


@dataclass(frozen=True)
class Exported:
    """Where the file is: a path, or an address to download it from (once)."""

    path: str
    bytes: int
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class SavePlayblast:
    """Write a film that the page made and uploaded to a file of the server's machine. → Saved"""

    clip: str
    upload: str  # id of the upload; gone once it is written
    path: str  # absolute, or within the studio's folder
    may_replace: bool
