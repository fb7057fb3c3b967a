"""The picture of annotations: a lane for each flag over time, a person's labels above the guess."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from unbake.ground.files.whole_file import whole_file
from unbake.ground.intervals import intervals
from unbake.library.annotations import NO, YES, Annotations
from unbake.library.clip import Clip
from unbake.reports.pictures.strip_picture import DPI, INK, LINE, PAPER, QUIET

TONE, NO_TONE = "#2565d0", "#c9c4ba"
LANE_IN, HEAD_IN, WIDE_IN, LEFT_IN = 0.22, 0.55, 11.0, 1.1


def lanes_png(clips: Sequence[tuple[Clip, Annotations]], path: Path) -> None:
    """Draw the annotations of clips below each other.

    In each lane the upper half is what a person said, blue for yes and grey for no, and the curve below it how
    probable the flag is to a classifier.

    Raises
    ------
    FileError : the picture cannot be written.
    """
    heights = [HEAD_IN + LANE_IN * max(1, len(own.flags)) for _, own in clips]
    high = sum(heights) + 0.2
    figure = Figure(figsize=(WIDE_IN, high), dpi=DPI, facecolor=PAPER)
    FigureCanvasAgg(figure)
    top = high
    for (clip, own), height in zip(clips, heights, strict=True):
        box = (
            LEFT_IN / WIDE_IN,
            (top - height + 0.2) / high,
            1.0 - (LEFT_IN + 0.2) / WIDE_IN,
            (height - HEAD_IN) / high,
        )
        _draw(figure.add_axes(box), clip, own)
        top -= height
    with whole_file(path) as temporary:
        figure.savefig(temporary, format="png", facecolor=PAPER)


def _draw(axes: Axes, clip: Clip, own: Annotations) -> None:
    count = len(own.flags)
    axes.set_xlim(clip.first_frame - 0.5, clip.last_frame + 0.5)
    axes.set_ylim(count, 0)
    axes.set_title(f"{clip.name}, {clip.duration_s:.1f} s", loc="left", fontsize=8, color=INK)
    axes.set_yticks([row + 0.5 for row in range(count)], own.flags)
    axes.tick_params(labelsize=7, colors=QUIET, length=2)
    for side in axes.spines.values():
        side.set_color(LINE)
    for row in range(count):
        axes.axhline(row, color=LINE, linewidth=0.5)
        for value, tone in ((YES, TONE), (NO, NO_TONE)):
            said = own.by_person[row] & (own.values[row] == value)
            bars = [(first + clip.first_frame - 0.5, last - first + 1) for first, last in intervals(said)]
            axes.broken_barh(bars, (row + 0.08, 0.34), facecolors=tone, linewidth=0)
        _draw_guess(axes, clip, own, row)


def _draw_guess(axes: Axes, clip: Clip, own: Annotations, row: int) -> None:
    """How probable yes is, where a classifier said so."""
    for first, last in intervals(~own.by_person[row] & (own.values[row] >= NO)):
        frames = range(first + clip.first_frame, last + clip.first_frame + 1)
        part = slice(first, last + 1)
        sure, is_yes = own.confidence[row, part], own.values[row, part] == YES
        level = row + 0.95 - 0.5 * (is_yes * sure + ~is_yes * (1.0 - sure))
        axes.fill_between(frames, row + 0.95, level, color=TONE, alpha=0.45, linewidth=0, step="mid")
