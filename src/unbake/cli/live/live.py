"""``unbake live``: record a character that moves on as a script asks."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.table import Table

from unbake.cli.feet.plants import save_made
from unbake.cli.graph.origins import frame_number
from unbake.cli.library.arguments import LibraryArgument, parse_place
from unbake.cli.live.script import Script, read_script
from unbake.cli.shared.options import JsonOption, OutUnitOption, write_options
from unbake.cli.shared.output import Steps, console, facts_table, print_json, print_warnings
from unbake.cli.shared.saving import save_with_notes
from unbake.formats.registry import check_distinct, check_writable
from unbake.ground.files.whole_file import check_folder, whole_file
from unbake.ground.wording import counted

if TYPE_CHECKING:
    from unbake.composition.live import EngineName
    from unbake.composition.material import LibraryMaterial
    from unbake.library.library import Library
    from unbake.synthesis.live.recording import Met, Recording


def live(
    library: LibraryArgument,
    *,
    script: Annotated[
        Path,
        typer.Option("--record", readable=False, metavar="SCRIPT", help="What to request, and when: a .toml file."),
    ],
    out: Annotated[Path, typer.Option("-o", "--out", readable=False, help="The clip to write: out.bvh, .glb, …")],
    origins: Annotated[
        Path | None, typer.Option("--origins", readable=False, help="Write where each frame comes from: a .csv file.")
    ] = None,
    hold_feet: Annotated[
        bool, typer.Option("--hold-feet/--no-hold-feet", help="Keep planted feet in place, by the legs alone.")
    ] = True,
    out_unit: OutUnitOption = None,
    as_json: JsonOption = False,
) -> None:
    """Record a live character, which keeps moving and follows a script of flags, directions and speeds.

    Engines are motion matching, walks through the motion graph (unbake graph build), and transitions of the table
    (unbake transitions build). The clip has 60 frames a
    second and is ready for `unbake reduce`.
    """
    from unbake.composition.live import ENGINES
    from unbake.composition.material import library_material
    from unbake.library.library import Library

    check_writable(out)
    check_distinct(script, [path for path in (out, origins) if path is not None])
    if origins is not None:
        check_folder(origins)
    asked = read_script(script, ENGINES)
    with Library.open(library) as opened, Steps() as steps:
        found = library_material(opened, report=lambda part: steps.report("load", part))
        recording = _recorded(opened, found, asked, hold_feet, steps)
        notes = [*found.notes, *_left_out(asked), *save_with_notes(recording.motion, out, write_options(out_unit, out))]
        notes += save_made(recording.labels, recording.motion, out, library)
    if origins is not None:
        _write_origins(found, recording, origins)
    fields = _fields(recording)
    if as_json:
        print_json({"library": str(library), "file": str(out), **fields, "warnings": notes})
        return
    console.print(facts_table(_rows(fields)))
    if recording.met:
        console.print(_table(recording.met))
    print_warnings(notes)


def _recorded(library: Library, found: LibraryMaterial, asked: Script, hold_feet: bool, steps: Steps) -> Recording:
    from unbake.composition.live import library_engines
    from unbake.synthesis.live.character import Character
    from unbake.synthesis.live.recording import record

    names = cast("list[EngineName]", asked.engines)
    engines = library_engines(library, found, names, asked.seed)
    start = None if asked.start is None else found.material.row(parse_place(found, asked.start, "start", "graph"))
    character = Character(found.material, engines, asked.engine, start, hold_feet=hold_feet)
    return record(character, asked.cues, asked.seconds, lambda part: steps.report("playing", part))


def _left_out(asked: Script) -> list[str]:
    """A note of the requests that come too late to be asked."""
    late = [f"{cue.at_s:g} s" for cue in asked.cues if cue.at_s >= asked.seconds]
    return [f"requests at {', '.join(late)} were left out: the recording ends at {asked.seconds:g} s"] if late else []


def _fields(recording: Recording) -> dict[str, Any]:
    import numpy as np

    from unbake.feet.clean.holds import held_part
    from unbake.feet.clean.options import CleanOptions
    from unbake.feet.legs import legs_of
    from unbake.feet.skating import drifts_m, skating

    slides = skating(recording.motion, recording.labels)
    points = legs_of(recording.motion).points_m(recording.motion)
    strays = 1000.0 * drifts_m(points, held_part(recording.labels, CleanOptions()))
    return {
        "frames": recording.motion.n_frames,
        "duration_s": recording.motion.duration_s,
        "jumps": int(recording.jumps.sum()),
        "source_frames": len(np.unique(recording.rows)),
        "median_ms": float(np.median(recording.frame_ms)),
        "p99_ms": float(np.percentile(recording.frame_ms, 99)),
        "skating_mean_mm": slides.mean_mm,
        "held_median_mm": float(np.median(strays)) if len(strays) else None,
        "held_worst_mm": float(strays.max()) if len(strays) else None,
        "skating_part": slides.skating_part,
        "requests": [_met_fields(met) for met in recording.met],
    }


def _met_fields(met: Met) -> dict[str, Any]:
    import numpy as np

    request = met.cue.request
    assert request is not None
    direction = None if request.direction_rad is None else float(np.rad2deg(request.direction_rad))
    return {
        "at_s": met.cue.at_s,
        "flag": request.flag,
        "direction_deg": direction,
        "speed_m_s": request.speed_m_s,
        "within_s": request.within_s,
        "engine": met.engine,
        "met_after_s": met.after_s,
    }


def _rows(fields: dict[str, Any]) -> list[tuple[str, str]]:
    strays = "none stands for longer than a fifth of a second"
    if fields["held_median_mm"] is not None:
        strays = f"stray {fields['held_median_mm']:.1f} mm in the median, {fields['held_worst_mm']:.1f} mm at worst, "
        strays += "a tenth of a second after they are put down until one before they are lifted"
    return [
        ("recorded", f"{counted(fields['frames'], 'frame')}, {fields['duration_s']:.1f} s"),
        ("from", f"{counted(fields['source_frames'], 'frame')} of the clips, {counted(fields['jumps'], 'jump')}"),
        ("a frame took", f"{fields['median_ms']:.2f} ms, 99 of 100 below {fields['p99_ms']:.2f} ms"),
        ("planted feet", strays),
    ]


def _table(every: tuple[Met, ...]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("at", "flag", "direction", "speed", "engine", "met after"):
        table.add_column(name, justify="left" if name in ("flag", "engine") else "right")
    for met in every:
        fields = _met_fields(met)
        table.add_row(
            f"{fields['at_s']:g} s",
            fields["flag"] or "",
            "" if fields["direction_deg"] is None else f"{fields['direction_deg']:.0f}°",
            "" if fields["speed_m_s"] is None else f"{fields['speed_m_s']:g} m/s",
            met.engine,
            "never" if met.after_s is None else f"{met.after_s:.2f} s",
        )
    return table


def _write_origins(found: LibraryMaterial, recording: Recording, path: Path) -> None:
    """One line a frame: which frames of which clips it is made of, by their own numbers, and which engine chose."""
    first = recording.motion.first_frame
    with whole_file(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["frame", "engine", "clip", "clip_frame", "second_clip", "second_frame", "second_part", "jump"])
        for frame, (a, b) in enumerate(recording.origins.tolist()):
            part = float(recording.parts[frame])
            second = frame_number(found, b) if part > 0.0 else ("", "")
            jump = int(recording.jumps[frame])
            writer.writerow(
                [frame + first, recording.engines[frame], *frame_number(found, a), *second, f"{part:.4f}", jump]
            )
