"""``unbake feet train`` and ``next``: an oracle of one's own, and what to label so that it learns most."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli import arguments as given
from unbake.cli.feet_label import OracleOption, WideOption, check_outputs, print_labels, print_oracle
from unbake.cli.loading import load_walker
from unbake.cli.output import Steps, console, print_json, print_note, print_warnings
from unbake.errors import FileError, MotionError, UsageError
from unbake.formats.registry import ReadOptions, whole_file

if TYPE_CHECKING:
    from unbake.cli.foot_session import FootSession
    from unbake.feet.examples import Example
    from unbake.feet.oracle import Oracle
    from unbake.motion.motion import Motion

LibraryArgument = Annotated[list[Path], typer.Argument(help="Clips, or folders with clips in them.")]
LabelsOption = Annotated[
    Path | None, typer.Option("--labels", help="Folder of the clips' labels, where they are not beside them.")
]
PACKAGED = "packaged"


def train(
    library: LibraryArgument,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where to: my.oracle.")],
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
    from unbake.feet.oracle import Oracle
    from unbake.feet.oracle_file import save_oracle

    check_outputs(None, output, None)
    _check_folder_of_labels(labels)
    if output.suffix.lower() in (".json", ".bvh", ".glb", ".gltf", ".amc"):
        raise UsageError(f"{output}: oracles are written as .oracle")
    oracle = _started(start) if start else Oracle()
    options, roles = given.read_options(fps, unit, skeleton), given.parse_roles(role)
    known = {example.name for example in oracle.examples}
    with Steps() as steps:
        pieces, skipped = _examples(library, labels, options, roles, with_guesses, lambda p: steps.report("load", p))
        oracle = oracle.with_pieces([piece for piece in pieces if piece.name not in known])
        if not pieces:
            raise UsageError("none of the clips is labelled; unbake feet label labels them" + _guessed_text(skipped))
        agreement = _left_out(oracle, pieces, lambda part: steps.report("comparing", part))
        with whole_file(output) as temporary:
            save_oracle(oracle, temporary)
    facts = {"oracle": str(output), **oracle.facts(), "new_pieces": len(pieces), "left_out_agreement": agreement}
    if as_json:
        print_json(facts)
        return
    print_oracle(output, facts)
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
    picture: Annotated[Path, typer.Option("--picture", help="The .png with what to judge it by.")] = Path("next.png"),
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
    from unbake.cli.foot_library import labels_beside

    check_outputs(None, None, picture)
    _check_folder_of_labels(labels)
    found = _farthest(library, labels, oracle, given.read_options(fps, unit, skeleton), given.parse_roles(role))
    file, frames, session = found.file, found.frames, found.session
    is_done = session.is_by_hand
    if is_done:
        session.take_stored()
    else:
        session.guess(is_blank=False, again=True)
        session.save()
    session.draw(picture, f"{file.name}, frames {frames[0]}–{frames[1]}", frames_a_row)
    fields = session.fields() | {
        "file": str(file),
        "frame": found.frame,
        "distance": found.distance,
        "picture": str(picture),
        "is_labelled": is_done,
        "warnings": found.left_out,
    }
    if as_json:
        print_json(fields)
        return
    print_labels(fields)
    print_warnings(found.left_out)
    print_note(_what_to_do(file, frames, labels and labels_beside(file, labels), is_done, found.frame))


@dataclass(frozen=True)
class _Found:
    """What to label next: the sequence as the file numbers frames, its frame that is least known, and how far it is."""

    file: Path
    frames: tuple[int, int]
    frame: int
    distance: float
    session: FootSession
    left_out: list[str]


def _farthest(
    library: Sequence[Path], labels: Path | None, oracle: Path | None, options: ReadOptions, roles: dict[str, str]
) -> _Found:
    """Look for the sequence that is least like what the oracle and the labelled clips of the library know."""
    from unbake.cli.foot_library import clips_in, labels_beside, the_oracle
    from unbake.cli.foot_session import FootSession
    from unbake.feet.active import ActiveTraining

    files, asked = clips_in(library), the_oracle(oracle)
    with Steps() as steps:
        pieces, _ = _examples(library, labels, options, roles, False, lambda part: steps.report("load", 0.5 * part))
        known = {example.name for example in asked.examples}
        asked = asked.with_pieces([piece for piece in pieces if piece.name not in known])
        clips, left_out = _clips(files, options, roles, lambda part: steps.report("load", 0.5 + 0.5 * part))
        named = next(iter(clips.values()))[1]
        training = ActiveTraining({str(file): clip for file, (clip, _) in clips.items()}, asked, roles=named)
        sequence, at, distance = training.farthest()
    file = Path(sequence.clip)
    clip, named = clips[file]
    frames = (sequence.first + clip.first_frame, sequence.last + clip.first_frame)
    session = FootSession(clip, labels_beside(file, labels), lambda: asked, named, frames)
    return _Found(file, frames, at + clip.first_frame, distance, session, left_out)


def _what_to_do(file: Path, frames: tuple[int, int], target: Path | None, is_done: bool, at: int) -> str:
    if is_done:
        return "Everything that is new to the oracle is labelled; unbake feet train makes it one of your own."
    words = ["unbake", "feet", "label", str(file), "--range", f"{frames[0]}:{frames[1]}"]
    words += ["-o", str(target)] if target is not None else []
    line = shlex.join(words)
    return (
        f"Frame {at} is least like what the oracle knows. Look at the picture; correct the guess with\n"
        f"  {line} --hand 'left-heel {at}:{at + 9}'  (and so on)\nor, where it is right, accept it with\n"
        f"  {line} --accept\nand ask for the next."
    )


def _started(start: str) -> Oracle:
    from unbake.cli.foot_library import the_oracle

    return the_oracle(None if start == PACKAGED else Path(start))


def _check_folder_of_labels(folder: Path | None) -> None:
    if folder is not None and not folder.is_dir():
        raise FileError(folder, "is no folder")


def _guessed_text(skipped: int) -> str:
    return f" ({skipped} only guessed: look at them and --accept, or --with-guesses)" if skipped else ""


def _clips(
    files: Sequence[Path], options: ReadOptions, roles: dict[str, str], progress: Callable[[float], None]
) -> tuple[dict[Path, tuple[Motion, dict[str, int] | None]], list[str]]:
    """The clips that have legs, with the roles that a person gave; and why the others were left out."""
    from unbake.cli.foot_library import roles_of
    from unbake.feet.legs import legs_of

    clips: dict[Path, tuple[Motion, dict[str, int] | None]] = {}
    left_out: list[str] = []
    for number, file in enumerate(files, start=1):
        try:
            clip, still = load_walker(file, options, roles)
            named = roles_of(clip, still)
            legs_of(clip, named)
            clips[file] = clip, named
        except MotionError as error:
            left_out.append(f"{file} was left out: {error}")
        progress(number / len(files))
    if not clips:
        raise UsageError(left_out[0])
    return clips, left_out


def _examples(
    library: Sequence[Path],
    labels: Path | None,
    options: ReadOptions,
    roles: dict[str, str],
    with_guesses: bool,
    progress: Callable[[float], None],
) -> tuple[list[Example], int]:
    """The labelled stretches of all clips, and how many were only guesses."""
    from unbake.cli.foot_library import clips_in, labels_beside

    files = [file for file in clips_in(library) if labels_beside(file, labels).exists()]
    examples: list[Example] = []
    skipped = 0
    for number, file in enumerate(files, start=1):
        found, guesses = _examples_of(file, labels_beside(file, labels), options, roles, with_guesses)
        examples, skipped = [*examples, *found], skipped + guesses
        progress(number / len(files))
    return examples, skipped


def _examples_of(
    file: Path, target: Path, options: ReadOptions, roles: dict[str, str], with_guesses: bool
) -> tuple[list[Example], int]:
    from unbake.cli.foot_library import roles_of
    from unbake.cli.foot_session import GUESSES
    from unbake.feet.examples import example_of
    from unbake.feet.features import leg_paths
    from unbake.feet.legs import legs_of
    from unbake.formats.foot_labels import load_labels, load_parts

    if not target.name.endswith(".feet.json") and not _has_labels(target):
        return [], 0
    clip, still = load_walker(file, options, roles)
    named = roles_of(clip, still)
    whole, parts = load_labels(target, clip, named), load_parts(target, clip, named)
    taken = [part for part in parts if with_guesses or part.by not in GUESSES]
    if whole is None or not taken:
        return [], len(parts)
    paths, examples = leg_paths(clip, legs_of(clip, named)), []
    for part in taken:
        first = part.labels.first_frame
        last = first + part.labels.n_frames - 1
        rows = (first - clip.first_frame, last - clip.first_frame)
        examples.append(example_of(paths, whole, f"{file.stem} {first}–{last}", *rows, part.by))
    return examples, len(parts) - len(taken)


def _has_labels(native: Path) -> bool:
    from unbake.formats.native import load_extras

    return load_extras(native).get("feet") is not None


def _left_out(oracle: Oracle, pieces: Sequence[Example], progress: Callable[[float], None]) -> float | None:
    """Part of the labels that come out the same when a clip's stretches are labelled by all others; None for one clip.

    Stretches of one clip are left out together: their neighbours are all but the same frames.
    """
    from dataclasses import replace

    from unbake.feet.smoothing import hysteresis

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
