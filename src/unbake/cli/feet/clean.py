"""``unbake feet clean``: planted heels and toes stay where they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from unbake.cli.feet.options import LabelsOption, OracleOption
from unbake.cli.feet.plants import plants_of, save_with
from unbake.cli.shared.arguments import parse_choice, parse_length, parse_range
from unbake.cli.shared.kept import keep_clip
from unbake.cli.shared.loading import keys_left_out, load_take
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, OutUnitOption, RangeOption, ReadGroup, write_options
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.curves.keyed_animation import KeyedAnimation
from unbake.formats.registry import check_distinct, check_writable, without_layers

if TYPE_CHECKING:
    from unbake.feet.clean.clean import CleanedFeet
    from unbake.feet.clean.options import CleanOptions
    from unbake.feet.floor import Floor
    from unbake.feet.labels import FootLabels
    from unbake.feet.largest_change import LargestChange
    from unbake.feet.legs import Legs
    from unbake.ground.arrays import Floats
    from unbake.motion.motion import Motion


@dataclass(frozen=True)
class CleanGroup:
    """How feet are cleaned up."""

    floor: Annotated[
        str | None,
        typer.Option(
            "--floor",
            help="Height of the floor: 0, 2cm (a bare 2 is 2 cm); auto (the default) finds it from the plants.",
        ),
    ] = None
    max_move: Annotated[
        str | None,
        typer.Option("--max-move", help="Leave plants alone that would move a foot farther: 30cm; a bare 30 is 30 cm."),
    ] = None
    lengths: Annotated[
        str | None,
        typer.Option(
            "--lengths", help="What gives way: kept (the root; the default) or stretched (thigh and shin, slightly)."
        ),
    ] = None

    def options(self) -> CleanOptions:
        """Return the options of the clean-up."""
        from unbake.feet.clean.options import LENGTHS, CleanOptions

        options: dict[str, Any] = {}
        if self.max_move is not None:
            options["max_move_m"] = parse_length(self.max_move, "--max-move")
        if self.lengths is not None:
            options["lengths"] = cast(Any, parse_choice(self.lengths, LENGTHS, "--lengths"))
        return CleanOptions(**options)

    def ground(self) -> Floor | None:
        """Return the floor that was given; None leaves it to the plants."""
        from unbake.feet.floor import Floor

        if self.floor is None or self.floor == "auto":
            return None
        text = self.floor.strip()
        level = parse_length(text.removeprefix("-"), "--floor")
        return Floor(-level if text.startswith("-") else level)


@with_option_groups
def clean(
    file: Annotated[Path, typer.Argument(readable=False, metavar="IN", help="The clip to read.")],
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", readable=False, help="Where to; the suffix names the format.")
    ],
    labels: LabelsOption = None,
    oracle: OracleOption = None,
    cleaning: CleanGroup,
    frames: RangeOption = None,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Hold planted feet in place by moving feet, legs and root; everything else stays as it is."""
    check_writable(output)
    check_distinct(file, [output])
    write = write_options(out_unit, output)
    options, ground = cleaning.options(), cleaning.ground()
    take = load_take(file, reading.options(file))
    lost = []
    if isinstance(take, KeyedAnimation):
        lost = [f"{keys_left_out(output)}; reduce --hold-feet holds feet on few keys"]
        take = without_layers(take, file)
    from unbake.feet.clean.clean import clean_feet
    from unbake.feet.legs import legs_of

    stored = plants_of(file, take, labels, oracle)
    motion, plants = stored.cut(take, parse_range(frames))
    legs = legs_of(motion)
    keep_clip(motion)
    with Steps() as steps:
        told = partial(steps.report, "feet")
        found = clean_feet(motion, plants.labels, options, ground=ground, legs=legs, progress=told)
    left_out = save_with_notes(found.motion, output, write)
    numbers = motion.n_frames, motion.first_frame
    kept = save_with(plants.parts, numbers, output, file, plants.file, motion.skeleton.named_roles)
    notes = (*plants.notes, *lost, *left_out, *kept)
    fields = _fields(motion, plants.labels, found, legs) | {"input": str(file), "output": str(output)}
    fields["warnings"] = [*notes, *fields["warnings"]]
    if as_json:
        print_json(fields)
        return
    _print(fields)
    print_warnings(fields["warnings"])


