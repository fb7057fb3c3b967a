"""Time to first result: the command as a user starts it, imports and cached kernels included."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.clips import long_points
from unbake.formats.registry import save
from unbake.motion.points import Points


def run() -> dict[str, float]:
    """Measure ``unbake space`` and ``unbake --version`` on 600 frames; return median seconds."""
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "clip.npy"
        values = long_points(600)
        save(Points(values, tuple(f"p{n}" for n in range(values.shape[1] // 3))), clip)
        figures = {
            "space, 600 frames, curve-max over the worst joint": _median(["space", str(clip)]),
            "space, 600 frames, line-max over the pose": _median(
                ["space", str(clip), "--criterion", "line-max", "--metric", "pose"]
            ),
        }
    print("\nCold start (whole process)")
    for name, seconds in figures.items():
        print(f"  {name}: {seconds:.2f} s")
    return figures


def _median(arguments: list[str], repeats: int = 5) -> float:
    command = [sys.executable, "-c", "from unbake.cli.main import run; run()", *arguments]
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return statistics.median(times)
