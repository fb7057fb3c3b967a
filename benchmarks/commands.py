"""Whole commands, as a user waits for them: the process started, imports, cached kernels, files read and written."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.clips import DATA, long_points, packaged_clip
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.formats.registry import load_motion, save
from unbake.motion.motion import Motion
from unbake.motion.points import Points

START = [sys.executable, "-c", "from unbake.cli.main import run; run()"]
LONGEST = 20_000
WAYS = {"layers": (), "--keys": ("--keys", "{twentieth}"), "--error 2cm": ("--error", "2cm")}


FIRST_USE = """
import sys, time
import numpy as np
points = np.load(sys.argv[1])
times = [time.perf_counter()]
from unbake.keyframes.error_table import error_table
from unbake.keyframes.space import select
for _ in range(3):
    select(error_table(points, "line-max", metric="pose"))
    times.append(time.perf_counter())
print(*np.diff(times))
"""
"""Table and selections three times in one process; the first time includes imports, numba's too, and cached kernels."""


def run() -> dict[str, dict[str, float]]:
    """Measure start-up, reading, selecting and reducing; return median seconds by command and clip."""
    figures: dict[str, dict[str, float]] = {"first use": {}, "start": {}, "reduce": {}}
    with tempfile.TemporaryDirectory() as folder:
        _first_use(Path(folder), figures["first use"])
        _start(Path(folder), figures["start"])
        _reduce(Path(folder), figures["reduce"])
    return figures


def _first_use(folder: Path, figures: dict[str, float]) -> None:
    """What the kernels cost a process that uses them for the first time, when they are in the cache."""
    points = folder / "points.npy"
    np.save(points, long_points(600))
    command = [sys.executable, "-c", FIRST_USE, str(points)]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(8)]
    first, _, third = (statistics.median(times) for times in zip(*(map(float, run) for run in runs[1:]), strict=True))
    figures.update({"first": first, "third": third})
    rows = [("table and selections, first time in a process", f"{first:.3f}"), ("third time", f"{third:.3f}")]
    print_table("Use of cached kernels, 600 frames", ("", "s"), rows)


def _start(folder: Path, figures: dict[str, float]) -> None:
    points, clip = folder / "clip.npy", folder / "clip.bvh"
    values = long_points(600)
    save(Points(values, tuple(f"p{n}" for n in range(values.shape[1] // 3))), points)
    save(packaged_clip(), clip)
    commands: dict[str, Sequence[str]] = {
        "--version": ["--version"],
        "--help": ["--help"],
        "info, 400 frames": ["info", str(clip)],
        "space, 600 frames, curve-max over the worst joint": ["space", str(points)],
        "space, 600 frames, line-max over the pose": ["space", str(points), "--criterion=line-max", "--metric=pose"],
    }
    rows = []
    for name, arguments in commands.items():
        figures[name] = _median_s(arguments, repeats=7)
        rows.append((name, f"{figures[name]:.2f}"))
    print_table("Whole commands, kernels cached", ("", "s"), rows)


def _reduce(folder: Path, figures: dict[str, float]) -> None:
    """Every way of choosing, on takes of growing length, beside how long the take itself lasts.

    The median of five runs up to 1,000 frames; one run of what takes minutes, where noise matters less.
    """
    rows = []
    for name, motion in _takes().items():
        clip = folder / "take.bvh"
        save(motion, clip)
        lasts = float(motion.n_frames / motion.fps)
        cells = []
        for way, options in WAYS.items():
            chosen = [word.format(twentieth=motion.n_frames // 20) for word in options]
            arguments = ["reduce", str(clip), "-o", str(folder / "keys.json"), *chosen]
            seconds = _median_s(arguments, repeats=5 if motion.n_frames < 1000 else 1)
            figures[f"{way}, {name}"] = seconds
            cells.append(f"{seconds:.1f} ({seconds / lasts:.2f})")
        rows.append((f"{name}, {motion.n_frames:,} frames, {lasts:.1f} s", *cells))
    header = ("seconds (÷ length of the take)", *WAYS)
    print_table("unbake reduce, the whole command, kernels cached", header, rows)


def _takes() -> dict[str, Motion]:
    """The packaged clip and, where they are present, real takes; the longest to and fro up to `LONGEST` frames."""
    takes = {"packaged jump": packaged_clip()}
    for name, frames in (("16/16_15", None), ("14/14_04", None), ("14/14_02", None), ("14/14_02", LONGEST)):
        file = DATA / "cmu" / f"{name}.amc"
        if file.exists():
            motion = load_motion(file)
            takes[Path(name).name + (" to and fro" if frames else "")] = to_and_fro(motion, frames)
    return takes


def to_and_fro(motion: Motion, frames: int | None) -> Motion:
    """Return so many frames of a motion that goes back at its end, and forth again; the motion itself for None."""
    if frames is None:
        return motion
    there = np.arange(motion.n_frames)
    rows = np.tile(np.concatenate([there, there[-2:0:-1]]), -(-frames // (2 * motion.n_frames - 2)))[:frames]
    return replace(
        motion, rotations_xyzw=motion.rotations_xyzw[rows], translations_m=motion.translations_m[rows], first_frame=1
    )


def _median_s(arguments: Sequence[str], repeats: int) -> float:
    """Return the median seconds of a command; where it is repeated, a first run, which may compile kernels, is not
    counted."""
    times = []
    for _ in range(repeats + 1 if repeats > 1 else 1):
        started = time.perf_counter()
        subprocess.run([*START, *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return statistics.median(times[-repeats:])


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    run()
