"""What people type, as values: lengths, ranges, lists, rates. A mistake is a UsageError that says what was expected."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from unbake.errors import UsageError
from unbake.formats.length_unit import METRES, metres_named
from unbake.formats.registry import FORMATS, ReadOptions, WriteOptions
from unbake.keyframes.criteria import CRITERIA, DEFAULT_CRITERION, DEFAULT_METRIC
from unbake.motion.frame_rate import parse_rate

FileArgument = Annotated[
    Path, typer.Argument(readable=False, help="Clip: .bvh .amc .glb .gltf .json, or points: .c3d .npy .npz .csv")
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, nothing else.")]
RangeOption = Annotated[str | None, typer.Option("--range", metavar="A:B", help="Frames of the file, both included.")]
FpsOption = Annotated[str | None, typer.Option("--fps", help="Frame rate, in place of the file's: 120, 30000/1001.")]
UnitOption = Annotated[
    str | None, typer.Option("--unit", help=f"Unit of a file that names none (BVH): {', '.join(METRES)}, or metres.")
]
OutUnitOption = Annotated[
    str | None, typer.Option("--out-unit", help="Unit of a .bvh to write: cm, m, …; other formats are in metres.")
]
SkeletonOption = Annotated[
    Path | None, typer.Option("--skeleton", readable=False, help="The .asf of an .amc; by default the one beside it.")
]
RoleOption = Annotated[
    list[str] | None, typer.Option("--role", metavar="ROLE=JOINT", help="Say which joint is left-ankle, hips, …")
]
LeadOption = Annotated[
    str | None, typer.Option("--lead", help="Leading part: roles, groups or joints, such as hips,left-hand or feet.")
]
PinOption = Annotated[str | None, typer.Option("--pin", help="Frames that are always kept: 30,100.")]
CriterionOption = Annotated[
    str | None, typer.Option("--criterion", help="line-max, line-sum, lerp-max, lerp-sum, curve-max or curve-sum.")
]
MetricOption = Annotated[
    str | None, typer.Option("--metric", help="Distance of the worst joint (joint) or of the whole pose (pose).")
]
ComposeOption = Annotated[
    str | None, typer.Option("--compose", help="How segments add up: max or sum; by default what suits the criterion.")
]
MethodOption = Annotated[str, typer.Option("--method", help="How the keys are selected: optimal.")]
MinGapOption = Annotated[int | None, typer.Option("--min-gap", help="Least frames from a key to the next.")]
MaxGapOption = Annotated[int | None, typer.Option("--max-gap", help="Most frames from a key to the next.")]


def parse_length(text: str, what: str) -> float:
    """Return metres from a length such as ``2cm``, ``15 mm`` or ``0.02m``; a bare number means centimetres."""
    match = re.fullmatch(r"\s*([0-9.]+(?:e-?[0-9]+)?)\s*([a-z]*)\s*", text.lower())
    unit = match.group(2) if match else ""
    if match and (unit or "cm") in METRES:
        try:
            length = float(match.group(1)) * METRES[unit or "cm"]
        except ValueError:
            length = math.inf
        if math.isfinite(length):
            return length
    raise UsageError(f"{what} '{text}' is no length; expected a number and a unit, such as 2cm or 15mm", option=what)


def parse_unit(text: str | None, what: str = "--unit") -> float | None:
    """Return metres a unit from its name or from a number of metres."""
    if text is None:
        return None
    value = metres_named(text)
    if value is None:
        expected = f"{', '.join(METRES)} or a number of metres"
        raise UsageError(f"{what} '{text}' is no unit of length; expected {expected}", option=what)
    return value


def parse_range(text: str | None) -> tuple[int, int] | None:
    """Return the first and last frame of ``A:B``."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*(-?\d{1,9})\s*:\s*(-?\d{1,9})\s*", text)
    if not match:
        raise UsageError(
            f"--range '{text}' is no range of frames; expected first:last, such as 6:420", option="--range"
        )
    return int(match.group(1)), int(match.group(2))


def parse_frames(text: str | None, what: str = "--pin", of: str = "frame numbers") -> tuple[int, ...]:
    """Return the frame numbers, or other whole numbers, of a list such as ``30,100``."""
    words = [w for w in re.split(r"[,\s]+", text or "") if w]
    if not all(re.fullmatch(r"-?\d{1,9}", w) for w in words):
        raise UsageError(
            f"{what} '{text}' is no list of {of}; expected numbers with commas, such as 30,100", option=what
        )
    return tuple(dict.fromkeys(int(w) for w in words))


