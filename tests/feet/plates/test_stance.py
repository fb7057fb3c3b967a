"""From forces to foot labels: when, which foot, and what nobody can know."""

from fractions import Fraction

import numpy as np
import pytest

from data import DATA, needs_data
from unbake.errors import MotionError, UsageError
from unbake.feet.plates.stance import PLANTED_N, Stance, labels_of_plates
from unbake.motion.markers.forces import LEAST_FORCE_N, ForcePlate, ForcePlates

FPS, SAMPLES, FRAMES = 100, 10, 200
CORNERS = np.array([[0.5, 0.0, 0.5], [-0.5, 0.0, 0.5], [-0.5, 0.0, -0.5], [0.5, 0.0, -0.5]])
LEFT, RIGHT = 0, 1


def feet(left=(0.1, 0.0), right=(-0.1, 0.0)):
    """Heels and toes (F, 4, 3) of two feet that stay where they are, by their middles over the ground."""
    out = np.zeros((FRAMES, 4, 3))
    for foot, (x, z) in enumerate((left, right)):
        out[:, 2 * foot] = [x, 0.03, z - 0.1]
        out[:, 2 * foot + 1] = [x, 0.03, z + 0.1]
    return out


def plate(stances, where, peak_n=700.0, name="plate"):
    """A plate whose force is a plateau from one time to another, with ramps of 20 ms, at a place over the ground."""
    times = np.arange(FRAMES * SAMPLES) / (FPS * SAMPLES)
    vertical = np.zeros(len(times))
    for start, end in stances:
        vertical += np.interp(times, [start, start + 0.02, end - 0.02, end], [0.0, peak_n, peak_n, 0.0])
    force = np.stack([0.0 * vertical, vertical, 0.0 * vertical], axis=1)
    place = np.where(vertical[:, None] >= LEAST_FORCE_N, [where[0], 0.0, where[1]], np.nan)
    return ForcePlate(name, CORNERS, force, place)


def forces(*plates, fps=FPS):
    return ForcePlates(plates, Fraction(fps), SAMPLES, FRAMES, 11)


@pytest.mark.parametrize("threshold_n", [10.0, 20.0, 50.0, 350.0])
def test_when_the_force_crosses_the_threshold(threshold_n):
    labels = labels_of_plates(forces(plate([(0.5, 1.2)], (0.1, 0.0))), feet(), threshold_n)
    (stance,) = labels.stances
    onset, offset = 0.5 + 0.02 * threshold_n / 700.0, 1.2 - 0.02 * threshold_n / 700.0
    assert stance.onset_s == pytest.approx(onset, abs=1e-9)
    assert stance.offset_s == pytest.approx(offset, abs=1e-9)
    times = np.arange(FRAMES) / FPS
    np.testing.assert_array_equal(labels.planted[:, LEFT], (times >= onset) & (times <= offset))
    assert not labels.planted[:, RIGHT].any()
    assert (labels.fps, labels.first_frame) == (100, 11)


@pytest.mark.parametrize(("where", "foot"), [((0.1, 0.05), LEFT), ((-0.12, -0.05), RIGHT), ((0.1, 0.3), None)])
def test_the_foot_nearest_to_the_pressure(where, foot):
    labels = labels_of_plates(forces(plate([(0.5, 1.2)], where)), feet())
    assert labels.stances[0].foot == foot


def test_between_both_feet_nobody_can_tell():
    labels = labels_of_plates(forces(plate([(0.5, 1.2)], (0.0, 0.0))), feet())
    assert labels.stances[0].foot is None
    assert not labels.planted.any()
    assert not labels.known.any()


def test_too_far_from_any_foot_it_is_nobodys():
    labels = labels_of_plates(forces(plate([(0.5, 1.2)], (0.1, 0.3))), feet(right=(-3.0, 0.0)))
    assert labels.stances[0].foot is None


def test_the_middle_of_a_stance_decides():
    """The other foot passes right over the pressure at the start and at the end."""
    points = feet(left=(0.06, 0.0), right=(-0.15, 0.0))
    points[50:66, 2:] += [0.15, 0.0, 0.0]
    points[105:121, 2:] += [0.15, 0.0, 0.0]
    labels = labels_of_plates(forces(plate([(0.5, 1.2)], (0.0, 0.0))), points)
    assert labels.stances[0].foot == LEFT


def test_mirrored_feet_give_mirrored_labels():
    plates = (plate([(0.5, 1.0)], (0.1, 0.0)), plate([(0.9, 1.5)], (-0.1, 0.0)))
    labels = labels_of_plates(forces(*plates), feet())
    swapped = labels_of_plates(forces(*plates), feet()[:, [2, 3, 0, 1]])
    np.testing.assert_array_equal(labels.planted, swapped.planted[:, ::-1])
    np.testing.assert_array_equal(labels.known, swapped.known[:, ::-1])


def test_known_are_stances_and_the_swings_beside_them():
    labels = labels_of_plates(forces(plate([(0.5, 1.2)], (0.1, 0.0))), feet(), PLANTED_N, 0.25)
    times = np.arange(FRAMES) / FPS
    onset, offset = labels.stances[0].onset_s, labels.stances[0].offset_s
    np.testing.assert_array_equal(labels.known[:, LEFT], (times >= onset - 0.25) & (times <= offset + 0.25))
    assert not labels.known[:, RIGHT].any()


