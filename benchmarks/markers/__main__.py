"""Print all tables, and how long a fit takes."""

from __future__ import annotations

import time

import numpy as np

from benchmarks.markers import performer, trials
from benchmarks.markers.marked import marked
from benchmarks.usage import takes_no_arguments
from unbake.markers.fit import fit_skeleton
from unbake.markers.sets import PLUG_IN_GAIT
from unbake.performer import perform

FRAMES = 5000


def main() -> None:
    """Print the performer's table, the trials' and the time."""
    performer.main()
    trials.main()
    speed()


def speed() -> None:
    """Print how long 5,000 frames of a whole body take."""
    walk = marked(perform("walk", seconds=4, fps=120, seed=1), PLUG_IN_GAIT)
    positions = np.tile(walk.positions_m, (FRAMES // len(walk.positions_m) + 1, 1, 1))[:FRAMES]
    clock, processor = time.perf_counter(), time.process_time()
    fit_skeleton(positions, walk.labels, walk.performance.motion.fps)
    clock, processor = time.perf_counter() - clock, time.process_time() - processor
    print(f"{FRAMES:,} frames of {len(walk.labels)} markers: {clock:.1f} s, {processor:.1f} s of processors' time")


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
