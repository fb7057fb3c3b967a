"""Keys made by hand, baked and found again: ``python -m benchmarks.handmade [--tuned] [--noise] [--lines] [--rivals]``.

The automatic choice and the extremes find how many keys there are by themselves. The rivals cannot: each is told the
animator's count, and so are our optimal selections. Pieces marked for tuning are left out, unless ``--tuned`` asks for
them alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.handmade.judged import classes_alike, judged
from benchmarks.handmade.lines import joined_by_lines
from benchmarks.handmade.pieces import REPORTED, TUNED
from benchmarks.handmade.pieces.sheet import Handmade
from benchmarks.handmade.rigs import RIGS
from benchmarks.thesis.recovery import Score
from benchmarks.timing import print_table
from unbake.keyframes.criteria import Metric
from unbake.keyframes.moments.bakes.knots import knots
from unbake.keyframes.moments.extremes import extremes
from unbake.keyframes.request import SelectOptions, selection_points, selection_space
from unbake.keyframes.rivals import rivals_named
from unbake.keyframes.rivals.rival import RivalRequest
from unbake.keyframes.selection import Selection
from unbake.performer import with_noise
from unbake.performer.pieces.posed import PosedPiece
from unbake.reduce.reduction import ReduceOptions, reduce_motion

Method = Callable[[PosedPiece], Sequence[int]]
CRITERIA: tuple[tuple[str, Metric], ...] = (
    ("curve-max", "joint"),
    ("curve-max", "pose"),
    ("line-max", "pose"),
    ("lerp-max", "pose"),
    ("line-sum", "pose"),
    ("lerp-sum", "pose"),
)
"""The first is what ``--keys`` takes by default."""


def pieces(wanted: Mapping[str, Callable[[], Handmade]]) -> Iterator[tuple[str, str, PosedPiece]]:
    """Yield name, rig and baked piece of every piece on every rig."""
    for name, make in wanted.items():
        for rig, baked_on in RIGS.items():
            yield name, rig, baked_on(name, make())


def automatic(piece: PosedPiece) -> Sequence[int]:
    """Return the keys of the automatic choice."""
    return automatically(piece).frames


def automatically(piece: PosedPiece) -> Selection:
    """Return them with their classes."""
    return reduce_motion(piece.motion, ReduceOptions(fit="hermite", holds_ends=False)).selection


def extremes_alone(piece: PosedPiece) -> Sequence[int]:
    """Return the extremes: what becomes a keypose where keys are chosen by count or by error."""
    return [extreme.frame for extreme in extremes(piece.motion)]


def knots_alone(piece: PosedPiece) -> Sequence[int]:
    """Return the knots of the bake."""
    return knots(piece.motion)


def of_count(criterion: str, metric: Metric) -> Method:
    """Return what gives the best selection of as many keys as the animator made."""

    def choose(piece: PosedPiece) -> Sequence[int]:
        options = SelectOptions(criterion=criterion, metric=metric)
        return selection_space(piece.motion, options, lambda step, part: None).selection(len(piece.frames)).frames

    return choose


def rival_methods() -> dict[str, Method]:
    """Return every rival, told the animator's count; where it cannot hit that, the nearest count that it can."""

    def told(rival_name: str) -> Method:
        (rival,) = rivals_named([rival_name])

        def choose(piece: PosedPiece) -> Sequence[int]:
            made = len(piece.frames)
            points = selection_points(piece.motion, SelectOptions())
            found = rival.select(RivalRequest(points, (made,)))
            if not found:
                found = rival.select(RivalRequest(points, tuple(range(2, 2 * made + 1))))
            return found[min(found, key=lambda count: (abs(count - made), count))]

        return choose

    return {rival.name: told(rival.name) for rival in rivals_named()}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tuned", action="store_true", help="the pieces that settings were chosen on")
    parser.add_argument("--noise", action="store_true", help="0.1 degrees and 0.5 mm of noise, as capture has it")
    parser.add_argument("--lines", action="store_true", help="poses that lines join, in place of curves")
    parser.add_argument("--rivals", action="store_true", help="the rivals, too")
    wanted = parser.parse_args()
    methods: dict[str, Method] = {
        "automatic": automatic,
        "knots": knots_alone,
        "extremes": extremes_alone,
        **{f"optimal {c}, {m}": of_count(c, m) for c, m in CRITERIA},
    }
    if wanted.rivals:
        methods |= rival_methods()
    rows, classes, sums = [], np.zeros(4, dtype=int), {name: Score(0, 0, 0) for name in methods}
    for name, rig, baked in pieces(TUNED if wanted.tuned else REPORTED):
        motion = joined_by_lines(baked.motion, baked.frames) if wanted.lines else baked.motion
        piece = replace(baked, motion=with_noise(motion, 0.1, 0.0005, seed=1) if wanted.noise else motion)
        for method, choose in methods.items():
            own = judged(piece, choose(piece))
            sums[method] += own
            if method == "automatic":
                classes += classes_alike(piece, automatically(piece))
                rows.append((name, rig, str(own.wanted), str(own.found), f"{own.precision:.2f}", f"{own.recall:.2f}"))
    print_table("Keys of the automatic choice", ("piece", "rig", "made", "found", "precision", "recall"), rows)
    kept = [(kind, *(str(n) for n in classes[2 * at : 2 * at + 2])) for at, kind in enumerate(("keypose", "breakdown"))]
    print_table("Classes of keys that were found to the frame", ("made as", "found", "classed so"), kept)
    print_table(
        "All pieces",
        ("method", "made", "found", "precision", "recall"),
        [(m, str(s.wanted), str(s.found), f"{s.precision:.2f}", f"{s.recall:.2f}") for m, s in sums.items()],
    )


if __name__ == "__main__":
    main()
