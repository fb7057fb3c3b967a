"""How far two labellings of the same frames differ: ``python -m benchmarks.feet.label_spread``.

The labels in `labels/` against those in `labels/second/`, boundary by boundary. It is the least error that anything
judged by such labels can be expected to have.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.clips import DATA
from benchmarks.feet.metrics import matched
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.feet.labels import FOOT_POINTS, FootLabels
from unbake.formats.foot_labels.format import SUFFIX, load_labels, load_parts
from unbake.formats.registry import load_motion
from unbake.ground.intervals import intervals

FIRST = Path(__file__).parent / "labels"
SECOND = FIRST / "second"
KINDS = ("heel down", "heel up", "toe down", "toe up")


def labelled_twice(first_pass: Path, second_pass: Path) -> list[tuple[str, FootLabels, FootLabels]]:
    """Return the name of each clip and its two labellings, over the frames that both are of."""
    out = []
    for file in sorted(second_pass.glob(f"*{SUFFIX}")):
        name = file.name.removesuffix(SUFFIX)
        motion = load_motion(DATA / "cmu" / name[:2] / f"{name}.amc")
        first = load_labels(first_pass / file.name, motion)
        assert first is not None
        for part in load_parts(file, motion):
            begin = part.labels.first_frame - motion.first_frame
            out.append((name, first.excerpt(begin, begin + part.labels.n_frames - 1), part.labels))
    return out


def boundary_differences_ms(a: FootLabels, b: FootLabels) -> list[list[float]]:
    """Return for each of `KINDS` the second labelling's boundaries less the first's, of plants that overlap.

    Plants that run into the ends of the stretch have no boundary there.
    """
    out: list[list[float]] = [[] for _ in KINDS]
    frame_ms, last = 1000.0 / float(a.fps), a.n_frames - 1
    for point in range(len(FOOT_POINTS)):
        theirs = list(intervals(b.planted()[:, point]))
        for begin, end in intervals(a.planted()[:, point]):
            same = next(((x, y) for x, y in theirs if x <= end and y >= begin), None)
            if same is None:
                continue
            kind = 2 * (point % 2)
            if begin > 0 and same[0] > 0:
                out[kind].append((same[0] - begin) * frame_ms)
            if end < last and same[1] < last:
                out[kind + 1].append((same[1] - end) * frame_ms)
    return out


def plants_alike(a: FootLabels, b: FootLabels) -> tuple[int, int]:
    """Return how many plants overlap one of the other labelling by half of their union or more, and how many are."""
    pairs = total = 0
    for one, other in zip(a.planted().T, b.planted().T, strict=True):
        runs = list(intervals(one)), list(intervals(other))
        pairs += 2 * len(matched(*runs))
        total += len(runs[0]) + len(runs[1])
    return pairs, total


def print_spread(first_pass: Path, second_pass: Path) -> None:
    """Print how far two labellings differ, and how many labels and plants agree."""
    pairs = labelled_twice(first_pass, second_pass)
    differences: list[list[float]] = [[] for _ in KINDS]
    same = total = alike = plants = 0
    for _, first, second in pairs:
        agree = first.planted() == second.planted()
        same, total = same + int(agree.sum()), total + agree.size
        alike, plants = (sum(x) for x in zip((alike, plants), plants_alike(first, second), strict=True))
        for kind, found in zip(differences, boundary_differences_ms(first, second), strict=True):
            kind += found
    rows = [_row(name, np.array(found)) for name, found in zip(KINDS, differences, strict=True)]
    rows.append(_row("all", np.concatenate([np.array(found) for found in differences])))
    title = f"{len(pairs)} sequences labelled twice: {total:,} labels, {100.0 * same / total:.2f} % alike; "
    title += f"{alike} of {plants} plants have one like them"
    print_table(title, ("boundary", "count", "mean ms", "mean |ms|", "worst ms"), rows)


def _row(name: str, found: NDArray[np.float64]) -> tuple[str, ...]:
    if not len(found):
        return name, "0", "", "", ""
    size = np.abs(found)
    return name, f"{len(found)}", f"{found.mean():+.1f}", f"{size.mean():.1f}", f"{size.max():.0f}"


def main() -> None:
    """Print the spread of what is taught and tuned on."""
    print_spread(FIRST, SECOND)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
