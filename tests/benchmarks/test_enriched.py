"""Libraries are compared pair by pair, and every strategy that takes part gives frames that exist."""

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.enriched.arena import TICKS, logged
from benchmarks.enriched.comparing import Outcome, keep, kept
from benchmarks.enriched.graphed import LEAST_GAP, MOST_APART, graphed, transitions
from benchmarks.enriched.paired import paired
from benchmarks.enriched.strategies import STRATEGIES, matched
from benchmarks.enriched.streams import FRAMES, GAITS, demand_of, hand_streams
from tests.composition.demands import acted

from unbake.composition.demands.asking import asked_of
from unbake.synthesis.demands.costs import costs_of
from unbake.synthesis.demands.demand import Demand, Stretch
from unbake.synthesis.demands.problem import CostWeights

TURNED = Demand(
    length_s=3.0,
    stretches=(
        Stretch(start_s=0.0, stop_s=1.5, must=("Turn Left",)),
        Stretch(start_s=1.5, stop_s=3.0, must=("Turn Right",)),
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


def test_matching_goes_on_where_nothing_changes(tmp_path_factory):
    material = acted.material(tmp_path_factory.mktemp("matched"))
    walk = Demand(length_s=2.0, stretches=(Stretch(start_s=0.0, stop_s=2.0, must=("Walk",)),))
    frames = matched(asked_of(walk, material).problem, 0, 1)
    assert (np.diff(frames) == 1).all()


def test_the_way_over_a_motion_graph_is_the_best_of_all(tmp_path_factory):
    """Beside every pair of frames at every moment, of those that the graph allows; what frames cost is random, so that
    the way changes often."""
    material = acted.material(tmp_path_factory.mktemp("graphed"))
    problem = asked_of(TURNED, material, CostWeights(join=4.0, edge=2.0)).problem
    costs = np.random.default_rng(0).uniform(0.0, 3.0, problem.costs.shape).astype(np.float32)
    problem = replace(problem, costs=costs)
    pool, weights, (leave, enter) = problem.pool, problem.weights, problem.leave_enter
    inside = np.flatnonzero(np.arange(pool.n_frames) != pool.last)
    features, ways = pool.features.astype(np.float64), transitions(pool)
    apart = np.full((pool.n_frames, pool.n_frames), np.inf)
    apart[inside] = ((features[inside + 1][:, None] - features) ** 2).sum(axis=2)
    assert len(ways.sources) > 100
    assert ways.apart == pytest.approx(apart[ways.sources, ways.targets], abs=1e-4)
    assert ways.apart.max() <= MOST_APART
    same = pool.clip_of[ways.sources] == pool.clip_of[ways.targets]
    assert np.abs(ways.sources + 1 - ways.targets)[same].min() >= LEAST_GAP
    joins = np.full(apart.shape, np.inf)
    at = ways.sources, ways.targets
    joins[at] = weights.join * (apart[at] + weights.cut) + leave[ways.sources] + enter[ways.targets]
    joins[inside, inside + 1] = 0.0
    value = problem.costs[problem.rows[0]].astype(np.float64)
    for row in problem.rows[1:]:
        value = (value[:, None] + joins).min(axis=0) + problem.costs[row]
    frames = graphed(problem, 0, 1)
    assert np.isfinite(joins[frames[:-1], frames[1:]]).all()
    assert (np.diff(frames) != 1).sum() > 3
    assert costs_of(problem, frames).total == pytest.approx(value.min(), rel=1e-4)
