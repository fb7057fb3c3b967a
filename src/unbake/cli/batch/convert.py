"""``unbake batch convert``."""

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
from unbake.cli.shared.delivery import DeliveryGroup
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import (
    FigureOption,
    JsonOption,
    OutUnitOption,
    ReadGroupWithoutRoles,
    UsdOption,
    write_options,
)
from unbake.formats.registry import check_writable


@with_option_groups
def convert(
    context: typer.Context,
    archive: ArchiveArgument,
    results: ResultsArgument,
    *,
    to: OneToOption,
    workers: WorkersGroup,
    delivering: DeliveryGroup,
    out_unit: OutUnitOption = None,
    figure: FigureOption = False,
    usd: UsdOption = None,
    foot_layer: Annotated[
        bool, typer.Option("--foot-layer", help="Bake in the layers of each .json: a key on every frame.")
    ] = False,
    as_json: JsonOption = False,
    reading: ReadGroupWithoutRoles,
) -> None:
    """Convert every clip to another format: unbake convert for each clip."""
    suffix = suffix_of(to)
    with results_folder(results) as folder:
        output = folder / f"clip{suffix}"
        check_writable(output, "motion")
        write_options(out_unit, output, figure=figure, usd=usd)
        delivering.delivery([output])
        reading.options()
        command = ClipCommand("convert", options_given(context))
        run_batch(Request(archive, results, (suffix,), command, workers, as_json))
