"""``unbake feet train`` and ``next``: an oracle of one's own, and what to label so that it learns most."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli.feet.label import OracleOption, WideOption, check_outputs, print_labels, print_oracle
from unbake.cli.shared import arguments as given
from unbake.cli.shared.output import Steps, console, print_json, print_note, print_warnings
from unbake.errors import FileError, UsageError

if TYPE_CHECKING:
    from unbake.feet.detect.examples import Example
    from unbake.feet.detect.oracle import Oracle

LibraryArgument = Annotated[list[Path], typer.Argument(readable=False, help="Clips, or folders with clips in them.")]
LabelsOption = Annotated[
    Path | None,
    typer.Option("--labels", readable=False, help="Folder of the clips' labels, where they are not beside them."),
]
PACKAGED = "packaged"


def train(
    library: LibraryArgument,
    output: Annotated[Path, typer.Option("-o", "--output", readable=False, help="Where to: my.oracle.")],
    labels: LabelsOption = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--start", metavar="FILE", help="An oracle to add to; 'packaged' is the one that comes with Unbake."
        ),
    ] = None,
    with_guesses: Annotated[
        bool, typer.Option("--with-guesses", help="Learn from guesses that nobody has looked at, too.")
    ] = False,
    as_json: given.JsonOption = False,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Make an oracle from all clips that are labelled."""
    from unbake.feet.detect.examples import is_known, updated
    from unbake.feet.detect.oracle import Oracle
    from unbake.feet.detect.oracle_file import save_oracle
    from unbake.training.labelled_clips import Library, clips_in

    check_outputs(None, output, None)
    _check_folder_of_labels(labels)
    if output.suffix.lower() in (".json", ".bvh", ".glb", ".gltf", ".amc"):
        raise UsageError(f"{output}: oracles are written as .oracle")
    oracle = _started(start) if start else Oracle()
    reading = given.read_options(fps, unit, skeleton, role)
    clips = Library(clips_in(library), labels, reading, places=tuple(library))
    with Steps() as steps:
        found = clips.pieces(lambda part: steps.report("load", part), with_guesses=with_guesses)
        pieces, skipped, left_out = found.examples, found.n_guesses, list(found.left_out.values())
        if not pieces:
            raise UsageError(_nothing_labelled(skipped, left_out))
        new = sum(not is_known(piece, oracle.examples) for piece in pieces)
        oracle = replace(oracle, examples=updated(oracle.examples, pieces))
        agreement = _left_out(oracle, pieces, lambda part: steps.report("comparing", part))
        save_oracle(oracle, output)
    facts = {"oracle": str(output), **oracle.facts(), "new_pieces": new, "left_out_agreement": agreement}
    facts["warnings"] = left_out
    if as_json:
        print_json(facts)
        return
    print_oracle(output, facts)
    print_warnings(left_out)
    if agreement is not None:
        console.print(
            f"Each clip labelled by the others alone: {100.0 * agreement:.1f} % of its labels come out as yours."
        )
    if skipped:
        were = f"{skipped} guess was" if skipped == 1 else f"{skipped} guesses were"
        print_note(f"{were} left out, as nobody has looked at them; --accept or --with-guesses takes them.")


def next_sequence(
    library: LibraryArgument,
    oracle: OracleOption = None,
    labels: LabelsOption = None,
    picture: Annotated[
        Path, typer.Option("--picture", readable=False, help="The .png with what to judge it by.")
    ] = Path("next.png"),
    frames_a_row: WideOption = None,
    as_json: given.JsonOption = False,
    fps: given.FpsOption = None,
    unit: given.UnitOption = None,
    skeleton: given.SkeletonOption = None,
    role: given.RoleOption = None,
) -> None:
    """Say which 200 frames to label next: those with the frame least like all that the oracle knows.

    The oracle's guess for them is stored and drawn; you correct or accept it with `unbake feet label`, and ask again.
    What is labelled among the clips counts at once, without training in between.
    """
    from unbake.cli.feet.given_oracle import the_oracle
    from unbake.cli.feet.session import FootSession
    from unbake.training.labelled_clips import Library, clips_in

    check_outputs(None, None, picture)
    _check_folder_of_labels(labels)
    reading = given.read_options(fps, unit, skeleton, role)
    clips = Library(clips_in(library), labels, reading, places=tuple(library))
    chosen = the_oracle(oracle)
    with Steps() as steps:
        found = clips.farthest(chosen, lambda part: steps.report("load", part))
    file, frames = found.file, found.frames
    target = clips.labels_of(file)
    session = FootSession(found.clip, target, lambda: found.oracle, frames)
    is_done = session.is_by_hand
    if is_done:
        session.take_stored()
    else:
        session.guess_the_rest()
        target.parent.mkdir(parents=True, exist_ok=True)
        session.save()
    session.draw(picture, f"{file.name}, frames {frames[0]}–{frames[1]}", frames_a_row)
    fields = session.fields() | {
        "file": str(file),
        "frame": found.frame,
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
    print_note(_what_to_do(file, frames, labels and target, is_done, found.frame))


def _what_to_do(file: Path, frames: tuple[int, int], target: Path | None, is_done: bool, at: int) -> str:
    if is_done:
        return "Everything that is new to the oracle is labelled; unbake feet train makes it one of your own."
    words = ["unbake", "feet", "label", str(file), "--range", f"{frames[0]}:{frames[1]}"]
    words += ["-o", str(target)] if target is not None else []
    line, last = shlex.join(words), min(at + 9, frames[1])
    return (
        f"Frame {at} is least like what the oracle knows. Look at the picture; correct the guess with\n"
        f"  {line} --hand 'left-heel {at}:{last}'  (and so on)\nor, where it is right, accept it with\n"
        f"  {line} --accept\nand ask for the next."
    )


def _started(start: str) -> Oracle:
    from unbake.cli.feet.given_oracle import the_oracle

    return the_oracle(None if start == PACKAGED else Path(start))


def _check_folder_of_labels(folder: Path | None) -> None:
    if folder is not None and not folder.is_dir():
        raise FileError(folder, "is no folder")


def _nothing_labelled(skipped: int, left_out: Sequence[str]) -> str:
    guessed = f" ({skipped} only guessed: look at them and --accept, or --with-guesses)" if skipped else ""
    return "; ".join(["none of the clips is labelled; unbake feet label labels them" + guessed, *left_out[:3]])


def _left_out(oracle: Oracle, pieces: Sequence[Example], progress: Callable[[float], None]) -> float | None:
    """Part of the labels that come out the same when a clip's stretches are labelled by all others; None for one clip.

    Stretches of one clip are left out together: their neighbours are all but the same frames.
    """
    from unbake.learning.smoothing import hysteresis

    clips = sorted({_clip_of(piece) for piece in pieces})
    right = total = 0
    for number, clip in enumerate(clips, start=1):
        others = replace(oracle, examples=tuple(e for e in oracle.examples if _clip_of(e) != clip))
        if not others.examples:
            return None
        for piece in (piece for piece in pieces if _clip_of(piece) == clip):
            found = hysteresis(others.certainty_of_features(piece.features(oracle.options)))
            right += int((found == piece.planted).sum())
            total += piece.planted.size
        progress(number / len(clips))
    return right / total


def _clip_of(example: Example) -> str:
    return example.name.rpartition(" ")[0]
