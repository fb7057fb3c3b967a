"""How well gaps of markers are filled: ``python -m benchmarks.feet.marker_gaps``.

Frames of leg and pelvis markers that were seen throughout are taken out of the force-plate trials, every seventh start,
and compared with what fills them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from benchmarks.clips import DATA
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.formats.registry import load
from unbake.ground.arrays import Floats
from unbake.motion.markers.gaps import fill_gaps
from unbake.motion.points import Points

MARKERS = ("LASI", "LKNE", "LTIB", "LANK", "LHEE", "LTOE", "RASI", "RKNE", "RTIB", "RANK", "RHEE", "RTOE")
BODY = ("LPSI", "RPSI", "LTHI", "RTHI")
LENGTHS_S = (0.03, 0.05, 0.1, 0.15, 0.2, 0.3)
EVERY, MARGIN = 7, 20


def peaks_mm(points: Points, marker: str, length_s: float) -> tuple[list[float], int]:
    """Return the largest miss of every gap that was filled, and how many were not."""
    positions = points.positions()
    number, frames = points.names.index(marker), round(length_s * float(points.fps))
    misses, left_open = [], 0
    for first in range(MARGIN, len(positions) - frames - MARGIN, EVERY):
        gap = slice(first, first + frames)
        asked = positions.copy()
        asked[gap, number] = np.nan
        filled, found = fill_gaps(asked, float(points.fps))
        if found[0].method == "none":
            left_open += 1
        else:
            misses.append(_largest_mm(filled[gap, number] - positions[gap, number]))
    return misses, left_open


def _largest_mm(misses_m: Floats) -> float:
    return 1000.0 * float(np.linalg.norm(misses_m, axis=1).max())


def main() -> None:
    """Print a table for each trial."""
    files = sorted(Path(DATA / "forceplates").glob("*.c3d"))
    if not files:
        print(f"needs the force-plate trials in {DATA / 'forceplates'} (set UNBAKE_DATA to another folder)")
    for file in files:
        points = load(file)
        assert isinstance(points, Points)
        points = points.only([*MARKERS, *BODY])
        rows = []
        for length_s in LENGTHS_S:
            misses: list[float] = []
            left_open, worst = 0, {}
            for marker in MARKERS:
                more, missing = peaks_mm(points, marker, length_s)
                misses, left_open = misses + more, left_open + missing
                worst[marker] = max(more, default=0.0)
            name = max(worst, key=lambda marker: worst[marker])
            shown = [f"{np.median(misses):.1f}", f"{np.percentile(misses, 95):.1f}", f"{max(misses):.1f} ({name})"]
            rows.append([f"{1000 * length_s:.0f} ms", *shown, f"{left_open}/{left_open + len(misses)}"])
        print_table(f"{file.stem}: peak miss of a gap, mm", ["gap", "median", "95 %", "worst", "left open"], rows)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
