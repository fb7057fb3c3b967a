"""Error tables from squared pose distances alone, for the criteria of the whole pose.

With q(a, b) the squared distance of poses a and b, the pose at frame k lies

- q(i,k) − (q(i,k) + q(i,j) − q(k,j))² / 4q(i,j) from the line through poses i and j (squared; Pythagoras), and
- (1−α) q(i,k) + α q(k,j) − α(1−α) q(i,j) from the point that divides i–j at α (squared; Stewart's theorem),

so the number of joints does not matter once the matrix of squared distances is known.

How the loops are laid out, and what it gave at 600 frames (4.1 ms a table as plain nested loops over rows):

- The innermost loop starts at a multiple of 8 doubles in rows that start on a cache line: loads that straddle two lines
  cost a fifth of the time. The cells that this adds before the row's real start read a filler that makes their distance
  hugely negative, so they change nothing. 3.2 ms.
- Two frames k share one pass over the errors. 2.8 ms.
- A block of rows i shares one pass over the matrix, or from 2,000 frames on memory would be the limit: 5,423 frames
  take 2.4 s with blocks of 8 rows and 2.1 s with 32, both in tiles of 1,024 end frames.
- The inner loops take whole arrays and indices: slices count references, and the cores fight for the counters.
  Their running index is unsigned, or each access would first ask whether it is negative, which forbids vectors. They
  become part of what calls them (`forceinline`), which takes a third of the time off.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from unbake.compiling import njit
from unbake.compiling.threads import in_pieces, num_threads
from unbake.ground.arrays import Floats

LANE = 8
"""Doubles in a cache line."""
FEW_ROWS, MANY_ROWS, MANY_FRAMES = 8, 32, 2000
"""Rows of the table that are filled together: few while the matrix fits into the cache, many from so many frames on."""
ROWS_WORTH_A_THREAD = 64
"""Rows of squared distances, with their mirror rows."""
ALONE = 250
"""Tables of up to so many frames take one core less time than it takes to wake another."""
TILE = 1024
"""End frames that are treated together: what a block of rows needs for them stays in the second-level cache."""
FILLER = 1e200


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _add_squared_difference(value, column, out):
    for j in range(out.shape[0]):
        difference = column[j] - value
        out[j] += difference * difference


@njit(cache=True, nogil=True)
def _distance_row(columns, i, filler, distances):
    distances[i] = filler
    frames = columns.shape[1]
    row = distances[i, i + 1 : frames]
    row[:] = 0.0
    for d in range(columns.shape[0]):
        _add_squared_difference(columns[d, i], columns[d, i + 1 :], row)


@njit(cache=True, nogil=True)
def _distance_rows(columns, filler, distances, first, last):
    """Fill rows and their mirror rows, so that every part costs the same."""
    frames = columns.shape[1]
    for row in range(first, last):
        _distance_row(columns, row, filler, distances)
        if frames - 1 - row != row:
            _distance_row(columns, frames - 1 - row, filler, distances)


def fill_squared_distances(columns: Floats, filler: float, distances: Floats) -> None:
    """Fill distances (F, W) with the squared distances between frames of columns (D, F), the filler elsewhere.

    Only entries above the diagonal are distances. They come from differences, not from a matrix product: equal poses
    have a distance of exactly zero however far from the origin they are, and the library that multiplies matrices
    keeps threads of its own that fight ours for the cores (measured: it doubled the time of the whole table).
    """
    in_pieces(partial(_distance_rows, columns, filler, distances), 0, (columns.shape[1] + 1) // 2, ROWS_WORTH_A_THREAD)


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _raise_to_line(q, i, a, b, start, end, weights, errors, row):
    a_ik, b_ik = q[i, a], q[i, b]
    for j in range(np.uint64(start), np.uint64(end)):
        along_a = a_ik + q[i, j] - q[a, j]
        along_b = b_ik + q[i, j] - q[b, j]
        from_a = a_ik - along_a * along_a * weights[row, j]
        from_b = b_ik - along_b * along_b * weights[row, j]
        larger = from_a if from_a > from_b else from_b
        errors[row, j] = larger if larger > errors[row, j] else errors[row, j]


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _add_to_line(q, i, a, b, start, end, weights, errors, row):
    a_ik, b_ik = q[i, a], q[i, b]
    for j in range(np.uint64(start), np.uint64(end)):
        along_a = a_ik + q[i, j] - q[a, j]
        along_b = b_ik + q[i, j] - q[b, j]
        from_a = a_ik - along_a * along_a * weights[row, j]
        from_b = b_ik - along_b * along_b * weights[row, j]
        errors[row, j] += (from_a if from_a > 0.0 else 0.0) + (from_b if from_b > 0.0 else 0.0)


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _raise_to_lerp(q, i, a, b, start, end, weights, errors, row):
    a_ik, b_ik, steps = q[i, a], q[i, b], float(a - i)
    for j in range(np.uint64(start), np.uint64(end)):
        alpha, beta = steps * weights[row, j], (steps + 1.0) * weights[row, j]
        from_a = (1.0 - alpha) * (a_ik - alpha * q[i, j]) + alpha * q[a, j]
        from_b = (1.0 - beta) * (b_ik - beta * q[i, j]) + beta * q[b, j]
        larger = from_a if from_a > from_b else from_b
        errors[row, j] = larger if larger > errors[row, j] else errors[row, j]


@njit(cache=True, nogil=True, fastmath={"contract", "nsz", "nnan"})
def _add_to_lerp(q, i, a, b, start, end, weights, errors, row):
    a_ik, b_ik, steps = q[i, a], q[i, b], float(a - i)
    for j in range(np.uint64(start), np.uint64(end)):
        alpha, beta = steps * weights[row, j], (steps + 1.0) * weights[row, j]
        from_a = (1.0 - alpha) * (a_ik - alpha * q[i, j]) + alpha * q[a, j]
        from_b = (1.0 - beta) * (b_ik - beta * q[i, j]) + beta * q[b, j]
        errors[row, j] += (from_a if from_a > 0.0 else 0.0) + (from_b if from_b > 0.0 else 0.0)


@njit(cache=True, nogil=True, forceinline=True)
def _two_frames(q, i, a, b, start, end, is_lerp, is_sum, weights, errors, row):
    """Bring the distances of the frames a and b = a + 1 to the errors of all segments i … j with start ≤ j < end.

    For a frame that does not count, pass the last row of the distances, which holds nothing but the filler.
    """
    if is_lerp and is_sum:
        _add_to_lerp(q, i, a, b, start, end, weights, errors, row)
    elif is_lerp:
        _raise_to_lerp(q, i, a, b, start, end, weights, errors, row)
    elif is_sum:
        _add_to_line(q, i, a, b, start, end, weights, errors, row)
    else:
        _raise_to_line(q, i, a, b, start, end, weights, errors, row)


@njit(cache=True, nogil=True)
def _prepare(q, i, end, is_lerp, weights, errors, row):
    errors[row] = 0.0
    # For equal end poses the line is a point. The weight must not be zero: it turns the filler into −∞.
    weights[row] = 1e-300
    for j in range(i + 1, end):
        if is_lerp:
            weights[row, j] = 1.0 / (j - i)
        elif q[i, j] > 0.0:
            weights[row, j] = 0.25 / q[i, j]


@njit(cache=True, nogil=True)
def _fill_tile(q, first, last, ends, tile_start, tile_end, is_lerp, is_sum, weights, errors, frames):
    """Bring all inner frames to the errors of the rows first … last−1 and the end frames of one tile."""
    last_inner = min(ends.max(), tile_end) - 1
    for a in range(first + 1, last_inner, 2):
        start = max((a + 1) // LANE * LANE, tile_start)
        for i in range(first, min(last, a + 1)):
            row = i - first
            end = min(ends[row], tile_end)
            if i < a and a + 1 < end:
                b = a + 1 if a + 2 < end else frames
                _two_frames(q, i, a, b, start, end, is_lerp, is_sum, weights, errors, row)
            elif i == a and a + 2 < end:
                # Of this pair only the second frame lies behind row i.
                begin = max((a + 2) // LANE * LANE, tile_start)
                _two_frames(q, i, a + 1, frames, begin, end, is_lerp, is_sum, weights, errors, row)


@njit(cache=True, nogil=True)
def _fill_rows(q, first, last, max_gap, is_lerp, is_sum, weights, errors, table):
    """Fill the rows first … last−1 of the table: maxima as lengths, sums as squares."""
    frames = table.shape[0]
    ends = np.empty(last - first, np.int64)
    for i in range(first, last):
        ends[i - first] = min(frames, i + max_gap + 1)
        _prepare(q, i, ends[i - first], is_lerp, weights, errors, i - first)
    for tile_start in range(first // LANE * LANE, ends.max(), TILE):
        tile_end = min(tile_start + TILE, ends.max())
        _fill_tile(q, first, last, ends, tile_start, tile_end, is_lerp, is_sum, weights, errors, frames)
    for i in range(first, last):
        for j in range(i + 1, ends[i - first]):
            table[i, j] = errors[i - first, j] if is_sum else np.sqrt(errors[i - first, j])


@njit(cache=True, nogil=True)
def _fill_blocks(q, first, last, rows, max_gap, is_lerp, is_sum, scratch, table):
    frames = table.shape[0]
    weights, errors = scratch[0], scratch[1]
    blocks = (frames + rows - 1) // rows
    for block in range(first, last):
        begin = block * rows
        end = min(frames, begin + rows)
        _fill_rows(q, begin, end, max_gap, is_lerp, is_sum, weights, errors, table)
        mirror = blocks - 1 - block
        if mirror != block:
            begin = mirror * rows
            end = min(frames, begin + rows)
            _fill_rows(q, begin, end, max_gap, is_lerp, is_sum, weights, errors, table)


def aligned(shape: tuple[int, ...]) -> Floats:
    """Return an uninitialised float64 array whose data start on a cache line."""
    size = int(np.prod(shape))
    raw = np.empty(size + LANE)
    offset = (-raw.ctypes.data // raw.itemsize) % LANE
    return raw[offset : offset + size].reshape(shape)


class GramTable:
    """The squared distances of points, and the filling of an error table from them, a part at a time.

    Parameters
    ----------
    points : (F, D) float64.
    is_lerp, is_sum : time-linear point instead of nearest point of the line; sum of squares instead of maximum.
    max_gap : no column further than this from its row is filled.

    `units` is the number of parts: a part is a block of rows and its mirror block.
    """

    def __init__(self, points: Floats, is_lerp: bool, is_sum: bool, max_gap: int) -> None:
        frames = len(points)
        self._rows = FEW_ROWS if frames < MANY_FRAMES else MANY_ROWS
        self.units = (-(-frames // self._rows) + 1) // 2
        width = -(-frames // LANE) * LANE
        # The last row stands for "no frame": nothing but the filler, at a distance of zero from every other frame.
        width += LANE if width == frames else 0
        self._distances = aligned((frames + 1, width))
        filler = -FILLER if is_lerp else FILLER
        self._distances[frames] = filler
        fill_squared_distances(np.ascontiguousarray(points.T), filler, self._distances)
        self._distances[:, frames] = 0.0
        self._options = (max_gap, is_lerp, is_sum)

    def fill(self, first: int, last: int, table: NDArray[np.float32]) -> None:
        """Fill the parts first … last−1 of table (F, F) float32."""

        def fill(begin: int, end: int) -> None:
            scratch = aligned((2, self._rows, self._distances.shape[1]))
            _fill_blocks(self._distances, begin, end, self._rows, *self._options, scratch, table)

        # Parts cost the same: two pieces for each core will do.
        pieces = 2 * num_threads() if len(table) > ALONE else 1
        in_pieces(fill, first, last, max(1, (last - first) // pieces))
