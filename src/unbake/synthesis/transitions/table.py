"""The transition table: for each pair of medoids the intermediaries that lead from one to the other best.

Reference: L. Ikemoto, Hybrid artist- and data-driven techniques for character animation, 2007, section 5.3 and figure
5.1.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Indices
from unbake.ground.wording import counted
from unbake.synthesis.naturalness.segments import Masses
from unbake.synthesis.transitions.candidate_kernels import Windows
from unbake.synthesis.transitions.clusters import ClusterOptions, embedded, first_frames, medoids, window_rows
from unbake.synthesis.transitions.prepared import PreparedMotion
from unbake.synthesis.transitions.search import Search
from unbake.synthesis.transitions.windows import Place, search_windows

MOST_WINDOWS = 20_000
"""Windows that are clustered: of longer libraries, they are taken farther apart."""


@dataclass(frozen=True)
class TableOptions:
    """What a transition table is of.

    Parameters
    ----------
    n_frames : of a transition, 60: a second.
    stride : frames from one window to the next, 6.
    clusters : how windows are clustered.
    masses : of the segments, Winter's by default.
    """

    n_frames: int = 60
    stride: int = 6
    clusters: ClusterOptions = field(default_factory=ClusterOptions)
    masses: Masses | None = None

    def __post_init__(self) -> None:
        if not 8 <= self.n_frames <= 600:
            raise UsageError(f"a transition has 8 to 600 frames, not {self.n_frames}")
        if self.stride < 1:
            raise UsageError(f"windows are at least a frame apart, not {self.stride}")

    @property
    def recipe(self) -> str:
        """What the table depends on besides the motions."""
        clusters = self.clusters
        parts = [] if self.masses is None else [f"{part:.6f}" for part in self.masses.parts]
        return (
            f"{self.n_frames} frames, {self.stride} apart, {clusters.n_clusters} clusters by "
            f"{clusters.n_components} components, seed {clusters.seed}{', masses ' if parts else ''}{' '.join(parts)}"
        )


@dataclass(eq=False)
class TransitionTable:
    """Medoids and the best blends between them, as far as these are searched.

    Parameters
    ----------
    n_frames : of a window.
    clips, firsts : (K,) where each medoid is: motion and first frame, both from 0.
    warps : (K, K, N) the instant of each medoid for each frame of each.
    search : what is known of all pairs.
    n_windows : how many windows there were to choose from.
    recipe : see `TableOptions`.
    processor_s : seconds that the search has taken so far, all cores together.
    """

    n_frames: int
    clips: Indices
    firsts: Indices
    warps: Floats
    search: Search
    n_windows: int
    recipe: str
    processor_s: float = 0.0

    def __len__(self) -> int:
        return len(self.clips)

    @property
    def is_complete(self) -> bool:
        """Whether all pairs are searched."""
        return len(self.search.left) == 0

    def between(self, start: int, end: int) -> list[int]:
        """Return the intermediaries from one medoid to another.

        Parameters
        ----------
        start, end : places of medoids, from 0 to one below the length of the table.

        Returns
        -------
        Numbers of medoids in the order of the transition: none, one or two.

        Raises
        ------
        IndexError : a number beyond the last medoid's.
        """
        return [int(k) for k in self.search.between[start, end] if k >= 0]

    def to_bytes(self) -> bytes:
        """Return the table as bytes."""
        buffer = io.BytesIO()
        arrays = {own.name: getattr(self.search, own.name) for own in fields(Search)}
        np.savez_compressed(
            buffer,
            n_frames=self.n_frames,
            n_windows=self.n_windows,
            recipe=np.array(self.recipe),
            processor_s=self.processor_s,
            clips=self.clips,
            firsts=self.firsts,
            warps=self.warps.astype(np.float32),
            **arrays,
        )
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> TransitionTable:
        """Return the table that bytes hold; UsageError where they are damaged."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                search = Search(**{own.name: arrays[own.name] for own in fields(Search)})
                warps = arrays["warps"].astype(np.float64)
                numbers = (int(arrays["n_frames"]), arrays["clips"], arrays["firsts"], warps, search)
                facts = (int(arrays["n_windows"]), str(arrays["recipe"]), float(arrays["processor_s"]))
                table = cls(*numbers, *facts)
        except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise UsageError(f"the transition table is damaged ({error}): build it again") from error
        _check_shapes(table)
        return table


def _check_shapes(table: TransitionTable) -> None:
    k = len(table.clips)
    expected = {
        "firsts": (table.firsts, (k,)),
        "warps": (table.warps, (k, k, table.n_frames)),
        "costs": (table.search.costs_m, (k, k)),
        "feet": (table.search.feet_m, (k, k)),
        "intermediaries": (table.search.between, (k, k, 2)),
        "lengths": (table.search.lengths, (k, k)),
        "counts": (table.search.counts, (k, 4)),
    }
    for name, (array, shape) in expected.items():
        if array.shape != shape:
            raise UsageError(f"the transition table is damaged ({name} of shape {array.shape}): build it again")
    if k and not -1 <= table.search.between.min() <= table.search.between.max() < k:
        raise UsageError("the transition table is damaged (an intermediary that is none): build it again")


def start_table(motions: Sequence[PreparedMotion], options: TableOptions) -> tuple[TransitionTable, Windows]:
    """Return a table whose medoids are chosen and of which no pair is searched, and its windows.

    Parameters
    ----------
    motions : of one skeleton and rate.
    options : what it is of.

    Raises
    ------
    UsageError : fewer than two windows of the length.
    """
    lengths = [motion.n_frames for motion in motions]
    stride = options.stride
    while sum(len(firsts) for firsts in first_frames(lengths, options.n_frames, stride)) > MOST_WINDOWS:
        stride *= 2
    firsts = first_frames(lengths, options.n_frames, stride)
    count = sum(len(own) for own in firsts)
    if count < 2:
        seconds = options.n_frames / float(motions[0].source.motion.fps)
        raise UsageError(
            f"{'no stretch' if count == 0 else 'only one stretch'} of {seconds:g} s fits in "
            f"{counted(len(motions), 'clip')}: add longer clips",
            code="too-little-motion",
        )
    rows = np.concatenate(
        [window_rows(motion, own, options.n_frames) for motion, own in zip(motions, firsts, strict=True) if len(own)]
    )
    chosen = medoids(embedded(rows, options.clusters.n_components, options.clusters.seed), options.clusters)
    clip_of = np.repeat(np.arange(len(motions)), [len(own) for own in firsts])
    clips, starts = clip_of[chosen], np.concatenate(firsts)[chosen]
    windows = search_windows(places_of(motions, clips, starts), options.n_frames, options.masses)
    search = Search.empty(len(chosen))
    table = TransitionTable(options.n_frames, clips, starts, windows.warps, search, count, options.recipe)
    return table, windows


def places_of(motions: Sequence[PreparedMotion], clips: Indices, firsts: Indices) -> list[Place]:
    """Return windows by number of motion and first frame."""
    return [(motions[int(clip)], int(first)) for clip, first in zip(clips, firsts, strict=True)]
