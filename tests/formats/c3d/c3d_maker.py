"""C3D files made by ezc3d's writer, with whatever a test needs in them."""

import struct

import ezc3d
import numpy as np

from unbake.formats.c3d.sections import check_sections

PLATE = {
    "type": 2,
    # The first corner lies where the plate's x and y are positive; x points to -X of the file, z down.
    "corners": np.array([[0.0, 600.0, 0.0], [400.0, 600.0, 0.0], [400.0, 0.0, 0.0], [0.0, 0.0, 0.0]]),
    "origin": np.array([3.0, -2.0, -40.0]),
}


def write_c3d(
    path,
    positions,
    labels=None,
    *,
    rate=100.0,
    units=("mm",),
    screens=("+X", "+Z"),
    first_frame=1,
    residuals=None,
    channels=None,
    samples=10,
    channel_units=(),
    plates=(),
    extra=(),
):
    """Write positions (F, P, 3) in the file's own units and axes, channels (F * samples, C), and plates on them."""
    frames, count = positions.shape[:2]
    made = ezc3d.c3d()
    point, analog = made["parameters"]["POINT"], made["parameters"]["ANALOG"]
    point["LABELS"]["value"] = list(labels or [f"M{n}" for n in range(count)])
    point["RATE"]["value"] = np.array([rate or 100.0])
    point["UNITS"]["value"] = list(units)
    for name, screen in zip(("X_SCREEN", "Y_SCREEN"), screens or (), strict=False):
        made.add_parameter("POINT", name, [screen])
    for group, name, value in extra:
        made.add_parameter(group, name, value)
    made["data"]["points"] = np.concatenate([positions, np.ones((frames, count, 1))], axis=2).transpose(2, 1, 0)
    if residuals is not None:
        made["data"]["meta_points"]["residuals"] = np.asarray(residuals, dtype=float).T[None]
    if channels is not None:
        analog["LABELS"]["value"] = [f"C{n}" for n in range(channels.shape[1])]
        analog["UNITS"]["value"] = list(channel_units)
        analog["SCALE"]["value"] = np.ones(channels.shape[1])
        analog["RATE"]["value"] = np.array([(rate or 100.0) * samples])
        made["data"]["analogs"] = channels.T[None]
    _add_plates(made["parameters"]["FORCE_PLATFORM"], plates)
    made["header"]["points"]["first_frame"] = first_frame - 1
    made.write(str(path))
    if not rate:
        _without_rate(path)
    return path


def _add_plates(group, plates):
    group["USED"]["value"] = np.array([len(plates)])
    if not plates:
        return
    group["TYPE"]["value"] = np.array([plate["type"] for plate in plates])
    group["CORNERS"]["value"] = np.stack([plate["corners"].T for plate in plates], axis=2)
    group["ORIGIN"]["value"] = np.stack([plate["origin"] for plate in plates], axis=1)
    first = np.cumsum([1, *[8 if plate["type"] == 3 else 6 for plate in plates]])
    most = max(8 if plate["type"] == 3 else 6 for plate in plates)
    group["CHANNEL"]["value"] = np.stack([start + np.arange(most) for start in first[:-1]], axis=1)
    if any("calibration" in plate for plate in plates):
        group["CAL_MATRIX"]["value"] = np.stack([plate.get("calibration", np.eye(6)) for plate in plates], axis=2)


def _without_rate(path):
    """Set the rates of header and parameters to zero; ezc3d's own writer aborts the process at that."""
    data = bytearray(path.read_bytes())
    data[20:24] = struct.pack("<f", 0.0)
    place = data.index(b"\xfc\x01RATE")  # locked, of the first group, POINT
    assert data[place + 8 : place + 10] == b"\x04\x00"
    data[place + 10 : place + 14] = struct.pack("<f", 0.0)
    path.write_bytes(data)


def as_whole_numbers(path, scale):
    """Rewrite a file so that it keeps points and channels in scaled whole numbers of 2 bytes; channels are rounded."""
    sections = check_sections(path, path.read_bytes())
    data = bytearray(path.read_bytes()[: sections.data_start])
    values = np.frombuffer(path.read_bytes()[sections.data_start :], "<f4")
    a_frame = 4 * sections.n_points + sections.samples_per_frame * sections.n_channels
    frames = values[: sections.n_frames * a_frame].reshape(sections.n_frames, a_frame).copy()
    points = frames[:, : 4 * sections.n_points].reshape(sections.n_frames, -1, 4)
    points[..., :3] /= scale
    unseen = ~np.isfinite(points).all(axis=2)
    points[unseen] = [0.0, 0.0, 0.0, -1.0]
    points[..., 3] = np.where(unseen | (points[..., 3] < 0.0), -1.0, 0.0)
    data[12:16] = struct.pack("<f", scale)
    place = data.index(b"\xfb\x01SCALE")
    data[place + 11 : place + 15] = struct.pack("<f", scale)
    path.write_bytes(bytes(data) + np.round(frames).astype("<i2").tobytes())


def write_trial(path, frames=12):
    """Write a whole file: points, gaps, channels, a plate."""
    rng = np.random.default_rng(3)
    positions = rng.normal(size=(frames, 5, 3)) * 500.0
    positions[4:6, 1] = np.nan
    channels = rng.normal(size=(frames * 4, 6)) * 100.0
    write_c3d(path, positions, channels=channels, samples=4, channel_units=["N"] * 6, plates=[PLATE])
