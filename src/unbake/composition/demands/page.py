"""The report of a motion on demand, as one HTML file that needs nothing but a browser."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from unbake._version import __version__
from unbake.composition.demands.actors import Cast, places_m
from unbake.composition.demands.facts import facts_of
from unbake.composition.demands.floor_plan import TONES, FloorWay, floor_plan_svg
from unbake.composition.demands.synthesize import Synthesized
from unbake.ground.files.whole_file import whole_file
from unbake.ground.intervals import intervals
from unbake.keyframes.selection import Selection
from unbake.reports.pose_strip import pose_strip
from unbake.reports.strip_svg import strip_html
from unbake.synthesis.demands.exact.optimum import Optimum

WIDE, ROW, LABEL = 1000, 18, 30
POSES = 24
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;color:#22262b;background:#fcfcfa;max-width:1080px;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:.6em 0}td,th{padding:.15em .9em .15em 0;text-align:left;vertical-align:top}
svg{max-width:100%;height:auto}.wide{overflow-x:auto}.wide svg{min-width:52em}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:1.8em}.bad{color:#b5392a}
.poses{display:grid;grid-template-columns:repeat(var(--columns),1fr)}figure{margin:0;text-align:center;font-size:11px}
figure path{fill:none;stroke:#22262b;stroke-width:4;stroke-linecap:round;stroke-linejoin:round}
figure .rim{stroke:#fcfcfa;stroke-width:8}figure .left{stroke:#4f7f9b}figure .right{stroke:#b0763a}
figure .ground{stroke:#d9d9d3}figure .hips{stroke:none}figure circle{fill:#fcfcfa;stroke:#22262b;stroke-width:4}
"""


def write_page(made: Synthesized | Cast, path: Path, *, title: str, best: Optimum | None = None) -> None:
    """Write the report of `page_of`; the file appears whole or not at all."""
    text = page_of(made, title=title, best=best)
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8", errors="replace")


def page_of(made: Synthesized | Cast, *, title: str, best: Optimum | None = None) -> str:
    """Return the report as HTML.

    Parameters
    ----------
    made : one motion, or several actors'.
    title : what was asked for, such as the demand's file.
    best : the optimum, if it was looked for.
    """
    if isinstance(made, Cast):
        parts = [_cast(made), *(_motion(n, a, None) for n, a in zip(made.names, made.actors, strict=True))]
    else:
        parts = [_motion("", made, best)]
    body = f"<h1>{escape(title)}</h1>{''.join(parts)}<p>Unbake {__version__}</p>"
    head = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
    )
    return head + body


def _cast(cast: Cast) -> str:
    proof = (
        f"Frames that two actors both show: {cast.shared_frames}. Clips that two actors both show: "
        f"{cast.shared_clips}. Of {cast.strings} annotation strings, every actor has 30 frames of {cast.enough}. The "
        f"nearest that two come to each other is {cast.nearest_m:.2f} m, at {cast.nearest_s:.2f} s; "
        f"{cast.rounds} times one was led around another."
    )
    return f"<p>{proof}</p>" + _ways([(name, actor) for name, actor in zip(cast.names, cast.actors, strict=True)])


def _motion(name: str, made: Synthesized, best: Optimum | None) -> str:
    facts = facts_of(made, best)
    parts = [f"<h2>{escape(name)}</h2>" if name else "", _summary(facts)]
    parts += [f"<h2>Time</h2>{_lanes(made)}", f"<h2>Flags</h2>{_flags(facts)}"]
    if facts["places"] or facts["poses"]:
        parts.append(f"<h2>Places and poses</h2>{_places(facts)}")
    if not name:
        parts.append(_ways([("", made)]))
    parts += [f"<h2>Poses</h2>{_poses(made)}", f"<h2>Source of every frame</h2>{_runs(facts)}"]
    data = json.dumps(facts).replace("<", "\\u003c")
    return "".join(parts) + f'<script type="application/json">{data}</script>'


def _summary(facts: dict[str, Any]) -> str:
    rows = [
        ("length", f"{facts['frames']} frames, {(facts['frames'] - 1) / facts['fps']:.2f} s"),
        (
            "cost",
            f"{facts['cost']:.1f}: flags {facts['cost_flags']:.1f}, joins {facts['cost_joins']:.1f}, places "
            f"{facts['cost_places']:.1f} (1 is one wrong flag in one frame)",
        ),
        ("search", f"{facts['sweeps']} sweeps{', stopped early' if facts['interrupted'] else ''}; {_falls(facts)}"),
    ]
    if "optimum" in facts:
        own = facts["optimum"]
        gap = "" if own["gap"] is None else f", which flags and joins exceed by {100.0 * own['gap']:.1f} %"
        what = "the optimum of flags and joins" if own["is_exact"] else "a lower bound of the optimum"
        rows.append(("optimum", f"{own['at_least']:.1f}, {what}{gap}"))
    rows += [("note", note) for note in facts["warnings"]]
    return _table([], [[escape(a), escape(b)] for a, b in rows])


