"""Packed blocks of a crate file: LZ4, and whole numbers that are packed before that."""

from __future__ import annotations

LEAST_BITS = 2
"""A packed whole number has a code of two bits at least; a common value of four or eight bytes comes before them."""
_LAST = 15


class CrateError(ValueError):
    """What is wrong with a crate file, in a few words."""


def unpacked(packed: bytes, most: int) -> bytearray:
    """Return what a block unpacks to; CrateError where it is damaged or unpacks to more than `most` bytes.

    References: LZ4 Block Format Description, 2022; before the blocks stands their number, and each block's size where
    that is not 0.
    """
    out = bytearray()
    if not packed:
        raise CrateError("a packed block is empty")
    if not packed[0]:
        _unpack(packed, 1, len(packed), out, most)
        return out
    place = 1
    for _ in range(packed[0]):
        size = int.from_bytes(packed[place : place + 4], "little")
        if place + 4 + size > len(packed):
            raise CrateError("a packed block ends too soon")
        _unpack(packed, place + 4, place + 4 + size, out, most)
        place += 4 + size
    return out


def check_numbers(packed: bytes, count: int) -> None:
    """Raise CrateError unless a block has codes for so many whole numbers."""
    needed = 4 * bool(count) + (LEAST_BITS * count + 7) // 8
    if len(unpacked(packed, 4 + 9 * count)) < needed:
        raise CrateError(f"{count:,} numbers do not come out of {len(packed):,} packed bytes")


def _unpack(packed: bytes, place: int, end: int, out: bytearray, most: int) -> None:
    first = len(out)
    while place < end:
        token = packed[place]
        length, place = _length(packed, place + 1, end, token >> 4)
        if place + length > end or len(out) + length > most:
            raise CrateError("a packed block is damaged")
        out += packed[place : place + length]
        place += length
        if place >= end:
            return
        back = int.from_bytes(packed[place : place + 2], "little")
        length, place = _length(packed, place + 2, end, token & _LAST)
        if not 0 < back <= len(out) - first or len(out) + length + 4 > most:
            raise CrateError("a packed block is damaged")
        _repeat(out, back, length + 4)


def _length(packed: bytes, place: int, end: int, start: int) -> tuple[int, int]:
    """A length that goes on in further bytes, and the place after it."""
    length = start
    while start == _LAST:
        if place >= end:
            raise CrateError("a packed block ends too soon")
        length, place = length + packed[place], place + 1
        if packed[place - 1] != 255:
            break
    return length, place


def _repeat(out: bytearray, back: int, length: int) -> None:
    part = out[len(out) - back :]
    out += (part * (length // back + 1))[:length]
