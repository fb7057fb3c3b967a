"""Feet cleaned up, and held in reduced animations: ``python -m benchmarks.feet.cleanup [performer|clips|reduced]``.

Slide of a known kind is put into the performer, whose contacts and heels are exact; real clips are those with labels by
hand in ``benchmarks/feet/labels``, with them. Planted points stray by millimetres: mean and worst over the plants.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.feet.real_clips import labelled_clips
from benchmarks.timing import print_table
from unbake.curves.hold_feet import PLANTED_WEIGHT, hold_feet
from unbake.curves.reduction import ReduceOptions, reduce_motion
from unbake.feet.clean import clean_feet
from unbake.feet.clean_options import LENGTHS, CleanOptions
from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs, legs_of
from unbake.feet.skating import CleaningCost, Skating, cleaning_cost, skating
from unbake.motion.motion import Motion
from unbake.motion.performer import Performance, perform, with_drift, with_noise

ACTIONS = ("walk", "run", "sneak", "stairs", "stand", "turn", "jump", "reach")
SEEDS = (1, 2, 3)
SECONDS = 4.0
SLIDE_M_S = 0.05
FRAMES_A_KEY = 20


def sliding(motion: Motion, _: int) -> Motion:
    """The root slides aside at 5 cm/s."""
    way = np.arange(motion.n_frames)[:, None, None] / float(motion.fps) * [SLIDE_M_S, 0.0, 0.0]
    return replace(motion, translations_m=motion.translations_m + way)


FAULTS: dict[str, Callable[[Motion, int], Motion]] = {
    "root slides at 5 cm/s": sliding,
    "root wanders by 5 cm": lambda motion, seed: with_drift(motion, 0.0, 0.05, seed=seed),
    "joints wander by 1.5°": lambda motion, seed: with_drift(motion, 1.5, seed=seed),
    "both": lambda motion, seed: with_drift(motion, 1.5, 0.05, seed=seed),
    "both, and noise of 0.3°": lambda motion, seed: with_noise(
        with_drift(motion, 1.5, 0.05, seed=seed), 0.3, seed=seed
    ),
}


@dataclass(frozen=True)
class Row:
    """What one clean-up did."""

    before: Skating
    after: Skating
    cost: CleaningCost
    root_mm: float


def cleaned(motion: Motion, labels: FootLabels, options: CleanOptions, legs: Legs) -> Row:
    """Clean a motion and measure it."""
    found = clean_feet(motion, labels, options, legs=legs)
    before, after = (skating(m, labels, legs, found.ground, found.sole_m) for m in (motion, found.motion))
    cost = cleaning_cost(motion, found.motion, labels, legs)
    return Row(before, after, cost, 1000.0 * float(np.abs(found.root_shift_m).max()))


def exact_legs(done: Performance) -> Legs:
    """The performer's legs with its own heels."""
    legs = legs_of(done.motion)
    return Legs(legs.skeleton, legs.left, legs.right, np.tile(done.figure.heel_offset_m, (2, 1)))


def performances() -> Iterator[tuple[Performance, FootLabels, int]]:
    """Yield what is performed, with its labels and a seed for faults."""
    for action in ACTIONS:
        for seed in SEEDS:
            done = perform(action, seconds=SECONDS, seed=seed)
            yield done, FootLabels.from_frames(done.contacts, done.motion.fps, 1, "performer"), seed


HEADER = (
    "",
    "strays mm, before",
    "after",
    "skating frames",
    "while planted",
    "peak acceleration ×",
    "(worst)",
    "lengths",
    "in the floor mm",
    "away mm",
    "root mm",
)


def summed(name: str, rows: list[Row]) -> list[str]:
    """Return a line of the table: worst is the worst of all, the rest are means."""

    def mean(values: list[float]) -> float:
        return float(np.mean(values))

    before, after = [r.before for r in rows], [r.after for r in rows]
    ratios = [r.cost.peak_ratio for r in rows]
    lengths = min(r.cost.least_length for r in rows), max(r.cost.largest_length for r in rows)
    return [
        name,
        f"{mean([b.mean_mm for b in before]):.1f} / {max(b.worst_mm for b in before):.1f}",
        f"{mean([a.mean_mm for a in after]):.2f} / {max(a.worst_mm for a in after):.2f}",
        f"{sum(b.skating_frames for b in before)} → {sum(a.skating_frames for a in after)}",
        f"{sum(b.planted_skating for b in before)} → {sum(a.planted_skating for a in after)}",
        f"{float(np.median(ratios)):.2f}",
        f"{max(ratios):.2f}",
        f"{lengths[0]:.4f}–{lengths[1]:.4f}",
        f"{max(b.sinking_mm for b in before):.0f} → {max(a.sinking_mm for a in after):.0f}",
        f"{mean([r.cost.away_mean_mm for r in rows]):.1f} / {max(r.cost.away_worst_mm for r in rows):.0f}",
        f"{mean([r.root_mm for r in rows]):.0f} / {max(r.root_mm for r in rows):.0f}",
    ]


