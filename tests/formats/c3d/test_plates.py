"""Force plates in C3D files: a known force at a known place comes back, whatever the plate's type and convention."""

import numpy as np
import pytest

ezc3d = pytest.importorskip("ezc3d", reason="needs the extra c3d (ezc3d)")

from data import DATA, needs_data  # noqa: E402
from formats.c3d.c3d_maker import PLATE, write_c3d  # noqa: E402
from unbake.errors import UsageError  # noqa: E402
from unbake.formats.c3d.format import load_forces  # noqa: E402
from unbake.motion.markers.forces import LEAST_FORCE_N  # noqa: E402

MARKERS = np.random.default_rng(2).normal(size=(12, 2, 3)) * 500.0
UNITS = ["N", "N", "N", "Nmm", "Nmm", "Nmm"]


def pressed(force, place_mm, plate=PLATE, frames=12, samples=10):
    """Six channels (F * samples, 6) of a plate: the ground's force on a foot, in the file's axes, at a place on it.

    Written down from the definition: the plate's axes from its corners, moments about its sensors' origin.
    """
    corners = plate["corners"]
    x, y = corners[0] - corners[1], corners[0] - corners[3]
    axes = np.stack([x / np.linalg.norm(x), y / np.linalg.norm(y), np.cross(x, y) / np.linalg.norm(np.cross(x, y))])
    local = axes @ np.asarray(force, dtype=float)
    from_surface = axes @ (np.asarray(place_mm, dtype=float) - corners.mean(axis=0))
    moment = np.cross(plate["origin"] + from_surface, local)
    return np.tile([*local, *moment], (frames * samples, 1))


def loaded(tmp_path, channels, plates=(PLATE,), units=UNITS, markers=MARKERS, **more):
    file = tmp_path / "forces.c3d"
    return load_forces(write_c3d(file, markers, channels=channels, channel_units=units, plates=plates, **more))


def test_a_known_force_at_a_known_place(tmp_path):
    force, place = [30.0, -50.0, 700.0], [150.0, 480.0, 0.0]
    found = loaded(tmp_path, pressed(force, place), first_frame=40)
    (plate,) = found.plates
    np.testing.assert_allclose(plate.force_n, np.tile([30.0, 700.0, 50.0], (120, 1)), atol=1e-3)
    np.testing.assert_allclose(plate.centre_of_pressure_m, np.tile([0.15, 0.0, -0.48], (120, 1)), atol=1e-5)
    np.testing.assert_allclose(plate.corners_m[0], [0.0, 0.0, -0.6], atol=1e-7)
    assert (found.rate, found.samples_per_frame, found.n_frames, found.first_frame) == (1000, 10, 12, 40)
    assert [w for w in found.warnings if "never shows less" not in w] == []


def test_forces_keep_their_own_rate(tmp_path):
    channels = pressed([0.0, 0.0, 500.0], [200.0, 300.0, 0.0], samples=3)
    channels *= np.linspace(0.0, 1.0, 36)[:, None]
    found = loaded(tmp_path, channels, samples=3, rate=120.0)
    assert (found.rate, found.samples_per_frame) == (360, 3)
    np.testing.assert_allclose(found.vertical_n()[:, 0], np.linspace(0.0, 500.0, 36), atol=1e-3)


def test_no_centre_of_pressure_without_a_force(tmp_path):
    channels = pressed([0.0, 0.0, 1.0], [200.0, 300.0, 0.0]) * np.linspace(0.0, 40.0, 120)[:, None]
    (plate,) = loaded(tmp_path, channels).plates
    defined = plate.vertical_n >= LEAST_FORCE_N
    np.testing.assert_array_equal(np.isfinite(plate.centre_of_pressure_m).all(axis=1), defined)
    assert 0 < defined.sum() < 120
    np.testing.assert_allclose(plate.centre_of_pressure_m[defined], [[0.2, 0.0, -0.3]] * defined.sum(), atol=1e-4)


