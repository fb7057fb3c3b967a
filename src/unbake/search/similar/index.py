"""The windows of many clips, made ready to be searched: their codes, and a summary of every eight in a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from unbake.ground.arrays import Booleans, Indices
from unbake.search.similar.laid_out import LaidOut
from unbake.search.similar.projection import Codes, Projections
from unbake.search.similar.query import Query
from unbake.search.similar.windows import HALF, first_centre


class WindowIndex:
    """Windows of clips that can be searched, see `nearest`.

    Parameters
    ----------
    projections : what the codes were made by.
    codes, fine_codes : of each clip, (windows, 32) and (windows, 64).
    n_instants : of each clip.
    body_of : the body of a clip by its number; called for clips that may hold a neighbour.

    Attributes
    ----------
    n_windows : of all clips.
    codes, fine_codes : (W, 32), (W, 64) of all windows; the clips follow each other, each from the beginning of a block
        on.
    begins : the first window of each clip among `codes`.
    block_clip : (B,) the clip of each block; blocks that fill the last group are of no clip.
    groups, radii : the summaries of blocks, see `scan_kernels.summarise`.
    weights : squared leg lengths of a step of a code, of what mirroring keeps and of what it negates.
    """

    def __init__(
        self,
        projections: Projections,
        codes: Sequence[Codes],
        fine_codes: Sequence[Codes],
        n_instants: Sequence[int],
        body_of: Callable[[int], LaidOut],
    ) -> None:
        # Imported late: reading a file needs no compiler.
        from unbake.search.similar.scan_kernels import BLOCK, LANES, summarise

        self.projections, self.body_of = projections, body_of
        self.n_clips = len(codes)
        self.n_instants = np.asarray(n_instants, dtype=np.int64)
        self.counts = np.array([len(c) for c in codes], dtype=np.int64)
        self.n_windows = int(self.counts.sum())
        blocks = -(-self.counts // BLOCK)
        n_groups = -(-int(blocks.sum()) // LANES)
        self.begins: Indices = BLOCK * (np.cumsum(blocks) - blocks)
        self.block_clip = np.repeat(np.arange(self.n_clips + 1), [*blocks, n_groups * LANES - blocks.sum()])
        ends = self.begins + BLOCK * blocks
        self.codes = self._joined(codes, ends, n_groups * LANES * BLOCK)
        self.fine_codes = self._joined(fine_codes, ends, n_groups * LANES * BLOCK)
        self.weights = (projections.coarse.scale_kept**2, projections.coarse.scale_negated**2)
        self.groups = np.empty((n_groups, self.codes.shape[1], LANES), dtype=np.int8)
        self.radii = np.empty(n_groups * LANES, dtype=np.float32)
        summarise(self.codes, *self.weights, self.groups, self.radii)
        self._whole = self._starts(0, 0, None)
        self._whole_blocks = _any_of_block(self._whole, n_groups * LANES)

    def _joined(self, codes: Sequence[Codes], ends: Indices, n_windows: int) -> Codes:
        """The codes (n_windows, D) of all clips, each up to the end of its last block."""
        out = np.zeros((n_windows, codes[0].shape[1]), dtype=codes[0].dtype)
        for clip, begin, end in zip(codes, self.begins, ends, strict=True):
            out[begin : begin + len(clip)] = clip
            # The last window fills its block up.
            out[begin + len(clip) : end] = clip[-1:]
        return out

    @property
    def n_bytes(self) -> int:
        """Memory that the index takes, without bodies."""
        kept = (self.codes, self.fine_codes, self.groups, self.radii, self.block_clip, self._whole)
        return sum(array.nbytes for array in kept)

    def starts(self, query: Query, allowed: Mapping[int, Booleans] | None = None) -> Booleans:
        """Return (W,) whether a stretch as long as the query may begin with each window.

        Parameters
        ----------
        query : the query.
        allowed : for each clip that may be searched, (T,) whether the middle of a stretch may be at an instant; None
            for all.
        """
        reach = int(query.offsets[-1])
        if allowed is None and not reach:
            return self._whole
        return self._starts(reach, (query.last - query.first) // 2 - HALF, allowed)

    def blocks_of(self, starts: Booleans) -> Booleans:
        """Return (B,) in which blocks a stretch may begin somewhere."""
        return self._whole_blocks if starts is self._whole else _any_of_block(starts, len(self.radii))

    def close(self, starts: Booleans, query: Query, clip: int, first: int) -> None:
        """Let no stretch begin where it would overlap one as long as the query that begins at instant `first`."""
        length = query.last - query.first + 1
        window = first + HALF - first_centre(int(self.n_instants[clip]))
        begin, end = self.begins[clip], self.begins[clip] + self.counts[clip]
        starts[max(begin, begin + window - length + 1) : min(end, begin + window + length)] = False

    def _starts(self, reach: int, middle: int, allowed: Mapping[int, Booleans] | None) -> Booleans:
        """Windows that begin a stretch: `reach` windows follow, and `middle` instants after its middle it may lie."""
        out = np.zeros(len(self.codes), dtype=np.bool_)
        for clip in range(self.n_clips) if allowed is None else allowed:
            n, begin = max(int(self.counts[clip]) - reach, 0), self.begins[clip]
            if allowed is None:
                out[begin : begin + n] = True
            else:
                start = first_centre(int(self.n_instants[clip])) + middle
                out[begin : begin + n] = allowed[clip][start : start + n]
        return out


def _any_of_block(values: Booleans, n_blocks: int) -> Booleans:
    return np.asarray(values.reshape(n_blocks, -1).any(axis=1), dtype=np.bool_)
