"""Keys put on curves that lack them, all at once, against one cut after the other."""

import numpy as np
import pytest

from unbake.curves.editing.edit import split_curve
from unbake.curves.keyed_animation import FCurve
from unbake.formats.sparse_keys import NotKeyed, frames_of_keys, with_keys
from unbake.motion.channels import Channel

LENGTH = 60


def curve_of(seed, longest=0.5):
    """A curve with up to seven keys; its handles take parts of their segment up to the longest."""
    rng = np.random.default_rng(seed)
    frames = np.sort(rng.choice(LENGTH, rng.integers(1, 8), replace=False)).astype(float)
    values = rng.normal(size=len(frames))
    left, right = np.stack([frames, values], axis=1), np.stack([frames, values], axis=1)
    for side, row, sign in ((right, slice(0, -1), 1), (left, slice(1, None), -1)):
        parts = rng.uniform(0.0, longest, len(frames) - 1)
        side[row] += sign * np.stack([parts * np.diff(frames), rng.normal(size=len(parts))], axis=1)
    return FCurve(Channel(0, "rx"), frames, values, left, right)


def keys_for(curve, seed):
    """Frames before, between and behind a curve's keys, these among them every other time."""
    rng = np.random.default_rng(seed)
    keys = np.sort(rng.choice(np.arange(-4, LENGTH + 4), rng.integers(2, 20), replace=False))
    return np.union1d(keys, curve.frames.astype(int)) if seed % 2 else keys


def slowly(curve, keys):
    """The same by cuts one after the other; where the curve ends, it holds its value at even handles."""
    inner = [key for key in keys if curve.frames[0] < key < curve.frames[-1] and key not in curve.frames]
    for key in inner:
        curve = split_curve(curve, int(np.searchsorted(curve.frames, key)), int(key))
    rows = [*zip(curve.frames, curve.values, curve.left, curve.right, strict=True)]
    for key in [key for key in keys if key < curve.frames[0]][::-1]:
        frame, value, _, right = rows[0]
        third = np.array([(frame - key) / 3.0, 0.0])
        rows[0] = (frame, value, [frame, value] - third, right)
        rows.insert(0, (float(key), value, np.array([key, value]), np.array([key, value]) + third))
    for key in [key for key in keys if key > curve.frames[-1]]:
        frame, value, left, _ = rows[-1]
        third = np.array([(key - frame) / 3.0, 0.0])
        rows[-1] = (frame, value, left, np.array([frame, value]) + third)
        rows.append((float(key), value, [key, value] - third, np.array([key, value])))
    rows = [row for row in rows if row[0] in keys]
    frames, values, left, right = (np.array(column) for column in zip(*rows, strict=True))
    left[0], right[-1] = (frames[0], values[0]), (frames[-1], values[-1])
    return FCurve(curve.channel, frames, values, left, right)


@pytest.mark.parametrize("seed", range(60))
def test_all_at_once_is_one_after_the_other(seed):
    curve = curve_of(seed)
    keys = keys_for(curve, seed)
    found, judge = with_keys(curve, keys), slowly(curve, keys)
    np.testing.assert_array_equal(found.frames, keys)
    for part in ("values", "left", "right"):
        np.testing.assert_allclose(getattr(found, part), getattr(judge, part), atol=1e-12)


@pytest.mark.parametrize("seed", [seed for seed in range(40) if len(curve_of(seed).frames) > 3])
def test_segments_without_new_keys_stay_to_the_bit(seed):
    curve = curve_of(seed)
    gaps = np.diff(curve.frames)
    cut = int(np.argmax(gaps))
    found = with_keys(curve, np.union1d(curve.frames.astype(int), [int(curve.frames[cut]) + 1]))
    assert (found.right[:cut] == curve.right[:cut]).all()
    assert (found.left[1 : cut + 1] == curve.left[1 : cut + 1]).all()
    assert (found.right[cut + 2 : -1] == curve.right[cut + 1 : -1]).all()
    assert (found.left[cut + 3 :] == curve.left[cut + 2 :]).all()


def test_constants_stay_constant():
    curve = curve_of(4)
    value, sides = 0.1234567, [curve.left.copy(), curve.right.copy()]
    for side in sides:
        side[:, 1] = value
    flat = FCurve(curve.channel, curve.frames, np.full(len(curve.frames), value), *sides)
    found = with_keys(flat, np.arange(-4, LENGTH + 4))
    assert (found.values == value).all()
    assert (found.left[:, 1] == value).all()
    assert (found.right[:, 1] == value).all()


def test_overlapping_handles_matter_where_a_key_is_added_alone():
    frames, values = np.array([0.0, 10.0, 20.0]), np.array([0.0, 1.0, 0.0])
    left, right = np.stack([frames, values], axis=1), np.stack([frames, values], axis=1)
    right[:-1, 0] += [8.0, 3.0]
    left[1:, 0] -= [8.0, 3.0]
    curve = FCurve(Channel(0, "rx"), frames, values, left, right)
    assert len(with_keys(curve, np.array([0, 10, 15, 20])).frames) == 4
    with pytest.raises(NotKeyed, match="handles overlap where a key has to be added"):
        with_keys(curve, np.array([0, 5, 10, 20]))


def test_several_keys_on_one_frame_are_none():
    np.testing.assert_array_equal(frames_of_keys(np.array([0.0, 4.99, 6.01])), [0, 5, 6])
    with pytest.raises(NotKeyed, match="several keys of a curve stand on one frame"):
        frames_of_keys(np.array([0.0, 5.0, 5.01, 9.0]))
