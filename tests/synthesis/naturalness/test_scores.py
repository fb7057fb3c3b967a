"""What holds for every score: the laws of the floor, clips of any length, the worst moment."""

from dataclasses import replace

import numpy as np
import pytest
from tests.synthesis.figures import jump, placed, walker
from tests.synthesis.naturalness.bodies import standing

from unbake.errors import MotionError
from unbake.motion.body.body_path import body_path
from unbake.motion.motion import Motion
from unbake.synthesis.naturalness.calibrated import TERMS, CalibratedScore
from unbake.synthesis.naturalness.judged import JudgedMotion
from unbake.synthesis.naturalness.learnt.hmm_ensemble import PARTS, trained_ensemble
from unbake.synthesis.naturalness.learnt.pose_machine import trained_machine, windows
from unbake.synthesis.naturalness.scored import score_motion
from unbake.synthesis.naturalness.thesis_sum import ThesisSum


def judged(source):
    return JudgedMotion(source.motion, source.labels, source.legs)


@pytest.fixture(scope="module")
def ensemble():
    return trained_ensemble([body_path(walker(120, step).motion) for step in (0.4, 0.6, 0.8)])


@pytest.fixture(scope="module")
def machine():
    pytest.importorskip("sklearn")
    rows, flags = [], []
    for step in (0.4, 0.5, 0.6):
        for lean, is_unnatural in ((0.0, False), (0.8, True)):
            path = body_path(walker(120, step, lean).motion)
            rows += [windows(one, np.array([40, 60, 80])) for one in (path, path.mirrored())]
            flags += [is_unnatural] * 2
    return trained_machine(rows, flags)


@pytest.fixture(params=["thesis", "calibrated", "ensemble", "machine"])
def score(request):
    own = {"thesis": ThesisSum(), "calibrated": CalibratedScore()}
    return own.get(request.param) or request.getfixturevalue(request.param)


@pytest.mark.parametrize("source", [jump, lambda: walker(90, turning=1.0, lean=0.2)], ids=["jump", "walker"])
def test_turned_on_the_floor_or_mirrored_it_is_the_same(score, source):
    own = score(judged(source()))
    there = score(judged(placed(source(), 1.1, (2.0, -3.0))))
    mirrored = score(judged(source().mirrored()))
    for other in (there, mirrored):
        assert other.total == pytest.approx(own.total, rel=1e-3, abs=5e-3)
        assert np.abs(other.per_frame - own.per_frame).max() < 5e-3 * max(1.0, np.abs(own.per_frame).max())


@pytest.mark.parametrize("frames", [1, 2, 3, 20, 61, 90])
def test_clips_of_any_length(score, frames):
    found = score(standing(frames))
    assert found.per_frame.shape == (frames,)
    assert np.isfinite(found.per_frame).all()
    assert np.isfinite(found.total)
    assert 0 <= found.worst_frame < frames


def test_a_skeleton_that_is_no_body_is_refused(score):
    plain = Motion.from_arrays(["a", "b"], [-1, 0], np.ones((2, 3)), np.tile([0.0, 0.0, 0.0, 1.0], (9, 2, 1)))
    with pytest.raises(MotionError, match="no left-hip"):
        score(JudgedMotion.of(plain))


def test_unlike_what_was_taught_is_less_natural(ensemble, machine):
    for score in (ensemble, machine):
        known, other = (score(judged(walker(120, 0.55, lean))).total for lean in (0.0, 0.8))
        assert other > known + 0.5


def test_the_ensemble_has_all_parts(ensemble):
    assert len(PARTS) == 11
    assert len(ensemble.models) == 11
    assert set(ensemble(judged(walker(120))).parts) == set(PARTS)


def test_terms_are_as_in_the_total():
    whole = judged(jump())
    found = CalibratedScore()(whole)
    offset = found.per_frame - sum(found.parts.values())
    assert offset == pytest.approx(offset[0])
    assert list(found.parts) == [term.name for term in TERMS]
    assert all((part >= 0.0).all() for part in found.parts.values())
    assert found.total == found.per_frame.max()


@pytest.mark.parametrize("frame", [30, 75, 110])
def test_a_jump_in_a_clip_is_its_worst_moment(frame):
    motion = jump().motion
    shifted = motion.translations_m.copy()
    shifted[frame:, 0] += [0.25, 0.0, 0.1]
    broken = replace(motion, translations_m=shifted, first_frame=1000)
    found = score_motion(broken)
    assert abs(found.worst_number - 1000 - frame) <= 0.05 * float(motion.fps)
    assert found.reasons()[0].term.name in ("spikes", "jerk", "root force", "skate", "balance")
    assert found.worst_probability > score_motion(motion).worst_probability
    assert found.worst_probability > 0.5


def test_of_a_clean_clip_most_is_natural():
    found = score_motion(jump().motion)
    assert found.unnatural_part < 0.5
    first, last = found.second_around(0)
    assert (first, last) == (0, round(0.5 * float(found.motion.fps)))


def test_nothing_speaks_against_who_stands_still_on_the_floor():
    found = score_motion(standing().motion)
    assert max(float(part.max()) for part in found.verdict.parts.values()) > 0.0
    assert found.reasons() == ()
