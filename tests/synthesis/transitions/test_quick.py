from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.clips import packaged_clip
from tests.data import needs_data
from tests.synthesis.figures import apart_m, bone_lengths_m, placed, real, walker
from tests.synthesis.transitions.naive import labels_without, shortened, smoothed

from unbake.errors import UsageError
from unbake.feet.floor import sole_points_m
from unbake.synthesis.blending.multiway import averaged
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.blending.tracks import tracks_of
from unbake.synthesis.transitions.prepared import prepared
from unbake.synthesis.transitions.quick.quick import QuickBlender, TransitionWindow
from unbake.synthesis.transitions.quick.root_kernels import STIFF, smooth
from unbake.synthesis.transitions.quick.settling_kernels import FADED_M, FARTHEST_M, settle

N = 60


@cache
def motions():
    """Two walks, each somewhere else; the second faster, leaning and turning."""
    first = walker(150)
    second = replace(placed(walker(150, step_m=0.9, lean=0.3, turning=1.0), 1.0, (2.0, -1.0)), legs=first.legs)
    return prepared(first), prepared(second)


def without_plants(motion):
    return prepared(replace(motion.source, labels=labels_without(motion.source.labels)))


def without_floor(window):
    """The same window, below whose lowest points there is room."""
    made = replace(window)
    made.__dict__["levels_m"] = window.levels_m - 1.0
    return made


def depths_m(motion, windows):
    """How far each frame's deepest heel, ball or tip is below the lowest in both motions, negative above them."""
    heights = sole_points_m(motion, windows[0].motion.source.legs)[..., 1].reshape(-1, 2, 3)
    levels = np.minimum(windows[0].levels_m, windows[-1].levels_m)
    return (levels - heights).max(axis=(1, 2))


def test_a_motion_into_itself_is_itself():
    plain, planted = without_plants(motions()[0]), motions()[0]
    done, held = (QuickBlender(a)([TransitionWindow(a, 40, N), TransitionWindow(a, 40, N)]) for a in (plain, planted))
    expected = planted.source.window(40, 40 + N - 1)
    assert apart_m(done.motion, expected.motion) < 1e-6
    assert np.allclose(done.times, np.arange(float(N))[:, None], atol=1e-6)
    # A plant at the ends may be the other source's, which keeps clear of where the motions go on; these feet slide, so
    # that it is shorter still.
    assert np.array_equal(held.labels.planted()[8:-8], expected.labels.planted()[8:-8])
    assert held.labels.planted()[8:-8].any()


@pytest.mark.parametrize("n_between", [0, 1, 2])
def test_poses_are_the_mean_of_the_sources(n_between):
    a, b = (without_plants(motion) for motion in motions())
    windows = [
        TransitionWindow(a, 40, N),
        *[TransitionWindow(b, 10, N), TransitionWindow(a, 71, N)][:n_between],
        TransitionWindow(b, 60, N),
    ]
    done = QuickBlender(a)([without_floor(window) for window in windows])
    parts = [
        tracks_of(w.motion.source.window(w.first, w.first + N - 1).motion).at(done.times[:, k])
        for k, w in enumerate(windows)
    ]
    assert apart_m(done.motion, averaged(parts, done.weights).motion()) < 0.01
    assert np.allclose(done.weights.sum(axis=1), 1.0)
    assert np.diff(done.times, axis=0).min() > 0.0
    # What counts for all goes at its own speed.
    assert np.abs(np.diff(done.times[:3, 0]) - 1.0).max() < 0.12
    assert np.abs(np.diff(done.times[-3:, -1]) - 1.0).max() < 0.12


@pytest.mark.slow
def test_feet_in_the_air_stay_above_the_floor():
    a, b = (without_plants(motion) for motion in motions())
    windows = [TransitionWindow(a, 40, N), TransitionWindow(b, 10, N), TransitionWindow(b, 60, N)]
    before, after = (
        depths_m(QuickBlender(a)(some).motion, windows)
        for some in ([without_floor(window) for window in windows], windows)
    )
    assert before[6:-6].max() > 0.005, "the mean of the steps itself dips below them"
    assert after[6:-6].max() < 1e-6
    assert (after < before + 1e-9).all()


@needs_data
def test_feet_of_real_motions_stay_above_the_floor():
    walk = prepared(real("16_15"))
    run = prepared(replace(real("16_35"), legs=walk.source.legs))
    before, after = [], []
    for first in range(10, 60, 5):
        windows = [TransitionWindow(walk, first, N), TransitionWindow(run, 10, N)]
        bare = [without_floor(window) for window in windows]
        before.append(depths_m(QuickBlender(walk)(bare).motion, windows).max())
        after.append(depths_m(QuickBlender(walk)(windows).motion, windows).max())
    assert max(before) > 0.03
    assert max(after) < 1e-3


