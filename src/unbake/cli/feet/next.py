"""``unbake feet next``: what to label so that an oracle learns most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli.feet.labelled import print_labels
from unbake.cli.feet.options import LibraryGroup, OracleOption, WideOption, check_outputs
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, ReadGroup
from unbake.cli.shared.output import Steps, print_json, print_note, print_warnings
from unbake.ground.wording import shell_line

if TYPE_CHECKING:
    from unbake.cli.feet.session import FootSession
    from unbake.training.labelled_clips import Farthest


@with_option_groups
def next_sequence(
    *,
    source: LibraryGroup,
    oracle: OracleOption = None,
    picture: Annotated[Path, typer.Option("--picture", readable=False, help="The .png to judge the guess by.")] = Path(
        "next.png"
    ),
    frames_a_row: WideOption = None,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Find the 200 frames to label next: those around the frame least like anything the oracle knows.

    The oracle's guess for them is stored and drawn; you correct or accept it with `unbake feet label`, and ask again.
    What is labelled among the clips counts at once, without training in between.
    """
    from unbake.cli.feet.given_oracle import the_oracle

    check_outputs(None, None, picture)
    source.check()
    clips = source.clips(reading.options())
    chosen = the_oracle(oracle)
    with Steps() as steps:
        found = clips.farthest(chosen, lambda part: steps.report("load", part))
    target = clips.labels_of(found.file)
    session, is_done = _guessed(found, target)
    first, last = found.frame_numbers
    session.draw(picture, f"{found.file.name}, frames {first}–{last}", frames_a_row)
    fields = session.fields() | {
        "file": str(found.file),
        "frame": found.number,
        "distance": found.distance,
        "picture": str(picture),
        "is_labelled": is_done,
        "warnings": list(found.left_out),
    }
    if as_json:
        print_json(fields)
        return
    print_labels(fields)
    print_warnings(found.left_out)
    print_note(_what_to_do(found.file, found.frame_numbers, source.labels and target, is_done, found.number))


def _guessed(found: Farthest, target: Path) -> tuple[FootSession, bool]:
    """Return the stretch to label, with the guess stored where a person has not labelled all of it, and whether so."""
    from unbake.cli.feet.given_oracle import guesser_by
    from unbake.cli.feet.session import FootSession

    session = FootSession(found.clip, target, guesser_by(found.oracle), found.frame_numbers, file=found.file)
    is_done = session.is_by_hand
    if is_done:
        session.take_stored()
    else:
        session.guess_the_rest()
        target.parent.mkdir(parents=True, exist_ok=True)
        session.save()
    return session, is_done


def _what_to_do(file: Path, frames: tuple[int, int], target: Path | None, is_done: bool, at: int) -> str:
    if is_done:
        return "Everything that is new to the oracle is labelled; unbake feet train makes it one of your own."
    words = ["unbake", "feet", "label", str(file), "--range", f"{frames[0]}:{frames[1]}"]
    words += ["-o", str(target)] if target is not None else []
    by_hand = shell_line([*words, "--hand", f"left-heel {at}:{min(at + 9, frames[1])}"])
    return (
        f"Frame {at} is least like what the oracle knows. Look at the picture; correct the guess with\n"
        f"  {by_hand}  (and so on)\nor, where it is right, accept it with\n"
        f"  {shell_line(words)} --accept\nand ask for the next."
    )
