"""The default guess: right on the performer, the same in the mirror, elsewhere at other rates; oracles beside it."""

from fractions import Fraction

import numpy as np
import pytest

from feet.detect.test_features import moved
from unbake.errors import MotionError, UsageError
from unbake.feet.detect.guess.guess import guess_feet
from unbake.feet.detect.oracle import Oracle
from unbake.feet.detect.oracle_file import packaged_oracle
from unbake.feet.labels import MIRRORED, FootLabels
from unbake.motion.body.mirror import mirrored
from unbake.motion.motion import Motion
from unbake.motion.resampling import resampled
from unbake.motion.skeleton import Skeleton
from unbake.performer import perform, with_drift, with_noise


def performed(action, fps=60, noise_deg=0.0, **style):
    done = perform(action, seconds=2.5, fps=fps, seed=77, **style)
    motion = done.motion
    if noise_deg:
        drifting = with_drift(motion, 2.0 * noise_deg, 0.02 * noise_deg, seed=1)
        motion = with_noise(drifting, noise_deg, 0.003 * noise_deg, seed=2)
    return motion, done.contacts


@pytest.mark.parametrize("action", ["walk", "run", "jump", "turn", "sneak", "stand", "reach"])
@pytest.mark.parametrize("fps", [24, 60, 120])
def test_the_performers_feet(action, fps):
    motion, contacts = performed(action, fps)
    assert (guess_feet(motion).labels.planted() == contacts).mean() > (0.93 if fps == 24 else 0.96)


def test_stairs():
    motion, contacts = performed("stairs", step_length_m=0.32)
    assert (guess_feet(motion).labels.planted() == contacts).mean() > 0.97


@pytest.mark.parametrize(("noise_deg", "least"), [(0.3, 0.95), (0.8, 0.95), (1.5, 0.9)])
def test_noise(noise_deg, least):
    motion, contacts = performed("walk", noise_deg=noise_deg)
    found = guess_feet(motion).labels
    assert (found.planted() == contacts).mean() > least
    assert len(found.plants) <= len(FootLabels.from_frames(contacts, motion.fps).plants)


def test_certainties_and_plants_agree():
    motion, _ = performed("walk")
    found = guess_feet(motion)
    planted = found.labels.planted()
    assert found.certainty.shape == planted.shape
    assert 0.0 <= found.certainty.min() <= found.certainty.max() <= 1.0
    assert (found.certainty[planted] > 0.0).all()
    assert found.labels.sources() == ("oracle",)


def test_the_mirror_image():
    motion, _ = performed("walk", turning_deg_s=30.0)
    image = guess_feet(mirrored(motion)).labels.planted()
    assert (image == guess_feet(motion).labels.planted()[:, list(MIRRORED)]).mean() > 0.995


def test_elsewhere_on_another_floor():
    motion, _ = performed("walk")
    there = guess_feet(moved(motion, -2.0, [40.0, 1.0, 3.0])).labels.planted()
    assert (there == guess_feet(motion).labels.planted()).mean() > 0.995


def test_another_rate():
    motion, _ = performed("walk")
    faster = guess_feet(resampled(motion, 240)).labels.planted()[::4]
    assert (faster == guess_feet(motion).labels.planted()[: len(faster)]).mean() > 0.98


@pytest.mark.slow
def test_a_taught_oracle_is_asked_in_place_of_the_trees():
    motion, contacts = performed("walk")
    # One that was taught the opposite of what is so.
    wrong = Oracle().with_examples(motion, FootLabels.from_frames(~contacts, motion.fps), "wrong")
    found = guess_feet(motion, wrong)
    assert found.certainty.mean() < guess_feet(motion).certainty.mean()
    assert (guess_feet(motion, packaged_oracle()).labels.planted() == contacts).mean() > 0.95


@pytest.mark.parametrize("n_frames", [1, 2, 3])
def test_a_few_frames(n_frames):
    motion, _ = performed("stand")
    part = motion.excerpt(motion.first_frame, motion.first_frame + n_frames - 1)
    assert guess_feet(part).labels.planted().all()


def test_what_cannot_be_guessed():
    motion, _ = performed("walk")
    with pytest.raises(UsageError, match="no examples"):
        guess_feet(motion, Oracle())
    skeleton = Skeleton(("a",), (-1,), np.zeros((1, 3)), (("tx", "ty", "tz"),))
    with pytest.raises(MotionError, match="left-hip"):
        guess_feet(Motion(skeleton, np.zeros((1, 1, 4)), np.zeros((1, 1, 3)), Fraction(60)))
