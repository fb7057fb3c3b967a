"""How feet are found by default, by kind of motion: ``python -m benchmarks.feet.kinds [--grow]``.

Writes two tables of the page on feet: against labels (the performer's exact ones, those by hand of people that were not
taught, those by hand of clips kept for reporting), and what plants are like on whole clips, where no label is needed.
Labels by hand of tuned subjects need trees grown without each subject, some minutes; without ``--grow`` the figures in
``benchmarks/results/VERSION-kinds.json`` stay.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import unbake
from benchmarks.clips import DATA
from benchmarks.feet.detection import Conduct, by_default
from benchmarks.feet.metrics import Tally
from benchmarks.feet.page import write_table
from benchmarks.feet.performer import judged_takes
from benchmarks.feet.real_clips import RealClip, labelled_clips
from benchmarks.feet.reported_labels import kind_of, reported_clips
from benchmarks.feet.train_detector import grown_without, library, rows_of_takes
from unbake.feet.detect.guess.foot_paths import foot_paths
from unbake.feet.detect.guess.guess import guess_of_trees
from unbake.formats.registry import load_motion
from unbake.learning.trees import Trees

KINDS = ("walk", "run", "jump", "turn", "stairs and steps", "stand", "fight stances", "dance")
PERFORMED = {"stairs": "stairs and steps", "reach": "stand"} | {kind: kind for kind in KINDS}
"""Kind by the performer's action; sneaking is no kind of its own."""
BY_HAND = {
    "walk": ("02_01", "05_01", "16_15", "16_22", "16_32", "16_33", "16_34", "16_47"),
    "run": ("02_03", "16_08", "16_35", "16_36", "16_40", "16_44", "16_56", "16_57"),
    "jump": ("02_04", "16_01", "16_02", "16_09", "49_02"),
}
"""Stretches labelled by hand, with starts and stops."""
WHOLE = {
    "walk": ("06_01", "10_04", "32_01", "32_02", "38_01", "38_02", "55_04"),
    "stand": ("02_06",),
    "fight stances": ("02_07", "02_08", "02_09"),
    "dance": ("05_02", "05_03", "05_06"),
}
"""Clips without labels; those of dance were tuned on, the others are for reporting."""
PERFORMER, HAND, REPORTED = "performer", "by hand, person not taught", "by hand, clips for reporting"
NOISES_DEG = (0.0, 0.3, 0.8)
FILE = Path(__file__).parents[1] / "results" / f"{unbake.__version__}-kinds.json"
LABEL_HEADER = ("kind", "judged by", "plants", "%", "F1", "onset, ms", "offset, ms", "flickers, %")
WHOLE_HEADER = ("kind", "clips", "plants", "fastest, m/s", "above 0.6 m/s, %", "still and low: planted, %", "short, %")

Scores = dict[str, dict[str, float]]
"""Figures by kind."""


def of_performer() -> Scores:
    """Return scores against the performer's contacts, three sizes of noise together."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for noise in NOISES_DEG:
        for take in judged_takes(noise):
            if kind := PERFORMED.get(take.action):
                paths = foot_paths(take.motion)
                tallies[kind].add(by_default(paths), take.labels.planted(), paths.fps)
    return _scores(tallies)


def of_reported() -> Scores:
    """Return scores against labels by hand of clips that nothing was tuned on."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for clip in reported_clips():
        for kind in (kind_of(clip.name), "all"):
            _add(tallies[kind], clip, None)
    return _scores(tallies)


def of_hands(trees: dict[str, tuple[Trees, Trees]]) -> Scores:
    """Return scores against labels by hand, by trees of each subject that know nothing of this subject."""
    kinds = {name: kind for kind, names in BY_HAND.items() for name in names}
    tallies: dict[str, Tally] = defaultdict(Tally)
    for clip in labelled_clips():
        for kind in (kinds[clip.name], "all"):
            _add(tallies[kind], clip, trees[clip.name.split("_")[0]])
    return _scores(tallies)


def _add(tally: Tally, clip: RealClip, trees: tuple[Trees, Trees] | None) -> None:
    paths, part = foot_paths(clip.motion), slice(clip.first, clip.last + 1)
    planted = by_default(paths) if trees is None else guess_of_trees(paths, trees)[1]
    tally.add(planted[part], clip.labels.planted()[part], paths.fps)


def _scores(tallies: dict[str, Tally]) -> Scores:
    return {kind: tally.scores() | {"plants": tally.true} for kind, tally in tallies.items()}


def of_whole_clips() -> Scores:
    """Return what plants are like on clips without labels."""
    out = {}
    for kind, names in WHOLE.items():
        conduct = Conduct()
        for name in names:
            file = DATA / "cmu" / name[:2] / f"{name}.amc"
            if file.exists():
                paths = foot_paths(load_motion(file))
                conduct.add(paths, by_default(paths))
        if conduct.frames:
            out[kind] = conduct.scores() | {"clips": len(names)}
    return out


def label_rows(figures: dict[str, Scores]) -> list[list[str]]:
    """Return the rows of the table of labels, by kind and judge."""
    judges = (PERFORMER, HAND, REPORTED)
    found = [(kind, j, figures[j][kind]) for kind in (*KINDS, "all") for j in judges if kind in figures.get(j, {})]
    return [[kind, judge, *_label_cells(scores)] for kind, judge, scores in found]


def _label_cells(scores: dict[str, float]) -> Iterable[str]:
    yield f"{scores['plants']:.0f}"
    yield f"{100.0 * scores['accuracy']:.1f}"
    yield f"{scores['f1']:.3f}"
    for end in ("onset", "offset"):
        mean, size = scores[f"{end}_ms"], scores[f"{end}_abs_ms"]
        yield "–" if mean != mean else f"{mean:+.0f} ({size:.0f})"
    yield f"{100.0 * scores['flickers']:.1f}"


def whole_rows(figures: Scores) -> list[list[str]]:
    """Return the rows of the table of clips without labels."""
    return [
        [
            kind,
            f"{one['clips']:.0f}",
            f"{one['plants']:.0f}",
            f"{one['fastest_m_s']:.2f}",
            f"{100.0 * one['fast']:.1f}",
            f"{100.0 * one['still_planted']:.1f}",
            f"{100.0 * one['short']:.1f}",
        ]
        for kind, one in figures.items()
    ]


def write(figures: dict[str, Scores]) -> None:
    """Keep the figures and write the tables."""
    FILE.write_text(json.dumps(figures, indent=1) + "\n")
    write_table("detection by kind", LABEL_HEADER, label_rows(figures))
    write_table("plants by kind", WHOLE_HEADER, whole_rows(figures["whole clips"]))


def main() -> None:
    """Measure, keep the figures, write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--grow", action="store_true", help="grow trees without each subject that is labelled by hand")
    asked = parser.parse_args()
    figures = {PERFORMER: of_performer(), REPORTED: of_reported(), "whole clips": of_whole_clips()}
    if asked.grow:
        figures[HAND] = of_hands(grown_without(labelled_clips(), rows_of_takes(library())))
    elif FILE.exists() and HAND in (kept := json.loads(FILE.read_text())):
        figures[HAND] = kept[HAND]
    write(figures)


if __name__ == "__main__":
    main()
