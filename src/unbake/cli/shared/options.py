"""The arguments and options that commands share, one by one and in groups: what Typer sees, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

import typer

from unbake.cli.shared.arguments import parse_choice, parse_frames, parse_lead, parse_range, parse_roles, parse_unit
from unbake.cli.shared.kept import is_kept
from unbake.errors import UsageError
from unbake.formats.known_formats import FORMATS, format_of
from unbake.formats.length_unit import METRES
from unbake.formats.registry import ReadOptions, UsdKind, WriteOptions
from unbake.keyframes.criteria import CRITERIA, DEFAULT_CRITERION, DEFAULT_METRIC
from unbake.motion.frame_rate import parse_rate

if TYPE_CHECKING:
    from unbake.curves.measure import MeasuredError

FileArgument = Annotated[
    Path,
    typer.Argument(readable=False, help="Clip: .bvh .amc .glb .gltf .fbx .usd .json, or points: .c3d .npy .npz .csv"),
]
FigureFileArgument = Annotated[
    Path,
    typer.Argument(
        readable=False, help="Clip: .bvh .amc .glb .gltf .fbx .usd .json, .npz of the SMPL family, or markers: .c3d"
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, nothing else.")]
RangeOption = Annotated[str | None, typer.Option("--range", metavar="A:B", help="Frames of the file, both included.")]
OutUnitOption = Annotated[
    str | None,
    typer.Option(
        "--out-unit", "--units", help="Unit of the .bvh to write: cm, m, mm, in, …; other formats fix their own."
    ),
]
UsdOption = Annotated[
    str | None,
    typer.Option("--usd", help="USD as a skeleton, with a sample on every frame, or as splines, with every handle."),
]
LeadOption = Annotated[
    str | None,
    typer.Option("--lead", help="Leading part: roles, groups or joints, such as hips,left-hand or feet; or auto."),
]
ComposeOption = Annotated[
    str | None, typer.Option("--compose", help="How segments add up: max or sum; by default what suits the criterion.")
]


@dataclass(frozen=True)
class ReadGroupWithoutRoles:
    """How a file is read."""

    fps: Annotated[
        str | None,
        typer.Option("--fps", help="Frame rate, in place of the file's: 120, 30000/1001."),
    ] = None
    unit: Annotated[
        str | None,
        typer.Option("--unit", help=f"Unit of a file that names none (BVH): {', '.join(METRES)}, or metres."),
    ] = None
    skeleton: Annotated[
        Path | None,
        typer.Option("--skeleton", readable=False, help="The .asf of an .amc; by default the one beside it."),
    ] = None
    take: Annotated[
        str | None,
        typer.Option("--take", help="Take, animation or figure of a file that holds several; by default the first."),
    ] = None
    as_skeleton: Annotated[
        bool,
        typer.Option(
            "--as-skeleton", help="Fit a skeleton to the markers of a .c3d; always done where an animation is written."
        ),
    ] = False

    def options(self, *files: Path, frames: str | None = None) -> ReadOptions:
        """Return reading options, with the range of ``--range``; UsageError for what none of the files' formats takes.

        Of several files, an option is for those that can take it. Commands that look for files leave them out.
        """
        rate: Fraction | None = None
        if self.fps is not None:
            try:
                rate = parse_rate(self.fps)
            except (ValueError, ZeroDivisionError):
                message = f"--fps '{self.fps}' is no frame rate; expected a number or fraction, such as 60"
                raise UsageError(message, option="--fps") from None
        cut, unit = parse_range(frames), parse_unit(self.unit)
        if files and not is_kept():
            self._check_for({file.suffix.lower() for file in files})
        return ReadOptions(rate, unit, self.skeleton, cut, take=self.take, as_skeleton=self.as_skeleton)

    def _check_for(self, given: set[str]) -> None:
        """Raise UsageError for an option that would change nothing of files of these suffixes."""
        known = {suffix: form for form in FORMATS for suffix in form.suffixes}
        if not given <= known.keys():
            return
        ways = (
            ("--unit", self.unit is not None, {suffix for suffix in known if known[suffix].reads_unit}),
            ("--take", self.take is not None, {suffix for suffix in known if known[suffix].has_takes}),
            ("--skeleton", self.skeleton is not None, {".amc"}),
            ("--as-skeleton", self.as_skeleton, {".c3d"}),
        )
        for option, is_given, suffixes in ways:
            if is_given and not given & suffixes:
                open_to = " ".join(suffix for suffix in known if suffix in suffixes)
                raise UsageError(f"{option} is for {open_to}, not for {' '.join(sorted(given))}", option=option)


@dataclass(frozen=True)
class ReadGroup(ReadGroupWithoutRoles):
    """How a file is read, and which of its joints or points play which roles."""

    role: Annotated[
        list[str] | None,
        typer.Option("--role", metavar="ROLE=JOINT", help="Name the joint that plays a role: left-ankle=L_Foot."),
    ] = None

    def options(self, *files: Path, frames: str | None = None) -> ReadOptions:
        """Return reading options as above, with roles."""
        return replace(super().options(*files, frames=frames), roles=tuple(parse_roles(self.role).items()))


@dataclass(frozen=True)
class SelectGroup:
    """What selection goes by."""

    lead: LeadOption = None
    pin: Annotated[str | None, typer.Option("--pin", help="Frames that are always kept: 30,100.")] = None
    criterion: Annotated[
        str | None, typer.Option("--criterion", help="line-max, line-sum, lerp-max, lerp-sum, curve-max or curve-sum.")
    ] = None
    metric: Annotated[
        str | None, typer.Option("--metric", help="Distance of the worst joint (joint) or of the whole pose (pose).")
    ] = None
    compose: ComposeOption = None
    min_gap: Annotated[int | None, typer.Option("--min-gap", help="Fewest frames from one key to the next.")] = None
    max_gap: Annotated[int | None, typer.Option("--max-gap", help="Most frames from one key to the next.")] = None

    def fields(self) -> dict[str, Any]:
        """Return the fields of `SelectOptions`."""
        if self.compose is not None:
            parse_choice(self.compose, ("max", "sum"), "--compose")
        return {
            "lead": parse_lead(self.lead),
            "criterion": parse_choice(self.criterion or DEFAULT_CRITERION, tuple(CRITERIA), "--criterion"),
            "metric": parse_choice(self.metric or DEFAULT_METRIC, ("joint", "pose"), "--metric"),
            "compose": self.compose,
            "pinned_numbers": parse_frames(self.pin),
            "min_gap": self.min_gap,
            "max_gap": self.max_gap,
        }


FigureOption = Annotated[
    bool, typer.Option("--figure", help="Put a figure of bones into an .fbx, so that there is something to look at.")
]


REFITS = {
    "fbx": "FBX has no quaternions",
    "gltf": "glTF holds handles at thirds only",
    "maya": "Maya holds Euler angles only",
    "usd": "USD splines hold Euler angles only",
}
"""Why a format's curves are others than those that it was given."""


