"""Who can tell which transplants look human: the thesis's machine, what is measured, and all together."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.ndimage import maximum_filter1d

from benchmarks.annotations.agreement import kappa
from benchmarks.annotations.labelled import bodies, is_reported
from benchmarks.transplants.drawn import FOLDER, Drawn, drawn
from unbake.annotations.guessing import margins_at
from unbake.annotations.training import TrainingOptions
from unbake.annotations.windows import WindowShape
from unbake.composition.enrichment.judge import judged_instants, scores
from unbake.composition.enrichment.machine_judge import Labelled, MachineJudge, train_judge
from unbake.composition.judging.passes import COLUMNS, read_pass
from unbake.feet.detect.guess.guess import guess_feet
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.motion.body.body_path import BodyPath
from unbake.synthesis.naturalness.errors import zero_moment_errors_m
from unbake.synthesis.transplants.scores.strangeness import RealArms

AROUND = 15
"""Half of the window over which the scores of single frames take their worst: half a second."""


@dataclass(frozen=True, eq=False)
class Case:
    """A labelled transplant, ready to be judged: (T,) arrays at 60 Hz."""

    drawn: Drawn
    body: BodyPath
    human: Booleans
    other_human: Booleans
    instants: Indices


def passes() -> tuple[dict[str, list[tuple[int, int]]], dict[str, list[tuple[int, int]]]]:
    """Return the stretches of each pass that do not look human, by transplant."""
    return stretches(FOLDER / "pass_a.csv"), stretches(FOLDER / "pass_b.csv")


def stretches(path: Path) -> dict[str, list[tuple[int, int]]]:
    """Return the stretches of one pass that do not look human, first and last frame from 0.

    The studio's passes say yes and no and number frames from 1; those made from sheets list what is not, from 0.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    if path.read_text().startswith(",".join(COLUMNS["transplants"])):
        for name, runs in read_pass(path).answers.items():
            found[name] = [(run.first - 1, run.last - 1) for run in runs if not run.is_yes]
        return found
    with path.open() as file:
        for row in csv.DictReader(file):
            found.setdefault(row["transplant"], []).append((int(row["first"]), int(row["last"])))
    return found


def cases() -> list[Case]:
    """Return all labelled transplants."""
    first, second = passes()
    out = []
    for one in drawn():
        body = one.body()
        said = []
        for stretches in (first, second):
            human = np.ones(body.n_instants, dtype=np.bool_)
            for start, last in stretches.get(one.name, []):
                human[start : last + 1] = False
            said.append(human)
        out.append(Case(one, body, said[0], said[1], judged_instants(body.n_instants)))
    return out


def agreement(chosen: Sequence[Case]) -> dict[str, float]:
    """Return how far the passes agree, over all frames, and over those that can be judged."""
    a, b = (np.concatenate(parts) for parts in ([c.human for c in chosen], [c.other_human for c in chosen]))
    inner = [(c.human[c.instants], c.other_human[c.instants]) for c in chosen]
    c, d = (np.concatenate(parts) for parts in zip(*inner, strict=True))
    return {
        "transplants": len(chosen),
        "frames": len(a),
        "same": float((a == b).mean()),
        "kappa": kappa(a, b),
        "judged_frames": len(c),
        "judged_same": float((c == d).mean()),
        "judged_kappa": kappa(c, d),
        "not_human_a": float((~c).mean()),
        "not_human_b": float((~d).mean()),
    }


def auc(score: Floats, is_yes: Booleans) -> float:
    """Return the area under the ROC curve: how often a yes has a higher score than a no."""
    from scipy.stats import rankdata

    yes, no = int(is_yes.sum()), int((~is_yes).sum())
    if not yes or not no:
        return float("nan")
    ranks = rankdata(score)
    return float((ranks[is_yes].sum() - yes * (yes + 1) / 2.0) / (yes * no))


def real_bodies(*, reported: bool) -> list[BodyPath]:
    """Return the bodies of all clips for reporting only, or of those for tuning."""
    return [path for name, (path, *_) in bodies().items() if is_reported(name) == reported]


