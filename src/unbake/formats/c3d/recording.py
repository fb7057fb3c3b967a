"""A C3D file as it is: labels, units, rates, raw positions and channels, nothing filled, turned or scaled."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from unbake.formats.c3d.parameters import C3dParameters
from unbake.formats.c3d.process import EZC3D, Samples, read_samples
from unbake.formats.c3d.sections import LONGEST, Sections, check_sections
from unbake.formats.unique_names import UniqueNames
from unbake.ground.arrays import Floats
from unbake.motion.frame_rate import snapped_rate
from unbake.motion.names import renamed_note, writable

USUAL_FPS = Fraction(100)
"""Taken where a file has no rate."""
_OTHER_KINDS = ("ANGLES", "FORCES", "MOMENTS", "POWERS", "SCALARS", "REACTIONS")
"""Lists of points that are no places but numbers a gait model worked out."""


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
    EZC3D.check_installed()
    sections = check_sections(path, path.read_bytes())
    return _recording(path, sections, read_samples(path, sections))


def _recording(path: Path, sections: Sections, samples: Samples) -> Recording:
    parameters = sections.parameters
    given, units = parameters.texts("POINT", "LABELS"), parameters.texts("POINT", "UNITS")
    one_each = len(units) == sections.n_points > 1
    first_frame, warnings = _first_frame(parameters, sections)
    return Recording(
        file=path,
        labels=_labels(given, sections.n_points),
        positions=_with_gaps(samples.positions, samples.residuals),
        units=units if one_each else (units[0] if units else "",) * sections.n_points,
        is_place=_places(parameters, given, units if one_each else (), sections.n_points),
        fps=_rate(sections.rate_hz),
        first_frame=first_frame,
        channels=samples.channels,
        samples_per_frame=sections.samples_per_frame,
        parameters=parameters,
        warnings=(*sections.warnings, *warnings, *renamed_note(given, "points")),
    )


def _labels(given: tuple[str, ...], count: int) -> tuple[str, ...]:
    names = UniqueNames()
    padded = [*given[:count], *[""] * (count - len(given))]
    return tuple(names.take(writable(label) or f"unlabelled {number + 1}") for number, label in enumerate(padded))


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
