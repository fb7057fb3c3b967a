"""JSON whose every value is asked for by kind, so that a broken file is refused with the place that is wrong.

`json.loads` alone accepts ``NaN``, ``true`` for 1 and a list for a name; `Item` carries the path of each value, such as
``nodes[3].rotation``, and says what stood there.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from unbake.errors import FileError
from unbake.ground.arrays import Floats

MOST_INTEGER = 2**53
"""Integers beyond this are refused: no count or index in a file is as large."""


@dataclass(frozen=True)
class Item:
    """One value of a JSON document, with the file and the path at which it stands."""

    file: Path
    path: str
    value: Any

    def fail(self, expected: str, message: str = "is not as it should be") -> NoReturn:
        """Raise FileError: what was expected here, and what was found."""
        raise FileError(self.file, f"{self.path or 'the document'} {message}", expected=expected, actual=self._shown())

    def _shown(self) -> str:
        kinds: dict[type, str] = {dict: "an object", list: f"a list of {len(self)}", type(None): "null"}
        return kinds.get(type(self.value)) or json.dumps(self.value)[:200]

    def __len__(self) -> int:
        return len(self.value) if isinstance(self.value, (list, dict)) else 0

    def get(self, key: str) -> Item | None:
        """Return the member `key` of this object, or None where it is absent or null."""
        value = self.object().get(key)
        return None if value is None else Item(self.file, f"{self.path}.{key}".lstrip("."), value)

    def need(self, key: str) -> Item:
        """Return the member `key` of this object; FileError where it is absent."""
        found = self.get(key)
        if found is None:
            raise FileError(self.file, f"{self.path or 'the document'} lacks '{key}'")
        return found

    def object(self) -> dict[str, Any]:
        """Return the value as an object."""
        if not isinstance(self.value, dict):
            self.fail("an object")
        return self.value

    def items(self) -> Iterator[Item]:
        """Yield the elements of this list."""
        if not isinstance(self.value, list):
            self.fail("a list")
        for place, value in enumerate(self.value):
            yield Item(self.file, f"{self.path}[{place}]", value)

    def list_of(self, key: str) -> list[Item]:
        """Return the elements of the list under `key`; none where it is absent."""
        found = self.get(key)
        return list(found.items()) if found is not None else []

    def integer(self, low: int = 0, high: int = MOST_INTEGER) -> int:
        """Return the value as an integer from `low` to `high`, both included; 3.0 counts as 3."""
        value = self.value
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            span = f"from {low} to {high}" if high < MOST_INTEGER else f"of {low} or more"
            self.fail(f"a whole number {span}")
        return value

    def index(self, count: int, what: str) -> int:
        """Return the value as an index into `count` things called `what`."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not 0 <= self.value < count:
            self.fail(f"the index of one of {count} {what}")
        return self.value

    def number(self) -> float:
        """Return the value as a finite number."""
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float)):
            self.fail("a number")
        try:
            value = float(self.value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            self.fail("a finite number")
        return value

    def text(self) -> str:
        """Return the value as text."""
        if not isinstance(self.value, str):
            self.fail("text")
        return self.value

    def boolean(self) -> bool:
        """Return the value as true or false."""
        if not isinstance(self.value, bool):
            self.fail("true or false")
        return self.value

    def rate(self) -> Fraction:
        """Return a frame rate stored as an exact fraction, such as ``"30000/1001"``."""
        match = re.fullmatch(r"(\d{1,15})/(\d{1,15})", self.text(), re.ASCII)
        if match is None or not int(match[2]) or not 0 < Fraction(int(match[1]), int(match[2])) <= 100_000:
            self.fail('a frame rate such as "120/1"')
        return Fraction(int(match[1]), int(match[2]))

    def numbers(self, *shape: int) -> Floats:
        """Return the value as an array of finite numbers of the given shape, lists in lists."""
        found = _sound_numbers(self.value, shape)
        if found is not None:
            return found
        # One of these says what is wrong, and where.
        if not isinstance(self.value, list) or len(self.value) != shape[0]:
            self.fail(f"a list of {shape[0]}" + (" lists" if len(shape) > 1 else " numbers"))
        if len(shape) == 1:
            return np.array([item.number() for item in self.items()], dtype=np.float64)
        rows = [item.numbers(*shape[1:]) for item in self.items()]
        return np.array(rows, dtype=np.float64).reshape(shape)


def _sound_numbers(value: Any, shape: Sequence[int]) -> Floats | None:
    """The numbers of lists in lists, or None where anything is amiss: one by one they take forty times as long."""
    parts: list[Any] = [value]
    for length in shape:
        if not all(type(part) is list and len(part) == length for part in parts):
            return None
        parts = list(chain.from_iterable(parts))
    if not {int, float}.issuperset(map(type, parts)):
        return None
    try:
        numbers = np.array(parts, dtype=np.float64).reshape(shape)
    except OverflowError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def parse_json(file: Path, data: bytes) -> Item:
    """Return the root of a JSON document, an object.

    Raises
    ------
    FileError : empty, binary, not UTF-8, not JSON, nested too deeply, ``NaN``, or no object at the top.
    """
    if not data.strip():
        raise FileError(file, "is empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(file, f"is no UTF-8 text (byte {error.start})", expected="JSON") from error
    if "\0" in text:
        raise FileError(file, "is a binary file, not text", expected="JSON")
    try:
        value = json.loads(text, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise FileError(file, f"is not valid JSON ({error.msg}, column {error.colno})", line=error.lineno) from error
    except RecursionError as error:
        raise FileError(file, "is nested too deeply") from error
    except ValueError as error:
        raise FileError(file, f"is not valid JSON ({error})") from error
    root = Item(file, "", value)
    root.object()
    return root


def refuse_constant(name: str) -> NoReturn:
    """Raise ValueError for NaN and the infinities, which Python reads but JSON does not have."""
    raise ValueError(f"{name} is no number of JSON")
