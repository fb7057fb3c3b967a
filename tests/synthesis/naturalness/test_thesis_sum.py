import numpy as np
import pytest
from tests.synthesis.figures import jump, walker
from tests.synthesis.naturalness.bodies import gliding, standing

from unbake.synthesis.blending.multiway import multiway_blend
from unbake.synthesis.naturalness.errors import naturalness
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.thesis_sum import ThesisSum, stray_m


def test_of_a_blend_it_is_the_cost_of_the_blend():
    done = multiway_blend([walker(), walker(step_m=0.9)])
    expected, found = naturalness(done), ThesisSum()(JudgedMotion.of_blend(done))
    assert found.total == pytest.approx(expected.cost_m)
    assert expected.foot_plant_error_m > 0.0
    assert ThesisSum(with_balance=False)(JudgedMotion.of_blend(done)).total == pytest.approx(
        expected.foot_plant_error_m
    )


def test_without_sources_plants_stand_where_they_are_on_average():
    slid = gliding(standing(), 0.3)
    time = np.arange(slid.n_frames) / slid.fps
    assert np.abs(stray_m(slid) - 0.3 * np.abs(time - time.mean())).max() < 1e-9


def test_parts_and_worst_frame():
    whole = jump()
    found = ThesisSum()(JudgedMotion(whole.motion, whole.labels, whole.legs))
    assert set(found.parts) == {"foot plants", "zero moment"}
    assert found.per_frame[found.worst_frame] == found.per_frame.max() > 0.0
    assert found.per_frame == pytest.approx(sum(found.parts.values()))