def test_a_second_plate_takes_over():
    """A foot that rolls from one plate to the next is planted throughout."""
    plates = (plate([(0.5, 0.9)], (0.1, 0.0)), plate([(0.85, 1.3)], (0.1, 0.05)))
    labels = labels_of_plates(forces(*plates), feet())
    assert labels.planted[52:129, LEFT].all()
    assert [stance.plate for stance in labels.stances] == [0, 1]


def test_a_doubtful_stance_makes_its_frames_unknown_but_not_those_of_a_sure_one():
    plates = (plate([(0.5, 1.0)], (0.1, 0.0)), plate([(0.8, 1.4)], (0.0, 0.0)))
    labels = labels_of_plates(forces(*plates), feet())
    assert [stance.foot for stance in labels.stances] == [LEFT, None]
    assert labels.known[60:100, LEFT].all()
    assert not labels.known[102:125, LEFT].any()


def test_knocks_are_no_stances():
    labels = labels_of_plates(forces(plate([(0.5, 0.58)], (0.1, 0.0))), feet())
    assert labels.stances == ()


def test_a_stance_at_the_end_of_the_recording_is_not_complete():
    labels = labels_of_plates(forces(plate([(-0.5, 0.4), (1.5, 3.0)], (0.1, 0.0))), feet())
    assert [stance.complete for stance in labels.stances] == [False, False]
    assert labels.planted[0, LEFT]
    assert labels.planted[-1, LEFT]


def test_as_foot_labels_heel_and_toe_go_together():
    labels = labels_of_plates(forces(plate([(0.5, 1.2)], (0.1, 0.0))), feet()).as_foot_labels()
    assert labels.sources() == ("force-plate",)
    assert labels.first_frame == 11
    planted = labels.planted()
    np.testing.assert_array_equal(planted[:, 0], planted[:, 1])
    assert planted[:, :2].any()
    assert not planted[:, 2:].any()


def test_stretches_are_the_frames_in_which_both_feet_are_known():
    found = labels_of_plates(
        forces(plate([(0.5, 1.0)], (0.1, 0.0)), plate([(0.9, 1.4)], (-0.1, 0.0))), feet(), swing_s=0.25
    )
    (stretch,) = found.stretches()
    assert (stretch.first_frame, stretch.n_frames) == (11 + 66, 124 - 66 + 1)
    assert np.array_equal(stretch.planted(), found.as_foot_labels().planted()[66:125])
    assert stretch.sources() == ("force-plate",)
    assert labels_of_plates(forces(plate([(0.5, 1.2)], (0.1, 0.0))), feet()).stretches() == ()


def test_no_plates_nothing_known():
    labels = labels_of_plates(forces(), feet())
    assert not labels.known.any()
    assert labels.stances == ()


def test_what_makes_no_sense_is_refused():
    some = forces(plate([(0.5, 1.2)], (0.1, 0.0)))
    with pytest.raises(UsageError, match="above zero"):
        labels_of_plates(some, feet(), 0.0)
    with pytest.raises(MotionError, match="expected"):
        labels_of_plates(some, feet()[:-1])
    with pytest.raises(MotionError, match="corners"):
        ForcePlate("p", CORNERS[:3], np.zeros((4, 3)), np.zeros((4, 3)))
    with pytest.raises(MotionError, match="need shape"):
        ForcePlate("p", CORNERS, np.zeros((4, 3)), np.zeros((5, 3)))


@pytest.mark.slow
@needs_data
@pytest.mark.parametrize("name", ["PiG_Motion-FlatFoot-Full", "PiG_Motion3_FF"])
def test_real_stances_are_those_of_the_files_own_events(name):
    """Whoever recorded the trials marked foot strikes and foot offs: every stance is one of those, of the same foot."""
    ezc3d = pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")
    from unbake.feet.plates.markers import foot_points_of_markers
    from unbake.formats.c3d.format import load_forces
    from unbake.formats.registry import load

    file = DATA / "forceplates" / f"{name}.c3d"
    points = load(file)
    labels = labels_of_plates(load_forces(file), foot_points_of_markers(points))
    event = {
        key: value["value"]
        for key, value in ezc3d.c3d(str(file))["parameters"]["EVENT"].items()
        if key != "__METADATA__"
    }
    times = np.asarray(event["TIMES"]).reshape(2, -1, order="F")[1] - (points.first_frame - 1) / 100.0
    told = list(zip(event["CONTEXTS"], event["LABELS"], times, strict=True))
    assert len(labels.stances) == {"PiG_Motion-FlatFoot-Full": 2, "PiG_Motion3_FF": 3}[name]
    for stance in labels.stances:
        assert isinstance(stance, Stance)
        assert stance.complete
        side = ("Left", "Right")[stance.foot]
        for label, time in (("Foot Strike", stance.onset_s), ("Foot Off", stance.offset_s)):
            assert min(abs(t - time) for s, what, t in told if (s, what) == (side, label)) < 0.025
