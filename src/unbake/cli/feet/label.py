"""``unbake feet label``: which part of which foot is on the ground, guessed, corrected and stored."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli.feet.labelled import print_labels, ranges_text
from unbake.cli.feet.options import OracleOption, PictureGroup
from unbake.cli.shared.kept import keep_clip
from unbake.cli.shared.option_groups import with_option_groups
from unbake.cli.shared.options import JsonOption, RangeOption, ReadGroup
from unbake.cli.shared.output import print_json, print_note, print_warnings
from unbake.errors import FileError, UsageError
from unbake.formats.registry import ReadOptions
from unbake.formats.text_file import read_text

if TYPE_CHECKING:
    from unbake.cli.feet.painting import Stroke
    from unbake.cli.feet.session import FootSession
    from unbake.motion.motion import Motion

WalkerArgument = Annotated[
    Path,
    typer.Argument(
        readable=False, metavar="FILE", help="Clip: .bvh .amc .glb .gltf .fbx .usd .json, or markers with names: .c3d"
    ),
]


@dataclass(frozen=True)
class LabelGroup:
    """Where labels come from, and which they may replace."""

    hand: Annotated[
        list[str] | None,
        typer.Option(
            "--hand",
            metavar="'POINT A:B …'",
            help="Paint over: 'left-heel 12:45 off 46:50 left-toe = 9:61'. These frames then count as labelled by you.",
        ),
    ] = None
    corrections: Annotated[
        Path | None,
        typer.Option("--from", readable=False, help="The same from a text file, or all labels of another .feet.json."),
    ] = None
    accept: Annotated[
        bool,
        typer.Option("--accept", help="Accept the labels as they are: count them as yours."),
    ] = False
    blank: Annotated[bool, typer.Option("--blank", help="Start from no plants in place of the oracle's guess.")] = False
    again: Annotated[
        bool,
        typer.Option("--again", help="Label again, even over labels set by a person or made for another motion."),
    ] = False
    plates: Annotated[bool, typer.Option("--plates", help="Label plants by the force plates of a .c3d.")] = False

    @property
    def is_by_hand(self) -> bool:
        """Whether a person stands for the labels."""
        return bool(self.hand or self.corrections or self.accept)

    def check(self, oracle: Path | None) -> None:
        """Raise UsageError for options that do not go together."""
        if self.plates and (self.is_by_hand or self.blank or oracle):
            raise UsageError(
                "--plates labels by forces alone; leave out --hand, --from, --accept, --blank and --oracle"
            )
        if self.blank and oracle:
            raise UsageError("--blank starts from no plants, so no oracle is asked; leave out --oracle, or --blank")

    def label(self, session: FootSession, file: Path, clip: Motion, read: ReadOptions) -> tuple[str, ...]:
        """Label a stretch of a clip, and return what a person should know of it."""
        from unbake.feet.legs import legs_of
        from unbake.feet.treadmill import treadmill_notes
        from unbake.formats.foot_labels.forces import parts_of_plates

        if self.is_by_hand:
            session.correct(
                self._strokes(), self.corrections, is_accepted=self.accept, is_blank=self.blank, again=self.again
            )
        elif self.plates:
            parts, notes = parts_of_plates(file, clip, read)
            session.take(parts, self.again)
            return notes
        else:
            session.guess(is_blank=self.blank, again=self.again)
            return () if self.blank else treadmill_notes(clip, legs_of(clip))
        return ()

    def _strokes(self) -> tuple[Stroke, ...]:
        """What is to be painted, the file's first."""
        from unbake.cli.feet.painting import parse_painting

        strokes: list[Stroke] = []
        if self.corrections is not None and self.corrections.suffix.lower() != ".json":
            strokes += parse_painting(_text_of(self.corrections), f"{self.corrections}:")
        for text in self.hand or ():
            strokes += parse_painting(text)
        return tuple(strokes)


@with_option_groups
def label(
    file: WalkerArgument,
    *,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", readable=False, help="Where to; CLIP.feet.json beside the clip by default."),
    ] = None,
    oracle: OracleOption = None,
    frames: RangeOption = None,
    labelling: LabelGroup,
    drawing: PictureGroup,
    as_json: JsonOption = False,
    reading: ReadGroup,
) -> None:
    """Store where heels and toes are planted: the oracle's guess, or your corrections painted over it."""
    from unbake.cli.feet.given_oracle import check_labels_file, guesser
    from unbake.cli.feet.session import FootSession
    from unbake.formats.foot_labels.format import labels_file
    from unbake.training.labelled_clips import load_walker

    target = output or labels_file(file)
    check_labels_file(target, file)
    drawing.check(file, target)
    labelling.check(oracle)
    read, again = reading.options(file, frames=frames), labelling.again
    clip = load_walker(file, read, None if again else target)
    keep_clip(clip)
    session = FootSession(clip, target, guesser(oracle), read.frame_numbers, again, file)
    # Plates are read from the same file once more, which says the same of it.
    notes = list(dict.fromkeys((*clip.warnings, *labelling.label(session, file, clip, read))))
    notes += drawing.draw(session, file, with_certainty=not labelling.plates)
    session.save()
    picture = drawing.picture
    fields = session.fields() | {"file": str(file), "picture": picture and str(picture), "warnings": notes}
    if as_json:
        print_json(fields)
        return
    print_labels(fields)
    print_warnings(notes)
    if fields["unsure"]:
        print_note(f"The guess is least sure at {ranges_text(fields['unsure'])}: look there first.")


def _text_of(file: Path) -> str:
    try:
        return read_text(file)
    except OSError as error:
        raise FileError.of_system(file, "cannot be read", error) from error
