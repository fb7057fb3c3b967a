"""What each strategy makes of each demand from each library, kept line by line, so that a run goes on where it was."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.enriched.libraries import looks_human_by_eye, made
from benchmarks.enriched.strategies import STRATEGIES
from benchmarks.enriched.streams import Stream
from unbake.composition.demands.asking import asked_of
from unbake.composition.demands.material import Material, material_of
from unbake.composition.enrichment.judge import FLAG
from unbake.ground.arrays import Booleans
from unbake.library.library import Library
from unbake.synthesis.demands.costs import costs_of


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One motion.

    Parameters
    ----------
    stream, library, strategy, sweeps : what was asked for, of what, and how.
    flags, joins : what it costs, in frames with a wrong flag.
    frames : of the motion.
    not_human : frames of which it is not said that they look human.
    new : frames of transplants.
    false_positives : frames that are said to look human and were seen not to.
    core_s : seconds of a core, of all threads together.
    """

    stream: str
    library: str
    strategy: str
    sweeps: int
    flags: float
    joins: float
    frames: int
    not_human: int
    new: int
    false_positives: int
    core_s: float

    @property
    def cost(self) -> float:
        """What the search makes small."""
        return self.flags + self.joins


class Compared:
    """A library that takes part.

    Parameters
    ----------
    folder : where it is, or is made.
    name : see `benchmarks.enriched.libraries`.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        library = Library.open(made(folder, name))
        self._material = material_of(library)
        self._says_human: Booleans = self._material.values[self._material.flags.index(FLAG)] == 1
        self._is_new = _of_clips(self._material, {clip.id for clip in library.clips() if clip.is_composed})
        self._is_seen_wrong = _seen_wrong(self._material) if name == "checked" else np.zeros_like(self._is_new)

    def outcome(self, stream: Stream, strategy: str, sweeps: int, seed: int) -> Outcome:
        """Let a strategy meet a demand."""
        problem = asked_of(stream.demand, self._material, is_checked=False).problem
        began = time.process_time()
        frames = STRATEGIES[strategy](problem, seed, sweeps)
        core_s = time.process_time() - began
        costs = costs_of(problem, frames)
        return Outcome(
            stream=stream.name,
            library=self.name,
            strategy=strategy,
            sweeps=sweeps,
            flags=costs.flags,
            joins=costs.joins,
            frames=len(frames),
            not_human=int((~self._says_human[frames]).sum()),
            new=int(self._is_new[frames].sum()),
            false_positives=int((self._says_human & self._is_seen_wrong)[frames].sum()),
            core_s=core_s,
        )


def _of_clips(material: Material, ids: set[int]) -> Booleans:
    """Which frames of the pool are of some clips."""
    return np.array([clip.id in ids for clip in material.clips])[material.pool.clip_of]


def _seen_wrong(material: Material) -> Booleans:
    """Which frames of the pool were seen not to look human."""
    human = looks_human_by_eye(material.library)
    out = np.zeros(material.pool.n_frames, dtype=np.bool_)
    for number, clip in enumerate(material.clips):
        if clip.id in human:
            first, n = int(material.pool.starts[number]), int(material.pool.lengths[number])
            seen = human[clip.id]
            at = np.linspace(0, len(seen) - 1, n).round().astype(np.int64)
            out[first : first + n] = ~seen[at]
    return out


def kept(path: Path) -> list[Outcome]:
    """Return the outcomes of a file."""
    if not path.exists():
        return []
    return [Outcome(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def keep(path: Path, outcome: Outcome) -> None:
    """Add an outcome to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(outcome)) + "\n")
