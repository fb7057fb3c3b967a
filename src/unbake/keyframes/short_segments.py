"""Selections from part of a table: segments that are proven to be too long for an error are never measured.

The whole table costs the cube of the number of frames, and nearly all of it is segments that no good selection has.
Where errors are composed by maximum, no selection with an error of ε has a segment with a larger one, and a few frames
prove how far segments within ε reach at most (`kernels.reach`). What is found is what the whole space would give, to
the frame, because a selection is traced by segments with at most its own error (`kernels.tracing`).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, Floats32
from unbake.ground.progress import Report, Stopwatch
from unbake.keyframes.criteria import SHAPES, criterion_named
from unbake.keyframes.error_table import point_blocks
from unbake.keyframes.fillers import filler_for
from unbake.keyframes.kernels.reach import reach_limits
from unbake.keyframes.request import SelectOptions, check_space_memory, selection_points, selection_space
from unbake.keyframes.selection import Selection
from unbake.keyframes.space import SelectionSpace
from unbake.motion.motion import Motion
from unbake.motion.points import Points

FIRST_GUESS = 4
"""Segments so many times as long as they are on average come first: what they give bounds the error of the best."""
ROUNDING = 1e-5
"""Errors are kept with 24 bits; the bound is that much more than what was found, or asked for."""


def are_shortened(options: SelectOptions) -> bool:
    """Return whether long segments can be left out: errors are maxima, composed by maximum, of a known criterion."""
    criterion = criterion_named(options.criterion)
    return criterion.total == "max" and (options.compose or criterion.compose) == "max" and criterion.shape != "own"


def selection_of_count(
    clip: Motion | Points, options: SelectOptions, count: int, report: Report, clock: Stopwatch | None = None
) -> Selection:
    """Return the selection of so many keyframes that the whole space has.

    Parameters
    ----------
    clip : a motion, or bare points.
    options : criterion and limits, for which `are_shortened` holds.
    count : how many keyframes.
    report : callback that receives the progress.
    clock : gets the seconds of each step.

    Raises
    ------
    UsageError, MemoryLimitError : as for `selection_space`.
    """
    frames = clip.n_frames
    gap = _at_most(options, FIRST_GUESS * -(-frames // count))
    while 2 * gap < frames:
        try:
            space = selection_space(clip, replace(options, max_gap=gap), report, clock, keys_max=count)
            found = space.selection(count)
        except UsageError:  # pins and gaps may want longer segments
            break
        longest = _at_most(options, _longest(clip, options, found.error))
        if longest <= gap:
            return found
        gap = longest
    return selection_space(clip, options, report, clock, keys_max=count).selection(count)


def space_of_whole(
    clip: Motion | Points,
    options: SelectOptions,
    report: Report,
    clock: Stopwatch | None = None,
    keys_max: int | None = None,
) -> SelectionSpace:
    """Return the selection space of a clip for selections that reach to its last frame; those up to others may be off.

    Of the worst joint, segments that miss by more than the best three keys do are not measured to the end. Where more
    keys than three are farther off, everything is. For parameters and errors see `selection_space`.
    """
    # The error of three keys takes the square of the frames: minutes, before a space too large for memory is refused.
    check_space_memory(clip, options, keys_max)
    limit = _error_of_three(clip, options)
    space = selection_space(clip, options, report, clock, keys_max, limit)
    errors = space.best[-1, 3:]
    if (np.isfinite(errors) & (errors > limit)).any():
        return selection_space(clip, options, report, clock, keys_max)
    return space


def _error_of_three(clip: Motion | Points, options: SelectOptions) -> float:
    """Return the least error of three keys, with a margin for rounding; infinity where it is of no use."""
    is_of_use = (
        are_shortened(options) and options.metric == "joint" and criterion_named(options.criterion).shape != "line"
    )
    if not is_of_use or options.pinned_numbers or options.max_gap or clip.n_frames < 4:
        return np.inf
    blocks = point_blocks(selection_points(clip, options))
    # Time runs backwards in the second: the fits are the same.
    to, since = (_first_row(blocks[:, :, ::step], options) for step in (1, -1))
    return float(np.maximum(to, since[::-1])[1:-1].min()) * (1.0 + ROUNDING) + 1e-9


def _first_row(blocks: Floats, options: SelectOptions) -> Floats32:
    """Return the errors (F,) of the segments from the first frame of points (P, 3, F)."""
    ordered, frames = np.ascontiguousarray(blocks), blocks.shape[2]
    row = np.zeros((1, frames), dtype=np.float32)
    flat = np.ascontiguousarray(ordered.reshape(-1, frames).T)
    filler_for(ordered, flat, criterion_named(options.criterion), options.metric, frames).fill(0, 1, row)
    return row[0]


def space_up_to(
    clip: Motion | Points, options: SelectOptions, error: float, report: Report, clock: Stopwatch | None = None
) -> SelectionSpace:
    """Return the selection space of a clip without the counts whose error is larger than `error`.

    The whole space where none is so near. For parameters and errors see `selection_of_count`.
    """
    gap = _at_most(options, _longest(clip, options, error))
    try:
        space = selection_space(clip, replace(options, max_gap=gap), report, clock)
    except UsageError:  # pins and gaps may want longer segments, or cannot be kept at all
        return selection_space(clip, options, report, clock)
    last = space.best[-1]
    if not (last <= error).any():
        return selection_space(clip, options, report, clock)
    last[last > error] = np.inf
    return space


def _at_most(options: SelectOptions, gap: int) -> int:
    return gap if options.max_gap is None else min(gap, options.max_gap)


def _longest(clip: Motion | Points, options: SelectOptions, error: float) -> int:
    """Return how many frames a segment within an error has at most."""
    blocks = point_blocks(selection_points(clip, options))
    flat = np.ascontiguousarray(blocks.reshape(-1, blocks.shape[2]).T)
    bound, shape = error * (1.0 + ROUNDING) + 1e-9, SHAPES[criterion_named(options.criterion).shape]
    reach = reach_limits(flat, bound, shape, options.metric == "joint", len(flat))
    return max(1, int((reach - np.arange(len(reach))).max()))
