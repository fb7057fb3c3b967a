"""The legs of a performer known by markers alone: which marker is which, and where the legs' joints are.

Understands the labels of Plug-in Gait (``LANK``, ``subject:RTOE``, ``subject_L_HEE``) and plain spellings
(``L.Ankle``, ``Left Heel``). The joints then go to the oracle as those of a skeleton do.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import numpy as np

from unbake.errors import MotionError, UsageError
from unbake.feet.detect.features import LegPaths
from unbake.feet.legs import SIDES
from unbake.ground.arrays import Floats
from unbake.motion.body.roles import nearest, split_name
from unbake.motion.points import Points

UPPER = ("pelvis-front", "pelvis-back", "hip")
LOWER = ("knee", "ankle", "heel", "toe")
MARKER_ROLES = tuple(f"{side}-{part}" for side in SIDES for part in (*UPPER, *LOWER))

_PLUG_IN_GAIT = {
    "ASI": "pelvis-front",
    "PSI": "pelvis-back",
    "KNE": "knee",
    "ANK": "ankle",
    "HEE": "heel",
    "TOE": "toe",
}
_WORDS = {
    "asis": "pelvis-front",
    "psis": "pelvis-back",
    "hip": "hip",
    "hjc": "hip",
    "knee": "knee",
    "ankle": "ankle",
    "heel": "heel",
    "toe": "toe",
    "toes": "toe",
}

LEG_PER_SHANK = 0.491 / 0.246
"""Hip to ankle by knee to ankle (Winter 2009, segments by stature): markers show the shank only."""
BELL_MEDIAL, BELL_BELOW, BELL_BEHIND = 0.14, 0.30, 0.22
"""Where a hip joint lies from the front of the pelvis on its side, by the distance between both fronts (Bell 1990)."""


def find_markers(labels: Sequence[str], overrides: Mapping[str, str] | None = None) -> dict[str, int]:
    """Return the place of every role's marker among labels; roles that were not found are absent.

    Parameters
    ----------
    labels : of the points.
    overrides : role → label, taken as said; a ``hip`` is the joint itself, all others are markers on the skin.

    Raises
    ------
    UsageError : an override names an unknown role or label (the nearest are suggested).
    """
    found: dict[str, int] = {}
    for number, label in enumerate(labels):
        role = _role(label)
        if role is not None:
            found.setdefault(role, number)
    plain = [_plain(label).lower() for label in labels]
    for role, label in (overrides or {}).items():
        if role not in MARKER_ROLES:
            raise UsageError(f"unknown role of a marker '{role}'{nearest(role, MARKER_ROLES)}")
        if _plain(label).lower() not in plain:
            raise UsageError(f"unknown marker '{label}'{nearest(label, labels)}")
        found[role] = plain.index(_plain(label).lower())
    return {role: found[role] for role in MARKER_ROLES if role in found}


def _plain(label: str) -> str:
    """Return a label without the subject before it."""
    return label.rpartition(":")[2].strip()


def _role(label: str) -> str | None:
    bare = _plain(label)
    for word in (bare.replace("_", "").upper(), bare.partition("_")[2].replace("_", "").upper()):
        if len(word) == 4 and word[0] in "LR" and word[1:] in _PLUG_IN_GAIT:
            return f"{SIDES[word[0] == 'R']}-{_PLUG_IN_GAIT[word[1:]]}"
    side, word = split_name(bare)
    return f"{side}-{_WORDS[word]}" if side and word in _WORDS else None


def leg_paths_of_markers(points: Points, overrides: Mapping[str, str] | None = None) -> LegPaths:
    """Return where the joints of both legs are, as far as markers tell.

    Hip joints follow from the pelvis (Bell); knees, ankles and toes are where their markers are (moving them to the
    joints' centres changed no figure of the force-plate trials by more than 0.002). The leg's length is told from the
    shanks.

    Raises
    ------
    UsageError : an override that names no role or no marker.
    MotionError : as `leg_markers`, or loose numbers instead of positions.

    References: Bell, Pedersen, Brand, A comparison of the accuracy of several hip center location prediction methods,
    1990; Winter, Biomechanics and motor control of human movement, 2009.
    """
    _check_positions(points)
    roles, places = leg_markers(points.names, overrides), points.positions()
    shanks = [places[:, roles[f"{side}-knee"]] - places[:, roles[f"{side}-ankle"]] for side in SIDES]
    leg_m = LEG_PER_SHANK * float(np.mean([np.median(np.linalg.norm(shank, axis=1)) for shank in shanks]))
    if leg_m <= 0.0:
        raise MotionError("the markers of knees and ankles are at the same place")
    hips = _hips(places, roles)
    markers = places[:, [[roles[f"{side}-{part}"] for part in ("knee", "ankle", "toe")] for side in SIDES]]
    return LegPaths(np.concatenate([hips[:, :, None], markers], axis=2), points.fps, leg_m)


def foot_points_of_markers(points: Points) -> Floats:
    """Return the markers of heel and toe (F, 4, 3), left, then right, in the order of `FOOT_POINTS`.

    Raises as `leg_paths_of_markers` does.
    """
    _check_positions(points)
    roles = find_markers(points.names)
    _check_found(roles, [f"{side}-{part}" for side in SIDES for part in ("heel", "toe")])
    return points.positions()[:, [roles[f"{side}-{part}"] for side in SIDES for part in ("heel", "toe")]]


def leg_markers(labels: Sequence[str], overrides: Mapping[str, str] | None = None) -> dict[str, int]:
    """Return the place of every role's marker, once those from which legs follow are among them.

    Those are knee, ankle and toe of both sides, and either both hips or the front of the pelvis on both sides.

    Raises
    ------
    UsageError : as `find_markers`.
    MotionError : some of them are missing; the message names all of them.
    """
    roles = find_markers(labels, overrides)
    _check_found(roles, needed_roles(roles))
    return roles


def needed_roles(roles: Container[str]) -> list[str]:
    """Return the roles from which legs follow: with hips where both are there, else with the front of the pelvis."""
    hips = [f"{side}-hip" for side in SIDES]
    top = hips if all(hip in roles for hip in hips) else [f"{side}-pelvis-front" for side in SIDES]
    return [*top, *(f"{side}-{part}" for side in SIDES for part in ("knee", "ankle", "toe"))]


def _check_positions(points: Points) -> None:
    if points.size != 3:
        raise MotionError("these points are loose numbers, not positions of markers")


def _check_found(roles: Container[str], needed: Sequence[str]) -> None:
    missing = [role for role in needed if role not in roles]
    if missing:
        others = " (hips will do in place of the pelvis)" if "pelvis" in missing[0] else ""
        code = "no-marker" if len(missing) == 1 else "no-markers"
        raise MotionError(f"there is no marker for {', '.join(missing)}{others}", code=code, role=missing[0])


def _hips(places: Floats, roles: Mapping[str, int]) -> Floats:
    """Return both hip joints (F, 2, 3): given, or from the pelvis."""
    if "left-hip" in roles and "right-hip" in roles:
        return places[:, [roles["left-hip"], roles["right-hip"]]]
    fronts = places[:, [roles["left-pelvis-front"], roles["right-pelvis-front"]]]
    leftward = fronts[:, 0] - fronts[:, 1]
    width = np.linalg.norm(leftward, axis=1, keepdims=True)
    leftward = leftward / np.maximum(width, 1e-9)
    backs = [roles[name] for name in ("left-pelvis-back", "right-pelvis-back") if name in roles]
    ahead = fronts.mean(axis=1) - places[:, backs].mean(axis=1) if backs else np.cross(leftward, [0.0, 1.0, 0.0])
    ahead = ahead - np.sum(ahead * leftward, axis=1, keepdims=True) * leftward
    ahead = ahead / np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    shift = -BELL_BELOW * np.cross(ahead, leftward) - BELL_BEHIND * ahead
    medial = BELL_MEDIAL * leftward
    return np.stack([fronts[:, 0] + width * (shift - medial), fronts[:, 1] + width * (shift + medial)], axis=1)
