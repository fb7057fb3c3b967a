"""Edits propagated and judged against their truth: ``python -m benchmarks.propagation``.

Writes the tables of docs/measured/propagation.md. Settings were chosen on clips 16_15, 16_21, 16_31, 16_35, 02_01,
02_04 and 49_02; what is judged here are walks of five other people and actions of a sixth.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.feet.page import with_table
from benchmarks.propagation.edits import EDITS
from benchmarks.propagation.judging import calibration, clip, errors_mm, example, jerk_ratio, truth
from benchmarks.propagation.rivals import Linear, Nearest
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.editing.propagation.combining import Weights
from unbake.editing.propagation.examples import Example
from unbake.editing.propagation.model import EditModel, Teach, learn
from unbake.editing.propagation.options import PropagateOptions
from unbake.editing.propagation.predictors import learnt
from unbake.editing.propagation.propagate import apply, predicted
from unbake.feet.skating import skating
from unbake.motion.motion import Motion
from unbake.synthesis.blending.tracks import tracks_of
from unbake.synthesis.naturalness.scored import score_motion

PAGE = Path(__file__).parents[2] / "docs" / "measured" / "propagation.md"
LEARNT = ("16_15", "16_16")
WALKS = ("06_01", "10_04", "32_01", "38_01", "55_04")
ACTIONS = ("02_06", "02_07", "02_08", "02_09")
MOVE_LEGS = ("bow legs", "slow and heavy", "time warp")
"""Edits after which feet are held: the others leave the legs as they were captured."""
BARE = PropagateOptions(feet="none")
ALONE = replace(BARE, weights=Weights(1.0, 0.0, 0.0, 0.0))
WAYS: dict[str, tuple[PropagateOptions, Teach]] = {
    "Gaussian processes on the difference (default)": (BARE, learnt),
    "the same, without accelerations": (replace(BARE, weights=Weights(1.0, 0.0, 0.1, 0.0)), learnt),
    "the same, w_rk = 10": (replace(BARE, weights=Weights(1.0, 0.3, 10.0, 3.0)), learnt),
    "Gaussian processes on poses (thesis)": (replace(BARE, outputs="pose"), learnt),
    "moving least squares on the difference": (replace(BARE, predictor="mls"), learnt),
    "linear time-invariant on the difference": (ALONE, Linear.taught),
    "linear time-invariant on poses": (replace(ALONE, outputs="pose"), Linear.taught),
    "nearest instant's difference": (ALONE, Nearest.taught),
    "Gaussian processes on the difference, ARD": (replace(BARE, ard=True), learnt),
}


def main() -> None:
    """Write all tables."""
    keep("errors", ["way", *EDITS, "all, walks", "all, other actions"], errors())
    keep("quality", ["", "90 % coverage", "log loss", "jerk / truth's", "planted drift, mm"], quality())
    keep("natural", ["", "unnatural, median second", "frames rather unnatural"], natural())
    keep("rounds", ["examples", "error, mm", "of copying the source", "confidence, least tenth"], rounds())
    keep("seconds", ["seconds of examples", *EDITS], lengths())
    keep("speed", ["", "processor seconds", "frames a second"], speed())


def keep(name: str, header: list[str], rows: list[list[str]]) -> None:
    """Write one table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(), name, header, rows))
    print_table(name, header, rows)


def taught(edit: str, names: Sequence[str], options: PropagateOptions, teach: Teach = learnt) -> EditModel:
    """Return an edit learnt from whole clips."""
    return learn([example(edit, name) for name in names], options, teach=teach)


def squares(model: EditModel | None, edit: str, names: Sequence[str]) -> float:
    """Return the mean square error on clips in mm², of a model or of copying the source."""
    found = [apply(model, clip(name)).motion if model else clip(name) for name in names]
    errors = [errors_mm(one, truth(edit, name).motion)[0] for one, name in zip(found, names, strict=True)]
    return float(np.mean(np.square(errors)))


def percent(own: Sequence[float], copied: Sequence[float]) -> str:
    """Return errors as part of what copying the source has, from mean squares of one edit or of several."""
    return f"{100.0 * np.sqrt(sum(own) / sum(copied)):.0f} %"


def errors() -> list[list[str]]:
    """Error of joints, in percent of copying the source: each edit on walks, and all on walks and other actions."""
    walks, others = ([squares(None, edit, names) for edit in EDITS] for names in (WALKS, ACTIONS))
    rows = [["copying the source, mm", *(f"{np.sqrt(one):.0f}" for one in walks)]]
    rows[0] += [f"{np.sqrt(np.mean(one)):.0f}" for one in (walks, others)]
    for name, (options, teach) in WAYS.items():
        models = {edit: taught(edit, LEARNT, options, teach) for edit in EDITS}
        own, other = ([squares(model, edit, names) for edit, model in models.items()] for names in (WALKS, ACTIONS))
        parts = [percent([a], [b]) for a, b in zip(own, walks, strict=True)]
        rows.append([name, *parts, percent(own, walks), percent(other, others)])
    return rows


