"""Damaged C3D files without end: ``python tests/formats/c3d/c3d_fuzz.py --rounds 5000 --seed 1``.

A worker checks and reads damaged files in its own process; where it ends without a word, the file that ended it goes
through the reader, which has to say so in one line.
"""

import argparse
import json
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from formats.c3d.c3d_maker import PLATE, write_c3d

BLOCK = 512
LONGEST_S = 30


def whole_file(path, frames=12):
    """Write the file that is damaged: points, gaps, channels, a plate."""
    rng = np.random.default_rng(3)
    positions = rng.normal(size=(frames, 5, 3)) * 500.0
    positions[4:6, 1] = np.nan
    channels = rng.normal(size=(frames * 4, 6)) * 100.0
    write_c3d(path, positions, channels=channels, samples=4, channel_units=["N"] * 6, plates=[PLATE])
    return path.read_bytes()


def entries(data):
    """Return the raw entries of the parameter section, each without the pointer to the next: (id, name, rest)."""
    place, out = BLOCK * (data[0] - 1) + 4, []
    while length := int.from_bytes(data[place : place + 1], "little", signed=True):
        number = int.from_bytes(data[place + 1 : place + 2], "little", signed=True)
        name = data[place + 2 : place + 2 + abs(length)]
        at = place + 2 + abs(length)
        following = int.from_bytes(data[at : at + 2], "little")
        out.append((number, name, data[at + 2 : at + following]))
        place = at + following
    return out


