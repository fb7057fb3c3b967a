"""Shoulders and hips as ball-and-socket joints: where the upper bone may point, and how far it may twist.

A limit of directions is a curve around a central direction, as in J. Wilhelms and A. Van Gelder, Fast and easy
reach-cone joint limits, 2001; here it is the farthest angle from the centre in each of `AROUND` azimuths, linear in
between. The usual ranges are those of the American Academy of Orthopaedic Surgeons, Joint motion: method of measuring
and recording, 1965.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from unbake.ground.arrays import Floats
from unbake.kinematics.minimal_turns import across, turn_between
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_conjugate, quaternion_product, rotate

AROUND = 24
"""Azimuths at which a limit of directions has its angles."""
ROW = 15 + AROUND


@dataclass(frozen=True)
class Range:
    """How far a joint goes; directions are (outwards, up, forward) of a body that stands.

    Parameters
    ----------
    centre : direction from which angles are measured.
    start : the azimuth of 0, a direction square to the centre.
    farthest : directions on the limit.
    twist_rad : the most twist to either side.
    """

    centre: tuple[float, float, float]
    start: tuple[float, float, float]
    farthest: tuple[tuple[float, float, float], ...]
    twist_rad: float


def _at(up_deg: float, forward_deg: float) -> tuple[float, float, float]:
    """The direction so far above the horizon, and so far from outwards to forward."""
    up, forward = np.radians([up_deg, forward_deg])
    return float(np.cos(up) * np.cos(forward)), float(np.sin(up)), float(np.cos(up) * np.sin(forward))


RANGES: Mapping[str, Range] = {
    # Extension 60, horizontal extension 45 and flexion 135, abduction 180; rotation 70 in and 90 out.
    "shoulder": Range(
        _at(0, 45), _at(0, -45), (_at(-30, -90), _at(0, -45), _at(90, 0), _at(0, 135)), float(np.radians(80.0))
    ),
    # Flexion 120, extension 30, abduction 45, adduction 30 (also of a bent hip); rotation 45 in and out.
    "hip": Range(
        _at(-45, 90),
        _at(45, 90),
        (
            _at(30, 90),
            _at(-60, -90),
            _at(-45, 0),
            _at(-60, 180),
            (-0.5, float(-np.sqrt(0.375)), float(np.sqrt(0.375))),
        ),
        float(np.radians(45.0)),
    ),
}
LOWER = {"shoulder": "elbow", "hip": "knee"}


@dataclass(frozen=True, eq=False)
class Sockets:
    """Joints whose bone points where a socket lets it.

    Parameters
    ----------
    rows : (J, ROW) for each joint 1 (0 for no socket), four unit vectors: the central direction and the azimuth of 0
        in the parent's frame, the bone and a direction square to it in the joint's, which lies along the azimuth of 0
        where the bone is central and not twisted; the least and the greatest twist, and the farthest angle from the
        centre in `AROUND` azimuths, all in radians.
    names : role of each socket that was found.
    """

    rows: Floats
    names: tuple[str, ...]


def sockets_of(motion: Motion, *, is_widened: bool = True) -> Sockets:
    """Return the shoulders and hips of a clip as sockets, found by role.

    Their ranges are those of `RANGES` about the clip's mean trunk and mean twist; directions and twists that the clip
    shows are allowed. All are left free where one of the four is not known, and one whose elbow or knee is not its
    child.

    Parameters
    ----------
    motion : frames in which the body mostly stands upright in itself, whichever way it goes.
    is_widened : False keeps to the usual ranges, whatever the clip shows.
    """
    skeleton, positions, turns = motion.skeleton, motion.positions(), motion.world_rotations_xyzw()
    rows, names = np.zeros((len(skeleton.names), ROW)), []
    pairs = {part: [skeleton.roles.get(f"{side}-{part}", -1) for side in ("left", "right")] for part in LOWER}
    if min(map(min, pairs.values())) < 0:
        return Sockets(rows, ())
    upwards = positions[:, pairs["shoulder"]].mean(axis=1) - positions[:, pairs["hip"]].mean(axis=1)
    for part, pair in pairs.items():
        leftwards = positions[:, pair[0]] - positions[:, pair[1]]
        for side, joint in zip(("left", "right"), pair, strict=True):
            end, parent = skeleton.roles.get(f"{side}-{LOWER[part]}", -1), skeleton.parents[joint]
            if end < 0 or parent < 0 or skeleton.parents[end] != joint:
                continue
            into = quaternion_conjugate(turns[:, parent])
            trunk = _trunk(rotate(into, leftwards if side == "left" else -leftwards), rotate(into, upwards), side)
            bones = positions[:, end] - positions[:, joint]
            if trunk is None or np.linalg.norm(bones, axis=1).min() < 1e-6:
                continue
            local, bones = quaternion_product(into, turns[:, joint]), rotate(into, bones)
            rows[joint] = _row(local, bones, trunk, RANGES[part], is_widened)
            names.append(f"{side}-{part}")
    return Sockets(rows, tuple(names))


def _trunk(outwards: Floats, upwards: Floats, side: str) -> Floats | None:
    """Outwards, up and forward (3, 3), a row each, in the parent's frame, from vectors (F, 3), if these tell them."""
    up, out = upwards.mean(axis=0), outwards.mean(axis=0)
    if min(np.linalg.norm(up), np.linalg.norm(out)) < 1e-6:
        return None
    out /= np.linalg.norm(out)
    up -= out * (up @ out)
    if np.linalg.norm(up) < 1e-6:
        return None
    up /= np.linalg.norm(up)
    return np.stack([out, up, np.cross(out, up) if side == "left" else np.cross(up, out)])


