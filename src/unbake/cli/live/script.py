"""Scripts of recordings: a TOML file that says what a character is asked, and when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unbake.errors import FileError, UsageError
from unbake.ground.files.toml_file import read_toml
from unbake.motion.body.roles import nearest

if TYPE_CHECKING:
    from unbake.synthesis.live.recording import Cue

KEYS = ("seconds", "engine", "start", "seed", "request")
REQUEST_KEYS = ("at", "flag", "direction", "speed", "within", "engine")
LARGEST = 1_000_000
"""Bytes of a script."""


@dataclass(frozen=True)
class Script:
    """What a character is asked, and when.

    Parameters
    ----------
    seconds : how long it is recorded.
    engine : that chooses at first.
    start : where it starts, as ``CLIP:FRAME``; None leaves that open.
    seed : of chance.
    cues : in order of time.
    """

    seconds: float
    engine: str
    start: str | None
    seed: int
    cues: tuple[Cue, ...]

    @property
    def engines(self) -> list[str]:
        """All engines that the script names."""
        named = [self.engine, *(cue.engine for cue in self.cues if cue.engine is not None)]
        return list(dict.fromkeys(named))


def read_script(path: Path, engines: tuple[str, ...]) -> Script:
    """Return the script in a file; its directions are degrees, 0 towards +Z and 90 towards +X.

    Raises
    ------
    FileError : a file that cannot be read, is no TOML, or says what a script cannot.
    """
    fields, _ = read_toml(path, LARGEST, "script")
    try:
        return _script(fields, engines)
    except UsageError as error:
        raise FileError(path, str(error)) from error


def _script(fields: Mapping[str, Any], engines: tuple[str, ...]) -> Script:
    _check_keys(fields, KEYS, "a script")
    requests = fields.get("request", [])
    if not isinstance(requests, list) or not all(isinstance(entry, dict) for entry in requests):
        raise UsageError("requests are tables: [[request]]")
    cues = sorted((_cue(entry, number, engines) for number, entry in enumerate(requests, 1)), key=lambda cue: cue.at_s)
    last = cues[-1].at_s if cues else 0.0
    seconds = _number(fields, "seconds", last + 5.0)
    seed = fields.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise UsageError("seed is a whole number from 0 on")
    return Script(
        float(seconds or 0.0), _engine(fields, engines) or engines[0], _text(fields, "start"), seed, tuple(cues)
    )


def _cue(entry: Mapping[str, Any], number: int, engines: tuple[str, ...]) -> Cue:
    """A request at its time; what is wrong with it is said with that time, or its number in the file."""
    try:
        at = _number(entry, "at") or 0.0
        if at < 0.0:
            raise UsageError(f"at is seconds from 0 on, not {at:g}")
    except UsageError as error:
        raise UsageError(f"request {number}: {error}") from error
    try:
        return _cue_at(at, entry, engines)
    except UsageError as error:
        raise UsageError(f"the request at {at:g} s: {error}") from error


def _cue_at(at: float, entry: Mapping[str, Any], engines: tuple[str, ...]) -> Cue:
    from unbake.synthesis.live.recording import Cue
    from unbake.synthesis.live.request import WITHIN_S, Request

    _check_keys(entry, REQUEST_KEYS, "a request")
    asks = any(key in entry for key in ("flag", "direction", "speed", "within"))
    direction, within = _number(entry, "direction"), _number(entry, "within")
    request = Request(
        _text(entry, "flag"),
        None if direction is None else float(np.deg2rad(direction)),
        _number(entry, "speed"),
        WITHIN_S if within is None else within,
    )
    engine = _engine(entry, engines)
    if not asks and engine is None:
        raise UsageError("a request names a flag, a direction, a speed or an engine")
    return Cue(at, request if asks else None, engine)


def _check_keys(fields: Mapping[str, Any], known: tuple[str, ...], what: str) -> None:
    wrong = next((key for key in fields if key not in known), None)
    if wrong is not None:
        raise UsageError(f"{what} has no '{wrong}'{nearest(wrong, known)}; it has {', '.join(known)}")


def _number(fields: Mapping[str, Any], key: str, default: float | None = None) -> float | None:
    value = fields.get(key, default)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise UsageError(f"{key} is a number, not {value!r}")
    return float(value)


def _text(fields: Mapping[str, Any], key: str) -> str | None:
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise UsageError(f"{key} is a text in quotes, not {value!r}")
    return value


def _engine(fields: Mapping[str, Any], engines: tuple[str, ...]) -> str | None:
    name = _text(fields, "engine")
    if name is not None and name not in engines:
        raise UsageError(f"unknown engine '{name}'{nearest(name, engines)}; there are {', '.join(engines)}")
    return name
