"""Force plates in a C3D file: six or eight channels a plate become forces and centres of pressure in our world.

The four types with fixed channels are understood. Type 1: force, centre of pressure, free moment; 2: force and moments;
3: eight forces of a plate with four sensors; 4: as 2, by a calibration matrix.

References: The C3D File Format User Guide, Motion Lab Systems, 2008, chapter on FORCE_PLATFORM.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from unbake.formats.c3d.axes import Space
from unbake.formats.c3d.parameters import C3dParameters
from unbake.formats.c3d.recording import USUAL_FPS, Recording, unit_m
from unbake.ground.arrays import Floats
from unbake.ground.intervals import intervals
from unbake.motion.markers.forces import LEAST_FORCE_N, ForcePlate

_CHANNELS = {1: 6, 2: 6, 3: 8, 4: 6}
_NEWTONS = {"n": 1.0, "kn": 1000.0, "lb": 4.4482216, "lbf": 4.4482216}
_NO_FORCE_N = 1e-6
_MOST = 1e9
IDLE_N = 20.0
"""Vertical force that a plate may show while nobody stands on it; more is worth a warning."""
_IDLE_S = 0.1
"""Shortest stay near zero that counts as idle: a step passes through it faster."""
_NEAR_ZERO_N = 50.0
_MOST_OFFSET_N = 30.0
"""What an idle plate may show at most for its zero to be corrected; beyond, something may lie on it."""
_LEAST_OFFSET_N = 2.0
_STEADY_N = 10.0
"""An idle plate's middle half of the samples lies within so much."""


@dataclass(frozen=True, eq=False)
class _Layout:
    """The parameters of one plate, in metres and the file's axes."""

    name: str
    kind: int
    corners_m: Floats
    origin_m: Floats
    channels: list[int]
    calibration: Floats


def plates_of(recording: Recording, space: Space) -> tuple[tuple[ForcePlate, ...], tuple[str, ...]]:
    """Return the force plates of a recording, and what was assumed or left out."""
    plates, notes = [], []
    used = recording.parameters.numbers("FORCE_PLATFORM", "USED")
    for number in range(int(used.flat[0]) if used.size else 0):
        layout = _layout(recording, number, space.usual_m)
        if isinstance(layout, str):
            notes.append(layout)
            continue
        plate, more = _plate(recording, layout, space)
        plates.append(plate)
        notes += more
    return tuple(plates), tuple(notes)


def _layout(recording: Recording, number: int, unit: float) -> _Layout | str:
    """Return a plate's parameters, or a sentence that says why it cannot be read."""
    parameters, name = recording.parameters, f"force plate {number + 1}"
    kinds = parameters.numbers("FORCE_PLATFORM", "TYPE").reshape(-1)
    kind = int(kinds[number]) if number < len(kinds) else 0
    if kind not in _CHANNELS:
        return f"{name} is of type {kind}, which cannot be read"
    corners = _of_plate(parameters, "CORNERS", number, (3, 4))
    origin = _of_plate(parameters, "ORIGIN", number, (3,))
    channels = _of_plate(parameters, "CHANNEL", number, (_CHANNELS[kind],))
    calibration = _of_plate(parameters, "CAL_MATRIX", number, (6, 6)) if kind == 4 else np.eye(6)
    if corners is None or origin is None or channels is None or calibration is None:
        return f"{name} is not described in full, so it was left out"
    places = [int(channel) - 1 for channel in channels]
    if min(places) < 0 or max(places) >= recording.channels.shape[1]:
        return f"{name} names channels that are not in the file, so it was left out"
    if not (np.abs(recording.channels[:, places]) <= _MOST).all():
        return f"{name} has samples that are no numbers, so it was left out"
    sides = corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0]
    if not np.linalg.norm(np.cross(*sides)) > 0.0:
        return f"{name} has no area, so it was left out"
    if origin[2] > 0.0:  # some programs give the way from the surface to the origin, not from the origin to the surface
        origin = origin * ([1.0, 1.0, -1.0] if kind == 3 else -1.0)
    return _Layout(name, kind, unit * corners.T, unit * origin, places, calibration)


def _of_plate(parameters: C3dParameters, name: str, number: int, shape: tuple[int, ...]) -> Floats | None:
    """Return a plate's part of a parameter whose last dimension counts plates; None where it has none."""
    values = parameters.numbers("FORCE_PLATFORM", name)
    if values.ndim == len(shape):
        values = values[..., None]  # one plate needs no last dimension
    if values.ndim != len(shape) + 1 or number >= values.shape[-1] or values.shape[0] < shape[0]:
        return None
    part = values[..., number][: shape[0]]
    return part if part.shape == shape and bool(np.isfinite(part).all()) else None


def _plate(recording: Recording, layout: _Layout, space: Space) -> tuple[ForcePlate, list[str]]:
    """Return a plate in our world."""
    notes: list[str] = []
    units = recording.parameters.texts("ANALOG", "UNITS")
    scales, to_world = _scales(layout, units, space, notes), space.turn @ _plate_axes(layout.corners_m)
    raw = _zeroed(recording, layout, scales, to_world, notes)
    force, moment, pressure = _measured(raw, layout, scales)
    if pressure is None:
        moment = moment + np.cross(force, layout.origin_m)
        pushing = np.where(np.abs(force[:, 2:]) > _NO_FORCE_N, force[:, 2:], np.nan)
        pressure = np.stack([-moment[:, 1], moment[:, 0], np.zeros(len(moment))], axis=1) / pushing
    corners = layout.corners_m @ space.turn.T
    force = force @ to_world.T
    loaded = np.abs(force[:, 1]) >= LEAST_FORCE_N
    # Large forces decide: a plate may be idle for most of the time, and its zero may be off.
    if loaded.any() and float((force[:, 1] * np.abs(force[:, 1])).sum()) < 0.0:
        force = -force
        notes.append(f"{layout.name} gives what presses on it: its forces were turned round to those of the ground")
    place = np.where(loaded[:, None], pressure @ to_world.T + corners.mean(axis=0), np.nan)
    _judge(layout, force, place, corners, notes)
    return ForcePlate(layout.name, corners, force, place), notes


