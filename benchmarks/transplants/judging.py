"""Who can tell which transplants look human: the judge, other scores, and all together."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.annotations.agreement import kappa
from benchmarks.annotations.labelled import bodies, is_reported
from benchmarks.transplants.drawn import FOLDER, Drawn, drawn, real
from unbake.annotations.guessing import margins_at
from unbake.annotations.machines import FlagMachines
from unbake.annotations.training import TrainingOptions
from unbake.annotations.windows import WindowShape
from unbake.composition.enrichment.judge import Labelled, judged_instants, train_judge
from unbake.feet.detect.guess.guess import guess_feet
from unbake.ground.arrays import Booleans, Floats, Indices
from unbake.motion.body.body_path import BodyPath
from unbake.synthesis.naturalness.errors import zero_moment_errors_m
from unbake.synthesis.transplants.capsules import penetration_m
from unbake.synthesis.transplants.measured import jerk_m_s3

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
    out = []
    for which in ("a", "b"):
        found: dict[str, list[tuple[int, int]]] = {}
        with (FOLDER / f"pass_{which}.csv").open() as file:
            for row in csv.DictReader(file):
                found.setdefault(row["transplant"], []).append((int(row["first"]), int(row["last"])))
        out.append(found)
    return out[0], out[1]


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


def judge_of(chosen: Sequence[Case], real_bodies: Sequence[BodyPath], options: TrainingOptions) -> FlagMachines:
    """Return a judge taught by some transplants and all real clips for tuning."""
    labelled = [
        Labelled(case.body, case.human.astype(np.int8), number) for number, case in enumerate(chosen)
    ]
    return train_judge(real_bodies, labelled, options)


def real_tuning() -> list[BodyPath]:
    """Return the bodies of all clips for tuning."""
    return [path for name, (path, *_) in bodies().items() if not is_reported(name)]


def margins(judge: FlagMachines, case: Case) -> Floats:
    """Return the judge's margins at the instants that can be judged."""
    return margins_at(judge, case.body, case.instants)[:, 0]


def other_scores(case: Case) -> dict[str, Floats]:
    """Return scores that need no teaching, higher for more human: the worst of half a second around each instant."""
    motion = case.drawn.motion()
    inside = penetration_m(case.body)
    jerk = np.pad(jerk_m_s3(case.body), (1, 2), mode="edge")
    labels = guess_feet(motion).labels
    balance = np.nan_to_num(zero_moment_errors_m(motion, labels), nan=0.0)[: case.body.n_instants]
    return {name: -_worst(values, case.instants) for name, values in
            (("penetration", inside), ("jerk", np.log(jerk + 1.0)), ("zero moment point", balance))}  # fmt: skip


def _worst(values: Floats, instants: Indices) -> Floats:
    from scipy.ndimage import maximum_filter1d

    return np.asarray(maximum_filter1d(values, 2 * AROUND + 1, mode="nearest")[instants])


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


OPTIONS = {
    "SVM of 61 frames": TrainingOptions(),
    "SVM of 7 frames": TrainingOptions(WindowShape(10)),
}


def real_again(names: Sequence[str]) -> list[BodyPath]:
    """Return the bodies of real clips by name."""
    from unbake.motion.body.body_path import body_path

    return [body_path(real(name)) for name in names]


def grouped(chosen: Sequence[Case]) -> dict[int, list[int]]:
    """Return the transplants that share any source clip, as groups: union of all that hang together is too much, so
    the clip that the legs are from decides, and what has it as a giver is left out of training as well."""
    names = sorted({case.drawn.sources[case.drawn.recipe.base.source] for case in chosen})
    out: dict[int, list[int]] = {}
    for number, case in enumerate(chosen):
        base = case.drawn.sources[case.drawn.recipe.base.source]
        out.setdefault(names.index(base) % 5, []).append(number)
    return out