@pytest.mark.parametrize(("units", "scale"), [(["N"] * 3 + ["Nm"] * 3, 0.001), (["lb"] * 3 + ["N.mm"] * 3, 1.0)])
def test_units_of_channels(tmp_path, units, scale):
    channels = pressed([0.0, 0.0, 600.0], [100.0, 200.0, 0.0])
    channels[:, 3:] *= scale
    channels[:, :3] /= 4.4482216 if units[0] == "lb" else 1.0
    (plate,) = loaded(tmp_path, channels, units=units).plates
    np.testing.assert_allclose(plate.force_n[0], [0.0, 600.0, 0.0], atol=1e-3)
    np.testing.assert_allclose(plate.centre_of_pressure_m[0], [0.1, 0.0, -0.2], atol=1e-5)


def test_units_that_are_not_said_are_assumed_and_told(tmp_path):
    found = loaded(tmp_path, pressed([0.0, 0.0, 600.0], [100.0, 200.0, 0.0]), units=["V"] * 6)
    assert any("units say 'v': taken as N" in warning for warning in found.warnings)
    np.testing.assert_allclose(found.plates[0].centre_of_pressure_m[0], [0.1, 0.0, -0.2], atol=1e-5)


def test_the_markers_unit_is_the_plates_wherever_angles_are_more(tmp_path):
    points = np.random.default_rng(3).normal(size=(12, 7, 3)) * 500.0
    file, channels = tmp_path / "forces.c3d", pressed([0.0, 0.0, 600.0], [100.0, 200.0, 0.0])
    said = ["mm", "mm", *["deg"] * 5]
    write_c3d(file, points, channels=channels, channel_units=UNITS, plates=(PLATE,), units=said)
    found = load_forces(file)
    np.testing.assert_allclose(found.plates[0].centre_of_pressure_m[0], [0.1, 0.0, -0.2], atol=1e-5)
    np.testing.assert_allclose(np.ptp(found.plates[0].corners_m, axis=0), [0.4, 0.0, 0.6], atol=1e-6)


def test_what_presses_on_the_plate_is_turned_round(tmp_path):
    found = loaded(tmp_path, -pressed([30.0, -50.0, 700.0], [150.0, 480.0, 0.0]))
    np.testing.assert_allclose(found.plates[0].force_n[0], [30.0, 700.0, 50.0], atol=1e-3)
    np.testing.assert_allclose(found.plates[0].centre_of_pressure_m[0], [0.15, 0.0, -0.48], atol=1e-5)
    assert any("turned round" in warning for warning in found.warnings)


