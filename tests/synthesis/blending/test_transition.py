import numpy as np
import pytest
from tests.data import needs_data
from tests.synthesis.figures import apart_m, placed, real, walker

from unbake.errors import UsageError
from unbake.synthesis.blending.momentary import dead_blended, inertialised
from unbake.synthesis.blending.multiway import MultiwayBlend, linear_blend
from unbake.synthesis.blending.transition import transition

BLENDERS = (MultiwayBlend(), linear_blend, inertialised, dead_blended)


def test_a_motion_into_itself_goes_on_as_it_is():
    a = walker(180)
    done = transition(a, 60, placed(a, 0.7, (3.0, 3.0)), 119)
    assert apart_m(done.motion, a.motion) < 1e-6
    assert done.labels.planted().tolist() == a.labels.planted().tolist()
    assert np.allclose(done.times, np.arange(180.0)[:, None])


@pytest.mark.parametrize("blender", BLENDERS)
def test_before_and_after_the_motions_are_themselves(blender):
    a, b = walker(150), placed(walker(150, step_m=0.9, lean=0.4, turning=1.0), 1.0, (2.0, 0.0))
    done = transition(a, 40, b, 109, 60, blender=blender)
    n = done.motion.n_frames
    assert np.abs(done.motion.positions()[:41] - a.motion.positions()[:41]).max() < 1e-9
    assert (done.sources[:40] == 0).all()
    assert (done.sources[-40:] == 1).all()
    assert done.times[40, 0] == 40.0
    assert done.times[n - 41, 1] == 109.0
    assert done.times[-1, 1] == 149.0
    # Distances between joints do not depend on where the body is.
    after, own = done.motion.positions()[-40:], b.motion.positions()[-40:]
    assert (
        np.abs(
            np.linalg.norm(np.diff(after, axis=1) - 0.0, axis=2) - np.linalg.norm(np.diff(own, axis=1), axis=2)
        ).max()
        < 1e-3
    )
    steps = np.linalg.norm(np.diff(done.motion.positions()[:, 0], axis=0), axis=1)
    assert steps.max() < 0.04


def test_plants_that_go_on_into_the_blend_are_one():
    a = walker(150)
    done = transition(a, 40, a, 99)
    assert len(done.labels.of_point(2)) == len(a.labels.of_point(2))


def test_too_little_motion_is_said():
    a = walker(100)
    with pytest.raises(UsageError, match="longer clip"):
        transition(a, 60, a, 80)
    with pytest.raises(UsageError, match="longer clip"):
        transition(a, 0, a, 30)
    with pytest.raises(UsageError, match="at least 2"):
        transition(a, 0, a, 30, 1)


@needs_data
@pytest.mark.slow
def test_no_joint_is_jerked_where_a_blend_begins_or_ends():
    walk, run = real("16_15"), real("16_35")
    done = transition(walk, 60, run, 79)

    def accelerations(motion):
        return np.linalg.norm(np.diff(motion.positions(), 2, axis=0), axis=2).max(axis=1) * 3600.0

    usual = max(accelerations(walk.motion).max(), accelerations(run.motion).max())
    assert accelerations(done.motion).max() < 1.2 * usual
