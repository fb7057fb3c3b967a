"""How long it takes to label ten minutes, and to clean feet up: ``python -m benchmarks.feet.speed``."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from benchmarks.clips import DATA
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.feet.clean.clean import clean_feet
from unbake.feet.clean.options import METHODS, CleanOptions
from unbake.feet.detect.features import features_of_paths, leg_paths
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.legs import legs_of
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Floats
from unbake.motion.motion import Motion
from unbake.performer import perform, with_drift, with_noise

FRAMES = 72_000
CLIPS = ("14/14_02", "14/14_24", "16/16_15", "02/02_01", "05/05_02", "49/49_02", "16/16_35", "17/17_03")
LIMIT_S = 10.0


def ten_minutes() -> tuple[str, Motion]:
    """Return real clips one after the other, or the performer where there are none; each is a little different."""
    files = [DATA / "cmu" / f"{clip}.amc" for clip in CLIPS]
    if all(file.exists() for file in files):
        name, clips = "CMU clips in turn", [load_motion(file) for file in files]
    else:
        name = "the performer"
        clips = [perform(a, seconds=20.0, seed=n).motion for n, a in enumerate(("walk", "run", "sneak", "stand"))]
    base, count = clips[0], 0
    rotations: list[Floats] = []
    translations: list[Floats] = []
    while count < FRAMES:
        clip = with_noise(clips[len(rotations) % len(clips)], 0.2, seed=len(rotations))
        rotations.append(clip.rotations_xyzw)
        translations.append(clip.translations_m)
        count += clip.n_frames
    joined = replace(
        base,
        rotations_xyzw=np.concatenate(rotations)[:FRAMES],
        translations_m=np.concatenate(translations)[:FRAMES],
        fps=Fraction(120),
    )
    return name, joined


def seconds_and_processor_s(functions: Mapping[str, Callable[[], Any]], repeats: int = 3) -> dict[str, Floats]:
    """Return the median seconds, and the median seconds of all processors, of each function, run in turn."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in functions}
    for _ in range(repeats + 1):
        for name, function in functions.items():
            started, processor = time.perf_counter(), time.process_time()
            function()
            times[name].append((time.perf_counter() - started, time.process_time() - processor))
    return {name: np.median(each[1:], axis=0) for name, each in times.items()}


def run() -> dict[str, float]:
    """Print seconds and processor seconds of everything and of its parts; return the seconds."""
    oracle = packaged_oracle()
    name, motion = ten_minutes()
    started = time.perf_counter()
    oracle.certainty(motion.excerpt(motion.first_frame, motion.first_frame + 9))
    first_s = time.perf_counter() - started
    paths = leg_paths(motion, legs_of(motion)).at_rate(oracle.options.rate_hz)
    rows = features_of_paths(paths, oracle.options)
    spent = seconds_and_processor_s(
        {
            "the default guess": lambda: guess_feet(replace(motion)),
            "everything": lambda: oracle.label(replace(motion)),
            "forward kinematics": lambda: replace(motion).positions(),
            "features": lambda: features_of_paths(paths, oracle.options),
            "neighbours": lambda: oracle.certainty_of_features(rows),
        }
    )
    title = f"{FRAMES:,} frames ({name}), {oracle.n_examples:,} examples and their mirror images"
    rows_shown = [[part, f"{s:.2f}", f"{1000.0 * s / FRAMES:.3f}", f"{p:.2f}"] for part, (s, p) in spent.items()]
    rows_shown.append(["loaded kernels and index, ten frames", f"{first_s:.2f}", "", ""])
    print_table(title, ["", "s", "ms a frame", "processors' s"], rows_shown)
    seconds = {part: float(s) for part, (s, _) in spent.items()}
    seconds |= cleaning_s()
    print(f"  {'within' if seconds['everything'] <= LIMIT_S else 'BEYOND'} the {LIMIT_S:g} s that are promised")
    return seconds


def cleaning_s() -> dict[str, float]:
    """Print and return how long feet are cleaned up: a take of 20 s, and half a second for live use, in two ways."""
    take = perform("walk", seconds=20.0, seed=1, fps=120).motion
    take = with_drift(take, 1.0, 0.03, seed=3)
    legs, labels = legs_of(take), guess_feet(take).labels
    short, few = take.excerpt(take.first_frame + 600, take.first_frame + 659), labels.excerpt(600, 659)
    spent = seconds_and_processor_s(
        {
            f"{name}, {method}": lambda motion=motion, plants=plants, method=method: clean_feet(  # type: ignore[misc]
                replace(motion), plants, CleanOptions(method=method), legs=legs
            )
            for name, motion, plants in ((f"{take.n_frames:,} frames", take, labels), ("60 frames", short, few))
            for method in METHODS
        }
    )
    rows = [[name, f"{1000.0 * s:.1f}", f"{1000.0 * p:.1f}"] for name, (s, p) in spent.items()]
    print_table("Feet cleaned up", ["", "ms", "processors' ms"], rows)
    return {name: float(s) for name, (s, _) in spent.items()}


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    run()
