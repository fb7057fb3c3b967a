import numpy as np
import pytest
from tests.synthesis.figures import walker

from unbake.errors import MotionError
from unbake.feet.labels import FootLabels
from unbake.synthesis.naturalness.errors import zero_moment_errors_m
from unbake.synthesis.naturalness.segments import SEGMENTS, Masses, segment_centres_m
from unbake.synthesis.naturalness.zero_moment import GRAVITY_M_S2, low_passed, moments_of


def test_masses_add_up_and_sides_are_alike():
    winter = Masses.winter()
    assert winter.parts.sum() == pytest.approx(1.0)
    assert winter.of("left thigh") == winter.of("right thigh")
    assert winter.of("trunk") == pytest.approx(0.497, abs=2e-3)
    for parts in (np.ones(14), np.full(13, 1 / 13), np.array([-0.1, 1.1, *np.zeros(12)])):
        with pytest.raises(MotionError, match="masses"):
            Masses(parts)


def test_centres_are_symmetrical_and_within_the_body():
    source = walker()
    centres, places = segment_centres_m(source.motion), source.motion.positions()
    assert centres.shape == (60, 14, 3)
    low, high = places.min(axis=(0, 1)), places.max(axis=(0, 1))
    assert (centres > low - 0.15).all()
    assert (centres < high + 0.15).all()
    image = segment_centres_m(source.mirrored().motion)
    swapped = [0, 1, *range(8, 14), *range(2, 8)]
    assert np.abs(image[:, swapped] * [-1.0, 1.0, 1.0] - centres).max() < 1e-9
    trunk = centres[0, SEGMENTS.index("trunk")]
    assert 0.3 < (trunk[1] - places[0, 4, 1]) / (places[0, 2, 1] - places[0, 4, 1]) < 0.7


def standing(frames=40):
    """Centres of a body that does not move."""
    return np.tile(segment_centres_m(walker().motion)[:1], (frames, 1, 1))


def test_a_body_that_stands_has_it_below_its_centre_of_mass():
    centres, winter = standing(), Masses.winter()
    moments = moments_of(centres, 60)
    centre = np.einsum("fsc,s->fc", centres, winter.parts)
    assert np.abs(moments.zero_moment_point_m(winter) - centre[:, [0, 2]]).max() < 1e-9
    assert np.abs(moments.pressing(winter) - 1.0).max() < 1e-9


@pytest.mark.parametrize("level", [0.0, 0.4])
def test_a_body_that_is_accelerated_forward_has_it_behind(level):
    """Of a body pushed at a, everywhere alike, the point lies h a / g behind the centre of mass at height h."""
    centres, winter, t = standing(), Masses.winter(), np.arange(40) / 60.0
    pushed = centres.copy()
    pushed[..., 0] += 0.5 * 1.7 * t[:, None] ** 2
    pushed[..., 2] += 0.5 * -0.6 * t[:, None] ** 2
    moments = moments_of(pushed, 60, level, cutoff_hz=0.0)
    centre = np.einsum("fsc,s->fc", pushed, winter.parts)
    height = centre[:, 1] - level
    expected = centre[:, [0, 2]] - height[:, None] * np.array([1.7, -0.6]) / GRAVITY_M_S2
    assert np.abs(moments.zero_moment_point_m(winter) - expected).max() < 1e-9


def test_a_body_that_is_lifted_presses_harder_and_one_that_falls_has_no_point():
    centres, winter, t = standing(), Masses.winter(), np.arange(40) / 60.0
    lifted = centres + 0.5 * 3.0 * t[:, None, None] ** 2 * [0.0, 1.0, 0.0]
    moments = moments_of(lifted, 60, cutoff_hz=0.0)
    assert np.abs(moments.pressing(winter) - (1.0 + 3.0 / GRAVITY_M_S2)).max() < 1e-9
    centre = np.einsum("fsc,s->fc", centres, winter.parts)
    assert np.abs(moments.zero_moment_point_m(winter) - centre[:, [0, 2]]).max() < 1e-9
    falling = centres - 0.5 * GRAVITY_M_S2 * t[:, None, None] ** 2 * [0.0, 1.0, 0.0]
    assert np.isnan(moments_of(falling, 60, cutoff_hz=0.0).zero_moment_point_m(winter)).all()


def test_the_filter_keeps_what_is_slow_and_drops_what_is_fast():
    t = np.arange(240) / 60.0
    slow, fast = np.sin(2.0 * np.pi * t), np.sin(2.0 * np.pi * 20.0 * t)
    calm = low_passed((slow + 0.2 * fast)[:, None], 60.0, 6.0)[:, 0]
    assert np.abs(calm - slow)[20:-20].max() < 0.01
    assert low_passed(slow[:3], 60.0, 6.0) is not None
    assert (low_passed(slow, 60.0, 0.0) == slow).all()


def test_errors_are_where_feet_stand_and_grow_with_a_lean():
    upright, leaning = walker(), walker(lean=0.9)
    own, other = (zero_moment_errors_m(s.motion, s.labels) for s in (upright, leaning))
    planted = upright.labels.planted().any(axis=1)
    assert (np.isfinite(own) == planted).all()
    assert np.nanmean(other) > np.nanmean(own) + 0.03
    none = FootLabels((), 60, upright.motion.fps, upright.motion.first_frame)
    assert np.isnan(zero_moment_errors_m(upright.motion, none)).all()


@pytest.mark.parametrize("n", [2, 3, 5, 9, 20, 60])
def test_a_body_that_goes_straight_on_is_not_accelerated_in_clips_of_any_length(n):
    centres = np.tile([0.0, 1.0, 0.0], (n, 14, 1))
    centres[..., 2] += 1.4 * np.arange(n)[:, None] / 60.0
    point = moments_of(centres, 60.0).zero_moment_point_m(Masses.winter())
    assert np.abs(point - centres[:, 0][:, [0, 2]]).max() < 0.02
