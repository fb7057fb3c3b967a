"""The demands by which libraries are compared: 1,200 streams of an arena and 40 by hand; 60 and 40 are used."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.enriched.arena import TICK_S, logged
from unbake.composition.demands.toml_file import load_demand
from unbake.composition.enrichment.judge import FLAG
from unbake.motion.body.body_path import RATE_HZ
from unbake.synthesis.demands.demand import Demand, FlagStretch

FOLDER = Path(__file__).parent / "demands"
"""Forty demands by hand, over all flags that the clips have; `unbake synthesize` reads them, too."""
GAITS = ("Stand", "Walk", "Run", "Jump")
"""What the arena says of a tick: one of these."""
FRAMES = 288
CHOSEN = 60
SEED = 4


@dataclass(frozen=True)
class Stream:
    """A demand with a name: ``arena-0017`` or ``hand-03``."""

    name: str
    demand: Demand

    @property
    def is_by_hand(self) -> bool:
        """Whether a person wrote it."""
        return self.name.startswith("hand")


def arena_streams() -> list[Stream]:
    """Return all streams of the arena."""
    return [Stream(f"arena-{number:04}", demand_of(flags)) for number, flags in enumerate(logged())]


def hand_streams() -> list[Stream]:
    """Return the demands by hand, which want every frame to look human as well."""
    return [Stream(f"hand-{path.stem}", human(load_demand(path).demand)) for path in sorted(FOLDER.glob("*.toml"))]


def chosen_streams() -> list[Stream]:
    """Return the hundred that are judged: different ones of the arena, drawn from a seed, and all by hand, mixed, so
    that the first few say something of all."""
    flags = logged()
    distinct = sorted({stream: number for number, stream in reversed(list(enumerate(flags)))}.values())
    rng = np.random.default_rng(SEED)
    every = arena_streams()
    both = [every[int(n)] for n in sorted(rng.choice(distinct, CHOSEN, replace=False))] + hand_streams()
    return [both[int(n)] for n in rng.permutation(len(both))]


def demand_of(flags: tuple[str, ...]) -> Demand:
    """Return the demand of a stream of flags, one a tick: that flag, none of the other gaits, and a human look.

    A body in the air may carry any other gait.
    """
    length_s = (FRAMES - 1) / RATE_HZ
    stretches, tick = [], 0
    for flag, ticks in itertools.groupby(flags):
        start = tick
        tick += len(list(ticks))
        others = () if flag == "Jump" else tuple(gait for gait in GAITS if gait != flag)
        stop_s = min(tick * TICK_S, length_s)
        stretches.append(FlagStretch(start_s=start * TICK_S, stop_s=stop_s, must=(flag,), must_not=others))
    return human(Demand(length_s=length_s, stretches=tuple(stretches)))


def human(demand: Demand) -> Demand:
    """Return a demand that wants every frame to look human, too."""
    throughout = FlagStretch(start_s=0.0, stop_s=demand.length_s, must=(FLAG,))
    return Demand(length_s=demand.length_s, stretches=(*demand.stretches, throughout))
