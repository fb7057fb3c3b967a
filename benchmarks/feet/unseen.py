"""Feet cleaned up on clips that nothing was tuned on: ``python -m benchmarks.feet.unseen [--tuned] [--strips FOLDER]``.

Walks of five people and four clips of a sixth, kept for reporting; ``--tuned`` takes clips that settings were chosen
on. Labels are those that a clean-up asks for by default. Strips show the leg with the worst joint around its worst
frame, capture in grey and result in colour, above the accelerations of its joints.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import unbake
from benchmarks.clips import DATA
from benchmarks.feet.page import write_table
from benchmarks.feet.strips import save_strip
from benchmarks.timing import print_table
from unbake.feet.boundary_peaks import worst_peak
from unbake.feet.clean.clean import CleanedFeet, clean_feet
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.labels import FootLabels
from unbake.feet.legs import Legs, legs_of
from unbake.feet.skating import cleaning_cost, drifts_m, skating
from unbake.formats.registry import load_motion
from unbake.motion.motion import Motion

REPORTED = ("06_01", "10_04", "32_01", "32_02", "38_01", "38_02", "55_04", "02_06", "02_07", "02_08", "02_09")
TUNED = ("02_01", "02_03", "02_05", "05_02", "14_04", "16_05", "16_11", "16_18", "16_32", "16_45", "16_47", "17_03")
"""Some of those that settings were chosen on, as are 17_10 and 49_03."""
MOST_FRAMES = 1500
TABLE = "clean-up of unseen clips"
HEADER = (
    "clip",
    "plants",
    "where held, mm",
    "over whole labels, mm",
    "joints jerked ×",
    "toes bent, °",
    "toes turn a frame, °",
    "in the floor, mm",
    "root, cm",
    "joints, cm",
)
"""Drift before and after, on average; how much harder the worst joint is accelerated where plants begin and end; by how
much the largest bend and turn of toes grew; the deepest point in the floor; how far root and joints moved at most."""


def clips(names: Sequence[str]) -> Iterator[tuple[str, Motion]]:
    """Yield the first frames of each clip that is present."""
    for name in names:
        file = DATA / "cmu" / name[:2] / f"{name}.amc"
        if file.exists():
            motion = load_motion(file)
            yield name, motion.excerpt(motion.first_frame, min(motion.last_frame, motion.first_frame + MOST_FRAMES - 1))


def drift_mm(motion: Motion, labels: FootLabels, legs: Legs) -> float:
    """Return how far planted points stray, on average over the plants."""
    drifts = drifts_m(legs.points_m(motion), labels)
    return 1000.0 * float(drifts.mean()) if len(drifts) else 0.0


def measured(motion: Motion, labels: FootLabels, found: CleanedFeet, legs: Legs) -> dict[str, Any]:
    """Return the figures of one clip."""
    cost = cleaning_cost(motion, found.motion, labels, legs)
    moved = np.linalg.norm(found.motion.positions() - motion.positions(), axis=2)
    parts = {"held": found.held_part, "labels": labels}
    return {
        "plants": len(found.labels.plants),
        "drift_mm": {n: [drift_mm(m, part, legs) for m in (motion, found.motion)] for n, part in parts.items()},
        "jerked": cost.peak_ratio,
        "toes_bent_deg": cost.toes_bent_deg,
        "toes_jump_deg": cost.toes_jump_deg,
        "sinking_mm": [skating(m, labels, legs, found.ground, found.sole_m).sinking_mm for m in (motion, found.motion)],
        "root_cm": 100.0 * float(np.linalg.norm(found.root_shift_m, axis=1).max()),
        "joints_cm": 100.0 * float(moved.max()),
    }


def run(names: Sequence[str], strips: Path | None = None) -> dict[str, Any]:
    """Clean and measure the clips that are present, and print a table."""
    figures: dict[str, Any] = {}
    for name, motion in clips(names):
        legs, labels = legs_of(motion), guess_feet(motion).labels
        found = clean_feet(motion, labels, legs=legs)
        figures[name] = measured(motion, labels, found, legs)
        if strips is not None:
            joints = [joint for leg in legs.both for joint in (leg.hip, leg.knee, leg.ankle, leg.toe)]
            peak = worst_peak(motion, found.motion, labels, joints)
            row = joints.index(peak.joint) // 4 if peak.joint >= 0 else 0
            title = f"{name}, {figures[name]['jerked']:.2f} times"
            save_strip(strips / f"{name}.png", title, motion, found, legs, max(peak.frame, 0), row)
    if not figures:
        print("no real clips here")
        return figures
    print_table(f"{len(figures)} clips cleaned up, labels guessed", HEADER, rows_of(figures))
    return figures


def rows_of(figures: dict[str, Any]) -> list[list[str]]:
    """Return the rows of the table, a clip each, and what they come to."""
    return [*(_row(name, clip) for name, clip in figures.items()), _summary(figures)]


def _row(name: str, clip: dict[str, Any]) -> list[str]:
    held, labels, sinks = clip["drift_mm"]["held"], clip["drift_mm"]["labels"], clip["sinking_mm"]
    return [
        name,
        str(clip["plants"]),
        f"{held[0]:.1f} → {held[1]:.1f}",
        f"{labels[0]:.1f} → {labels[1]:.1f}",
        f"{clip['jerked']:.2f}",
        f"{clip['toes_bent_deg']:+.1f}",
        f"{clip['toes_jump_deg']:+.1f}",
        f"{sinks[0]:.0f} → {sinks[1]:.0f}",
        f"{clip['root_cm']:.1f}",
        f"{clip['joints_cm']:.1f}",
    ]


def _summary(figures: dict[str, Any]) -> list[str]:
    def mean(values: list[float]) -> float:
        return float(np.mean(values))

    all_clips = list(figures.values())
    held, labels = ([c["drift_mm"][name] for c in all_clips] for name in ("held", "labels"))
    jerked = [c["jerked"] for c in all_clips]
    return [
        "mean / worst",
        str(sum(c["plants"] for c in all_clips)),
        f"{mean([h[0] for h in held]):.1f} → {mean([h[1] for h in held]):.1f}",
        f"{mean([h[0] for h in labels]):.1f} → {mean([h[1] for h in labels]):.1f}",
        f"{mean(jerked):.2f} / {max(jerked):.2f}",
        f"{max(c['toes_bent_deg'] for c in all_clips):+.1f}",
        f"{max(c['toes_jump_deg'] for c in all_clips):+.1f}",
        f"{max(c['sinking_mm'][0] for c in all_clips):.0f} → {max(c['sinking_mm'][1] for c in all_clips):.0f}",
        f"{mean([c['root_cm'] for c in all_clips]):.1f} / {max(c['root_cm'] for c in all_clips):.1f}",
        f"{mean([c['joints_cm'] for c in all_clips]):.1f} / {max(c['joints_cm'] for c in all_clips):.1f}",
    ]


def main() -> None:
    """Print the table; write figures and page of the clips that are for reporting, and strips where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuned", action="store_true")
    parser.add_argument("--strips", type=Path)
    wanted = parser.parse_args()
    if wanted.strips is not None:
        wanted.strips.mkdir(parents=True, exist_ok=True)
    figures = run(TUNED if wanted.tuned else REPORTED, wanted.strips)
    if figures and not wanted.tuned:
        file = Path(__file__).parents[1] / "results" / f"{unbake.__version__}-feet.json"
        file.write_text(json.dumps(figures, indent=1) + "\n")
        write_table(TABLE, HEADER, rows_of(figures))


if __name__ == "__main__":
    main()
