"""``unbake graph walk``: a clip that walks through a library's motion graph."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.feet.plants import save_made
from unbake.cli.graph.origins import origin_fields, parse_inside
from unbake.cli.library.arguments import LibraryArgument
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, write_options
from unbake.cli.shared.output import Steps, console, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.errors import UsageError
from unbake.formats.registry import check_writable
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.composition.material import LibraryMaterial
    from unbake.synthesis.graphs.graph import MotionGraph
    from unbake.synthesis.graphs.paths import Way

SECONDS = 20.0


@dataclass(frozen=True)
class WayGroup:
    """Where the walk goes."""

    seconds: Annotated[
        float | None, typer.Option("--seconds", help="How long; by default 20, or the shortest way from A to B.")
    ] = None
    start: Annotated[
        str | None, typer.Option("--from", metavar="CLIP:FRAME", help="Where it starts; at random by default.")
    ] = None
    end: Annotated[str | None, typer.Option("--to", metavar="CLIP:FRAME", help="Where it ends.")] = None
    flag: Annotated[str | None, typer.Option("--flag", help="A flag that must hold throughout.")] = None
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, help="Seed of the random choices, 0 by default; one seed gives one walk."),
    ] = None

    def way(self, found: LibraryMaterial, graph: MotionGraph) -> Way:
        """Return the way that is asked for."""
        import numpy as np

        from unbake.synthesis.graphs.paths import shortest_way
        from unbake.synthesis.graphs.walk import random_way

        start, end = (
            None if text is None else parse_inside(found, graph, text, option)
            for text, option in ((self.start, "--from"), (self.end, "--to"))
        )
        if start is not None and end is not None and self.seconds is None:
            if self.flag is not None:
                raise UsageError("--flag needs --seconds: the shortest way cannot choose what it passes")
            if self.seed is not None:
                raise UsageError("--seed needs --seconds: the shortest way leaves nothing to chance")
            return shortest_way(graph, start, end)
        seconds = SECONDS if self.seconds is None else self.seconds
        return random_way(graph, seconds, np.random.default_rng(self.seed or 0), start, end, self.flag)


@with_option_groups
def walk(
    library: LibraryArgument,
    out: Annotated[Path, typer.Argument(readable=False, metavar="OUT", help="The clip to write: walk.bvh, .glb, …")],
    *,
    going: WayGroup,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a clip that walks through the motion graph: at random, with a flag, or the shortest way from A to B.

    Transitions are blended, and feet are held where they are planted. The clip has 60 frames a second and
    is ready for `unbake reduce`.
    """
    from unbake.composition.material import library_material
    from unbake.composition.motion_graph import kept_motion_graph
    from unbake.library.library import Library
    from unbake.synthesis.graphs.walk import walked

    check_writable(out)
    with Library.open(library) as opened, Steps() as steps:
        found = library_material(opened, report=lambda part: steps.report("load", part))
        kept = kept_motion_graph(opened, found)
        way = going.way(found, kept.graph)
        steps.report("fit", 0.0)
        made = walked(kept.graph, way)
        notes = [*found.notes, *made.notes, *save_with_notes(made.motion, out, write_options(out_unit, out))]
        notes += save_made(made.labels, made.motion, out, library)
    fields: dict[str, Any] = {
        "library": str(library),
        "file": str(out),
        "frames": made.motion.n_frames,
        "duration_s": made.motion.duration_s,
        "transitions": len(way) - 1,
        "stretches": [origin_fields(found, first, last) for first, last in way],
        "warnings": notes,
    }
    if as_json:
        print_json(fields)
        return
    count = len(way) - 1
    console.print(
        f"{out}: {counted(made.motion.n_frames, 'frame')}, {made.motion.duration_s:.1f} s, "
        f"{counted(count, 'transition')}",
        markup=False,
        soft_wrap=True,
    )
    print_warnings(notes)