def _zeroed(recording: Recording, layout: _Layout, scales: Floats, to_world: Floats, notes: list[str]) -> Floats:
    """Return a plate's channels less what they show while it is idle, where that is a force worth mentioning."""
    raw = recording.channels[:, layout.channels]
    vertical = (_measured(raw, layout, scales)[0] @ to_world.T)[:, 1]
    idle = np.zeros(len(vertical), dtype=np.bool_)
    shortest = _IDLE_S * float(recording.fps or USUAL_FPS) * recording.samples_per_frame
    for first, last in intervals(np.abs(vertical) < _NEAR_ZERO_N):
        idle[first : last + 1] = last - first + 1 >= shortest
    if not idle.any():
        return raw
    low, offset, high = np.percentile(vertical[idle], [25, 50, 75])
    if not (_LEAST_OFFSET_N <= abs(offset) <= _MOST_OFFSET_N) or high - low > _STEADY_N:
        return raw
    notes.append(f"{layout.name} shows {offset:.0f} N while it is idle: that was taken off all of its samples")
    zero = np.median(raw[idle], axis=0)
    if layout.kind == 1:  # a centre of pressure has no zero that could be off
        zero[3:5] = 0.0
    return np.asarray(raw - zero)


def _plate_axes(corners: Floats) -> Floats:
    """Return a plate's axes as columns: the first corner lies where its x and y are positive, and so on round it."""
    x, y = corners[0] - corners[1], corners[0] - corners[3]
    z = np.cross(x, y)
    y = np.cross(z, x)
    axes = np.stack([x, y, z], axis=1)
    return np.asarray(axes / np.linalg.norm(axes, axis=0))


def _scales(layout: _Layout, units: tuple[str, ...], space: Space, notes: list[str]) -> Floats:
    """Return what makes newtons, newton metres and metres of each channel."""
    out = np.ones(len(layout.channels))
    unknown = []
    for place, channel in enumerate(layout.channels):
        unit = units[channel].lower().replace(".", "").replace("*", "") if channel < len(units) else ""
        is_force = place < 3 or layout.kind == 3
        if is_force:
            scale = _NEWTONS.get(unit)
        elif layout.kind == 1 and place < 5:
            scale = unit_m(unit)
        else:
            scale = unit_m(unit[1:]) if unit.startswith("n") else None
        if scale is None:
            unknown.append(unit)
            scale = 1.0 if is_force else space.usual_m
        out[place] = scale
    if unknown and layout.kind != 4:
        said = f"'{unknown[0]}'" if unknown[0] else "nothing"
        notes.append(f"{layout.name}: its channels' units say {said}: taken as N and the file's unit of length")
    return np.where(layout.kind == 4, np.array([1.0] * 3 + [space.usual_m] * (len(out) - 3)), out)


def _measured(raw: Floats, layout: _Layout, scales: Floats) -> tuple[Floats, Floats, Floats | None]:
    """Return force, moment about the plate's origin, and the centre of pressure where that is measured itself."""
    if layout.kind == 4:
        raw = raw @ layout.calibration.T
    values = raw * scales
    if layout.kind == 1:
        return values[:, :3], np.zeros_like(values[:, :3]), np.column_stack([values[:, 3:5], 0.0 * values[:, 3]])
    if layout.kind == 3:
        x12, x34, y14, y23, z1, z2, z3, z4 = values.T
        force = np.stack([x12 + x34, y14 + y23, z1 + z2 + z3 + z4], axis=1)
        a, b = layout.origin_m[0], layout.origin_m[1]
        # The moment about the vertical moves no centre of pressure, so it is left at zero.
        turning = np.stack([b * (z1 + z2 - z3 - z4), a * (z2 + z3 - z1 - z4), np.zeros(len(z1))], axis=1)
        # The origin's first two numbers are the sensors' distances, only the third leads to the surface.
        return force, turning - np.cross(force, layout.origin_m * [1.0, 1.0, 0.0]), None
    return values[:, :3], values[:, 3:6], None


def _judge(layout: _Layout, force: Floats, place: Floats, corners: Floats, notes: list[str]) -> None:
    """Add what looks wrong: a plate that is never idle, pressure beside the plate."""
    idle = float(np.percentile(force[:, 1], 2))
    if abs(idle) > IDLE_N:
        notes.append(f"{layout.name} never shows less than {idle:.0f} N: its zero may be off, or somebody stands on it")
    heavy = force[:, 1] > 5.0 * LEAST_FORCE_N
    if not heavy.any():
        return
    low, high = corners.min(axis=0) - 0.05, corners.max(axis=0) + 0.05
    where = np.median(place[heavy], axis=0)
    if (where < low)[[0, 2]].any() or (where > high)[[0, 2]].any():
        notes.append(f"{layout.name}: the centre of pressure lies beside the plate; units or corners may be wrong")
