"""How well annotations are learnt: ``python -m benchmarks.annotations [PART …]``.

Parts are ``agreement``, ``methods``, ``reported``, ``performer`` and ``effort``; by default all, some ten minutes of
one core's time. What was measured before of other parts stays. The figures are kept in
``benchmarks/results/VERSION-annotations.json``, and their tables written into the page on annotations.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import unbake
from benchmarks.annotations import agreement, effort, reported
from benchmarks.annotations.judging import crossed, judged_by, new_results
from benchmarks.annotations.labelled import Judged, judged_clips
from benchmarks.annotations.methods import Method, boosted_trees, machines, neighbours, nothing
from benchmarks.annotations.performer import NOISES_DEG, performed
from benchmarks.annotations.tables import write_tables
from unbake.annotations.guessing import SMOOTHED

FILE = Path(__file__).parents[1] / "results" / f"{unbake.__version__}-annotations.json"
EVERY = 12
"""Instants from one example to the next here: windows a fifth of a second apart teach as much, in a quarter of the
time."""
COARSE = 10
SEEDS = 3
"""Of the simulated user."""


def compared() -> list[Method]:
    """Return what is compared: windows of seven instants, where nothing else is said."""
    return [
        nothing(),
        machines("SVM", every=EVERY, instants=COARSE),
        machines("SVM, mirrored", every=EVERY, instants=COARSE, mirrored=True),
        machines("SVM of 61 instants, mirrored", every=EVERY, mirrored=True),
        neighbours(instants=COARSE, every=EVERY),
        boosted_trees(instants=COARSE, every=EVERY),
    ]


def of_methods() -> dict[str, Any]:
    """Return the figures of all methods on the clips for tuning, by clip and by subject."""
    clips = judged_clips(reported=False)
    return {by: {method.name: _timed(method, clips, by) for method in compared()} for by in ("clip", "subject")}


def _timed(method: Method, clips: list[Judged], by: str) -> dict[str, Any]:
    started = time.process_time()
    found = crossed(method, clips, by)[SMOOTHED]
    print(f"  {method.name}, by {by}: {found.scores()}", flush=True)
    flags = {flag: scores["f1"] for flag, scores in found.of_flags().items()}
    return found.scores() | {"cpu_s": time.process_time() - started, "flags": flags}


def of_performer() -> dict[str, Any]:
    """Return the figures of each noise, of methods that were taught other performances, with 0.3 and 0.8° of noise."""
    taught = [clip for n, noise in enumerate(NOISES_DEG[1:3]) for clip in performed(10 + n, noise, rounds=1)]
    out: dict[str, Any] = {}
    for noise in NOISES_DEG:
        judged = performed(50 + int(10 * noise), noise, rounds=1)
        out[f"{noise:g}"] = {}
        for method in (m for m in compared()[1:] if m.shape.every == COARSE):
            results = new_results()
            judged_by(method, taught, judged, results)
            found = results[SMOOTHED]
            out[f"{noise:g}"][method.name] = found.scores() | {"flags": found.of_flags()}
    return out


def of_effort() -> dict[str, Any]:
    """Return the minutes that each rule needs, for every seed, and the courses at some minutes."""
    return effort.figures(effort.courses(judged_clips(reported=False), range(SEEDS)))


PARTS: dict[str, Callable[[], Any]] = {
    "agreement": agreement.agreement,
    "methods": of_methods,
    "reported": reported.figures,
    "performer": of_performer,
    "effort": of_effort,
}


def main() -> None:
    """Measure, keep the figures and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what is measured; all by default")
    chosen = parser.parse_args().parts or list(PARTS)
    figures = json.loads(FILE.read_text()) if FILE.exists() else {}
    for part in chosen:
        started = time.process_time()
        figures[part] = PARTS[part]()
        print(f"{part}: {time.process_time() - started:.0f} s", flush=True)
        FILE.write_text(json.dumps(figures, indent=1) + "\n")
    write_tables(figures)


if __name__ == "__main__":
    main()
