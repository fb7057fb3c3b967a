"""Live characters: engines, fading, planted feet, recordings."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from data import needs_data
from synthesis.figures import real, walker
from synthesis.material.walkers import walkers
from unbake.errors import UsageError
from unbake.motion.rotations import quaternion_product
from unbake.performer import perform
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.graphs.candidates import GraphOptions
from unbake.synthesis.graphs.graph import build_graph
from unbake.synthesis.live.character import Character
from unbake.synthesis.live.engine import Plan, State
from unbake.synthesis.live.features import N_FEATURES, Features, raw_features, wanted_way
from unbake.synthesis.live.matching import MotionMatching
from unbake.synthesis.live.recording import Cue, record
from unbake.synthesis.live.request import Request
from unbake.synthesis.live.wandering import GraphWandering
from unbake.synthesis.material.material import Material
from unbake.synthesis.material.spliced import cut


@cache
def graph():
    return build_graph(walkers(), GraphOptions(threshold_m=0.08))


def engines():
    return {"matching": MotionMatching(walkers()), "graph": GraphWandering(graph())}


class Jumping:
    """Plays some frames from one place and some from another, in turn."""

    def __init__(self, rows, count=30):
        self.rows, self.count = list(rows), count

    def check(self, request):
        pass

    def plan(self, state, request):
        self.rows.append(self.rows.pop(0))
        return Plan(cut(walkers(), self.rows[-1], self.rows[-1] + self.count - 1), is_jump=True)


class Blending:
    """Plays a blend of three stretches, of which the two that count most are the same one, then plays on."""

    def check(self, request):
        pass

    def plan(self, state, request):
        stretch = cut(walkers(), state.row + 1, state.row + 30)
        if state.row > 100:
            return Plan(stretch)
        raised = stretch.rotations_xyzw.copy()
        raised[:, 5] = quaternion_product(raised[:, 5], np.array([np.sin(0.3), 0.0, 0.0, np.cos(0.3)]))
        return Plan(replace(stretch, rotations_xyzw=raised, parts=np.full(30, 0.4)))


class Playing:
    """Plays on."""

    def check(self, request):
        pass

    def plan(self, state, request):
        return Plan(cut(walkers(), state.row + 1, state.row + 10))


# Features


def test_features_of_a_straight_walk_are_known():
    raw = raw_features(walkers())
    assert raw.shape == (540, N_FEATURES)
    speed = 0.6 * 2.0  # a step of 0.6 m each half second
    assert np.allclose(raw[60, [1, 3, 5]], speed * np.array([1, 2, 3]) / 3.0, atol=0.02)
    assert np.allclose(raw[60, [0, 2, 4]], 0.0, atol=1e-6)
    assert np.allclose(raw[60, 6:12], [0.0, 1.0] * 3, atol=1e-6)
    turn = 1.5 / 180.0
    assert np.allclose(raw[240, [6, 8, 10]], np.sin(turn * np.array([20, 40, 60])), atol=1e-3)
    assert raw[60, 26] == pytest.approx(speed, abs=1e-6)


def test_a_clip_goes_on_beyond_its_end():
    raw = raw_features(walkers())
    assert np.allclose(raw[179, :12], raw[119, :12], atol=0.05)


def test_the_nearest_frame_is_that_of_the_slow_way():
    features, rng = Features.of(walkers()), np.random.default_rng(0)
    for number in range(60):
        query, weights = features.query(int(rng.integers(540)), rng.normal(size=12) if number % 3 else None)
        query = query + rng.normal(size=27).astype(np.float32)
        allowed = rng.random(540) < 0.4
        costs = np.where(allowed, (weights * (features.values - query) ** 2).sum(axis=1), np.inf)
        row, cost = features.nearest(query, weights, allowed)
        assert costs[row] <= costs.min() * (1 + 1e-5)
        assert cost == pytest.approx(costs.min(), rel=1e-4)


def test_nothing_nearer_than_nothing():
    features = Features.of(walkers())
    query, weights = features.query(7)
    assert features.nearest(query, weights, np.zeros(540, dtype=bool))[0] == -1
    assert features.nearest(query, weights, np.ones(540, dtype=bool), within=0.0)[0] == -1


def test_the_wanted_way_gets_there_in_the_set_time():
    way = wanted_way(Request(direction_rad=np.pi / 2, speed_m_s=2.0, within_s=0.5), 0.0, (0.0, 1.0), 1.0)
    assert np.arctan2(way[10], way[11]) == pytest.approx(np.pi / 2, rel=0.02)
    velocity = (way[4:6] - way[2:4]) * 3.0
    assert np.allclose(velocity, [2.0, 0.0], atol=0.15)
    still = wanted_way(Request(speed_m_s=1.0), 0.3, (0.0, 1.0), 5.0)
    assert np.allclose(still[[1, 3, 5]], [1 / 3, 2 / 3, 1.0])


# Characters


def test_a_clip_played_on_is_the_clip():
    character = Character(walkers(), {"on": Playing()}, start=180, hold_feet=False)
    motion = walkers().sources[1].motion
    for frame, pose in zip(range(1, 170), character, strict=False):
        assert np.allclose(pose.translations_m, motion.translations_m[frame], atol=1e-9)
        assert np.allclose(np.abs((pose.rotations_xyzw * motion.rotations_xyzw[frame]).sum(axis=-1)), 1.0, atol=1e-9)
        assert pose.origin == 180 + frame
        assert not pose.is_jump


def test_the_pose_goes_on_over_jumps():
    """However far the poses are apart: no joint turns farther from frame to frame than in a fast fade."""
    character = Character(walkers(), {"j": Jumping([20, 400])}, start=50, hold_feet=False)
    made = record(character, [], 3.0)
    turns = np.abs((made.motion.rotations_xyzw[1:] * made.motion.rotations_xyzw[:-1]).sum(axis=-1))
    assert made.jumps.sum() == 6
    assert np.rad2deg(2.0 * np.arccos(np.minimum(turns, 1.0))).max() < 8.0
    steps = np.linalg.norm(np.diff(made.motion.positions(), axis=0), axis=-1)
    assert steps.max() < 0.1


def test_a_blend_that_is_left_in_its_middle_fades_whatever_it_is_made_of():
    character = Character(walkers(), {"on": Blending()}, start=85, hold_feet=False)
    poses = [next(character) for _ in range(20)]
    character.ask(Request(speed_m_s=1.0))
    poses += [next(character) for _ in range(20)]
    assert [frame for frame, pose in enumerate(poses) if pose.is_jump] == [20]
    turns = np.array([pose.rotations_xyzw[5] for pose in poses])
    cosines = np.abs((turns[1:] * turns[:-1]).sum(axis=1)).clip(0.0, 1.0)
    assert np.degrees(2.0 * np.arccos(cosines)).max() < 8.0


@needs_data
@pytest.mark.slow(4)
def test_planted_feet_stay():
    """A sixth of a second after a point was put down, it rests; without holding, the same points slide."""
    material = Material(("16_15", "16_31"), (real("16_15"), real("16_31")), {})

    def made(hold_feet):
        character = Character(material, {"m": MotionMatching(material)}, hold_feet=hold_feet)
        return record(character, [Cue(0.0, Request(direction_rad=0.0, speed_m_s=1.2))], 10.0)

    held, free = made(True), made(False)
    settled = [(plant.first + 10, plant.last, plant.point) for plant in held.labels.plants if plant.n_frames > 15]
    assert len(settled) > 10
    slides = [
        [np.ptp(points[first : last + 1, point], axis=0)[[0, 2]].max() for first, last, point in settled]
        for points in (material.legs.points_m(recording.motion) for recording in (held, free))
    ]
    assert np.median(slides[0]) < 0.004
    assert np.median(slides[1]) > 0.01
    # Only legs differ.
    legs = [j for leg in material.legs.both for j in (leg.hip, leg.knee, leg.ankle)]
    rest = [j for j in range(len(material.skeleton.names)) if j not in legs]
    assert np.array_equal(held.motion.translations_m, free.motion.translations_m)
    assert np.allclose(held.motion.rotations_xyzw[:, rest], free.motion.rotations_xyzw[:, rest])


@pytest.mark.parametrize("engine", ["matching", "graph"])
def test_an_engine_goes_where_it_is_asked_to(engine):
    character = Character(walkers(), engines(), engine)
    character.ask(Request(direction_rad=1.5))
    headings = [next(character).heading_rad for _ in range(360)]
    off = (np.array(headings) - 1.5 + np.pi) % (2 * np.pi) - np.pi
    assert np.abs(off[240:]).mean() < 0.5


@pytest.mark.parametrize("engine", ["matching", "graph"])
def test_an_engine_reaches_a_flag_and_stays(engine):
    character = Character(walkers(), engines(), engine, start=20)
    for flag, clips in (("Run", {2}), ("Walk", {0, 1})):
        character.ask(Request(flag=flag))
        rows = [next(character).origin for _ in range(240)]
        assert {int(walkers().clip_of[row]) for row in rows[120:]} <= clips


def test_matching_never_treads_on_the_spot_where_no_clip_turns_fast_enough():
    walks = [perform("walk", seconds=4, fps=60, seed=0, turning_deg_s=turn).motion for turn in (0.0, 30.0, -30.0)]
    flags = {"Walk": np.ones(sum(walk.n_frames for walk in walks), dtype=np.bool_)}
    material = Material(("ahead", "left", "right"), tuple(BlendSource.of(walk) for walk in walks), flags)
    cues = [Cue(0.0, Request("Walk", 0.0)), Cue(2.0, Request("Walk", np.pi))]
    made = record(Character(material, {"matching": MotionMatching(material)}), cues, 6.0)
    shown = [len(np.unique(made.rows[first : first + 40])) for first in range(made.motion.n_frames - 40)]
    assert min(shown) >= 24, "two thirds of a second are not made of a few frames again and again"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_matching_does_not_sway_in_the_last_third_of_a_second_of_one_who_stands(seed):
    stand = perform("stand", seconds=4, fps=60, seed=seed).motion
    material = Material(("stand",), (BlendSource.of(stand),), {})
    character = Character(material, {"matching": MotionMatching(material)}, start=180)
    rows = [next(character).origin for _ in range(300)]
    jumps = [frame for frame, (before, after) in enumerate(pairwise(rows)) if after != before + 1]
    assert len(jumps) > 1
    assert np.diff(jumps).min() >= 60


def test_the_graph_plays_clips_and_transitions_alone():
    character = Character(walkers(), engines(), "graph", start=int(np.flatnonzero(graph().inside)[0]))
    poses = [next(character) for _ in range(600)]
    known = set(zip(graph().transitions.sources.tolist(), graph().transitions.targets.tolist(), strict=True))
    assert not any(pose.is_jump for pose in poses)
    blends = 0
    for before, after in pairwise(poses):
        if before.part == 0.0 and after.part == 0.0:
            assert after.origin == before.origin + 1
        blends += after.part == 1.0
    starts = [
        before.origin for before, after in pairwise(poses) if before.part in (0.0, 1.0) and 0.0 < after.part < 1.0
    ]
    ends = [pose.origin for pose in poses if pose.part == 1.0]
    assert blends > 2
    assert {(start, end) for start, end in zip(starts, ends, strict=False)} <= known


def test_engines_change_while_it_runs():
    made = record(Character(walkers(), engines()), [Cue(1.0, engine="graph"), Cue(2.0, engine="matching")], 3.0)
    assert [made.engines[frame] for frame in (10, 70, 170)] == ["matching", "graph", "matching"]
    assert np.linalg.norm(np.diff(made.motion.positions(), axis=0), axis=-1).max() < 0.12


def test_one_short_clip_is_enough():
    material = Material(("short",), (walker(32),), {"Walk": np.arange(32) > 3})
    character = Character(material, {"m": MotionMatching(material)})
    character.ask(Request(flag="Walk", direction_rad=1.0))
    assert {next(character).origin for _ in range(200)} <= set(range(32))


def test_clips_that_are_too_short_say_what_to_add():
    material = Material(("short",), (walker(15),), {})
    with pytest.raises(UsageError, match=r"shorter than 0\.33 s: add longer clips"):
        MotionMatching(material)
    with pytest.raises(UsageError, match="add longer clips"):
        Character(material, {"on": Playing()})


@pytest.mark.slow
def test_it_never_ends():
    character = Character(walkers(), engines())
    rows = [next(character).origin for _ in range(900)]
    assert len(rows) == 900
    assert np.isfinite(next(character).rotations_xyzw).all()


def test_a_recording_knows_where_its_frames_are_from_and_when_requests_were_met():
    cues = [
        Cue(0.0, Request(flag="Walk")),
        Cue(1.5, Request(flag="Run", within_s=0.5)),
        Cue(3.0, Request(direction_rad=9.0)),
    ]
    made = record(Character(walkers(), engines(), start=20), cues, 3.02)
    assert made.motion.n_frames == made.labels.n_frames == len(made.rows) == len(made.engines) == 181
    first, second, third = made.met
    assert first.after_s == 0.0
    assert 0.0 <= second.after_s <= 0.5
    assert third.after_s is None
    frame = 90 + round(second.after_s * 60)
    assert walkers().flag("Run")[made.rows[frame : frame + 6]].all()
    assert not walkers().flag("Run")[made.rows[:90]].any()


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"direction_rad": np.nan}, "must be an angle"),
        ({"speed_m_s": -1.0}, "between 0 and 15"),
        ({"within_s": 0.0}, "between 0.05 s and 60 s"),
    ],
)
def test_requests_that_make_no_sense(fields, says):
    with pytest.raises(UsageError, match=says):
        Request(**fields)


@pytest.mark.parametrize("engine", ["matching", "graph"])
def test_flags_that_nobody_carries_are_refused_at_once(engine):
    character = Character(walkers(), engines(), engine)
    with pytest.raises(UsageError, match="no clip carries the flag 'Wave'"):
        character.ask(Request(flag="Wave"))
    next(character)
    assert character.request == Request()


def test_an_engine_that_takes_over_with_a_request_never_has_to_reach_the_one_before():
    class Flagless(Playing):
        def check(self, request):
            if request.flag is not None:
                raise UsageError("no flags here")

    both = {"matching": MotionMatching(walkers()), "on": Flagless()}
    cues = [Cue(0.0, Request(flag="Walk")), Cue(0.5, Request(speed_m_s=1.2), engine="on")]
    assert record(Character(walkers(), both), cues, 1.0).engines[-1] == "on"
    character = Character(walkers(), both, request=Request(flag="Walk"))
    for request in (None, Request(flag="Run")):
        with pytest.raises(UsageError, match="no flags here"):
            character.switch("on", request)
        assert (character.engine, character.request) == ("matching", Request(flag="Walk"))


def test_what_a_character_cannot_do():
    with pytest.raises(UsageError, match="unknown engine 'x'; there are matching, graph"):
        Character(walkers(), engines(), "x")
    with pytest.raises(UsageError, match="not among the 540"):
        Character(walkers(), engines(), start=540)
    with pytest.raises(UsageError, match="in order"):
        record(Character(walkers(), engines()), [Cue(2.0), Cue(1.0)], 3.0)
    with pytest.raises(UsageError, match="at most an hour"):
        record(Character(walkers(), engines()), [], np.nan)


def test_a_state_says_what_an_engine_needs():
    seen = []

    class Watching(Playing):
        def plan(self, state, request):
            seen.append(state)
            return super().plan(state, request)

    character = Character(walkers(), {"w": Watching()}, start=20)
    for _ in range(15):
        next(character)
    character.ask(Request(speed_m_s=1.0))
    next(character)
    assert [state.is_new for state in seen] == [True, False, True]
    assert [state.row for state in seen] == [20, 30, 35]
    assert isinstance(seen[0], State)
    assert seen[-1].velocity_m_s[1] == pytest.approx(1.2, abs=0.01)
