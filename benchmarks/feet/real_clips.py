"""Foot plants of real clips against labels by hand: ``python -m benchmarks.feet.real_clips``.

The labels are those of ``benchmarks/feet/labels``; the clips are read from the data's folder. What is taught or tuned
is taught or tuned on the other clips.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.clips import DATA
from benchmarks.feet.methods import trained_trees
from benchmarks.feet.metrics import Tally, print_scores
from unbake.feet.detect.examples import Example, example_of
from unbake.feet.detect.features import leg_paths
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.detect.thresholds import KINDS, tuned_thresholds
from unbake.feet.labels import FOOT_POINTS, FootLabels, Planted
from unbake.feet.legs import legs_of
from unbake.formats.foot_labels.format import load_parts
from unbake.formats.registry import load_motion
from unbake.learning.smoothing import hysteresis, viterbi
from unbake.motion.motion import Motion

LABELS = Path(__file__).parent / "labels"
Found = Callable[[Motion], Planted]


@dataclass(frozen=True, eq=False)
class RealClip:
    """A stretch of a real clip that somebody labelled: frames `first` to `last` of the motion, from 0."""

    name: str
    motion: Motion
    labels: FootLabels
    first: int
    last: int

    @property
    def part(self) -> tuple[Motion, FootLabels]:
        """The stretch by itself."""
        start = self.motion.first_frame
        return self.motion.excerpt(start + self.first, start + self.last), self.labels.excerpt(self.first, self.last)

    def example(self) -> Example:
        """Return the stretch as an example that knows what is around it."""
        paths = leg_paths(self.motion, legs_of(self.motion))
        numbers = f"{self.motion.first_frame + self.first}–{self.motion.first_frame + self.last}"
        return example_of(paths, self.labels, f"CMU {self.name} {numbers}", self.first, self.last, "hand")


def labelled_clips(folder: Path = LABELS) -> list[RealClip]:
    """Return all stretches of a folder that are labelled by hand and whose clips are present.

    What is taught and tuned is in the default folder; the one below it, `reported`, is for judging alone.
    """
    clips = []
    for sidecar in sorted(folder.glob("*.feet.json")):
        name = sidecar.name.removesuffix(".feet.json")
        file = DATA / "cmu" / name.split("_")[0] / f"{name}.amc"
        if not file.exists():
            continue
        motion = load_motion(file)
        for part in load_parts(sidecar, motion):
            if part.by != "hand":
                continue
            first = part.labels.first_frame - motion.first_frame
            last = first + part.labels.n_frames - 1
            planted = np.zeros((motion.n_frames, len(FOOT_POINTS)), dtype=np.bool_)
            planted[first : last + 1] = part.labels.planted()
            whole = FootLabels.from_frames(planted, motion.fps, motion.first_frame, source="hand")
            clips.append(RealClip(name, motion, whole, first, last))
    return clips


def performer_alone(oracle: Oracle) -> Oracle:
    """Return an oracle without what people labelled."""
    return Oracle(tuple(e for e in oracle.examples if e.source == "performer"), oracle.options, oracle.k)


def methods_without(
    clip: RealClip, clips: Sequence[RealClip], packaged: Oracle, with_trees: bool = True
) -> dict[str, Found]:
    """Return everything that is compared, taught all clips but this one."""
    others = [other for other in clips if other.name != clip.name]
    taught = Oracle().with_pieces([other.example() for other in others])
    both = packaged.with_pieces(taught.examples)
    found: dict[str, Found] = {kind: tuned_thresholds([other.part for other in others], kind).planted for kind in KINDS}
    for name, oracle in (("other clips", taught), ("performer", packaged), ("performer and other clips", both)):
        found[f"oracle, {name}"] = lambda motion, oracle=oracle: hysteresis(oracle.certainty(motion))  # type: ignore[misc]
        found[f"oracle, {name}, Viterbi"] = lambda motion, oracle=oracle: viterbi(  # type: ignore[misc]
            oracle.certainty(motion), float(motion.fps)
        )
    trees = trained_trees(taught) if with_trees else None
    if trees is not None:
        found["boosted trees, other clips"] = lambda motion: hysteresis(trees.certainty(motion))
    return found


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-trees", action="store_true", help="leave out what takes minutes")
    asked = parser.parse_args()
    clips = labelled_clips()
    if not clips:
        print(f"no labelled clips: {LABELS} or {DATA} is missing")
        return
    packaged = performer_alone(packaged_oracle())
    tallies: dict[str, Tally] = {}
    by_clip: dict[str, dict[str, float]] = {}
    for clip in clips:
        for name, method in methods_without(clip, clips, packaged, not asked.without_trees).items():
            found, truth = (x[clip.first : clip.last + 1] for x in (method(clip.motion), clip.labels.planted()))
            tallies.setdefault(name, Tally()).add(found, truth, float(clip.motion.fps))
            if name == "oracle, performer and other clips":
                own = Tally()
                own.add(found, truth, float(clip.motion.fps))
                by_clip[f"{clip.name} {clip.first + 1}–{clip.last + 1}"] = own.scores()
    frames = sum(clip.last - clip.first + 1 for clip in clips)
    print(f"{len(clips)} stretches, {frames:,} frames at {float(clips[0].motion.fps):g} a second")
    print_scores("by method", {name: tally.scores() for name, tally in tallies.items()})
    print_scores("oracle, performer and other clips", by_clip)


if __name__ == "__main__":
    main()
