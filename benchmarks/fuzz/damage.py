"""Damage at random, to bytes, to lines of text, to values of JSON, and to the members of a zip."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Rng = np.random.Generator
Damage = Callable[[bytes, Rng], bytes]

JUNK: tuple[bytes, ...] = (
    b"\0",
    b"\xff",
    b"\xff" * 4,
    b"\x7f" + b"\xff" * 3,
    b"\xff" * 3 + b"\x7f",
    b"\xff" * 7 + b"\x7f",
    b"\0" * 8,
)
JUNK += (b"\0\0\xc0\x7f", b"\0\0\x80\x7f", b"\0\0\x80\xff", b"\0\0\0\0\0\0\xf0\x7f", b"\0\0\0\0\0\0\xf8\xff")
WORDS: tuple[bytes, ...] = (
    b"nan",
    b"inf",
    b"-1",
    b"0",
    b"1e300",
    b"-1e400",
    b"1e-300",
    b"1e12",
    b"999999999999",
    b"1_0",
    b"0x1",
    b"",
)
WORDS += (b"1,5", b"#", b'"', b"<", b"{", b"}", b"[", b"]", b"(", b")", b"None", b"@/etc/passwd@", "٣".encode(), b"\0")
ODD: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 10**6, 10**12, 2**63, 1e308, 1e-308, 0.5, 5121, 5126, "", "VEC4", "x")
ODD += ([], {}, [0], [1, 2, 3], [[]], "1/0", "1e999999999", "MAT4", 10**400)
LONGEST_PART = 400


def of_bytes(data: bytes, rng: Rng) -> bytes:
    """Return the bytes with one damage that knows nothing of the format."""
    return BYTE_DAMAGES[int(rng.integers(len(BYTE_DAMAGES)))](data, rng)


def _flip(data: bytes, rng: Rng) -> bytes:
    out = bytearray(data)
    for place in rng.integers(len(out), size=rng.integers(1, 4)):
        out[place] = rng.integers(256)
    return bytes(out)


def _flip_bit(data: bytes, rng: Rng) -> bytes:
    out = bytearray(data)
    out[rng.integers(len(out))] ^= 1 << int(rng.integers(8))
    return bytes(out)


def _junk(data: bytes, rng: Rng) -> bytes:
    out = bytearray(data)
    for place in rng.integers(len(out), size=rng.integers(1, 4)):
        number = int(rng.integers(2**63)).to_bytes(8, "little")[: int(rng.integers(1, 9))]
        part = JUNK[rng.integers(len(JUNK))] if rng.integers(3) else number
        out[place : place + len(part)] = part
    return bytes(out)


def _cut(data: bytes, rng: Rng) -> bytes:
    return data[: rng.integers(len(data))]


def _part(data: bytes, rng: Rng) -> tuple[int, int]:
    begin = int(rng.integers(len(data)))
    return begin, min(begin + int(rng.integers(1, LONGEST_PART)), len(data))


def _drop(data: bytes, rng: Rng) -> bytes:
    begin, end = _part(data, rng)
    return data[:begin] + data[end:]


def _move(data: bytes, rng: Rng) -> bytes:
    begin, end = _part(data, rng)
    rest = data if rng.integers(2) else data[:begin] + data[end:]
    place = int(rng.integers(len(rest) + 1))
    return rest[:place] + data[begin:end] + rest[place:]


def _word(data: bytes, rng: Rng) -> bytes:
    """Numbers and names give way to others, of the file or odd ones."""
    spans = [match.span() for match in re.finditer(rb"[\w.:+-]+", data)]
    out = bytearray(data)
    for begin, end in sorted((spans[n] for n in rng.integers(len(spans), size=rng.integers(1, 4))), reverse=True):
        other = spans[rng.integers(len(spans))]
        out[begin:end] = WORDS[rng.integers(len(WORDS))] if rng.integers(2) else data[slice(*other)]
    return bytes(out)


def _line(data: bytes, rng: Rng) -> bytes:
    """Lines are dropped, doubled or swapped."""
    lines = data.split(b"\n")
    line, other = (int(n) for n in rng.integers(len(lines), size=2))
    kind = rng.integers(3)
    if kind == 0:
        del lines[line]
    elif kind == 1:
        lines.insert(other, lines[line])
    else:
        lines[line], lines[other] = lines[other], lines[line]
    return b"\n".join(lines)


def in_place(data: bytes, rng: Rng) -> bytes:
    """Return bytes of which a few are others, so that places in a binary file stay what they were."""
    return (_flip, _flip_bit, _junk)[int(rng.integers(3))](data, rng)


BYTE_DAMAGES: tuple[Damage, ...] = (_flip, _flip_bit, _junk, _junk, _cut, _drop, _move, _word, _word, _line)


def of_json(data: bytes, rng: Rng) -> bytes:
    """Return a JSON document with one to three values changed, dropped or moved; bytes in every third case."""
    if rng.integers(3) == 0:
        return of_bytes(data, rng)
    document = json.loads(data)
    for _ in range(rng.integers(1, 4)):
        _change(document, rng)
    return json.dumps(document).encode()


def of_glb(data: bytes, rng: Rng) -> bytes:
    """Return a binary glTF whose JSON, or whose bytes, are damaged."""
    length = int.from_bytes(data[12:16], "little")
    if rng.integers(2):
        return of_bytes(data, rng)
    text = of_json(data[20 : 20 + length], rng)
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    size = 20 + len(text) + len(rest)
    return data[:8] + size.to_bytes(4, "little") + len(text).to_bytes(4, "little") + data[16:20] + text + rest


def of_zip(data: bytes, rng: Rng) -> bytes:
    """Return a zip of which one member is damaged or missing, packed again; the packed bytes in every third case."""
    if rng.integers(3) == 0:
        return of_bytes(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name, kind = str(rng.choice(list(members))), rng.integers(6)
    if kind == 0:
        del members[name]
    elif kind == 1:
        members[name] = members[str(rng.choice(list(members)))]
    else:  # the head of an array says its type and its shape
        head = members[name][:128]
        members[name] = of_bytes(head, rng) + members[name][128:] if kind < 4 else of_bytes(members[name], rng)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return out.getvalue()


def near_words(words: tuple[bytes, ...]) -> Damage:
    """Return a damage to what follows names that matter: counts, encodings, values."""

    def damage(data: bytes, rng: Rng) -> bytes:
        word = words[rng.integers(len(words))]
        places = [match.start() for match in re.finditer(re.escape(word), data)]
        if not places:
            return of_bytes(data, rng)
        at = max(places[rng.integers(len(places))] + int(rng.integers(-16, len(word) + 24)), 0)
        junk = JUNK[rng.integers(len(JUNK))]
        return data[:at] + junk + data[at + len(junk) :]

    return damage


def _change(document: Any, rng: Rng) -> None:
    places = list(_places(document))
    if not places:
        return
    holder, key = places[rng.integers(len(places))]
    other, other_key = places[rng.integers(len(places))]
    kind = rng.integers(4)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = json.loads(json.dumps(other[other_key]))
    else:
        holder[key] = ODD[rng.integers(len(ODD))]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """All places of a document, of long lists the first and the last few."""
    if isinstance(value, list):
        keys: list[Any] = [n for n in range(len(value)) if n < 6 or n > len(value) - 3]
    else:
        keys = list(value) if isinstance(value, dict) else []
    for key in keys:
        yield value, key
        yield from _places(value[key])
