"""Demands written as TOML, in the form that `load_demand` reads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from unbake.synthesis.demands.demand import Demand, FlagStretch, FloorPath, KeyPose, Spot


def demand_text(demand: Demand) -> str:
    """Return a demand as TOML; stretches of the same time are written as one. The end is a place like every other."""
    blocks = [[f"length = {_number(demand.length_s)}"], ["[start]", *_spot(demand.start)]]
    blocks += [["[[stretch]]", *_stretch(one)] for one in joined(demand.stretches)]
    blocks += [["[[pose]]", *_pose(one)] for one in demand.poses]
    blocks += [["[[place]]", f"at = {_number(one.at_s)}", *_spot(one)] for one in demand.spots]
    if demand.path is not None:
        blocks.append(["[path]", *_path(demand.path, demand.length_s)])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def joined(stretches: Sequence[FlagStretch]) -> list[FlagStretch]:
    """Return the stretches with those of the same time as one, as far as these say nothing of flags not named."""
    groups: dict[tuple[float, float], list[FlagStretch]] = {}
    complete = [one for one in stretches if one.others != "may"]
    for one in stretches:
        if one.others == "may":
            groups.setdefault((one.start_s, one.stop_s), []).append(one)
    found = [
        FlagStretch(
            start_s=start,
            stop_s=stop,
            must=tuple(dict.fromkeys(flag for one in group for flag in one.must)),
            must_not=tuple(dict.fromkeys(flag for one in group for flag in one.must_not)),
            may=tuple(dict.fromkeys(flag for one in group for flag in one.may)),
        )
        for (start, stop), group in groups.items()
    ]
    return sorted([*found, *complete], key=lambda one: (one.start_s, one.stop_s))


def _stretch(one: FlagStretch) -> list[str]:
    lines = [f"from = {_number(one.start_s)}", f"to = {_number(one.stop_s)}"]
    for key, flags in (("must", one.must), ("must-not", one.must_not), ("may", one.may)):
        if flags:
            lines.append(f"{key} = [{', '.join(map(_text, flags))}]")
    return [*lines, *(['others = "must-not"'] if one.others == "must-not" else [])]


def _pose(one: KeyPose) -> list[str]:
    return [f"at = {_number(one.at_s)}", f"clip = {_text(one.clip)}", f"frame = {one.number}"]


def _spot(one: Spot) -> list[str]:
    lines = [] if one.place_m is None else [f"place = {_point(one.place_m)}"]
    return lines if one.heading_deg is None else [*lines, f"heading = {_number(one.heading_deg)}"]


def _path(one: FloorPath, length_s: float) -> list[str]:
    lines = [f"points = [{', '.join(map(_point, one.points_m))}]"]
    if one.start_s > 0.0:
        lines.append(f"from = {_number(one.start_s)}")
    return lines if one.stop_s >= length_s else [*lines, f"to = {_number(one.stop_s)}"]


def _point(point: Iterable[float]) -> str:
    return f"[{', '.join(map(_number, point))}]"


def _number(value: float) -> str:
    """The shortest that is read as the same number."""
    return repr(float(value))


def _text(text: str) -> str:
    # A JSON string is a basic string of TOML, except for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
