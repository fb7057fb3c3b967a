"""Shoulders and hips: ranges in degrees as they are printed, widened by a clip, and what lies beyond them."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from kinematics.full_body.naive import socket_excess
from unbake.kinematics.full_body.excess import LIMIT
from unbake.kinematics.full_body.figure import Figure
from unbake.kinematics.full_body.joint_limits import JointLimits
from unbake.kinematics.full_body.socket_terms import cost_of_socket
from unbake.kinematics.full_body.sockets import ROW, sockets_of
from unbake.motion.motion import Motion

NAMES = ["Hips", "Chest"]
PARENTS = [-1, 0]
OFFSETS = [[0.0, 1.0, 0.0], [0, 0.5, 0]]
for side, out in (("Left", 1.0), ("Right", -1.0)):
    for upper, lower, above, place in (("Arm", "ForeArm", 1, [0.2, 0, 0]), ("UpLeg", "Leg", 0, [0.1, -0.1, 0])):
        NAMES += [side + upper, side + lower]
        PARENTS += [above, len(NAMES) - 2]
        OFFSETS += [[out * place[0], *place[1:]], [0, -0.4, 0]]


def standing(turns=None):
    """A body that stands upright and looks along +z, arms and legs hanging; turns by name, a rotation each frame."""
    frames = max((len(turn) for turn in (turns or {}).values()), default=1)
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (frames, len(NAMES), 1))
    for name, turn in (turns or {}).items():
        rotations[:, NAMES.index(name)] = turn.as_quat()
    return Motion.from_arrays(NAMES, PARENTS, OFFSETS, rotations)


def about(axis, *degrees):
    return Rotation.from_euler(axis, np.array(degrees)[:, None], degrees=True)


def beyond(joint, turn, motion=None):
    """Degrees (2,) by which a joint is beyond the limits that a body has when it stands."""
    row = sockets_of(motion or standing()).rows[NAMES.index(joint)]
    return np.degrees(socket_excess(row, Rotation.identity(), turn))


@pytest.mark.parametrize(
    ("joint", "axis", "degrees"),
    [
        ("LeftUpLeg", "x", -120),
        ("LeftUpLeg", "x", 30),
        ("LeftUpLeg", "z", 45),
        ("LeftUpLeg", "z", -30),
        ("RightUpLeg", "x", -120),
        ("RightUpLeg", "z", -45),
        ("RightUpLeg", "z", 30),
        ("LeftArm", "x", 60),
        ("RightArm", "x", 60),
    ],
)
def test_bones_go_as_far_as_is_printed(joint, axis, degrees):
    """Flexion turns about −x, abduction of the left leg about +z; the limit is drawn through angles every 15°."""
    sign = np.sign(degrees)
    farthest = next(step for step in range(180) if beyond(joint, about(axis, sign * step)[0])[0] > 0.0)
    assert farthest == pytest.approx(abs(degrees), abs=4.0)


@pytest.mark.parametrize(("side", "out"), [("Left", 1.0), ("Right", -1.0)])
def test_an_arm_reaches_up_and_across_and_not_behind(side, out):
    def pointing(direction):
        return Rotation.align_vectors([direction], [[0.0, -1.0, 0.0]])[0]

    for inside in ([0, 0, 1], [out, 0, 0], [0.5 * out, 1, 0.2], [-0.6 * out, 0, 1], [0, -1, 0]):
        assert beyond(f"{side}Arm", pointing(inside))[0] == 0.0, inside
    for outside in ([0, 0, -1], [0, 1, -1], [-out, 0.5, 0], [-out, 0, -0.5]):
        assert beyond(f"{side}Arm", pointing(outside))[0] > 15.0, outside


@pytest.mark.parametrize(("joint", "degrees"), [("LeftUpLeg", 45), ("RightArm", 80)])
def test_bones_twist_to_both_sides(joint, degrees):
    assert beyond(joint, about("y", degrees - 2)[0])[1] == 0.0
    assert beyond(joint, about("y", -degrees - 10)[0])[1] == pytest.approx(10.0)


def test_what_a_clip_shows_is_allowed():
    kick, twist = about("x", 0, -150, -10, 50, -70), about("y", 0, 70, 20, 0, 0)
    motion = standing({"LeftUpLeg": kick * twist})
    assert all(beyond("LeftUpLeg", turn, motion).max() < 1e-6 for turn in kick * twist)
    assert beyond("LeftUpLeg", (kick * twist)[1]).min() > 20.0
    assert beyond("RightUpLeg", kick[1], motion)[0] > 20.0


@pytest.mark.parametrize("part", range(4))
def test_costs_are_those_of_the_slow_twin_and_slopes_their_derivatives(part):
    random, beyonds = np.random.default_rng(part), np.zeros(2, dtype=int)
    for _ in range(50):
        centre, start, _ = Rotation.random(random_state=random).as_matrix()
        bone, across, _ = Rotation.random(random_state=random).as_matrix()
        row = np.concatenate([[1.0], centre, start, bone, across, [-0.5, 0.4], random.uniform(0.3, 1.5, ROW - 15)])
        parent, joint = Rotation.random(2, random_state=random)
        if parent.apply(centre) @ joint.apply(bone) < -0.9:
            continue  # Towards the opposite of the centre, slopes are bounded.

        def cost(turn, row=row, parent=parent, joint=joint):
            slopes, curvatures, is_met = np.zeros(3), np.zeros((3, 3)), np.zeros(2, dtype=bool)
            turned = Rotation.from_rotvec(turn) * joint
            found = cost_of_socket(row, parent.as_matrix(), turned.as_matrix(), 7.0, is_met, slopes, curvatures)
            return found, slopes, is_met

        found, slopes, is_met = cost(np.zeros(3))
        excess = socket_excess(row, parent, joint)
        assert found == pytest.approx(0.5 * LIMIT * 7.0 * (excess**2).sum(), abs=1e-12)
        assert (is_met == (excess > 0.0)).all()
        derivatives = [(cost(step)[0] - cost(-step)[0]) / 2e-6 for step in 1e-6 * np.eye(3)]
        assert slopes == pytest.approx(derivatives, abs=1e-6)
        beyonds += is_met
    assert beyonds.min() > 5


def test_a_thigh_that_is_pulled_behind_stops_and_the_trunk_gives_way():
    motion = standing()
    start, knee = motion.positions()[0], NAMES.index("LeftLeg")
    wishes, weights = start.copy(), np.full(len(start), 3e-4)
    wishes[knee] = start[knee - 1] + [0.0, 0.0, -0.4]
    weights[knee] = 1.0
    for limits, is_beyond in ((None, True), (JointLimits.of(motion), False)):
        reached = Figure.of(motion, 0, limits).reaching(wishes, weights)
        turn = Rotation.from_quat(reached.rotations_xyzw[knee - 1])
        assert (beyond("LeftUpLeg", turn)[0] > 5.0) == is_beyond
        assert beyond("LeftUpLeg", turn)[0] > 0.3 or not is_beyond
        assert np.linalg.norm(reached.positions_m[knee] - wishes[knee]) < 0.02


def test_bodies_without_arms_and_legs_are_left_free():
    nameless = Motion.from_arrays(["a", "b"], [-1, 0], [[0.0, 0, 0], [0, 1, 0]], np.tile([0.0, 0, 0, 1], (1, 2, 1)))
    assert not JointLimits.of(nameless).is_any
    assert sockets_of(standing()).names == ("left-shoulder", "right-shoulder", "left-hip", "right-hip")
