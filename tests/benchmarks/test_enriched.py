"""Libraries are compared pair by pair, and every strategy that takes part gives frames that exist."""

import numpy as np
import pytest
from benchmarks.enriched.arena import TICKS, logged
from benchmarks.enriched.comparing import Outcome, keep, kept
from benchmarks.enriched.paired import paired
from benchmarks.enriched.strategies import STRATEGIES, matched
from benchmarks.enriched.streams import FRAMES, GAITS, demand_of, hand_streams
from tests.composition.demands import acted

from unbake.composition.demands.asking import asked_of
from unbake.synthesis.demands.costs import costs_of
from unbake.synthesis.demands.demand import Demand, FlagStretch
from unbake.synthesis.demands.problem import CostWeights

TURNED = Demand(
    length_s=3.0,
    stretches=(
        FlagStretch(start_s=0.0, stop_s=1.5, must=("Turn Left",)),
        FlagStretch(start_s=1.5, stop_s=3.0, must=("Turn Right",)),
    ),
)


def outcome(stream, library, cost):
    return Outcome(
        stream=stream,
        library=library,
        strategy="sampled",
        sweeps=8,
        flags=cost,
        joins=0.5,
        frames=288,
        not_human=0,
        new=0,
        false_positives=0,
        core_s=1.0,
    )


def test_only_demands_that_both_libraries_met_are_pairs(tmp_path):
    path = tmp_path / "outcomes.jsonl"
    costs = {"a": (10.0, 4.0), "b": (8.0, 8.0), "c": (3.0, 5.0), "d": (20.0, 10.0)}
    for stream, (before, after) in costs.items():
        keep(path, outcome(stream, "original", before))
        keep(path, outcome(stream, "enriched", after))
    keep(path, outcome("e", "enriched", 1000.0))
    pairs = paired(kept(path), "sampled", "enriched", 8)
    assert (pairs.count, pairs.less, pairs.equal, pairs.more) == (4, 2, 1, 1)
    assert pairs.before == 10.75
    assert pairs.change == pytest.approx((-6.0 + 2.0 - 10.0) / 4)
    assert pairs.interval[0] < pairs.change < pairs.interval[1]
    assert paired(kept(path), "sampled", "enriched", 300) is None


def test_the_arena_logs_gaits_and_its_demands_cover_them():
    streams = logged(60, seed=3)
    assert logged(60, seed=3) == streams
    assert {flag for stream in streams for flag in stream} == set(GAITS)
    for flags in streams[:10]:
        demand = demand_of(flags)
        assert demand.n_frames == FRAMES
        for tick in range(TICKS):
            middle = (tick + 0.5) * 0.2
            asked = {flag for one in demand.stretches if one.start_s <= middle < one.stop_s for flag in one.must}
            assert flags[tick] in asked
    assert len(hand_streams()) == 40


@pytest.mark.slow
def test_strategies_meet_a_demand(tmp_path_factory):
    material = acted.material(tmp_path_factory.mktemp("enriched"))
    # Where joins cost little, even what looks only two fifths of a second ahead changes from left to right.
    problem = asked_of(TURNED, material, CostWeights(join=1.0)).problem
    for name, strategy in STRATEGIES.items():
        frames = strategy(problem, 1, 2)
        assert frames.shape == (problem.n_frames,), name
        assert frames.min() >= 0, name
        assert frames.max() < problem.pool.n_frames, name
        assert costs_of(problem, frames).flags < 0.1 * problem.n_frames, name


@pytest.mark.slow
def test_matching_goes_on_where_nothing_changes(tmp_path_factory):
    material = acted.material(tmp_path_factory.mktemp("matched"))
    walk = Demand(length_s=2.0, stretches=(FlagStretch(start_s=0.0, stop_s=2.0, must=("Walk",)),))
    frames = matched(asked_of(walk, material).problem, 0, 1)
    assert (np.diff(frames) == 1).all()
