"""``unbake feet train``: an oracle of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli.feet.labelled import print_oracle
from unbake.cli.feet.options import LibraryGroup, check_outputs
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, ReadGroup
from unbake.cli.shared.output import Steps, console, print_json, print_note, print_warnings
from unbake.errors import UsageError
from unbake.ground.progress import Progress

if TYPE_CHECKING:
    from unbake.feet.detect.examples import Example
    from unbake.feet.detect.oracle import Oracle
    from unbake.training.labelled_clips import Pieces

PACKAGED = "packaged"


@with_option_groups
def train(
    *,
    source: LibraryGroup,
    output: Annotated[Path, typer.Option("-o", "--output", readable=False, help="Where to: my.oracle.")],
    start: Annotated[
        str | None,
        typer.Option(
            "--start", metavar="FILE", help="An oracle to add to; 'packaged' is the one that comes with Unbake."
        ),
    ] = None,
    with_guesses: Annotated[
        bool, typer.Option("--with-guesses", help="Also learn from guesses that nobody has looked at.")
    ] = False,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Make an oracle from all clips that are labelled."""
    from unbake.feet.detect.oracle import Oracle
    from unbake.feet.detect.oracle_file import save_oracle

    check_outputs(None, output, None)
    source.check()
    if output.suffix.lower() in (".json", ".bvh", ".glb", ".gltf", ".amc", ".usda", ".usdc", ".usd"):
        raise UsageError(f"{output}: oracles are written as .oracle")
    oracle = _started(start) if start else Oracle()
    clips = source.clips(reading.options())
    with Steps() as steps:
        found = clips.pieces(lambda part: steps.report("load", part), with_guesses=with_guesses)
        oracle, new = _taught(oracle, found)
        agreement = _left_out(oracle, found.examples, lambda part: steps.report("comparing", part))
        save_oracle(oracle, output)
    left_out = list(found.left_out.values())
    facts = {"oracle": str(output), **oracle.facts(), "new_pieces": new, "left_out_agreement": agreement}
    if as_json:
        print_json({**facts, "warnings": left_out})
        return
    print_oracle(output, facts)
    print_warnings(left_out)
    _print_agreement(agreement, found.n_guesses)


def _taught(oracle: Oracle, found: Pieces) -> tuple[Oracle, int]:
    """Return the oracle with what is labelled, and how many stretches it did not know; UsageError where none is."""
    from unbake.feet.detect.examples import is_known, updated

    if not found.examples:
        raise UsageError(_nothing_labelled(found.n_guesses, list(found.left_out.values())))
    new = sum(not is_known(piece, oracle.examples) for piece in found.examples)
    return replace(oracle, examples=updated(oracle.examples, found.examples)), new


def _print_agreement(agreement: float | None, skipped: int) -> None:
    if agreement is not None:
        console.print(
            f"Each clip labelled by the others alone: {100.0 * agreement:.1f} % of its labels come out as yours."
        )
    if skipped:
        were = f"{skipped} guess was" if skipped == 1 else f"{skipped} guesses were"
        print_note(f"{were} left out, as nobody has looked at them; --accept or --with-guesses takes them.")


def _started(start: str) -> Oracle:
    from unbake.cli.feet.given_oracle import the_oracle

    return the_oracle(None if start == PACKAGED else Path(start))


def _nothing_labelled(skipped: int, left_out: Sequence[str]) -> str:
    guessed = f" ({skipped} only guessed: look at them and --accept, or --with-guesses)" if skipped else ""
    return "; ".join(["none of the clips is labelled; unbake feet label labels them" + guessed, *left_out[:3]])


def _left_out(oracle: Oracle, pieces: Sequence[Example], progress: Progress) -> float | None:
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
