"""Feet cleaned up, and held in reduced animations: ``python -m benchmarks.feet.cleanup [clean|slide|clips|reduced]``.

Motion that needs no clean-up is the performer's, with exact labels, with guessed ones, by trees that were grown on
performers of the same kind, and with exact ones whose ends are late. Slide of a known kind is put into the performer,
whose contacts and heels are exact. Real clips are those with labels by hand in ``benchmarks/feet/labels``, with them
and with guessed ones, by trees that were grown on these very clips.

Planted points stray by millimetres: mean and worst over the plants where they are held firmly, in brackets the worst
over whole plants as they were given, whose ends feet come and go in. "Jerked" is the largest acceleration of a joint
within 0.1 s of the beginning or the end of a plant as part of its own there before; "clip's peak" is that of all joints
and plants at once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.feet import unseen
from benchmarks.feet.real_clips import labelled_clips
from benchmarks.timing import print_table
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import LENGTHS, CleanOptions
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.labels import FOOT_POINTS, FootLabels, Plant, Source
from unbake.feet.legs import Legs, legs_of
from unbake.feet.skating import CleaningCost, Skating, cleaning_cost, drifts_m, skating
from unbake.motion.motion import Motion
from unbake.performer import Performance, perform, with_drift, with_noise
from unbake.reduce.hold_feet import PLANTED_WEIGHT, hold_feet
from unbake.reduce.reduction import ReduceOptions, reduce_motion

ACTIONS = ("walk", "run", "sneak", "stairs", "stand", "turn", "jump", "reach")
SEEDS = (1, 2, 3)
SECONDS = 4.0
SLIDE_M_S = 0.05
FRAMES_A_KEY, REDUCED_FRAMES = 20, 400
LATE_FRAMES = (1, 2, 3, 4, 6)


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
    given_worst_mm: float
    cost: CleaningCost
    root_mm: float
    moved_mm: float
    most_moved_mm: float


def cleaned(motion: Motion, labels: FootLabels, options: CleanOptions, legs: Legs) -> Row:
    """Clean a motion and measure it."""
    found = clean_feet(motion, labels, options, legs=legs)
    before, after = (skating(m, found.held_part, legs, found.ground, found.sole_m) for m in (motion, found.motion))
    given = drifts_m(legs.points_m(found.motion), labels)
    cost = cleaning_cost(motion, found.motion, labels, legs)
    moved = 1000.0 * np.linalg.norm(found.motion.positions() - motion.positions(), axis=2)
    root = 1000.0 * float(np.abs(found.root_shift_m).max())
    return Row(
        before, after, 1000.0 * float(given.max(initial=0.0)), cost, root, float(moved.mean()), float(moved.max())
    )


def exact_legs(done: Performance) -> Legs:
    """The performer's legs with its own heels."""
    legs = legs_of(done.motion)
    return replace(legs, heel_offsets_m=np.tile(done.figure.heel_offset_m, (2, 1)))


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
    "jerked ×",
    "(worst)",
    "clip's peak × (worst)",
    "lengths",
    "in the floor mm",
    "away mm",
    "root mm",
    "moved mm",
)


def summed(name: str, rows: list[Row]) -> list[str]:
    """Return a line of the table: worst is the worst of all, the rest are means."""

    def pair(values: Sequence[float], worst: Sequence[float], digits: int = 1) -> str:
        return f"{float(np.mean(values)):.{digits}f} / {max(worst):.{digits}f}"

    before, after, costs = [r.before for r in rows], [r.after for r in rows], [r.cost for r in rows]
    lengths = min(c.least_length for c in costs), max(c.largest_length for c in costs)
    return [
        name,
        pair([b.mean_mm for b in before], [b.worst_mm for b in before]),
        f"{pair([a.mean_mm for a in after], [a.worst_mm for a in after])} ({max(r.given_worst_mm for r in rows):.1f})",
        f"{sum(b.skating_frames for b in before)} → {sum(a.skating_frames for a in after)}",
        f"{sum(b.planted_skating for b in before)} → {sum(a.planted_skating for a in after)}",
        f"{float(np.mean([c.peak_ratio for c in costs])):.2f}",
        f"{max(c.peak_ratio for c in costs):.2f}",
        f"{max(c.clip_peak_ratio for c in costs):.2f}",
        f"{lengths[0]:.4f}–{lengths[1]:.4f}",
        f"{max(b.sinking_mm for b in before):.0f} → {max(a.sinking_mm for a in after):.0f}",
        pair([c.away_mean_mm for c in costs], [c.away_worst_mm for c in costs]),
        pair([r.root_mm for r in rows], [r.root_mm for r in rows], 0),
        pair([r.moved_mm for r in rows], [r.most_moved_mm for r in rows], 2),
    ]


