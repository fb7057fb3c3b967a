"""``unbake synthesize``: a motion from a library that meets a demand, or several actors' motions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.feet.plants import save_made
from unbake.cli.library.arguments import LibraryArgument, TaggedOption, chosen_clips
from unbake.cli.library.search import parse_seconds
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_note, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct, check_writable
from unbake.ground.files.whole_file import check_folder
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.composition.demands.actors import Cast
    from unbake.composition.demands.material import Material
    from unbake.composition.demands.synthesize import Synthesized
    from unbake.composition.demands.toml_file import DemandFile
    from unbake.synthesis.demands.exact.optimum import Optimum
    from unbake.synthesis.demands.search import SearchOptions, SearchResult

SECONDS = 10.0
STOPPED = "The search was stopped; this is the best so far."


@dataclass(frozen=True)
class SearchGroup:
    """How to search, and with what."""

    seconds: Annotated[
        str | None,
        typer.Option(
            "--seconds", help="How long to search, for each actor; by default 10s, or as long as --sweeps takes."
        ),
    ] = None
    sweeps: Annotated[
        int | None,
        typer.Option("--sweeps", min=1, max=100_000, help="How many sweeps to search, however long they take."),
    ] = None
    seed: Annotated[
        int,
        typer.Option(
            "--seed", min=0, help="Seed of all random choices; with --sweeps, the same seed gives the same result."
        ),
    ] = 0
    tag: TaggedOption = None
    without: Annotated[
        list[str] | None, typer.Option("--without", help="Leave out clips by name, pattern or number; repeatable.")
    ] = None
    figure: Annotated[
        str | None,
        typer.Option("--figure", help="The clip whose skeleton is animated; by default the skeleton with most frames."),
    ] = None

    def options(self) -> SearchOptions:
        """Return how long to search."""
        from unbake.synthesis.demands.search import SearchOptions

        seconds = parse_seconds(self.seconds, "--seconds")
        if seconds is None and self.sweeps is None:
            seconds = SECONDS
        return SearchOptions(sweeps=self.sweeps or 100_000, seconds=seconds, seed=self.seed)


@with_option_groups
def synthesize(
    library: LibraryArgument,
    demand: Annotated[Path, typer.Argument(readable=False, metavar="DEMAND.toml", help="What the motion must do.")],
    *,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", readable=False, help="Where to. Several actors: one .glb, or a file each, out-NAME.bvh."
        ),
    ],
    report: Annotated[Path | None, typer.Option("--report", readable=False, help="An HTML page about it.")] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", readable=False, help="A PNG of all actors at six moments.")
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Afterwards look for the optimum, for a minute at most, and show the gap.")
    ] = False,
    searching: SearchGroup,
    as_json: JsonOption = False,
) -> None:
    """Make a motion that does what a demand says, out of the annotated clips of a library.

    Flags hold or do not hold in stretches of time; poses and places are met at their times. Joins are blended and feet
    cleaned. Ctrl-C ends the search, and the best so far is written.
    """
    from unbake.composition.demands.material import material_of
    from unbake.composition.demands.toml_file import load_demand
    from unbake.library.library import Library

    wanted = load_demand(demand)
    _check_outputs(library, demand, output, report, picture, wanted)
    with Library.open(library) as opened, Steps() as steps:
        clips = chosen_clips(opened, None, searching.tag)
        left_out = {clip.id for clip in chosen_clips(opened, searching.without)} if searching.without else set()
        clips = [clip for clip in clips if clip.id not in left_out]
        material = material_of(opened, clips, figure=searching.figure, report=lambda part: steps.report("load", part))
        if wanted.actors:
            _several(material, wanted, searching.options(), steps, output, report, picture, as_json=as_json)
        else:
            _one(material, wanted, searching.options(), steps, output, report, exact=exact, as_json=as_json)


def _one(
    material: Material,
    wanted: DemandFile,
    options: SearchOptions,
    steps: Steps,
    output: Path,
    report: Path | None,
    *,
    exact: bool,
    as_json: bool,
) -> None:
    from unbake.composition.demands.facts import facts_of
    from unbake.composition.demands.page import write_page
    from unbake.composition.demands.synthesize import synthesize as made_of
    from unbake.synthesis.demands.exact.optimum import optimum

    made = made_of(
        material.library,
        wanted.demand,
        material=material,
        options=options,
        progress=lambda found: steps.report("searching", _part(found, options)),
    )
    best = optimum(made.asked.problem, made.found.frames) if exact and not made.was_interrupted else None
    notes = _saved(made, output)
    if report is not None:
        write_page(made, report, title=wanted.demand.file, best=best)
    facts = facts_of(made, best) | {"output": str(output)}
    facts["warnings"] = [*facts["warnings"], *notes]
    if as_json:
        print_json(facts)
        return
    _print(made, facts, best)
    print_warnings(facts["warnings"])


def _several(
    material: Material,
    wanted: DemandFile,
    options: SearchOptions,
    steps: Steps,
    output: Path,
    report: Path | None,
    picture: Path | None,
    *,
    as_json: bool,
) -> None:
    from unbake.composition.demands.actors import synthesize_actors
    from unbake.composition.demands.facts import facts_of
    from unbake.composition.demands.page import write_page
    from unbake.composition.demands.picture import actors_png

    cast = synthesize_actors(
        material, wanted.actors, options, lambda name, found: steps.report(name, _part(found, options))
    )
    written, notes = _save_cast(cast, output)
    if report is not None:
        write_page(cast, report, title=wanted.demand.file)
    if picture is not None:
        actors_png(cast.motions, picture)
    every = {name: facts_of(actor) for name, actor in zip(cast.names, cast.actors, strict=True)}
    fields = {
        "actors": every,
        "shared_frames": cast.shared_frames,
        "shared_clips": cast.shared_clips,
        "strings": cast.strings,
        "strings_with_enough": cast.enough,
        "nearest_m": cast.nearest_m,
        "nearest_s": cast.nearest_s,
        "led_around": cast.rounds,
        "outputs": [str(path) for path in written],
        "warnings": notes,
    }
    if as_json:
        print_json(fields)
        return
    pairs = zip(cast.names, cast.actors, strict=True)
    rows = [(name, f"cost {_cost(actor)}; {_off(every[name])}") for name, actor in pairs]
    shared = f"{counted(cast.shared_frames, 'frame')} and {counted(cast.shared_clips, 'clip')} in common"
    rows += [
        ("sources", shared),
        ("nearest", f"{cast.nearest_m:.2f} m between two of them, at {cast.nearest_s:.2f} s"),
        ("written", ", ".join(map(str, written))),
    ]
    if any(actor.was_interrupted for actor in cast.actors):
        print_note(STOPPED)
    console.print(facts_table(rows))
    own = [f"{name}: {note}" for name, fields in every.items() for note in fields["warnings"]]
    print_warnings([*own, *notes])


def _save_cast(cast: Cast, output: Path) -> tuple[list[Path], list[str]]:
    """Write the motions; return the files, and notes."""
    if output.suffix.lower() == ".glb":
        from unbake.formats.gltf.writer import write_motions

        write_motions(cast.motions, output)
        return [output], []
    files = [_file_of(output, name) for name in cast.names]
    return files, [note for file, made in zip(files, cast.actors, strict=True) for note in _saved(made, file)]


def _saved(made: Synthesized, file: Path) -> list[str]:
    """Write a motion and its plants; return notes on what the files do not keep."""
    notes = save_with_notes(made.motion, file)
    return [*notes, *save_made(made.blended.labels, made.motion, file, made.material.library.path)]


def _file_of(output: Path, name: str) -> Path:
    plain = "".join(letter if letter.isalnum() else "-" for letter in name)
    return output.with_name(f"{output.stem}-{plain}{output.suffix}")


def _check_outputs(
    library: Path, demand: Path, output: Path, report: Path | None, picture: Path | None, wanted: DemandFile
) -> None:
    """Refuse what cannot be written before anything is done."""
    check_writable(output)
    files = [output]
    if wanted.actors and output.suffix.lower() != ".glb":
        files = [_file_of(output, actor.name) for actor in wanted.actors]
    if picture is not None and not wanted.actors:
        raise UsageError("--picture shows several actors; the demand has none", option="--picture")
    for file, suffix, option in ((report, ".html", "--report"), (picture, ".png", "--picture")):
        if file is not None:
            if file.suffix.lower() != suffix:
                raise UsageError(f"{option} writes a {suffix} file, not {file.name}", option=option)
            check_folder(file)
            files.append(file)
    for source in (library, demand):
        check_distinct(source, files)


def _part(found: SearchResult, options: SearchOptions) -> float:
    if options.seconds:
        return min(1.0, found.after_s / options.seconds)
    return (found.sweep + 1) / options.sweeps


def _cost(made: Synthesized) -> str:
    costs = made.costs
    parts = f"flags {costs.flags:.1f}, joins {costs.joins:.1f}, places {costs.places:.1f}"
    return f"{costs.total:.1f} ({parts})"


def _off(facts: dict[str, Any]) -> str:
    wrong = sum(last - first + 1 for flag in facts["flags"] for first, last in flag["wrong"])
    parts = [f"flags wrong in {counted(wrong, 'frame')}"]
    for key, text in _MISSED:
        if found := [abs(place[key]) for place in facts["places"] if place.get(key) is not None]:
            parts.append(text.format(max(found)))
    if lost := sum(not pose["is_shown"] for pose in facts.get("poses", [])):
        parts.append(f"{lost} of {counted(len(facts['poses']), 'pose')} not shown as they are")
    return ", ".join(parts)


_MISSED = (
    ("off_m", "places off by {:.2f} m at most"),
    ("off_deg", "headings by {:.0f}° at most"),
    ("path_mean_m", "{:.2f} m beside the path on average"),
)


def _print(made: Synthesized, facts: dict[str, Any], best: Optimum | None) -> None:
    if made.was_interrupted:
        print_note(STOPPED)
    rows = [
        ("motion", f"{counted(facts['frames'], 'frame')}, {(facts['frames'] - 1) / facts['fps']:.1f} s"),
        ("made of", counted(len(facts["runs"]), "piece")),
        ("cost", f"{_cost(made)}, after {counted(facts['sweeps'], 'sweep')}"),
        ("met", _off(facts)),
    ]
    if best is not None:
        gap = facts["optimum"]["gap"]
        more = "" if gap is None else f"; flags and joins cost {100.0 * gap:.1f} % more"
        rows.append(("optimum", f"{'' if best.is_exact else 'at least '}{best.at_least:.1f}{more}"))
    console.print(facts_table([*rows, ("written", facts["output"])]))
