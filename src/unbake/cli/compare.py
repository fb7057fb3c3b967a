"""``unbake compare``: published methods of choosing keyframes, side by side on one clip."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from unbake.cli.shared.arguments import parse_choice, parse_frames, parse_lead, parse_names, parse_range
from unbake.cli.shared.loading import load_clip
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import (
    ComposeOption,
    FileArgument,
    JsonOption,
    LeadOption,
    RangeOption,
    ReadGroup,
)
from unbake.cli.shared.output import Steps, print_json, print_warnings
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct
from unbake.ground.files.whole_file import check_folder
from unbake.ground.wording import counted
from unbake.keyframes.criteria import CRITERIA

if TYPE_CHECKING:
    from unbake.keyframes.rivals.comparison import Judge
    from unbake.keyframes.rivals.rival import Rival


@dataclass(frozen=True)
class MethodsGroup:
    """Which methods are compared, and how often."""

    methods: Annotated[
        str | None, typer.Option("--methods", help="Methods, with commas: greedy-adding,genetic; all by default.")
    ] = None
    counts: Annotated[
        str | None, typer.Option("--counts", help="Numbers of keys: 5,10,20; by default up to a fifth of the frames.")
    ] = None
    seed: Annotated[int, typer.Option("--seed", help="Seed of the random methods.")] = 0
    repeats: Annotated[int, typer.Option("--repeats", help="Runs of each random method; the best counts.")] = 10

    def rivals(self) -> tuple[Rival, ...]:
        """Return the methods."""
        from unbake.keyframes.rivals import rivals_named

        return rivals_named(parse_names(self.methods, "--methods names no method"))

    def numbers(self) -> tuple[int, ...] | None:
        """Return the numbers of keys; None leaves them to the length of the clip."""
        return None if self.counts is None else parse_frames(self.counts, "--counts", "numbers of keys")


@dataclass(frozen=True)
class JudgeGroup:
    """What the methods are judged by."""

    criterion: Annotated[
        str | None, typer.Option("--criterion", help="Judge all methods by this criterion; by default each by its own.")
    ] = None
    metric: Annotated[
        str | None, typer.Option("--metric", help="Judge by the worst joint (joint) or the whole pose (pose).")
    ] = None
    compose: ComposeOption = None

    def judge(self) -> Judge:
        """Return the parts of the objective that are the same for all methods."""
        from unbake.keyframes.rivals.comparison import Judge

        if self.criterion is not None:
            parse_choice(self.criterion, tuple(CRITERIA), "--criterion")
        if self.metric is not None:
            parse_choice(self.metric, ("joint", "pose"), "--metric")
        if self.compose is not None:
            parse_choice(self.compose, ("max", "sum"), "--compose")
        return Judge(criterion=self.criterion, metric=cast(Any, self.metric), compose=cast(Any, self.compose))


@with_option_groups
def compare(
    file: FileArgument,
    *,
    comparing: MethodsGroup,
    plot: Annotated[
        Path | None, typer.Option("--plot", readable=False, help="Draw errors and times to this .png.")
    ] = None,
    as_json: JsonOption = False,
    frames: RangeOption = None,
    lead: LeadOption = None,
    judging: JudgeGroup,
    reading: ReadGroup,
) -> None:
    """Compare published methods of choosing keyframes with the best selection of every count.

    With --json, errors are in the "unit" beside them: m, m² for sums of
    squares, null for loose numbers and for criteria of one's own. A "ratio"
    is an error divided by the optimum's, of sums the root of that, so that
    distances are compared; below a millionth of the pose range no error is
    smaller than another. "seconds" are for all selections of a method.
    """
    if plot is not None:
        _check_plot(plot, file)
    from unbake.cli.compared import comparison_fields, print_comparison
    from unbake.keyframes.request import SelectOptions, selection_points
    from unbake.keyframes.rivals.comparison import compare_rivals

    rivals, counts, judge = comparing.rivals(), comparing.numbers(), judging.judge()
    clip = load_clip(file, reading.options(file), parse_range(frames))
    points = selection_points(clip, SelectOptions(lead=parse_lead(lead)))
    with Steps() as steps:
        comparison = compare_rivals(
            points, rivals, counts, judge=judge, seed=comparing.seed, repeats=comparing.repeats,
            progress=lambda part: steps.report("comparing", part),
        )  # fmt: skip
    if plot is not None:
        from unbake.reports.pictures.comparison import comparison_plot_png

        comparison_plot_png(comparison, plot, title=f"{file.name}, {counted(comparison.n_frames, 'frame')}")
    warnings = [*clip.warnings, *comparison.warnings]
    if as_json:
        names, seed, repeats = parse_lead(lead) or (), comparing.seed, comparing.repeats
        print_json(comparison_fields(file, points, names, seed, repeats, comparison) | {"warnings": warnings})
        return
    print_comparison(comparison)
    print_warnings(warnings)


def _check_plot(plot: Path, file: Path) -> None:
    check_folder(plot)
    check_distinct(file, [plot])
    if plot.suffix.lower() != ".png":
        raise UsageError(f"{plot}: plots are drawn as .png")