@pytest.mark.slow
def test_planted_points_stay_where_they_are():
    a, _ = motions()
    done = QuickBlender(a)([TransitionWindow(a, 40, N), TransitionWindow(a, 44, N)])
    points = a.source.legs.points_m(done.motion)
    assert len(done.labels.plants) >= 4
    assert done.foot_plant_m > 0.01
    for plant in done.labels.plants:
        own = points[plant.first : plant.last + 1, plant.point]
        assert np.linalg.norm(own - own[0], axis=1).max() < max(1e-3, done.missed_m + 1e-6)
    assert np.ptp(bone_lengths_m(done.motion), axis=0).max() < 1e-9


@pytest.mark.slow
def test_ends_are_the_motions_themselves():
    a, b = motions()
    done = QuickBlender(a)([TransitionWindow(a, 40, N), TransitionWindow(b, 60, N)])
    assert np.abs(done.motion.positions()[0] - a.source.motion.positions()[40]).max() < 1e-6
    ours, theirs = done.motion.positions()[-1], b.source.motion.positions()[60 + N - 1]
    apart = np.linalg.norm(ours[:, None] - ours, axis=-1) - np.linalg.norm(theirs[:, None] - theirs, axis=-1)
    assert np.abs(apart).max() < 1e-4


@needs_data
@pytest.mark.slow
def test_feet_of_real_motions_stand_and_no_joint_is_jerked():
    walk = prepared(real("16_15"))
    run = prepared(replace(real("16_35"), legs=walk.source.legs))
    done = QuickBlender(walk)([TransitionWindow(walk, 60, N), TransitionWindow(run, 20, N)])
    points = walk.source.legs.points_m(done.motion)
    assert done.labels.plants
    for plant in done.labels.plants:
        own = points[plant.first : plant.last + 1, plant.point]
        assert np.linalg.norm(own - own[0], axis=1).max() < max(1e-3, done.missed_m + 1e-6)

    def accelerations(motion):
        return np.linalg.norm(np.diff(motion.positions(), 2, axis=0), axis=2).max(axis=1) * 3600.0

    usual = max(accelerations(walk.source.motion).max(), accelerations(run.source.motion).max())
    assert accelerations(done.motion).max() < 1.2 * usual


@pytest.mark.parametrize(("first", "second"), [(18, 90), (126, 90), (36, 18), (54, 90)])
def test_the_trunk_does_not_lurch_while_feet_are_held(first, second):
    """Plants far from where the blend has them end six frames before it does; the root let go of them as suddenly."""
    jump = prepared(BlendSource.of(packaged_clip().resampled(60)))
    done = QuickBlender(jump)([TransitionWindow(jump, first, N), TransitionWindow(jump, second, N)])
    assert done.labels.plants

    def hardest(motion):
        chest = motion.positions()[:, motion.skeleton.roles["chest"]]
        return np.linalg.norm(np.diff(chest, 2, axis=0), axis=1).max()

    assert hardest(done.motion) < 1.25 * hardest(jump.source.motion)


@pytest.mark.parametrize("length", [3, 4, 57])
def test_the_root_is_smoothed_as_a_matrix_says(length):
    random = np.random.default_rng(0)
    values, weights = random.normal(size=(length, 3)), random.uniform(1.0, 9.0, length)
    expected = smoothed(values, weights, STIFF)
    smooth(values, weights, STIFF)
    assert np.allclose(values, expected, atol=1e-12)
    assert not values[[0, -1]].any()


@pytest.mark.parametrize("at", [(20, 53), (7, 30), (0, 53), (30, 59), (48, 53)])
@pytest.mark.parametrize("drift_m", [0.0, 0.1, 0.25, 0.5])
def test_plants_are_shorter_where_a_foot_has_no_time(at, drift_m):
    """A plant from which the blend drifts away, at an even pace."""
    (first, last), soles = at, np.zeros((N, 6, 3))
    soles[:, 0, 2] = drift_m * np.arange(N) / N
    plants, places = np.array([[0, first, last, first, last, -1, -1, 0]]), np.full((1, 2, 3), np.nan)
    is_at_end = first == 0 or last == N - 1
    places[0, 0] = soles[first if first == 0 else last if last == N - 1 else (first + last) // 2, 0] + 0.0
    mean = soles[first : last + 1, 0].mean(axis=0)
    away = np.abs(soles[:, 0, 2] - (places[0, 0] if is_at_end else mean)[2])
    expected = None if away[first : last + 1].max() > FARTHEST_M else shortened(first, last, away, N, 6, FADED_M)
    is_taken = np.ones(1, np.int64)
    settle(plants, places, is_taken, 1, soles, 6, np.empty((2, 3)))
    assert (tuple(plants[0, 1:3]) if is_taken[0] > 0 else None) == expected
    if expected:
        assert tuple(plants[0, 3:5]) == expected
        assert is_at_end or np.allclose(places[0, 0], mean)


def test_what_cannot_be_blended_is_said():
    a, _ = motions()
    with pytest.raises(UsageError, match="farther from its ends"):
        TransitionWindow(a, 100, N)
    with pytest.raises(UsageError, match="two to four"):
        QuickBlender(a)([TransitionWindow(a, 0, N)])
    with pytest.raises(UsageError, match="one length"):
        QuickBlender(a)([TransitionWindow(a, 0, N), TransitionWindow(a, 0, 50)])
