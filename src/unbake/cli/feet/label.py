"""``unbake feet label`` and ``show``: which part of which foot is on the ground, guessed, corrected and stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from unbake.cli.shared import arguments as given
from unbake.cli.shared.output import console, facts_table, print_json, print_note, print_warnings
from unbake.errors import UsageError
from unbake.formats.registry import check_distinct, read_text
from unbake.ground.whole_file import check_folder

OracleOption = Annotated[
    Path | None,
    typer.Option("--oracle", readable=False, help="The oracle to ask; by default the one that comes with Unbake."),
]
PictureOption = Annotated[
    Path | None, typer.Option("--picture", readable=False, help="Draw heights, speeds, labels and legs to this .png.")
]
WideOption = Annotated[
    int | None, typer.Option("--frames-a-row", min=20, help="Frames in a row of the picture; fewer are wider.")
]
WalkerArgument = Annotated[
    Path,
    typer.Argument(
        readable=False, metavar="FILE", help="Clip: .bvh .amc .glb .gltf .json, or markers with names: .c3d"
    ),
]

BY = {
    "hand": "hand",
    "oracle": "the oracle",
    "force-plate": "force plates",
    "performer": "the performer",
    "thresholds": "thresholds",
}
"""Who stands for labels, as people say it."""


def label(
    file: WalkerArgument,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", readable=False, help="Where to; CLIP.feet.json beside the clip by default."),
    ] = None,
    oracle: OracleOption = None,
    frames: given.RangeOption = None,
    hand: Annotated[
        list[str] | None,
        typer.Option(
            "--hand", metavar="'POINT A:B …'", help="Paint over: 'left-heel 12:45 off 46:50 left-toe = 9:61'."
        ),
    ] = None,
    corrections: Annotated[
        Path | None,
        typer.Option("--from", readable=False, help="The same from a text file, or all labels of another .feet.json."),
    ] = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="The labels are right as they are: count them as yours.")
    ] = False,
    blank: Annotated[
        bool, typer.Option("--blank", help="Start from no plants in place of the oracle's guess.")
    ] = False,
    again: Annotated[
        bool,
        typer.Option("--again", help="Label anew what a person has labelled before, or what is of another motion."),
    ] = False,
    plates: Annotated[
        bool, typer.Option("--plates", help="Label what the force plates of a .c3d tell, by the forces.")
    ] = False,
    picture: PictureOption = None,
    frames_a_row: WideOption = None,
    as_json: given.JsonOption = False,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Store where heels and toes are planted: the oracle's guess, or your corrections painted over it."""
    from unbake.cli.feet.given_oracle import check_labels_file, the_oracle
    from unbake.cli.feet.session import FootSession
    from unbake.formats.foot_labels.forces import parts_of_plates
    from unbake.formats.foot_labels.format import labels_file
    from unbake.training.labelled_clips import load_walker

    target = output or labels_file(file)
    check_labels_file(target, file)
    check_outputs(file, target, picture)
    if plates and (hand or corrections or accept or blank or oracle):
        raise UsageError("--plates labels by forces alone; leave out --hand, --from, --accept, --blank and --oracle")
    reading = given.read_options(fps, unit, skeleton, role, frames=frames)
    clip = load_walker(file, reading, None if again else target)
    cut = given.parse_range(frames)
    session = FootSession(clip, target, lambda: the_oracle(oracle), cut, again)
    notes = [*clip.warnings]
    if hand or corrections or accept:
        session.correct(_strokes(hand, corrections), corrections, is_blank=blank, again=again)
    elif plates:
        parts, said = parts_of_plates(file, clip, reading)
        session.take(parts, again)
        notes += said
    else:
        session.guess(is_blank=blank, again=again)
    if picture is not None:
        session.draw(picture, f"{file.name}: feet", frames_a_row, with_certainty=not plates)
    session.save()
    fields = session.fields() | {"file": str(file), "picture": picture and str(picture), "warnings": notes}
    if as_json:
        print_json(fields)
        return
    print_labels(fields)
    print_warnings(notes)
    if fields["unsure"]:
        print_note(f"The oracle is least sure at {_ranges(fields['unsure'])}: look there first.")


