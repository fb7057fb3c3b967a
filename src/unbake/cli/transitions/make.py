"""``unbake transitions make``: a clip that goes from a frame to another, or to where a flag holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unbake.cli.feet.plants import save_made
from unbake.cli.library.arguments import LibraryArgument, parse_place
from unbake.cli.shared.options import JsonOption, OutUnitOption, write_options
from unbake.cli.shared.output import Steps, console, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.errors import UsageError
from unbake.formats.registry import check_writable

if TYPE_CHECKING:
    from unbake.composition.transitions import LibraryTransition, Transitions
    from unbake.synthesis.material.material import Place

LURCH = 1.2
"""A trunk that is accelerated so much harder than anywhere in the clips is worth a look."""


def make(
    library: LibraryArgument,
    source: Annotated[str, typer.Argument(metavar="CLIP:FRAME", help="The frame at which it begins.")],
    out: Annotated[Path, typer.Argument(readable=False, metavar="OUT", help="The clip to write: .bvh, .glb, .json, …")],
    *,
    to: Annotated[str | None, typer.Option("--to", metavar="CLIP:FRAME", help="The frame at which it ends.")] = None,
    to_flag: Annotated[
        str | None, typer.Option("--to-flag", metavar="FLAG", help="Or where this flag holds, the cheapest way there.")
    ] = None,
    only: Annotated[
        bool, typer.Option("--only", help="The transition alone, without what comes before and after.")
    ] = False,
    direct: Annotated[
        bool, typer.Option("--direct", help="Blend the two motions alone, without the intermediaries of the table.")
    ] = False,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a clip that leads from one frame to another, or to where a flag holds, within a second.

    Feet are held where they are planted, and their labels are written beside the clip. It has 60 frames a second and
    is ready for `unbake reduce`.
    """
    from unbake.composition.lurch import trunk_acceleration
    from unbake.composition.transitions import Transitions
    from unbake.library.library import Library

    check_writable(out)
    if (to is None) == (to_flag is None):
        raise UsageError("say where it goes: either --to CLIP:FRAME or --to-flag FLAG")
    with Library.open(library) as opened, Steps() as steps:
        transitions = Transitions(opened, report=lambda part: steps.report("load", part))
        found = transitions.found
        start = parse_place(found, source, "CLIP:FRAME", "table")
        made = _made(transitions, start, to, to_flag, direct)
        motion, labels = (made.quick.motion, made.quick.labels) if only else transitions.joined(made)
        trunk = trunk_acceleration(transitions, made)
        notes = [*_notes(made, trunk), *save_with_notes(motion, out, write_options(out_unit, out))]
        notes += save_made(labels, motion, out, library)
    fields = {**_fields(transitions, made, motion.n_frames), "trunk_acceleration": trunk}
    if as_json:
        print_json({"library": str(library), "file": str(out), **fields, "warnings": notes})
        return
    between = " and ".join(f"{place['clip']}:{place['frame']}" for place in fields["between"])
    console.print(
        f"{out}: {fields['source']['clip']}:{fields['source']['frame']} → {fields['target']['clip']}:"
        f"{fields['target']['frame']}" + (f" over {between}" if between else ""),
        markup=False,
        soft_wrap=True,
    )
    cost = "" if made.cost_m is None else f"; cost of its kind {100.0 * made.cost_m:.1f} cm"
    console.print(
        f"{motion.n_frames:,} frames, of which {made.quick.motion.n_frames} are the transition{cost}", markup=False
    )
    print_warnings(notes)


def _made(transitions: Transitions, start: Place, to: str | None, flag: str | None, direct: bool) -> LibraryTransition:
    if flag is not None:
        return transitions.make_to_flag(start, flag, direct=direct)
    return transitions.make(start, parse_place(transitions.found, to or "", "--to", "table"), direct=direct)


def _notes(made: LibraryTransition, trunk: float) -> list[str]:
    notes = []
    if trunk > LURCH:
        notes.append(f"the trunk is accelerated {trunk:.1f} times as hard as anywhere in both clips: look at it")
    if made.quick.left_alone:
        notes.append(
            "plants left as they are, as a foot would have to move by more than 0.3 m, or too fast: "
            f"{made.quick.left_alone}"
        )
    if made.quick.missed_m > 0.005:
        notes.append(f"a leg is too short for its plant by {1000.0 * made.quick.missed_m:.0f} mm at most")
    return notes


def _fields(transitions: Transitions, made: LibraryTransition, n_frames: int) -> dict[str, Any]:
    found, table = transitions.found, transitions.table

    def place(clip: int, frame: int) -> dict[str, Any]:
        name, number = found.frame_number(clip, frame)
        return {"clip": name, "frame": number}

    return {
        "frames": n_frames,
        "transition_frames": made.quick.motion.n_frames,
        "first_frame": made.source.frame + 1,
        "source": place(made.source.clip, made.source.frame),
        "target": place(made.target.clip, made.target.frame),
        "between": [place(int(table.clips[k]), int(table.firsts[k])) for k in made.between],
        "cost_m": made.cost_m,
        "foot_plant_m": made.quick.foot_plant_m,
        "missed_m": made.quick.missed_m,
        "left_alone": made.quick.left_alone,
    }