def stepped(offset, force=(30.0, -50.0, 700.0), place=(150.0, 480.0, 0.0), frames=120, samples=10, plate=PLATE):
    """A plate that shows an offset throughout, and is stepped on for a fifth of the time."""
    channels = pressed(force, place, plate, frames, samples) * 0.0 + offset
    step = slice(4 * len(channels) // 10, 6 * len(channels) // 10)
    channels[step] += pressed(force, place, plate, frames, samples)[step]
    noise = np.random.default_rng(4).normal(scale=[1, 1, 1, 50, 50, 50], size=channels.shape)
    return channels + noise, step


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("down_n", [-15.0, 15.0, 28.0])
def test_an_idle_plate_whose_zero_is_off(tmp_path, down_n, sign):
    markers = np.random.default_rng(2).normal(size=(120, 2, 3)) * 500.0
    channels, step = stepped(np.array([3.0, -2.0, -down_n, 700.0, -300.0, 100.0]))
    found = loaded(tmp_path, sign * channels, markers=markers)
    (plate,) = found.plates
    assert any("force plate 1 shows" in warning and "while it is idle" in warning for warning in found.warnings)
    assert any("turned round" in warning for warning in found.warnings) == (sign < 0.0)
    np.testing.assert_allclose(plate.force_n[step].mean(axis=0), [30.0, 700.0, 50.0], atol=0.5)
    np.testing.assert_allclose(np.nanmean(plate.centre_of_pressure_m[step], axis=0), [0.15, 0.0, -0.48], atol=1e-3)
    idle = np.r_[0 : step.start, step.stop : len(channels)]
    assert abs(plate.vertical_n[idle].mean()) < 0.2
    assert np.isnan(plate.centre_of_pressure_m[idle, 0]).all()


def test_a_zero_that_is_right_changes_no_sample(tmp_path):
    markers = np.random.default_rng(2).normal(size=(120, 2, 3)) * 500.0
    channels, _ = stepped(np.array([0.0, 0.0, 0.5, 0.0, 0.0, 0.0]))
    found = loaded(tmp_path, channels, markers=markers)
    np.testing.assert_allclose(found.plates[0].vertical_n, -channels[:, 2], atol=1e-3)
    assert found.warnings == ()


@pytest.mark.parametrize("load_n", [200.0, 40.0])
def test_a_plate_that_is_never_idle_keeps_its_load(tmp_path, load_n):
    markers = np.random.default_rng(2).normal(size=(120, 2, 3)) * 500.0
    channels = pressed([0.0, 0.0, load_n], [150.0, 480.0, 0.0], frames=120)
    found = loaded(tmp_path, channels, markers=markers)
    np.testing.assert_allclose(found.plates[0].vertical_n, load_n, atol=1e-3)
    assert any(f"never shows less than {load_n:.0f} N" in warning for warning in found.warnings)


def test_an_offset_too_large_to_be_corrected_decides_no_sign(tmp_path):
    markers = np.random.default_rng(2).normal(size=(120, 2, 3)) * 500.0
    channels, step = stepped(np.array([0.0, 0.0, 80.0, 0.0, 0.0, 0.0]))
    found = loaded(tmp_path, channels, markers=markers)
    assert found.plates[0].vertical_n[step].mean() == pytest.approx(620.0, abs=1.0)
    assert any("never shows less than -8" in warning for warning in found.warnings)


def test_the_zero_of_a_plate_that_measures_the_pressure_itself(tmp_path):
    markers = np.random.default_rng(2).normal(size=(120, 2, 3)) * 500.0
    channels = np.tile([0.0, 0.0, 12.0, 5.0, -7.0, 0.0], (1200, 1))
    channels[500:700, :3] = [0.0, 0.0, -688.0]
    units = ["N", "N", "N", "mm", "mm", "Nmm"]
    found = loaded(tmp_path, channels, ({**PLATE, "type": 1},), units, markers)
    np.testing.assert_allclose(found.plates[0].vertical_n[500:700], 700.0, atol=1e-3)
    middle = np.array([0.2, 0.0, -0.3])
    away = np.abs(found.plates[0].centre_of_pressure_m[600] - middle)
    np.testing.assert_allclose(away, [0.005, 0.0, 0.007], atol=1e-6)


def test_an_excerpt(tmp_path):
    whole = loaded(tmp_path, pressed([30.0, -50.0, 700.0], [150.0, 480.0, 0.0]), first_frame=40)
    part = whole.excerpt(42, 50)
    assert (part.first_frame, part.n_frames, part.rate) == (42, 9, whole.rate)
    np.testing.assert_array_equal(part.plates[0].force_n, whole.plates[0].force_n[20:110])
    np.testing.assert_array_equal(part.plates[0].centre_of_pressure_m, whole.plates[0].centre_of_pressure_m[20:110])
    with pytest.raises(UsageError, match="outside the frames of the force plates"):
        whole.excerpt(39, 50)


def test_an_origin_that_points_the_other_way(tmp_path):
    other = {**PLATE, "origin": -PLATE["origin"]}
    found = loaded(tmp_path, pressed([30.0, -50.0, 700.0], [150.0, 480.0, 0.0]), plates=(other,))
    np.testing.assert_allclose(found.plates[0].centre_of_pressure_m[0], [0.15, 0.0, -0.48], atol=1e-5)


@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_every_type_agrees_with_ezc3d(tmp_path, kind):
    rng = np.random.default_rng(kind)
    channels = rng.normal(size=(120, 8 if kind == 3 else 6)) * 20.0
    channels[:, 2:3] -= 400.0
    if kind == 3:
        channels[:, 4:] -= 200.0
    calibration = np.eye(6) + 0.1 * rng.normal(size=(6, 6))
    plate = {**PLATE, "type": kind, "calibration": calibration}
    plate["origin"] = np.array([120.0, 200.0, -40.0]) if kind == 3 else PLATE["origin"]
    units = ["N"] * 8 if kind == 3 else ["N", "N", "N", "mm", "mm", "Nmm"] if kind == 1 else UNITS
    found = loaded(tmp_path, channels, plates=(plate,), units=units)
    (theirs,) = ezc3d.c3d(str(tmp_path / "forces.c3d"), extract_forceplat_data=True)["data"]["platform"]
    force, place = theirs["force"].T[:, [0, 2, 1]] * [1, 1, -1], theirs["center_of_pressure"].T[:, [0, 2, 1]]
    np.testing.assert_allclose(found.plates[0].force_n, force, atol=1e-6)
    np.testing.assert_allclose(found.plates[0].centre_of_pressure_m, place * [0.001, 0.001, -0.001], atol=1e-6)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": 6}, "is of type 6"),
        ({"corners": np.zeros((4, 3))}, "has no area"),
        ({"type": 3}, "names channels that are not in the file"),
    ],
)
def test_a_plate_that_cannot_be_read_is_left_out_and_named(tmp_path, change, message):
    channels = np.hstack([pressed([0.0, 0.0, 600.0], [100.0, 200.0, 0.0])] * 2)[:, : 6 + 6]
    plates = ({**PLATE, **change}, PLATE) if change.get("type") != 3 else (PLATE, {**PLATE, **change})
    found = loaded(tmp_path, channels, plates=plates, units=UNITS * 2)
    assert len(found.plates) == 1
    assert any(message in warning for warning in found.warnings)


