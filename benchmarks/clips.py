"""What is measured: the real clips where they are present, the packaged clip repeated otherwise."""

from __future__ import annotations

import gzip
import os
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from benchmarks.baselines import Floats
from unbake.formats.registry import load_motion
from unbake.motion.motion import Motion
from unbake.motion.points import points_of

DATA = Path(os.environ.get("UNBAKE_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))


@cache
def packaged_clip() -> Motion:
    """Return the clip that comes with the package."""
    data = gzip.decompress(files("unbake.data").joinpath("cmu-01-01-excerpt.bvh.gz").read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "clip.bvh"
        file.write_bytes(data)
        return load_motion(file)


def long_points(frames: int) -> Floats:
    """Return the first frames of 14_02 (an everyday take) as points, or the packaged clip swinging to and fro."""
    file = DATA / "points" / "long.npy"
    if file.exists():
        return np.asarray(np.load(file)[:frames], dtype=np.float64)
    values = points_of(packaged_clip()).values
    to_and_fro = np.concatenate([values, values[-2:0:-1]])
    return np.tile(to_and_fro, (-(-frames // len(to_and_fro)), 1))[:frames].copy()


def real_clips() -> dict[str, Motion]:
    """Return the thesis clips by name where they are present, and the packaged clip."""
    clips = {"packaged jump": packaged_clip()}
    for name, file, first, last in (
        ("Walk", "16/16_15", 6, 420),
        ("Jump", "16/16_09", 175, 494),
        ("Run & Turn", "16/16_52", 5, 169),
    ):
        path = DATA / "cmu" / f"{file}.amc"
        if path.exists():
            clips[name] = load_motion(path).excerpt(first, last)
    return clips
