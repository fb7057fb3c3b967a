"""Motion graphs: candidates, the component, shortest ways, walks."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from data import needs_data
from synthesis.figures import real, walker
from synthesis.graphs import naive
from synthesis.material.walkers import walkers
from unbake.errors import UsageError
from unbake.synthesis.graphs import candidates as candidates_module
from unbake.synthesis.graphs.candidates import GraphOptions, GraphTransitions, candidates
from unbake.synthesis.graphs.figures import graph_figures, random_pairs, shortest_s
from unbake.synthesis.graphs.graph import build_graph, graph_of
from unbake.synthesis.graphs.paths import n_frames_of, shortest_way
from unbake.synthesis.graphs.walk import random_way, walked
from unbake.synthesis.material.material import Material

OPTIONS = GraphOptions(threshold_m=0.08)


@cache
def graph():
    return build_graph(walkers(), OPTIONS)


def shaking(n, seed):
    """A walk whose body shakes, so that no two distances are equal."""
    source = walker(n)
    rotations = source.motion.rotations_xyzw + np.random.default_rng(seed).normal(0.0, 0.1, (n, 20, 4))
    return replace(source, motion=replace(source.motion, rotations_xyzw=rotations))


def pairs_of(transitions):
    return set(zip(transitions.sources.tolist(), transitions.targets.tolist(), strict=True))


@pytest.mark.slow(3)
def test_candidates_are_those_of_the_slow_way():
    material = Material(("a", "b"), (shaking(16, 1), shaking(13, 2)), {})
    found = candidates(material, GraphOptions(window_s=0.1, threshold_m=0.3))
    assert len(found) > 4
    assert pairs_of(found) == naive.candidates(material, 6, 0.3)


def test_pieces_of_a_table_give_the_same(monkeypatch):
    material = Material(("a", "b"), (shaking(120, 1), shaking(100, 2)), {})
    options = GraphOptions(threshold_m=0.4)
    whole = candidates(material, options)
    assert len(whole) > 50
    monkeypatch.setattr(candidates_module, "MOST_ENTRIES", 200 * 7)
    assert pairs_of(candidates(material, options)) == pairs_of(whole)


def test_the_least_threshold_of_the_flags_counts():
    material = walkers()
    limits = GraphOptions(threshold_m=0.1, thresholds_m={"Walk": 0.02, "Run": 0.2}).limits_m(material)
    assert limits[[0, 200, 400]].tolist() == [0.02, 0.02, 0.2]
    few, all_of_them = (
        candidates(material, GraphOptions(threshold_m=0.1, thresholds_m=t)) for t in ({"Walk": 0.02}, {})
    )
    assert len(few) < len(all_of_them)
    assert pairs_of(few) < pairs_of(all_of_them)


def test_the_component_is_the_largest_in_which_all_is_reached():
    made = graph()
    found = candidates(made.material, OPTIONS)
    follow = naive.followers(made.material, found, made.window)
    assert set(np.flatnonzero(made.inside).tolist()) == naive.largest_component(follow)
    assert made.inside.sum() < made.material.n_frames
    assert made.n_candidates == len(found)


def test_dead_ends_are_pruned():
    """One transition ahead leads into a clip from which nothing leads back."""
    material = walkers()
    rows = np.array([150, 100]), np.array([60, 300])
    made = graph_of(material, OPTIONS, GraphTransitions(*rows, np.zeros(2, dtype=np.float32)))
    assert np.flatnonzero(made.inside).tolist() == list(range(60, 151))
    assert pairs_of(made.transitions) == {(150, 60)}


def test_shortest_ways_are_those_of_the_slow_way():
    made = graph()
    follow = naive.followers(made.material, made.transitions, made.window)
    starts, ends = random_pairs(made, 30, np.random.default_rng(1))
    seconds = shortest_s(made, starts, ends)
    for start, end, took in zip(starts.tolist(), ends.tolist(), seconds, strict=True):
        frames = naive.reached(follow, start)[end]
        assert took * 60 == pytest.approx(frames)
        assert n_frames_of(shortest_way(made, start, end), made.window) == frames + 1


def test_a_way_follows_clips_and_transitions():
    made = graph()
    way = random_way(made, 6.0, np.random.default_rng(2))
    known = pairs_of(made.transitions)
    assert len(way) > 2
    for (_, last), (first, _) in pairwise(way):
        assert (last, first) in known
    for first, last in way:
        assert first <= last
        assert made.material.clip_of[first] == made.material.clip_of[last]
        assert made.inside[first : last + 1].all()


def test_a_walk_is_as_long_as_its_way_and_keeps_its_feet():
    made = graph()
    way = random_way(made, 4.0, np.random.default_rng(3))
    walk = walked(made, way, clean=False)
    assert walk.motion.n_frames == n_frames_of(way, made.window)
    assert 240 <= walk.motion.n_frames <= 260
    assert walk.origins[0, 0] == way[0][0]
    assert walk.origins[-1, 1] == way[-1][1]


def test_a_walk_with_a_flag_stays_in_it():
    made = graph()
    way = random_way(made, 5.0, np.random.default_rng(4), flag="Walk")
    assert all(made.material.flag("Walk")[first : last + 1].all() for first, last in way)


def test_a_walk_goes_where_it_is_sent():
    made = graph()
    inside = np.flatnonzero(made.inside)
    start, end = int(inside[5]), int(inside[-5])
    way = random_way(made, 2.0, np.random.default_rng(5), start, end)
    assert (way[0][0], way[-1][1]) == (start, end)
    assert n_frames_of(way, made.window) >= 120


def test_the_same_seed_walks_the_same():
    first, second = (random_way(graph(), 3.0, np.random.default_rng(6)) for _ in range(2))
    assert first == second != random_way(graph(), 3.0, np.random.default_rng(7))


def test_figures_count_what_is_there():
    figures = graph_figures(graph(), 50)
    assert figures.frames == 540
    assert figures.nodes == len(np.unique(np.concatenate([graph().transitions.sources, graph().transitions.targets])))
    assert figures.edges > figures.transitions > 0
    assert 0.0 < figures.median_s < figures.ninth_s
    assert figures.flags["Walk"][0] == 360
    assert "Wave" not in figures.flags


def test_what_makes_no_graph_says_what_to_add():
    with pytest.raises(UsageError, match="raise the threshold, or add longer clips"):
        build_graph(Material(("a",), (shaking(100, 1),), {}), GraphOptions(threshold_m=1e-3))
    short = Material(("a",), (walker(12),), {})
    with pytest.raises(UsageError, match="add longer clips"):
        build_graph(short)


@pytest.mark.parametrize("options", [{"window_s": 0.01}, {"threshold_m": 0.0}, {"thresholds_m": {"Walk": -1.0}}])
def test_options_that_make_no_sense(options):
    with pytest.raises(UsageError, match="of a motion graph must be"):
        GraphOptions(**options)


def test_frames_outside_are_refused():
    outside = int(np.flatnonzero(~graph().inside)[0])
    with pytest.raises(UsageError, match="is not in the graph"):
        shortest_way(graph(), outside, int(np.flatnonzero(graph().inside)[0]))
    with pytest.raises(UsageError, match="at most an hour"):
        random_way(graph(), 0.0, np.random.default_rng(0))


@needs_data
@pytest.mark.slow(4)
def test_real_walks_make_a_graph_whose_walks_do_not_jerk():
    material = Material(("16_15", "16_16", "16_31"), tuple(real(name) for name in ("16_15", "16_16", "16_31")), {})
    made = build_graph(material)
    walk = walked(made, random_way(made, 8.0, np.random.default_rng(0)))
    assert made.inside.mean() > 0.5

    def peak(motion):
        return np.linalg.norm(np.diff(motion.positions(), 2, axis=0), axis=-1).max()

    assert peak(walk.motion) < 1.2 * max(peak(source.motion) for source in material.sources)
