"""Damaged USD files without end: ``python tests/formats/usd/usd_fuzz.py --rounds 5000 --seed 1``.

Every file is read in a process that is forked from this one, where usd-core is loaded once, by what the reading process
runs; a process that crashes or does not end is what the reader turns into one line of error.
"""

import argparse
import os
import re
import resource
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from formats.figures import figure_motion, keyed
from unbake.formats.native_limits import OUT_OF_MEMORY

LONGEST_S = 30
WORDS = (b"nan", b"-1", b"1e300", b"1e-300", b"999999999999", b"<", b"[]", b"None", b"@/etc/passwd@", b'""', b"inf")


def whole_files(folder):
    """Write the files that are damaged, as text and packed: a skeleton, and splines; return name → bytes."""
    import unbake
    from unbake.formats.registry import WriteOptions

    motion = figure_motion(8)
    files = {}
    for suffix in ("usda", "usdc"):
        for kind, what in (("skeleton", motion), ("splines", keyed(motion, (0, 3, 7)))):
            file = Path(folder) / f"{kind}.{suffix}"
            unbake.save(what, file, WriteOptions(usd=kind))
            files[file.name] = file.read_bytes()
    return files


def damaged(data, rng):
    """Return a damaged copy of a file's bytes: cut off, bytes changed, parts moved, numbers replaced."""
    kind, out = rng.integers(5), bytearray(data)
    if kind == 0:
        return bytes(out[: rng.integers(len(out))])
    if kind == 1:
        for place in rng.integers(len(out), size=rng.integers(1, 12)):
            out[place] = rng.integers(256)
    elif kind == 2:
        for place in rng.integers(len(out) - 8, size=rng.integers(1, 4)):
            out[place : place + 8] = int(rng.integers(2**63)).to_bytes(8, "little")
    elif kind == 3:
        begin, end = sorted(rng.integers(len(out), size=2))
        end = min(end, begin + 400)
        place = int(rng.integers(len(out)))
        out[place:place] = out[begin:end]
        if rng.integers(2):
            del out[begin:end]
    else:
        spans = [match.span() for match in re.finditer(rb"[\w.:-]+", bytes(out))]
        for begin, end in sorted((spans[n] for n in rng.integers(len(spans), size=3)), reverse=True):
            other = spans[rng.integers(len(spans))]
            word = WORDS[rng.integers(len(WORDS))] if rng.integers(2) else data[slice(*other)]
            out[begin:end] = word
    return bytes(out)


def outcome(file):
    """Read a file in a forked process: how it ended, and the most memory that it took, in MB.

    It ends without cleaning up, so what it leaves lies in a folder that this process removes.
    """
    with tempfile.TemporaryDirectory() as scratch:
        return _outcome(file, scratch)


def _outcome(file, scratch):
    process = os.fork()
    if not process:
        code = 9
        tempfile.tempdir = scratch
        try:
            signal.alarm(LONGEST_S)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            code = read(file)
        finally:
            os._exit(code)
    _, status, usage = os.wait4(process, 0)
    ended = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return ended, usage.ru_maxrss / 1024


def read(file):
    """What the reader does, without a process of its own: 0 read, 1 and 4 errors of usd-core, 5 an error of ours."""
    from unbake.errors import FileError
    from unbake.formats.registry import ReadOptions
    from unbake.formats.usd import child, reader

    class Here:
        def run(self, path, module, arguments, seconds):
            import json

            file, folder, options = arguments
            if code := child.main(Path(file), Path(folder), json.loads(options)):
                os._exit(code)

    reader.USD_CORE = Here()
    try:
        reader.read_file(file, ReadOptions())
    except FileError as error:
        return 9 if "\n" in str(error) else 5
    return 0


NAMES = {0: "read", 1: "refused", OUT_OF_MEMORY: "out of memory", 5: "refused by us", 9: "ESCAPED"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    from pxr import Sdf, Ts, Usd, UsdGeom, UsdSkel  # noqa: F401 (loaded once, for all processes)

    counts, largest = Counter(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        files = whole_files(folder)
        names = sorted(files)
        for number in range(asked.rounds):
            rng = np.random.default_rng([asked.seed, number])
            name = names[number % len(names)]
            file = Path(folder) / name
            file.write_bytes(damaged(files[name], rng))
            ended, memory = outcome(file)
            known = NAMES.get(ended, f"crash {signal.Signals(-ended).name}" if ended < 0 else f"code {ended}")
            counts[name, known], largest = counts[name, known] + 1, max(largest, memory)
            if ended == 9 or ended < 0:
                print(f"seed {asked.seed} round {number} {name}: {known}", flush=True)
    for (name, known), count in sorted(counts.items()):
        print(f"{name:16} {known:16} {count:6}")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{asked.rounds} files; most memory {largest:.0f} MB, of which {own:.0f} MB are there before")
    sys.exit(any(known == "ESCAPED" for _, known in counts))


if __name__ == "__main__":
    main()
