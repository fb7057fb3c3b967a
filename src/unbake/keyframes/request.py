"""What a person asks of selection, in their own frame numbers and names, and the selection space that answers it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from unbake.errors import UsageError
from unbake.ground.choices import check_kind, check_whole, check_words, whole_numbers
from unbake.ground.memory import check_memory
from unbake.ground.progress import Report, Stopwatch
from unbake.keyframes.criteria import DEFAULT_CRITERION, DEFAULT_METRIC, Composition, Metric, criterion_named
from unbake.keyframes.error_table import error_table
from unbake.keyframes.long.pieces import PiecewiseSpace, select_in_pieces
from unbake.keyframes.memory import layers_bytes, table_bytes
from unbake.keyframes.space import SelectionSpace, select
from unbake.motion.motion import Motion
from unbake.motion.points import Points, points_of


@dataclass(frozen=True, kw_only=True)
class SelectOptions:
    """Which keyframes are wanted.

    Parameters
    ----------
    lead : the leading part: joints, roles or groups, or names of points. None: all default joints, all points.
    criterion, metric, compose : the selection space.
    pinned_numbers : frames, as the file numbers them, that are always kept.
    min_gap, max_gap : least and most frames from a key to the next; by default the three layers keep 1/20 s.
    tips : whether selection sees the tips, too, where no leading part is named.
    """

    lead: tuple[str, ...] | None = None
    criterion: str = DEFAULT_CRITERION
    metric: Metric = DEFAULT_METRIC
    compose: Composition | None = None
    pinned_numbers: tuple[int, ...] = ()
    min_gap: int | None = None
    max_gap: int | None = None
    tips: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "pinned_numbers", whole_numbers(self.pinned_numbers, "pins"))
        if self.lead is not None and not isinstance(self.lead, str):
            check_kind(self.lead, Iterable, "the leading part", "('feet',), for one")
            object.__setattr__(self, "lead", tuple(self.lead))

    @property
    def least_gap(self) -> int:
        """The minimum gap of a selection space: 1 where none was asked for."""
        return 1 if self.min_gap is None else self.min_gap

    def pin_indices(self, clip: Motion | Points) -> tuple[int, ...]:
        """Return the pins as frames from 0; UsageError for one outside the clip."""
        for pin in self.pinned_numbers:
            if not clip.first_frame <= pin <= clip.last_frame:
                raise UsageError(f"pin {pin} is outside the clip's {clip.first_frame}–{clip.last_frame}", frame=pin)
        return tuple(pin - clip.first_frame for pin in self.pinned_numbers)


def check_limits(options: SelectOptions) -> None:
    """Raise UsageError for gaps that are no whole numbers, and one word as the leading part."""
    for gap, what in ((options.min_gap, "smallest"), (options.max_gap, "largest")):
        if gap is not None:
            check_whole(gap, f"the {what} gap between keys")
    if options.lead is not None:
        check_words("the joints of the leading part", options.lead)


def selection_points(clip: Motion | Points, options: SelectOptions) -> Points:
    """Return the points that the selection space of a motion, or of bare points, is made from."""
    if isinstance(clip, Motion):
        return points_of(clip, options.lead, tips=options.tips)
    return clip.only(options.lead) if options.lead else clip


def selection_space(
    clip: Motion | Points,
    options: SelectOptions,
    report: Report,
    clock: Stopwatch | None = None,
    keys_max: int | None = None,
    exact_up_to: float = float("inf"),
) -> SelectionSpace:
    """Return the selection space of a motion, or of bare points, for the criterion and limits in `options`.

    Errors above `exact_up_to` need not be exact, see `error_table`.
    """
    check_space_memory(clip, options, keys_max)
    table = error_table(
        selection_points(clip, options),
        options.criterion,
        metric=options.metric,
        compose=options.compose,
        pinned=options.pin_indices(clip),
        min_gap=options.least_gap,
        max_gap=options.max_gap,
        exact_up_to=exact_up_to,
        progress=lambda part: report("table", part),
    )
    timer = clock or Stopwatch()
    timer.lap("table")
    space = select(table, keys_max=keys_max, progress=lambda part: report("select", part))
    timer.lap("select")
    return space


def piecewise_space(
    clip: Motion | Points, options: SelectOptions, report: Report, *, longest: int, keys_max: int | None = None
) -> PiecewiseSpace:
    """Return the selections of a clip that keep cuts between pieces; for what is not here see `select_in_pieces`."""
    return select_in_pieces(
        selection_points(clip, options),
        options.criterion,
        metric=options.metric,
        compose=options.compose,
        pinned=options.pin_indices(clip),
        min_gap=options.least_gap,
        max_gap=options.max_gap,
        longest=longest,
        keys_max=keys_max,
        progress=lambda part: report("select", part),
    )


def memory_needed(clip: Motion | Points, options: SelectOptions, keys_max: int | None = None) -> int:
    """Return roughly how many bytes the selection space of a clip takes."""
    frames = clip.n_frames
    longest = min(options.max_gap or frames, frames)
    criterion = criterion_named(options.criterion)
    counts = min(keys_max or frames, frames)
    return table_bytes(frames, longest, criterion, options.metric) + layers_bytes(frames, counts)


def check_space_memory(clip: Motion | Points, options: SelectOptions, keys_max: int | None = None) -> None:
    """Raise MemoryLimitError if the selection space of a clip needs more memory than there is."""
    advice = "fewer counts, a largest gap, fewer frames or a given error would need less"
    needed = memory_needed(clip, options, keys_max)
    check_memory(needed, f"the selection space of {clip.n_frames:,} frames", advice)