def judge_of(chosen: Sequence[Case], options: TrainingOptions) -> MachineJudge:
    """Return a machine taught by some transplants and by all real clips for tuning."""
    labelled = [Labelled(case.body, case.human.astype(np.int8), number) for number, case in enumerate(chosen)]
    return train_judge(real_bodies(reported=False), labelled, options)


def margins(judge: MachineJudge, case: Case) -> Floats:
    """Return a machine's margins at the instants that can be judged."""
    return margins_at(judge.machines, case.body, case.instants)[:, 0]


def measures(chosen: Sequence[Case]) -> list[Floats]:
    """Return for each case what the judge by measures adds up (N, 3), beside arms of the clips of its own kind."""
    arms = {kind: RealArms(real_bodies(reported=kind)) for kind in {case.drawn.is_reported for case in chosen}}
    return [scores(arms[case.drawn.is_reported], case.body)[case.instants] for case in chosen]


def zero_moment(case: Case) -> Floats:
    """Return the error of the zero moment point, the worst of half a second around each instant, in metres."""
    motion = case.drawn.motion()
    labels = guess_feet(motion).labels
    balance = np.nan_to_num(zero_moment_errors_m(motion, labels), nan=0.0)[: case.body.n_instants]
    return np.asarray(maximum_filter1d(balance, 2 * AROUND + 1, mode="nearest")[case.instants])


def fitted(rows: Floats, human: Booleans) -> tuple[Floats, float]:
    """Return the weights and the shift of a logistic sum of columns that were brought to one spread."""
    from sklearn.linear_model import LogisticRegression

    middle, spread = rows.mean(axis=0), rows.std(axis=0)
    model = LogisticRegression().fit((rows - middle) / spread, human)
    weights = model.coef_[0] / spread
    return weights, float(model.intercept_[0] - weights @ middle)


def confusion(yes: Booleans, human: Booleans) -> dict[str, float]:
    """Return error, false positives as part of all frames, and as part of what does not look human."""
    wrong_yes = yes & ~human
    return {
        "error": float((yes != human).mean()),
        "false_positives": float(wrong_yes.mean()),
        "passed": float(wrong_yes.sum() / max((~human).sum(), 1)),
        "refused": float((~yes & human).sum() / max(human.sum(), 1)),
        "judged_human": float(yes.mean()),
    }


def interval(score: list[Floats], human: list[Booleans]) -> list[float]:
    """Return the 95 % interval of the AUC, by drawing transplants again a thousand times."""
    rng, found = np.random.default_rng(0), []
    for _ in range(1000):
        some = rng.integers(len(score), size=len(score))
        found.append(auc(np.concatenate([score[n] for n in some]), np.concatenate([human[n] for n in some])))
    return [float(value) for value in np.nanpercentile(found, [2.5, 97.5])]


def roc(score: Floats, human: Booleans) -> list[tuple[float, float]]:
    """Return points of the curve: what passes of what is not human, and of what is, at twenty thresholds."""
    return [
        (float((score[~human] >= limit).mean()), float((score[human] >= limit).mean()))
        for limit in np.quantile(score, np.linspace(0.0, 1.0, 21))
    ]


OPTIONS = {"SVM of 61 frames": TrainingOptions(), "SVM of 7 frames": TrainingOptions(WindowShape(10))}


