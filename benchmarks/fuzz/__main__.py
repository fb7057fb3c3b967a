"""Read damaged files by the ten thousand: ``python -m benchmarks.fuzz --files 10000 [--format fbx] [--seed 1]``.

Exit code 1 if a reader crashes, hangs, raises what is no error of ours, or takes memory far beyond the file's size. A
line names the file by its number: ``--first NUMBER --files 1 --keep FOLDER`` makes it again and keeps it.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tempfile
import time
import warnings
import zipfile
import zlib
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.fuzz.targets import Target, targets
from benchmarks.fuzz.trial import Outcome, fork_native_readers, outcome
from benchmarks.timing import print_table

MEMORY_MB, SIZES = 64.0, 40.0
"""More memory than this, and than this many times the file's size, is too much."""
HEADER = ("format", "files", "read", "refused", "library crashed", "bad", "mean s", "worst s", "most MB", "file kB")


@dataclass
class Count:
    """How the files of a format ended, and which took the most time and memory."""

    ends: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    worst_s: float = 0.0
    memory_mb: float = 0.0
    of_kb: float = 0.0
    bad: int = 0

    def add(self, found: Outcome, memory_mb: float, size_kb: float, is_bad: bool) -> None:
        """Count a file."""
        self.ends[found.end] += 1
        self.seconds += found.seconds
        self.worst_s = max(self.worst_s, found.seconds)
        self.bad += is_bad
        if memory_mb > self.memory_mb:
            self.memory_mb, self.of_kb = memory_mb, size_kb

    def row(self, name: str) -> list[str]:
        """Return a row of the table."""
        files = self.ends.total()
        native = sum(count for end, count in self.ends.items() if end.startswith("library"))
        cells = (files, self.ends["read"], self.ends["refused"], native, self.bad)
        times = (f"{self.seconds / files:.3f}", f"{self.worst_s:.2f}")
        return [name, *(f"{cell:,}" for cell in cells), *times, f"{self.memory_mb:.0f}", f"{self.of_kb:.0f}"]


def damaged(target: Target, format_name: str, seed: int, number: int) -> tuple[str, bytes]:
    """Return the name and the bytes of a damaged file; one to three damages were done to it."""
    rng = np.random.default_rng([seed, zlib.crc32(format_name.encode()), number])
    name = sorted(target.files)[number % len(target.files)]
    data = target.files[name]
    for n in range(int(rng.choice([1, 1, 1, 2, 3]))):
        damage = target.damages[int(rng.integers(len(target.damages)))]
        if n and len(data) < 40:
            break
        try:
            data = damage(data, rng)
        except (ValueError, IndexError, KeyError, OSError, RecursionError, NotImplementedError, zipfile.BadZipFile):
            continue  # what the damage before left is no longer what this one is for
    return name, data


def run(name: str, target: Target, asked: argparse.Namespace, folder: Path) -> Count:
    """Damage and read files of a format."""
    count, started = Count(), time.perf_counter()
    for other, data in target.beside.items():
        (folder / other).write_bytes(data)
    for number in range(asked.first, asked.first + asked.files):
        file_name, data = damaged(target, name, asked.seed, number)
        file = folder / file_name
        file.write_bytes(data)
        if asked.keep:
            (asked.keep / f"{name}-{number}-{file_name}").write_bytes(data)
        found = outcome(partial(target.read, file), folder)
        memory = found.memory_mb - baseline_mb(folder)
        is_bad = found.is_bad or memory > max(MEMORY_MB, SIZES * len(data) / 2**20)
        count.add(found, memory, len(data) / 1024, is_bad)
        if is_bad:
            last = found.said.strip().splitlines()[-1:] or [""]
            print(f"{name} {number} {file_name}: {found.end} {memory:.0f} MB {last[0][:200]}", flush=True)
        done = number - asked.first + 1
        if sys.stderr.isatty() or done % 1000 == 0:
            rate = done / (time.perf_counter() - started)
            print(f"\r{name}: {done:,} of {asked.files:,}, {rate:.0f} a second ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return count


def baseline_mb(folder: Path, known: list[float] = []) -> float:  # noqa: B006 (measured once)
    """Return the memory of a fork that does nothing."""
    if not known:
        known.append(outcome(lambda: None, folder).memory_mb)
    return known[0]


def main() -> int:
    """Print a row for each format."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000, help="for each format")
    parser.add_argument("--format", action="append", help="of these alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first file")
    parser.add_argument("--keep", type=Path, help="an existing folder for all damaged files")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as name:
        known = targets(Path(name))
        if unknown := set(asked.format or ()) - set(known):
            parser.error(f"unknown format {', '.join(unknown)}; known: {' '.join(known)}")
        load_libraries()
        counts = {each: run(each, known[each], asked, Path(name)) for each in asked.format or known}
    print_table(f"{asked.files:,} damaged files a format, seed {asked.seed}", HEADER, [c.row(n) for n, c in counts.items()])
    return int(any(count.bad for count in counts.values()))


def load_libraries() -> None:
    """Load what readers load, so that each fork has it."""
    import ezc3d  # noqa: F401
    import ufbx  # noqa: F401
    from pxr import Sdf, Ts, Usd, UsdGeom, UsdSkel  # noqa: F401

    from unbake.formats.c3d import child as c3d  # noqa: F401
    from unbake.formats.fbx import child as fbx  # noqa: F401
    from unbake.formats.usd import child, skeletons, xforms  # noqa: F401

    fork_native_readers()
    gc.freeze()


if __name__ == "__main__":
    sys.exit(main())
