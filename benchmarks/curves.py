"""What fitted curves look like: handles, corners, accelerations at keys.

``python -m benchmarks.curves [--tuned | --frontier]``.

Clips are kept for reporting, as in `benchmarks.feet.unseen`; ``--tuned`` takes those that settings were chosen on,
``--frontier`` draws what fair curves cost on these.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

import unbake
from benchmarks.feet.unseen import REPORTED, TUNED, clips
from benchmarks.timing import print_table
from unbake.curves.fits.chain_kernels import FAIR, TIGHTEST
from unbake.curves.fits.fit import FIT_METHODS, fit
from unbake.curves.fits.free import fit_free
from unbake.curves.keyed_animation import CurveKind, KeyedAnimation
from unbake.curves.measure import measure
from unbake.curves.world.match import hold_ends
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.motion.points import default_joints
from unbake.reduce.reduction import ReduceOptions, reduce_motion

KINDS: tuple[CurveKind, ...] = ("channels", "quaternions")
WAYS: Mapping[str, ReduceOptions] = {
    "automatic": ReduceOptions(curves=KINDS),
    "automatic, tightest": ReduceOptions(curves=KINDS, fit="tightest"),
    "2 cm": ReduceOptions(curves=KINDS, error_m=0.02),
}
CALLED = {"channels": "F-curves", "quaternions": "glTF"}
WEIGHTS = (0.0, 3e-7, 3e-6, 3e-5, 3e-4)
SHAPES = {"tightest": TIGHTEST} | {f"{w:g}" if w else "bounds": np.array([*FAIR[:3], w]) for w in WEIGHTS}
"""The extreme fit, bounds alone, and bounds with growing weights of bending."""
FRONTIER = "of the frontier"
DOCS = Path(__file__).parents[1] / "docs"
PAGE, FRONTIER_PICTURE = DOCS / "measured" / "curves.md", DOCS / "images" / "curves-frontier.png"
BEGIN, END = "<!-- the shape of curves on unseen clips -->", "<!-- end -->"
SPANS = {"max_cm": 2, "rms_cm": 2, "short": 0, "long": 0, "corners": 0, "broken": 0, "at_keys": 2}
PAGE_HEADER = ["keys chosen", "curves", "keys", "max cm", "RMS cm"]
PAGE_HEADER += ["short handles, %", "long handles, %", "overlaps, %", "broken tangents, %", "acceleration at keys ×"]
HEADER = (
    "clip",
    "way",
    "curves",
    "keys",
    "max cm",
    "RMS cm",
    *("short %", "long %", "corners %", "broken %"),
    "at keys ×",
    "s",
)


def run(names: Sequence[str] = REPORTED, ways: Mapping[str, ReduceOptions] = WAYS) -> list[dict[str, Any]]:
    """Measure and print; return the figures."""
    figures = []
    for name, motion in clips(names):
        for way, options in ways.items():
            began = time.perf_counter()
            found = reduce_motion(motion, options)
            seconds = time.perf_counter() - began
            for kind, animation in sorted(found.animations.items()):
                error = found.errors[kind]
                figure = {"clip": name, "way": way, "curves": kind, "keys": len(found.selection)}
                figure |= {"max_cm": error.max_cm, "rms_cm": error.rms_cm}
                figure |= shape(animation) | {"at_keys": peak_at_keys(motion, animation), "s": seconds}
                figures.append(figure)
    rows = [tuple(f"{v:.2f}" if isinstance(v, float) else str(v) for v in figure.values()) for figure in figures]
    print_table("The shape of curves", HEADER, rows)
    return figures


def shape(animation: KeyedAnimation) -> dict[str, float]:
    """Return parts, in percent: of handles shorter than a tenth of their segment and longer than three quarters, of
    segments whose handles overlap in time, of tangents that are broken. Curves that never move do not count."""
    moving = [c for c in animation.curves if np.ptp(c.values) > 0.0 or np.ptp(c.left[:, 1]) > 0.0]
    spans = np.diff(moving[0].frames)
    out = np.array([(c.right[:-1, 0] - c.frames[:-1]) / spans for c in moving])
    into = np.array([(c.frames[1:] - c.left[1:, 0]) / spans for c in moving])
    both = np.concatenate([out, into])
    inner = len(moving) * max(len(spans) - 1, 1)
    return {
        "short": 100.0 * float((both < 0.1 - 1e-9).mean()),
        "long": 100.0 * float((both > 0.75 + 1e-9).mean()),
        "corners": 100.0 * float((out + into > 1.0 + 1e-9).mean()),
        "broken": 100.0 * sum(len(c.breaks()) for c in moving) / inner,
    }


def peak_at_keys(motion: Motion, animation: KeyedAnimation) -> float:
    """Return by what factor the largest acceleration of a joint within a frame of a key exceeds the captured one there:
    the median over the keys between the first and the last."""
    fitted, captured = (_accelerations(m) for m in (animation.sample(), motion))
    ratios = []
    for key in animation.selection.frames[1:-1]:
        window = slice(max(0, key - 2), key + 1)
        ratios.append(float(fitted[window].max() / max(captured[window].max(), 1e-12)))
    return float(np.median(ratios)) if ratios else 1.0


def _accelerations(motion: Motion) -> Floats:
    """Of each joint (F − 2, J), per frame²."""
    positions = motion.positions()[:, default_joints(motion)]
    return np.asarray(np.linalg.norm(np.diff(positions, 2, axis=0), axis=2))


def table_of(figures: list[dict[str, Any]]) -> list[list[str]]:
    """Return the rows of the page's table: for each way and kind of curves what all clips come to, least to most."""
    rows = []
    for way, kind in dict.fromkeys((f["way"], f["curves"]) for f in figures):
        mine = [f for f in figures if (f["way"], f["curves"]) == (way, kind)]
        spans = [_span([f[name] for f in mine], digits) for name, digits in SPANS.items()]
        rows.append([way, CALLED[kind], str(sum(f["keys"] for f in mine)), *spans])
    return rows


