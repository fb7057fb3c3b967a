"""An oracle as one file: gzipped JSON with the labelled pieces of motion themselves, and what they are of.

Features are computed when it is loaded, so the file stays a twentieth of their size, and its pieces can be looked at,
taken out, and used with another window. Places are whole tenths of a millimetre, each frame as the change from the one
before. Nothing in a file is trusted: sizes, kinds and ranges are checked before they are used.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from unbake._version import __version__
from unbake.errors import FileError, MotionError, UsageError
from unbake.feet.detect.examples import Example
from unbake.feet.detect.features import FeatureOptions
from unbake.feet.detect.oracle import Oracle
from unbake.feet.labels import FOOT_POINTS, SOURCES, Planted
from unbake.ground.files.checked_json import refuse_constant
from unbake.ground.files.whole_file import whole_file

FORMAT, VERSION = "unbake-foot-oracle", 1
PACKAGED = "foot-oracle.json.gz"
MOST_BYTES = 500_000_000
"""A file that unpacks to more is refused."""
MOST_FRAMES = 5_000_000
MOST_NUMBERS = 4_000_000_000
"""Examples times the length of their features; more would not fit into memory."""
LONGEST_NAME = 500
LARGEST_STEP = 2**31 - 1


def save_oracle(oracle: Oracle, path: str | os.PathLike[str]) -> None:
    """Write an oracle, whole or not at all, so that `load_oracle` gives it back exactly.

    Raises
    ------
    FileError : the file cannot be written.
    """
    path = Path(path)
    lines = ",\n".join(_text(_piece_json(example)) for example in oracle.examples)
    text = _text(_head_json(oracle))[:-1] + f',\n"pieces": [\n{lines}\n]}}\n'
    with whole_file(path) as temporary:
        # Without a time stamp or a name, so that the same oracle gives the same bytes.
        temporary.write_bytes(gzip.compress(text.encode("utf-8"), compresslevel=9, mtime=0))


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _head_json(oracle: Oracle) -> dict[str, Any]:
    options = oracle.options
    return {
        "format": FORMAT,
        "version": VERSION,
        "generator": f"Unbake {__version__}",
        "k": oracle.k,
        "window": options.window,
        "rate_hz": options.rate_hz,
        "joints": list(options.joints),
        "with_root": options.with_root,
        "scaling": options.scaling,
        "ground": options.ground,
        "points": list(FOOT_POINTS),
    }


def _piece_json(example: Example) -> dict[str, Any]:
    flat = example.steps.reshape(len(example.steps), -1).astype(np.int64)
    changes = np.diff(flat, axis=0, prepend=0)
    bits = (example.planted * (1 << np.arange(len(FOOT_POINTS)))).sum(axis=1)
    return {
        "name": example.name,
        "source": example.source,
        "leg_length_m": example.leg_length_m,
        "first": example.first,
        "planted": "".join(f"{int(b):x}" for b in bits),
        # Each joint's coordinate over time by itself: neighbouring numbers are alike, which packs better.
        "changes": changes.T.reshape(-1).tolist(),
    }


def load_oracle(path: str | os.PathLike[str]) -> Oracle:
    """Read an oracle.

    Raises
    ------
    FileError : no oracle, one of a later version, damaged or hostile contents; it names what is wrong.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            return _oracle_from(path, file.read(MOST_BYTES + 1))
    except OSError as error:
        raise FileError.of_system(path, "cannot be read", error) from error


@cache
def packaged_oracle() -> Oracle:
    """Return the oracle that comes with the package; its `facts` say what it was trained on."""
    return _oracle_from(Path(PACKAGED), files("unbake.data").joinpath(PACKAGED).read_bytes())


