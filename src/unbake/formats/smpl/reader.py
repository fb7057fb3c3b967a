"""Reading SMPL motions: rotation vectors of joints over time, as AMASS and others keep them in ``.npz`` files.

``poses`` holds (F, 3 · J) rotation vectors, or ``root_orient``, ``pose_body``, ``pose_jaw``, ``pose_eye`` and
``pose_hand`` hold parts of them; ``trans`` (F, 3) is the way of the pelvis, ``mocap_framerate``,
``mocap_frame_rate`` or ``fps`` the rate. Everything else, shapes and soft tissue, is never looked at.

References: Mahmood et al., AMASS: archive of motion capture as surface shapes, 2019.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unbake.errors import FileError
from unbake.formats.points.numpy_file import arrays_in_zip
from unbake.formats.smpl.body import MODELS, STATURE_M, skeleton_of
from unbake.ground.arrays import Floats
from unbake.ground.notes import Note
from unbake.motion.frame_rate import parse_rate, rate_note
from unbake.motion.motion import Motion
from unbake.motion.rotations import quaternion_from_euler, quaternion_from_vector, quaternion_product, rotate

USUAL_FPS = Fraction(120)
_PARTS = ("root_orient", "pose_body", "pose_jaw", "pose_eye", "pose_hand")
_RATES = ("mocap_framerate", "mocap_frame_rate", "fps")
_Z_UP_TO_Y_UP = quaternion_from_euler("x", np.array([-np.pi / 2]))


def is_smpl(names: set[str]) -> bool:
    """Return whether arrays of these names are a motion of the SMPL family, not points."""
    return "poses" in names or {"root_orient", "pose_body"} <= names


def read_smpl(path: Path, fps: Fraction | None, metres_per_unit: float | None) -> Motion:
    """Return the motion in a ``.npz`` file that `is_smpl`; its notes say what was assumed.

    Parameters
    ----------
    path : the file.
    fps : the rate in place of the file's.
    metres_per_unit : what ``trans`` is measured in; by default metres.

    Raises
    ------
    FileError : a damaged archive, arrays of other shapes or kinds, a number of joints that no model has.
    MotionError : numbers that are not finite.
    """
    arrays = arrays_in_zip(path, only={"poses", "trans", *_PARTS, *_RATES})
    vectors = _vectors(path, arrays)
    joints = vectors.shape[1]
    skeleton = skeleton_of(joints)
    rotations = quaternion_from_vector(vectors)
    travels = "trans" in arrays
    if travels:
        way = _numbers(path, "trans", arrays["trans"], 3) * (metres_per_unit or 1.0)
    else:
        way = np.tile(skeleton.offsets_m[0], (len(vectors), 1))
    if len(way) != len(vectors):
        raise FileError(path, f"'trans' has {len(way):,} frames, the poses have {len(vectors):,}")
    is_z_up = _is_z_up(rotations[:, 0])
    if is_z_up:
        rotations[:, 0] = quaternion_product(_Z_UP_TO_Y_UP, rotations[:, 0])
        way = rotate(_Z_UP_TO_Y_UP, way) if travels else way
    rate = fps or _rate(path, arrays)
    notes = (_assumed(joints, is_z_up, travels), *(() if rate else (rate_note(USUAL_FPS),)))
    return Motion(skeleton, rotations, way[:, None], rate or USUAL_FPS, 1, notes)


def _assumed(joints: int, is_z_up: bool, travels: bool) -> Note:
    axes = "z was taken as up" if is_z_up else "y was taken as up"
    way = "the pelvis is at 'trans'" if travels else "the pelvis stays in its place, as there is no 'trans'"
    text = (
        f"{MODELS[joints][0]} motion without its body model: bones are those of an average person of "
        f"{STATURE_M:g} m, shapes (betas) are left out, {way}, and {axes}"
    )
    return Note(text, "body-assumed")


def _vectors(path: Path, arrays: Mapping[str, NDArray[Any]]) -> Floats:
    """Return rotation vectors (F, J, 3)."""
    if "poses" in arrays:
        poses = _numbers(path, "poses", arrays["poses"])
    else:
        parts = [_numbers(path, name, arrays[name]) for name in _PARTS if name in arrays]
        if len({len(part) for part in parts}) != 1:
            raise FileError(path, f"the arrays {', '.join(_PARTS)} differ in length")
        poses = np.concatenate(parts, axis=1)
    if poses.shape[1] not in [3 * joints for joints in MODELS]:
        known = ", ".join(f"{3 * joints} ({name})" for joints, (name, _) in MODELS.items())
        message = f"poses have {poses.shape[1]} numbers a frame, which no known model has"
        raise FileError(path, message, expected=known)
    return poses.reshape(len(poses), -1, 3)


def _numbers(path: Path, name: str, array: NDArray[Any], width: int | None = None) -> Floats:
    """Return an array as float64 (F, D); poses (F, J, 3) become (F, 3 · J)."""
    if array.dtype.kind not in "fiu" or array.ndim not in (2, 3) or not array.size:
        raise FileError(path, f"'{name}' holds no numbers over frames", actual=f"{array.dtype} {array.shape}")
    with np.errstate(all="ignore"):
        flat: Floats = array.astype(np.float64).reshape(len(array), -1)
    if width is not None and flat.shape[1] != width:
        raise FileError(path, f"'{name}' has {flat.shape[1]} numbers a frame", expected=str(width))
    # Sines of larger angles have no digits left.
    if not (np.abs(flat) <= 1e6).all():
        raise FileError(path, f"'{name}' holds numbers that are not finite, or beyond a million")
    return flat


def _is_z_up(root_xyzw: Floats) -> bool:
    """Return whether the pelvis mostly points along z: AMASS has it so, others have y up."""
    along = rotate(root_xyzw, np.array([0.0, 1.0, 0.0])).mean(axis=0)
    return bool(along[2] > along[1])


def _rate(path: Path, arrays: Mapping[str, NDArray[Any]]) -> Fraction | None:
    for name in _RATES:
        if name in arrays:
            array = arrays[name]
            try:
                if array.dtype.kind in "fiu" and array.size == 1:
                    return parse_rate(str(Fraction(float(array.item())).limit_denominator(100_000)))
            except (ValueError, OverflowError, ZeroDivisionError):
                pass
            raise FileError(path, f"'{name}' is no frame rate", expected="a positive number", actual=str(array)[:80])
    return None
