"""Foot labels: intervals and frames are two views of the same, whatever is painted, mirrored, cut or resampled."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from unbake.errors import MotionError, UsageError
from unbake.feet.labels import MIRRORED, FootLabels, Plant, foot_planted
from unbake.ground.intervals import intervals
from unbake.performer import perform

FPS = Fraction(60)
frames_of = st.integers(1, 40).flatmap(lambda n: arrays(np.bool_, (n, 4)))


@given(frames_of)
def test_intervals_and_frames_are_the_same(planted):
    labels = FootLabels.from_frames(planted, FPS)
    assert (labels.planted() == planted).all()
    for plant in labels.plants:
        column = planted[:, plant.point]
        assert plant.first == 0 or not column[plant.first - 1]
        assert plant.last == len(planted) - 1 or not column[plant.last + 1]


@given(frames_of, st.data())
def test_painting_is_setting_frames(planted, data):
    labels = FootLabels.from_frames(planted, FPS, source="oracle")
    point, is_planted = data.draw(st.integers(0, 3)), data.draw(st.booleans())
    first = data.draw(st.integers(0, len(planted) - 1))
    last = data.draw(st.integers(first, len(planted) - 1))
    painted = labels.painted(point, first, last, is_planted)
    expected = planted.copy()
    expected[first : last + 1, point] = is_planted
    assert (painted.planted() == expected).all()
    # Runs that touch are one plant: none ends where the next of its point begins.
    for before, after in zip(painted.of_point(point), painted.of_point(point)[1:], strict=False):
        assert before.last + 1 < after.first
    changed = [plant for plant in painted.plants if plant not in labels.plants and plant.source == "hand"]
    assert len(changed) == (1 if is_planted else 0)
    assert all(plant in painted.plants for plant in labels.plants if plant.point != point)


def test_a_plant_that_is_cut_keeps_its_source():
    labels = FootLabels((Plant(2, 9, 1, "oracle"),), 20, FPS)
    assert labels.painted(1, 4, 5, False).plants == (Plant(2, 3, 1, "oracle"), Plant(6, 9, 1, "oracle"))
    assert labels.painted(1, 10, 12, True).plants == (Plant(2, 12, 1, "hand"),)


@given(frames_of)
def test_mirroring_swaps_the_feet_and_twice_is_nothing(planted):
    labels = FootLabels.from_frames(planted, FPS)
    assert (labels.mirrored().planted() == planted[:, list(MIRRORED)]).all()
    assert labels.mirrored().mirrored() == labels


@given(frames_of, st.data())
def test_excerpts_are_rows(planted, data):
    labels = FootLabels.from_frames(planted, FPS, 7)
    cut = data.draw(st.integers(0, len(planted) - 1))
    part = labels.excerpt(cut, len(planted) - 1)
    assert (part.planted() == planted[cut:]).all()
    assert part.first_frame == 7 + cut
    if cut:
        assert (labels.excerpt(0, cut - 1).planted() == planted[:cut]).all()


@pytest.mark.slow
@given(frames_of, st.sampled_from([Fraction(30), Fraction(60), Fraction(120), Fraction(30000, 1001), Fraction(25)]))
def test_another_rate_takes_the_label_of_the_nearest_frame(planted, fps):
    n_frames = int((len(planted) - 1) * fps / FPS) + 1
    resampled = FootLabels.from_frames(planted, FPS).at_rate(fps, n_frames).planted()
    for frame in range(n_frames):
        time = Fraction(frame) / fps * FPS
        nearest = min(range(len(planted)), key=lambda n: (abs(n - time), -n))
        assert (resampled[frame] == planted[nearest]).all()


def test_to_a_higher_rate_and_back_is_the_same():
    planted = np.random.default_rng(3).random((50, 4)) < 0.5
    labels = FootLabels.from_frames(planted, FPS)
    assert labels.at_rate(Fraction(120), 99).at_rate(FPS, 50) == labels


@pytest.mark.parametrize(
    ("plants", "message"),
    [
        ((Plant(3, 20, 0),), "is not inside the clip"),
        ((Plant(5, 4, 0),), "is not inside the clip"),
        ((Plant(-1, 4, 0),), "is not inside the clip"),
        ((Plant(3, 6, 2), Plant(6, 8, 2)), "two plants of the right-heel share frame 10"),
        ((Plant(3, 6, 4),), "neither is known"),
        ((Plant(3, 6, 0, "somebody"),), "neither is known"),
    ],
)
def test_impossible_plants_are_refused(plants, message):
    with pytest.raises(MotionError, match=message):
        FootLabels(plants, 20, FPS, 4)


def test_frames_of_the_wrong_shape_or_place_are_refused():
    with pytest.raises(MotionError, match="expected"):
        FootLabels.from_frames(np.zeros((5, 3), dtype=bool), FPS)
    labels = FootLabels((), 5, FPS)
    for first, last in ((-1, 2), (3, 5), (3, 2)):
        with pytest.raises(UsageError, match="not inside"):
            labels.painted(0, first, last, True)
        with pytest.raises(UsageError, match="not inside"):
            labels.excerpt(first, last)


def test_labels_of_another_motion_are_refused():
    performance = perform("walk", seconds=1)
    motion = performance.motion
    labels = FootLabels.from_frames(performance.contacts, motion.fps, motion.first_frame, "performer")
    labels.check_of(motion)
    with pytest.raises(MotionError, match="they do not match"):
        labels.check_of(motion.excerpt(motion.first_frame, motion.last_frame - 1))


def test_a_foot_stands_on_any_of_its_points():
    planted = np.array([[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1]], dtype=bool)
    assert foot_planted(planted).tolist() == [[False, False], [True, False], [True, False], [False, True]]
    assert list(intervals(planted[:, 3])) == [(3, 3)]


def test_sources_are_told():
    labels = FootLabels((Plant(1, 2, 0, "oracle"), Plant(5, 6, 0, "hand")), 9, FPS)
    assert labels.sources() == ("hand", "oracle")
    assert labels.with_source("force-plate").sources() == ("force-plate",)
