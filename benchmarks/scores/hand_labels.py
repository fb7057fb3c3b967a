"""What readers said of random blends in two passes, how far they agree, and what scores make of the same blends.

Labels are lines of ``blend,natural,reason`` below a line that names the columns, ``yes`` or ``no``; strips that a pass
left open are not in its file. What is learnt from labels, or from natural motion, is taught the first half of the clips
and asked about blends of the second, see `benchmarks.scores.random_blends`.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.scores.clips import source
from benchmarks.scores.random_blends import HALVES, ITEMS, Item, item
from benchmarks.scores.rocs import area_by_clip
from unbake.errors import FileError
from unbake.ground.arrays import Booleans, Floats
from unbake.motion.body.body_path import body_path
from unbake.synthesis.naturalness.calibrated import CalibratedScore, ScoreWeights, felt_seconds, measured_terms
from unbake.synthesis.naturalness.calibration import fitted_weights
from unbake.synthesis.naturalness.learnt.hmm_ensemble import trained_ensemble
from unbake.synthesis.naturalness.learnt.pose_machine import PoseMachine, trained_machine, windows
from unbake.synthesis.naturalness.score import Score
from unbake.synthesis.naturalness.thesis_sum import ThesisSum

PASSES = tuple(Path(__file__).parent / "labels" / f"pass_{which}.csv" for which in "ab")
COLUMNS = ["blend", "natural", "reason"]
IS_UNNATURAL = {"yes": False, "no": True}


def read_labels(path: Path) -> dict[int, bool]:
    """Return whether each strip that a pass labels was called unnatural.

    Raises
    ------
    FileError : a file that cannot be read, other columns, an unknown word or number, a strip that comes twice.
    """
    try:
        rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(path, f"cannot be read: {error}") from error
    if not rows or rows[0] != COLUMNS:
        raise FileError(path, "has other columns", expected=",".join(COLUMNS))
    found: dict[int, bool] = {}
    for line, row in enumerate(rows[1:], start=2):
        words = [word.strip() for word in row]
        if len(words) != len(COLUMNS) or not words[0].isdigit() or words[1] not in IS_UNNATURAL:
            raise FileError(path, "is no label of a blend", line=line, expected="number,yes or no,reason")
        number = int(words[0])
        if number >= ITEMS or number in found:
            raise FileError(path, f"strip {number} is unknown or comes twice", line=line)
        found[number] = IS_UNNATURAL[words[1]]
    return found


def agreement(first: Booleans, second: Booleans) -> tuple[float, float]:
    """Return the part of strips on which both passes agree, and Cohen's kappa."""
    same = float((first == second).mean())
    chance = float(first.mean() * second.mean() + (1.0 - first.mean()) * (1.0 - second.mean()))
    return same, (same - chance) / (1.0 - chance) if chance < 1.0 else 1.0


def kept_passes() -> tuple[list[Item], Booleans]:
    """Return the strips that all passes label of which there is a file, and if each calls them unnatural (N, P)."""
    passes = [read_labels(path) for path in PASSES if path.exists()]
    numbers = sorted(set.intersection(*(set(own) for own in passes)))
    return [item(n) for n in numbers], np.array([[own[n] for own in passes] for n in numbers], dtype=np.bool_)


def table_of_agreement(items: Sequence[Item], said: Booleans) -> list[list[str]]:
    """Return how many blends and captures each pass calls natural, and how far the passes agree on blends."""
    is_blend = np.array([one.is_blend for one in items])
    natural = [[f"{int((~own).sum())} of {len(own)}" for own in said[rows].T] for rows in (is_blend, ~is_blend)]
    out = [["blends called natural", *natural[0]], ["captures among them called natural", *natural[1]]]
    if said.shape[1] > 1:
        same, kappa = agreement(*said[is_blend].T)
        out.append(["both passes agree on", f"{same:.0%} of blends", f"kappa {kappa:.2f}"])
    return out


def table_of_hand_labels(items: Sequence[Item], said: Booleans) -> list[list[str]]:
    """Return the area of each score on blends of which all passes say the same: all, and those of the second half."""
    agreed = [n for n, one in enumerate(items) if one.is_blend and said[n].all() == said[n].any()]
    blends, flags = [items[n] for n in agreed], said[agreed, 0]
    first, second = (np.array([one.half == half for one in blends]) for half in (0, 1))
    counts = [f"{int(flags[rows].sum())} of {int(rows.sum())}" for rows in (first | second, second)]
    out = [["unnatural", *counts]]
    for score in (ThesisSum(with_balance=False), ThesisSum(with_plants=False), ThesisSum(), CalibratedScore()):
        totals = np.array([score(one.judged).total for one in blends])
        out.append([score.name, *(_area(totals, flags, blends, rows) for rows in (first | second, second))])
    taught = [one for one, chosen in zip(blends, first, strict=True) if chosen]
    for name, learnt in _learnt(taught, flags[first]).items():
        totals = np.array([learnt(one.judged).total if rows else 0.0 for one, rows in zip(blends, second, strict=True)])
        out.append([name, "", _area(totals, flags, blends, second)])
    return out


def _area(totals: Floats, flags: Booleans, blends: Sequence[Item], rows: Booleans) -> str:
    """The area among some blends, bounded by drawing the clips that blends begin in."""
    names = [one.clips[0] for one, chosen in zip(blends, rows, strict=True) if chosen]
    return str(area_by_clip(totals[rows], flags[rows], names))


def _learnt(taught: Sequence[Item], flags: Booleans) -> dict[str, Score]:
    """Scores that know the first half of the clips, or labels of blends of it."""
    return {
        "HMM ensemble, captures of the first half": trained_ensemble([body_path(source(n).motion) for n in HALVES[0]]),
        "SVM, labels of the first half": _machine(taught, flags),
        "calibrated, labels of the first half": CalibratedScore(_weights(taught, flags)),
    }


def _machine(taught: Sequence[Item], flags: Booleans) -> PoseMachine:
    """Taught the middle of each blend and its mirror image."""
    rows = []
    for one in taught:
        both = (one.judged.path, one.judged.path.mirrored())
        rows.append(np.concatenate([windows(path, np.array([path.n_instants // 2])) for path in both]))
    return trained_machine(rows, [bool(flag) for flag in flags])


def _weights(taught: Sequence[Item], flags: Booleans) -> ScoreWeights:
    """Fitted to the second in the middle of each blend."""
    rows = [felt_seconds(measured_terms(one.judged), one.judged.fps) for one in taught]
    return fitted_weights(np.stack([own[len(own) // 2] for own in rows]), flags)
