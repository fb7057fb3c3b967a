"""Keys of animation made by hand, found again in its bake (thesis 4.4.1, figures 4.6 to 4.13).

The thesis took three animations from Blender Institute's films; here the synthetic performer has three of the same
lengths and key counts, whose keys are known exactly. Scores leave out the first and last frame, which every selection
has. Beside every selection stands the even one: hand-made keys are spread so evenly that it, too, finds many of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from benchmarks.thesis import published
from benchmarks.thesis.drawing import COLOURS, INK, KeyRow, dress, keep, key_rows, legend, sheet
from benchmarks.thesis.layers import WAYS, blocked
from benchmarks.timing import print_table
from unbake.keyframes.criteria import Metric
from unbake.keyframes.error_table import error_table
from unbake.keyframes.selection import KeyClass, Selection
from unbake.keyframes.space import select
from unbake.motion.motion import Motion
from unbake.motion.points import points_of
from unbake.performer import PosedPiece, piece, with_jitter, with_noise
from unbake.reduce.by_layers import choose_by_layers
from unbake.reduce.options import ReduceOptions
from unbake.reduce.take import Take

FPS, SHEET_FPS = 120, 24
NEAR, STRICT = 2 * FPS // SHEET_FPS, 2
"""Two frames of the animator's sheet, and two of the bake."""
LEADS = {"robotic-walk": ("hips",), "sneak": ("feet",), "turn-and-swing": ("neck", "head")}
"""Section 4.4.1."""
CRITERIA: tuple[tuple[str, Metric], ...] = (
    ("line-max", "pose"), ("line-sum", "pose"), ("lerp-max", "pose"), ("lerp-sum", "pose"), ("curve-max", "pose"),
    ("curve-max", "joint"), ("curve-sum", "pose"), ("curve-sum", "joint"),
)  # fmt: skip
AUTOMATIC = "layers: extremes"
"""What ``unbake reduce`` does by default; it finds what leads by itself."""
SUMS = ("line-sum", "lerp-sum", "curve-sum")
SEEDS = (0, 1, 2)
FAULTS: dict[str, Callable[[Motion, int], Motion]] = {
    "noise 0.1°, 0.5 mm": lambda motion, seed: with_noise(motion, 0.1, 0.0005, seed=seed),
    "noise 0.5°, 1 mm": lambda motion, seed: with_noise(motion, 0.5, 0.001, seed=seed),
    "jitter 0.5°, 2 mm": lambda motion, seed: with_jitter(motion, 0.5, 0.002, seed=seed),
}


@dataclass(frozen=True)
class Score:
    """How many keys were there, how many were found, and how many of those lie near one that was there."""

    wanted: int
    found: int
    hit: int

    @property
    def precision(self) -> float:
        """Part of the found keys that are right; 1 where none was found."""
        return self.hit / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """Part of the wanted keys that were found."""
        return self.hit / self.wanted if self.wanted else 1.0

    def __add__(self, other: Score) -> Score:
        return Score(self.wanted + other.wanted, self.found + other.found, self.hit + other.hit)


def pairs_within(wanted: Sequence[int], found: Sequence[int], reach: int) -> list[tuple[int, int]]:
    """Return as many pairs (wanted, found) at most `reach` frames apart as there can be, each frame in one at most.

    Both are sorted; taking the earliest that fit is then the best.
    """
    pairs, i, j = [], 0, 0
    while i < len(wanted) and j < len(found):
        if abs(wanted[i] - found[j]) <= reach:
            pairs.append((wanted[i], found[j]))
            i, j = i + 1, j + 1
        elif wanted[i] < found[j]:
            i += 1
        else:
            j += 1
    return pairs


def score(posed: PosedPiece, frames: Sequence[int], reach: int) -> Score:
    """Return how well frames recover the inner keys of a piece."""
    last = posed.motion.n_frames - 1
    wanted, found = ([f for f in some if 0 < f < last] for some in (posed.frames, frames))
    return Score(len(wanted), len(found), len(pairs_within(wanted, found, reach)))


def animators(posed: PosedPiece) -> Selection:
    """Return the animator's own keys with their classes."""
    classes: list[KeyClass] = ["keypose" if frame in posed.keyposes else "breakdown" for frame in posed.frames]
    return Selection(posed.frames, classes=tuple(classes))


