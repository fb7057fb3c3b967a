"""The performer's body: roles, proportions, and a file that holds it."""

from __future__ import annotations

import numpy as np
import pytest

from performer import naive
from unbake.errors import UsageError
from unbake.formats.registry import load_motion, save
from unbake.motion.body.roles import ROLES
from unbake.performer import Figure, perform


def test_every_role_is_found_where_it_is():
    skeleton = Figure().skeleton
    names = {role: skeleton.names[joint] for role, joint in skeleton.roles.items()}
    assert set(names) == set(ROLES)
    assert [names[r] for r in ("hips", "spine", "chest", "neck", "head")] == [
        "Hips",
        "Spine1",
        "Spine2",
        "Neck",
        "Head",
    ]
    left = [names[f"left-{part}"] for part in ("clavicle", "shoulder", "elbow", "wrist", "hip", "knee", "ankle", "toe")]
    parts = ("Shoulder", "Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot", "ToeBase")
    assert left == [f"Left{part}" for part in parts]


@pytest.mark.parametrize("stature_m", [1.5, 1.75, 2.0])
def test_lengths_are_those_of_drillis_and_contini(stature_m):
    figure = Figure(stature_m)
    rest = dict(zip(figure.skeleton.names, figure.skeleton.rest_positions() / stature_m, strict=True))
    assert rest["Head_end"][1] == pytest.approx(1.0)
    assert rest["LeftLeg"][1] == pytest.approx(0.285)
    assert rest["LeftUpLeg"][1] == pytest.approx(0.530)
    assert rest["LeftFoot"][1] == pytest.approx(0.039)
    lengths = [rest[a] - rest[b] for a, b in (("LeftArm", "LeftForeArm"), ("LeftForeArm", "LeftHand"))]
    assert np.linalg.norm(lengths, axis=1) == pytest.approx([0.186, 0.146])
    heel = rest["LeftFoot"] + figure.heel_offset_m / stature_m
    assert heel[1] == pytest.approx(0.0, abs=1e-12)
    assert rest["LeftToeBase_end"][2] - heel[2] == pytest.approx(0.152)
    assert rest["LeftArm"][0] > 0.0
    assert np.allclose(rest["LeftArm"] * (-1, 1, 1), rest["RightArm"])


def test_contact_points_agree_with_plain_kinematics():
    performance = perform("sneak", seconds=1.0, seed=2, stature_m=1.6, fps=30)
    points = performance.figure.contact_points_m(performance.motion)
    assert np.allclose(points, naive.contact_points(performance.motion, 1.6), atol=1e-12)
    assert np.allclose(performance.motion.positions(), naive.positions_of(performance.motion)[0], atol=1e-12)


@pytest.mark.parametrize("stature_m", [0.0, 0.4, 5.0, float("nan")])
def test_a_stature_that_nobody_has_is_refused(stature_m):
    with pytest.raises(UsageError, match="a stature must lie between"):
        Figure(stature_m)


def test_a_performance_survives_a_bvh_file(tmp_path):
    motion = perform("turn", seed=1, fps=60).motion
    save(motion, tmp_path / "turn.bvh")
    back = load_motion(tmp_path / "turn.bvh")
    assert back.skeleton.names == motion.skeleton.names
    assert back.fps == motion.fps
    assert np.abs(back.positions() - motion.positions()).max() < 1e-5
