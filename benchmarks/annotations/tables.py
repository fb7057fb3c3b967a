"""The page's tables, made from kept figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.feet.page import with_table

PAGE = Path(__file__).parents[2] / "docs" / "measured" / "annotations.md"
Table = tuple[Sequence[str], list[list[str]]]


def tables(figures: dict[str, Any]) -> dict[str, Table]:
    """Return header and rows of each table whose figures are there, by name."""
    makers = {
        "agreement": _agreement,
        "methods": _methods,
        "flags": _flags,
        "reported": _reported,
        "reported flags": _reported_flags,
        "confidence": _confidence,
        "performer": _performer,
        "performer flags": _performer_flags,
        "effort": _effort,
        "courses": _courses,
    }
    parts = {"flags": "methods", "reported flags": "reported", "confidence": "reported"}
    parts |= {"performer flags": "performer", "courses": "effort"}
    return {
        name: make(figures[parts.get(name, name)]) for name, make in makers.items() if parts.get(name, name) in figures
    }


def on_page(page: str, figures: dict[str, Any]) -> str:
    """Return a page with all tables replaced."""
    for name, (header, rows) in tables(figures).items():
        page = with_table(page, name, header, rows)
    return page


def write_tables(figures: dict[str, Any]) -> None:
    """Write all tables into the page."""
    PAGE.write_text(on_page(PAGE.read_text(), figures))


def _number(value: float | None, digits: int = 2, by: float = 1.0) -> str:
    return "" if value is None or not np.isfinite(value) else f"{by * value:.{digits}f}"


def _agreement(found: dict[str, Any]) -> Table:
    rows = [
        [
            flag,
            f"{s['first_s']:.1f}",
            f"{s['second_s']:.1f}",
            _number(s["same"], 1, 100.0),
            _number(s["kappa"]),
            _number(s["f1"]),
            _number(s["boundary_ms"], 0),
        ]
        for flag, s in found.items()
        if flag != "all"
    ]
    whole = found["all"]
    rows.append(["all", "", "", _number(whole["same"], 1, 100.0), _number(whole["kappa"]), _number(whole["f1"]), ""])
    return ("flag", "first pass, s", "second pass, s", "same, %", "kappa", "F1", "boundary, ms"), rows


def _scores(one: dict[str, Any]) -> list[str]:
    return [
        _number(one["accuracy"], 1, 100.0),
        _number(one["all_right"], 1, 100.0),
        _number(one["f1"]),
        _number(one["boundary_ms"], 0),
    ]


def _methods(found: dict[str, Any]) -> Table:
    header = ("", *(f"{by}: {what}" for by in found for what in ("%", "all right, %", "F1", "boundary, ms")), "CPU, s")
    names = list(next(iter(found.values())))
    rows = []
    for name in names:
        cells = [cell for by in found for cell in _scores(found[by][name])]
        rows.append([name, *cells, _number(sum(found[by][name]["cpu_s"] for by in found), 0)])
    return header, rows


def _flags(found: dict[str, Any]) -> Table:
    own = found["clip"]
    names = [name for name in own if name != "no to all"]
    return ("F1, by clip", *names), [
        [flag, *(_number(own[name]["flags"][flag]) for name in names)] for flag in own[names[0]]["flags"]
    ]


def _reported(found: dict[str, Any]) -> Table:
    header = ("", *(f"{which} pass: {what}" for which in ("first", "second") for what in ("%", "all right, %", "F1")))
    rows = []
    for name, one in found.items():
        if isinstance(one, dict) and "first" in one:
            cells = [_scores(one[which])[:3] if one.get(which) else ["", "", ""] for which in ("first", "second")]
            rows.append([name, *cells[0], *cells[1]])
    return header, rows


def _reported_flags(found: dict[str, Any]) -> Table:
    header = ("flag", "%", "F1", "F1 by the second pass", "F1 of the passes", "boundary, ms")
    return header, [
        [
            flag,
            _number(one["accuracy"], 1, 100.0),
            _number(one["f1"]),
            _number(one.get("f1_second")),
            _number(one.get("f1_passes")),
            _number(one["boundary_ms"], 0),
        ]
        for flag, one in found["flags"].items()
    ]


def _confidence(found: dict[str, Any]) -> Table:
    return ("confidence", "share of labels, %", "mean confidence, %", "right, %"), [
        [
            f"{100 * one['low']:.0f} to {100 * one['high']:.0f} %",
            *(_number(one[name], 1, 100.0) for name in ("share", "confidence", "right")),
        ]
        for one in found["confidence"]
    ]


def _performer(found: dict[str, Any]) -> Table:
    names = list(next(iter(found.values())))
    return ("noise", *names), [
        [f"{noise}°", *(" / ".join(_scores(own[name])) for name in names)] for noise, own in found.items()
    ]


def _performer_flags(found: dict[str, Any]) -> Table:
    own = {noise: methods["SVM, mirrored"]["flags"] for noise, methods in found.items()}
    flags = next(iter(own.values()))
    return ("flag", *(f"{noise}°" for noise in own)), [
        [flag, *(f"{_number(one[flag]['f1'])} / {_number(one[flag]['boundary_ms'], 0)}" for one in own.values())]
        for flag in flags
    ]


def _effort(found: dict[str, Any]) -> Table:
    levels = [name for name in next(iter(found.values())) if name.startswith(("accuracy 0", "share 0"))]
    said = {"accuracy": "{} % of labels right", "share": "{} % of the final F1"}
    header = [said[name.split()[0]].format(f"{100 * float(name.split()[1]):.0f}") for name in levels]
    return ("rule", *header), [[rule, *(_needed(own[name]) for name in levels)] for rule, own in found.items()]


def _needed(minutes: list[float]) -> str:
    """Mean over the seeds, and the range; seeds that never got there count as never."""
    known = [m for m in minutes if np.isfinite(m)]
    if not known:
        return "never"
    missing = f", never in {len(minutes) - len(known)} of {len(minutes)}" if len(known) < len(minutes) else ""
    return f"{np.mean(known):.1f} ({min(known):.1f} to {max(known):.1f}{missing})"


def _courses(found: dict[str, Any]) -> Table:
    times = [name.removeprefix("f1 at ") for name in next(iter(found.values())) if name.startswith("f1 at ")]
    cell = "{:.1f} / {:.1f} / {:.2f}"
    return ("rule", *(f"{time} min" for time in times)), [
        [
            rule,
            *(
                cell.format(
                    100 * np.mean(own[f"accuracy at {time}"]),
                    100 * np.mean(own[f"all_right at {time}"]),
                    np.mean(own[f"f1 at {time}"]),
                )
                for time in times
            ),
        ]
        for rule, own in found.items()
    ]
