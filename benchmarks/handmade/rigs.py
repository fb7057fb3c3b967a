"""Two rigs for the same sheets: the performer, and a toon with a big head, long arms and short legs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from benchmarks.handmade.pieces.sheet import Handmade
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.performer.pieces.posed import PosedPiece, bake

TOON_STATURE_M = 1.1
"""Of the performer that the toon's legs are taken from."""
LONGER = {"Spine": 1.1, "Neck": 0.6, "Head": 2.2, "Shoulder": 1.1, "Arm": 1.2, "Hand": 1.3}
"""By how much the toon's bones are longer than those of a performer of its legs' size; by the end of the name."""
TOON_NAMES = {
    "Hips": "hips",
    "Spine": "spine",
    "Spine1": "spine.001",
    "Spine2": "chest",
    "Neck": "neck",
    "Head": "head",
    "Shoulder": "shoulder",
    "Arm": "upper_arm",
    "ForeArm": "forearm",
    "Hand": "hand",
    "UpLeg": "thigh",
    "Leg": "shin",
    "Foot": "foot",
    "ToeBase": "toe",
}


def performer(name: str, piece: Handmade) -> PosedPiece:
    """Return a piece baked on the performer at the rate of its sheet."""
    return bake(name, piece.keys, Fraction(piece.fps), sheet_fps=piece.fps, late=piece.late)


def toon(name: str, piece: Handmade) -> PosedPiece:
    """Return a piece baked on the toon: the same turns, other proportions and names."""
    baked = bake(name, piece.keys, Fraction(piece.fps), TOON_STATURE_M, sheet_fps=piece.fps, late=piece.late)
    return replace(baked, motion=_as_toon(baked.motion))


def _as_toon(motion: Motion) -> Motion:
    skeleton = motion.skeleton
    return replace(
        motion,
        skeleton=Skeleton(
            tuple(_toon_name(name) for name in skeleton.names),
            skeleton.parents,
            skeleton.offsets_m * np.array([[_longer(name)] for name in skeleton.names]),
            skeleton.channels,
            skeleton.rotation_orders,
            end_sites=skeleton.end_sites,
        ),
    )


def _longer(name: str) -> float:
    bone = name.removesuffix("_end").removeprefix("Left").removeprefix("Right").rstrip("12")
    return next((factor for part, factor in LONGER.items() if bone.endswith(part)), 1.0)


def _toon_name(name: str) -> str:
    bone, end = name.removesuffix("_end"), "_end" if name.endswith("_end") else ""
    for side, letter in (("Left", ".L"), ("Right", ".R")):
        if bone.startswith(side):
            return TOON_NAMES[bone.removeprefix(side)] + letter + end
    return TOON_NAMES[bone] + end


RIGS: Mapping[str, Callable[[str, Handmade], PosedPiece]] = {"performer": performer, "toon": toon}
