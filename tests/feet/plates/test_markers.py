"""Legs from markers: the right marker for each role, the right joint beneath it."""

from fractions import Fraction

import numpy as np
import pytest

from data import DATA, needs_data
from unbake.errors import MotionError, UsageError
from unbake.feet.detect.features import features_of_paths
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import foot_planted
from unbake.feet.plates.markers import (
    LEG_PER_SHANK,
    MARKER_ROLES,
    find_markers,
    foot_points_of_markers,
    leg_paths_of_markers,
)
from unbake.motion.points import Points

PIG = ["LASI", "RASI", "LPSI", "RPSI", "LKNE", "LANK", "LHEE", "LTOE", "RKNE", "RANK", "RHEE", "RTOE"]
PLACES = {
    "ASI": (0.12, 1.0, 0.08),
    "PSI": (0.04, 1.02, -0.12),
    "KNE": (0.14, 0.5, 0.02),
    "ANK": (0.13, 0.1, 0.0),
    "HEE": (0.1, 0.03, -0.06),
    "TOE": (0.12, 0.03, 0.14),
}


def standing(frames=40, labels=PIG, seed=0):
    """A figure that looks along +Z, its left at +X, walking a little; each marker wanders on its own."""
    rng = np.random.default_rng(seed)
    places = np.array([np.array(PLACES[name[1:]]) * [1.0 if name[0] == "L" else -1.0, 1.0, 1.0] for name in labels])
    path = np.linspace(0.0, 1.0, frames)[:, None] * [0.2, 0.0, 1.0]
    wander = np.cumsum(rng.normal(scale=0.003, size=(frames, len(labels), 3)), axis=0)
    values = places + path[:, None] + wander
    return Points(values.reshape(frames, -1), tuple(labels), fps=Fraction(100))


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("LANK", "left-ankle"),
        ("rtoe", "right-toe"),
        ("Anna:RHEE", "right-heel"),
        ("LASI", "left-pelvis-front"),
        ("RPSI", "right-pelvis-back"),
        ("Anna_LASI", "left-pelvis-front"),
        ("r_hee", "right-heel"),
        ("Anna_L_KNE", "left-knee"),
        ("LKNE_2", None),
        ("L.Ankle", "left-ankle"),
        ("Right Knee", "right-knee"),
        ("left_heel", "left-heel"),
        ("LTIB", None),
        ("ANKL", None),
        ("LANKX", None),
        ("LKNEO", None),
        ("*12", None),
    ],
)
def test_names(label, role):
    assert find_markers([label]) == ({role: 0} if role else {})


def test_overrides_and_what_is_wrong_with_them():
    labels = ["LANK", "LTIO", "s:RTIO"]
    assert find_markers(labels, {"left-ankle": "ltio", "right-ankle": "RTIO"}) == {"left-ankle": 1, "right-ankle": 2}
    with pytest.raises(UsageError, match=r"unknown role of a marker 'left-ankel'; did you mean 'left-ankle'"):
        find_markers(labels, {"left-ankel": "LANK"})
    with pytest.raises(UsageError, match=r"unknown marker 'LTOI'; did you mean 'LTIO'"):
        find_markers(labels, {"left-ankle": "LTOI"})
    assert len(MARKER_ROLES) == 14


def test_legs_are_where_their_markers_are():
    points = standing()
    paths = leg_paths_of_markers(points)
    by_name = dict(zip(points.names, np.moveaxis(points.positions(), 1, 0), strict=True))
    for side, letter in enumerate("LR"):
        for joint, name in ((1, "KNE"), (2, "ANK"), (3, "TOE")):
            np.testing.assert_array_equal(paths.positions_m[:, side, joint], by_name[letter + name])
    shanks = [np.median(np.linalg.norm(by_name[f"{s}KNE"] - by_name[f"{s}ANK"], axis=1)) for s in "LR"]
    assert paths.leg_length_m == pytest.approx(LEG_PER_SHANK * np.mean(shanks), rel=1e-12)
    assert paths.fps == 100


def test_hips_lie_within_below_and_behind_the_fronts():
    """Bell's percentages of the distance of 0.24 m between both fronts, on a level pelvis."""
    labels, places = PIG, PLACES | {"PSI": (0.04, 1.0, -0.12)}
    values = [np.array(places[n[1:]]) * [1.0 if n[0] == "L" else -1.0, 1.0, 1.0] for n in labels]
    paths = leg_paths_of_markers(Points(np.concatenate(values)[None], tuple(labels), fps=Fraction(100)))
    left, right = paths.positions_m[0, :, 0]
    np.testing.assert_allclose(left, [0.12 - 0.14 * 0.24, 1.0 - 0.30 * 0.24, 0.08 - 0.22 * 0.24], atol=1e-12)
    np.testing.assert_allclose(right, left * [-1.0, 1.0, 1.0], atol=1e-12)


