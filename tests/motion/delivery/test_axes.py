"""Other axes: every number of a clip in another basis, judged in world positions and by SciPy."""

from itertools import product

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from clips import jump_clip
from data import DATA, needs_data
from formats.figures import figure_motion
from unbake.errors import UsageError
from unbake.formats.registry import load_motion
from unbake.motion import turn_to, turned
from unbake.motion.channels import channel_values, motion_from_channels
from unbake.motion.delivery.axes import AXES

PAIRS = [(up, ahead) for up, ahead in product(AXES, AXES) if up[-1] != ahead[-1]]


def vector(axis):
    return np.eye(3)["xyz".index(axis[-1])] * (-1.0 if axis.startswith("-") else 1.0)


@pytest.mark.parametrize(("up", "ahead"), PAIRS)
def test_every_turn_takes_up_and_ahead_where_they_belong(up, ahead):
    axes = turn_to(up, ahead)
    assert np.array_equal(axes @ [0, 1, 0], vector(up))
    assert np.array_equal(axes @ [0, 0, 1], vector(ahead))
    assert round(np.linalg.det(axes)) == 1


def test_twenty_four_turns():
    assert len({turn_to(*pair).tobytes() for pair in PAIRS}) == 24
    assert np.array_equal(turn_to(), np.eye(3))
    assert np.array_equal(turn_to("z"), turn_to("+Z", "-y"))
    for up in AXES:
        shortest, _ = Rotation.align_vectors([vector(up)], [[0, 1, 0]])
        if up != "-y":
            assert np.abs(shortest.as_matrix() - turn_to(up)).max() < 1e-9


@pytest.mark.parametrize("wrong", [("w", None), ("y", "-y"), (None, "y"), ("yz", None), ("z", "--y")])
def test_axes_that_are_none(wrong):
    with pytest.raises(UsageError, match="axis"):
        turn_to(*wrong)


def cmu():
    return load_motion(DATA / "cmu" / "16" / "16_15.amc").excerpt(1, 20)


@pytest.mark.parametrize(
    "clip",
    [
        pytest.param(jump_clip, id="packaged"),
        pytest.param(figure_motion, id="figure"),
        pytest.param(cmu, id="cmu: bones with axes", marks=needs_data),
    ],
)
@pytest.mark.parametrize(("up", "ahead"), [("z", "-y"), ("x", "-z"), ("-y", "x"), ("z", "x")])
def test_positions_turn_and_channels_hold_them(clip, up, ahead):
    motion = clip()
    axes = turn_to(up, ahead)
    other = turned(motion, axes)
    assert np.abs(other.positions() - motion.positions() @ axes.T).max() < 1e-12
    rest = motion.skeleton.rest_positions() @ axes.T
    assert np.abs(other.skeleton.rest_positions() - rest).max() < 1e-12
    # The rotations can be written by the channels that there are, and the channels hold the same numbers but for signs.
    values, was = channel_values(other), channel_values(motion)
    again = motion_from_channels(other.skeleton, values, other.fps)
    assert np.abs(again.positions() - other.positions()).max() < 1e-9
    assert sorted(np.abs(np.sin(values)).sum(axis=0)) == pytest.approx(sorted(np.abs(np.sin(was)).sum(axis=0)))
    back = turned(other, axes.T)
    assert np.abs(back.rotations_xyzw - motion.rotations_xyzw).max() < 1e-15  # they are normalised again
    assert [set(c) for c in back.skeleton.channels] == [set(c) for c in motion.skeleton.channels]
    assert back.skeleton.rotation_orders == motion.skeleton.rotation_orders


def test_a_figure_stands_along_the_new_up():
    motion = jump_clip()
    other = turned(motion, turn_to("z"))
    heights = np.ptp(other.positions()[0], axis=0)
    assert heights.argmax() == 2
    assert other.positions()[0, motion.skeleton.index("Head"), 2] > 1.2
