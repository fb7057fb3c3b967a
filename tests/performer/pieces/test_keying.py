"""Keys and the curves between them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from unbake.errors import UsageError
from unbake.performer.pieces.keying import Key, between, changed, check_sheet, mirrored, moving_hold, onwards, sampled
from unbake.performer.pieces.posed import REST, bake


def sheet(*rows, ease="slow"):
    return [Key(frame, {"a": value}, "keypose", ease, ease) for frame, value in rows]


def curve(keys, step=0.01):
    frames = np.arange(keys[0].frame, keys[-1].frame + step / 2, step)
    return frames, sampled(keys, frames)[:, 0]


def test_every_ease_passes_through_its_keys():
    rows = [(1, 0.3), (5, -1.7), (6, 2.9), (14, 2.9), (20, 0.1)]
    for ease in ("slow", "linear", "flow"):
        got = sampled(sheet(*rows, ease=ease), np.array([float(f) for f, _ in rows]))
        assert got[:, 0].tolist() == [v for _, v in rows]


def test_linear_is_straight():
    frames, values = curve(sheet((1, 0.0), (5, 8.0), (9, 2.0), ease="linear"))
    assert np.allclose(values, np.interp(frames, [1, 5, 9], [0.0, 8.0, 2.0]))


def test_slow_stops_at_its_keys_and_hurries_between():
    frames, values = curve(sheet((1, 0.0), (5, 8.0), (9, 16.0)))
    speed = np.gradient(values, frames)
    at = np.searchsorted(frames, [1.0, 5.0, 9.0 - 1e-9])
    assert np.abs(speed[at]).max() < 0.1
    assert speed.max() == pytest.approx(3.0, abs=0.01)  # 1.5 times the mean


def test_flow_neither_stops_nor_overshoots():
    rows = [(1, 0.0), (4, 1.0), (9, 6.0), (12, 5.0), (15, 5.5)]
    frames, values = curve(sheet(*rows, ease="flow"))
    assert np.gradient(values, frames)[np.searchsorted(frames, 4.0)] > 0.3
    for (start, a), (end, b) in pairwise(rows):
        inside = values[(frames >= start) & (frames <= end)]
        assert min(a, b) - 1e-12 <= inside.min()
        assert inside.max() <= max(a, b) + 1e-12


def test_a_hold_does_not_tremble():
    for ease in ("slow", "linear", "flow"):
        keys = sheet((1, 0.1), (4, 0.3), (9, 0.3), (12, 0.7), ease=ease)
        frames, values = curve(keys)
        assert set(values[(frames >= 4.0) & (frames <= 9.0)]) == {0.3}


def test_breakdowns_favour_one_of_their_keyposes():
    a, b = {"left-swing": 10.0, "y": 0.0}, {"left-swing": 30.0, "y": -0.2}
    assert between(a, b, 0.25) == pytest.approx({"left-swing": 15.0, "y": -0.05})
    assert between(a, b, 0.25, left_swing=3.0) == pytest.approx({"left-swing": 3.0, "y": -0.05})
    assert moving_hold(a, b, 0.1) == pytest.approx({"left-swing": 12.0, "y": -0.02})
    with pytest.raises(UsageError, match="no control 'left-wing'"):
        changed(a, left_wing=1.0)


def test_a_mirrored_pose_is_the_mirror_image():
    pose = {name: 0.01 * n + value for n, (name, value) in enumerate(REST.items())}
    again = mirrored(mirrored(pose))
    assert again == pytest.approx(pose)
    one, other = (bake("", [Key(1, p), Key(2, p)], 24).motion for p in (pose, mirrored(pose)))
    names = one.skeleton.names
    swapped = [n.replace("Left", "#").replace("Right", "Left").replace("#", "Right") for n in names]
    image = one.positions()[0][[names.index(n) for n in swapped]] * (-1.0, 1.0, 1.0)
    assert np.abs(other.positions()[0] - image).max() < 1e-12


def test_onwards_moves_everything_alike():
    pose = changed(REST, left_roll=20.0, right_y=0.1, right_roll=-10.0, turn=20.0)
    one, other = (bake("", [Key(1, p), Key(2, p)], 24).motion.positions()[0] for p in (pose, onwards(pose, 0.7)))
    assert np.abs(other - one - (0.0, 0.0, 0.7)).max() < 1e-12


def test_a_sheet_that_is_none_is_refused():
    a = {"a": 1.0}
    for keys in ([Key(1, a)], [Key(2, a), Key(3, a)], [Key(1, a), Key(1, a)]):
        with pytest.raises(UsageError, match="frames that rise from 1"):
            check_sheet(keys)
    with pytest.raises(UsageError, match="must be keyposes"):
        check_sheet([Key(1, a), Key(3, a, "breakdown")])
    with pytest.raises(UsageError, match="frame 3 has other controls"):
        check_sheet([Key(1, a), Key(3, {"b": 1.0})])
    with pytest.raises(UsageError, match="every control"):
        bake("", [Key(1, a), Key(3, a)])
    with pytest.raises(UsageError, match="above zero"):
        bake("", [Key(1, REST), Key(3, REST)], 0)
