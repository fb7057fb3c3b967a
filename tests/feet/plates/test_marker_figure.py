"""A figure of markers: its joints are where the markers are, and the oracle sees the same legs."""

from fractions import Fraction

import numpy as np
import pytest

from feet.plates.test_markers import PIG, standing
from unbake.errors import MotionError
from unbake.feet.detect.features import features_of_paths, foot_features
from unbake.feet.legs import legs_of
from unbake.feet.plates.marker_figure import figure_of_markers
from unbake.feet.plates.markers import leg_paths_of_markers
from unbake.motion.points import Points


def test_joints_are_where_the_markers_are():
    points = standing()
    motion, paths = figure_of_markers(points), leg_paths_of_markers(points)
    legs = legs_of(motion)
    positions = motion.positions()
    for n, leg in enumerate(legs.both):
        joints = [leg.hip, leg.knee, leg.ankle, leg.toe]
        np.testing.assert_allclose(positions[:, joints], paths.positions_m[:, n], atol=1e-12)
    assert legs.leg_length_m() == pytest.approx(paths.leg_length_m, rel=1e-12)
    assert (motion.fps, motion.first_frame, motion.n_frames) == (points.fps, points.first_frame, points.n_frames)


def test_the_oracle_sees_the_same_legs():
    points = standing(seed=3)
    motion = figure_of_markers(points)
    ours = foot_features(motion, legs_of(motion))
    np.testing.assert_allclose(ours, features_of_paths(leg_paths_of_markers(points)), atol=1e-6)


def test_feet_turn_with_their_markers():
    """What lies on a foot as its heel does stays where the heel is."""
    points = standing()
    motion = figure_of_markers(points)
    legs, turns = legs_of(motion), motion.world_rotations_xyzw()
    heel, toe, ankle = (points.only([name]).values for name in ("LHEE", "LTOE", "LANK"))
    from scipy.spatial.transform import Rotation

    local = Rotation.from_quat(turns[:, legs.left.ankle]).inv().apply(toe - heel)
    np.testing.assert_allclose(local[:, :2], 0.0, atol=1e-9)
    assert (local[:, 2] > 0.0).all()
    above = Rotation.from_quat(turns[:, legs.left.ankle]).inv().apply(ankle - heel)
    np.testing.assert_allclose(above[:, 0], 0.0, atol=1e-9)
    assert (above[:, 1] > 0.0).all()


def test_without_heels_the_ankles_do():
    motion = figure_of_markers(standing(labels=[name for name in PIG if "HEE" not in name]))
    assert np.isfinite(motion.rotations_xyzw).all()


def test_markers_on_one_spot_do_not_break_it():
    points = standing()
    values = points.positions().copy()
    values[:, points.names.index("LTOE")] = values[:, points.names.index("LHEE")]
    motion = figure_of_markers(Points(values.reshape(len(values), -1), points.names, fps=Fraction(100)))
    assert np.isfinite(motion.positions()).all()


def test_what_is_missing_is_named():
    with pytest.raises(MotionError, match="no marker for left-toe"):
        figure_of_markers(standing(labels=[name for name in PIG if name != "LTOE"]))