def _row(local_xyzw: Floats, bones: Floats, trunk: Floats, limits: Range, is_widened: bool) -> Floats:
    """One row of `Sockets.rows` from turns (F, 4) and bones (F, 3), both in the parent's frame."""
    centre, start = np.array(limits.centre) @ trunk, np.array(limits.start) @ trunk
    points = np.array(limits.farthest) @ trunk
    azimuths, angles = azimuths_and_angles(points, centre, start)
    knots = 2.0 * np.pi * np.arange(AROUND) / AROUND
    farthest = np.interp(knots, azimuths[np.argsort(azimuths)], angles[np.argsort(azimuths)], period=2.0 * np.pi)
    shown = bones / np.linalg.norm(bones, axis=1, keepdims=True)
    own = rotate(quaternion_conjugate(local_xyzw[0]), shown[0])
    aside = across(own)
    twists = twists_of(local_xyzw, shown, aside, centre, start)
    mean = float(np.angle(np.exp(1j * twists).sum()))
    untwisted = np.cos(mean) * aside - np.sin(mean) * np.cross(own, aside)
    least, most = -limits.twist_rad, limits.twist_rad
    if is_widened:
        off = np.angle(np.exp(1j * (twists - mean)))
        least, most = min(least, off.min()), max(most, off.max())
        azimuths, angles = azimuths_and_angles(shown, centre, start)
        sectors = np.floor(azimuths * AROUND / (2.0 * np.pi)).astype(np.int64)
        for knot in (sectors, sectors + 1):
            np.maximum.at(farthest, knot % AROUND, angles)
    return np.concatenate([[1.0], centre, start, own, untwisted, [least, most], farthest])


def azimuths_and_angles(directions: Floats, centre: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Return azimuths (F,), 0 to 2π, and angles (F,) from the centre, of unit directions (F, 3)."""
    aside = directions @ np.cross(centre, start)
    azimuths = np.arctan2(aside, directions @ start) % (2.0 * np.pi)
    return azimuths, np.arctan2(np.hypot(directions @ start, aside), directions @ centre)


def twists_of(local_xyzw: Floats, directions: Floats, aside: Floats, centre: Floats, start: Floats) -> Floats:
    """Return how far a direction (3,) of joints is turned about their bones (F, 3) from the azimuth of 0, in radians.

    That azimuth is carried from the centre to each bone by the least turn.
    """
    carried = rotate(turn_between(np.broadcast_to(centre, directions.shape), directions), start)
    own = rotate(local_xyzw, aside)
    return np.arctan2((np.cross(carried, own) * directions).sum(axis=1), (carried * own).sum(axis=1))
