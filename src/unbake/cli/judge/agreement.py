"""``unbake judge agreement``: how far two passes say the same."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import console, facts_table, print_json
from unbake.ground.wording import listed

MOST_SHOWN = 12


def agreement(
    first: Annotated[Path, typer.Argument(readable=False, metavar="FIRST.csv", help="A pass.")],
    second: Annotated[
        Path, typer.Argument(readable=False, metavar="SECOND.csv", help="Another pass over the same motions.")
    ],
    *,
    as_json: JsonOption = False,
) -> None:
    """Show how far two passes agree, by motion and by frame: as a percentage and as Cohen's kappa."""
    from unbake.composition.judging.agreement import agreement as agreement_of
    from unbake.composition.judging.passes import read_pass

    found = agreement_of(read_pass(first), read_pass(second))
    if as_json:
        print_json({"first": str(first), "second": str(second), **asdict(found)})
        return
    only = f"{found.only_first} in the first alone, {found.only_second} in the second alone"
    rows = [
        (f"{found.kind} that both judged", f"{found.n:,} ({only})"),
        ("the same answer", f"{100.0 * found.same:.1f} %, kappa {found.kappa:.2f}"),
        ("frames that both judged", f"{found.n_frames:,}"),
        ("the same on", f"{100.0 * found.frames_same:.1f} %, kappa {found.frames_kappa:.2f}"),
        ("no, by frames", f"{100.0 * found.no_first:.1f} % and {100.0 * found.no_second:.1f} %"),
    ]
    if found.differ:
        rows.append(("they differ on", listed(found.differ, MOST_SHOWN)))
    console.print(facts_table(rows))