def figures() -> dict[str, Any]:
    """Return all figures: agreement, judges on clips for reporting, single scores, rules left out."""
    every = cases()
    tuning = [case for case in every if not case.drawn.is_reported]
    reported = [case for case in every if case.drawn.is_reported]
    human_of = [case.human[case.instants] for case in reported]
    human, taught = np.concatenate(human_of), np.concatenate([case.human[case.instants] for case in tuning])
    other = np.concatenate([case.other_human[case.instants] for case in reported])
    out: dict[str, Any] = {"agreement": agreement(every), "agreement_reported": agreement(reported)}
    out["not human"] = {"tuning": float((~taught).mean()), "reported": float((~human).mean())}
    out["the other pass"] = confusion(other, human)
    out["always yes"] = confusion(np.ones_like(human), human)
    svm: dict[str, list[Floats]] = {}
    for name, options in OPTIONS.items():
        judge = judge_of(tuning, options)
        svm[name] = [margins(judge, case) for case in reported]
        yes = judge.machines.probability(np.concatenate(svm[name])[:, None])[:, 0] >= 0.5
        out[name] = confusion(yes, human) | _ranked(svm[name], human_of) | {"support": len(judge.machines.vectors)}
        print(name, flush=True)
    own, theirs = measures(tuning), measures(reported)
    for column, name in enumerate(("limbs in each other", "jerk", "strange arms")):
        out[name] = _ranked([-rows[:, column] for rows in theirs], human_of)
    out["zero moment point"] = _ranked([-zero_moment(case) for case in reported], human_of)
    weights, shift = fitted(np.concatenate(own), taught)
    found = [rows @ weights + shift for rows in theirs]
    out["measures"] = confusion(np.concatenate(found) >= 0.0, human) | _ranked(found, human_of)
    out["measures"] |= {"weights": weights.tolist(), "shift": shift}
    out["measures, judged by the other pass"] = confusion(np.concatenate(found) >= 0.0, other)
    out["measures and SVM"] = with_svm(tuning, own, theirs, svm["SVM of 7 frames"], human_of)
    out["rules left out"] = left_out(tuning, reported, own, theirs)
    return out


def _ranked(score: list[Floats], human: list[Booleans]) -> dict[str, Any]:
    joined_score, joined_human = np.concatenate(score), np.concatenate(human)
    return {
        "auc": auc(joined_score, joined_human),
        "auc_interval": interval(score, human),
        "roc": roc(joined_score, joined_human),
    }


def with_svm(
    tuning: list[Case], own: list[Floats], theirs: list[Floats], svm: list[Floats], human: list[Booleans]
) -> dict[str, Any]:
    """Return the figures of a logistic sum with the machine's margin, that of machines which share no source clip."""
    options = OPTIONS["SVM of 7 frames"]
    margin: dict[int, Floats] = {}
    for part in range(5):
        members = range(part, len(tuning), 5)
        left = {name for number in members for name in tuning[number].drawn.sources}
        judge = judge_of([case for case in tuning if not left & set(case.drawn.sources)], options)
        margin |= {number: margins(judge, tuning[number]) for number in members}
    rows = np.concatenate([np.column_stack([own[n], margin[n]]) for n in range(len(tuning))])
    weights, shift = fitted(rows, np.concatenate([case.human[case.instants] for case in tuning]))
    found = [np.column_stack([one, other]) @ weights + shift for one, other in zip(theirs, svm, strict=True)]
    return confusion(np.concatenate(found) >= 0.0, np.concatenate(human)) | _ranked(found, human)


def left_out(tuning: list[Case], reported: list[Case], own: list[Floats], theirs: list[Floats]) -> dict[str, Any]:
    """Return what the judge by measures says of each rule's reported transplants, fitted without that rule's."""
    out: dict[str, Any] = {}
    score: list[Floats] = []
    human: list[Booleans] = []
    for rule in dict.fromkeys(case.drawn.recipe.rule for case in tuning):
        some = [n for n, case in enumerate(tuning) if case.drawn.recipe.rule != rule]
        said = np.concatenate([tuning[n].human[tuning[n].instants] for n in some])
        weights, shift = fitted(np.concatenate([own[n] for n in some]), said)
        asked = [n for n, case in enumerate(reported) if case.drawn.recipe.rule == rule]
        found = [theirs[n] @ weights + shift for n in asked]
        truth = [reported[n].human[reported[n].instants] for n in asked]
        one = confusion(np.concatenate(found) >= 0.0, np.concatenate(truth))
        out[rule] = one | {"not_human": float((~np.concatenate(truth)).mean())}
        score, human = score + found, human + truth
    joined_score, joined_human = np.concatenate(score), np.concatenate(human)
    return out | {"all": confusion(joined_score >= 0.0, joined_human) | _ranked(score, human)}