def _span(values: list[float], digits: int) -> str:
    least, most = (f"{end:.{digits}f}" for end in (min(values), max(values)))
    return least if least == most else f"{least} to {most}"


def on_page(page: str, figures: list[dict[str, Any]]) -> str:
    """Return the page of measurements with the table of these figures in its place."""
    before, rest = page.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    lines = [PAGE_HEADER, ["---"] * len(PAGE_HEADER), *table_of(figures)]
    return before + BEGIN + "\n".join(["", *("| " + " | ".join(line) + " |" for line in lines), ""]) + END + after


def frontier(names: Sequence[str] = TUNED) -> dict[str, list[float]]:
    """Draw and return what fair curves cost: RMS error and acceleration at keys, in parts of the tightest curves'."""
    found: dict[str, list[tuple[float, float]]] = {called: [] for called in SHAPES}
    for _, motion in clips(names):
        selection = reduce_motion(motion, ReduceOptions(fit="hermite", holds_ends=False)).selection
        for called, bounds in SHAPES.items():
            FIT_METHODS[FRONTIER] = partial(fit_free, shape=bounds)
            animation = hold_ends(motion, fit(motion, selection, FRONTIER))
            found[called].append((measure(motion, animation).rms_cm, peak_at_keys(motion, animation)))
    tightest = np.log(found["tightest"])
    means = {called: np.exp((np.log(pairs) - tightest).mean(axis=0)) for called, pairs in found.items()}
    figure, axes = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
    errors, peaks = np.array(list(means.values())).T
    axes.plot(errors, peaks, "o-", color="#3b6ea5")
    for called, (error, peak) in means.items():
        axes.annotate(called, (error, peak), textcoords="offset points", xytext=(7, 5))
    axes.set_xlabel("RMS error after the world-space match, tightest = 1")
    axes.set_ylabel("acceleration at keys, tightest = 1")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(FRONTIER_PICTURE, dpi=144)
    plt.close(figure)
    print_table(
        "What fair curves cost",
        ("shape", "RMS ×", "at keys ×"),
        [(n, *map("{:.2f}".format, m)) for n, m in means.items()],
    )
    return {called: [round(float(part), 3) for part in mean] for called, mean in means.items()}


def main() -> None:
    """Print the tables; write figures and page of the clips that are for reporting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuned", action="store_true", help="clips that settings were chosen on")
    parser.add_argument("--way", choices=list(WAYS), help="one way of choosing only")
    parser.add_argument("--frontier", action="store_true", help="what fair curves cost, on the clips for tuning")
    wanted = parser.parse_args()
    if wanted.frontier:
        frontier()
        return
    figures = run(TUNED if wanted.tuned else REPORTED, {wanted.way: WAYS[wanted.way]} if wanted.way else WAYS)
    if figures and not wanted.tuned and not wanted.way:
        file = Path(__file__).parent / "results" / f"{unbake.__version__}-curves.json"
        file.write_text(json.dumps(figures, indent=1) + "\n")
        PAGE.write_text(on_page(PAGE.read_text(), figures))


if __name__ == "__main__":
    main()
