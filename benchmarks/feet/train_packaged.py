"""Train the oracle that comes with the package: ``python -m benchmarks.feet.train_packaged``.

It knows all real stretches that are labelled in ``benchmarks/feet/labels`` and whose clips are present. The library is
the synthetic performer, clean and with the faults of captures; its sequences are chosen as a person would be asked for
them, farthest first, only that here the labels are known.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import unbake.data
from benchmarks.feet.real_clips import labelled_clips
from benchmarks.feet.repertoire import Take, takes, varied_takes
from benchmarks.usage import takes_no_arguments
from unbake.feet.detect.active import ActiveTraining
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import PACKAGED, load_oracle, save_oracle

SEED = 2007
STATURES_M = ((1.55, 1.75, 1.92), (1.7, 1.85, 1.6))
VARIED = 144
SEQUENCES = {"walk": 40, "run": 44, "jump": 16, "turn": 16, "stairs": 14, "sneak": 22, "stand": 3, "reach": 2}
"""Of 200 frames, by action: left to itself, farthest first takes runs before anything else."""


def library() -> list[Take]:
    """Return what the performer does."""
    made = [take for n, statures in enumerate(STATURES_M) for take in takes(SEED + n, statures)]
    made += varied_takes(SEED, VARIED)
    return made


def train(made: list[Take], oracle: Oracle) -> Oracle:
    """Return an oracle taught `SEQUENCES` on top of what it knows, farthest first within each action."""
    for action, count in SEQUENCES.items():
        labels = {take.name: take.labels for take in made if take.action == action}
        training = ActiveTraining({take.name: take.motion for take in made if take.action == action}, oracle, SEED)
        for _ in range(min(count, len(training.sequences))):
            sequence, _, _ = training.farthest()
            training.accept(sequence, labels[sequence.clip].excerpt(sequence.first, sequence.last))
        oracle = training.oracle
    return oracle


def main() -> None:
    """Write the packaged oracle and say what is in it."""
    real = Oracle().with_pieces([clip.example() for clip in labelled_clips()])
    oracle = train(library(), real)
    target = Path(unbake.data.__file__).parent / PACKAGED
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / PACKAGED
        save_oracle(oracle, file)
        assert load_oracle(file).n_examples == oracle.n_examples
        shutil.copyfile(file, target)
    print(f"{target}: {oracle.n_examples:,} examples, {target.stat().st_size:,} bytes", file=sys.stderr)


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    main()
