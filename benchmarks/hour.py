"""The whole command on an hour of capture, by every way of choosing: ``python -m benchmarks.hour``.

It takes about half an hour. The hour is one BVH file: 14_02 to and fro at 120 frames a second, 432,000 frames. The peak
is that of the largest process: `--error` has others, of 0.3 GB each.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.clips import DATA
from benchmarks.commands import START, WAYS, to_and_fro
from benchmarks.long_takes import HOUR
from benchmarks.timing import print_table
from benchmarks.usage import takes_no_arguments
from unbake.formats.registry import load_motion, save


def run() -> dict[str, dict[str, Any]]:
    """Measure and print; return seconds, keys, error and peak memory by the way of choosing."""
    figures, rows = {}, []
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "hour.bvh"
        motion = to_and_fro(load_motion(DATA / "cmu/14/14_02.amc"), HOUR)
        lasts = float(motion.n_frames / motion.fps)
        save(motion, clip)
        del motion
        for way, options in WAYS.items():
            chosen = [word.format(twentieth=HOUR // 20) for word in options]
            found = _run(["reduce", str(clip), "-o", str(Path(folder) / "keys.json"), "--json", *chosen])
            figures[way] = found
            seconds, share = found["seconds"], found["seconds"] / lasts
            rows.append(
                (
                    way,
                    f"{seconds:.0f} ({share:.2f})",
                    f"{found['keys']:,}",
                    f"{found['max_cm']:.1f}",
                    f"{found['peak_gb']:.1f}",
                )
            )
    header = ("", "s (÷ length of the take)", "keys", "cm at worst", "peak GB")
    print_table(f"unbake reduce on an hour, {HOUR:,} frames", header, rows)
    return figures


def _run(arguments: list[str]) -> dict[str, Any]:
    """Run a command; return its seconds, its peak memory, and what it says of its result."""
    with tempfile.TemporaryFile("w+") as out:
        started = time.perf_counter()
        child = subprocess.Popen([*START, *arguments], stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        if status:
            raise RuntimeError(f"unbake ended with {child.returncode}")
        out.seek(0)
        found = json.load(out)
    return {
        "seconds": seconds,
        "keys": found["keys"],
        "max_cm": found["error"]["max_cm"],
        "peak_gb": usage.ru_maxrss * 1024 / 1e9,
    }


if __name__ == "__main__":
    takes_no_arguments(__doc__)
    run()
