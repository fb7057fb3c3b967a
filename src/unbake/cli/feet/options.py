"""The options that commands about feet share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.errors import FileError, UsageError
from unbake.formats.registry import ReadOptions, check_distinct
from unbake.ground.files.whole_file import check_folder

if TYPE_CHECKING:
    from unbake.cli.feet.session import FootSession
    from unbake.training.labelled_clips import Library

OracleOption = Annotated[
    Path | None,
    typer.Option(
        "--oracle", readable=False, help="Use an oracle of your own; 'packaged' uses the thesis' method alone."
    ),
]
LabelsOption = Annotated[
    Path | None,
    typer.Option(
        "--labels",
        readable=False,
        help="Foot labels (.feet.json); by default those beside the clip, else a guess.",
    ),
]
WideOption = Annotated[
    int | None, typer.Option("--frames-a-row", min=20, help="Frames in a row of the picture; fewer are wider.")
]


@dataclass(frozen=True)
class PictureGroup:
    """The picture of a clip's feet."""

    picture: Annotated[
        Path | None,
        typer.Option("--picture", readable=False, help="Draw heights, speeds, labels and legs to this .png."),
    ] = None
    frames_a_row: WideOption = None

    def check(self, file: Path, target: Path | None = None) -> None:
        """Refuse pictures and labels that cannot be written, before any work is done."""
        if self.frames_a_row is not None and self.picture is None:
            raise UsageError("--frames-a-row is about the picture; add --picture", option="--frames-a-row")
        check_outputs(file, target, self.picture)

    def draw(self, session: FootSession, file: Path, *, with_certainty: bool) -> tuple[str, ...]:
        """Draw the picture, if one was asked for, and return what a person should know of it."""
        if self.picture is None:
            return ()
        session.draw(self.picture, f"{file.name}: feet", self.frames_a_row, with_certainty)
        from unbake.reports.pictures.foot_picture import ROW_PX, usual_frames_a_row

        a_row = self.frames_a_row or usual_frames_a_row(session.last - session.first + 1)
        if a_row <= ROW_PX:
            return ()
        return (
            f"{self.picture.name} has {a_row:,} frames in a row, too many to see where plants end; "
            "--range A:B draws a part",
        )


@dataclass(frozen=True)
class LibraryGroup:
    """The clips, and where their labels are."""

    library: Annotated[list[Path], typer.Argument(readable=False, help="Clips, or folders with clips in them.")]
    labels: Annotated[
        Path | None,
        typer.Option("--labels", readable=False, help="Folder of the clips' labels, where they are not beside them."),
    ] = None

    def check(self) -> None:
        """Raise FileError where the folder of labels is none."""
        if self.labels is not None and not self.labels.is_dir():
            raise FileError(self.labels, "is no folder")

    def clips(self, read: ReadOptions) -> Library:
        """Return the clips that are found."""
        from unbake.formats.clip_files import clips_in
        from unbake.training.labelled_clips import Library

        return Library(clips_in(self.library), self.labels, read, places=tuple(self.library))


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
