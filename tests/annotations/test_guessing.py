"""What machines say of whole clips, at 60 Hz and at frames."""

from dataclasses import replace

import numpy as np

from annotations.acted import FLAGS, SHAPE, clip, examples
from unbake.annotations.guessing import guess, guess_of_frames, margins_at
from unbake.annotations.training import TrainingOptions, train


def machines():
    return train(examples(), FLAGS, TrainingOptions(shape=SHAPE))


def test_a_clip_that_was_taught_comes_out_as_it_was():
    motion, path, values = clip(2)
    found = guess_of_frames(machines(), path, motion.fps, motion.n_frames)
    assert found.shape == values.shape
    np.testing.assert_array_equal(found[:3] >= 0.5, values[:3] == 1)
    assert np.isnan(found[3]).all()


def test_instants_between_lie_on_lines_and_batches_change_nothing(monkeypatch):
    _, path, _ = clip(1)
    taught = machines()
    dense = guess(taught, path, every=1, width=1)[:3]
    coarse = guess(taught, path, every=3, width=1)[:3]
    np.testing.assert_allclose(coarse[:, ::3], dense[:, ::3], atol=1e-4)
    np.testing.assert_allclose(coarse[:, 1], (2 * dense[:, 0] + dense[:, 3]) / 3, atol=1e-4)
    instants = np.arange(40)
    whole = margins_at(taught, path, instants)
    monkeypatch.setattr("unbake.annotations.guessing.BATCH", 7)
    np.testing.assert_allclose(margins_at(taught, path, instants), whole, atol=1e-4)


def test_short_runs_are_smoothed_away():
    _, path, _ = clip(0)
    taught = machines()

    def spiky(self, margins):
        out = np.zeros(margins.shape)
        out[10:13, 0], out[20:45, 0] = 1.0, 1.0
        return out

    found = guess(_with_probability(taught, spiky), path, every=1, width=11)[0] >= 0.5
    assert found[20:45].all()
    assert found.sum() == 25


def _with_probability(taught, probability):
    kind = type("Spiky", (type(taught),), {"probability": probability})
    return kind(**{name: getattr(taught, name) for name in taught.__dataclass_fields__})


def test_clips_of_one_frame():
    motion, path, _ = clip(0)
    one = replace(path, positions=path.positions[:1])
    assert guess_of_frames(machines(), one, motion.fps, 1).shape == (4, 1)
