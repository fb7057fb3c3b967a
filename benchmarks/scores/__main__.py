"""Writes the tables and the picture of docs/measured/scores.md: ``python -m benchmarks.scores``.

``python -m benchmarks.scores blends`` writes those alone that are about blends that readers labelled.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from benchmarks.feet.page import with_table
from benchmarks.scores.clips import REPORTED, TUNING
from benchmarks.scores.corruptions import KINDS
from benchmarks.scores.examples import Example, examples
from benchmarks.scores.hand_labels import kept_passes, table_of_agreement, table_of_hand_labels
from benchmarks.scores.judging import Judged, judged_examples, terms_alone
from benchmarks.scores.ours import rows_of
from benchmarks.scores.picture import roc_picture
from benchmarks.scores.rocs import Area, area_by_clip
from benchmarks.scores.train import MOST, SEED
from benchmarks.timing import print_table
from benchmarks.usage import command_line
from unbake.ground.arrays import Booleans, Floats

PAGE = Path(__file__).parents[2] / "docs" / "measured" / "scores.md"
PICTURE = PAGE.parents[1] / "images" / "scores-roc.png"
EXCERPTS = 5
"""Of each clip that is reported on."""


def main() -> None:
    """Write all of it."""
    taught, asked = examples(TUNING, MOST, SEED), examples(REPORTED, EXCERPTS, SEED + 1)
    rows = [rows_of(example) for example in taught]
    started = time.process_time()
    own = [rows_of(example) for example in asked]
    spent = (time.process_time() - started) / sum(len(one) for one in own)
    judged = judged_examples(taught, rows, asked, own)
    keep("kinds", ["", *judged], areas(judged, asked))
    alone: Judged = {name: lambda kind, own=values: own for name, values in terms_alone(own).items()}  # type: ignore[misc]
    keep("terms", ["", *alone], areas(alone, asked))
    roc_picture(judged, asked, PICTURE)
    print(
        f"  natural {sum(not e.is_unnatural for e in asked)}, of each kind as many; ours {1e6 * spent:.0f} µs a frame"
    )
    labelled()


def labelled() -> None:
    """Write what readers said of blends, and the areas of scores by it."""
    items, said = kept_passes()
    keep("agreement", ["", "first pass", "second pass"][: 1 + said.shape[1]], table_of_agreement(items, said))
    keep("hand", ["", "all blends", "blends of the second half"], table_of_hand_labels(items, said))


def areas(judged: Judged, asked: list[Example]) -> list[list[str]]:
    """Return a row for each kind, the area of each score in it, and the means."""
    found = {kind: [area_of(scores(kind), asked, kind) for scores in judged.values()] for kind in KINDS}
    means = np.mean([[one.value for one in row] for row in found.values()], axis=0)
    return [*([kind, *map(str, row)] for kind, row in found.items()), ["mean", *(f"{mean:.2f}" for mean in means)]]


def area_of(scores: Floats, asked: list[Example], kind: str) -> Area:
    """Return the area for one kind of corruption against natural motion."""
    rows = [row for row, example in enumerate(asked) if example.kind in ("natural", kind)]
    flags: Booleans = np.array([asked[row].is_unnatural for row in rows])
    return area_by_clip(scores[rows], flags, [asked[row].clip for row in rows])


def keep(name: str, header: list[str], rows: list[list[str]]) -> None:
    """Write one table into the page."""
    PAGE.write_text(with_table(PAGE.read_text(), name, header, rows))
    print_table(name, header, rows)


if __name__ == "__main__":
    parser = command_line(__doc__)
    parser.add_argument("part", nargs="?", choices=["blends"], help="by default everything")
    labelled() if parser.parse_args().part else main()
