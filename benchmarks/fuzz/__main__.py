"""Read damaged files by the ten thousand: ``python -m benchmarks.fuzz [FORMAT ...] --count 10000 [--seed 1]``.

With ``--files FILE ...``, sound files of your own are damaged.

Exit code 1 if a reader crashes, hangs, raises what is no error of ours, or takes memory far beyond the file's size. A
line names the file by its number: ``--first NUMBER --count 1 --keep FOLDER`` makes it again and keeps it.
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
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np

from benchmarks.fuzz.targets import Target, targets
from benchmarks.fuzz.trial import AT_A_TIME, Outcome, outcomes, read_natively_here
from benchmarks.timing import print_table

MEMORY_MB, SIZES = 64.0, 40.0
"""More memory than this, and than this many times the file's size, is too much."""
_C3D = ("ezc3d", "unbake.formats.c3d.child")
_USD = ("child", "skeletons", "xforms", "knots", "layer", "crate.sections")
LIBRARIES = {
    "fbx": ("ufbx", "unbake.formats.fbx.child"),
    "usd": tuple(f"unbake.formats.usd.{name}" for name in _USD),
    "c3d": _C3D,
    "c3d-skeleton": _C3D,
}
"""What readers load when they read."""
UNFIT = (
    ValueError,
    LookupError,
    OSError,
    EOFError,
    RecursionError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What a damage raises on a file that has one already and is no longer what it is for."""
HEADER = ("format", "files", "read", "refused", "library gave up", "bad", "mean s", "worst s", "most MB", "file kB")


@dataclass
class Count:
    """How the files of a format ended, and which took the most time and memory."""

    ends: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    worst_s: float = 0.0
    memory_mb: float = 0.0
    of_kb: float = 0.0
    bad: int = 0

    def add(self, found: Outcome) -> None:
        """Count a file."""
        self.ends[found.end] += 1
        self.seconds += found.seconds
        self.worst_s = max(self.worst_s, found.seconds)
        self.bad += is_bad(found)
        if found.memory_mb > self.memory_mb:
            self.memory_mb, self.of_kb = found.memory_mb, found.size_kb

    def row(self, name: str) -> list[str]:
        """Return a row of the table."""
        files = self.ends.total()
        native = sum(count for end, count in self.ends.items() if end.startswith("library"))
        cells = (files, self.ends["read"], self.ends["refused"], native, self.bad)
        times = (f"{self.seconds / files:.3f}", f"{self.worst_s:.2f}")
        return [name, *(f"{cell:,}" for cell in cells), *times, f"{self.memory_mb:.0f}", f"{self.of_kb:.0f}"]


def is_bad(found: Outcome) -> bool:
    """Whether a reader crashed, hung, raised what is no error of ours, or took too much memory."""
    return found.is_bad or found.memory_mb > max(MEMORY_MB, SIZES * found.size_kb / 1024)


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
        except UNFIT:
            continue
    return name, data


def _sound(target: Target, folder: Path) -> list[Path]:
    """Write the sound files, and what belongs to them, into a new folder."""
    own = Path(tempfile.mkdtemp(dir=folder))
    for name, data in {**target.beside, **target.files}.items():
        (own / name).write_bytes(data)
    return [own / name for name in target.files]


def run(name: str, target: Target, asked: argparse.Namespace, folder: Path) -> Count:
    """Damage and read files of a format."""
    count, started = Count(), time.perf_counter()
    for other, data in target.beside.items():
        (folder / other).write_bytes(data)
    sound = _sound(target, folder)
    make, stop = partial(_made, name, target, asked, folder), asked.first + asked.count
    for first in range(asked.first, stop, AT_A_TIME):
        numbers = range(first, min(first + AT_A_TIME, stop))
        for number, found in zip(
            numbers,
            outcomes(make, target.read, numbers, folder, is_native=name in LIBRARIES, sound=sound),
            strict=True,
        ):
            count.add(found)
            if is_bad(found):
                last = found.said.strip().splitlines()[-1:] or [""]
                print(f"{name} {number}: {found.end}, {found.memory_mb:.0f} MB: {last[0][:200]}", flush=True)
        done = numbers.stop - asked.first
        if sys.stderr.isatty() or done % 1000 == 0:
            rate = done / (time.perf_counter() - started)
            print(f"\r{name}: {done:,} of {asked.count:,}, {rate:.0f} a second ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return count


def _made(name: str, target: Target, asked: argparse.Namespace, folder: Path, number: int) -> Path:
    file_name, data = damaged(target, name, asked.seed, number)
    (folder / file_name).write_bytes(data)
    if asked.keep:
        (asked.keep / f"{name}-{number}-{file_name}").write_bytes(data)
    return folder / file_name


def main() -> int:
    """Print a row for each format."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help="all, unless some are named")
    parser.add_argument("--count", type=int, default=10_000, help="of files for each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first file")
    parser.add_argument("--keep", type=Path, help="an existing folder for all damaged files")
    parser.add_argument("--files", nargs="+", type=Path, help="sound files of a format, in place of this command's own")
    asked = parser.parse_args()
    if asked.files and len(asked.formats) != 1:
        parser.error("--files needs the one format that they are of")
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as name:
        known = targets(Path(name))
        if unknown := set(asked.formats) - set(known):
            parser.error(f"unknown format {', '.join(unknown)}; known: {' '.join(known)}")
        if asked.files:
            files = {file.name: file.read_bytes() for file in asked.files}
            known[asked.formats[0]] = replace(known[asked.formats[0]], files=files)
        load_libraries(asked.formats or known)
        counts = {each: run(each, known[each], asked, Path(name)) for each in asked.formats or known}
    rows = [count.row(each) for each, count in counts.items()]
    print_table(f"{asked.count:,} damaged files a format, seed {asked.seed}", HEADER, rows)
    return int(any(count.bad for count in counts.values()))


def load_libraries(formats: Collection[str]) -> None:
    """Load what readers of some formats load, so that each fork has it."""
    for module in {module for name in formats for module in LIBRARIES.get(name, ())}:
        import_module(module)
    read_natively_here()
    gc.freeze()


if __name__ == "__main__":
    sys.exit(main())
