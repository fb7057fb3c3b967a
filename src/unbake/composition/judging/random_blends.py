"""Random multi-way blends to be judged: named by their stretches, so that a name alone makes the blend again.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.5: 400 random
blends, labelled natural or not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from unbake.errors import UsageError
from unbake.synthesis.blending.blended import Blended
from unbake.synthesis.blending.multiway import multiway_blend
from unbake.synthesis.blending.source import BlendSource

LENGTH = 60
"""Frames of a stretch, at 60 a second."""
MOST_BETWEEN = 2
"""Others by whose way a blend goes at most."""
BLENDS, SEED = 400, 5
_BETWEEN = " + "


@dataclass(frozen=True)
class Stretch:
    """A second of a clip: its name, and the first frame from 0, at 60 frames a second."""

    clip: str
    first: int


def name_of(stretches: tuple[Stretch, ...]) -> str:
    """Return the name of a blend, such as ``16_15:40 + 16_22:105``."""
    return _BETWEEN.join(f"{one.clip}:{one.first}" for one in stretches)


def stretches_of(name: str) -> tuple[Stretch, ...]:
    """Return the stretches that a name means; UsageError where it is no name of a blend."""
    found = [re.fullmatch(r"(.+):(\d{1,7})", part) for part in name.split(_BETWEEN)]
    if len(found) < 2 or not all(found):
        raise UsageError(f"'{name}' is no blend; expected stretches such as 16_15:40 + 16_22:105")
    return tuple(Stretch(match.group(1), int(match.group(2))) for match in found if match)


def random_stretches(sources: Mapping[str, BlendSource], number: int, seed: int = SEED) -> tuple[Stretch, ...]:
    """Return the stretches of a random blend: two clips, by way of up to two others.

    Parameters
    ----------
    sources : clips by name, at 60 frames a second, of one skeleton.
    number, seed : which of the blends; with the same clips the same one comes.

    Raises
    ------
    UsageError : no clip is a second long.
    """
    clips = sorted(name for name, one in sources.items() if one.n_frames >= LENGTH and _BETWEEN not in name)
    if not clips:
        raise UsageError("random blends need clips of a second or more")
    rng = np.random.default_rng([seed, number])
    chosen = rng.integers(len(clips), size=2 + int(rng.integers(MOST_BETWEEN + 1)))
    return tuple(Stretch(clips[n], int(rng.integers(sources[clips[n]].n_frames - LENGTH + 1))) for n in chosen.tolist())


def blend_of(sources: Mapping[str, BlendSource], stretches: tuple[Stretch, ...]) -> Blended:
    """Return a blend, feet as they come; UsageError for a clip that is not there or is too short."""
    parts = []
    for one in stretches:
        if one.clip not in sources:
            raise UsageError(f"clip '{one.clip}' is not among those that are blended", clip=one.clip)
        parts.append(sources[one.clip].window(one.first, one.first + LENGTH - 1))
    return multiway_blend(parts)