def clean() -> None:
    """Print what happens to performances that need no clean-up, by where the labels are from."""
    takes, options = list(performances()), CleanOptions()
    rows = [cleaned(done.motion, labels, options, exact_legs(done)) for done, labels, _ in takes]
    table = [summed("exact labels", rows)]
    guessed = [(done, guess_feet(done.motion).labels, n // len(SEEDS)) for n, (done, _, _) in enumerate(takes)]
    rows = []
    for number, action in enumerate(ACTIONS):
        ours = [cleaned(d.motion, labels, options, legs_of(d.motion)) for d, labels, n in guessed if n == number]
        table.append(summed(f"guessed, {action}", ours))
        rows += ours
    table.append(summed("guessed, all", rows))
    for frames in LATE_FRAMES:
        for source in ("oracle", "hand"):
            rows = [cleaned(d.motion, late(labels, frames, source), options, exact_legs(d)) for d, labels, _ in takes]
            told = "as if guessed" if source == "oracle" else "as if by hand"
            table.append(summed(f"ends {frames} frames late, {told}", rows))
    print_table(f"{len(takes)} performances that need no clean-up", HEADER, table)


def late(labels: FootLabels, frames: int, source: Source) -> FootLabels:
    """Return labels by another source whose plants end too late."""
    plants: list[Plant] = []
    for point in range(len(FOOT_POINTS)):
        ours = labels.of_point(point)
        until = [*(plant.first - 2 for plant in ours[1:]), labels.n_frames - 1]
        ends = [max(p.last, min(p.last + frames, u)) for p, u in zip(ours, until, strict=bool(ours))]
        plants += [replace(p, last=end, source=source) for p, end in zip(ours, ends, strict=True)]
    return replace(labels, plants=tuple(plants))


def slide() -> None:
    """Print tables of the performer with known slide."""
    takes = list(performances())
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
    """Print tables of the real clips as they were captured."""
    found = list(labelled_clips())
    if not found:
        print("no real clips here")
        return
    for who in ("hand", "guess"):
        table, rows = [], []
        for clip in found:
            motion, labels = clip.part
            given = labels if who == "hand" else guess_feet(motion).labels
            row = cleaned(motion, given, CleanOptions(), legs_of(clip.motion))
            rows.append(row)
            table.append(summed(f"{clip.name} {motion.first_frame}–{motion.last_frame}", [row]))
        print_table(f"real clips, labels by {who}", HEADER, [*table, summed("all", rows)])


def reduced() -> None:
    """Print what keys and handles hold, and what the layer adds, on reduced clips that nothing was tuned on."""
    wanted: Mapping[str, float] = {"smooth tangents": 1.0, "tangents broken at keys": 0.0}
    for name, breaks in wanted.items():
        table = [_reduced(name, part, breaks) for name, part in _parts()]
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


def _parts() -> Iterator[tuple[str, Motion]]:
    """The first frames of clips that nothing was tuned on."""
    for name, motion in unseen.clips(unseen.REPORTED):
        yield name, motion.excerpt(motion.first_frame, min(motion.last_frame, motion.first_frame + REDUCED_FRAMES - 1))


def _reduced(name: str, motion: Motion, breaks: float) -> list[Any]:
    labels = guess_feet(motion).labels
    options = ReduceOptions(keys=max(4, motion.n_frames // FRAMES_A_KEY), break_weight=breaks)
    legs = legs_of(motion)
    plain = reduce_motion(motion, options)
    first = hold_feet(motion, labels, options, planted_weight=1.0)
    held = hold_feet(motion, labels, options, planted_weight=PLANTED_WEIGHT)
    steps = [
        held.skating["capture"],
        skating(plain.animation.sample(), held.cleaned.held_part, legs),
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
    parts = {"clean": clean, "slide": slide, "clips": clips, "reduced": reduced}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=[])
    for part in parser.parse_args().parts or parts:
        parts[part]()


if __name__ == "__main__":
    main()
