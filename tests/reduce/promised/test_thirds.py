"""What a search is told of curves at thirds is what such curves miss, made and measured in full."""

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from clips import packaged_clip
from motion.turning import camera_pan
from unbake.curves.excerpts import LEFT, RIGHT, with_handles
from unbake.curves.fits.hermite import fit_hermite
from unbake.curves.measure import measure
from unbake.keyframes.selection import Selection
from unbake.reduce.options import JoinOptions
from unbake.reduce.promised import thirds as module
from unbake.reduce.promised.missed import Missed
from unbake.reduce.promised.thirds import Thirds
from unbake.reduce.take import Take


def turning_by_quaternions():
    motion = packaged_clip()
    return replace(motion, skeleton=motion.skeleton.with_quaternion_channels())


CLIPS = {"a body": packaged_clip, "by quaternions": turning_by_quaternions, "a camera": camera_pan}


def told(take, fit, frames, kind="channels"):
    return Thirds(take, JoinOptions(fit=fit), Missed(take.motion, False)).per_frame_m(frames, kind)


@pytest.mark.parametrize("clip", CLIPS)
@pytest.mark.parametrize("fit", [None, "hermite", "schneider", "broken"])
@pytest.mark.parametrize("kind", ["channels", "quaternions"])
def test_what_is_told_is_what_such_curves_miss(clip, fit, kind):
    take = Take(CLIPS[clip]())
    last = take.motion.n_frames - 1
    for step in (last // 9, last):
        frames = (*range(0, last, step), last)
        animation = take.fitted(Selection(frames), kind, "broken" if fit == "broken" else "hermite")
        if fit != "broken" and clip != "a camera":  # which is measured with levers, by the curves as they will be
            animation = by_component(animation, take.values_of(animation.skeleton))
        expected = measure(take.motion, animation).promised_per_frame_m(False)
        np.testing.assert_allclose(told(take, fit, frames, kind), expected, atol=1e-12)
    assert expected.max() > 0.01


def by_component(animation, values):
    """The same keys with each channel fitted by itself, components of quaternions as well."""
    keys = np.array(animation.selection.frames)
    third, slopes = np.diff(keys) / 3.0, fit_hermite(keys, values).T
    handles = np.zeros((2, *slopes.shape, 2))
    handles[RIGHT, :, :-1] = np.stack([third + 0.0 * slopes[:, :-1], third * slopes[:, :-1]], axis=-1)
    handles[LEFT, :, 1:] = -np.stack([third + 0.0 * slopes[:, 1:], third * slopes[:, 1:]], axis=-1)
    return with_handles(animation, handles)


def test_no_curves_are_made_where_values_will_do(monkeypatch):
    take = Take(packaged_clip())
    made = Mock(wraps=module.join)
    monkeypatch.setattr(module, "join", made)
    for kind in ("channels", "quaternions"):
        assert told(take, None, (0, 200, 399), kind).max() > 0.1
    assert made.call_count == 0
    assert told(take, "broken", (0, 200, 399)).max() > 0.1
    assert made.call_count == 1
