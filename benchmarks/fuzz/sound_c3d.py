"""Sound C3D files: one with gaps, channels and a force plate, written by ezc3d, and one of labelled markers."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import unbake
from benchmarks.markers.marked import marked, performances
from unbake.markers.sets import MARKER_SETS
from unbake.motion.points import Points

CORNERS = np.array([[0.0, 600.0, 0.0], [400.0, 600.0, 0.0], [400.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
SAMPLES = 4


def with_plate(path: Path, frames: int) -> bytes:
    """Return a file with points that are hidden for a while, six channels, and a plate on them."""
    import ezc3d

    rng, made = np.random.default_rng(3), ezc3d.c3d()
    positions = rng.normal(size=(frames, 5, 3)) * 500.0
    positions[4:6, 1] = np.nan
    point, analog, plate = (made["parameters"][name] for name in ("POINT", "ANALOG", "FORCE_PLATFORM"))
    point["LABELS"]["value"] = [f"M{n}" for n in range(5)]
    point["RATE"]["value"], point["UNITS"]["value"] = np.array([100.0]), ["mm"]
    analog["LABELS"]["value"], analog["UNITS"]["value"] = [f"C{n}" for n in range(6)], ["N"] * 6
    analog["SCALE"]["value"], analog["RATE"]["value"] = np.ones(6), np.array([100.0 * SAMPLES])
    plate["USED"]["value"], plate["TYPE"]["value"] = np.array([1]), np.array([2])
    plate["CORNERS"]["value"] = CORNERS.T[:, :, None]
    plate["ORIGIN"]["value"], plate["CHANNEL"]["value"] = np.array([[3.0], [-2.0], [-40.0]]), np.arange(1, 7)[:, None]
    made["data"]["points"] = np.concatenate([positions, np.ones((frames, 5, 1))], axis=2).transpose(2, 1, 0)
    made["data"]["analogs"] = 100.0 * rng.normal(size=(1, 6, frames * SAMPLES))
    made.write(str(path))
    return path.read_bytes()


def with_markers(path: Path, frames: int) -> bytes:
    """Return a file of Plug-in Gait markers on the performer."""
    performance = next(iter(performances().values()))
    markers = marked(performance, MARKER_SETS[0])
    flat = markers.positions_m[:frames].reshape(frames, -1)
    unbake.save(Points(flat, tuple(markers.labels), 3, performance.motion.fps), path)
    return path.read_bytes()
