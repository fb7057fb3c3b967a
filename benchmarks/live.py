"""Engines of a live character side by side: ``python -m benchmarks.live``.

Writes the table of docs/measured/live.md that is about engines. Every engine gets the same requests: random flags,
directions and speeds, one every three seconds.
"""

from __future__ import annotations

import numpy as np

from benchmarks.clips import DATA
from benchmarks.graphs import WALKS_RUNS_JUMPS, keep, material_of
from unbake.feet.clean.holds import held_part
from unbake.feet.clean.options import CleanOptions
from unbake.feet.skating import drifts_m, skating
from unbake.synthesis.graphs.candidates import GraphOptions
from unbake.synthesis.graphs.graph import build_graph
from unbake.synthesis.live.character import Character
from unbake.synthesis.live.engine import Engine
from unbake.synthesis.live.features import Features
from unbake.synthesis.live.matching import MotionMatching
from unbake.synthesis.live.recording import Cue, Recording, record
from unbake.synthesis.live.request import Request
from unbake.synthesis.live.wandering import GraphWandering
from unbake.synthesis.material.material import Material
from unbake.synthesis.naturalness.errors import zero_moment_errors_m

JUMPS = (*range(1, 8), 9, 10)
RUNS = (8, *range(35, 47), *range(48, 58))
EVERY_S, SECONDS = 3.0, 120.0
THRESHOLDS_M = {"Run": 0.12}
"""The runs are a second long each: none leads into another below six centimetres."""


def main() -> None:
    """Write the table."""
    material = flagged()
    features = Features.of(material)
    graph = build_graph(material, GraphOptions(thresholds_m=THRESHOLDS_M))
    engines: dict[str, Engine] = {
        "motion matching": MotionMatching(material, features),
        "motion graph": GraphWandering(graph, features),
    }
    header = ["", "ms a frame, median", "99 of 100", "met", "after, median", "nine of ten", "planted points stray"]
    header += ["skating frames", "zero moment, median", "frames used", "jumps a minute"]
    rows = []
    for name, engine in engines.items():
        for hold in (True, False):
            made = played(material, name, engine, hold_feet=hold)
            rows.append(row(f"{name}{'' if hold else ', feet not held'}", material, made))
    rows.append(_clips(material))
    keep("engines", header, rows)


def flagged() -> Material:
    """The clips of subject 16 with the flags that the archive's list of trials gives them."""
    material = material_of(WALKS_RUNS_JUMPS)
    kinds = np.array(["Jump" if n in JUMPS else "Run" if n in RUNS else "Walk" for n in range(1, 59)])
    of_frames = kinds[material.clip_of]
    flags = {name: np.asarray(of_frames == name) for name in ("Walk", "Run", "Jump")}
    return Material(material.names, material.sources, flags)


def requests(engine: Engine) -> list[Cue]:
    """The same random requests for every engine; flags that an engine never reaches are left out of its own."""
    rng, out = np.random.default_rng(0), []
    for at in np.arange(0.0, SECONDS, EVERY_S):
        flag = str(rng.choice(["Walk", "Walk", "Run", "Jump"]))
        direction = None if flag == "Jump" else float(rng.uniform(-np.pi, np.pi))
        out.append(Cue(float(at), Request(flag, direction)))
        engine.check(out[-1].request or Request())
    return out


def played(material: Material, name: str, engine: Engine, *, hold_feet: bool) -> Recording:
    """Return what an engine makes of the requests, once it has warmed up."""
    record(Character(material, {name: engine}, hold_feet=hold_feet), [], 3.0)
    return record(Character(material, {name: engine}, hold_feet=hold_feet), requests(engine), SECONDS)


def row(name: str, material: Material, made: Recording) -> list[str]:
    """The measures of a recording."""
    after = [met.after_s for met in made.met if met.after_s is not None]
    inside = held_part(made.labels, CleanOptions())
    strays = 1000.0 * drifts_m(material.legs.points_m(made.motion), inside)
    balance = zero_moment_errors_m(made.motion, made.labels, material.legs)
    return [
        name,
        f"{np.median(made.frame_ms):.2f}",
        f"{np.percentile(made.frame_ms, 99):.1f}",
        f"{len(after)} of {len(made.met)}",
        f"{np.median(after):.2f} s",
        f"{np.percentile(after, 90):.2f} s",
        f"{np.median(strays):.1f} mm, at most {strays.max():.0f}",
        f"{skating(made.motion, made.labels, material.legs).skating_part:.1%}",
        f"{1000.0 * np.nanmedian(balance):.0f} mm",
        f"{len(np.unique(made.rows)):,} of {material.n_frames:,}",
        f"{made.jumps.sum() / (SECONDS / 60.0):.0f}",
    ]


def _clips(material: Material) -> list[str]:
    """The same measures of the clips themselves, as far as they have them."""
    strays, parts, balance = [], [], []
    for source in material.sources:
        inside = held_part(source.labels, CleanOptions())
        strays.append(1000.0 * drifts_m(material.legs.points_m(source.motion), inside))
        parts.append(skating(source.motion, source.labels, material.legs))
        balance.append(zero_moment_errors_m(source.motion, source.labels, material.legs))
    every = np.concatenate(strays)
    skated = sum(part.skating_frames for part in parts) / sum(part.n_frames for part in parts)
    stray = f"{np.median(every):.1f} mm, at most {every.max():.0f}"
    median = f"{1000.0 * np.nanmedian(np.concatenate(balance)):.0f} mm"
    return ["the clips themselves", "", "", "", "", "", stray, f"{skated:.1%}", median, "", ""]


if __name__ == "__main__":
    assert DATA.is_dir(), f"needs the clips in {DATA}"
    main()
