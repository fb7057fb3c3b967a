"""Random multi-way blends that people label as natural or not, and what scores make of their labels.

The thesis (section 5.5) labels 400 blends once. Here two passes over the same blends, on different days, say how far
labels agree with themselves, which no score can beat. Blends are numbered from 0 and are the same in every run. Labels
are lines of ``blend,first,second`` with ``natural`` or ``unnatural``, below a line that names the columns; a blend that
is left open in a pass has nothing there.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from benchmarks.scores.clips import TUNING, source
from benchmarks.scores.rocs import area_by_clip
from unbake.errors import FileError
from unbake.ground.arrays import Booleans
from unbake.motion.body.body_path import body_path
from unbake.synthesis.blending.blended import Blended
from unbake.synthesis.blending.multiway import multiway_blend
from unbake.synthesis.naturalness.calibrated import CalibratedScore
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.learnt.hmm_ensemble import trained_ensemble
from unbake.synthesis.naturalness.score import Score
from unbake.synthesis.naturalness.thesis_sum import ThesisSum

HAND = Path(__file__).parent / "labels" / "blends.csv"
BLENDS, LENGTH, SEED = 400, 60, 5
MOST_BETWEEN = 2
WORDS = {"natural": False, "unnatural": True}
PERSON = "16"
"""Whose clips are blended: blends need one skeleton."""


def blend(number: int) -> Blended:
    """Return one of the blends: random stretches of a second, by way of up to two others."""
    rng = np.random.default_rng([SEED, number])
    clips = [name for name in TUNING if name.startswith(PERSON) and source(name).n_frames >= LENGTH]
    stretches = []
    for name in rng.choice(clips, 2 + int(rng.integers(MOST_BETWEEN + 1))):
        whole = source(str(name))
        first = int(rng.integers(whole.n_frames - LENGTH + 1))
        stretches.append(whole.window(first, first + LENGTH - 1))
    return multiway_blend(stretches)


def read_labels(path: Path) -> dict[int, tuple[bool | None, bool | None]]:
    """Return whether each blend that is labelled was called unnatural in either pass; None where it was left open.

    Raises
    ------
    FileError : a file that cannot be read, other columns, an unknown word or number, a blend that comes twice.
    """
    try:
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(path, f"cannot be read: {error}") from error
    if not rows or rows[0] != ["blend", "first", "second"]:
        raise FileError(path, "has other columns", expected="blend,first,second")
    found: dict[int, tuple[bool | None, bool | None]] = {}
    for line, row in enumerate(rows[1:], start=2):
        words = [word.strip() for word in row]
        if len(words) != 3 or not words[0].isdigit() or any(w and w not in WORDS for w in words[1:]):
            raise FileError(path, "is no label of a blend", line=line, expected="number,natural or unnatural,the same")
        number = int(words[0])
        if number >= BLENDS or number in found:
            raise FileError(path, f"blend {number} is unknown or comes twice", line=line)
        found[number] = (WORDS.get(words[1]), WORDS.get(words[2]))
    return found


def agreement(first: Booleans, second: Booleans) -> tuple[float, float]:
    """Return the part of blends on which both passes agree, and Cohen's kappa."""
    same = float((first == second).mean())
    chance = float(first.mean() * second.mean() + (1.0 - first.mean()) * (1.0 - second.mean()))
    return same, (same - chance) / (1.0 - chance) if chance < 1.0 else 1.0


def table_of_hand_labels(path: Path = HAND) -> list[list[str]]:
    """Return the area of each score on labelled blends on which both passes agree, and how far they do."""
    labels = {n: pair for n, pair in read_labels(path).items() if None not in pair}
    numbers = list(labels)
    passes = np.array([labels[n] for n in numbers], dtype=np.bool_)
    same, kappa = agreement(passes[:, 0], passes[:, 1])
    agreed = np.flatnonzero(passes[:, 0] == passes[:, 1])
    blends = [JudgedMotion.of_blend(blend(numbers[row])) for row in agreed]
    names = [str(numbers[row]) for row in agreed]
    ensemble = trained_ensemble([body_path(source(name).motion) for name in TUNING if not name.startswith(PERSON)])
    scores: list[Score] = [ThesisSum(), ensemble, CalibratedScore()]
    rows = [["both passes agree on", f"{same:.0%} of {len(numbers)}, kappa {kappa:.2f}"]]
    for score in scores:
        totals = np.array([score(one).total for one in blends])
        rows.append([score.name, str(area_by_clip(totals, passes[agreed, 0], names))])
    return rows
