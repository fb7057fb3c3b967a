"""Damage to a C3D file entry by entry of its parameter section, which random bytes seldom leave in one piece."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.fuzz.damage import Damage, Rng

BLOCK = 512
Entry = tuple[int, bytes, bytes]
"""An entry of the section without the pointer to the next: its id, its name, and the rest."""
Change = Callable[[Entry, Rng, list[Entry]], list[Entry]]


def entries(data: bytes) -> list[Entry]:
    """Return the entries of a sound file's parameter section."""
    place = BLOCK * (data[0] - 1) + 4
    out: list[Entry] = []
    while length := int.from_bytes(data[place : place + 1], "little", signed=True):
        number = int.from_bytes(data[place + 1 : place + 2], "little", signed=True)
        name = data[place + 2 : place + 2 + abs(length)]
        at = place + 2 + abs(length)
        following = int.from_bytes(data[at : at + 2], "little")
        out.append((number, name, data[at + 2 : at + following]))
        place = at + following
    return out


def assembled(data: bytes, section: list[Entry]) -> bytes:
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


def of_entries(data: bytes, rng: Rng) -> bytes:
    """Return a file with one to three damages to its header and its parameter section."""
    for _ in range(rng.integers(1, 4)):
        try:
            data = DAMAGES[rng.integers(len(DAMAGES))](data, rng)
        except (IndexError, ValueError, OverflowError):  # the damage before left nothing to damage
            continue
    return data


def _bytes_in(stop: int) -> Damage:
    def damage(data: bytes, rng: Rng) -> bytes:
        out = bytearray(data)
        for _ in range(rng.integers(1, 5)):
            out[rng.integers(0, min(stop, len(out)))] = rng.integers(0, 256)
        return bytes(out)

    return damage


def _of_entry(change: Change) -> Damage:
    """A damage to one entry; parameters that ezc3d looks for come up more often."""

    def damage(data: bytes, rng: Rng) -> bytes:
        section = entries(data)
        looked_for = [n for n, (_, name, _) in enumerate(section) if name.upper() in LOOKED_FOR]
        place = int(rng.choice(looked_for) if looked_for and rng.random() < 0.7 else rng.integers(len(section)))
        section[place : place + 1] = change(section[place], rng, section)
        return assembled(data, section)

    return damage


LOOKED_FOR = {b"USED", b"FRAMES", b"RATE", b"SCALE", b"GEN_SCALE", b"OFFSET", b"LABELS", b"UNITS", b"DATA_START"}
LOOKED_FOR |= {b"POINT", b"ANALOG", b"FORCE_PLATFORM", b"TYPE", b"CORNERS", b"ORIGIN", b"CHANNEL", b"FORMAT", b"BITS"}


def _in_other_case(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    letters = [bytes([c]).lower() if rng.random() < 0.5 else bytes([c]) for c in entry[1]]
    return [(entry[0], b"".join(letters), entry[2])]


def _emptied(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    number, name, rest = entry
    if number < 0:
        return [(number, name, b"\0")]
    dimensions = [b"\1\0", b"\2\0\1", b"\0", b"\2\1\0"][rng.integers(4)]
    return [(number, name, rest[:1] + dimensions + b"\0")]


def _of_another_kind(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    return [(*entry[:2], bytes([int(rng.choice([255, 1, 2, 4, 0, 3, 128]))]) + entry[2][1:])]


def _with_other_values(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    rest = entry[2]
    junk = [b"\xff", b"\0", b"\x7f", b"\x80", bytes([int(rng.integers(256))])][rng.integers(5)]
    start = int(rng.integers(1, max(len(rest), 2)))
    return [(*entry[:2], rest[:start] + junk * len(rest[start:-1]) + rest[-1:])]


def _dropped(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    return []


def _doubled(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    return [entry, entry]


def _swapped(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    return [section[rng.integers(len(section))]]


def _renamed(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    return [(entry[0], section[rng.integers(len(section))][1], entry[2])]


def _of_another_group(entry: Entry, rng: Rng, section: list[Entry]) -> list[Entry]:
    return [(int(rng.integers(-6, 7)) or 1, *entry[1:])]


CHANGES = (_in_other_case, _emptied, _of_another_kind, _with_other_values, _dropped, _doubled, _swapped, _renamed)
DAMAGES = (_bytes_in(24), _bytes_in(2600), *map(_of_entry, (*CHANGES, _of_another_group)))