def _oracle_from(path: Path, data: bytes) -> Oracle:
    head = _Object(path, "", _unpacked(path, data))
    if head.value.get("format") != FORMAT:
        raise FileError(path, f'is no foot oracle of Unbake; expected "format": "{FORMAT}"')
    version = head.integer("version", 1, 2**31)
    if version > VERSION:
        raise FileError(path, f"was written by a later Unbake (version {version}); at most {VERSION} is understood")
    if head.list("points") != list(FOOT_POINTS):
        head.fail("points", f"the points {', '.join(FOOT_POINTS)}")
    try:
        options = FeatureOptions(
            head.integer("window", 1, 2**31),
            head.number("rate_hz"),
            tuple(str(joint) for joint in head.list("joints")),
            head.boolean("with_root"),
            head.text("scaling"),  # type: ignore[arg-type]
            head.text("ground"),  # type: ignore[arg-type]
        )
        pieces = tuple(_piece(_Object(path, f"pieces[{n}]", one)) for n, one in enumerate(head.list("pieces")))
        oracle = Oracle(pieces, options, head.integer("k", 1, 1000))
    except (MotionError, UsageError) as error:
        raise FileError.of(path, error) from error
    if oracle.n_examples * options.size > MOST_NUMBERS:
        raise FileError(path, f"holds too many examples, {oracle.n_examples:,}, for a window of {options.window}")
    return oracle


def _unpacked(path: Path, data: bytes) -> Any:
    if len(data) > MOST_BYTES:
        raise FileError(path, f"is larger than {MOST_BYTES:,} bytes")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            raw = packed.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise FileError(path, f"unpacks to more than {MOST_BYTES:,} bytes")
        return json.loads(raw.decode("utf-8"), parse_constant=refuse_constant)
    except (OSError, EOFError, zlib.error) as error:
        raise FileError(path, f"is no whole gzip file ({error})", expected="a foot oracle") from error
    except (ValueError, RecursionError) as error:
        raise FileError(path, f"does not hold valid JSON ({str(error)[:80]})") from error


def _piece(item: _Object) -> Example:
    planted = _planted(item)
    changes = item.list("changes")
    frames, rest = divmod(len(changes), 24)
    if rest or not 1 <= frames <= MOST_FRAMES:
        item.fail("changes", "24 whole numbers for each of its frames")
    source = item.text("source")
    if source not in SOURCES:
        item.fail("source", f"one of {', '.join(SOURCES)}")
    name = item.text("name")
    if len(name) > LONGEST_NAME or not name.isprintable():
        item.fail("name", f"up to {LONGEST_NAME} characters that can be printed")
    return Example(
        name,
        _steps(item, changes, frames),
        item.integer("first", 0, MOST_FRAMES),
        planted,
        item.number("leg_length_m"),
        source,
    )


def _steps(item: _Object, changes: list[Any], frames: int) -> NDArray[np.int32]:
    if not all(type(n) is int and abs(n) <= LARGEST_STEP for n in changes):
        item.fail("changes", "whole numbers of 32 bits")
    flat = np.array(changes, dtype=np.int64).reshape(24, frames).cumsum(axis=1)
    if np.abs(flat).max() > LARGEST_STEP:
        item.fail("changes", "places within 200 km")
    return flat.T.reshape(frames, 2, 4, 3).astype(np.int32)


def _planted(item: _Object) -> Planted:
    text = item.text("planted")
    if not text or set(text) - set("0123456789abcdef"):
        item.fail("planted", "one hexadecimal digit a frame")
    bits = np.array([int(digit, 16) for digit in text])
    return np.asarray((bits[:, None] >> np.arange(len(FOOT_POINTS))) & 1, dtype=np.bool_)


class _Object:
    """A JSON object whose members are asked for by kind."""

    def __init__(self, path: Path, place: str, value: Any) -> None:
        if not isinstance(value, dict):
            raise FileError(path, f"{place or 'the document'} is not as it should be", expected="an object")
        self.path, self.place, self.value = path, place, value

    def fail(self, key: str, expected: str) -> NoReturn:
        where = f"{self.place}.{key}".lstrip(".")
        raise FileError(self.path, f"{where} is missing or not as it should be", expected=expected)

    def integer(self, key: str, low: int, high: int) -> int:
        value = self.value.get(key)
        if type(value) is not int or not low <= value <= high:
            self.fail(key, f"a whole number from {low} to {high}")
        return value

    def number(self, key: str) -> float:
        value = self.value.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= 1e12:
            self.fail(key, "a finite number")
        return float(value)

    def text(self, key: str) -> str:
        value = self.value.get(key)
        if not isinstance(value, str) or len(value) > MOST_FRAMES:
            self.fail(key, "text")
        return value

    def boolean(self, key: str) -> bool:
        value = self.value.get(key)
        if not isinstance(value, bool):
            self.fail(key, "true or false")
        return value

    def list(self, key: str) -> list[Any]:
        value = self.value.get(key)
        if not isinstance(value, list):
            self.fail(key, "a list")
        return value
