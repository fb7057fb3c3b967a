"""``unbake feet clean``: planted heels and toes stay where they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from unbake.cli.feet.plants import plants_of, save_with
from unbake.cli.shared import arguments as given
from unbake.cli.shared.loading import load_figure
from unbake.cli.shared.output import console, facts_table, print_json, print_warnings
from unbake.formats.registry import check_distinct, check_writable, save

if TYPE_CHECKING:
    from unbake.feet.clean.clean import CleanedFeet
    from unbake.feet.clean.options import CleanOptions
    from unbake.feet.floor import Floor
    from unbake.feet.legs import Legs
    from unbake.motion.motion import Motion

LabelsOption = Annotated[
    Path | None,
    typer.Option(
        "--labels",
        readable=False,
        help="The plants, a .feet.json; by default the one beside IN, or what the oracle finds.",
    ),
]
FloorOption = Annotated[
    str | None,
    typer.Option(
        "--floor", help="Height of the floor: 0, 2cm (a bare 2 is 2 cm); auto (the default) finds it from the plants."
    ),
]
MaxMoveOption = Annotated[
    str | None,
    typer.Option("--max-move", help="Plants that would move a foot farther are left: 30cm; a bare 30 is 30 cm."),
]


def clean(
    file: Annotated[Path, typer.Argument(readable=False, metavar="IN", help="The clip to read.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", readable=False, help="Where to; the suffix names the format.")
    ],
    labels: LabelsOption = None,
    oracle: Annotated[
        Path | None,
        typer.Option("--oracle", readable=False, help="The oracle to ask; by default the one that comes with Unbake."),
    ] = None,
    floor: FloorOption = None,
    max_move: MaxMoveOption = None,
    lengths: Annotated[
        str | None,
        typer.Option(
            "--lengths", help="What gives way: kept (the root; the default) or stretched (thigh and shin, slightly)."
        ),
    ] = None,
    frames: given.RangeOption = None,
    out_unit: given.OutUnitOption = None,
    as_json: given.JsonOption = False,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Hold planted feet where they are: by feet, legs and root, all else stays as it is."""
    check_writable(output)
    check_distinct(file, [output])
    write = given.write_options(out_unit, output)
    options, ground = clean_options(max_move, lengths), parse_floor(floor)
    whole = load_figure(file, given.read_options(fps, unit, skeleton, role))
    from unbake.feet.clean.clean import clean_feet
    from unbake.feet.legs import legs_of

    stored = plants_of(file, whole, labels, oracle)
    motion, plants = stored.cut(whole, given.parse_range(frames))
    legs = legs_of(motion)
    found = clean_feet(motion, plants.labels, options, ground=ground, legs=legs)
    save(found.motion, output, write)
    numbers = motion.n_frames, motion.first_frame
    notes = (*plants.notes, *save_with(plants.parts, numbers, output, file, plants.file, motion.skeleton.named_roles))
    fields = _fields(motion, found, legs) | {"input": str(file), "output": str(output)}
    fields["warnings"] = [*notes, *fields["warnings"]]
    if as_json:
        print_json(fields)
        return
    _print(fields)
    print_warnings(fields["warnings"])


def clean_options(max_move: str | None, lengths: str | None = None) -> CleanOptions:
    """Return how feet are cleaned up, from what was typed."""
    from unbake.feet.clean.options import LENGTHS, CleanOptions

    options: dict[str, Any] = {}
    if max_move is not None:
        options["max_move_m"] = given.parse_length(max_move, "--max-move")
    if lengths is not None:
        options["lengths"] = cast(Any, given.parse_choice(lengths, LENGTHS, "--lengths"))
    return CleanOptions(**options)


def parse_floor(text: str | None) -> Floor | None:
    """Return the floor that was given; None leaves it to the plants."""
    from unbake.feet.floor import Floor

    if text is None or text == "auto":
        return None
    below = text.strip().startswith("-")
    level = given.parse_length(text.strip().removeprefix("-"), "--floor")
    return Floor(-level if below else level)


def _fields(motion: Motion, found: CleanedFeet, legs: Legs) -> dict[str, Any]:
    from unbake.feet.floor import Floor
    from unbake.feet.skating import cleaning_cost, skating

    plants = found.labels
    level = found.ground.level_m if isinstance(found.ground, Floor) else None
    before, after = (skating(m, plants, legs, found.ground, found.sole_m) for m in (motion, found.motion))
    cost = cleaning_cost(motion, found.motion, plants, legs)
    moved = [held for held in found.plants if not held.is_still]
    return {
        "plants": len(plants.plants),
        "sources": list(plants.sources()),
        "held": len(moved),
        "still": len(found.plants) - len(moved),
        "skipped": len(found.skipped),
        "floor_m": level,
        "before": _skating_fields(before),
        "after": _skating_fields(after),
        "most_moved_mm": 1000.0 * max((held.away_m for held in moved), default=0.0),
        "root_shift_mm": 1000.0 * float(abs(found.root_shift_m).max()),
        "stretch": [float(found.stretch.min()), float(found.stretch.max())],
        "peak_acceleration_ratio": cost.peak_ratio,
        "peak_frame": cost.peak.frame + motion.first_frame if cost.peak.frame >= 0 else None,
        "peak_joint": motion.skeleton.names[cost.peak.joint] if cost.peak.joint >= 0 else None,
        "away_from_plants_mm": [cost.away_mean_mm, cost.away_worst_mm],
        "warnings": list(dict.fromkeys((*found.notes, *found.motion.warnings))),
    }


def _skating_fields(measured: Any) -> dict[str, Any]:
    return {
        "drift_mean_mm": measured.mean_mm,
        "drift_worst_mm": measured.worst_mm,
        "skating_frames": measured.skating_frames,
        "of_frames": measured.n_frames,
        "skating_while_planted": measured.planted_skating,
        "sinking_mm": measured.sinking_mm,
    }


def _print(fields: dict[str, Any]) -> None:
    """Print what was held, before and after, as a small table."""
    before, after = fields["before"], fields["after"]

    def pair(name: str, digits: int = 1, unit: str = " mm") -> str:
        return f"{before[name]:.{digits}f} → {after[name]:.{digits}f}{unit}"

    skipped = f", {fields['skipped']} left as they are" if fields["skipped"] else ""
    rows = [
        (
            "plants",
            f"{fields['plants']} (by {_listed(fields['sources'])}): {fields['held']} held, "
            f"{fields['still']} still already{skipped}",
        ),
        ("drift of planted points", f"mean {pair('drift_mean_mm')}, worst {pair('drift_worst_mm')}"),
        (
            "skating frames",
            f"{pair('skating_frames', 0, '')} of {before['of_frames']} at 20 a second; "
            f"while planted {pair('skating_while_planted', 0, '')}",
        ),
    ]
    if fields["floor_m"] is not None:
        rows.append(("in the floor", f"{pair('sinking_mm')} at worst"))
    rows += [
        ("root", f"moved by {fields['root_shift_mm']:.1f} mm at most"),
        ("peak acceleration", _peak(fields)),
        ("written", fields["output"]),
    ]
    console.print(facts_table(rows))


def _peak(fields: dict[str, Any]) -> str:
    if fields["peak_joint"] is None:
        return "grows nowhere that plants begin or end"
    where = f"{fields['peak_joint']}, frame {fields['peak_frame']}"
    return f"at most {fields['peak_acceleration_ratio']:.2f} times what it was where plants begin or end ({where})"


def _listed(sources: Sequence[str]) -> str:
    return ", ".join(sources) or "nobody"