def selections(posed: PosedPiece, motion: Motion) -> dict[str, Selection]:
    """Return the even selection and the best of each criterion, with as many keys as the animator; and the layers'."""
    count, last = len(posed.frames), motion.n_frames - 1
    found = {"even": Selection(tuple(round(float(f)) for f in np.linspace(0, last, count)))}
    points = points_of(motion)
    for criterion, metric in CRITERIA:
        space = select(error_table(points, criterion, metric=metric), keys_max=count)
        found[f"{criterion}, {metric}"] = space.selection(count)
    for way in WAYS:
        found[f"layers: {way}"] = blocked(motion, LEADS[posed.name], way).selection
    found[AUTOMATIC] = choose_by_layers(Take(motion), ReduceOptions(), lambda step, part: None).selection
    return found


def run(pictures: Path) -> dict[str, Any]:
    """Recover with and without faults, print, draw; return the figures."""
    pieces = [piece(name, fps=FPS) for name in LEADS]
    clean = {posed.name: selections(posed, posed.motion) for posed in pieces}
    figures: dict[str, Any] = {"clean": {p.name: _scores(p, clean[p.name]) for p in pieces}, "faults": {}}
    _print_scores("Hand-made keys found again, clean (section 4.4.1)", pieces, figures["clean"])
    figures["left_mm"] = {p.name: _left_mm(p) for p in pieces}
    _print_left(figures["left_mm"])
    figures["classes"] = {p.name: _classes(p, clean[p.name]) for p in pieces}
    _print_classes(figures["classes"])
    for name, fault in FAULTS.items():
        runs = {p.name: [_scores(p, selections(p, fault(p.motion, seed))) for seed in SEEDS] for p in pieces}
        figures["faults"][name] = {p.name: _mean_of(runs[p.name]) for p in pieces}
        _print_scores(f"The same with {name}, mean of {len(SEEDS)} seeds", pieces, figures["faults"][name])
    _draw_keys(pieces, clean, pictures / "thesis-4.8-recovered.png")
    _draw_reach(pieces, clean, pictures / "thesis-4.8-reach.png")
    return figures


def _scores(posed: PosedPiece, found: dict[str, Selection]) -> dict[str, dict[str, float]]:
    table = {}
    for name, selection in found.items():
        near, strict = (score(posed, selection.frames, reach) for reach in (NEAR, STRICT))
        table[name] = {
            "keys": float(len(selection)), "precision": near.precision, "recall": near.recall,
            "strict_precision": strict.precision, "strict_recall": strict.recall,
        }  # fmt: skip
    return table


def _left_mm(posed: PosedPiece) -> dict[str, float]:
    """Root mean square distance of the poses, in mm, that the animator's number of keys leaves, and that faults make.

    Where a selection leaves less than the noise, the noise decides where its keys go.
    """
    points, count = points_of(posed.motion), len(posed.frames)
    left = {}
    for criterion in SUMS:
        space = select(error_table(points, criterion, metric="pose"), keys_max=count)
        left[criterion] = 1000.0 * float(np.sqrt(space.error(count) / points.n_frames))
    for name, fault in FAULTS.items():
        moved = [points_of(fault(posed.motion, seed)).values - points.values for seed in SEEDS]
        left[name] = 1000.0 * float(np.sqrt(np.square(moved).sum(axis=2).mean()))
    return left


def _print_left(table: dict[str, dict[str, float]]) -> None:
    rows = [(name, *(f"{left:.1f}" for left in each.values())) for name, each in table.items()]
    print_table("Distance that as many keys leave, and that faults make: RMS, mm", ("", *SUMS, *FAULTS), rows)


def _mean_of(runs: Sequence[dict[str, dict[str, float]]]) -> dict[str, dict[str, float]]:
    return {
        name: {kind: float(np.mean([each[name][kind] for each in runs])) for kind in runs[0][name]} for name in runs[0]
    }


def _print_scores(title: str, pieces: Sequence[PosedPiece], table: dict[str, dict[str, dict[str, float]]]) -> None:
    rows = [
        (name, *(_cell(table[posed.name][name]) for posed in pieces)) for name in table[pieces[0].name]
    ]  # fmt: skip
    header = ("keys: precision/recall within 10 frames, within 2", *(f"{p.name} ({len(p.frames)})" for p in pieces))
    print_table(title, header, rows)


