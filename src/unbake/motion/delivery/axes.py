"""Other axes: which way is up, and which way a figure faces.

Inside, y is up and a figure that heads nowhere else faces z. Other axes are another basis: offsets, translations and
axes of rotation are renamed, with their signs, and so is the rest pose. No number changes but for its sign.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from unbake.errors import UsageError
from unbake.ground.arrays import Floats, shaped
from unbake.motion.motion import Motion
from unbake.motion.skeleton import QUATERNION, TRANSLATIONS, Skeleton

Axes = NDArray[np.int64]
"""A turn that takes axes to axes: (3, 3), one 1 or −1 in each row and column, determinant 1; new = axes · old."""
AXES = tuple(f"{sign}{letter}" for sign in ("", "-") for letter in "xyz")
_USUAL_FORWARD = {"x": "z", "-x": "z", "y": "z", "-y": "-z", "z": "-y", "-z": "y"}
"""What the shortest turn from y to the new up axis makes of z."""


def turn_to(up: str | None = None, forward: str | None = None) -> Axes:
    """Return the turn that takes y to `up` and z to `forward`.

    Parameters
    ----------
    up : ``x``, ``y``, ``z``, ``-x``, ``-y`` or ``-z``; by default ``y``.
    forward : likewise; by default where the shortest turn takes z, so ``-y`` where z is up.

    Raises
    ------
    UsageError : an axis that is none, or both the same one.
    """
    up = _checked(up or "y", "up")
    forward = _checked(forward or _USUAL_FORWARD[up], "forward")
    if up[-1] == forward[-1]:
        raise UsageError(f"up ({up}) and forward ({forward}) lie on one axis; a figure faces across what is up")
    return np.stack([np.cross(_vector(up), _vector(forward)), _vector(up), _vector(forward)], axis=1)


def _checked(axis: str, what: str) -> str:
    plain = axis.strip().lower().removeprefix("+")
    if plain not in AXES:
        raise UsageError(f"{what} '{axis}' is no axis; expected one of {', '.join(AXES)}")
    return plain


def _vector(axis: str) -> Axes:
    return np.eye(3, dtype=np.int64)["xyz".index(axis[-1])] * (-1 if axis[0] == "-" else 1)


def check_axes(axes: Axes) -> Axes:
    """Return axes as an array; UsageError for what is no turn that takes axes to axes: a mirror, a size, a slant."""
    turn = shaped(axes, (3, 3), "axes")
    if not (np.isin(turn, (-1, 0, 1)).all() and np.array_equal(turn @ turn.T, np.eye(3)) and np.linalg.det(turn) > 0.0):
        raise UsageError("axes are a turn that takes axes to axes, as turn_to() returns them")
    return turn.astype(np.int64)


def renamed_channel(name: str, axes: Axes) -> tuple[str, int]:
    """Return what a channel is called in other axes, and the sign that its values get."""
    if name == "qw":
        return name, 1
    column = axes[:, "xyz".index(name[1])]
    row = int(np.flatnonzero(column)[0])
    return f"{name[0]}{'xyz'[row]}", int(column[row])


def turned_skeleton(skeleton: Skeleton, axes: Axes) -> Skeleton:
    """Return a skeleton in other axes: offsets, frames of rotation, rest, channels and rotation orders."""
    return replace(
        skeleton,
        offsets_m=skeleton.offsets_m @ axes.T,
        channels=tuple(_turned_channels(names, axes) for names in skeleton.channels),
        rotation_orders=tuple(_turned_order(order, axes) for order in skeleton.rotation_orders),
        axes_xyzw=turned_rotations(skeleton.axes_xyzw, axes),
        rest_xyzw=turned_rotations(skeleton.rest_xyzw, axes),
    )


def _turned_channels(names: tuple[str, ...], axes: Axes) -> tuple[str, ...]:
    """Channels keep their places, but translations and quaternions are listed as usual, x first."""
    new = [renamed_channel(name, axes)[0] for name in names]
    for usual in (TRANSLATIONS, QUATERNION):
        places = [place for place, name in enumerate(new) if name in usual]
        for place, name in zip(places, sorted((new[p] for p in places), key=usual.index), strict=True):
            new[place] = name
    return tuple(new)


def _turned_order(order: str, axes: Axes) -> str:
    return "".join(renamed_channel(f"r{letter}", axes)[0][1] for letter in order)


def turned_rotations(rotations_xyzw: Floats, axes: Axes) -> Floats:
    """Return rotations (…, 4) in other axes: the same angles about renamed axes."""
    return np.concatenate([rotations_xyzw[..., :3] @ axes.T, rotations_xyzw[..., 3:]], axis=-1)


def turned(motion: Motion, axes: Axes) -> Motion:
    """Return a motion in other axes, its rest pose included; positions are `axes` · the old ones.

    Everything else in the library takes y for up, so turn last, before saving.

    Parameters
    ----------
    motion : the clip.
    axes : (3, 3) as `turn_to` returns them.

    Raises
    ------
    UsageError : axes that mirror or scale, lie across each other, or have another shape.
    """
    axes = check_axes(axes)
    return replace(
        motion,
        skeleton=turned_skeleton(motion.skeleton, axes),
        rotations_xyzw=turned_rotations(motion.rotations_xyzw, axes),
        translations_m=motion.translations_m @ axes.T,
    )
