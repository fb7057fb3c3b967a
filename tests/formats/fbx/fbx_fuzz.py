"""Damaged FBX files without end: ``python tests/formats/fbx/fbx_fuzz.py FILE … --rounds 10000 --seed 1``.

A worker reads damaged files in its own process, ufbx and all; where it ends without a word, the file that ended it goes
through the reader, which has to say so in one line. Single bytes and digits change, what
follows names that matter, and parts are cut, dropped, doubled and swapped.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

LONGEST_S = 60
A_WORKER = 400
"""Files a worker reads before the next one begins: what ufbx allocates stays until its process ends."""
WORDS = (b"KeyTime", b"KeyValueFloat", b"KeyAttrFlags", b"KeyAttrDataFloat", b"KeyAttrRefCount", b"Properties70")
WORDS += (b"Lcl Rotation", b"Lcl Translation", b"Model", b"AnimationCurve", b"Connections", b"PreRotation", b"d|X")
JUNK = (
    b"\0",
    b"\xff",
    b"\x7f\xff\xff\xff",
    b"\xff\xff\xff\xff",
    b"\0\0\xc0\x7f",
    b"\0\0\x80\x7f",
    b"-1",
    b"1e308",
    b"nan",
)


def damaged(data, rng):
    """Return a file with one to three damages."""
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if len(out) > 40:
            KINDS[int(rng.integers(len(KINDS)))](out, rng)
    return bytes(out)


def _byte(out, rng):
    for _ in range(rng.integers(1, 3)):
        out[rng.integers(27, len(out))] = rng.integers(0, 256)


def _near_a_word(out, rng):
    """What follows a name that matters: counts, encodings, values."""
    word = WORDS[rng.integers(len(WORDS))]
    places = [n for n in range(len(out)) if out.startswith(word, n)] if len(out) < 20_000 else _places(out, word)
    if places:
        at = places[rng.integers(len(places))] + int(rng.integers(-16, len(word) + 24))
        junk = JUNK[rng.integers(len(JUNK))]
        out[max(at, 27) : max(at, 27) + len(junk)] = junk


def _places(out, word):
    found, at = [], out.find(word)
    while at >= 0:
        found.append(at)
        at = out.find(word, at + 1)
    return found


def _cut(out, rng):
    del out[rng.integers(27, len(out)) :]


def _double(out, rng):
    at, length = int(rng.integers(27, len(out))), int(rng.integers(1, 200))
    out[at:at] = out[at : at + length]


def _drop(out, rng):
    at = int(rng.integers(27, len(out)))
    del out[at : at + int(rng.integers(1, 200))]


def _swap(out, rng):
    (a, b), length = rng.integers(27, len(out), 2), int(rng.integers(1, 100))
    out[a : a + length], out[b : b + length] = out[b : b + length], out[a : a + length]


def _digit(out, rng):
    """Another digit, sign or point in a file of text; a small change of a byte elsewhere."""
    at = int(rng.integers(27, len(out)))
    for place in range(at, min(at + 4000, len(out))):
        if out[place] in b"0123456789":
            out[place] = b"0123456789-.e"[rng.integers(13)]
            return
    out[at] ^= 1 << int(rng.integers(8))


KINDS = (*[_byte] * 3, *[_digit] * 3, *[_near_a_word] * 2, _cut, _double, _drop, _swap)


def work(folder, files, seed, first, last):
    """Read damaged files in this process; a line before each, and one for how it ended."""
    from unbake.curves.keyed_animation import KeyedAnimation
    from unbake.errors import UnbakeError
    from unbake.formats.fbx import child, scene
    from unbake.formats.native_limits import limit_memory
    from unbake.formats.registry import load, without_layers

    def run(reader, path, module, arguments, seconds):
        code = child.main(*map(Path, arguments))
        if code:
            raise scene.FileError(path, f"exit code {code}")

    scene.NativeReader.run = run
    child.limit_memory = lambda most: None  # that of this process, which has more in it, is set once
    limit_memory(6 * 2**30)
    whole, file = [path.read_bytes() for path in files], folder / "damaged.fbx"
    for number in range(first, last):
        rng = np.random.default_rng([seed, number])
        file.write_bytes(damaged(whole[number % len(whole)], rng))
        print(json.dumps(number), flush=True)
        signal.alarm(LONGEST_S)
        try:
            loaded = load(file)
            motion = without_layers(loaded, file) if isinstance(loaded, KeyedAnimation) else loaded
            assert np.isfinite(motion.positions()).all()
            print(json.dumps("read"), flush=True)
        except UnbakeError as error:
            print(json.dumps("two lines" if "\n" in str(error) else "refused"), flush=True)
        except MemoryError:
            print(json.dumps("memory"), flush=True)


def main():
    """Count how damaged files end; exit 1 if the reader does not take one well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", nargs=3, metavar=("FOLDER", "FIRST", "LAST"))
    given = parser.parse_args()
    if given.work:
        work(Path(given.work[0]), given.files, given.seed, int(given.work[1]), int(given.work[2]))
        return 0
    counts, bad, number, start = Counter(), [], 0, time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        while number < given.rounds:
            last = min(number + A_WORKER, given.rounds)
            said, note = _worker(given, folder, number, last)
            counts.update(word for word in said if isinstance(word, str))
            done = [word for word in said if isinstance(word, int)]
            if len(said) == 2 * (last - number):
                number = last
                continue
            number = (done[-1] if done else number) + 1
            verdict = _by_the_reader(Path(folder) / "damaged.fbx")
            counts[verdict] += 1
            print(number - 1, verdict, note, flush=True)
            if verdict == "bug":
                bad.append(number - 1)
    print(dict(counts), f"{time.perf_counter() - start:.0f} s", "bad:", bad)
    return bool(bad or counts["two lines"])


def _worker(given, folder, first, last):
    command = [sys.executable, __file__, *map(str, given.files), "--seed", str(given.seed)]
    command += ["--work", folder, str(first), str(last)]
    # A worker that is killed leaves its folders; so they go with ours.
    environment = {**os.environ, "TMPDIR": folder}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    return [json.loads(line) for line in done.stdout.split("\n") if line], done.stderr.strip().split("\n")[-1][:200]


def _by_the_reader(file):
    """How the reader itself takes a file that ended the worker."""
    from unbake.errors import FileError
    from unbake.formats.registry import load

    try:
        load(file)
    except FileError as error:
        return "crash, said" if "crashed" in str(error) else "refused"
    except Exception as error:
        print(repr(error)[:300])
        return "bug"
    return "read"


if __name__ == "__main__":
    sys.exit(main())
