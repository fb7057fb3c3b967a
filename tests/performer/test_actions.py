"""Jump, turn, reach and stand: what each of them is about."""

from __future__ import annotations

import numpy as np
import pytest

from unbake.performer import perform


@pytest.mark.parametrize(("height", "distance"), [(0.35, 0.3), (0.1, 0.0), (0.5, 1.0)])
def test_a_jump_is_a_parabola_of_the_height_and_length_asked_for(height, distance):
    p = perform("jump", height_m=height, distance_m=distance, fps=480, seed=2)
    hips, air = p.motion.positions()[:, 0], p.flight
    assert not p.contacts[air].any()
    frames = np.flatnonzero(air)
    assert np.array_equal(frames, np.arange(frames[0], frames[-1] + 1))
    assert np.abs(np.diff(hips[air], n=2, axis=0) * 480.0**2 - (0.0, -9.81, 0.0)).max() < 1e-6
    assert hips[:, 1].max() - hips[frames[0], 1] == pytest.approx(height, abs=0.015)
    way = p.figure.contact_points_m(p.motion)
    assert way[-1] - way[0] == pytest.approx(np.broadcast_to([0, 0, distance], (4, 3)), abs=1e-12)
    assert hips[-1] - hips[0] == pytest.approx([0, 0, distance], abs=1e-12)


def test_a_jumper_takes_off_from_his_toes_and_lands_on_them():
    p = perform("jump", seed=1)
    air = np.flatnonzero(p.flight)
    for frame in (air[0] - 1, air[-1] + 1):
        assert p.contacts[frame].tolist() == [False, True, False, True]
    crouch = p.motion.positions()[: air[0], 0, 1]
    assert crouch.min() < crouch[0] - 0.2


@pytest.mark.parametrize("angle", [180.0, -90.0, 400.0])
def test_a_turn_ends_where_it_was_asked_to(angle):
    p = perform("turn", angle_deg=angle, seed=4, unrest_deg=0.0)
    points = p.figure.contact_points_m(p.motion)
    ahead = points[:, 1] - points[:, 0] + points[:, 3] - points[:, 2]
    heading = np.degrees(np.unwrap(np.arctan2(ahead[:, 0], ahead[:, 2])))
    assert heading[-1] - heading[0] == pytest.approx(angle, abs=1e-6)
    assert np.abs(p.motion.positions()[-1, 0] - p.motion.positions()[0, 0]).max() < 0.02
    assert p.contacts[0].all()
    assert p.contacts[-1].all()
    assert p.contacts[:, 1::2].any(axis=1).all()


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_hand_stays_at_the_place_reached_for(side):
    target = np.array([0.25 if side == "left" else -0.25, 1.35, 0.45])
    p = perform("reach", side=side, target_m=tuple(target), move_s=0.5, hold_s=1.0, seed=6)
    wrist = p.motion.positions()[:, p.figure.joint(f"{side.capitalize()}Hand")]
    held = slice(int(0.9 * 120) + 1, int(1.9 * 120))
    assert np.abs(wrist[held] - target).max() < 1e-9
    assert np.linalg.norm(wrist[-1] - wrist[0]) < 0.05
    assert p.contacts.all()


def test_somebody_who_stands_is_never_quite_still():
    p = perform("stand", seconds=20.0, fps=30, seed=1)
    assert p.contacts.all()
    hips = p.motion.positions()[:, 0]
    assert 0.002 < np.std(hips[:, 0]) < 0.02
    assert np.ptp(hips[:, 1]) < 0.01