def refitted(deviation: MeasuredError, output: Path) -> str:
    """Return how far the curves of a file are from those it was made of, and why."""
    worst = f"{deviation.max_cm:.2f} cm at worst ({deviation.worst_joint}, frame {deviation.worst_number})"
    tips = f", tips {deviation.tips.max_cm:.2f} cm" if deviation.tips else ""
    reason = REFITS[format_of(output, "animation").package]
    return f"{worst}{tips} from the curves that were read: {reason}, so they were fitted again"


def write_options(out_unit: str | None, output: Path, *, figure: bool = False, usd: str | None = None) -> WriteOptions:
    """Return writing options; UsageError where a unit is asked for and the format has one of its own."""
    metres = parse_unit(out_unit, "--out-unit")
    own = [fmt for fmt in FORMATS if output.suffix.lower() in fmt.suffixes and not fmt.takes_unit]
    if metres is not None and own:
        message = f"--out-unit is for formats that name no unit (.bvh); {output.suffix} has a unit of its own"
        raise UsageError(message, option="--out-unit")
    if figure and output.suffix.lower() != ".fbx":
        raise UsageError(f"--figure is for .fbx, not for {output.suffix}", option="--figure")
    return WriteOptions(metres, usd=usd_kind(usd, [output]), has_figure=figure)


def usd_kind(usd: str | None, outputs: Sequence[Path]) -> UsdKind:
    """Return how USD is written; UsageError where that is said and no output is USD."""
    if usd is None:
        return "skeleton"
    suffixes = next(form.suffixes for form in FORMATS if form.package == "usd")
    if not any(output.suffix.lower() in suffixes for output in outputs):
        raise UsageError(f"--usd is for {' '.join(suffixes)}", option="--usd")
    parse_choice(usd, get_args(UsdKind), "--usd")
    return cast(UsdKind, usd)