def performer() -> None:
    """Print tables of the performer, clean and with known slide."""
    takes = list(performances())
    changes = []
    for done, labels, _ in takes:
        found = clean_feet(done.motion, labels).motion
        changes.append(float(np.abs(found.positions() - done.motion.positions()).max()))
    print(f"\n{len(takes)} clean performances: the largest change of a joint is {max(changes):.1e} m")
    for lengths in LENGTHS:
        table = []
        for name, fault in FAULTS.items():
            options = CleanOptions(lengths=lengths)
            rows = [
                cleaned(fault(done.motion, seed), labels, options, exact_legs(done)) for done, labels, seed in takes
            ]
            table.append(summed(name, rows))
        print_table(f"{len(takes)} performances with slide, lengths {lengths}", HEADER, table)


def clips() -> None:
    """Print a table of the real clips as they were captured."""
    table, rows = [], []
    for clip in labelled_clips():
        motion, labels = clip.part
        row = cleaned(motion, labels, CleanOptions(), legs_of(clip.motion))
        rows.append(row)
        table.append(summed(f"{clip.name} {motion.first_frame}–{motion.last_frame}", [row]))
    if rows:
        print_table("real clips, labels by hand", HEADER, [*table, summed("all", rows)])
    else:
        print("no real clips here")


def reduced() -> None:
    """Print what keys and handles hold, and what the layer adds, on reduced real clips."""
    wanted: Mapping[str, float] = {"smooth tangents": 1.0, "tangents broken at keys": 0.0}
    for name, breaks in wanted.items():
        table = [_reduced(clip.name, *clip.part, breaks) for clip in labelled_clips()]
        if not table:
            print("no real clips here")
            return
        header = ("", "keys", *(f"{step} mm" for step in _STEPS), *(f"{s} cm" for s in ("plain", "weighed", "layer")))
        lines = [[row[0], f"{row[1]:.0f}", *_shown(row[2:])] for row in table]
        means = [float(np.mean([row[n] for row in table])) for n in range(1, len(table[0]))]
        title = f"a key every {FRAMES_A_KEY} frames, {name}: strays mean / worst (skating frames), largest error"
        print_table(title, header, [*lines, ["mean", f"{means[0]:.1f}", *_shown(means[1:])]])


_Numbers = Sequence[Any]
_STEPS = ("capture", "plain", "cleaned first", "weighed", "layer")


def _reduced(name: str, motion: Motion, labels: FootLabels, breaks: float) -> list[Any]:
    options = ReduceOptions(keys=max(4, motion.n_frames // FRAMES_A_KEY), break_weight=breaks)
    legs = legs_of(motion)
    plain = reduce_motion(motion, options)
    first = hold_feet(motion, labels, options, planted_weight=1.0)
    held = hold_feet(motion, labels, options, planted_weight=PLANTED_WEIGHT)
    steps = [
        held.skating["capture"],
        skating(plain.animation.sample(), labels, legs),
        first.skating["keys"],
        held.skating["keys"],
        held.skating["layer"],
    ]
    row: list[Any] = [name, float(len(held.reduction.selection))]
    for step in steps:
        row += [step.mean_mm, step.worst_mm, float(step.skating_frames)]
    return [*row, plain.error.max_cm, held.reduction.error.max_cm, held.errors["channels"].max_cm]


def _shown(numbers: _Numbers) -> list[str]:
    steps = [numbers[n : n + 3] for n in range(0, 15, 3)]
    return [*(f"{s[0]:.1f} / {s[1]:.1f} ({s[2]:.3g})" for s in steps), *(f"{n:.2f}" for n in numbers[15:])]


def main() -> None:
    """Print the tables asked for; all by default."""
    parts = {"performer": performer, "clips": clips, "reduced": reduced}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=[])
    for part in parser.parse_args().parts or parts:
        parts[part]()


if __name__ == "__main__":
    main()
