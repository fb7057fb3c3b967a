"""Clips of other figures on the one that a material is of, kept in the library: to hold their feet takes seconds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.editing.retargeting import retargeted
from unbake.errors import MotionError
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import CleanOptions
from unbake.ground.progress import Progress
from unbake.library.clip import Clip
from unbake.library.library import Library
from unbake.library.packing import packed_tables, unpacked_tables
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.transitions.quick.quick import widened

KEPT = "retargeted-clips"
VERSION = "calm, rigid; 1"
RIGID = CleanOptions(method="calm", max_stretch=0.0)
"""How feet are held: bones keep their lengths, or clips could not be blended. Fades instead, with legs that may not
stretch, jerk joints up to 4.7 times as much as the captures do."""

Pair = tuple[Clip, BlendSource]
Tables = dict[str, NDArray[Any]]


def retargeted_sources(
    library: Library, others: Sequence[Pair], figure: Skeleton, report: Progress = lambda part: None
) -> tuple[list[Pair], list[Pair]]:
    """Return clips of other skeletons on a figure, with their planted feet held, and those that cannot be moved over.

    Parameters
    ----------
    library : where the results are kept for the next time.
    others : the clips, with their plants.
    figure : the skeleton that is to move.
    report : called with the part that is done, 0 to 1.
    """
    figure = widened(figure)
    fitted: list[Pair] = []
    strange: list[Pair] = []
    used: Tables = {}
    stamp = f"{VERSION}; {_hash(repr((figure.names, figure.parents, figure.offsets_m.tolist())).encode())}"
    known = _known(library, stamp)
    for done, (clip, source) in enumerate(others, 1):
        mark = _hash(f"{clip.content_hash} {source.n_frames}".encode() + source.labels.planted().tobytes())
        try:
            motion = _unpacked(known, mark, figure, source.motion) or _moved(source, figure)
            fitted.append((clip, BlendSource(motion, source.labels)))
            used |= {f"{mark} turns": motion.rotations_xyzw, f"{mark} ways": motion.translations_m}
        except MotionError:
            strange.append((clip, source))
        report(done / len(others))
    if set(used) != set(known) and not library.database.is_read_only:
        library.keep(KEPT, stamp, packed_tables(used, compress=False))
    return fitted, strange


def _moved(source: BlendSource, figure: Skeleton) -> Motion:
    return clean_feet(retargeted(source.motion, figure).motion, source.labels, RIGID).motion


def _known(library: Library, stamp: str) -> Tables:
    """What is kept for a figure; nothing where that is damaged, so that it is made again."""
    data = library.kept(KEPT, stamp)
    try:
        return {} if data is None else unpacked_tables(data)
    except ValueError:
        return {}


def _unpacked(known: Tables, mark: str, figure: Skeleton, source: Motion) -> Motion | None:
    turns, ways = known.get(f"{mark} turns"), known.get(f"{mark} ways")
    if turns is None or ways is None or len(turns) != source.n_frames:
        return None
    return Motion(figure, turns.astype(np.float64), ways.astype(np.float64), source.fps, source.first_frame)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
