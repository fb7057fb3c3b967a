"""The world-space match ends when it is known whether an error is kept: never too early, and earlier than otherwise."""

import numpy as np
import pytest

from clips import packaged_clip
from curves.world.test_match import real
from data import needs_data
from unbake.curves.fits.fit import fit
from unbake.curves.world.match import default_weights, hold_ends
from unbake.curves.world.problem import WorldProblem
from unbake.keyframes.request import selection_space
from unbake.reduce.options import ReduceOptions

CLIPS = ("packaged", "walk", "jump", "cartwheel")


def clip_named(name):
    return packaged_clip().excerpt(101, 230) if name == "packaged" else real(name)


def farthest_m(motion, animation):
    gaps = motion.positions() - animation.sample().positions()
    joints = [
        motion.skeleton.names.index(joint) if isinstance(joint, str) else joint for joint in default_weights(motion)
    ]
    return float(np.linalg.norm(gaps[:, joints], axis=-1).max())


@pytest.fixture
def n_equations(monkeypatch):
    """How often equations were set up; `clear` begins again."""
    asked, equations = [], WorldProblem.equations

    def counted(self, state, weights):
        asked.append(1)
        return equations(self, state, weights)

    monkeypatch.setattr(WorldProblem, "equations", counted)
    return asked


@needs_data
@pytest.mark.slow
@pytest.mark.parametrize("name", CLIPS)
def test_what_can_be_kept_is_kept(name):
    motion = clip_named(name)
    space = selection_space(motion, ReduceOptions(), lambda step, part: None)
    counts = [count for count in space.counts() if 4 <= count <= 20][::3]
    assert len(counts) > 4
    for count in counts:
        animation = fit(motion, space.selection(count))
        within_m = 1.000001 * farthest_m(motion, hold_ends(motion, animation))
        assert farthest_m(motion, hold_ends(motion, animation, within_m=within_m)) <= within_m, count


def test_it_ends_with_the_first_that_keeps_the_error(n_equations):
    motion = clip_named("packaged")
    space = selection_space(motion, ReduceOptions(), lambda step, part: None)
    animation = fit(motion, space.selection(8))
    full = hold_ends(motion, animation)
    most, before = len(n_equations), farthest_m(motion, animation)
    n_equations.clear()
    within_m = 0.5 * (before + farthest_m(motion, full))
    found = hold_ends(motion, animation, within_m=within_m)
    assert farthest_m(motion, full) < farthest_m(motion, found) <= within_m
    assert 0 < len(n_equations) < most


def test_it_ends_where_there_is_no_hope(n_equations):
    motion = clip_named("packaged")
    space = selection_space(motion, ReduceOptions(), lambda step, part: None)
    animation = fit(motion, space.selection(8))
    full = farthest_m(motion, hold_ends(motion, animation))
    most = len(n_equations)
    n_equations.clear()
    found = hold_ends(motion, animation, within_m=0.3 * full)
    assert full < farthest_m(motion, found) <= farthest_m(motion, animation)
    assert 0 < len(n_equations) < most