def figures() -> dict[str, Any]:
    """Return all figures: agreement, judges on clips for reporting, other scores, rules left out."""
    every = cases()
    tuning = [case for case in every if not case.drawn.is_reported]
    reported = [case for case in every if case.drawn.is_reported]
    bodies_of_real = real_tuning()
    human = np.concatenate([case.human[case.instants] for case in reported])
    other = np.concatenate([case.other_human[case.instants] for case in reported])
    out: dict[str, Any] = {"agreement": agreement(every), "agreement_reported": agreement(reported)}
    out["other pass"] = confusion(other, human)
    out["always yes"] = confusion(np.ones_like(human), human)
    scores: dict[str, Floats] = {}
    for name, options in OPTIONS.items():
        judge = judge_of(tuning, bodies_of_real, options)
        found = np.concatenate([margins(judge, case) for case in reported])
        scores[name] = found
        yes = judge.probability(found[:, None])[:, 0] >= 0.5
        out[name] = confusion(yes, human) | {"auc": auc(found, human), "support": len(judge.vectors)}
        print(name, out[name], flush=True)
    own, theirs = ([other_scores(case) for case in some] for some in (tuning, reported))
    for name in own[0]:
        scores[name] = np.concatenate([found[name] for found in theirs])
        out[name] = {"auc": auc(scores[name], human)}
    out["combined"] = combined(tuning, reported, own, theirs, bodies_of_real, human)
    out["rules left out"] = left_out(tuning, reported, bodies_of_real)
    out["roc"] = {name: roc(found, human) for name, found in scores.items()}
    return out


def combined(
    tuning: list[Case],
    reported: list[Case],
    own: list[dict[str, Floats]],
    theirs: list[dict[str, Floats]],
    bodies_of_real: list[BodyPath],
    human: Booleans,
) -> dict[str, float]:
    """Return the figures of a logistic sum of all scores; the judge's margins are those of judges not taught by them."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    options = OPTIONS["SVM of 7 frames"]
    crossed: dict[int, Floats] = {}
    for members in grouped(tuning).values():
        left = {name for number in members for name in tuning[number].drawn.sources}
        others = [case for case in tuning if not left & set(case.drawn.sources)]
        judge = judge_of(others, bodies_of_real, options)
        crossed |= {number: margins(judge, tuning[number]) for number in members}
    judge = judge_of(tuning, bodies_of_real, options)
    names = list(own[0])
    rows = np.concatenate(
        [np.stack([crossed[n], *(own[n][name] for name in names)], axis=1) for n in range(len(tuning))]
    )
    asked = np.concatenate(
        [np.stack([margins(judge, c), *(found[name] for name in names)], axis=1) for c, found in
         zip(reported, theirs, strict=True)]
    )  # fmt: skip
    taught = np.concatenate([case.human[case.instants] for case in tuning])
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(rows, taught)
    found = model.decision_function(asked)
    weights = dict(zip(["SVM", *names], model[-1].coef_[0].tolist(), strict=True))
    return confusion(found >= 0.0, human) | {"auc": auc(found, human), "weights": weights}  # type: ignore[dict-item]


def left_out(tuning: list[Case], reported: list[Case], bodies_of_real: list[BodyPath]) -> dict[str, Any]:
    """Return for each rule the figures on its reported transplants, of a judge taught by it too, and of one not."""
    out: dict[str, Any] = {}
    options = OPTIONS["SVM of 7 frames"]
    whole = judge_of(tuning, bodies_of_real, options)
    for rule in dict.fromkeys(case.drawn.recipe.rule for case in tuning):
        own = [case for case in reported if case.drawn.recipe.rule == rule]
        human = np.concatenate([case.human[case.instants] for case in own])
        without = judge_of([case for case in tuning if case.drawn.recipe.rule != rule], bodies_of_real, options)
        found = {}
        for name, judge in (("taught", whole), ("left out", without)):
            score = np.concatenate([margins(judge, case) for case in own])
            found[name] = confusion(score >= 0.0, human) | {"auc": auc(score, human)}
        out[rule] = found | {"not_human": float((~human).mean()), "frames": len(human)}
    return out


def roc(score: Floats, human: Booleans) -> list[tuple[float, float]]:
    """Return points of the curve: false positives of what is not human, hits of what is, at twenty thresholds."""
    return [
        (float((score[~human] >= limit).mean()), float((score[human] >= limit).mean()))
        for limit in np.quantile(score, np.linspace(0.0, 1.0, 21))
    ]