def _fields(motion: Motion, given: FootLabels, found: CleanedFeet, legs: Legs) -> dict[str, Any]:
    from unbake.feet.floor import Floor
    from unbake.feet.largest_change import largest_changes
    from unbake.feet.skating import cleaning_cost, skating
    from unbake.feet.slope import Slope

    plants, done = found.labels, found.motion
    level = found.ground.level_m if isinstance(found.ground, Floor) else None
    before, after = (skating(m, plants, legs, found.ground, found.sole_m) for m in (motion, found.motion))
    cost = cleaning_cost(motion, found.motion, plants, legs)
    shifted, turned = largest_changes(motion, found.motion, legs)
    moved = [held for held in found.plants if not held.is_still]
    return {
        "plants": len(plants.plants),
        "sources": list(plants.sources()),
        "held": len(moved),
        "still": len(found.plants) - len(moved),
        "skipped": len(found.skipped),
        "floor_m": level,
        "floor_leans_deg": found.ground.steepness_deg if isinstance(found.ground, Slope) else None,
        "before": _skating_fields(before),
        "after": _skating_fields(after),
        "drift_mm": {
            name: {when: _drift_mm(legs.points_m(one), part) for when, one in (("before", motion), ("after", done))}
            for name, part in (("held_part", found.held_part), ("whole_labels", given))
        },
        "most_moved_mm": 1000.0 * max((held.away_m for held in moved), default=0.0),
        "root_shift_mm": 1000.0 * float(abs(found.root_shift_m).max()),
        "foot_moved": {"mm": 1000.0 * shifted.amount, **_where(shifted, motion)},
        "foot_turned": {"deg": math.degrees(turned.amount), **_where(turned, motion)},
        "stretch": [float(found.stretch.min()), float(found.stretch.max())],
        "peak_acceleration_ratio": cost.peak_ratio,
        "peak_frame": cost.peak.frame + motion.first_frame if cost.peak.frame >= 0 else None,
        "peak_joint": motion.skeleton.names[cost.peak.joint] if cost.peak.joint >= 0 else None,
        "toes_bent_deg": cost.toes_bent_deg,
        "toes_jump_deg": cost.toes_jump_deg,
        "away_from_plants_mm": [cost.away_mean_mm, cost.away_worst_mm],
        "warnings": list(dict.fromkeys((*found.notes, *found.motion.warnings))),
    }


def _where(change: LargestChange, motion: Motion) -> dict[str, Any]:
    if change.frame < 0:
        return {"joint": None, "frame": None}
    return {"joint": motion.skeleton.names[change.joint], "frame": change.frame + motion.first_frame}


def _drift_mm(points_m: Floats, labels: FootLabels) -> dict[str, float]:
    from unbake.feet.skating import drifts_m

    drifts = 1000.0 * drifts_m(points_m, labels)
    return {"mean": float(drifts.mean()) if len(drifts) else 0.0, "worst": float(drifts.max(initial=0.0))}


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
        ("drift where feet are held", _drift(fields["drift_mm"]["held_part"])),
        ("drift over whole labels", f"{_drift(fields['drift_mm']['whole_labels'])}; feet come and go at their ends"),
        (
            "skating frames",
            f"{pair('skating_frames', 0, '')} of {before['of_frames']} at 20 a second; "
            f"while planted {pair('skating_while_planted', 0, '')}",
        ),
    ]
    if fields["floor_m"] is not None or fields["floor_leans_deg"] is not None:
        rows.append(("in the floor", f"{pair('sinking_mm')} at worst"))
    rows += [
        ("root", f"moved by {fields['root_shift_mm']:.1f} mm at most"),
        ("feet", _most_changed(fields)),
        ("peak acceleration", _peak(fields)),
        ("toes", f"bent by {_more(fields['toes_bent_deg'])} than captured, at most"),
        ("written", fields["output"]),
    ]
    console.print(facts_table(rows))


def _drift(drift: dict[str, dict[str, float]]) -> str:
    before, after = drift["before"], drift["after"]
    return f"mean {before['mean']:.1f} → {after['mean']:.1f} mm, worst {before['worst']:.1f} → {after['worst']:.1f} mm"


def _most_changed(fields: dict[str, Any]) -> str:
    moved, turned = fields["foot_moved"], fields["foot_turned"]

    def where(change: dict[str, Any]) -> str:
        return f" ({change['joint']}, frame {change['frame']})" if change["joint"] else ""

    return f"moved by {moved['mm']:.0f} mm at most{where(moved)}, turned by {turned['deg']:.0f}° at most{where(turned)}"


def _more(degrees: float) -> str:
    return f"{abs(degrees):.0f}° {'more' if degrees > 0.0 else 'less'}"


def _peak(fields: dict[str, Any]) -> str:
    if fields["peak_joint"] is None:
        return "grows nowhere that plants begin or end"
    where = f"{fields['peak_joint']}, frame {fields['peak_frame']}"
    return f"at most {fields['peak_acceleration_ratio']:.2f} times what it was where plants begin or end ({where})"


def _listed(sources: Sequence[str]) -> str:
    return ", ".join(sources) or "nobody"