def assembled(data, section):
    """Return the file with another parameter section, as many blocks long as it needs."""
    start, first_data = BLOCK * (data[0] - 1), BLOCK * (int.from_bytes(data[16:18], "little") - 1)
    raw = bytearray(data[start : start + 4])
    for number, name, rest in section:
        raw += bytes([len(name) & 255, number & 255]) + name + (len(rest) + 2).to_bytes(2, "little") + rest
    raw += bytes(4)
    raw += bytes(-len(raw) % BLOCK)
    raw[2] = min(len(raw) // BLOCK, 255)
    head = bytearray(data[:start])
    head[16:18] = ((start + len(raw)) // BLOCK + 1).to_bytes(2, "little")
    return bytes(head + raw + data[first_data:])


def damaged(data, rng):
    """Return a file with one to three damages, and what they were."""
    kinds = [str(rng.choice(list(DAMAGES))) for _ in range(rng.integers(1, 4))]
    for kind in kinds:
        try:
            data = DAMAGES[kind](data, rng)
        except (IndexError, ValueError, OverflowError):  # the damage before left nothing to damage
            continue
    return data, "+".join(kinds)


def _bytes_in(stop):
    def damage(data, rng):
        out = bytearray(data)
        for _ in range(rng.integers(1, 5)):
            out[rng.integers(0, min(stop, len(out)))] = rng.integers(0, 256)
        return bytes(out)

    return damage


def _of_entry(change):
    """A damage to one entry; parameters that ezc3d looks for come up more often."""

    def damage(data, rng):
        section = entries(data)
        looked_for = [n for n, (_, name, _) in enumerate(section) if name.upper() in LOOKED_FOR]
        place = int(rng.choice(looked_for) if looked_for and rng.random() < 0.7 else rng.integers(len(section)))
        section[place : place + 1] = change(*section[place], rng, section)
        return assembled(data, section)

    return damage


LOOKED_FOR = {b"USED", b"FRAMES", b"RATE", b"SCALE", b"GEN_SCALE", b"OFFSET", b"LABELS", b"UNITS", b"DATA_START"}
LOOKED_FOR |= {b"POINT", b"ANALOG", b"FORCE_PLATFORM", b"TYPE", b"CORNERS", b"ORIGIN", b"CHANNEL", b"FORMAT", b"BITS"}


def _in_other_case(number, name, rest, rng, section):
    letters = [bytes([c]).lower() if rng.random() < 0.5 else bytes([c]) for c in name]
    return [(number, b"".join(letters), rest)]


def _emptied(number, name, rest, rng, section):
    if number < 0:
        return [(number, name, b"\0")]
    dimensions = [b"\1\0", b"\2\0\1", b"\0", b"\2\1\0"][rng.integers(4)]
    return [(number, name, rest[:1] + dimensions + b"\0")]


def _of_another_kind(number, name, rest, rng, section):
    return [(number, name, bytes([int(rng.choice([255, 1, 2, 4, 0, 3, 128]))]) + rest[1:])]


def _with_other_values(number, name, rest, rng, section):
    junk = [b"\xff", b"\0", b"\x7f", b"\x80", bytes([int(rng.integers(256))])][rng.integers(5)]
    start = int(rng.integers(1, max(len(rest), 2)))
    return [(number, name, rest[:start] + junk * len(rest[start:-1]) + rest[-1:])]


def _renamed(number, name, rest, rng, section):
    return [(number, section[rng.integers(len(section))][1], rest)]


def _of_another_group(number, name, rest, rng, section):
    return [(int(rng.integers(-6, 7)) or 1, name, rest)]


DAMAGES = {
    "header": _bytes_in(24),
    "section": _bytes_in(2600),
    "case": _of_entry(_in_other_case),
    "empty": _of_entry(_emptied),
    "kind": _of_entry(_of_another_kind),
    "values": _of_entry(_with_other_values),
    "drop": _of_entry(lambda number, name, rest, rng, section: []),
    "double": _of_entry(lambda number, name, rest, rng, section: 2 * [(number, name, rest)]),
    "swap": _of_entry(lambda number, name, rest, rng, section: [section[rng.integers(len(section))]]),
    "rename": _of_entry(_renamed),
    "group": _of_entry(_of_another_group),
    "cut": lambda data, rng: data[: rng.integers(0, len(data))],
}


def work(folder, seed, first, last):
    """Check and read damaged files in this process; a line before each, and one for how it ended."""
    import ezc3d

    from unbake.errors import FileError
    from unbake.formats.c3d.sections import check_sections

    whole, file = (folder / "whole.c3d").read_bytes(), folder / "damaged.c3d"
    for number in range(first, last):
        data, kinds = damaged(whole, np.random.default_rng([seed, number]))
        print(json.dumps([number, kinds]), flush=True)
        signal.alarm(LONGEST_S)
        try:
            sections = check_sections(file, data)
            file.write_bytes(sections.data)
            found = ezc3d.c3d(str(file))["data"]
            shape = found["points"].shape[1:], found["analogs"].shape[1:]
            samples = sections.n_frames * sections.samples_per_frame
            right = shape[0] == (sections.n_points, sections.n_frames)
            right &= not samples or shape[1] == (sections.n_channels, samples)
            print(json.dumps("read" if right else "shape"), flush=True)
        except FileError:
            print(json.dumps("refused"), flush=True)
        except Exception as error:
            print(json.dumps("ezc3d" if type(error).__module__ in ("builtins", "ezc3d") else "bug"), flush=True)


def main():
    """Count how damaged files end; exit 1 if the reader does not take one well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", nargs=3, metavar=("FOLDER", "FIRST", "LAST"))
    given = parser.parse_args()
    if given.work:
        work(Path(given.work[0]), given.seed, int(given.work[1]), int(given.work[2]))
        return
    with tempfile.TemporaryDirectory() as folder:
        whole_file(Path(folder) / "whole.c3d")
        ends, silent = _run(Path(folder), given.rounds, given.seed)
        print(dict(ends))
        bad = [line for number, _, _ in silent if (line := _through_the_reader(Path(folder), given.seed, number))]
    for number, kinds, end in silent:
        print(f"{number} ({kinds}): {end}")
    print("\n".join(bad) or f"{len(silent)} files ended the worker; the reader took all of them well")
    sys.exit(bool(bad))


def _run(folder, rounds, seed):
    ends, silent, first = Counter(), [], 0
    while first < rounds:
        command = [sys.executable, __file__, "--seed", str(seed), "--work", str(folder), str(first), str(rounds)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as worker:
            last = None
            for line in worker.stdout:
                said = json.loads(line) if line.strip()[:1] in ('"', "[") else None
                if isinstance(said, list):
                    last = said
                elif said is not None:
                    ends[said] += 1
                    last = None
        if last is None:
            break
        ends["ended the worker"] += 1
        silent.append((*last, worker.returncode))
        first = last[0] + 1
    return ends, silent


def _through_the_reader(folder, seed, number):
    """Return what the reader does wrong with a file; nothing if it reads it or says in one line why not."""
    from unbake.errors import FileError
    from unbake.formats.registry import load

    file = folder / "again.c3d"
    file.write_bytes(damaged((folder / "whole.c3d").read_bytes(), np.random.default_rng([seed, number]))[0])
    try:
        load(file)
    except FileError as error:
        return "" if "\n" not in str(error) else f"{number}: {error!r}"
    return ""


if __name__ == "__main__":
    main()
