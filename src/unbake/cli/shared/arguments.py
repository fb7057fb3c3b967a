"""What people type, as values: lengths, ranges, lists, rates. A mistake is a UsageError that says what was expected."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from unbake.errors import UsageError
from unbake.formats.length_unit import METRES, metres_named


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


def parse_bytes(text: str, what: str) -> int:
    """Return bytes from a size such as ``4GB`` or ``800 MB``; a bare number means gigabytes."""
    match = re.fullmatch(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*([kmgt]?)b?\s*", text.lower())
    if not match:
        raise UsageError(f"{what} '{text}' is no size; expected a number and a unit, such as 4GB", option=what)
    return int(float(match.group(1)) * {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12}[match.group(2) or "g"])


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
    first, last = int(match.group(1)), int(match.group(2))
    if first > last:
        raise UsageError(f"--range '{text}': the range {first}:{last} ends before it starts", option="--range")
    return first, last


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


def parse_lead(text: str | None) -> tuple[str, ...] | None:
    """Return the names of the leading part; None where it is to be found: where it was not given, or is ``auto``."""
    return None if text is not None and text.strip() == "auto" else parse_names(text)


def parse_roles(pairs: Sequence[str] | None, option: str = "--role") -> dict[str, str]:
    """Return role → joint of ``left-ankle=LeftFoot`` pairs."""
    out: dict[str, str] = {}
    for pair in pairs or ():
        role, equals, joint = pair.partition("=")
        if not equals or not role or not joint:
            expected = "ROLE=JOINT, such as left-ankle=LeftFoot"
            raise UsageError(f"{option} '{pair}': expected {expected}", option=option)
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
