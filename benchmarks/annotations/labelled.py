"""The real clips with their labels by hand, as bodies at 60 Hz."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.clips import DATA
from unbake.annotations.exchange.csv_file import load_csv
from unbake.annotations.instants import labels_at
from unbake.formats.registry import load_motion
from unbake.ground.arrays import Booleans
from unbake.library.annotations import THIRTEEN, flag_index
from unbake.motion.body.body_path import BodyPath, body_path

FOLDER = Path(__file__).parent / "labels"
PASSES = ("a", "b")
REPORTED_SUBJECTS = ("06", "10", "32", "38", "55")
REPORTED_CLIPS = ("02_06", "02_07", "02_08", "02_09")


@dataclass(frozen=True, eq=False)
class Judged:
    """A clip whose flags are known.

    Parameters
    ----------
    name : of the clip.
    group : the person.
    path : its body, T instants at 60 Hz.
    truth : (K, T) whether each flag of `THIRTEEN` holds.
    """

    name: str
    group: str
    path: BodyPath
    truth: Booleans

    @property
    def values(self) -> NDArray[np.int8]:
        """The truth as labels."""
        return self.truth.astype(np.int8)


def is_reported(name: str) -> bool:
    """Return whether a clip is for reporting only."""
    return name[:2] in REPORTED_SUBJECTS or name in REPORTED_CLIPS


@cache
def bodies() -> dict[str, tuple[BodyPath, int, int, Fraction]]:
    """Return body, number of frames, first frame and rate of all real clips by name."""
    out = {}
    for file in sorted((DATA / "cmu").glob("*/*.amc")):
        motion = load_motion(file)
        out[file.stem] = (body_path(motion), motion.n_frames, motion.first_frame, motion.fps)
    return out


def labels_of(which: str) -> dict[str, Booleans]:
    """Return the labels (K, F) of one pass, by clip; a frame that a pass does not mention is "no"."""
    listed = (FOLDER / f"pass_{which}_clips.txt").read_text().split()
    spans = load_csv(FOLDER / f"pass_{which}.csv")
    out = {}
    for name in listed:
        _, n_frames, first, _ = bodies()[name]
        out[name] = np.zeros((len(THIRTEEN), n_frames), dtype=np.bool_)
        for span in spans.get(name, []):
            out[name][flag_index(THIRTEEN, span.flag), span.first_number - first : span.last_number - first + 1] = True
    return out


def has_pass(which: str) -> bool:
    """Return whether a pass is there."""
    return (FOLDER / f"pass_{which}.csv").exists()


def judged_clips(which: str = "a", *, reported: bool) -> list[Judged]:
    """Return the clips for reporting only, or those for tuning, with the labels of one pass."""
    out = []
    for name, labels in labels_of(which).items():
        if is_reported(name) == reported:
            path, _, _, fps = bodies()[name]
            truth = labels_at(labels.astype(np.int8), np.arange(path.n_instants), fps) == 1
            out.append(Judged(name, name[:2], path, truth))
    return out


def rows_outside(which: str) -> list[str]:
    """Return rows of a pass that are outside their clip, as text: none, if all is well."""
    with (FOLDER / f"pass_{which}.csv").open() as file:
        rows = list(csv.DictReader(file))
    return [
        str(row)
        for row in rows
        if not 0 <= int(row["first"]) - bodies()[row["clip"]][2] <= int(row["last"]) - bodies()[row["clip"]][2]
        or int(row["last"]) - bodies()[row["clip"]][2] >= bodies()[row["clip"]][1]
    ]
