"""``unbake batch label`` and ``unbake batch clean``: the feet of every clip."""

from __future__ import annotations

from typing import Annotated

import typer

from unbake.cli.batch.options import (
    ArchiveArgument,
    OneToOption,
    ResultsArgument,
    WorkersGroup,
    options_given,
    suffix_of,
)
from unbake.cli.batch.perform import ClipCommand
from unbake.cli.batch.run import Request, results_folder, run_batch
from unbake.cli.feet.clean import CleanGroup
from unbake.cli.feet.options import OracleOption
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, ReadGroup, write_options
from unbake.errors import UsageError
from unbake.formats.registry import check_writable


@with_option_groups
def label(
    context: typer.Context,
    archive: ArchiveArgument,
    results: ResultsArgument,
    *,
    workers: WorkersGroup,
    oracle: OracleOption = None,
    plates: Annotated[bool, typer.Option("--plates", help="Label plants by the force plates of each .c3d.")] = False,
    again: Annotated[
        bool,
        typer.Option("--again", help="Label again, even over labels set by a person or made for another motion."),
    ] = False,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Store where the feet of every clip are planted: unbake feet label for each clip; OUT may be IN."""
    from unbake.formats.foot_labels.format import SUFFIX

    if plates and oracle:
        raise UsageError("--plates labels by forces alone; leave out --oracle")
    with results_folder(results):
        reading.options()
        command = ClipCommand("label", options_given(context))
        run_batch(Request(archive, results, (SUFFIX,), command, workers, as_json))


@with_option_groups
def clean(
    context: typer.Context,
    archive: ArchiveArgument,
    results: ResultsArgument,
    *,
    to: OneToOption,
    workers: WorkersGroup,
    oracle: OracleOption = None,
    cleaning: CleanGroup,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Hold the planted feet of every clip where they are: unbake feet clean for each clip."""
    suffix = suffix_of(to)
    with results_folder(results) as folder:
        output = folder / f"clip{suffix}"
        check_writable(output, "motion")
        write_options(out_unit, output)
        cleaning.options()
        cleaning.ground()
        reading.options()
        command = ClipCommand("clean", options_given(context))
        run_batch(Request(archive, results, (suffix,), command, workers, as_json))