def show(
    file: Annotated[Path, typer.Argument(readable=False, help="A clip whose labels are to be shown, or an oracle.")],
    labels: Annotated[
        Path | None, typer.Option("--labels", readable=False, help="The clip's labels, where they are not beside it.")
    ] = None,
    oracle: OracleOption = None,
    frames: given.RangeOption = None,
    picture: PictureOption = None,
    frames_a_row: WideOption = None,
    as_json: given.JsonOption = False,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Show a clip's stored foot labels, or what an oracle has learnt from."""
    from unbake.cli.feet.given_oracle import check_named_labels, check_walker, the_oracle
    from unbake.cli.feet.session import FootSession
    from unbake.formats.foot_labels.format import labels_file
    from unbake.training.labelled_clips import CLIP_SUFFIXES, load_walker

    if file.suffix.lower() not in CLIP_SUFFIXES:
        check_walker(file)
        _show_oracle(file, as_json)
        return
    if labels is not None:
        check_named_labels(labels)
    target = labels or labels_file(file)
    check_outputs(file, None, picture)
    reading = given.read_options(fps, unit, skeleton, role, frames=frames)
    clip = load_walker(file, reading, target)
    session = FootSession(clip, target, lambda: the_oracle(oracle), given.parse_range(frames))
    session.take_stored()
    if picture is not None:
        session.draw(picture, f"{file.name}: feet", frames_a_row, with_certainty=oracle is not None)
    notes = [*clip.warnings]
    fields = session.fields() | {"file": str(file), "picture": picture and str(picture), "warnings": notes}
    if as_json:
        print_json(fields)
        return
    print_labels(fields)
    print_warnings(notes)


def _strokes(hand: Sequence[str] | None, corrections: Path | None) -> tuple[Any, ...]:
    """What is to be painted, the file's first."""
    from unbake.cli.feet.painting import parse_painting

    strokes: list[Any] = []
    if corrections is not None and corrections.suffix.lower() != ".json":
        strokes += parse_painting(_text_of(corrections), f"{corrections}:")
    for text in hand or ():
        strokes += parse_painting(text)
    return tuple(strokes)


def _text_of(file: Path) -> str:
    from unbake.errors import FileError

    try:
        return read_text(file)
    except OSError as error:
        raise FileError(file, f"cannot be read ({error.strerror or error})") from error


def check_outputs(file: Path | None, target: Path | None, picture: Path | None) -> None:
    """Refuse outputs that cannot be made, before any work is done."""
    if target is not None:
        check_folder(target)
    if picture is not None:
        check_folder(picture)
        if file is not None:
            check_distinct(file, [picture, *([target] if target else ())])
        if picture.suffix.lower() != ".png":
            raise UsageError(f"{picture}: pictures are drawn as .png")


def _show_oracle(file: Path, as_json: bool) -> None:
    from unbake.feet.detect.oracle_file import load_oracle

    facts = load_oracle(file).facts()
    if as_json:
        print_json({"oracle": str(file), **facts})
        return
    print_oracle(file, facts)


def print_oracle(file: Path, facts: Mapping[str, Any]) -> None:
    """Print what an oracle has learnt from, as a small table."""
    pieces = facts["pieces"]
    rows = [
        ("oracle", str(file)),
        ("learnt from", f"{facts['examples']:,} frames, {facts['seconds']:.0f} s, and their mirror images"),
        ("decides by", f"{facts['k']} nearest of them; {facts['window']} instants, {facts['rate_hz']:g} a second"),
    ]
    shown = pieces if len(pieces) <= 24 else pieces[:22]
    rows += [("clips" if n == 0 else "", _piece_text(piece)) for n, piece in enumerate(shown)]
    if len(shown) < len(pieces):
        rows.append(("", f"… {len(pieces) - len(shown):,} more"))
    console.print(facts_table(rows))


def _piece_text(piece: Mapping[str, Any]) -> str:
    return f"{piece['name']} ({piece['frames']} frames, {piece['source']})"


def print_labels(fields: Mapping[str, Any]) -> None:
    """Print where each point is planted, as a small table."""
    first, last = fields["frames"]
    rows = [("labels", fields["labels"]), ("frames", f"{first}–{last}"), ("labelled", _labelled_text(fields))]
    for point, plants in fields["plants"].items():
        rows.append((point, ", ".join(_range(a, b) for a, b, _ in plants) or "never planted"))
    if fields["picture"]:
        rows.append(("picture", str(fields["picture"])))
    console.print(facts_table(rows))


def _labelled_text(fields: Mapping[str, Any]) -> str:
    """Which frames are labelled by whom, those of one first; and that others are not."""
    by: dict[str, list[str]] = {}
    for first, last, source in fields["labelled"]:
        by.setdefault(BY[source], []).append(_range(first, last))
    said = [f"{_first_few(ranges)} by {source}" for source, ranges in by.items()]
    n_frames = sum(last - first + 1 for first, last, _ in fields["labelled"])
    left = fields["frames"][1] - fields["frames"][0] + 1 - n_frames
    return "; ".join([*said, *([f"the other {left:,} frames by nobody"] if left else [])]) or "no frame"


def _first_few(ranges: Sequence[str], most: int = 8) -> str:
    return ", ".join(ranges[:most]) + (f" and {len(ranges) - most} more" if len(ranges) > most else "")


def _ranges(places: Sequence[Mapping[str, Any]]) -> str:
    shown = [f"{_range(place['first'], place['last'])} ({place['point']})" for place in places[:5]]
    return ", ".join(shown)


def _range(first: int, last: int) -> str:
    return f"{first}–{last}" if last > first else f"{first}"
