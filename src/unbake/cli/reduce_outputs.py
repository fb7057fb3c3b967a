"""The files that ``unbake reduce`` writes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unbake.cli.reduced import blender_frames
from unbake.cli.shared.kept import command_line, shown
from unbake.cli.shared.options import FigureOption, OutUnitOption, UsdOption, usd_kind, write_options
from unbake.cli.shared.saving import save_with_notes
from unbake.errors import UsageError
from unbake.formats.delivery import Delivery, delivered
from unbake.formats.known_formats import format_of
from unbake.formats.registry import WriteOptions, check_distinct, check_writable
from unbake.ground.files.whole_file import check_folder
from unbake.ground.notes import Note
from unbake.ground.progress import Progress

if TYPE_CHECKING:
    from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
    from unbake.motion.motion import Motion
    from unbake.reduce.reduction import Reduction


@dataclass(frozen=True)
class OutputGroup:
    """Where the animation and the report are written to."""

    output: Annotated[
        list[Path],
        typer.Option(
            "-o",
            "--output",
            readable=False,
            help="Where to: .glb .gltf .fbx .usd .ma .anim .bvh .json .py; may be repeated.",
        ),
    ]
    out_unit: OutUnitOption = None
    report: Annotated[
        Path | None, typer.Option("--report", readable=False, help="Write an HTML report to this file.")
    ] = None
    figure: FigureOption = False
    usd: UsdOption = None

    @property
    def files(self) -> list[Path]:
        """All files that are written."""
        return [*self.output, *([self.report] if self.report else ())]

    @property
    def kinds(self) -> tuple[CurveKind, ...]:
        """The kinds of curves that are wanted."""
        return tuple(dict.fromkeys(_kind(path) for path in self.output))

    def check(self, file: Path) -> None:
        """Refuse files that would overwrite the capture or each other, before any work is done."""
        for path in self.output:
            check_writable(path)
        if self.figure and not any(path.suffix.lower() == ".fbx" for path in self.output):
            raise UsageError("--figure is for .fbx, and no output is one", option="--figure")
        usd_kind(self.usd, self.output)
        if not any(_takes_unit(path) for path in self.output):
            write_options(self.out_unit, self.output[0])
        if self.report is not None:
            check_folder(self.report)
            if self.report.suffix.lower() not in (".html", ".htm"):
                raise UsageError(f"{self.report}: reports are written as .html")
        check_distinct(file, self.files)

    def options_for(self, path: Path) -> WriteOptions:
        """Return how to write a file: what was asked for, as far as it is about its format."""
        figure = self.figure and path.suffix.lower() == ".fbx"
        usd = self.usd if format_of(path, "animation").package == "usd" else None
        return write_options(self.out_unit if _takes_unit(path) else None, path, figure=figure, usd=usd)

    def keyable(self, clip: Motion) -> Motion:
        """Return a clip with channels that every file can hold curves of: the errors are then those of the files."""
        from unbake.curves.for_euler import euler_motion, has_quaternions

        needing = [path.name for path in self.output if self._has_angles_only(path)]
        if not needing or not has_quaternions(clip.skeleton):
            return clip
        text = f"joints are keyed by Euler angles in place of quaternions, which {', '.join(needing)} cannot hold"
        return replace(euler_motion(clip), warnings=(*clip.warnings, Note(text, "quaternions-changed")))

    def _has_angles_only(self, path: Path) -> bool:
        form = format_of(path, "animation")
        return form.has_angles_only or (form.package == "usd" and self.usd == "splines")

    def save(self, result: Reduction, delivery: Delivery, progress: Progress) -> tuple[str, ...]:
        """Write the animation to every file, with what is to be changed on the way; return notes on that."""
        notes: list[str] = []
        for number, path in enumerate(self.output, start=1):
            kind = _kind(path)
            notes += save_delivered(
                result.detailed.get(kind) or result.animations[kind], path, delivery, self.options_for(path)
            )
            progress(number / len(self.output))
        return tuple(dict.fromkeys(notes))

    def write_report(self, result: Reduction, file: Path) -> None:
        """Write the report, if one was asked for; it names the files, which have been written."""
        if self.report is None:
            return
        from unbake.reports.page.report import OutputLine, write_report

        lines = []
        for path in self.output:
            kind = _kind(path)
            fit = result.animations[kind].fit
            error, frames = result.errors[kind], blender_frames(result, path)
            tips_cm = error.tips.max_cm if error.tips else None
            where = frames.sentence(error.worst_number) if frames else ""
            form = format_of(path, "animation").name
            lines.append(OutputLine(shown(path), form, fit, error.max_cm, tips_cm, where))
        write_report(result, self.report, source=shown(file), command=command_line(), outputs=lines)


def save_delivered(
    what: Motion | KeyedAnimation, path: Path, delivery: Delivery, options: WriteOptions
) -> tuple[str, ...]:
    """Write a clip with what is to be changed on the way; return notes on that, and on what the file does not keep."""
    ready = delivered(what, delivery)
    changes = (note for note in ready.warnings if note not in what.warnings)
    return (*changes, *save_with_notes(ready, path, options))


def _takes_unit(path: Path) -> bool:
    return format_of(path, "animation").takes_unit


def _kind(path: Path) -> CurveKind:
    """Return the kind of curves that a file holds."""
    return format_of(path, "animation").curves