def test_without_the_back_of_the_pelvis_it_is_taken_for_level():
    with_backs = leg_paths_of_markers(standing()).positions_m[:, :, 0]
    labels = [name for name in PIG if "PSI" not in name]
    without = leg_paths_of_markers(standing().only(labels)).positions_m[:, :, 0]
    assert np.linalg.norm(with_backs - without, axis=2).max() < 0.03


def test_given_hips_are_taken_as_they_are():
    labels = ["L_hip", "R_hip", *PIG[4:]]
    values = np.random.default_rng(1).normal(size=(5, 3 * len(labels)))
    points = Points(values, tuple(labels), fps=Fraction(100))
    np.testing.assert_array_equal(leg_paths_of_markers(points).positions_m[:, :, 0], points.positions()[:, :2])


def test_turned_and_moved_legs_look_the_same_to_the_oracle():
    points = standing(seed=4)
    angle = 2.1
    turn = np.array([[np.cos(angle), 0.0, np.sin(angle)], [0.0, 1.0, 0.0], [-np.sin(angle), 0.0, np.cos(angle)]])
    moved = points.positions() @ turn.T + [5.0, 0.0, -3.0]
    other = Points(moved.reshape(points.n_frames, -1), points.names, fps=points.fps)
    ours, theirs = (features_of_paths(leg_paths_of_markers(p)) for p in (points, other))
    np.testing.assert_allclose(ours, theirs, atol=1e-5)


def test_heels_and_toes_in_the_order_of_the_labels():
    points = standing()
    for column, name in enumerate(["LHEE", "LTOE", "RHEE", "RTOE"]):
        expected = points.only([name]).values
        np.testing.assert_array_equal(foot_points_of_markers(points)[:, column], expected)


@pytest.mark.parametrize(
    ("left_out", "message"),
    [("RTOE", "no marker for right-toe"), ("LKNE", "no marker for left-knee"), ("RASI", "pelvis-front")],
)
def test_a_marker_that_is_missing_is_named(left_out, message):
    with pytest.raises(MotionError, match=message):
        leg_paths_of_markers(standing(labels=[name for name in PIG if name != left_out]))


def test_loose_numbers_are_no_markers():
    with pytest.raises(MotionError, match="loose numbers"):
        leg_paths_of_markers(Points(np.zeros((3, 12)), tuple(PIG), size=1))


@pytest.mark.slow
@needs_data
def test_joints_of_real_trials_are_near_those_of_the_gait_model():
    pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")
    from unbake.formats.registry import load

    for name, leg_m in (("PiG_Motion-FlatFoot-Full", 0.80), ("PiG_Motion3_FF", 0.92)):
        points = load(DATA / "forceplates" / f"{name}.c3d")
        paths = leg_paths_of_markers(points)
        assert paths.leg_length_m == pytest.approx(leg_m, rel=0.1)  # theirs is from the pelvis, not from the hip
        for side, letter in enumerate("LR"):
            theirs = points.only([f"{letter}FEP"]).values  # the model's hip joint
            assert np.linalg.norm(paths.positions_m[:, side, 0] - theirs, axis=1).max() < 0.06


@pytest.mark.slow
@needs_data
def test_an_oracle_labels_markers():
    """Taught the first half of a walk by hand-made labels, it finds the feet of the second half by and large."""
    pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")
    from unbake.feet.detect.examples import example_of
    from unbake.feet.plates.stance import labels_of_plates
    from unbake.formats.c3d.format import load_forces
    from unbake.formats.registry import load

    file = DATA / "forceplates" / "PiG_Motion3_FF.c3d"
    points = load(file)
    paths = leg_paths_of_markers(points)
    plates = labels_of_plates(load_forces(file), foot_points_of_markers(points))
    known = np.flatnonzero(plates.known.all(axis=1))
    middle = int(np.median(known))
    oracle = Oracle().with_pieces([example_of(paths, plates.as_foot_labels(), "first half", int(known[0]), middle)])
    found = foot_planted(oracle.certainty_of_paths(paths) > 0.5)[middle + 1 : known[-1]]
    assert (found == plates.planted[middle + 1 : known[-1]]).mean() > 0.85
