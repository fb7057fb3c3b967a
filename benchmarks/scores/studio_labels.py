"""What scores make of a library's blends that people judged in the studio.

``python -m benchmarks.scores.studio_labels LIB.unbakelib FIRST.csv SECOND.csv``: two passes that ``unbake studio LIB
--judge blends`` wrote. Only blends on which both agree count; a blend with any run called unnatural is unnatural.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from benchmarks.scores.rocs import area_by_clip
from benchmarks.timing import print_table
from benchmarks.usage import command_line
from unbake.composition.judging.agreement import agreement
from unbake.composition.judging.passes import Pass, read_pass
from unbake.composition.judging.random_blends import blend_of, stretches_of
from unbake.composition.material import library_material
from unbake.errors import UsageError
from unbake.library.library import Library
from unbake.synthesis.naturalness.calibrated import CalibratedScore
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.score import Score
from unbake.synthesis.naturalness.thesis_sum import ThesisSum


def unnatural(one: Pass) -> Mapping[str, bool]:
    """Return which blends a pass calls unnatural, anywhere; UsageError for a pass over something else."""
    if one.kind != "blends":
        raise UsageError(f"that is a pass over {one.kind}, not over blends")
    return {name: not all(run.is_yes for run in runs) for name, runs in one.answers.items()}


def table(library: Library, first: Pass, second: Pass) -> list[list[str]]:
    """Return how far two passes agree, and the area of each score on blends on which they do."""
    a, b, both = unnatural(first), unnatural(second), agreement(first, second)
    names = sorted(name for name in a.keys() & b.keys() if a[name] == b[name])
    flags = np.array([a[name] for name in names], dtype=np.bool_)
    found = library_material(library, [clip for clip in library.clips() if not clip.is_composed])
    sources = {clip.name: one for clip, one in zip(found.clips, found.material.sources, strict=True)}
    judged = [JudgedMotion.of_blend(blend_of(sources, stretches_of(name))) for name in names]
    begun_in = [stretches_of(name)[0].clip for name in names]
    rows = [
        ["both passes agree on", f"{both.same:.0%} of {both.n}, kappa {both.kappa:.2f}"],
        ["unnatural", f"{int(flags.sum())} of {len(flags)}"],
    ]
    scores: tuple[Score, ...] = (ThesisSum(), CalibratedScore())
    for score in scores:
        totals = np.array([score(one).total for one in judged])
        rows.append([score.name, str(area_by_clip(totals, flags, begun_in))])
    return rows


def main() -> None:
    """Print the table."""
    parser = command_line(__doc__)
    for name in ("library", "first", "second"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    with Library.open(given.library) as library:
        print_table("studio", ["", "area"], table(library, read_pass(given.first), read_pass(given.second)))


if __name__ == "__main__":
    main()
