import numpy as np
import pytest
from tests.data import needs_data
from tests.synthesis.figures import real, walker

from unbake.errors import UsageError
from unbake.feet.labels import FootLabels
from unbake.synthesis.blending.source import BlendSource
from unbake.synthesis.naturalness.fit_masses import LEAST, _balance, _frames_of, fitted_masses
from unbake.synthesis.naturalness.segments import SEGMENTS, Masses


def test_derivatives_are_those_of_small_changes():
    moments, corners = _frames_of([walker(lean=0.6)])
    winter = Masses.winter().parts

    def cost(parts):
        class Loose:
            pass

        loose = Loose()
        loose.parts = parts
        return _balance(moments, corners, loose)

    _, slope = cost(winter)
    assert np.abs(slope).max() > 1e-3
    for segment in range(len(SEGMENTS)):
        step = np.zeros(len(SEGMENTS))
        step[segment] = 1e-6
        numeric = (cost(winter + step)[0] - cost(winter - step)[0]) / 2e-6
        assert slope[segment] == pytest.approx(numeric, rel=1e-4, abs=1e-7)


def test_a_leaning_body_is_fitted_with_a_lighter_head_and_trunk():
    clip, winter = walker(lean=0.6), Masses.winter()
    fitted = fitted_masses([clip], nearness_m2=1e-4)
    assert fitted.of("left thigh") == pytest.approx(fitted.of("right thigh"))
    assert fitted.of("head") < winter.of("head")
    assert (fitted.parts > 0.99 * LEAST * winter.parts).all()
    moments, corners = _frames_of([clip])
    assert _balance(moments, corners, fitted)[0] < 0.95 * _balance(moments, corners, winter)[0]
    near = fitted_masses([clip], nearness_m2=10.0)
    assert np.abs(near.parts / winter.parts - 1.0).max() < 0.02


def test_what_cannot_be_fitted_is_said():
    clip = walker()
    bare = BlendSource(clip.motion, FootLabels((), 60, clip.motion.fps, clip.motion.first_frame), clip.legs)
    for clips in ([], [bare]):
        with pytest.raises(UsageError, match="foot labels"):
            fitted_masses(clips)
    with pytest.raises(UsageError, match="positive"):
        fitted_masses([clip], nearness_m2=0.0)


@needs_data
@pytest.mark.slow
def test_real_walks_stay_near_to_average_masses():
    fitted = fitted_masses([real("16_15"), real("16_31")])
    assert np.abs(fitted.parts / Masses.winter().parts - 1.0).max() < 0.6