def _falls(facts: dict[str, Any]) -> str:
    steps = facts["history"]
    shown = [steps[0], steps[len(steps) // 2], steps[-1]] if len(steps) > 2 else steps
    return ", ".join(f"{step['cost']:.0f} after {step['after_s']:.2f} s" for step in shown)


def _lanes(made: Synthesized) -> str:
    """Runs, and for each flag what was asked for (above) and what is shown (below)."""
    n, wanted = made.motion.n_frames, made.asked.wanted
    rows = [row for row in range(len(made.material.flags)) if wanted[row].any()]
    left, wide = 150, WIDE - 150
    size = f"0 0 {WIDE} {ROW * (len(rows) + 2)}"
    out = [f'<div class="wide"><svg viewBox="{size}" role="img" aria-label="Sources and flags over time">']

    def bar(first: int, last: int, y: float, height: float, colour: str, title: str) -> str:
        x, width = left + wide * first / n, wide * (last - first + 1) / n
        shape = f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width - 0.6, 0.6):.1f}" height="{height:.1f}"'
        return f'{shape} fill="{colour}"><title>{escape(title)}</title></rect>'

    out.append(f'<text x="0" y="{0.75 * ROW}" font-size="12">source</text>')
    for run in made.runs:
        name = made.material.clips[run.clip].name
        out.append(bar(run.start, run.stop - 1, 2, ROW - 4, TONES[run.clip % len(TONES)], f"{name}, {run.n_frames}"))
    values, wrong = made.material.values[:, made.found.frames], made.wrong_flags()
    for place, row in enumerate(rows, start=1):
        y = ROW * place
        out.append(f'<text x="0" y="{y + 0.75 * ROW}" font-size="12">{escape(made.material.flags[row])}</text>')
        for where, top, height, colour, title in (
            (wanted[row] == 1, y + 2, 5, "#37924a", "must"),
            (wanted[row] == -1, y + 2, 5, "#d6a19a", "must not"),
            (values[row] == 1, y + 8, 6, "#5f6770", "holds"),
            (wrong[row], y + 15, 2, "#c8402e", "wrong"),
        ):
            out += [bar(a, b, top, height, colour, title) for a, b in intervals(np.asarray(where))]
    for second in range(0, int(n / 60) + 1):
        x = left + wide * second * 60 / n
        anchor = "end" if x > WIDE - LABEL else "start"
        spot = f'x="{x:.0f}" y="{ROW * (len(rows) + 1) + 14}" text-anchor="{anchor}"'
        out.append(f'<text {spot} font-size="11">{second} s</text>')
    key = (
        "Upper bars: where a flag must (green) or must not (red) hold. Lower bars: where it holds in the source. "
        "Red lines below mark frames on which it is wrong."
    )
    return "".join(out) + f"</svg></div><p>{key}</p>"


def _flags(facts: dict[str, Any]) -> str:
    rows = []
    for flag in facts["flags"]:
        count = sum(last - first + 1 for first, last in flag["wrong"])
        spans = ", ".join(f"{a}–{b}" for a, b in flag["wrong"][:12])
        met = f"all of {flag['frames']} frames" if not count else f"{flag['frames'] - count} of {flag['frames']} frames"
        shown = met if not count else f'<span class="bad">{met}; wrong in {spans}</span>'
        rows.append([escape(flag["flag"]), flag["wanted"].replace("-", " "), shown])
    return _table(["flag", "wanted", "met in"], rows) if rows else "<p>No flag was asked for.</p>"


def _places(facts: dict[str, Any]) -> str:
    rows = []
    for place in facts["places"]:
        if "path_mean_m" in place:
            rows.append(
                ["path", f"{place['path_mean_m']:.2f} m away on average, {place['path_worst_m']:.2f} m at most"]
            )
            continue
        parts = [] if place["off_m"] is None else [f"{place['off_m']:.3f} m"]
        parts += [] if place["off_deg"] is None else [f"{place['off_deg']:.1f}°"]
        rows.append([f"{place['at_s']:.2f} s", f"off by {', '.join(parts)}"])
    rows += [[f"pose in frame {p['frame']}", "shown" if p["is_shown"] else "not shown"] for p in facts["poses"]]
    return _table([], rows)


def _ways(actors: Sequence[tuple[str, Synthesized]]) -> str:
    """The ways over the floor from above, with starts, targets and paths."""
    ways = []
    for name, made in actors:
        targets = made.asked.problem.targets
        ways.append(FloorWay(name, places_m(made.motion), targets.places_m, targets.path_m))
    dashes = " Dashes are the path." if any(len(way.path_m) for way in ways) else ""
    text = f"+Z points up, +X to the left. A dot is a start, a ring a target.{dashes}"
    return f"<h2>From above</h2>{floor_plan_svg(ways)}<p>{text}</p>"


def _poses(made: Synthesized) -> str:
    frames = np.unique(np.linspace(0, made.motion.n_frames - 1, POSES).astype(int))
    return strip_html(pose_strip(made.motion, Selection(tuple(frames.tolist()))))


def _runs(facts: dict[str, Any]) -> str:
    rows = [
        [f"{r['first']}–{r['last']}", escape(r["clip"]), f"{r['clip_first']}–{r['clip_last']}"] for r in facts["runs"]
    ]
    return _table(["frames", "clip", "its frames"], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = f"<tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr>" if head else ""
    cells = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return f"<table>{top}{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
