"""Is an enriched library better? ``python -m benchmarks.enriched FOLDER [--streams N] [--sweeps N]``.

The demands of `benchmarks.enriched.streams` are met from the original library and from others, by every strategy, with
the same seeds, and compared pair by pair: figure 4.4 of L. Ikemoto, *Hybrid artist- and data-driven techniques for
character animation*, 2007. In full it is a hundred demands and 300 iterations, which takes the search an hour of a
core; outcomes are kept in the folder, and a run goes on where it was.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from benchmarks.enriched.comparing import Compared, Outcome, keep, kept
from benchmarks.enriched.libraries import NAMES
from benchmarks.enriched.paired import paired
from benchmarks.enriched.strategies import STRATEGIES
from benchmarks.enriched.streams import chosen_streams
from benchmarks.timing import print_table
from unbake.errors import UsageError

PRINTED = ("as printed", "3.4 %", "20.1 %", "7 of 28,800")


def run(folder: Path, libraries: Sequence[str], strategies: Sequence[str], count: int, sweeps: int) -> list[Outcome]:
    """Meet demands, all libraries one after the other for each, and return what is known of these libraries."""
    path = folder / "outcomes.jsonl"
    known = kept(path)
    done = {(one.stream, one.library, one.strategy, one.sweeps) for one in known}
    compared = [Compared(folder, name) for name in libraries]
    for seed, stream in enumerate(chosen_streams()[:count]):
        for strategy in strategies:
            for library in compared:
                if (stream.name, library.name, strategy, sweeps) in done:
                    continue
                try:
                    outcome = library.outcome(stream, strategy, sweeps, seed)
                except UsageError as error:
                    print(f"{stream.name} of {library.name}: {error}", flush=True)
                    continue
                keep(path, outcome)
                known.append(outcome)
    return known


def show(outcomes: list[Outcome], sweeps: int) -> None:
    """Print costs in pairs, and shares beside the thesis's."""
    chosen = [one for one in outcomes if one.sweeps == sweeps]
    rows, shares = [], [list(PRINTED)]
    for strategy, library in sorted({(one.strategy, one.library) for one in chosen}):
        own = [one for one in chosen if (one.strategy, one.library) == (strategy, library)]
        frames = sum(one.frames for one in own)
        seen = f"{sum(one.false_positives for one in own)} of {frames:,}" if library == "checked" else "not known"
        parts = (sum(one.not_human for one in own), sum(one.new for one in own))
        shares.append([f"{strategy}, {library}", *(f"{100 * part / frames:.1f} %" for part in parts), seen])
        pairs = paired(outcomes, strategy, library, sweeps)
        if pairs is not None and library != "original":
            low, high = pairs.interval
            rows.append(
                [
                    f"{strategy}, {library}",
                    str(pairs.count),
                    f"{pairs.before:.1f}",
                    f"{pairs.after:.1f}",
                    f"{pairs.change:+.1f} ({low:+.1f} to {high:+.1f})",
                    f"{pairs.less} / {pairs.equal} / {pairs.more}",
                    f"{pairs.p:.3f}" if pairs.p >= 0.001 else "< 0.001",
                ]
            )
    head = ["strategy, library", "pairs", "original costs", "costs", "change (95 %)", "less / same / more", "p"]
    print_table(f"Costs in frames with a wrong flag, {sweeps} iterations", head, rows)
    print_table("Shares of frames", ["strategy, library", "not human", "new", "false positives"], shares)


def main() -> None:
    """Run or go on, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--streams", type=int, default=100)
    parser.add_argument("--sweeps", type=int, default=300)
    parser.add_argument("--libraries", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--strategies", nargs="+", choices=tuple(STRATEGIES), default=tuple(STRATEGIES))
    parser.add_argument("--show", action="store_true", help="only print what is known")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.show:
        known = kept(given.folder / "outcomes.jsonl")
    else:
        known = run(given.folder, given.libraries, given.strategies, given.streams, given.sweeps)
    show(known, given.sweeps)


if __name__ == "__main__":
    main()