def _cell(scores: dict[str, float]) -> str:
    pairs = [(scores[f"{kind}precision"], scores[f"{kind}recall"]) for kind in ("", "strict_")]
    return f"{scores['keys']:.0f}: " + ", ".join(f"{100 * p:.0f}/{100 * r:.0f}" for p, r in pairs)


def _classes(posed: PosedPiece, found: dict[str, Selection]) -> dict[str, dict[str, int]]:
    """How many of the recovered keys, ends left out, have the animator's class."""
    table = {}
    last = posed.motion.n_frames - 1
    for name, selection in found.items():
        if name.startswith("layers"):
            inner = [frame for frame in selection.frames if 0 < frame < last]
            pairs = pairs_within([f for f in posed.frames if 0 < f < last], inner, NEAR)
            alike = sum((a in posed.keyposes) == (b in selection.keyposes) for a, b in pairs)
            table[name] = {
                "keyposes": len(selection.keyposes), "breakdowns": len(selection.breakdowns),
                "recovered": len(pairs), "of_the_same_class": alike,
            }  # fmt: skip
    return table


def _print_classes(table: dict[str, dict[str, dict[str, int]]]) -> None:
    rows = [
        (f"{name}, {way}", *(str(number) for number in counts.values()))
        for name, ways in table.items()
        for way, counts in ways.items()
    ]
    print_table("Their classes", ("", "keyposes", "breakdowns", "recovered", "of the same class"), rows)
    for name, (animator, thesis) in published.RECOVERED.items():
        print(f"  the thesis' piece like {name}: {animator} keys of the animator, {thesis} selected")


TITLE = "Keys of the animator, and found again: keyposes red, breakdowns green, without class black"
SHOWN = ("even", "line-max, pose", "lerp-sum, pose", "curve-max, joint", "curve-sum, pose")
DRAWN = (*SHOWN, *(f"layers: {way}" for way in WAYS), AUTOMATIC)


def _draw_keys(pieces: Sequence[PosedPiece], found: dict[str, dict[str, Selection]], path: Path) -> None:
    """The animator's keys and those of each selection, as figures 4.8 and 4.10 set them beside each other."""
    figure, panels = sheet(len(pieces), 1, 12.0, 9.6, TITLE)
    for axes, posed in zip(panels, pieces, strict=True):
        last = posed.motion.n_frames - 1
        dress(axes, posed.name)
        rows = [KeyRow(name, found[posed.name][name], name.startswith("layers")) for name in DRAWN]
        first = posed.motion.first_frame
        key_rows(axes, [KeyRow("animator", animators(posed)), *rows], first, last)
        axes.vlines(np.array(posed.frames) + first, -0.4, len(DRAWN) + 0.4, color=INK, lw=0.5, alpha=0.35, zorder=0)
    panels[-1].set_xlabel(f"frame of the bake, {FPS} a second")
    keep(figure, path)


def _draw_reach(pieces: Sequence[PosedPiece], found: dict[str, dict[str, Selection]], path: Path) -> None:
    """How many keys are found within how many frames."""
    figure, panels = sheet(
        1, len(pieces), 12.0, 4.2, "Part of the animator's inner keys found, by how near counts as found"
    )
    reaches = range(16)
    for axes, posed in zip(panels, pieces, strict=True):
        gap = float(np.median([b - a for a, b in pairwise(posed.frames)]))
        dress(axes, f"{posed.name}, a key every {gap:.0f} frames", "frames of the bake", "recall (%)")
        for name, colour in zip(SHOWN, (INK, *COLOURS), strict=False):
            recalls = [100.0 * score(posed, found[posed.name][name].frames, reach).recall for reach in reaches]
            style = "--" if name == "even" else "-"
            axes.plot(reaches, recalls, color=colour, lw=2, ls=style, marker="o", ms=3.5, label=name)
        axes.axvline(NEAR, color=INK, lw=0.8, ls=":")
        axes.set_ylim(-4, 104)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    legend(panels[0], "lower right")
    keep(figure, path)