def parse_names(text: str | None, what: str = "--lead names no joint") -> tuple[str, ...] | None:
    """Return the names of a list with commas, None where none was given; `what` is wrong with an empty one."""
    if text is None:
        return None
    names = tuple(dict.fromkeys(w.strip() for w in text.split(",") if w.strip()))
    if not names:
        raise UsageError(what, option=what.split()[0])
    return names


def parse_roles(pairs: Sequence[str] | None) -> dict[str, str]:
    """Return role → joint of ``left-ankle=LeftFoot`` pairs."""
    out: dict[str, str] = {}
    for pair in pairs or ():
        role, equals, joint = pair.partition("=")
        if not equals or not role or not joint:
            expected = "ROLE=JOINT, such as left-ankle=LeftFoot"
            raise UsageError(f"--role '{pair}' is no assignment; expected {expected}", option="--role")
        out[role.strip()] = joint.strip()
    return out


def parse_weight(pair: str) -> tuple[str, float]:
    """Return joint and number of ``feet=4``."""
    joint, _, number = pair.partition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = -1.0
    if not joint.strip() or not 0.0 <= weight < math.inf:
        expected = "JOINT=NUMBER with a number of at least 0, such as feet=4"
        raise UsageError(f"--weight '{pair}': expected {expected}", option="--weight")
    return joint.strip(), weight


def parse_percentages(text: str, what: str) -> tuple[float, float, float]:
    """Return three parts of one from ``15,15,1`` (percent); a single number stands for all three."""
    try:
        numbers = [float(w.strip().removesuffix("%")) / 100.0 for w in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) == 1:
        numbers *= 3
    if len(numbers) != 3 or not all(0.0 <= n <= 1.0 for n in numbers):
        expected = "one percentage of 0 to 100, or three with commas, such as 15,15,1"
        raise UsageError(f"{what} '{text}': expected {expected}", option=what)
    return numbers[0], numbers[1], numbers[2]


def parse_choice(text: str, known: Sequence[str], what: str) -> str:
    """Return `text` if it is one of `known`."""
    if text not in known:
        raise UsageError(f"{what} '{text}' is unknown; expected {' or '.join(known)}", option=what)
    return text


def selection_options(
    *,
    lead: str | None,
    pin: str | None,
    criterion: str | None,
    metric: str | None,
    compose: str | None,
    min_gap: int | None,
    max_gap: int | None,
) -> dict[str, Any]:
    """Return the fields of `SelectOptions` from the options that `space` and `reduce` share."""
    if compose is not None:
        parse_choice(compose, ("max", "sum"), "--compose")
    return {
        "lead": parse_names(lead),
        "criterion": parse_choice(criterion or DEFAULT_CRITERION, tuple(CRITERIA), "--criterion"),
        "metric": parse_choice(metric or DEFAULT_METRIC, ("joint", "pose"), "--metric"),
        "compose": compose,
        "pins": parse_frames(pin),
        "min_gap": min_gap,
        "max_gap": max_gap,
    }


def read_options(
    fps: str | None,
    unit: str | None,
    skeleton: Path | None,
    role: Sequence[str] | None = None,
    *,
    frames: str | None = None,
) -> ReadOptions:
    """Return reading options from those that every command takes, and from ``--range``."""
    rate: Fraction | None = None
    if fps is not None:
        try:
            rate = parse_rate(fps)
        except (ValueError, ZeroDivisionError):
            message = f"--fps '{fps}' is no frame rate; expected a number or fraction, such as 60"
            raise UsageError(message, option="--fps") from None
    return ReadOptions(rate, parse_unit(unit), skeleton, parse_range(frames), tuple(parse_roles(role).items()))


def write_options(out_unit: str | None, output: Path) -> WriteOptions:
    """Return writing options; UsageError where a unit is asked for and the format has one of its own."""
    metres = parse_unit(out_unit, "--out-unit")
    own = [fmt for fmt in FORMATS if output.suffix.lower() in fmt.suffixes and not fmt.takes_unit]
    if metres is not None and own:
        message = f"--out-unit is for formats that name no unit (.bvh); {output.suffix} is always in metres"
        raise UsageError(message, option="--out-unit")
    return WriteOptions(metres)
