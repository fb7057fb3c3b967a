"""The clips of a library shared out among actors, so that no two of them ever show the same motion.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 4.4: clips are
chosen uniformly at random so that each actor has an equal part of all frames, and at least 30 frames of every
annotation string.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from unbake.composition.demands.asking import flag_costs
from unbake.composition.demands.material import Material
from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices

LEAST = 30
"""Frames of each annotation string that every actor has."""
TRIES = 2000


def shares(material: Material, n_actors: int, wanted: NDArray[np.int8], seed: int = 0) -> list[list[int]]:
    """Return which clips each actor has, by number.

    Clips are dealt at random, in turn to whoever has fewest frames, then exchanged at random as long as somebody lacks
    frames of an annotation string. Strings of which there are too few frames, or clips, for all do not count, unless
    the demand needs them.

    Parameters
    ----------
    material : what is shared out.
    n_actors : how many actors.
    wanted : (flags, n) what is asked of them, see `SearchRequest`.
    seed : of the deal.

    Raises
    ------
    UsageError : fewer clips than actors, or what is asked for is in too few clips.
    """
    if len(material.clips) < n_actors:
        raise UsageError(f"{n_actors} actors need as many clips, and there are {len(material.clips)}", code="few-clips")
    needed = _needed(material, n_actors, wanted)
    frames = np.concatenate([needed, _strings(material, n_actors)])
    rng = np.random.default_rng(seed)
    owner = _dealt(material.pool.lengths, n_actors, rng)
    lacking = _lacking(frames, owner, n_actors)
    for _ in range(TRIES):
        if lacking == 0.0:
            break
        one, other = rng.choice(len(owner), 2, replace=False)
        changed = owner.copy()
        changed[one], changed[other] = owner[other], owner[one]
        left = _lacking(frames, changed, n_actors)
        if left <= lacking:
            owner, lacking = changed, left
    if len(needed) and _lacking(needed, owner, n_actors) > 0.0:
        raise UsageError(
            f"the clips cannot be shared out so that each of {n_actors} actors has {LEAST} frames of all that is asked "
            "for: add clips, or ask fewer actors",
            code="few-clips",
        )
    return [np.flatnonzero(owner == actor).tolist() for actor in range(n_actors)]


def frames_of_strings(material: Material, share: Sequence[int]) -> dict[bytes, int]:
    """Return how many frames of each annotation string some clips have."""
    inside = np.isin(material.pool.clip_of, np.array(share))
    columns, counts = np.unique(material.values[:, inside].T, axis=0, return_counts=True)
    return {column.tobytes(): int(count) for column, count in zip(columns, counts, strict=True)}


def _needed(material: Material, n_actors: int, wanted: NDArray[np.int8]) -> Floats:
    """How many frames of each clip (strings, clips) are as each moment of the demand wants them."""
    columns = np.unique(wanted.T, axis=0)
    columns = columns[(columns != 0).any(axis=1)]
    out = []
    for column in columns:
        fits = flag_costs(column[None], material.values)[0] == 0.0
        counts = np.bincount(material.pool.clip_of[fits], minlength=len(material.clips)).astype(np.float64)
        if (counts > 0).sum() < n_actors or counts.sum() < n_actors * LEAST:
            names = " and ".join(
                f"{'' if value == 1 else 'no '}{flag}"
                for flag, value in zip(material.flags, column, strict=True)
                if value == 1 or (value == -1 and not (column == 1).any())
            )
            raise UsageError(
                f"{int((counts > 0).sum())} clips have {int(counts.sum())} frames with {names} as it is asked for; "
                f"{n_actors} actors need {LEAST} frames each, of clips of their own: add clips, or ask fewer actors",
                code="few-clips",
            )
        out.append(counts)
    return np.array(out).reshape(-1, len(material.clips))


def _strings(material: Material, n_actors: int) -> Floats:
    """How many frames of each annotation string each clip has (strings, clips), where all could have enough."""
    _, string = np.unique(material.values.T, axis=0, return_inverse=True)
    count = int(string.max()) + 1
    pairs = string.reshape(-1) * len(material.clips) + material.pool.clip_of
    table = np.bincount(pairs, minlength=count * len(material.clips)).reshape(count, -1).astype(np.float64)
    enough = ((table > 0).sum(axis=1) >= n_actors) & (table.sum(axis=1) >= n_actors * LEAST)
    return np.asarray(table[enough])


def _dealt(lengths: Indices, n_actors: int, rng: np.random.Generator) -> Indices:
    """Whose each clip is (clips,): clips in random order, each to whoever has fewest frames."""
    owner, had = np.zeros(len(lengths), dtype=np.int64), np.zeros(n_actors)
    for clip in rng.permutation(len(lengths)):
        owner[clip] = int(had.argmin())
        had[owner[clip]] += lengths[clip]
    return owner


def _lacking(frames: Floats, owner: Indices, n_actors: int) -> float:
    """How many frames of strings all actors lack."""
    have = np.stack([frames[:, owner == actor].sum(axis=1) for actor in range(n_actors)], axis=1)
    return float(np.maximum(LEAST - have, 0.0).sum())
