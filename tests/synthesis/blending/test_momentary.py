import numpy as np
import pytest
from tests.synthesis.figures import apart_m, placed, walker

from unbake.errors import UsageError
from unbake.synthesis.blending.momentary import HALF_LIFE_S, dead_blended, inertialised
from unbake.synthesis.blending.tracks import tracks_of

WAYS = (inertialised, dead_blended)


@pytest.mark.parametrize("way", WAYS)
def test_it_begins_as_the_first_and_ends_as_the_last(way):
    a, b = walker(), placed(walker(step_m=0.9, lean=0.4, turning=0.7), 1.0, (3.0, 1.0))
    blend = way([a, b])
    assert blend.motion.n_frames == 60
    assert np.linalg.norm(blend.motion.positions()[0] - a.motion.positions()[0], axis=-1).max() < 1e-9
    tracks, target = tracks_of(blend.motion), tracks_of(b.motion)
    dots = np.abs((tracks.rotations_xyzw[-1] * target.rotations_xyzw[-1]).sum(axis=-1))
    assert np.arccos(np.minimum(dots, 1.0)).max() < 1e-3
    assert np.abs(tracks.translations_m[-1] - target.translations_m[-1]).max() < 1e-3
    assert set(blend.sources) == {0, 1}


@pytest.mark.parametrize("way", WAYS)
def test_it_goes_on_with_the_first_motions_speed(way):
    a, b = walker(), walker(step_m=0.2, lean=0.4)
    path, own = way([a, b]).motion.positions(), a.motion.positions()
    assert np.linalg.norm((path[1] - path[0]) - (own[1] - own[0]), axis=-1).max() < 0.006


def test_a_difference_dies_away_as_a_critically_damped_spring():
    a, b = walker(step_m=0.0), walker(step_m=0.0, lean=0.4)
    spine = 1
    turn = 2.0 * np.arcsin(inertialised([a, b]).motion.rotations_xyzw[:, spine, 0])
    t, rate = np.arange(60) / 60.0, 2.0 * np.log(2.0) / HALF_LIFE_S
    assert np.abs(turn - (0.4 - 0.4 * (1.0 + rate * t) * np.exp(-rate * t))).max() < 1e-9


@pytest.mark.parametrize("way", WAYS)
def test_a_motion_into_itself_stays_as_it_is_or_comes_back_to_it(way):
    a = walker(turning=0.5)
    assert apart_m(way([a, a]).motion, a.motion) < (1e-9 if way is inertialised else 0.35)


@pytest.mark.parametrize("way", WAYS)
def test_one_motion_is_refused(way):
    with pytest.raises(UsageError, match="at least two"):
        way([walker()])
