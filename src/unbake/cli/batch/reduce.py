"""``unbake batch reduce``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.batch.options import (
    ArchiveArgument,
    ResultsArgument,
    ToOption,
    WorkersGroup,
    options_given,
    suffixes_of,
)
from unbake.cli.batch.perform import ClipCommand
from unbake.cli.batch.run import Request, results_folder, run_batch
from unbake.cli.feet.holding import HoldGroup
from unbake.cli.reduce import check_reduce
from unbake.cli.reduce_options import ChooseGroup, JoinGroup, LayersGroup
from unbake.cli.reduce_outputs import OutputGroup
from unbake.cli.shared.delivery import DeliveryGroup
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import FigureOption, JsonOption, OutUnitOption, ReadGroup, SelectGroup, UsdOption


@with_option_groups
def reduce(
    context: typer.Context,
    archive: ArchiveArgument,
    results: ResultsArgument,
    *,
    to: ToOption,
    reports: Annotated[bool, typer.Option("--reports", help="Write an HTML report beside each result.")] = False,
    workers: WorkersGroup,
    choosing: ChooseGroup,
    selecting: SelectGroup,
    layers: LayersGroup,
    joining: JoinGroup,
    holding: HoldGroup,
    delivering: DeliveryGroup,
    out_unit: OutUnitOption = None,
    figure: FigureOption = False,
    usd: UsdOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Turn every capture into a few keyframes: unbake reduce for each clip."""
    suffixes = suffixes_of(to)
    with results_folder(results) as folder:
        _check(folder, suffixes, (choosing, selecting, layers, joining, holding, delivering), out_unit, figure, usd)
        reading.options()
        command, pages = ClipCommand("reduce", options_given(context)), (".html",) if reports else ()
        run_batch(Request(archive, results, (*suffixes, *pages), command, workers, as_json))


def _check(
    folder: Path,
    suffixes: tuple[str, ...],
    groups: tuple[ChooseGroup, SelectGroup, LayersGroup, JoinGroup, HoldGroup, DeliveryGroup],
    out_unit: str | None,
    figure: bool,
    usd: str | None,
) -> None:
    """Refuse now what would fail for every clip."""
    choosing, selecting, layers, joining, holding, delivering = groups
    outputs = OutputGroup([folder / f"clip{suffix}" for suffix in suffixes], out_unit, None, figure, usd)
    check_reduce(Path("clip"), outputs, choosing, selecting, layers, joining, holding, delivering)
    selecting.fields()
    choosing.fields()
    layers.presets()
