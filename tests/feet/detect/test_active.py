"""The active loop: the sequence that holds the frame farthest from all examples comes next."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from feet import naive
from feet.detect.test_oracle import performed
from unbake.errors import MotionError, UsageError
from unbake.feet.detect.active import ActiveTraining, FrameRange, sequences_of
from unbake.feet.detect.features import foot_features
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import FootLabels
from unbake.feet.legs import legs_of


@cache
def clips():
    """Performances with their true labels, by name."""
    return {
        "walk": performed("walk", 1, seconds=8.0),
        "run": performed("run", 2, seconds=5.0),
        "turn": performed("turn", 3),
        "fine": performed("jump", 4, fps=120),
    }


@pytest.fixture
def training():
    return ActiveTraining({name: motion for name, (motion, _) in clips().items()}, seed=5)


def true_labels(sequence):
    return clips()[sequence.clip][1].excerpt(sequence.first, sequence.last)


@pytest.mark.slow
def test_the_next_sequence_holds_the_farthest_frame(training):
    for _ in range(4):
        sequence, _, _ = training.farthest()
        oracle = training.accept(sequence, true_labels(sequence))
        distances = {clip: naive.distances(oracle, clips()[clip][0]) for clip in clips()}
        for clip, expected in distances.items():
            assert np.allclose(training.distances(clip)[: len(expected)], expected, rtol=1e-3, atol=0.02)
        best = max(clips(), key=lambda clip: distances[clip].max())
        found = training.propose()
        assert found.sequence.clip == best
        at = distances[best].argmax() * int(clips()[best][0].fps / 60)
        assert found.sequence.first <= at <= found.sequence.last
        assert abs(found.frame - at) <= 2
        assert found.distance == pytest.approx(distances[best].max(), rel=1e-3)


@pytest.mark.slow
def test_the_guess_is_the_oracles(training):
    first = training.propose()
    assert first.distance == np.inf
    assert not first.labels.plants
    oracle = training.accept(first.sequence, true_labels(first.sequence))
    second = training.propose()
    motion = clips()[second.sequence.clip][0]
    part = slice(second.sequence.first, second.sequence.last + 1)
    assert np.array_equal(second.certainty, oracle.certainty(motion)[part])
    assert np.array_equal(second.labels.planted(), oracle.label(motion).planted()[part])
    second.labels.check_of(motion.excerpt(part.start + motion.first_frame, part.stop - 1 + motion.first_frame))


def test_what_is_accepted_becomes_examples(training):
    sequence = FrameRange("walk", 200, 399)
    assert sequence in training.sequences
    oracle = training.accept(sequence, true_labels(sequence))
    assert [(e.name, e.n_frames, e.source) for e in oracle.examples] == [("walk 201–400", 200, "performer")]
    assert np.array_equal(oracle.examples[0].planted, true_labels(sequence).planted())
    # Places are kept in tenths of a millimetre.
    assert training.distances("walk")[200:400].max() < 0.02
    with_context = foot_features(clips()["walk"][0], legs_of(clips()["walk"][0]))[200:400]
    assert np.abs(oracle.examples[0].features(oracle.options) - with_context).max() < 1e-3


def test_an_accepted_guess_counts_as_labelled_by_hand(training):
    sequence = training.farthest()[0]
    training.accept(sequence, true_labels(sequence))
    guess = training.propose()
    assert training.accept(guess.sequence, guess.labels).examples[-1].source == "hand"


def test_the_first_pick_depends_on_the_seed_alone():
    library = {name: motion for name, (motion, _) in clips().items()}
    picks = [ActiveTraining(library, seed=seed).farthest()[0] for seed in (*range(12), *range(12))]
    assert picks[:12] == picks[12:]
    assert len(set(picks)) > 3


@pytest.mark.slow
def test_until_everything_is_labelled(training):
    seen = []
    for _ in training.sequences:
        proposal = training.propose()
        seen.append(proposal.sequence)
        training.accept(proposal.sequence, true_labels(proposal.sequence))
    assert sorted(seen, key=str) == sorted(training.sequences, key=str)
    with pytest.raises(UsageError, match="every sequence"):
        training.propose()


def test_going_on_with_an_oracle(training):
    for _ in range(2):
        sequence = training.farthest()[0]
        training.accept(sequence, true_labels(sequence))
    again = ActiveTraining(training.library, training.oracle)
    assert again.farthest()[:2] == training.farthest()[:2]
    assert again.farthest()[2] == pytest.approx(training.farthest()[2], rel=1e-5)
    for clip in clips():
        assert np.allclose(again.distances(clip), training.distances(clip), atol=1e-5)


def test_two_hundred_frames_at_sixty_a_second():
    assert sequences_of("a", 450, Fraction(60)) == (
        FrameRange("a", 0, 199),
        FrameRange("a", 200, 399),
        FrameRange("a", 400, 449),
    )
    assert sequences_of("a", 450, Fraction(120)) == (FrameRange("a", 0, 399), FrameRange("a", 400, 449))
    assert sequences_of("a", 200, Fraction(60)) == (FrameRange("a", 0, 199),)
    assert sequences_of("a", 1, Fraction(30)) == (FrameRange("a", 0, 0),)


@pytest.mark.parametrize("fps", [Fraction(24), Fraction(30000, 1001), Fraction(100), Fraction(7)])
@pytest.mark.parametrize("n_frames", [1, 2, 99, 1000])
def test_sequences_are_disjoint_and_cover_the_clip(fps, n_frames):
    found = sequences_of("a", n_frames, fps)
    assert [frame for s in found for frame in range(s.first, s.last + 1)] == list(range(n_frames))


@pytest.mark.slow
@pytest.mark.parametrize("fps", [24, 100, Fraction(30000, 1001)])
def test_other_rates_through_the_loop(fps):
    motion, labels = performed("walk", 3, fps=fps, seconds=8.0)
    training = ActiveTraining({"walk": motion})
    for _ in training.sequences:
        proposal = training.propose()
        part = labels.excerpt(proposal.sequence.first, proposal.sequence.last)
        training.accept(proposal.sequence, part)
    # Between the last frame of a sequence and the first of the next there may be instants that nobody has labelled.
    expected = 60 * motion.n_frames / float(fps)
    assert expected - 3 * len(training.sequences) <= training.oracle.n_examples <= expected + 1
    assert (training.oracle.label(motion).planted() == labels.planted()).mean() > 0.97


def test_what_does_not_belong_is_refused(training):
    with pytest.raises(UsageError):
        training.accept(FrameRange("walk", 1, 200), true_labels(FrameRange("walk", 1, 200)))
    with pytest.raises(MotionError):
        training.accept(FrameRange("walk", 0, 199), FootLabels((), 100, Fraction(60)))
    with pytest.raises(UsageError):
        ActiveTraining({})
    assert training.oracle.examples == Oracle().examples
