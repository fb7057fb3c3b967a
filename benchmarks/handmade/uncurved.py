"""Finished curves of bakes without curves: ``python -m benchmarks.handmade.uncurved``.

The sixteen animations on both rigs, their poses joined by lines, or each held until the next one: how many keys there
are, how many the automatic choice takes, and by how much its curves miss the bake at worst, fingers and toes included.
Of poses that are held, both ends are keys; where the next pose is the same, it needs none.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.handmade.__main__ import pieces
from benchmarks.handmade.lines import held, joined_by_lines
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.motion.motion import Motion
from unbake.reduce.options import ReduceOptions
from unbake.reduce.reduction import reduce_motion


def finished(motion: Motion) -> tuple[str, ...]:
    """Return how many keys the automatic choice takes, and the largest errors of F-curves and glTF curves."""
    result = reduce_motion(motion, ReduceOptions(curves=("channels", "quaternions")))
    errors = [max(e.max_cm, e.tips.max_cm if e.tips else 0.0) for e in result.errors.values()]
    return (str(len(result.selection)), *(f"{error:.2f}" for error in errors))


def rows() -> Iterator[tuple[str, ...]]:
    """Yield what is printed of each piece."""
    for half, which in (("reported", REPORTED), ("tuned", TUNED)):
        for name, rig, baked in pieces(which):
            lines, steps = (draw(baked.motion, baked.frames) for draw in (joined_by_lines, held))
            yield (half, name, rig, str(len(baked.frames)), *finished(lines), *finished(steps))


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    head = ("keys", "cm", "cm, glTF")
    print_table(
        "Keys and largest errors",
        ("half", "piece", "rig", "made", *(f"{name} of lines" for name in head), *(f"{name} held" for name in head)),
        list(rows()),
    )