def quality() -> list[list[str]]:
    """Calibration, jerk, and how far planted points stray after the feet were held, over all edits and walks."""
    rows = []
    for name, options in (("Gaussian processes", BARE), ("moving least squares", replace(BARE, predictor="mls"))):
        found, jerks, drifts = [], [], []
        for edit in EDITS:
            model = taught(edit, LEARNT, options)
            for walk in WALKS[:3]:
                found.append(calibration(model, truth(edit, walk)))
                done = apply(replace(model, options=replace(options, feet="calm")), clip(walk))
                jerks.append(jerk_ratio(done, truth(edit, walk).motion))
                if edit not in MOVE_LEGS:
                    continue
                assert done.labels is not None
                drifts.append(skating(done.motion, done.labels).mean_mm)
        coverage = np.mean([one.coverage for one in found])
        loss = np.mean([one.likelihood for one in found])
        rows.append(
            [name, f"{100 * coverage:.0f} %", f"{loss:.2f}", f"{np.median(jerks):.2f}", f"{np.mean(drifts):.1f}"]
        )
    return rows


def natural() -> list[list[str]]:
    """How unnatural sources, truths and results with held feet are to the calibrated score."""
    walks = WALKS[:3]
    motions = {
        "sources": [clip(walk) for walk in walks],
        "truths": [truth(edit, walk).motion for edit in EDITS for walk in walks],
    }
    for name, options in (("Gaussian processes", BARE), ("moving least squares", replace(BARE, predictor="mls"))):
        models = [taught(edit, LEARNT, replace(options, feet="calm")) for edit in EDITS]
        motions[name] = [apply(model, clip(walk)).motion for model in models for walk in walks]
    rows = []
    for name, own in motions.items():
        found = [score_motion(motion) for motion in own]
        likely = np.concatenate([one.probabilities for one in found])
        rows.append([name, f"{100 * np.median(likely):.0f} %", f"{100 * (likely > 0.5).mean():.0f} %"])
    return rows


def rounds() -> list[list[str]]:
    """A person who corrects: each time two thirds of a second around the least certain instants of another action."""
    rows = []
    edits, name = ("strut", "wide arms", "bow legs"), ACTIONS[0]
    copied = [squares(None, edit, [name]) for edit in edits]
    examples = {edit: [example(edit, LEARNT[0])] for edit in edits}
    for count in range(6):
        own, certain = [], []
        for edit in edits:
            model = learn(examples[edit], BARE)
            own.append(squares(model, edit, [name]))
            confidence = apply(model, clip(name)).confidence
            certain.append(float(np.quantile(confidence, 0.1)))
            first = int(np.convolve(confidence, np.ones(40) / 40, "valid").argmin())
            one = truth(edit, name)
            examples[edit].append(Example(one.source, one.motion, one.seconds, first, first + 39))
        what = "a walk" if not count else f"a walk and {count} correction{'s' if count > 1 else ''}"
        rows.append([what, f"{np.sqrt(np.mean(own)):.0f}", percent(own, copied), f"{np.mean(certain):.2f}"])
    return rows


def lengths() -> list[list[str]]:
    """Error on walks of others for so many seconds of examples."""
    rows = []
    copied = [squares(None, edit, WALKS) for edit in EDITS]
    for seconds in (0.5, 1.0, 2.0, 4.0, 7.5):
        own = []
        for edit in EDITS:
            left, examples = seconds, []
            for name in LEARNT:
                if left >= 0.3:
                    examples.append(example(edit, name, left))
                    left -= clip(name).duration_s
            own.append(squares(learn(examples, BARE), edit, WALKS))
        rows.append([f"{seconds:g}", *(percent([a], [b]) for a, b in zip(own, copied, strict=True))])
    return rows


def long_walk(seconds: float) -> Motion:
    """Return the walks of five people after each other, again and again."""
    parts = [clip(name) for name in WALKS]
    first = parts[0]
    rotations = np.concatenate([one.rotations_xyzw for one in parts])
    shifts = np.concatenate([one.translations_m for one in parts])
    times = -(-round(seconds * 60) // len(rotations))
    frames = np.tile(np.arange(len(rotations)), times)[: round(seconds * 60)]
    return replace(first, rotations_xyzw=rotations[frames], translations_m=shifts[frames])


def speed() -> list[list[str]]:
    """Ten seconds of examples learnt, and ten minutes predicted."""
    names = ("16_15", "16_16", "16_31")
    total = 10.0
    examples: list[Example] = []
    for name in names:
        examples.append(example("strut", name, total - sum(one.source.duration_s for one in examples)))
    learn(examples, BARE)
    began = time.process_time()
    model = learn(examples, BARE)
    learning = time.process_time() - began
    source = long_walk(600.0)
    tracks = tracks_of(source)
    predicted(model, clip(WALKS[0]), tracks_of(clip(WALKS[0])))
    began = time.process_time()
    predicted(model, source, tracks)
    predicting = time.process_time() - began
    began = time.process_time()
    apply(model, source)
    whole = time.process_time() - began
    return [
        [f"learning from {total:.1f} s of examples ({model.n_examples} instants)", f"{learning:.2f}", ""],
        [
            "ten minutes: features, predictions with variances, combination",
            f"{predicting:.2f}",
            f"{36000 / predicting:,.0f}",
        ],
        ["ten minutes: all but the feet", f"{whole:.2f}", f"{36000 / whole:,.0f}"],
    ]


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
