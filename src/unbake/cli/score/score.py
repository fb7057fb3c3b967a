"""``unbake score``: how natural clips are, and where they are worst."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli.shared.arguments import parse_range
from unbake.cli.shared.loading import load_figure
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, RangeOption, ReadGroup
from unbake.cli.shared.output import Steps, print_json, print_warnings
from unbake.errors import MotionError, UsageError
from unbake.formats.registry import ReadOptions, check_distinct
from unbake.ground.files.whole_file import check_folder
from unbake.ground.progress import Progress

if TYPE_CHECKING:
    from unbake.synthesis.naturalness.scored import ScoredMotion

SUFFIXES = (".png", ".html")


@with_option_groups
def score(
    files: Annotated[
        list[Path], typer.Argument(readable=False, metavar="CLIP…", help="Clips of figures: .bvh .amc .glb .fbx …")
    ],
    *,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", readable=False, help="Strip over time: .png, or .html as a page.")
    ] = None,
    as_json: JsonOption = False,
    frames: RangeOption = None,
    reading: ReadGroup,
) -> None:
    """Score how natural clips are, frame by frame, and name the worst moment of each.

    The number is how likely a second of motion is unnatural: feet that skate,
    no balance, forces that the ground cannot give, jerk, jumps, joints beyond
    their limits, limbs in the floor or in each other. Clips of people on a
    level floor are meant; what else they lean on or stand on is not known.
    """
    if output is not None:
        _check_output(output, files)
    from unbake.cli.score.scored import print_scores, score_fields, worst_first

    clips, read = [], reading.options(*files)
    with Steps() as steps:
        for place, file in enumerate(files):
            progress = partial(_report, steps, place, len(files))
            progress(0.0)
            clips.append((file, _scored(file, read, parse_range(frames), progress)))
        if output is not None:
            steps.report("save", 0.0)
            _write(output, [(file.name, scored) for file, scored in worst_first(clips)])
    if as_json:
        print_json(score_fields(clips, output))
        return
    print_scores(clips, output)
    print_warnings(list(dict.fromkeys(warning for _, scored in clips for warning in scored.motion.warnings)))


def _report(steps: Steps, n_done: int, n_files: int, part: float) -> None:
    steps.report("scoring", (n_done + part) / n_files)


def _scored(file: Path, options: ReadOptions, frames: tuple[int, int] | None, progress: Progress) -> ScoredMotion:
    from unbake.synthesis.naturalness.scored import score_motion

    motion = load_figure(file, options, frames)
    try:
        return score_motion(motion, progress=progress)
    except MotionError as error:
        raise MotionError(f"{file}: {error}", code=error.code) from error


def _check_output(output: Path, files: list[Path]) -> None:
    check_folder(output)
    for file in files:
        check_distinct(file, [output])
    if output.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{output}: scores are drawn as .png or .html", option="--output")


def _write(output: Path, clips: list[tuple[str, ScoredMotion]]) -> None:
    if output.suffix.lower() == ".html":
        from unbake.reports.page.score_page import write_score_page

        write_score_page(clips, output)
        return
    from unbake.reports.pictures.score_picture import score_picture_png

    score_picture_png(clips, output)
