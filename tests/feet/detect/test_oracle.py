"""The oracle: the neighbours' mean label, the same for the mirror image, elsewhere, at other rates and statures."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from feet import naive
from feet.detect.test_features import moved
from unbake.errors import MotionError, UsageError
from unbake.feet.detect.examples import example_of
from unbake.feet.detect.features import FeatureOptions, foot_features, leg_paths, mirror_columns
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import MIRRORED, FootLabels
from unbake.feet.legs import legs_of
from unbake.learning.smoothing import hysteresis
from unbake.motion.body.mirror import mirrored
from unbake.motion.motion import Motion
from unbake.motion.skeleton import Skeleton
from unbake.performer import perform


def performed(action, seed, fps=60, seconds=2.0, **style):
    done = perform(action, seconds=seconds, seed=seed, fps=fps, **style)
    return done.motion, FootLabels.from_frames(done.contacts, done.motion.fps, source="performer")


@pytest.fixture(scope="module")
def oracle():
    found = Oracle()
    for seed in (1, 2):
        for action in ("walk", "run"):
            found = found.with_examples(*performed(action, seed), f"{action} {seed}")
    return found


@pytest.fixture(scope="module")
def walk():
    return performed("walk", 9, turning_deg_s=30.0)


@pytest.mark.parametrize("k", [1, 10])
def test_certainty_is_the_mean_label_of_the_nearest(oracle, walk, k):
    asked = replace(oracle, k=k)
    assert np.array_equal(asked.certainty(walk[0]), naive.certainty(asked, walk[0]))


def test_labels_are_certainties_with_hysteresis(oracle, walk):
    labels = oracle.label(walk[0])
    assert np.array_equal(labels.planted(), hysteresis(oracle.certainty(walk[0])))
    assert labels.sources() == ("oracle",)
    labels.check_of(walk[0])


def test_it_knows_a_walk_that_it_has_not_seen(oracle, walk):
    assert (oracle.label(walk[0]).planted() == walk[1].planted()).mean() > 0.96


def test_it_gives_back_what_it_was_taught(walk):
    taught = Oracle(k=1).with_examples(*walk, "walk")
    assert np.array_equal(taught.label(walk[0]).planted(), walk[1].planted())


def test_mirror_symmetry(oracle, walk):
    image = oracle.certainty(mirrored(walk[0]))
    assert np.array_equal(image, oracle.certainty(walk[0])[:, list(MIRRORED)])
    assert oracle.label(mirrored(walk[0])).plants == oracle.label(walk[0]).mirrored().plants


def test_teaching_the_mirror_image_teaches_the_same(walk):
    labels = walk[1].mirrored()
    one, other = Oracle().with_examples(*walk, "a"), Oracle().with_examples(mirrored(walk[0]), labels, "a")
    judged = performed("run", 4)[0]
    assert np.array_equal(one.certainty(judged), other.certainty(judged))


def test_neither_place_nor_heading_matters(oracle, walk):
    elsewhere = oracle.certainty(moved(walk[0], -2.0, [40.0, 1.0, 3.0]))
    assert np.array_equal(elsewhere, oracle.certainty(walk[0]))


@pytest.mark.parametrize("fps", [120, 240])
def test_frames_that_are_shared_have_the_same_certainty(oracle, walk, fps):
    finer = performed("walk", 9, fps=fps, turning_deg_s=30.0)[0]
    assert np.allclose(oracle.certainty(finer)[:: fps // 60], oracle.certainty(walk[0]), atol=1e-9)


@pytest.mark.parametrize("fps", [24, 25, 30, 50, 72, 100, 120, Fraction(30000, 1001)])
def test_any_frame_rate_is_labelled_as_well(oracle, fps):
    motion, labels = performed("walk", 9, fps=fps)
    assert (oracle.label(motion).planted() == labels.planted()).mean() > 0.95


@pytest.mark.parametrize("fps", [30, 120])
def test_examples_may_have_any_frame_rate(walk, fps):
    taught = Oracle(k=1).with_examples(*performed("walk", 9, fps=fps, turning_deg_s=30.0), "walk")
    assert taught.n_examples == pytest.approx(walk[0].n_frames, abs=2)
    assert (taught.label(walk[0]).planted() == walk[1].planted()).mean() > {30: 0.98, 120: 0.995}[fps]


def test_a_larger_copy_of_a_performer_is_the_same_to_it(oracle, walk):
    motion = walk[0]
    larger = replace(
        motion,
        skeleton=replace(motion.skeleton, offsets_m=2.0 * motion.skeleton.offsets_m),
        translations_m=2.0 * motion.translations_m,
    )
    assert np.allclose(oracle.certainty(larger), oracle.certainty(motion), atol=0.2)
    assert np.mean(oracle.certainty(larger) == oracle.certainty(motion)) > 0.995
    metres = replace(oracle, options=FeatureOptions(scaling="none"))
    assert not np.allclose(metres.certainty(larger), metres.certainty(motion), atol=0.2)


def test_part_of_a_clip_sees_what_is_around_it(walk):
    motion, labels = walk
    part = Oracle().with_examples(motion, labels, "part", 40, 79)
    whole = Oracle().with_examples(motion, labels, "whole")
    assert part.n_examples == 40
    rows = part.examples[0].features(part.options)
    assert np.allclose(rows, whole.examples[0].features(whole.options)[40:80], atol=1e-6)
    assert np.array_equal(part.examples[0].planted, labels.planted()[40:80])


def test_distance_to_the_nearest_example(oracle, walk):
    rows = foot_features(walk[0], legs_of(walk[0]))
    column, sign = mirror_columns(oracle.options)
    known = np.concatenate([e.features(oracle.options) for e in oracle.examples])
    known = np.concatenate([known, known[:, column] * sign.astype(np.float32)]).astype(np.float64)
    expected = [np.sqrt(((known - row) ** 2).sum(axis=1).min()) for row in rows.astype(np.float64)]
    assert np.allclose(oracle.nearest_distance(rows), expected, rtol=1e-5)


def test_facts_say_what_it_was_trained_on(oracle):
    facts = oracle.facts()
    assert [piece["name"] for piece in facts["pieces"]] == ["walk 1", "run 1", "walk 2", "run 2"]
    assert facts["examples"] == sum(piece["frames"] for piece in facts["pieces"]) == oracle.n_examples
    assert facts["sources"] == ["performer"]
    assert (facts["k"], facts["window"], facts["joints"]) == (10, 21, ["knee", "ankle", "toe"])


def test_examples_can_be_taken_out(oracle):
    left = oracle.without("run 1")
    assert [e.name for e in left.examples] == ["walk 1", "walk 2", "run 2"]
    with pytest.raises(UsageError):
        oracle.without("dance")


def test_an_oracle_without_examples_says_so(walk):
    with pytest.raises(UsageError, match="no examples"):
        Oracle().certainty(walk[0])


def test_labels_of_another_motion_are_refused(walk):
    with pytest.raises(MotionError, match="do not match"):
        Oracle().with_examples(walk[0], performed("walk", 9, seconds=1.0)[1], "wrong")
    paths = leg_paths(walk[0], legs_of(walk[0]))
    with pytest.raises(MotionError, match="do not match"):
        example_of(paths, performed("walk", 9, fps=30)[1], "wrong")
    with pytest.raises(UsageError):
        example_of(paths, walk[1], "wrong", 5, 4000)


def test_few_examples_and_short_motions():
    motion, labels = performed("stand", 1, seconds=0.01)
    oracle = Oracle().with_examples(motion, labels, "stand")
    assert oracle.certainty(motion).shape == (motion.n_frames, 4)
    assert oracle.certainty(motion).min() == 1.0


def test_what_has_no_legs_is_refused(oracle):
    skeleton = Skeleton(("a",), (-1,), np.zeros((1, 3)), (("tx", "ty", "tz"),))
    motion = Motion(skeleton, np.zeros((1, 1, 4)), np.zeros((1, 1, 3)), Fraction(60))
    with pytest.raises(MotionError, match="left-hip"):
        oracle.certainty(motion)


def test_k_must_be_sensible():
    for k in (0, 1001):
        with pytest.raises(UsageError):
            Oracle(k=k)
