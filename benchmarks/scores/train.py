"""Fits the weights that come with the package: ``python -m benchmarks.scores.train``."""

from __future__ import annotations

from pathlib import Path

from benchmarks.scores.clips import TUNING
from benchmarks.scores.examples import examples
from benchmarks.scores.ours import fitted, rows_of
from benchmarks.usage import takes_no_arguments
from unbake.synthesis.naturalness.calibrated import PACKAGED

TARGET = Path(__file__).parents[2] / "src" / "unbake" / "data" / PACKAGED
MOST, SEED = 2, 1
"""Excerpts of a clip, and the seed of what is done to them."""


def main() -> None:
    """Write the weights."""
    made = examples(TUNING, MOST, SEED)
    weights = fitted(made, [rows_of(example) for example in made])
    facts = {
        "clips": len(TUNING),
        "natural": sum(not e.is_unnatural for e in made),
        "unnatural": sum(e.is_unnatural for e in made),
        "source": "clips of the CMU database (mocap.cs.cmu.edu, funded by NSF EIA-0196217)",
    }
    TARGET.write_text(weights.to_json(**facts), encoding="utf-8")
    print(TARGET.read_text(encoding="utf-8"))


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
