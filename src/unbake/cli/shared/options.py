"""The arguments and options that commands share, one by one and in groups: what Typer sees, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from unbake.cli.shared.arguments import parse_choice, parse_frames, parse_lead, parse_range, parse_roles, parse_unit
from unbake.errors import UsageError
from unbake.formats.length_unit import METRES
from unbake.formats.registry import FORMATS, ReadOptions, WriteOptions
from unbake.keyframes.criteria import CRITERIA, DEFAULT_CRITERION, DEFAULT_METRIC
from unbake.motion.frame_rate import parse_rate

FileArgument = Annotated[
    Path, typer.Argument(readable=False, help="Clip: .bvh .amc .glb .gltf .json, or points: .c3d .npy .npz .csv")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, nothing else.")]
RangeOption = Annotated[str | None, typer.Option("--range", metavar="A:B", help="Frames of the file, both included.")]
OutUnitOption = Annotated[
    str | None, typer.Option("--out-unit", help="Unit of a .bvh to write: cm, m, …; other formats are in metres.")
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

    def options(self, frames: str | None = None) -> ReadOptions:
        """Return reading options, with the range of ``--range``."""
        rate: Fraction | None = None
        if self.fps is not None:
            try:
                rate = parse_rate(self.fps)
            except (ValueError, ZeroDivisionError):
                message = f"--fps '{self.fps}' is no frame rate; expected a number or fraction, such as 60"
                raise UsageError(message, option="--fps") from None
        return ReadOptions(rate, parse_unit(self.unit), self.skeleton, parse_range(frames))


@dataclass(frozen=True)
class ReadGroup(ReadGroupWithoutRoles):
    """How a file is read, and which of its joints or points play which roles."""

    role: Annotated[
        list[str] | None, typer.Option("--role", metavar="ROLE=JOINT", help="Say which joint is left-ankle, hips, …")
    ] = None

    def options(self, frames: str | None = None) -> ReadOptions:
        """Return reading options, with the range of ``--range``."""
        return replace(super().options(frames), roles=tuple(parse_roles(self.role).items()))


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
    min_gap: Annotated[int | None, typer.Option("--min-gap", help="Least frames from a key to the next.")] = None
    max_gap: Annotated[int | None, typer.Option("--max-gap", help="Most frames from a key to the next.")] = None

    def fields(self) -> dict[str, Any]:
        """Return the fields of `SelectOptions`."""
        if self.compose is not None:
            parse_choice(self.compose, ("max", "sum"), "--compose")
        return {
            "lead": parse_lead(self.lead),
            "criterion": parse_choice(self.criterion or DEFAULT_CRITERION, tuple(CRITERIA), "--criterion"),
            "metric": parse_choice(self.metric or DEFAULT_METRIC, ("joint", "pose"), "--metric"),
            "compose": self.compose,
            "pins": parse_frames(self.pin),
            "min_gap": self.min_gap,
            "max_gap": self.max_gap,
        }


def write_options(out_unit: str | None, output: Path) -> WriteOptions:
    """Return writing options; UsageError where a unit is asked for and the format has one of its own."""
    metres = parse_unit(out_unit, "--out-unit")
    own = [fmt for fmt in FORMATS if output.suffix.lower() in fmt.suffixes and not fmt.takes_unit]
    if metres is not None and own:
        message = f"--out-unit is for formats that name no unit (.bvh); {output.suffix} is always in metres"
        raise UsageError(message, option="--out-unit")
    return WriteOptions(metres)