def test_pressure_beside_the_plate_is_told(tmp_path):
    found = loaded(tmp_path, pressed([0.0, 0.0, 600.0], [900.0, 200.0, 0.0]))
    assert any("lies beside the plate" in warning for warning in found.warnings)


def test_a_file_without_plates(tmp_path):
    found = load_forces(write_c3d(tmp_path / "none.c3d", MARKERS))
    assert (found.plates, found.vertical_n().shape) == ((), (0, 0))


@needs_data
@pytest.mark.parametrize(
    ("name", "weight_kg", "count"), [("PiG_Motion-FlatFoot-Full", 47.5, 2), ("PiG_Motion3_FF", 74.0, 3)]
)
def test_real_trials(name, weight_kg, count):
    file = DATA / "forceplates" / f"{name}.c3d"
    found = load_forces(file)
    theirs = ezc3d.c3d(str(file), extract_forceplat_data=True)["data"]["platform"]
    assert (len(found.plates), found.rate, found.warnings) == (count, 1000, ())
    for plate, their in zip(found.plates, theirs, strict=True):
        np.testing.assert_allclose(plate.force_n, their["force"].T[:, [0, 2, 1]] * [1, 1, -1], atol=1e-9)
        known = np.isfinite(plate.centre_of_pressure_m[:, 0])
        place = their["center_of_pressure"].T[:, [0, 2, 1]] * [0.001, 0.001, -0.001]
        np.testing.assert_allclose(plate.centre_of_pressure_m[known], place[known], atol=1e-9)
        # In walking the two peaks lie a little above the weight.
        assert 0.95 < plate.vertical_n.max() / (9.81 * weight_kg) < 1.3
