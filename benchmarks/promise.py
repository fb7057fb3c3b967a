"""Keys that a promised error takes: ``python -m benchmarks.promise [--short]``.

``--error 2cm`` on an everyday take of 5,423 frames, beside segments that are fitted one by one, each as long as it
keeps the error with tangents of its own. With ``--short``, the first 600 frames of clips: by the best selections alone,
as a promise does it, and as on long takes; keys, and seconds of a core.
"""

from __future__ import annotations

import time
from typing import Literal

from benchmarks.clips import DATA
from benchmarks.feet.unseen import REPORTED, TUNED, clips
from benchmarks.timing import print_table
from benchmarks.usage import command_line
from unbake.curves.keyed_animation import CurveKind
from unbake.formats.registry import load_motion
from unbake.reduce.promised.alone import fewest_alone
from unbake.reduce.reduction import ReduceOptions, reduce_motion
from unbake.reduce.take import Take

ERROR_M = 0.02
WAYS: tuple[Literal["optimal", "auto", "bounded"], ...] = ("optimal", "auto", "bounded")
GLITCHES = ("16_01", "16_15", "16_23", "16_28")
"""Captures in which a joint jumps from one frame to the next, by up to 92 cm."""
BOTH: tuple[CurveKind, ...] = ("channels", "quaternions")


def main() -> None:
    """Measure and print."""
    parser = command_line(__doc__)
    parser.add_argument("--short", action="store_true", help="the first 600 frames of clips")
    if parser.parse_args().short:
        _short()
    else:
        _long()


def _long() -> None:
    motion = load_motion(DATA / "cmu" / "14" / "14_02.amc")
    rows = []
    for curves in (BOTH[:1], BOTH):
        started = time.perf_counter()
        options = ReduceOptions(error_m=ERROR_M, curves=curves)
        reduction = reduce_motion(motion, options)
        seconds = time.perf_counter() - started
        keys = str(len(reduction.selection))
        rows.append((" and ".join(curves), keys, f"{seconds:.0f}", str(fewest_alone(Take(motion), options))))
    print_table("14_02 within 2 cm", ("curves", "keys", "s", "segments alone"), rows)


def _short() -> None:
    for title, names in (("clips for tuning", (*GLITCHES, *TUNED)), ("unseen clips", REPORTED)):
        rows = []
        for name, whole in clips(names):
            motion = whole.excerpt(whole.first_frame, min(whole.last_frame, whole.first_frame + 599))
            row = [name]
            for method in WAYS:
                started = time.process_time()
                reduction = reduce_motion(motion, ReduceOptions(error_m=ERROR_M, method=method))
                row += [str(len(reduction.selection)), f"{time.process_time() - started:.1f}"]
            rows.append(row)
        rows.append(["all", *(f"{sum(float(row[k]) for row in rows):g}" for k in range(1, 1 + 2 * len(WAYS)))])
        header = ("clip", *(cell for method in WAYS for cell in (method, "core s")))
        print_table(f"The first 600 frames within 2 cm, {title}", header, rows)


if __name__ == "__main__":
    main()
