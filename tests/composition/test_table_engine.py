"""The transition table as an engine of a live character."""

from itertools import islice, pairwise

import numpy as np
import pytest

from composition.making import walking_library
from unbake.composition.live import library_engines
from unbake.composition.material import library_material
from unbake.composition.table_engine import stretch_of
from unbake.composition.transition_table import build_transition_table
from unbake.composition.transitions import Transitions
from unbake.errors import UsageError
from unbake.library.library import Library
from unbake.synthesis.live.character import Character
from unbake.synthesis.live.recording import Cue, record
from unbake.synthesis.live.request import Request
from unbake.synthesis.material.material import Place
from unbake.synthesis.transitions.clusters import ClusterOptions
from unbake.synthesis.transitions.table import TableOptions

N = 60
LONG = 300


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Three walks, two of which are called walks and one a run, with a table of transitions of a second."""
    path = walking_library(tmp_path_factory.mktemp("table") / "w.unbakelib", LONG)
    with Library.open(path) as opened:
        build_transition_table(opened, library_material(opened), TableOptions(N, 5, ClusterOptions(5)))
        yield opened


@pytest.fixture(scope="module")
def found(library):
    return library_material(library)


@pytest.fixture
def engine(library, found):
    return library_engines(library, found, ["table"])["table"]


def test_a_stretch_leads_from_a_frame_to_another_without_a_jump(library, found):
    """Its poses begin beside the source's, end as the target's, and its origins are the frames that count most."""
    material = found.material
    made = Transitions(library, found).make(Place(0, 40), Place(2, 100))
    source, target = 40, 2 * LONG + 100
    windows = np.array([source, *(0 for _ in made.between), target - N + 1])
    stretch = stretch_of(made, windows, target)
    assert stretch.n_frames == made.quick.motion.n_frames - 1
    assert stretch.origins[0, 0] in (source, source + 1, source + 2)
    assert tuple(stretch.origins[-1]) == (target, target)
    assert stretch.parts[-1] == 0.0
    assert 0.0 <= stretch.parts.min() <= stretch.parts.max() <= 0.5
    for shown, row in ((0, source + 1), (-1, target)):
        turns = np.abs((stretch.rotations_xyzw[shown] * material.rotations_xyzw[row]).sum(axis=-1))
        # These walkers slide by 2 cm a frame on planted feet; a leg that holds one turns at once, as the root does not.
        assert np.rad2deg(2.0 * np.arccos(np.minimum(turns, 1.0))).max() < 7.0
    assert np.abs(stretch.steps_m).max() < 0.1


def test_to_a_flag_the_cheapest_entry_leads(library, found, engine):
    """Where only a flag is asked for, the transition goes to the cheapest of the clusters that carry it."""
    transitions = Transitions(library, found)
    character = Character(found.material, {"table": engine}, start=20)
    character.ask(Request("Run"))
    made = []
    engine._transitions.make = lambda source, target: made.append((source, target)) or transitions.make(source, target)
    poses = list(islice(character, 2 * N))
    source, target = made[0]
    assert target.clip == 1
    costs = transitions.table.search.costs_m[transitions.nearest_at(source)]
    led_to = {int(transitions.nearest[1][end - N + 1]) for end in range(N - 1, LONG - 1, 2)}
    cost = costs[transitions.nearest_at(Place(1, target.frame - N + 1))]
    assert cost == min(costs[sorted(led_to)]) < max(costs[sorted(led_to)])
    assert found.material.clip_of[poses[-1].origin] == 1


@pytest.mark.slow(3)
def test_requests_are_met_and_frames_are_smooth(found, engine):
    """Flags are reached, and no joint moves farther in a frame than it does in the clips."""
    cues = [Cue(0.0, Request("Walk")), Cue(3.0, Request("Run")), Cue(6.0, Request("Walk")), Cue(9.0, Request("Run"))]
    made = record(Character(found.material, {"table": engine}), cues, 12.0)
    assert all(met.after_s is not None and met.after_s <= 1.0 for met in made.met)
    steps = np.linalg.norm(np.diff(made.motion.positions(), axis=0), axis=-1)
    own = max(
        np.linalg.norm(np.diff(source.motion.positions(), axis=0), axis=-1).max() for source in found.material.sources
    )
    assert steps.max() < 2.0 * own
    assert (made.parts > 0.05).any()


def test_a_blend_that_is_left_in_its_middle_fades(library, found):
    """Whatever engine takes over in the middle of a transition: the pose goes on."""
    engines = library_engines(library, found, ["matching", "table"])
    for after in range(4, 48, 8):
        character = Character(found.material, engines, "table", start=20, request=Request("Run"), hold_feet=False)
        poses = []
        while not poses or not 0.0 < poses[-1].part < 0.5 or len(poses) < after:
            poses.append(next(character))
        character.switch("matching")
        poses += list(islice(character, 30))
        turns = [np.abs((a.rotations_xyzw * b.rotations_xyzw).sum(axis=-1)).min() for a, b in pairwise(poses)]
        assert np.rad2deg(2.0 * np.arccos(min(min(turns), 1.0))) < 8.0
        assert any(pose.is_jump for pose in poses[after:])


@pytest.mark.slow(2)
def test_a_clip_that_ends_is_left(found, engine):
    """A character that starts a few frames before the end of its clip goes on."""
    for start in (LONG - 10, LONG - 2, LONG - 1):
        poses = list(islice(Character(found.material, {"table": engine}, start=start), 240))
        assert len({pose.origin for pose in poses}) > 60


def test_what_cannot_be_met_is_said(library, found, engine, tmp_path):
    with pytest.raises(UsageError, match="no clip carries the flag 'Wave'"):
        engine.check(Request("Wave"))
    bare = walking_library(tmp_path / "bare.unbakelib")
    with Library.open(bare) as other, pytest.raises(UsageError, match="no transition table"):
        library_engines(other, library_material(other), ["table"])
