"""A C3D file as it is: labels, units, rates, raw positions and channels, nothing filled, turned or scaled."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from unbake.errors import FileError, UsageError
from unbake.formats.c3d_sections import LONGEST, Sections, check_sections
from unbake.formats.unique_names import UniqueNames
from unbake.motion.frame_rate import snapped_rate
from unbake.motion.rotations import Floats

MISSING_EXTRA = "reading C3D needs ezc3d, which is not installed: pip install unbake[c3d]"
_OTHER_KINDS = ("ANGLES", "FORCES", "MOMENTS", "POWERS", "SCALARS", "REACTIONS")
"""Lists of points that are no places but numbers a gait model worked out."""


@dataclass(frozen=True, eq=False)
class C3dParameters:
    """The parameters of a file: group → name → values, as ezc3d gives them."""

    groups: Mapping[str, Mapping[str, Any]]

    def texts(self, group: str, name: str) -> tuple[str, ...]:
        """Return the texts of a parameter and of its continuations (``LABELS2``, …); none where it is absent."""
        out: list[str] = []
        for key in (name, *(f"{name}{number}" for number in range(2, 100))):
            values = self.groups.get(group, {}).get(key, {}).get("value")
            if not isinstance(values, list):
                break
            out += [_plain(text) for text in values]
        return tuple(out)

    def numbers(self, group: str, name: str) -> Floats:
        """Return the numbers of a parameter in its own shape; an empty array where it is absent or text."""
        values = self.groups.get(group, {}).get(name, {}).get("value")
        return np.asarray(values, dtype=np.float64) if isinstance(values, np.ndarray) else np.empty(0)


@dataclass(frozen=True, eq=False)
class Recording:
    """What a C3D file holds.

    Parameters
    ----------
    file : where it is from.
    labels : a name for each point, each once.
    positions : (F, P, 3) in the file's units and axes; NaN where a point was not seen.
    units : what each point is measured in, as the file has it; empty where it says nothing.
    is_place : which points are places, as opposed to angles, forces, moments and powers in the guise of points.
    fps : frames a second; None where the file does not say.
    first_frame : number of the first frame.
    channels : (S, C) analog samples, scaled as the file says.
    samples_per_frame : of the channels.
    parameters : the rest.
    warnings : what had to be assumed.
    """

    file: Path
    labels: tuple[str, ...]
    positions: Floats
    units: tuple[str, ...]
    is_place: tuple[bool, ...]
    fps: Fraction | None
    first_frame: int
    channels: Floats
    samples_per_frame: int
    parameters: C3dParameters
    warnings: tuple[str, ...] = ()


def read_recording(path: Path) -> Recording:
    """Read a C3D file through ezc3d.

    Raises
    ------
    UsageError : ezc3d is not installed.
    FileError : a file that is damaged or no C3D file; it is checked before ezc3d sees it.
    """
    ezc3d = _ezc3d()
    sections = check_sections(path, path.read_bytes())
    try:
        found = ezc3d.c3d(str(path))
        points, channels = np.asarray(found["data"]["points"]), np.asarray(found["data"]["analogs"])
        residuals = np.asarray(found["data"]["meta_points"]["residuals"])
        parameters = C3dParameters({group: dict(found["parameters"][group]) for group in found["parameters"]})
    except Exception as error:  # what ezc3d raises depends on where it stumbled
        raise FileError(path, f"cannot be read by ezc3d ({error})") from error
    samples = sections.n_frames * sections.samples_per_frame
    expected = (sections.n_points, sections.n_frames), (sections.n_channels, samples)
    found_shapes = points.shape[1:], channels.shape[1:]
    if found_shapes[0] != expected[0] or (samples and found_shapes[1] != expected[1]):
        text = "was read as something else than it says"
        raise FileError(path, text, expected=str(expected), actual=str(found_shapes))
    return _recording(path, sections, points, residuals, channels, parameters)


def _ezc3d() -> Any:
    try:
        import ezc3d
    except ImportError:
        raise UsageError(MISSING_EXTRA) from None
    return ezc3d


def _recording(
    path: Path, sections: Sections, points: Floats, residuals: Floats, channels: Floats, parameters: C3dParameters
) -> Recording:
    given, units = parameters.texts("POINT", "LABELS"), parameters.texts("POINT", "UNITS")
    one_each = len(units) == sections.n_points > 1
    first_frame, warnings = _first_frame(parameters, sections)
    return Recording(
        file=path,
        labels=_labels(given, sections.n_points),
        positions=_with_gaps(np.ascontiguousarray(points[:3].transpose(2, 1, 0)), residuals[0].T),
        units=units if one_each else (units[0] if units else "",) * sections.n_points,
        is_place=_places(parameters, given, units if one_each else (), sections.n_points),
        fps=_rate(sections.rate_hz),
        first_frame=first_frame,
        channels=np.ascontiguousarray(channels[0].T),
        samples_per_frame=sections.samples_per_frame,
        parameters=parameters,
        warnings=(*sections.warnings, *warnings),
    )


def _plain(text: str) -> str:
    """Return a text without the blanks around it; bytes that are no UTF-8 are taken for Latin-1."""
    raw = text.encode("utf-8", "surrogateescape")
    try:
        return raw.decode("utf-8").strip(" \0")
    except UnicodeDecodeError:
        return raw.decode("latin-1").strip(" \0")


def _labels(given: tuple[str, ...], count: int) -> tuple[str, ...]:
    names = UniqueNames()
    padded = [*given[:count], *[""] * (count - len(given))]
    return tuple(names.take(label or f"unlabelled {number + 1}") for number, label in enumerate(padded))


def _places(parameters: C3dParameters, given: tuple[str, ...], units: tuple[str, ...], count: int) -> tuple[bool, ...]:
    """Return which points are places: not listed as angles, forces, …, and not in units of such."""
    kinds = {*_OTHER_KINDS, *parameters.texts("POINT", "TYPE_GROUPS")[::2]}
    others = {name for kind in kinds for name in parameters.texts("POINT", kind)}
    named = [n >= len(given) or given[n] not in others for n in range(count)]
    measured = [not units or not units[n] or unit_m(units[n]) is not None for n in range(count)]
    return tuple(a and b for a, b in zip(named, measured, strict=True))


_LENGTHS = {"m": 1.0, "dm": 0.1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "inch": 0.0254, "inches": 0.0254, "ft": 0.3048}
_LENGTHS |= {"meter": 1.0, "meters": 1.0, "metre": 1.0, "metres": 1.0, "millimeters": 0.001, "centimeters": 0.01}


def unit_m(unit: str) -> float | None:
    """Return a unit of length in metres; None where it is unknown or no length."""
    return _LENGTHS.get(unit.strip().lower())


def _with_gaps(positions: Floats, residuals: Floats) -> Floats:
    """Return positions, NaN where a point was not seen: a residual below zero, a NaN, or the very origin."""
    with np.errstate(invalid="ignore"):
        unseen = (residuals < 0.0) | ~np.isfinite(positions).all(axis=2) | (positions == 0.0).all(axis=2)
    return np.where(unseen[..., None], np.nan, positions)


def _rate(rate_hz: float) -> Fraction | None:
    """Return a rate as a fraction, undoing the rounding of 32 bits; None where there is none."""
    if not (math.isfinite(rate_hz) and rate_hz > 0.0):
        return None
    try:
        return snapped_rate(f"{1.0 / rate_hz:.9f}")
    except ValueError:
        return None


def _first_frame(parameters: C3dParameters, sections: Sections) -> tuple[int, tuple[str, ...]]:
    """Return the number of the first frame; TRIAL:ACTUAL_START_FIELD reaches further than the header."""
    start, end = (parameters.numbers("TRIAL", name) for name in ("ACTUAL_START_FIELD", "ACTUAL_END_FIELD"))
    if len(start) < 2 or len(end) < 2:
        return sections.first_frame, ()
    first, last = (int(field[0]) % 65536 + 65536 * int(field[1]) for field in (start, end))
    if sections.n_frames == LONGEST < last - first + 1:
        return first, (f"only the first {LONGEST:,} of {last - first + 1:,} frames were read",)
    return (first if last - first + 1 == sections.n_frames else sections.first_frame), ()
